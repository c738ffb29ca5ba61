"""The PDF: it can be read, searched and read aloud, and it is the same every time."""

import hashlib
import os
import re
import subprocess
import sys
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings as project
from django.utils import translation
from pypdf import PdfReader

from ledger.series import descriptions
from ledger.series.changes import Corrected, Withdrawn
from ledger.series.models import Status
from ledger.sheets import pdf
from ledger.sheets.papers import PAPERS
from ledger.sheets.signed_pdf import with_code
from tests.ledger.sheets.conftest import pdf_text, printed, printed_html, sheet_of, words_of
from tests.ledger.sheets.evenings import ALL, jass, jewel, scorecard
from tests.ledger.sheets.tables import NAMES, NEPALI_NAMES, Table, long_rules, totals

pytestmark = pytest.mark.thorough

MILLIMETRES = 25.4 / 72


def read(content: bytes) -> PdfReader:
    return PdfReader(BytesIO(content))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", ["en", "ne"])
def test_every_name_can_be_found_and_copied(language, paper):
    awkward = ("ज्ञानेन्द्र", "क्षेत्री", "O’Brien-Łukasz", "शर्मिला")
    for names in (NAMES[:4], NEPALI_NAMES, awkward):
        with translation.override(language):
            text = words_of(printed(Table(names), paper))
        for name in names:
            assert text.count(name) >= 2, name  # some stand on two lines in the narrow columns


@pytest.mark.parametrize("paper", PAPERS)
def test_the_name_of_a_team_stands_on_one_line(paper):
    """Beside the chart too, where there is least room."""
    text = pdf_text(printed(jass(), paper))
    assert text.count("Anil & Chandra") == 4  # who won, ranking, chart, hands
    assert not re.search(r"&\s*$", text, re.MULTILINE)


def test_the_version_of_weasyprint_is_the_one_that_pdf_py_was_written_for():
    """Before another version goes in: print sheets with both, compare the pages, and read what pdf.py says."""
    import weasyprint

    assert weasyprint.__version__ == "70.0"
    assert "WeasyPrint==70.0\n" in (project.BASE_DIR / "requirements" / "base.in").read_text()


def test_devanagari_cannot_be_copied_without_our_wrapper(monkeypatch):
    """If this test fails, WeasyPrint writes text that can be copied without our wrapper in pdf.py."""
    from weasyprint.draw import text

    html = '<html lang="ne"><title>x</title><p>अनिल शर्मा</p></html>'
    assert "अनिल शर्मा" in words_of(printed_html(html))
    pdf._make_text_readable()  # a second time changes nothing
    monkeypatch.setattr(text, "draw_first_line", text.draw_first_line.__wrapped__)
    assert "अनिल शर्मा" not in words_of(printed_html(html))


def test_a_reason_in_devanagari_survives_a_line_break():
    reason = "तेस्रो हातमा एउटा रातो पत्ता दुई पटक गनिएको रहेछ र कालो पत्ता छुटेको रहेछ भनेर सबैले माने " * 2
    table = Table(changes=((Corrected.kind, 3, reason.strip()),))
    words = words_of(printed(table))
    assert all(word in words for word in reason.split())


@pytest.mark.parametrize("language", ["en", "ne"])
def test_the_pdf_is_tagged_and_has_title_and_language(language):
    with translation.override(language):
        reader = read(printed(Table()))
        title = sheet_of(Table()).title
    catalogue = reader.trailer["/Root"]
    assert catalogue["/Lang"] == language
    assert catalogue["/MarkInfo"]["/Marked"]
    assert catalogue["/ViewerPreferences"]["/DisplayDocTitle"]
    assert reader.metadata is not None
    assert reader.metadata.title == f"{title} – Friday table"
    assert b"pdfuaid:part" in catalogue["/Metadata"].get_data()


def test_drawings_have_descriptions():
    alternatives = [element["/Alt"] for element in structure(read(printed(Table()))) if element["/S"] == "/Figure"]
    assert alternatives == [
        "The totals after each hand. They stand at: Anil 41, Bimal 18½, Chandra 6½, Dipak 4.",
        "QR code: check this sheet",
    ]


def test_table_cells_refer_to_their_headings():
    elements = list(structure(read(printed(Table()))))
    cells = [element for element in elements if element["/S"] == "/TD" and element["/A"].get("/Headers")]
    assert len(cells) > 60
    assert {element["/S"] for element in elements} >= {"/H1", "/H2", "/Table", "/THead", "/TH", "/L", "/LBody"}


def structure(reader: PdfReader) -> Any:
    def below(element: Any) -> Any:
        element = element.get_object()
        if isinstance(element, dict) and "/S" in element:
            yield element
        kids = element.get("/K", []) if isinstance(element, dict) else []
        for kid in kids if isinstance(kids, list) else [kids]:
            if not isinstance(kid, int):
                yield from below(kid)

    return below(reader.trailer["/Root"]["/StructTreeRoot"]["/K"][0])


