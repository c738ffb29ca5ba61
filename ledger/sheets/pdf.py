"""From HTML to a PDF that is tagged for screen readers, has its fonts inside and is the same byte for byte every time.

Pictures are such a PDF, drawn by PDFium. `python -m ledger.sheets.pdf` is a process of its own that prints for the
server (ledger/sheets/printer.py); it has no database and no settings.
"""

import gc
import json
import os
import re
import resource
import signal
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from functools import cache, wraps
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from django.template.loader import render_to_string

from ledger.face import emblems, faces
from ledger.sheets.signed import with_code

if TYPE_CHECKING:
    from ledger.sheets.sheet import Sheet

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
RECORD = "The series with all its events, as Khata exports it"

TAKES_AT_MOST = 20  # seconds of the processor for one sheet
IDLE = 300  # seconds without work after which the process ends
MOST_MEMORY = 380 * 2**20  # bytes of its own; with the libraries, which processes share, 400 MB
LARGE = 180 * 2**20  # bytes: a process that has needed so much ends, and gives it back


class CannotPrint(Exception):
    """A library of the system that WeasyPrint needs is missing."""


@dataclass(frozen=True)
class Job:
    """Print the first of the drafts that fits on one page; if none does, the first of all, on several pages.

    `styles` are names of files in paper/. A strip ends where its content does; on a page the close is put at the foot.
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
        """How many letters have to be laid out at least."""
        return len(self.drafts[0])


def sheet_job(sheet: "Sheet", record: Mapping[str, Any] | None = None) -> Job:
    """In the language that is active; in a smaller size if that saves a page that would be nearly empty."""
    paper = sheet.paper
    drafts = [sheet] if paper.is_picture else [sheet, *(replace(sheet, set_in=size) for size in sheet.smaller)]
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
    return {f"{SCHEME}emblems/{game}.svg": emblems.svg_file(game, EMBLEM)}


def sheet_html(sheet: "Sheet") -> str:
    """Without the indentation, which is half of it and takes time to read."""
    return re.sub(r"\s*\n\s*", "\n", render_to_string(TEMPLATE, {"sheet": sheet}))


def print_job(job: Job) -> bytes:
    """The PDF or PNG. Raises CannotPrint."""
    press = _press()
    press.drawings.update(job.drawings)
    document = press.lay_out(job)
    page = document.pages[-1]
    if job.is_strip:
        page.height = page.anchors["end"][1]
    else:
        _move_close_to_foot(page)
    attached = {"attachments": [press.attachment(job)], "finisher": _relate_attachment} if job.record else {}
    printed = bytes(document.write_pdf(**attached, **VARIANT))
    if job.is_picture:
        return _draw(printed)
    return with_code(printed, job.code) if job.code else printed


def _relate_attachment(_document: Any, pdf: Any) -> None:
    """As PDF/A-3 wants it: the attachment is the data of this document. WeasyPrint says so only in PDF/A itself."""
    import pydyf

    files = [each for each in pdf.objects if isinstance(each, pydyf.Dictionary) and each.get("Type") == "/Filespec"]
    for file in files:
        file["AFRelationship"] = "/Data"
    pdf.catalog["AF"] = pydyf.Array(file.reference for file in files)


def _draw(document: bytes) -> bytes:
    """The first page of a PDF as a PNG.

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


@dataclass(frozen=True, eq=False)
class _Press:
    """WeasyPrint with the fonts and style sheets that it has read already: most of the time of a first sheet."""

    weasyprint: Any
    fonts: Any
    fetcher: Any
    drawings: dict[str, str]

    def lay_out(self, job: Job) -> Any:
        has_any_length = job.is_strip or SEVERAL_PAGES in job.styles
        for html in job.drafts:
            document = self._lay_out(html, job.styles)
            if has_any_length or len(document.pages) == 1:
                return document
        return self._lay_out(job.drafts[0], (*job.styles, SEVERAL_PAGES))

    def attachment(self, job: Job) -> Any:
        """The record, with the time of the series, so that the PDF is the same every time."""
        at = datetime.fromisoformat(job.record_at).astimezone(UTC)
        return self.weasyprint.Attachment(
            string=job.record, name=job.record_name, description=RECORD, created=at, modified=at
        )

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
        raise CannotPrint(str(error)) from error

    bundled = {f"{SCHEME}{file.relative_to(PAPER)}": file for file in PAPER.rglob("*") if file.is_file()}
    drawn = {f"{SCHEME}faces/{face}.svg": faces.svg_file(face) for face in range(faces.FACES)}

    class Fetcher(weasyprint.urls.URLFetcher):
        """A sheet fetches files in PAPER by their names, marks and emblems, and nothing else."""

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


# --- The process -----------------------------------------------------------------------------------------------------


def main() -> None:
    """Print what is asked for, one job at a time, until the server closes the pipe or has been gone for a while.

    A job is a line of JSON. An answer is a line of JSON with the number of `bytes` that follow it, or an `error`.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which closes the pipe
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    os.nice(5)
    gc.disable()  # a sheet is some hundred thousand objects: looking for garbage among them takes a third of its time
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints is for the log
    signal.signal(signal.SIGALRM, lambda _signal, _frame: sys.exit())
    with tempfile.TemporaryDirectory(prefix="khata-printer-") as folder:
        tempfile.tempdir = folder  # WeasyPrint writes fonts there, and removes them only if its objects are deleted
        with suppress(BrokenPipeError):  # the server was killed meanwhile, and nobody wants the sheet
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


def most_memory() -> int:
    """The most that this process has used, in bytes. getrusage begins with what the server used when it started it."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) * 1024


def as_line(job: Job) -> bytes:
    return json.dumps(asdict(job)).encode() + b"\n"


if __name__ == "__main__":
    main()
