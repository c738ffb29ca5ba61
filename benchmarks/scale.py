"""A million hands: does a page cost more because others have played much? And a large circle as a file.

`make bench ARGS=scale` fills a database with a million hands and another one with 200; `--hands` changes the million.
Both have the same circle of ten series with twenty hands each, whose pages are called in turn.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import IO

from benchmarks.filling import FEW, HANDS
from benchmarks.measuring import Row
from benchmarks.servers import ROOT, Site, postgres_site, sqlite_site

ROUNDS = 15
FLAT, BIG_AIM = 1.2, 60  # times as long as with few hands; milliseconds
WITH_AIM = ("circle", "a player's account")  # of the big circle
EXPORT_SECONDS, EXPORT_MEGABYTES = 5, 300
SITES = {"SQLite": sqlite_site, "PostgreSQL": postgres_site}


def rows(hands: int = HANDS, rounds: int = ROUNDS, databases: Sequence[str] = tuple(SITES)) -> Iterator[Row]:
    for name in databases:
        try:
            with ExitStack() as stack:
                few, many, empty = (stack.enter_context(SITES[name]()) for _ in range(3))
                yield from on_database(name, hands, rounds, few, many, empty)
        except OSError as error:
            yield Row(name, "not here", "", str(error).splitlines()[0])


def on_database(name: str, hands: int, rounds: int, few: Site, many: Site, empty: Site) -> Iterator[Row]:
    few_circles = few.ask("benchmarks.filling", "fill", hands=FEW)
    empty_size = few.ask("benchmarks.filling", "size")
    begun = time.perf_counter()
    circles = many.ask("benchmarks.filling", "fill", hands=hands)
    size = many.ask("benchmarks.filling", "size")
    took = f"filled in {time.perf_counter() - begun:.0f} s"
    each = (size - empty_size) / (hands - FEW)
    yield Row(f"{name}: {hands:,} hands", f"{size / 1e6:,.0f} MB", "", f"{each:,.0f} bytes a hand; {took}")

    with (
        pages(few, few_circles["equal"]) as base,
        pages(many, circles["equal"]) as equal,
        pages(many, circles["big"]) as big,
    ):
        yield from page_rows(base, equal, big, rounds)
    yield from file_rows(many, empty, circles["big"])
    yield audit_row(many, hands)


# --- Pages -----------------------------------------------------------------------------------------------------------


@dataclass
class Pages:
    """Answers from benchmarks/pages.py, which calls the pages of one circle in a process of its own."""

    questions: IO[str]
    answers: IO[str]

    def ask(self, question: str) -> dict[str, float]:
        self.questions.write(f"{question}\n")
        self.questions.flush()
        if not (answer := self.answers.readline()):
            raise SystemExit("benchmarks.pages failed")
        return json.loads(answer)  # type: ignore[no-any-return]


@contextmanager
def pages(site: Site, circle: str) -> Iterator[Pages]:
    command = [sys.executable, "-m", "benchmarks.pages", circle]
    with subprocess.Popen(
        command, cwd=ROOT, env=site.environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield Pages(process.stdin, process.stdout)


def page_rows(base: Pages, equal: Pages, big: Pages, rounds: int) -> Iterator[Row]:
    """The three take turns, each in another order, so that what slows the machine slows all of them."""
    circles = (base, equal, big)
    statements = [each.ask("statements") for each in circles]
    busy: list[list[dict[str, float]]] = [[], [], []]
    for turn in range(rounds):
        for place in range(3):
            asked = (turn + place) % 3
            busy[asked].append(circles[asked].ask("busy"))
    for name in statements[0]:
        before, now, of_big = (median(each[name] for each in turns) for turns in busy)
        few, many, in_big = (f"{each[name]:.0f} statements" for each in statements)
        times = f"{now / before:.2f} times the {before:.1f} ms with {few} among {FEW} hands"
        yield Row(name, f"{now:.1f} ms", f"{FLAT} times", f"{many}; {times}")
        yield Row("    in the big circle", f"{of_big:.1f} ms", f"{BIG_AIM} ms" if name in WITH_AIM else "", in_big)


# --- Files and the audit ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ran:
    """A command of manage.py, by the clock and the processor, with the most memory that it had."""

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
    seconds = time.perf_counter() - begun
    return Ran(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def file_rows(many: Site, empty: Site, circle: str) -> Iterator[Row]:
    """The big circle goes into a file and from it into an empty database."""
    with tempfile.TemporaryDirectory(prefix="khata-scale-") as folder:
        file = Path(folder, "circle.json")
        ran = manage(many, "export_circle", circle, output=file)
        aim = f"{EXPORT_SECONDS} s, {EXPORT_MEGABYTES} MB"
        note = f"{ran.seconds:.1f} s by the clock; a file of {file.stat().st_size / 1e6:.0f} MB"
        yield Row("export of the big circle", f"{ran.busy:.1f} s, {ran.megabytes:.0f} MB", aim, note)
        hands = many.ask("benchmarks.filling", "hands_in", circle=circle)
        larger = Site({**empty.environment, "LEDGER_MAX_IMPORT": str(file.stat().st_size)})
        ran = manage(larger, "import_circle", str(file))
        yield Row("import of it", *spent(ran, hands))


def audit_row(site: Site, hands: int) -> Row:
    return Row("`manage.py audit` of everything", *spent(manage(site, "audit"), hands))


def spent(ran: Ran, hands: int) -> tuple[str, str, str]:
    rate = f"{hands / ran.busy:,.0f} hands a second; {ran.seconds:.0f} s by the clock, {ran.megabytes:.0f} MB"
    return f"{ran.busy:.1f} s", "", rate
