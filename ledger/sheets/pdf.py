"""From HTML to a PDF that is tagged for screen readers, has its fonts inside and is the same byte for byte every time.

WeasyPrint is imported when the first sheet is made: where one of its system libraries is missing, or nobody wants a
sheet, everything else works all the same.
"""

import gc
import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any
from xml.etree import ElementTree

logger = logging.getLogger(__name__)

PAPER = Path(__file__).with_name("paper")
FONTS, SEVERAL_PAGES, EMOJI = "fonts.css", "pages.css", "emoji.css"
# What the other fonts have not got. The font of the emoji is read when the first of them is to be printed.
HAS_EMOJI = re.compile(
    "[\u20e3\u2194-\u21aa\u231a-\u23fa\u24c2\u25aa-\u25c0\u25fb-\u27bf\u2934-\u2b55"
    "\u3030\u303d\u3297\u3299\ufe0f\U0001f004-\U0001faff]"
)
SCHEME = "paper:"  # paper:fonts/NotoSans-Bold.ttf lies in PAPER/fonts
VARIANT = {"pdf_variant": "pdf/ua-1"}

# What Pango knows of the fonts is shared by all sheets of this process, and must not be used by two threads at once.
_one_at_a_time = Lock()


class CannotPrintError(Exception):
    """A library of the system that WeasyPrint needs is not here."""


def print_pdf(drafts: Iterable[str], styles: Sequence[str], *, strip: bool = False) -> bytes:
    """The first of the drafts that stands on one page; if none does, the first of all, on several.

    `styles` are names of files in paper/. A strip ends where its content does; on a page the close stands at the foot.
    """
    with _one_at_a_time, _no_collector():
        document = _press().lay_out(drafts, styles)
        finish = _trim if strip else _lower_close
        finish(document.pages[-1])
        return bytes(document.write_pdf(**VARIANT))


@contextmanager
def _no_collector() -> Iterator[None]:
    """A sheet is some hundred thousand small objects, which the collector would look through again and again: a third
    of the time that a sheet takes. What is left over it finds later."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@cache
def _press() -> "_Press":
    try:
        import weasyprint
        from weasyprint.text.fonts import FontConfiguration

        from ledger.sheets import readable_text
    except OSError as error:
        logger.error("No sheets can be made: %s", error)  # noqa: TRY400  (the message names the library)
        raise CannotPrintError(str(error)) from error
    readable_text.mend()
    return _Press(weasyprint, FontConfiguration(), _only_what_is_bundled(weasyprint), _well_formed(weasyprint))


def _only_what_is_bundled(weasyprint: Any) -> Any:
    """What a sheet may fetch: files in PAPER, by their names. Whatever else it asks for is left out."""
    bundled = {f"{SCHEME}{file.relative_to(PAPER)}": file for file in PAPER.rglob("*") if file.is_file()}

    class Fetcher(weasyprint.urls.URLFetcher):
        def fetch(self, url: str, _headers: Any = None) -> Any:
            if url not in bundled:
                raise ValueError(f"A sheet does not fetch {url}")
            return weasyprint.urls.URLFetcherResponse(url, bundled[url].read_bytes())

    return Fetcher()


def _well_formed(weasyprint: Any) -> Any:
    """HTML that is XML as well, as our templates are, is read by a parser that takes a fiftieth of the time."""

    class Source(weasyprint.HTML):
        def __init__(self, html: str, fetcher: Any) -> None:
            tree = ElementTree.fromstring(html)  # noqa: S314  (rendered by our own template)
            self.base_url, self.url_fetcher, self.media_type = SCHEME, fetcher, "print"
            self.wrapper_element = weasyprint.cssselect2.ElementWrapper.from_html_root(tree, content_language=None)
            self.etree_element = self.wrapper_element.etree_element

    return Source


@dataclass(frozen=True)
class _Press:
    """WeasyPrint with the fonts and style sheets that it has read already: most of the time of a first sheet."""

    weasyprint: Any
    fonts: Any
    fetcher: Any
    well_formed: Any

    def lay_out(self, drafts: Iterable[str], styles: Sequence[str]) -> Any:
        first = ""
        for html in drafts:
            document = self._lay_out(html, styles)
            if len(document.pages) == 1:
                return document
            first = first or html
        return self._lay_out(first, (*styles, SEVERAL_PAGES))

    def _lay_out(self, html: str, styles: Sequence[str]) -> Any:
        fonts = (FONTS, EMOJI) if HAS_EMOJI.search(html) else (FONTS,)
        sheets = [self.style(name) for name in (*styles, *fonts)]
        return self._read(html).render(stylesheets=sheets, font_config=self.fonts, **VARIANT)

    def _read(self, html: str) -> Any:
        try:
            return self.well_formed(html, self.fetcher)
        except ElementTree.ParseError:  # a letter in a name that XML does not know
            return self.weasyprint.HTML(string=html, base_url=SCHEME, url_fetcher=self.fetcher)

    @cache  # noqa: B019  (there is one press, and it is there until the process ends)
    def style(self, name: str) -> Any:
        css = (PAPER / name).read_text(encoding="utf-8")
        return self.weasyprint.CSS(string=css, base_url=SCHEME, url_fetcher=self.fetcher, font_config=self.fonts)


def _trim(page: Any) -> None:
    """Off with the blank end of a long strip of paper."""
    root = page._page_box.children[0]  # noqa: SLF001  (WeasyPrint says nowhere else how far the content reaches)
    page.height = root.position_y + root.margin_height() + page._page_box.margin_bottom  # noqa: SLF001


def _lower_close(page: Any) -> None:
    """Down to the foot of the page with what closes the sheet, as signatures stand at the foot of a page."""
    body = page._page_box.children[0].children[0]  # noqa: SLF001
    if body.children and body.children[-1].element is not None and body.children[-1].element.get("class") == "close":
        close, room = body.children[-1], page._page_box.content_box_y() + page._page_box.height  # noqa: SLF001
        close.translate(0, max(0, room - close.position_y - close.margin_height()))
