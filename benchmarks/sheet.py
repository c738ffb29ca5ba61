"""The sheet of a series of four hands: the first that a process makes, those after it, and Chromium's of the same page.

The maker is a process of its own that has started as the server does, and is asked for `sheet.pdf` through the whole
site; each sheet is one that has not been made before. Chromium runs already and has printed the page before.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple
from shutil import which
from typing import Any

from benchmarks import site
from benchmarks.measuring import Row, Took, median_of
from benchmarks.servers import ROOT, offspring, seconds_of

MAKERS, SHEETS = 3, 8  # processes, and sheets that each of them makes
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
COLD, WARM = 1200, 300  # milliseconds
CHROMIUMS = "a warm Chromium's print of that page"

Made = dict[str, Any]


def rows() -> Iterator[Row]:
    site.stand_up()
    club = site.make_club("sheets")
    asked = [order(club, SHEETS) for _ in range(MAKERS)]
    made, printed = [], []
    with chromium() as prints:
        for each in asked:
            made.append(_in_new_process(each))
            printed += prints(made[-1]["page"], SHEETS)
    yield from table(made, printed)


def table(made: Sequence[Made], printed: Sequence[Took]) -> Iterator[Row]:
    cold, warm, prints = (median_of(_all(made, what)) for what in ("cold", "warm", "print"))
    yield Row("sheet of 4 hands, the first of a process", _ms(cold.wall), _ms(COLD), f"{_ms(cold.busy)} of them busy")
    yield Row("the next sheets", _ms(warm.wall), _ms(WARM), f"{_ms(warm.busy)} of them busy")
    yield Row("from HTML to PDF", _ms(prints.wall), "", f"{_ms(prints.busy)} of them busy")
    yield Row("a sheet that was made before", f"{median_of(_all(made, 'kept')).wall:.1f} ms")
    if not printed:
        yield Row(CHROMIUMS, "not here", "", "install chromium and playwright")
        return
    theirs = median_of(printed)
    times = f"{prints.wall / theirs.wall:.2f} times; {prints.busy / max(theirs.busy, 1):.2f} times as long busy"
    busy = f"{_ms(theirs.busy)} busy, in all its processes"
    yield Row(CHROMIUMS, _ms(theirs.wall), "ours at most 1 times", f"ours from HTML to PDF takes {times} ({busy})")


def _ms(took: float) -> str:
    return f"{took:.0f} ms"


def _all(made: Sequence[Made], what: str) -> list[Took]:
    return [Took(*took) for one in made for took in one[what]]


# --- Ours ------------------------------------------------------------------------------------------------------------


def order(club: site.Club, sheets: int) -> dict[str, Any]:
    from benchmarks.caller import logged_in

    return {"me": logged_in(club.owner.user), "series": [played(club) for _ in range(sheets + 1)]}


def _in_new_process(asked: dict[str, Any]) -> Made:
    command = [sys.executable, "-m", "benchmarks.sheet"]
    done = subprocess.run(command, cwd=ROOT, input=json.dumps(asked), text=True, stdout=subprocess.PIPE, check=True)
    made: Made = json.loads(done.stdout)
    return made


def played(club: site.Club) -> str:
    """The J-40 document's own series, the four hands that its game shows as an example."""
    from games.registry import BY_SLUG
    from ledger.series.services import Submit, record_hand

    example = BY_SLUG[site.GAME].example
    assert example is not None
    series = club.new_series(target=40)
    for version, record in enumerate(example.records, start=1):
        record_hand(series=series, submit=Submit(club.owner, version), record=record)
    return series.pk


def make(me: dict[str, str], series: Sequence[str]) -> Made:
    """What it took to be answered with each of these sheets, and within that from HTML to PDF."""
    from benchmarks.caller import Caller
    from ledger.sheets.printer import printer

    caller, pages, prints = Caller(), [], []
    print_job = printer.print

    def timed(job: Any) -> bytes:
        pages.append(_with_styles(job.drafts[0], job.styles))
        begun, busy = time.perf_counter(), seconds_of(offspring(os.getpid()))
        content = print_job(job)
        took = time.perf_counter() - begun, seconds_of(offspring(os.getpid())) - busy
        prints.append((1000 * took[0], 1000 * took[1]))
        return content

    printer.print = timed  # type: ignore[method-assign]
    caller.get("/healthz")  # a server has answered something before: it knows its addresses
    took, kept = ([astuple(caller.get(f"/series/{one}/sheet.pdf", me)) for one in series] for _ in range(2))
    return {"cold": took[:1], "warm": took[1:], "print": prints[1:], "kept": kept, "page": pages[-1]}


def _with_styles(html: str, styles: Sequence[str]) -> str:
    """The page in one piece, as a browser can read it."""
    from ledger.sheets.pdf import FONTS, PAPER, SCHEME

    css = "\n".join((PAPER / name).read_text(encoding="utf-8") for name in (FONTS, *styles))
    return html.replace("</head>", f"<style>{css}</style></head>", 1).replace(SCHEME, f"{PAPER.as_uri()}/")


# --- Chromium --------------------------------------------------------------------------------------------------------


@contextmanager
def chromium() -> Iterator[Any]:
    """Something that prints a page as often as it is told and says how long each time took; nothing where it is not."""
    program = next(filter(None, map(which, CHROMIUM)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        program = None
    if program is None:
        yield lambda _html, _times: []
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.goto((ROOT / "README.md").as_uri())  # so that it may read the fonts, which are files
        yield lambda html, times: [_print(page, html) for _ in range(times + 1)][1:]
        browser.close()


def _print(page: Any, html: str) -> Took:
    begun, busy = time.perf_counter(), seconds_of(offspring(os.getpid()))
    page.set_content(html)
    page.evaluate("document.fonts.ready.then(() => true)")
    assert page.pdf(prefer_css_page_size=True, tagged=True, print_background=True).startswith(b"%PDF")
    return Took(1000 * (time.perf_counter() - begun), 1000 * (seconds_of(offspring(os.getpid())) - busy))


if __name__ == "__main__":
    import django

    django.setup()
    asked = json.load(sys.stdin)
    json.dump(make(asked["me"], asked["series"]), sys.stdout)
