import os
import secrets
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = (
        "Make a new secret key in the data folder, after the old one was lost. Everybody has to sign in again, and "
        "links to series and invitations that were sent no longer work."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        file = settings.DATA_DIR / "secret_key"
        try:
            handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError as error:
            raise CommandError(f"There is a secret key: {file}. Move it away first.") from error
        with os.fdopen(handle, "w") as stream:
            stream.write(secrets.token_urlsafe(64) + "\n")
        self.stdout.write(f"There is a new secret key in {file}. Make a backup.")
