from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from ledger.signing.encodings import write_base64
from ledger.signing.key_file import SigningKeyError, new_secret, rotate
from ledger.signing.keys import has_own_key, key_id, own_key


class Command(BaseCommand):
    help = "Make a new signing key. The public key of the old one stays listed: what it has signed still holds."

    def handle(self, *_args: Any, **_options: Any) -> None:
        try:
            if settings.SIGNING_KEY:
                self.stdout.write("The key is in LEDGER_SIGNING_KEY, so nothing was changed. To rotate it, set:")
                old = [*settings.SIGNING_KEYS_OLD, write_base64(own_key().public)]
                self.stdout.write(f"LEDGER_SIGNING_KEY={write_base64(new_secret())}")
                self.stdout.write(f"LEDGER_SIGNING_KEYS_OLD={','.join(old)}")
                return
            old_id = key_id() if has_own_key() else ""
            new = rotate(settings.DATA_DIR)
        except (OSError, SigningKeyError) as error:
            raise CommandError(str(error)) from error
        before = f" Key {old_id} stays listed." if old_id else ""
        self.stdout.write(
            f"Key {new.id} signs from now on.{before} Make a backup, and copy signing_key and signing_keys.json "
            "to the other machines of the site."
        )
