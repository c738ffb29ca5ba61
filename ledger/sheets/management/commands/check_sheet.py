from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone, translation

from ledger.sheets import pdf
from ledger.sheets.paper_check import Findings, Verify, check_code, check_pdf, compare_with_export, compare_with_site
from ledger.sheets.papers import A4
from ledger.sheets.sheet import Sheet
from ledger.sheets.signed_pdf import MOST_BYTES
from ledger.signing import keys
from ledger.signing.key_file import PublicKey, SigningKeyError, read_public_key

NOT_TRUE, CANNOT_READ, NOT_TODAYS = 1, 2, 3
MOST_LETTERS = 4000


class Command(BaseCommand):
    help = (
        "Check a sheet: the PDF, the code of its QR code, or the short code below it. Exit code 0: true, and the "
        "series still looks so; 1: not true; 2: cannot be read; 3: true, but the series has moved on or is not here."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("sheet", metavar="FILE.pdf|CODE")
        parser.add_argument(
            "--export", type=Path, help="compare with this file, of the series or its circle, and not with the site"
        )
        parser.add_argument("--key", help="the site's public key as base64: nothing of this machine's site is used")
        parser.add_argument(
            "--sheet", type=Path, dest="out", help="write a sheet of that state, to lay beside the paper"
        )

    def handle(self, *_args: Any, sheet: str, export: Path | None, key: str, out: Path | None, **_options: Any) -> None:
        verify = verified_by(key) if key else keys.is_signed
        is_offline = bool(key or export)
        is_file = len(sheet) <= MOST_LETTERS and not sheet.startswith("http") and Path(sheet[:200]).is_file()
        if is_file or sheet.lower().endswith(".pdf"):
            findings = check_pdf(_content(Path(sheet), MOST_BYTES), verify)
        else:
            findings = check_code(sheet[:MOST_LETTERS], verify, is_offline=is_offline)
        if findings.is_true and findings.seal:
            if export:
                compare_with_export(_content(export, settings.MAX_IMPORT), findings)
            elif not key:
                compare_with_site(findings)
        for line in findings.lines:
            self.stdout.write(line)
        if findings.figures:
            self.stdout.write("The figures of the code:")
        for line in findings.figures:
            self.stdout.write(line)
        if not findings.is_true:
            raise CommandError("This sheet is not true.", returncode=NOT_TRUE)
        if out:
            self.write_sheet(findings, out)
        if not findings.is_current:
            raise CommandError("This sheet is true, but not the state of now.", returncode=NOT_TODAYS)
        self.stdout.write("This sheet is true. Compare the figures above with the paper.")

    def write_sheet(self, findings: Findings, out: Path) -> None:
        """Write a sheet with the same code. The sheet is not signed: it is for reading only."""
        if findings.record is None or findings.seal is None:
            raise CommandError("There is no record to make a sheet from: name an --export.", returncode=CANNOT_READ)
        record, circle = findings.record, findings.record.state.series.circle
        with translation.override(circle.language or "en"), timezone.override(circle.zone):
            check_address = f"{settings.ADDRESS}{reverse('check')}"
            sheet = Sheet(
                record.state,
                record.events,
                circle,
                f"{settings.ADDRESS}{reverse('series:page', args=[record.state.series.pk])}",
                A4,
                hand_notes=record.notes,
                shows_money=bool(findings.seal.figures.currency),
                seal=findings.seal,
                check_address=check_address,
            )
            try:
                out.write_bytes(pdf.print_job(pdf.sheet_job(sheet)))
            except (pdf.CannotPrint, OSError) as error:
                raise CommandError(f"{out} cannot be written: {error}.", returncode=CANNOT_READ) from error
        self.stdout.write(f"{out} is a sheet of that state. Lay it beside the paper.")


def verified_by(text: str) -> Verify:
    """Return a function that accepts signatures by this public key alone."""
    try:
        trusted = PublicKey(read_public_key(text, "--key"))
    except SigningKeyError as error:
        raise CommandError(str(error), returncode=CANNOT_READ) from error
    return lambda data, signature, key: key == trusted.id and keys.is_signed_with(trusted, data, signature)


def _content(file: Path, most: int) -> bytes:
    try:
        if file.stat().st_size > most:
            raise CommandError(f"{file} is too large: at most {most:,} bytes are read.", returncode=CANNOT_READ)
        return file.read_bytes()
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.", returncode=CANNOT_READ) from error
