"""Make PDFs from HTML: tagged for screen readers, with embedded fonts, and with the same bytes every time.

PDFium draws such a PDF as a picture. `python -m ledger.sheets.pdf` is the process that prints for the server
(ledger/sheets/printer.py); it has no database and no settings.
"""

import gc
import json
import os
import re
import signal
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache, wraps
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from django.template.loader import render_to_string

from ledger.face import emblems, faces
from ledger.lib.process_memory import limit_memory, most_memory
from ledger.sheets.signed_pdf import with_code

if TYPE_CHECKING:
    from ledger.sheets.sheet import Sheet

TEMPLATE = "sheets/sheet.html"
PAPER_FOLDER = Path(__file__).with_name("paper")
FONTS, SEVERAL_PAGES, EMOJI = "fonts.css", "pages.css", "emoji.css"
# Characters that only the emoji font has. The font is read only for pages with such a character.
HAS_EMOJI = re.compile(
    "[\u20e3\u2194-\u21aa\u231a-\u23fa\u24c2\u25aa-\u25c0\u25fb-\u27bf\u2934-\u2b55"
    "\u3030\u303d\u3297\u3299\ufe0f\U0001f004-\U0001faff]"
)
# Text that can be copied from a PDF without help, because each glyph is one letter: most of a sheet.
LETTER_BY_LETTER = re.compile(r"[\u0000-\u024f\u1e00-\u1eff\u2000-\u22ff]*")
SCHEME = "paper:"  # paper:fonts/NotoSans-Bold.ttf is the file PAPER_FOLDER/fonts/NotoSans-Bold.ttf
PIXELS = 4  # of a picture, per point of its page
COLOURS = 128
EMBLEM_COLOUR = "#e3b96e"  # --thread in sheet.css
VARIANT = {"pdf_variant": "pdf/ua-1"}
RECORD_DESCRIPTION = "The series with all its events, as Khata exports it"

TAKES_AT_MOST = 20  # seconds of the processor for one sheet
IDLE = 300  # seconds without work after which the process ends
MOST_MEMORY = 380 * 2**20  # bytes of its own; with the libraries, which processes share, 400 MB
LARGE = 180 * 2**20  # bytes: a process that has used so much memory ends, which frees the memory


class CannotPrint(Exception):
    """A library of the system that WeasyPrint needs is missing."""


@dataclass(frozen=True)
class Job:
    """What to print: the first draft that fits on one page, or if none does, the first draft on several pages.

    `styles` are names of files in paper/. A strip ends where its content does; on a page the foot stands at the bottom.
    """

    drafts: Sequence[str]  # as HTML
    styles: Sequence[str]
    is_strip: bool = False
    is_picture: bool = False  # a PNG of the first page
    drawings: Mapping[str, str] = field(default_factory=dict)  # SVG by its address
    code: str = ""  # of the seal, for the end of the PDF
    record: str = ""  # the series as JSON, to attach
    record_name: str = ""
    record_at: str = ""  # when the series last changed

    @property
    def size(self) -> int:
        """The length of the HTML of the first draft, in letters."""
        return len(self.drafts[0])


def sheet_job(sheet: "Sheet", record: Mapping[str, Any] | None = None) -> Job:
    """Return the job in the active language. It has drafts in smaller letters if one of these may fit on one page."""
    paper = sheet.paper
    drafts = [sheet, *(replace(sheet, chosen_size=size) for size in sheet.smaller_sizes)]
    styles = ["sheet.css", *(["picture.css"] if paper.is_picture else []), paper.style]
    if sheet.has_several_pages:
        styles.append(SEVERAL_PAGES)
    series = sheet.state.series
    return Job(
        [sheet_html(draft) for draft in drafts],
        styles,
        paper.is_strip,
        paper.is_picture,
        emblem_drawings(series.game),
        code=sheet.seal.code if sheet.seal else "",
        record=json.dumps(record, ensure_ascii=False, indent=2) if record else "",
        record_name=f"{series.game}-{series.pk}.json",
        record_at=sheet.latest.at.isoformat(),
    )


