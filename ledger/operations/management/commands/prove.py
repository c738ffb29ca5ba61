import os
import subprocess
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

PROGRAM = "tests.proving"
OF_THE_SITE = ("LEDGER_", "DJANGO_", "DATABASE_URL", "EMAIL_URL")


class Command(BaseCommand):
    help = (
        "Play random series of every game, and compare every figure that the site shows with slow arithmetic that "
        "shares no code with it. Uses a new database, which is deleted at the end; the site's own is not opened. Exits "
        "with 1 if anything differs."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--series", type=int, default=1, metavar="N", help="how many series of each game (1)")
        parser.add_argument(
            "--seed", type=int, metavar="S", help="the same series again; else it is drawn, and printed"
        )
        parser.add_argument("--game", metavar="NAME", help="only this game, such as jaago-chalis")

    def handle(self, *_args: Any, series: int, seed: int | None, game: str | None, **_options: Any) -> None:
        if series < 1:
            raise CommandError("--series is the number of series of each game, so at least 1.")
        if not (settings.BASE_DIR / PROGRAM.replace(".", "/")).is_dir():
            raise CommandError(
                "The arithmetic is in the folder tests/ of Khata's source code, and that is not installed here. Run "
                "this command where the source code is."
            )
        # The program runs without the settings of this site, because they name its database.
        environment = {name: value for name, value in os.environ.items() if not name.startswith(OF_THE_SITE)}
        environment["LEDGER_LOG_LEVEL"] = "WARNING"
        command = [sys.executable, "-m", PROGRAM, "--series", str(series)]
        command += [] if seed is None else ["--seed", str(seed)]
        command += [] if game is None else ["--game", game]
        status = subprocess.run(command, cwd=settings.BASE_DIR, env=environment).returncode
        if status:
            raise CommandError("Something differs: see above." if status == 1 else "Nothing was compared: see above.")
