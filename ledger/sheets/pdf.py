"""From HTML to a PDF that is tagged for screen readers, has its fonts inside and is the same byte for byte every time.

Pictures are such a PDF, drawn by PDFium (docs/decisions/0060-sheets-and-pictures.md).
WeasyPrint is imported when the first sheet is made: everything else works where one of its system libraries is missing.
"""

import gc
import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, wraps
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import Any

from django.template.loader import render_to_string

from games.registry import BY_SLUG
from ledger.face import emblems, faces
from ledger.sheets.sheet import Sheet

logger = logging.getLogger(__name__)

TEMPLATE = "sheets/sheet.html"
PAPER = Path(__file__).with_name("paper")
FONTS, SEVERAL_PAGES, EMOJI = "fonts.css", "pages.css", "emoji.css"
# What the other fonts have not got. The font of the emoji is read when the first of them is to be printed.
HAS_EMOJI = re.compile(
    "[\u20e3\u2194-\u21aa\u231a-\u23fa\u24c2\u25aa-\u25c0\u25fb-\u27bf\u2934-\u2b55"
    "\u3030\u303d\u3297\u3299\ufe0f\U0001f004-\U0001faff]"
)
# Scripts in which each glyph is one letter can be read back by themselves, and most of a sheet is figures.
LETTER_BY_LETTER = re.compile(r"[\u0000-\u024f\u1e00-\u1eff\u2000-\u22ff]*")
SCHEME = "paper:"  # paper:fonts/NotoSans-Bold.ttf is the file PAPER/fonts/NotoSans-Bold.ttf
PIXELS = 4  # of a picture, for each point of its page
COLOURS = 128
EMBLEM = "#e3b96e"  # --thread in sheet.css
VARIANT = {"pdf_variant": "pdf/ua-1"}

# What Pango knows of the fonts is shared by all sheets of this process, and must not be used by two threads at once.
_one_at_a_time = Lock()
# A sheet of 500 hands takes ten seconds. Others wait for it so long, and then free their thread for another request.
WAITS = 2.0  # seconds
RETRY_AFTER = 5  # seconds


class CannotPrint(Exception):
    """A library of the system that WeasyPrint needs is missing."""


class PrinterBusy(Exception):
    """Another sheet is being made, and it takes long."""


def sheet_pdf(sheet: Sheet) -> bytes:
    """In the language that is active; in a smaller size if that saves a page that would be nearly empty."""
    drafts = (sheet_html(draft) for draft in (sheet, *(replace(sheet, set_in=size) for size in sheet.smaller)))
    styles = ("sheet.css", sheet.paper.style, *([SEVERAL_PAGES] if sheet.has_several_pages else []))
    return print_pdf(drafts, styles, strip=sheet.paper.is_strip)


def sheet_html(sheet: Sheet) -> str:
    """Without the indentation, which is half of it and takes time to read."""
    return re.sub(r"\s*\n\s*", "\n", render_to_string(TEMPLATE, {"sheet": sheet}))


def sheet_png(sheet: Sheet) -> bytes:
    """A picture of the first page, in the language that is active."""
    with _printer():
        page = _print([sheet_html(sheet)], ("sheet.css", "picture.css", sheet.paper.style), strip=sheet.paper.is_strip)
        return _draw(page)


def print_pdf(drafts: Iterable[str], styles: Sequence[str], *, strip: bool = False) -> bytes:
    """The first of the drafts that fits on one page; if none does, the first of all, on several pages.

    `styles` are names of files in paper/. A strip ends where its content does; on a page the close is put at the foot.
    """
    with _printer():
        return _print(drafts, styles, strip=strip)


def _print(drafts: Iterable[str], styles: Sequence[str], *, strip: bool) -> bytes:
    document = _press().lay_out(drafts, styles)
    page = document.pages[-1]
    if strip:
        page.height = page.anchors["end"][1]
    else:
        _move_close_to_foot(page)
    return bytes(document.write_pdf(**VARIANT))


def _draw(document: bytes) -> bytes:
    """The first page of a PDF as a PNG. PDFium is not safe with threads: only while the printer is held.

    A picture has few colours. A palette of them makes it a third as large.
    """
    import pypdfium2

    pdf = pypdfium2.PdfDocument(document)
    try:
        image = pdf[0].render(scale=PIXELS).to_pil()
    finally:
        pdf.close()
    picture = BytesIO()
    image.quantize(COLOURS).save(picture, "PNG", optimize=True)
    return picture.getvalue()


