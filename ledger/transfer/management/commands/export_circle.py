from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger.circles.models import Circle
from ledger.transfer.export import circle_file_parts


class Command(BaseCommand):
    help = "Write everything in a circle as one file, as its owners get it from its settings: export_circle ID > file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("circle", help="the circle's id, as in its address")

    def handle(self, *_args: Any, circle: str, **_options: Any) -> None:
        found = Circle.objects.filter(pk=circle).first()
        if found is None:
            raise CommandError(f"There is no circle {circle}.")
        for part in circle_file_parts(found):
            self.stdout.write(part, ending="")
