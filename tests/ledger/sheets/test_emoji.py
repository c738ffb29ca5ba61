"""Emoji in names are printed with our own font, which is only loaded when it is needed."""

import re
from io import BytesIO

import pytest
from django.utils import translation
from fontTools.ttLib import TTFont
from pypdf import PdfReader

from ledger.sheets import pdf
from tests.ledger.sheets.conftest import pdf_text, printed, printed_html, sheet_of, words_of
from tests.ledger.sheets.tables import NAMES, NEPALI_NAMES, Table

pytestmark = pytest.mark.thorough

# One character, characters with a variation selector, several joined to one, a skin tone, a flag, a keycap.
WITH_EMOJI = ("Asha 🦁", "Bimal ❤️☕", "👩‍🌾 चन्द्र 👍🏽", "🇳🇵 Deepa 1️⃣")
JOINED = "ज्ञानेन्द्र\u200dसिंह"  # letters are joined as well
FLAG_LETTERS = range(0xE0000, 0xE0080)  # only ever after a flag
UNASSIGNED = range(0xF0000, 0xFFFFF)


def fonts_in(content: bytes) -> set[str]:
    fonts = {}
    for page in PdfReader(BytesIO(content)).pages:
        fonts |= {str(font["/BaseFont"]): font["/DescendantFonts"][0] for font in page["/Resources"]["/Font"].values()}
    assert all("/FontFile2" in font["/FontDescriptor"] for font in fonts.values())
    return {re.sub(r"^/[A-Z]{6}\+|-Bold$", "", name) for name in fonts}


def signs_in(font: str) -> set[int]:
    return set(TTFont(pdf.PAPER_FOLDER / "fonts" / font).getBestCmap())


@pytest.mark.parametrize("paper", ["a4", "phone"])
@pytest.mark.parametrize("language", ["en", "ne"])
def test_emoji_are_printed_from_our_own_font_and_can_be_found(language, paper):
    with translation.override(language):
        content = printed(Table(WITH_EMOJI), paper)
    assert fonts_in(content) == {"Khata-Sans", "Khata-Devanagari", "emoji"}
    text = words_of(content)
    for sign in ("🦁", "❤️", "☕", "👩‍🌾", "👍🏽", "🇳🇵", "1️⃣", "चन्द्र"):
        assert sign in text, sign


def test_joined_emoji_are_one_drawing():
    """A farmer is a woman joined with a sheaf, a flag is two letters, and a skin tone is part of a hand."""
    signs = ("🦁", "❤️", "👩‍🌾", "👍🏽", "🇳🇵", "1️⃣")
    paragraphs = "".join(f"<p>{sign}</p>" for sign in signs)
    content = printed_html(f'<html lang="en"><title>x</title>{paragraphs}</html>')
    placed = re.findall(r'xMin="([0-9.]+)" yMin="[^"]*" xMax="([0-9.]+)"[^>]*>([^<]+)<', pdf_text(content, "-bbox"))
    assert [sign for _left, _right, sign in placed] == list(signs)
    widths = [float(right) - float(left) for left, right, _sign in placed]
    assert widths == pytest.approx([widths[0]] * len(signs), rel=0.01)


@pytest.mark.parametrize("names", [NAMES[:4], NEPALI_NAMES, (JOINED, *NAMES[1:4])], ids=["plain", "Nepali", "joined"])
def test_a_sheet_without_emoji_does_not_read_the_font(names, monkeypatch):
    monkeypatch.setattr(pdf, "EMOJI", "nothing.css")
    for language in ("en", "ne"):
        with translation.override(language):
            assert not pdf.HAS_EMOJI.search(pdf.sheet_html(sheet_of(Table(names))))
    assert "emoji" not in fonts_in(printed(Table(names)))
    with pytest.raises(FileNotFoundError):
        printed(Table(WITH_EMOJI))


def test_every_sign_that_only_the_emoji_font_has_loads_it():
    """Otherwise a system font would be used, or ours only after an earlier sheet has loaded it."""
    others = signs_in("NotoSans-Regular.ttf") | signs_in("NotoSansDevanagari-Regular.ttf")
    alone = {
        sign for sign in signs_in("NotoEmoji-Regular.ttf") - others if sign not in (*FLAG_LETTERS, *UNASSIGNED, 0xFE0E)
    }
    assert len(alone) > 1400
    assert [hex(sign) for sign in alone if not pdf.HAS_EMOJI.search(chr(sign))] == []
    assert [hex(sign) for sign in others if pdf.HAS_EMOJI.search(chr(sign))] == []


def test_a_sheet_is_the_same_before_and_after_one_with_emoji():
    before = printed(Table(NEPALI_NAMES))
    with_emoji = printed(Table(WITH_EMOJI))
    assert printed(Table(NEPALI_NAMES)) == before
    assert printed(Table(WITH_EMOJI)) == with_emoji
