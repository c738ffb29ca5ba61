"""The QR code of a printed page, as a camera sees it, and the verdicts on a sheet."""

import subprocess
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
import zxingcpp
from django.utils import translation
from PIL import Image

from ledger.circles.models import Verdicts
from ledger.sheets import pdf
from ledger.sheets.papers import PAPERS
from ledger.signing.seals import read_code
from ledger.verdicts.current import CurrentVerdict, SeriesVerdicts
from ledger.verdicts.models import Verdict, VerdictEntry
from tests.ledger.sheets.conftest import CHECK_ADDRESS, printed, sheet_of, words_of
from tests.ledger.sheets.evenings import scorecard
from tests.ledger.sheets.tables import BEGAN, Table
from tests.needs import find_program

pytestmark = pytest.mark.thorough

DOTS_PER_INCH = 300
TABLES = {
    "4": Table(),
    "7": scorecard([1, 2, 3, 4, 5, 6, -21], [9, 2.5, 3, 4, 5, 6, 1]),
    "12": scorecard(list(range(12)), [5] * 12, [2000, *range(100, 111)]),
}
SEEN: dict[str, Callable[[Image.Image], Image.Image]] = {
    "straight": lambda page: page,
    "turned": lambda page: page.rotate(7, Image.Resampling.BICUBIC, expand=True, fillcolor="white"),
    "small": lambda page: page.resize((page.width // 2, page.height // 2), Image.Resampling.BILINEAR),
    "grey": lambda page: page.convert("L"),
}


def photographed(sheet: bytes, folder: Path) -> Image.Image:
    (folder / "sheet.pdf").write_bytes(sheet)
    program = find_program("pdftoppm", "pdftoppm")
    command = [program, "-r", str(DOTS_PER_INCH), "-png", "-singlefile", "sheet.pdf", "page"]
    subprocess.run(command, cwd=folder, check=True)
    return Image.open(folder / "page.png").convert("RGB")


@pytest.mark.slow
@pytest.mark.parametrize("language", ["ne", "en"])
@pytest.mark.parametrize("players", list(TABLES))
@pytest.mark.parametrize("paper", ["a4", "phone"])
def test_a_printed_code_is_read_back(players, language, paper, tmp_path):
    table = TABLES[players]
    with translation.override(language):
        page = photographed(printed(table, paper), tmp_path)
    for way, see in SEEN.items():
        (code,) = zxingcpp.read_barcodes(see(page))
        address, _hash, text = code.text.partition("#")
        assert address == CHECK_ADDRESS, way
        assert read_code(text) == sheet_of(table).seal, way
        width = (code.position.top_right.x - code.position.top_left.x) / DOTS_PER_INCH * 25.4
        assert way != "straight" or abs(width - 25) < 0.5


def agreed_by(seat: int, **how: object) -> CurrentVerdict:
    said = {"by_name": "Bob", "by_proxy": False, "by_link": False, "at": BEGAN} | how
    return CurrentVerdict(f"player{seat:06}", seat, Verdict.AGREED, "", "", revision=1, **said)


def with_verdicts(paper: str, verdicts: SeriesVerdicts) -> str:
    sheet = replace(sheet_of(Table(), paper), verdicts=verdicts)
    return words_of(pdf.print_job(pdf.sheet_job(sheet)))


@pytest.mark.parametrize("paper", list(PAPERS))
def test_the_sheet_says_who_agreed(paper):
    another_day = datetime.fromisoformat("2004-10-22T10:00:00+05:45")
    held = [agreed_by(0), agreed_by(1, by_proxy=True), agreed_by(2, by_link=True, at=another_day), agreed_by(3)]
    text = with_verdicts(paper, SeriesVerdicts(Verdicts.REQUIRED, _verdicts={None: held}, _unanswered={2: [3]}))
    assert text.count("agreed 19:45") == 2  # 14:00 UTC in Kathmandu
    assert "agreed 19:45, said Bob" in text
    assert "agreed 22 October 2004, 10:00, by link" in text
    assert text.count("agreed 2") == 1  # Dipak has not answered for every hand, and has a line to sign
    disputed = SeriesVerdicts(Verdicts.OFFERED, _verdicts={2: [replace(held[0], verdict=Verdict.DISPUTED)]})
    assert "does not agree" in with_verdicts(paper, disputed)


def test_the_sheet_says_what_an_owner_has_waived():
    waiver = VerdictEntry(by_name="Alice", at=BEGAN, reason="Dipak had to leave")
    text = with_verdicts("a4", SeriesVerdicts(Verdicts.REQUIRED, waiver, agreed=True))
    assert "Alice has declared the result agreed, 20 October 2004, 19:45: Dipak had to leave" in text
