import secrets
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from ledger.operations.backup import KEY_FILE, write


class Command(BaseCommand):
    help = (
        "Make a new secret key in the data folder, after the old one was lost. Everybody has to sign in again, and "
        "links to series and invitations that were sent no longer work."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        file = settings.DATA_DIR / KEY_FILE
        try:
            write(file, f"{secrets.token_urlsafe(64)}\n".encode())
        except FileExistsError as error:
            raise CommandError(f"There is a secret key: {file}. Move it away first.") from error
        self.stdout.write(f"There is a new secret key in {file}. Make a backup.")
