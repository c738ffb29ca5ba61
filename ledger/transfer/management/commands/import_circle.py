from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger.circles.models import User
from ledger.lib.progress import ProgressBar
from ledger.transfer.file_format import UnreadableFile
from ledger.transfer.import_circle import check_file, import_circle


class Command(BaseCommand):
    help = (
        "Import a circle from the file that export_circle wrote. Everything in it is checked first; a file that was "
        "changed is refused as a whole."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--owner", help="the user name of the future owner")

    def handle(self, *_args: Any, file: Path, owner: str | None, **_options: Any) -> None:
        user = None
        if owner:
            user = User.objects.filter(username=User.normalize_username(owner), is_active=True).first()
            if user is None:
                raise CommandError(f"There is no user called {owner}.")
        try:
            if file.stat().st_size > settings.MAX_IMPORT:
                raise CommandError("This file is too large. LEDGER_MAX_IMPORT says how many bytes are read at most.")
            checking = ProgressBar(self.stderr, "Checking")
            contents = check_file(file.read_bytes(), report=checking)
            checked = checking.rate(contents.hand_count, "hands")
            writing = ProgressBar(self.stderr, "Writing")
            circle = import_circle(contents, user, report=writing)
            written = writing.rate(contents.hand_count, "hands")
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        except UnreadableFile as error:
            raise CommandError("\n".join((*error.sentences, "Nothing has been imported."))) from error
        counts = f"{len(contents.series)} series, {contents.hand_count} hands, {len(contents.file.entries)} entries"
        self.stdout.write(f"{circle.name} ({circle.pk}) has been imported, with {counts}.")
        self.stdout.write(f"Checked: {checked}. Written: {written}.")
        if contents.file.has_unlikely_dates:
            self.stdout.write("Some hands carry a date before 2000 or in the future.")
        if user is None:
            self.stdout.write(f"It has no owner yet: manage.py circle_link {circle.pk} makes a link for one.")