def test_all_fonts_are_embedded():
    fonts = {
        str(font["/BaseFont"]): font["/DescendantFonts"][0]["/FontDescriptor"]
        for page in read(printed(Table(NEPALI_NAMES))).pages
        for font in page["/Resources"]["/Font"].values()
    }
    assert {re.sub(r"^/[A-Z]{6}\+", "", name) for name in fonts} == {
        "Khata-Sans",
        "Khata-Sans-Bold",
        "Khata-Devanagari",
        "Khata-Devanagari-Bold",
    }
    assert all("/FontFile2" in descriptor for descriptor in fonts.values())


@pytest.mark.parametrize("language", ["ne", "en"])
def test_25_hands_fit_on_one_page(language):
    hands = totals(25)
    hands[4] = {"thrown_in": True, "reason": "a card lay face up"}
    changes = (
        (Corrected.kind, 3, "Chandra and Dipak were swapped"),
        (Corrected.kind, 7, "one red card was counted twice"),
        (Withdrawn.kind, 26, ""),
    )
    table = Table(NEPALI_NAMES, hands, rules=long_rules(), status=Status.STOPPED, coin_minor=50, changes=changes)
    with translation.override(language):
        assert len(read(printed(table)).pages) == 1


@pytest.mark.parametrize(
    "table", [jewel(25), scorecard(*[[7, -3, 0, 12.0, 4, 9, -8, 1, 2]] * 25)], ids=["account", "plain"]
)
def test_25_hands_of_nine_players_fit_on_one_page(table, monkeypatch):
    monkeypatch.setattr(descriptions, "BY_SLUG", {game.slug: game for game in ALL})
    (page,) = read(printed(table)).pages
    text = " ".join(page.extract_text().split())
    assert all(f"{hand} " in text for hand in range(1, 26))


def test_a_small_overflow_is_set_smaller():
    story = "Chandra and Dipak were swapped, which nobody noticed until the cards were counted again. " * 4
    changes = tuple((Corrected.kind, hand, story.strip()) for hand in (2, 5, 7))
    table = Table(records=totals(12), rules=long_rules(), changes=changes)
    sheet = sheet_of(table)
    assert sheet.size == "some"
    roomy = printed_html(pdf.sheet_html(sheet), "sheet.css", sheet.paper.style)
    assert [len(read(content).pages) for content in (roomy, printed(table))] == [2, 1]


@pytest.mark.parametrize("language", ["en", "ne"])
def test_a_few_hands_are_set_large(language):
    """A sheet that is set smaller than it should be is laid out twice."""
    with translation.override(language):
        sheet = sheet_of(Table(NEPALI_NAMES))
        assert sheet.seal
        large = with_code(printed_html(pdf.sheet_html(sheet), "sheet.css", sheet.paper.style), sheet.seal.code)
        assert sheet.size == "few"
        assert pdf.print_job(pdf.sheet_job(sheet)) == large


def test_a_large_overflow_keeps_its_size():
    table = Table(records=totals(60), rules=long_rules())
    assert not sheet_of(table).smaller_sizes


@pytest.mark.parametrize("hands", [4, 12, 25, 60])
def test_signatures_are_at_the_foot_of_the_last_page(hands):
    placed = pdf_text(printed(Table(records=totals(hands), rules=long_rules())), "-bbox").rpartition("<page ")[2]
    tops = [float(top) for top in re.findall(r'yMin="([-0-9.]+)" xMax="[^"]*" yMax="[^"]*">https:', placed)]
    assert len(tops) == 2  # of the page that checks it, and of the series
    assert 790 < tops[1] < 808  # the sheet's own margin begins at 297 − 12 mm, which is 808 points


def test_several_pages_have_repeated_headings_and_page_numbers():
    pages = read(printed(Table(records=totals(60), rules=long_rules(), status=Status.OPEN))).pages
    texts = [" ".join(page.extract_text().split()) for page in pages]
    assert len(texts) > 1
    for number, text in enumerate(texts, start=1):
        assert f"Page {number} / {len(texts)}" in text
    for text in texts[1:]:
        assert "Friday table · Jaago-Chalis, 20 October 2004" in text
        assert "Hand Anil Bimal Chandra Dipak won entered total" in text
    assert "Friday table · " not in texts[0]


