import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger.circles.models import User
from ledger.lib.progress import ProgressBar
from ledger.signing.files import SealOfFile
from ledger.transfer.file_format import UnreadableFile
from ledger.transfer.import_circle import check_file, import_circle
from ledger.transfer.wording import seal_in_words


class Command(BaseCommand):
    help = (
        "Import a circle from the file that export_circle wrote. Everything in it is checked first; a file that was "
        "changed is refused as a whole."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--owner", help="the user name of the future owner")
        parser.add_argument(
            "--unsigned",
            action="store_true",
            help="do not ask, even if no site that this one knows has signed the file",
        )

    def handle(self, *_args: Any, file: Path, owner: str | None, unsigned: bool, **_options: Any) -> None:
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
            self._say_who_signed(contents.seal, unsigned=unsigned)
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

    def _say_who_signed(self, seal: SealOfFile, *, unsigned: bool) -> None:
        self.stdout.write(seal_in_words(seal))
        if seal.is_trusted or unsigned:
            return
        if not sys.stdin.isatty():
            raise CommandError("Nothing has been imported. --unsigned imports the file all the same.")
        if input("Import it all the same? [y/N] ").strip().lower() not in ("y", "yes"):
            raise CommandError("Nothing has been imported.")
