"""Text that can be read back out of a PDF: searched, copied, and spoken by a screen reader.

WeasyPrint keeps one text for each glyph that it draws, whichever word the glyph stood in first. In Devanagari a vowel
sign is drawn before the letter that it follows, and one glyph stands for several letters, so that अनिल शर्मा came out as
"अ निल शमार्मा" although it looked right. PDF has a way to say what a drawing says: an /ActualText around it. This is the
only place where Khata reaches into WeasyPrint (70.0): the function that draws one line of text is wrapped.
"""

import re
from typing import Any

import pydyf
from weasyprint.draw import text

# Scripts that stand glyph for letter come out right by themselves, and most of a sheet is figures.
LETTER_BY_LETTER = re.compile(r"[\u0000-\u024f\u1e00-\u1eff\u2000-\u22ff]*")

_draw_line = text.draw_first_line


def mend() -> None:
    """Once in a process; doing it again changes nothing."""
    text.draw_first_line = _draw_readable_line


def _draw_readable_line(stream: Any, textbox: Any, *details: Any) -> Any:
    if LETTER_BY_LETTER.fullmatch(textbox.text):
        return _draw_line(stream, textbox, *details)
    said = pydyf.Dictionary({"ActualText": pydyf.String(textbox.text)})
    stream.begin_marked_content("Span", said)
    drawn = _draw_line(stream, textbox, *details)
    stream.end_marked_content()
    return drawn
