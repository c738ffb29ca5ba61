"""Names in letters that our own fonts lack: printed with a font of the machine, or named on the sheet."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.utils import translation
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from ledger.circles.models import Circle
from ledger.sheets import letters, pdf
from ledger.sheets.letters import has_font, missing_letters
from tests.ledger.sheets.conftest import printed, sheet_of, words_of
from tests.ledger.sheets.tables import NEPALI_NAMES, Table
from tests.ledger.sheets.test_emoji import fonts_in
from tests.ledger.sheets.test_season_sheet import one_page, table_of

CHINESE, THAI, TAMIL = "張三", "สมชาย", "அருண்"
NAMES = (CHINESE, THAI, TAMIL, "Deepa")
OF_THE_MACHINE = "OfTheMachine"
CIRCLE = Circle(name="週五", currency="NPR", language="en")

Machine = Callable[[str], None]


@pytest.fixture
def machine(tmp_path, monkeypatch) -> Iterator[Machine]:
    """Give the machine a single font that has the given letters, or no font."""

    def restart() -> None:
        for remembered in (letters._is_in_a_font, letters._fontconfig, pdf._press):
            remembered.cache_clear()

    def with_letters(text: str) -> None:
        folder = tmp_path / "fonts"
        folder.mkdir()
        if text:
            save_font(folder / "font.ttf", text)
        config = tmp_path / "fonts.conf"
        config.write_text(f"<fontconfig><dir>{folder}</dir><cachedir>{tmp_path}/cache</cachedir></fontconfig>")
        monkeypatch.setenv("FONTCONFIG_FILE", str(config))
        restart()

    yield with_letters
    monkeypatch.undo()
    restart()


def save_font(file: Path, text: str) -> None:
    """Save a font in which each letter is a square."""
    pen = TTGlyphPen(None)
    pen.moveTo((100, 0))
    for corner in ((100, 700), (800, 700), (800, 0)):
        pen.lineTo(corner)
    pen.closePath()
    square = pen.glyph()
    names = {ord(letter): f"u{ord(letter):04X}" for letter in set(text)}
    glyphs = [".notdef", *sorted(names.values())]
    font = FontBuilder(1000)
    font.setupGlyphOrder(glyphs)
    font.setupCharacterMap(names)
    font.setupGlyf(dict.fromkeys(glyphs, square))
    font.setupHorizontalMetrics(dict.fromkeys(glyphs, (900, 100)))
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": OF_THE_MACHINE, "styleName": "Regular", "psName": OF_THE_MACHINE})
    font.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    font.setupPost()
    font.save(file)


def test_a_name_is_printed_as_letters_if_the_machine_has_a_font(machine):
    machine(CHINESE + THAI + TAMIL + CIRCLE.name)
    content = printed(Table(NAMES, circle=CIRCLE))
    assert OF_THE_MACHINE in fonts_in(content)
    words = words_of(content)
    for name in (*NAMES, CIRCLE.name):
        assert name in words, name
    assert "Letters are missing" not in words


def test_the_sheet_says_which_names_it_cannot_print_without_a_font(machine):
    machine("")
    sentence = "Letters are missing in these names, because this server has no font for them"
    assert f"{sentence}: Seat 1, Seat 2, Seat 3, Name of the circle." in words_of(printed(Table(NAMES, circle=CIRCLE)))


def test_one_letter_that_is_missing_is_enough(machine):
    machine(CHINESE[0])
    assert has_font(CHINESE[0])
    assert not has_font(CHINESE)
    assert missing_letters([("Seat 1", "Deepa"), ("Seat 2", CHINESE)]).endswith(": Seat 2.")


@pytest.mark.parametrize("name", ["Zoë Łukasz", *NEPALI_NAMES, "ज्ञानेन्द्र\u200dसिंह", "Asha 🦁", "👩‍🌾 1️⃣", "Hari ❤️"])
def test_our_own_fonts_need_nothing_of_the_machine(name, machine):
    machine("")
    assert has_font(name)


def test_the_seat_is_numbered_in_the_language_of_the_sheet(machine):
    machine("")
    with translation.override("ne"):
        assert "१" in sheet_of(Table(NAMES, circle=CIRCLE)).missing_letters


@pytest.mark.parametrize("is_closed", [False, True])
def test_the_sheet_of_a_season_says_it_too(machine, is_closed):
    machine("")
    text = words_of(one_page(table_of(("Deepa", CHINESE, "Bimal", THAI), CIRCLE, is_closed=is_closed)))
    assert "this server has no font for them: Place 2, Place 4, Name of the circle." in text


@pytest.mark.parametrize("count", [12, 150])
def test_a_season_without_one_name_in_print_still_has_one_page(machine, count):
    machine("")
    text = words_of(one_page(table_of([CHINESE] * count, CIRCLE, is_closed=True)))
    assert f"Place {min(count, 120)}, Name of the circle." in text
