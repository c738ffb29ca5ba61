"""Which names can be printed: with the sheet's own fonts, or with those of the machine.

WeasyPrint takes the fonts of the machine from fontconfig, so fontconfig is asked here too. It reads them once: a font
that is installed later counts after a restart.
"""

import ctypes
import unicodedata
from collections.abc import Iterable
from functools import cache

from django.utils.translation import gettext as _

from ledger.sheets.pdf import LETTER_BY_LETTER, PAPER

INVISIBLE = frozenset({"Cc", "Cf", "Zs"})  # need no glyph


class _FontSet(ctypes.Structure):
    """FcFontSet begins with the number of its fonts."""

    _fields_ = (("count", ctypes.c_int),)


def has_font(text: str) -> bool:
    """Return whether every letter of the text can be printed here."""
    if LETTER_BY_LETTER.fullmatch(text):
        return True
    letters = {letter for letter in text if unicodedata.category(letter) not in INVISIBLE}
    return all(map(_is_in_a_font, letters))


def missing_letters(names: Iterable[tuple[str, str]]) -> str:
    """Say which names of a sheet lack letters, each by what it is, because it cannot be printed. Empty if none does.

    `names` has pairs such as ("Seat 1", "Asha").
    """
    missing = dict.fromkeys(what for what, name in names if not has_font(name))
    if not missing:
        return ""
    sentence = _("Letters are missing in these names, because this server has no font for them: %(names)s.")
    return sentence % {"names": ", ".join(missing)}


@cache
def _is_in_a_font(letter: str) -> bool:
    """Ask fontconfig for a font with this letter. If it cannot be asked, nothing is said to be missing."""
    fontconfig, config = _fontconfig()
    if fontconfig is None:
        return True
    letters = fontconfig.FcCharSetCreate()
    pattern = fontconfig.FcPatternCreate()
    wanted = fontconfig.FcObjectSetCreate()
    fontconfig.FcCharSetAddChar(letters, ord(letter))
    fontconfig.FcPatternAddCharSet(pattern, b"charset", letters)
    fontconfig.FcObjectSetAdd(wanted, b"family")
    found = fontconfig.FcFontList(config, pattern, wanted)
    try:
        return bool(found) and found.contents.count > 0
    finally:
        if found:
            fontconfig.FcFontSetDestroy(found)
        fontconfig.FcObjectSetDestroy(wanted)
        fontconfig.FcPatternDestroy(pattern)
        fontconfig.FcCharSetDestroy(letters)


@cache
def _fontconfig() -> tuple[ctypes.CDLL | None, int | None]:
    """Return fontconfig and its fonts: those of the machine and those in PAPER. None, None without the library."""
    try:
        library = ctypes.CDLL("libfontconfig.so.1")
    except OSError:
        return None, None
    pointer, text = ctypes.c_void_p, ctypes.c_char_p
    for name, answer, *arguments in (
        ("FcInitLoadConfigAndFonts", pointer),
        ("FcConfigAppFontAddFile", ctypes.c_int, pointer, text),
        ("FcCharSetCreate", pointer),
        ("FcCharSetAddChar", ctypes.c_int, pointer, ctypes.c_uint32),
        ("FcCharSetDestroy", None, pointer),
        ("FcPatternCreate", pointer),
        ("FcPatternAddCharSet", ctypes.c_int, pointer, text, pointer),
        ("FcPatternDestroy", None, pointer),
        ("FcObjectSetCreate", pointer),
        ("FcObjectSetAdd", ctypes.c_int, pointer, text),
        ("FcObjectSetDestroy", None, pointer),
        ("FcFontList", ctypes.POINTER(_FontSet), pointer, pointer, pointer),
        ("FcFontSetDestroy", None, ctypes.POINTER(_FontSet)),
    ):
        function = getattr(library, name)
        function.restype, function.argtypes = answer, arguments
    config = library.FcInitLoadConfigAndFonts()
    for file in (PAPER / "fonts").glob("*.ttf"):
        library.FcConfigAppFontAddFile(config, bytes(file))
    return library, config
