"""The J-40 table of the series' tests, tables of any size, and poppler to read the PDFs."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from ledger.sheets import cache, pdf
from ledger.sheets.papers import A4, PAPERS
from ledger.sheets.printer import printer
from ledger.sheets.sheet import Sheet
from ledger.signing.seals import seal_of
from tests.ledger.following.links import link
from tests.ledger.series.conftest import players
from tests.ledger.sheets.tables import Table
from tests.needs import find_program

__all__ = ["link", "players"]

ADDRESS = "https://khata.example/series/abcdefghjkmn/"
CHECK_ADDRESS = "https://khata.example/check/"


@pytest.fixture(autouse=True)
def empty_cache(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


def sheet_of(table: Table, paper: str = A4.slug) -> Sheet:
    state = table.state()
    seal, check = seal_of(state, payments=True), CHECK_ADDRESS
    return Sheet(state, table.events, table.circle, ADDRESS, PAPERS[paper], seal=seal, check_address=check)


def printed(table: Table, paper: str = A4.slug) -> bytes:
    """The PDF in the active language."""
    return pdf.print_job(pdf.sheet_job(sheet_of(table, paper)))


def printed_html(html: str, *styles: str) -> bytes:
    return pdf.print_job(pdf.Job([html], styles, drawings=pdf.emblem_drawings("jaago-chalis")))


@pytest.fixture
def drafts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The HTML of every printed page. The printer returns `png` and prints nothing."""
    pages: list[str] = []
    monkeypatch.setattr(printer, "print", lambda job: pages.append(job.drafts[0]) or b"png")
    return pages


def pdf_text(pdf: bytes, *options: str) -> str:
    """The text that a search in the PDF finds."""
    command = [find_program("pdftotext", "pdftotext"), *options, "-", "-"]
    return subprocess.run(command, input=pdf, capture_output=True, check=True).stdout.decode()


def words_of(pdf: bytes, *options: str) -> str:
    """The text with single spaces."""
    return " ".join(pdf_text(pdf, *options).split())


def kept() -> list[str]:
    return sorted(file.name for file in cache.folder().glob("*.pdf"))
