from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from ledger.operations.restore import restore_backup


class Command(BaseCommand):
    help = "Put the backup in FOLDER into an empty place: there must be no database yet, or an empty PostgreSQL one."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--without-audit", action="store_true", help="do not calculate every series again")

    def handle(self, *_args: Any, folder: Path, without_audit: bool, **_options: Any) -> None:
        self.stdout.write(restore_backup(folder, with_audit=not without_audit))
