"""Which names can be printed: with the sheet's own fonts, or with those of the machine.

WeasyPrint finds the fonts of the machine with fontconfig, so this module asks fontconfig, too. It reads the fonts
once: a font that is installed later is found after a restart.
"""

import ctypes
import unicodedata
from collections.abc import Iterable
from functools import cache

from django.utils.translation import gettext as _

from ledger.sheets.pdf import LETTER_BY_LETTER, PAPER_FOLDER

INVISIBLE = frozenset({"Cc", "Cf", "Zs"})  # Unicode's categories of characters that need no glyph


class _FontSet(ctypes.Structure):
    """The beginning of the struct FcFontSet of fontconfig: the number of its fonts."""

    _fields_ = (("count", ctypes.c_int),)


def has_font(text: str) -> bool:
    """Return whether every letter of the text can be printed here."""
    if LETTER_BY_LETTER.fullmatch(text):
        return True
    letters = {letter for letter in text if unicodedata.category(letter) not in INVISIBLE}
    return all(map(_is_in_a_font, letters))


def missing_letters(names: Iterable[tuple[str, str]]) -> str:
    """Return a sentence about the names on a sheet that cannot be printed in full, or "" if all can.

    `names` has pairs such as ("Seat 1", "Asha"). The sentence says "Seat 1", because it cannot say the name.
    """
    missing = dict.fromkeys(whose for whose, name in names if not has_font(name))
    if not missing:
        return ""
    sentence = _("Letters are missing in these names, because this server has no font for them: %(names)s.")
    return sentence % {"names": ", ".join(missing)}


@cache
def _is_in_a_font(letter: str) -> bool:
    """Return whether fontconfig finds a font with this letter. Without fontconfig, assume that there is one."""
    fontconfig, config = _fontconfig()
    if fontconfig is None:
        return True
    letters = fontconfig.FcCharSetCreate()
    pattern = fontconfig.FcPatternCreate()
    properties = fontconfig.FcObjectSetCreate()
    fontconfig.FcCharSetAddChar(letters, ord(letter))
    fontconfig.FcPatternAddCharSet(pattern, b"charset", letters)
    fontconfig.FcObjectSetAdd(properties, b"family")
    fonts = fontconfig.FcFontList(config, pattern, properties)
    try:
        return bool(fonts) and fonts.contents.count > 0
    finally:
        if fonts:
            fontconfig.FcFontSetDestroy(fonts)
        fontconfig.FcObjectSetDestroy(properties)
        fontconfig.FcPatternDestroy(pattern)
        fontconfig.FcCharSetDestroy(letters)


@cache
def _fontconfig() -> tuple[ctypes.CDLL | None, int | None]:
    """Return the library fontconfig, and its configuration with the fonts of the machine and those in PAPER_FOLDER.

    Return None and None if the library is not installed.
    """
    try:
        library = ctypes.CDLL("libfontconfig.so.1")
    except OSError:
        return None, None
    pointer, text = ctypes.c_void_p, ctypes.c_char_p
    for name, result, *arguments in (
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
        function.restype, function.argtypes = result, arguments
    config = library.FcInitLoadConfigAndFonts()
    for file in (PAPER_FOLDER / "fonts").glob("*.ttf"):
        library.FcConfigAppFontAddFile(config, bytes(file))
    return library, config