@pytest.mark.parametrize("paper", PAPERS)
def test_a_long_series_is_laid_out_once_without_a_search(paper, monkeypatch):
    """Its figures are text in their cells, with no element of their own."""
    table = scorecard(*[[7, -3, 0, 12.0, 4, 9, -8, 1, 2, 3, 4, 5]] * 110)
    html = pdf.sheet_html(sheet_of(table, paper))
    hands = html.partition("</thead>")[2].partition("</table>")[0]
    assert hands.count("<td") >= 110 * 4
    assert "<small" not in hands
    laid_out = []
    render = pdf._Press._render
    monkeypatch.setattr(pdf._Press, "_render", lambda *what: laid_out.append(1) or render(*what))
    content = printed(table, paper)
    assert len(laid_out) == 1
    if paper == "a4":
        pages = read(content).pages
        assert f"Page 1 / {len(pages)}" in " ".join(pages[0].extract_text().split())
    assert "770 +7" in words_of(content)


def test_only_the_latest_corrections_of_very_many_are_listed():
    changes = tuple((Corrected.kind, 1 + number % 4, f"reason {number}") for number in range(310))
    sheet = sheet_of(Table(changes=changes))
    assert len(sheet.remarks) == 300
    assert sheet.remarks[-1].reason == "reason 309"
    assert "has 10 earlier ones" in pdf.sheet_html(sheet)


def test_the_phone_sheet_is_one_long_page():
    short, long = (
        read(printed(Table(records=totals(count), rules=long_rules(), status=Status.OPEN), "phone"))
        for count in (4, 60)
    )
    for strip in (short, long):
        assert len(strip.pages) == 1
        assert float(strip.pages[0].mediabox.width) * MILLIMETRES == pytest.approx(80, abs=0.1)
    heights = [float(strip.pages[0].mediabox.height) * MILLIMETRES for strip in (short, long)]
    assert 200 < heights[0] < 400
    assert heights[0] + 56 * 4 < heights[1] < heights[0] + 56 * 9


# --- Unusual characters ---


def test_a_control_character_in_a_name_does_no_harm():
    assert "Anil" in words_of(printed(Table(("Anil\x0b", *NAMES[1:4]))))


# --- The same bytes --------------------------------------------------------------------------------------------------

PRINT_ELSEWHERE = """
import django, hashlib
django.setup()
from django.utils import translation
from tests.ledger.sheets.conftest import printed
from tests.ledger.sheets.tables import NEPALI_NAMES, Table
with translation.override("ne"):
    print(hashlib.sha256(printed(Table(NEPALI_NAMES))).hexdigest())
"""


@pytest.mark.slow
def test_the_same_series_is_the_same_bytes_in_every_process():
    printed(Table(NAMES[:4]))  # what was printed before plays no part
    with translation.override("ne"):
        here = hashlib.sha256(printed(Table(NEPALI_NAMES))).hexdigest()
    for seed in ("1", "2"):
        key = (project.DATA_DIR / "signing_key").read_text()
        environment = os.environ | {"PYTHONHASHSEED": seed, "DJANGO_SETTINGS_MODULE": "tests.settings"}
        environment |= {"LEDGER_SIGNING_KEY": key.strip()}
        command = [sys.executable, "-c", PRINT_ELSEWHERE]
        there = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=project.BASE_DIR)
        assert there.stdout.strip() == here, there.stderr


# --- Nothing from outside --------------------------------------------------------------------------------------------


def test_no_address_outside_is_fetched(monkeypatch):
    """A sheet has no such address. If it had one, it would be left out, and so would local files."""
    import socket

    asked: list[Any] = []
    monkeypatch.setattr(socket.socket, "connect", lambda _self, where: asked.append(where))
    pictures = "".join(
        f'<img alt="" src="{address}">'
        for address in ("http://127.0.0.1:9/x.png", "https://khata.example/x.png", "file:///etc/hostname", "ftp://a/b")
    )
    style = '<link rel="stylesheet" href="http://127.0.0.1:9/x.css"><link rel="stylesheet" href="file:///etc/x.css">'
    html = f'<html lang="en"><head><title>x</title>{style}</head><body>{pictures}<p>Here</p></body></html>'
    assert "Here" in pdf_text(printed_html(html))
    assert asked == []


@pytest.mark.parametrize(
    "address", ["http://khata.example/a", "file:///etc/passwd", "data:text/plain,x", "paper:../pdf.py", "paper:/etc/x"]
)
def test_only_bundled_files_can_be_fetched(address):
    fetcher = pdf._press().fetcher
    with pytest.raises(ValueError, match="does not fetch"):
        fetcher.fetch(address)
    assert fetcher.fetch("paper:fonts/NotoSans-Bold.ttf").read()[:4] == b"\x00\x01\x00\x00"


def test_markup_in_a_name_is_text():
    names = ('<img src="http://x/">', "</title><script>", "{{ x }}", "Anil & Bimal")
    html = sheet_of(Table(names))
    text = words_of(printed(Table(names)))
    assert all(name in text for name in names), html