def emblem_drawings(game: str) -> dict[str, str]:
    return {f"{SCHEME}emblems/{game}.svg": emblems.svg_file(game, EMBLEM_COLOUR)}


def sheet_html(sheet: object, template: str = TEMPLATE) -> str:
    """Return the HTML without indentation, which is half of its length and slow to parse."""
    return re.sub(r"\s*\n\s*", "\n", render_to_string(template, {"sheet": sheet}))


def print_job(job: Job) -> bytes:
    """Return the PDF or PNG. Raise CannotPrint."""
    press = _press()
    press.drawings.update(job.drawings)
    document = press.lay_out(job)
    page = document.pages[-1]
    if job.is_strip:
        page.height = page.anchors["end"][1]
    else:
        _move_foot_down(page)
    attached = {"attachments": [press.attachment(job)], "finisher": _relate_attachment} if job.record else {}
    printed = bytes(document.write_pdf(**attached, **VARIANT))
    if job.is_picture:
        return _draw(printed)
    return with_code(printed, job.code) if job.code else printed


def _relate_attachment(_document: Any, pdf: Any) -> None:
    """Declare the attachment to be the data of the document, as PDF/A-3 does. WeasyPrint does so only for PDF/A."""
    import pydyf

    dictionaries = [item for item in pdf.objects if isinstance(item, pydyf.Dictionary)]
    files = [item for item in dictionaries if item.get("Type") == "/Filespec"]
    for file in files:
        file["AFRelationship"] = "/Data"
    pdf.catalog["AF"] = pydyf.Array(file.reference for file in files)


def _draw(document: bytes) -> bytes:
    """Return the first page of a PDF as a PNG, with a palette, which makes the file a third as large."""
    import pypdfium2

    pdf = pypdfium2.PdfDocument(document)
    try:
        image = pdf[0].render(scale=PIXELS).to_pil()
    finally:
        pdf.close()
    picture = BytesIO()
    image.quantize(COLOURS).save(picture, "PNG", optimize=True)
    return picture.getvalue()


def _move_foot_down(page: Any) -> None:
    """Move the foot of the sheet to the bottom of the last page, which CSS cannot do.

    As a footnote of CSS it would have another line height, and a full sheet would need a second page.
    """
    box = page._page_box  # noqa: SLF001  (private, so requirements/base.in names the exact version)
    last = box.children[0].children[0].children[-1:]
    if last and last[0].element is not None and last[0].element.get("class") == "foot":
        bottom = box.content_box_y() + box.height
        last[0].translate(0, max(0, bottom - last[0].position_y - last[0].margin_height()))


@dataclass(frozen=True, eq=False)
class _Press:
    """WeasyPrint with its fonts and style sheets. Reading these takes most of the time of a first sheet."""

    weasyprint: Any
    fonts: Any
    fetcher: Any
    drawings: dict[str, str]

    def lay_out(self, job: Job) -> Any:
        """Return the document of the draft that is to be printed."""
        any_length_fits = job.is_strip or SEVERAL_PAGES in job.styles
        for html in job.drafts:
            document = self._render(html, job.styles)
            if any_length_fits or len(document.pages) == 1:
                return document
        return self._render(job.drafts[0], (*job.styles, SEVERAL_PAGES))

    def attachment(self, job: Job) -> Any:
        """Return the record as an attachment, dated by the last change of the series: each print has the same bytes."""
        at = datetime.fromisoformat(job.record_at).astimezone(UTC)
        return self.weasyprint.Attachment(
            string=job.record, name=job.record_name, description=RECORD_DESCRIPTION, created=at, modified=at
        )

    def _render(self, html: str, styles: Sequence[str]) -> Any:
        source = self.weasyprint.HTML(string=html, base_url=SCHEME, url_fetcher=self.fetcher)
        fonts = (FONTS, EMOJI) if HAS_EMOJI.search(html) else (FONTS,)
        sheets = [self.style(name) for name in (*styles, *fonts)]
        return source.render(stylesheets=sheets, font_config=self.fonts, **VARIANT)

    @cache  # noqa: B019  (a process has one _Press, which stays until it ends)
    def style(self, name: str) -> Any:
        css = (PAPER_FOLDER / name).read_text(encoding="utf-8")
        return self.weasyprint.CSS(string=css, base_url=SCHEME, url_fetcher=self.fetcher, font_config=self.fonts)


