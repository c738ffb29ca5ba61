from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger.circles.models import User
from ledger.transfer.file_format import UnfitFileError
from ledger.transfer.importing import bring_in, look_into


class Command(BaseCommand):
    help = (
        "Bring in a circle from the file that export_circle wrote. Everything in it is checked first; a file that is "
        "not as it was written is refused as a whole."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--owner", help="the user name of who will own the circle")

    def handle(self, *_args: Any, file: Path, owner: str | None, **_options: Any) -> None:
        importer = self._owner(owner) if owner else None
        try:
            contents = look_into(self._content(file))
            circle = bring_in(contents, importer)
        except UnfitFileError as unfit:
            raise CommandError("\n".join((*unfit.problems, "Nothing has been imported."))) from unfit
        found = f"{len(contents.told)} series, {contents.hand_count} hands, {len(contents.file.entries)} entries"
        self.stdout.write(f"{circle.name} ({circle.pk}) is here, with {found}.")
        if importer is None:
            self.stdout.write(f"Nobody can see it yet: manage.py circle_link {circle.pk} makes a link for its owner.")

    def _owner(self, username: str) -> User:
        found = User.objects.filter(username=User.normalize_username(username), is_active=True).first()
        if found is None:
            raise CommandError(f"There is nobody called {username}.")
        return found

    def _content(self, file: Path) -> bytes:
        try:
            if file.stat().st_size > settings.MAX_IMPORT:
                raise CommandError("This file is too large. LEDGER_MAX_IMPORT says how many bytes are read at most.")
            return file.read_bytes()
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
