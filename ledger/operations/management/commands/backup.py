import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger.lib.metrics import LAST_BACKUP
from ledger.operations.backup import make_backup, make_dated_backup


class Command(BaseCommand):
    help = (
        "Back up the database and the key files while the site runs: into FOLDER, which must be new, or with --keep N "
        "into a dated folder inside FOLDER, where only the newest N stay."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--keep", type=int, metavar="N")
        parser.add_argument("--without-audit", action="store_true", help="do not calculate every series again")

    def handle(self, *_args: Any, folder: Path, keep: int | None, without_audit: bool, **_options: Any) -> None:
        if keep is not None and keep < 1:
            raise CommandError("--keep is the number of backups that stay, so at least 1.")
        # Exit by an exception, so that `make_backup` deletes its unfinished files.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit("The backup was stopped. Nothing is left of it."))
        signal.signal(signal.SIGINT, lambda *_: sys.exit("The backup was stopped. Nothing is left of it."))
        if keep:
            backup = make_dated_backup(folder, keep=keep, with_audit=not without_audit)
        else:
            backup = make_backup(folder, with_audit=not without_audit)
        with suppress(OSError):  # the backup is complete all the same
            (settings.DATA_DIR / LAST_BACKUP).touch(mode=0o600)
        self.stdout.write(str(backup))