@cache
def _press() -> _Press:
    try:
        import weasyprint
        from weasyprint.text.fonts import FontConfiguration
    except OSError as error:
        raise CannotPrint(str(error)) from error

    bundled = {f"{SCHEME}{file.relative_to(PAPER_FOLDER)}": file for file in PAPER_FOLDER.rglob("*") if file.is_file()}
    drawn = {f"{SCHEME}faces/{face}.svg": faces.svg_file(face) for face in range(faces.FACES)}

    class Fetcher(weasyprint.urls.URLFetcher):
        """Returns the files in PAPER_FOLDER and the drawings of faces and emblems. Refuses every other address."""

        def fetch(self, url: str, _headers: Any = None) -> Any:
            if url in drawn:
                return weasyprint.urls.URLFetcherResponse(url, drawn[url].encode())
            if url not in bundled:
                raise ValueError(f"A sheet does not fetch {url}")
            return weasyprint.urls.URLFetcherResponse(url, bundled[url].read_bytes())

    _make_text_readable()
    return _Press(weasyprint, FontConfiguration(), Fetcher(), drawn)


def _make_text_readable() -> None:
    """Wrap the function of WeasyPrint that draws a line of text, so that a reader can copy and search the text.

    The function is not documented, and WeasyPrint documents no other way: requirements/base.in names the exact
    version, and tests/ledger/sheets/test_print.py fails with another one.

    WeasyPrint keeps one text for each glyph, from the first word that it was drawn in. In Devanagari a vowel sign is
    drawn before the letter that it follows, and one glyph can be several letters, so अनिल शर्मा was read
    as "अ निल शमार्मा", though it looked right. An /ActualText around a drawing gives its text.
    """
    import pydyf
    from weasyprint.draw import text

    # WeasyPrint's own function, even if this has wrapped it before.
    draw_line = getattr(text.draw_first_line, "__wrapped__", text.draw_first_line)

    @wraps(draw_line)
    def draw_readable_line(stream: Any, textbox: Any, *details: Any) -> Any:
        if LETTER_BY_LETTER.fullmatch(textbox.text):
            return draw_line(stream, textbox, *details)
        stream.begin_marked_content("Span", pydyf.Dictionary({"ActualText": pydyf.String(textbox.text)}))
        drawn = draw_line(stream, textbox, *details)
        stream.end_marked_content()
        return drawn

    text.draw_first_line = draw_readable_line


# --- The process -----------------------------------------------------------------------------------------------------


def main() -> None:
    """Print job after job, until the server closes the pipe, no job comes for IDLE seconds, or memory use is LARGE.

    A job is a line of JSON. An answer is a line of JSON with the number of `bytes` that follow it, or an `error`.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which closes the pipe
    limit_memory(MOST_MEMORY)
    os.nice(5)
    gc.disable()  # looking for garbage among the hundred thousand objects of a sheet takes a third of the time
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what libraries print goes to the log
    signal.signal(signal.SIGALRM, lambda _signal, _frame: sys.exit())
    with tempfile.TemporaryDirectory(prefix="khata-printer-") as folder:
        tempfile.tempdir = folder  # WeasyPrint writes fonts there, and removes them only if its objects are deleted
        with suppress(BrokenPipeError):  # the server was killed meanwhile
            serve(sys.stdin.buffer, answers)


def serve(jobs: IO[bytes], answers: IO[bytes]) -> None:
    is_large = False
    while not is_large:
        signal.alarm(IDLE)
        if not (line := jobs.readline()):
            return
        signal.alarm(0)
        signal.setitimer(signal.ITIMER_PROF, TAKES_AT_MOST)
        content, error = b"", ""
        try:
            content = print_job(Job(**json.loads(line)))
        except CannotPrint as missing:
            error = str(missing)
        is_large = most_memory() > LARGE
        answers.write(
            json.dumps({"bytes": len(content), "error": error, "is_last": is_large}).encode() + b"\n" + content
        )
        answers.flush()
        del content
        gc.collect()


if __name__ == "__main__":
    main()