def _move_close_to_foot(page: Any) -> None:
    """CSS cannot put the end of a text at the foot of its last page, and WeasyPrint shows its boxes nowhere else.

    As a footnote the close has another line height, and a full sheet goes on to a second page.
    """
    box = page._page_box  # noqa: SLF001  (private, so requirements/base.in names the exact version)
    last = box.children[0].children[0].children[-1:]
    if last and last[0].element is not None and last[0].element.get("class") == "close":
        room = box.content_box_y() + box.height
        last[0].translate(0, max(0, room - last[0].position_y - last[0].margin_height()))


@contextmanager
def _printer() -> Iterator[None]:
    """One sheet at a time, and without garbage collection.

    A sheet is some hundred thousand small objects. Collecting garbage among them takes a third of its time.
    """
    if not _one_at_a_time.acquire(timeout=WAITS):
        raise PrinterBusy
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
        _one_at_a_time.release()


@dataclass(frozen=True)
class _Press:
    """WeasyPrint with the fonts and style sheets that it has read already: most of the time of a first sheet."""

    weasyprint: Any
    fonts: Any
    fetcher: Any

    def lay_out(self, drafts: Iterable[str], styles: Sequence[str]) -> Any:
        first = ""
        for html in drafts:
            document = self._lay_out(html, styles)
            if len(document.pages) == 1 or SEVERAL_PAGES in styles:
                return document
            first = first or html
        return self._lay_out(first, (*styles, SEVERAL_PAGES))

    def _lay_out(self, html: str, styles: Sequence[str]) -> Any:
        source = self.weasyprint.HTML(string=html, base_url=SCHEME, url_fetcher=self.fetcher)
        fonts = (FONTS, EMOJI) if HAS_EMOJI.search(html) else (FONTS,)
        sheets = [self.style(name) for name in (*styles, *fonts)]
        return source.render(stylesheets=sheets, font_config=self.fonts, **VARIANT)

    @cache  # noqa: B019  (there is one press, and it is there until the process ends)
    def style(self, name: str) -> Any:
        css = (PAPER / name).read_text(encoding="utf-8")
        return self.weasyprint.CSS(string=css, base_url=SCHEME, url_fetcher=self.fetcher, font_config=self.fonts)


@cache
def _press() -> _Press:
    try:
        import weasyprint
        from weasyprint.text.fonts import FontConfiguration
    except OSError as error:
        logger.error("No sheets can be made: %s", error)  # noqa: TRY400  (the message names the library)
        raise CannotPrint(str(error)) from error

    bundled = {f"{SCHEME}{file.relative_to(PAPER)}": file for file in PAPER.rglob("*") if file.is_file()}
    drawn = {f"{SCHEME}faces/{face}.svg": faces.svg_file(face) for face in range(faces.FACES)}
    drawn |= {f"{SCHEME}emblems/{slug}.svg": emblems.svg_file(slug, EMBLEM) for slug in BY_SLUG}

    class Fetcher(weasyprint.urls.URLFetcher):
        """A sheet fetches files in PAPER by their names, marks and emblems, and nothing else."""

        def fetch(self, url: str, _headers: Any = None) -> Any:
            if url in drawn:
                return weasyprint.urls.URLFetcherResponse(url, drawn[url].encode())
            if url not in bundled:
                raise ValueError(f"A sheet does not fetch {url}")
            return weasyprint.urls.URLFetcherResponse(url, bundled[url].read_bytes())

    _make_text_readable()
    return _Press(weasyprint, FontConfiguration(), Fetcher())


def _make_text_readable() -> None:
    """Wrap the function of WeasyPrint that draws a line of text, so that a reader can copy and search the text.

    It is not documented, and nothing documented is called for each line of text: requirements/base.in names the exact
    version, and tests/ledger/sheets/test_print.py fails with another one.

    WeasyPrint keeps one text for each glyph, from the first word that it was drawn in. In Devanagari a vowel sign is
    drawn before the letter that it follows, and one glyph can be several letters, so अनिल शर्मा was read
    as "अ निल शमार्मा", though it looked right. In PDF an /ActualText around a drawing says what it says.
    """
    import pydyf
    from weasyprint.draw import text

    draw_line = text.draw_first_line

    @wraps(draw_line)
    def draw_readable_line(stream: Any, textbox: Any, *details: Any) -> Any:
        if LETTER_BY_LETTER.fullmatch(textbox.text):
            return draw_line(stream, textbox, *details)
        stream.begin_marked_content("Span", pydyf.Dictionary({"ActualText": pydyf.String(textbox.text)}))
        drawn = draw_line(stream, textbox, *details)
        stream.end_marked_content()
        return drawn

    text.draw_first_line = draw_readable_line
