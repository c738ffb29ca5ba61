from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger.circles.models import Circle
from ledger.signing.minisign import ENDING, minisig_of
from ledger.transfer.export import circle_file_parts


class Command(BaseCommand):
    help = "Write everything in a circle as one file, as its owners get it from its settings."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("circle", help="the circle's id, as in its address")
        parser.add_argument(
            "file", nargs="?", type=Path, help=f"a new file, with its signature as FILE{ENDING}; else standard output"
        )

    def handle(self, *_args: Any, circle: str, file: Path | None, **_options: Any) -> None:
        found = Circle.objects.filter(pk=circle).first()
        if found is None:
            raise CommandError(f"There is no circle {circle}.")
        if file is None:
            for part in circle_file_parts(found):
                self.stdout.write(part, ending="")
            return
        signature_file = file.with_name(file.name + ENDING)
        try:
            with file.open("xb") as stream, signature_file.open("x", encoding="utf-8") as signature:
                signature.write(minisig_of(_written(stream, circle_file_parts(found)), file.name))
        except OSError as error:
            raise CommandError(f"{error.filename or file} cannot be written: {error.strerror}.") from error


def _written(stream: BinaryIO, parts: Iterable[str]) -> Iterator[bytes]:
    """Write each part to the stream, and yield it."""
    for part in parts:
        data = part.encode()
        stream.write(data)
        yield data
