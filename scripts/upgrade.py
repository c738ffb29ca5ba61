"""Does this version read what an earlier one has written? For `make release`, and for the tests of released files."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from scripts.data_folder import ROOT
from scripts.environment import clean_environment

# The code of this version runs this on the data of the earlier version. The first active member looks at each circle.
LOOK = """
from django.core.management import call_command
from django.test import Client
from ledger.circles.models import Circle
call_command("migrate", verbosity=0)
call_command("createcachetable", verbosity=0)
call_command("audit")
pages = 0
for circle in Circle.objects.all():
    client = Client()
    client.force_login(circle.members.filter(user__is_active=True).order_by("pk").first().user)
    there = [f"/circles/{circle.pk}/{part}" for part in ("", "people/", "standings/", "balances/")]
    for page in there + [f"/series/{one.pk}/" for one in circle.series.all()]:
        answer = client.get(page)
        assert answer.status_code == 200, (page, answer.status_code)
        pages += 1
print(f"{pages} pages are shown.")
"""

# Prints the circles with former scorecards.
LIST_FORMER = """
from ledger.series.models import Series
taken_away = Series.with_discarded.filter(status="discarded", hands__isnull=False)
print(*taken_away.values_list("circle", flat=True).distinct())
"""


@dataclass(frozen=True)
class DataSite:
    """A data folder, and the code that works on it."""

    data: Path
    database_url: str = ""
    code: Path = ROOT
    python: str = sys.executable

    def manage(self, *arguments: str) -> str:
        """Run one of Django's commands. Return what it prints; end the program if it fails."""
        environment = clean_environment() | {
            "DJANGO_SETTINGS_MODULE": "ledger.config.settings",
            "LEDGER_DATA_DIR": str(self.data),
            "LEDGER_DEBUG": "1",  # pages are asked for without collecting static files first
        }
        environment |= {"DATABASE_URL": self.database_url} if self.database_url else {}
        command = [self.python, "manage.py", *arguments]
        ran = subprocess.run(command, cwd=self.code, env=environment, capture_output=True, text=True)
        if ran.returncode:
            sys.exit(f"manage.py {' '.join(arguments)[:60]} failed with {self.data}:\n{ran.stdout}{ran.stderr}")
        return ran.stdout

    def update_and_look(self) -> str:
        """Bring the database up to date, audit it, and request the main pages of each circle and series.

        Return in sentences what the audit has found, and how many pages were shown.
        """
        return self.manage("shell", "-v0", "-c", LOOK).strip().replace("\n", " ")

    def circles_with_former_series(self) -> set[str]:
        """Return the circles whose files are refused: docs/decisions/0230-former-scorecards.md."""
        return set(self.manage("shell", "-v0", "-c", LIST_FORMER).split())
