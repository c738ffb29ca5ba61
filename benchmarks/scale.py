"""Whether a million hands of other circles slow a page down; and a large circle as pages and as a file.

`make bench ARGS=scale` fills a database with a circle of ten series, a circle of 4,000 series and a million hands of
other circles, and another database with the small circle alone.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.filling import HANDS_OF_A_SERIES
from benchmarks.measuring import Row
from benchmarks.pages import Figures
from benchmarks.site import ROOT, SITES, Site

HANDS, BIG_SERIES = 1_000_000, 4_000
ROUNDS = 15
TIMES, FIRST, AGAIN = 1.2, 1000, 60  # as long as with few hands; milliseconds in the big circle
EXPORT_SECONDS, EXPORT_MEGABYTES = 5, 300


def rows(hands: int) -> Iterator[Row]:
    for name, make_site in SITES.items():
        try:
            with make_site() as few, make_site() as many, make_site() as empty:
                yield from on_database(name, hands, few, many, empty)
        except OSError as error:
            yield Row(name, "not here", "", str(error).splitlines()[0])


def on_database(name: str, hands: int, few: Site, many: Site, empty: Site) -> Iterator[Row]:
    alone = few.call("benchmarks.filling", "fill", others=0, big_series=0)["equal"]
    begun = time.perf_counter()
    series = max(20, BIG_SERIES * hands // HANDS)
    circles = many.call("benchmarks.filling", "fill", others=hands, big_series=series)
    count = many.call("benchmarks.filling", "hands_in")
    yield Row(f"{name}: {count:,} hands", f"filled in {time.perf_counter() - begun:.0f} s")
    base, equal, big = (
        site.call("benchmarks.pages", "measure", circle=circle, rounds=ROUNDS)
        for site, circle in ((few, alone), (many, circles["equal"]), (many, circles["big"]))
    )
    yield from page_rows(base, equal, big)
    yield from file_rows(many, empty, circles["big"], series * HANDS_OF_A_SERIES)


def page_rows(base: Figures, equal: Figures, big: Figures) -> Iterator[Row]:
    for name, alone in base.items():
        beside, large = equal[name], big[name]
        ratio = beside["again"] / alone["again"]
        same = alone["statements"] == beside["statements"]
        note = f"{ratio:.2f} times the {alone['again']:.1f} ms without others, {alone['statements']:.0f} statements"
        is_short = ratio > TIMES or not same
        yield Row(name, f"{beside['again']:.1f} ms", f"{TIMES} times", note, is_short=is_short)
        figure = f"{large['again']:.1f} ms, first {large['first']:.0f} ms"
        is_short = large["again"] > AGAIN or large["first"] > FIRST
        yield Row("    in the big circle", figure, f"{AGAIN} ms, first {FIRST} ms", is_short=is_short)


@dataclass(frozen=True)
class Ran:
    """The time of a command of manage.py, by the clock and by the processor, and the most memory that it used."""

    seconds: float
    busy: float
    megabytes: float


def manage(site: Site, *arguments: str, output: Path = Path(os.devnull)) -> Ran:
    with output.open("wb") as out:
        begun = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "manage.py", *arguments], cwd=ROOT, env=site.environment, stdout=out
        )
        _pid, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"manage.py {arguments[0]} failed")
    return Ran(time.perf_counter() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def file_rows(many: Site, empty: Site, circle: str, hands: int) -> Iterator[Row]:
    """Export the big circle into a file, import the file into an empty database, and audit that database."""
    with tempfile.TemporaryDirectory(prefix="khata-scale-") as folder:
        file = Path(folder, "circle.json")
        ran = manage(many, "export_circle", circle, output=file)
        size = file.stat().st_size
        aim = f"{EXPORT_SECONDS} s, {EXPORT_MEGABYTES} MB"
        is_short = ran.busy > EXPORT_SECONDS or ran.megabytes > EXPORT_MEGABYTES
        figure = f"{ran.busy:.1f} s, {ran.megabytes:.0f} MB"
        yield Row("export of the big circle", figure, aim, f"a file of {size / 1e6:.0f} MB", is_short=is_short)
        larger = Site({**empty.environment, "LEDGER_MAX_IMPORT": str(size)})
        for what, ran in (
            ("import of it", manage(larger, "import_circle", str(file), "--unsigned")),
            ("`manage.py audit` of it", manage(empty, "audit")),
        ):
            rate = f"{hands / ran.busy:,.0f} hands a second"
            yield Row(what, f"{ran.busy:.1f} s, {ran.megabytes:.0f} MB", "", rate)
