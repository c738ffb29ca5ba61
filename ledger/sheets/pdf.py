"""From HTML to a PDF that is tagged for screen readers, has its fonts inside and is the same byte for byte every time.

WeasyPrint is imported when the first sheet is made: where one of its system libraries is missing, or nobody wants a
sheet, everything else works all the same.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

logger = logging.getLogger(__name__)

PAPER = Path(__file__).with_name("paper")
FONTS, SEVERAL_PAGES = "fonts.css", "pages.css"
SCHEME = "paper:"  # paper:fonts/NotoSans-Bold.ttf lies in PAPER/fonts
VARIANT = {"pdf_variant": "pdf/ua-1"}

# What Pango knows of the fonts is shared by all sheets of this process, and must not be used by two threads at once.
_one_at_a_time = Lock()


class CannotPrintError(Exception):
    """A library of the system that WeasyPrint needs is not here."""


def print_pdf(html: str, styles: Sequence[str], *, trim: bool = False) -> bytes:
    """`styles` are names of files in paper/. With `trim` the last page ends where its content does."""
    with _one_at_a_time:
        press = _press()
        document = press.lay_out(html, styles)
        if trim:
            _trim(document.pages[-1])
        return bytes(document.write_pdf(**VARIANT))


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
    return _Press(weasyprint, FontConfiguration(), _only_what_is_bundled(weasyprint))


def _only_what_is_bundled(weasyprint: Any) -> Any:
    """What a sheet may fetch: files in PAPER, by their names. Whatever else it asks for is left out."""
    bundled = {f"{SCHEME}{file.relative_to(PAPER)}": file for file in PAPER.rglob("*") if file.is_file()}

    class Fetcher(weasyprint.urls.URLFetcher):
        def fetch(self, url: str, _headers: Any = None) -> Any:
            if url not in bundled:
                raise ValueError(f"A sheet does not fetch {url}")
            return weasyprint.urls.URLFetcherResponse(url, bundled[url].read_bytes())

    return Fetcher()


@dataclass(frozen=True)
class _Press:
    """WeasyPrint with the fonts and style sheets that it has read already: most of the time of a first sheet."""

    weasyprint: Any
    fonts: Any
    fetcher: Any

    def lay_out(self, html: str, styles: Sequence[str]) -> Any:
        document = self._lay_out(html, styles)
        return document if len(document.pages) == 1 else self._lay_out(html, (*styles, SEVERAL_PAGES))

    def _lay_out(self, html: str, styles: Sequence[str]) -> Any:
        source = self.weasyprint.HTML(string=html, base_url=SCHEME, url_fetcher=self.fetcher)
        sheets = [self.style(name) for name in (FONTS, *styles)]
        return source.render(stylesheets=sheets, font_config=self.fonts, **VARIANT)

    @cache  # noqa: B019  (there is one press, and it is there until the process ends)
    def style(self, name: str) -> Any:
        css = (PAPER / name).read_text(encoding="utf-8")
        return self.weasyprint.CSS(string=css, base_url=SCHEME, url_fetcher=self.fetcher, font_config=self.fonts)


def _trim(page: Any) -> None:
    """Off with the blank end of a long strip of paper."""
    root = page._page_box.children[0]  # noqa: SLF001  (WeasyPrint says nowhere else how far the content reaches)
    page.height = root.position_y + root.margin_height() + page._page_box.margin_bottom  # noqa: SLF001
