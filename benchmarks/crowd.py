"""Measure saves while 20 connections with a link attack the site, and the pages of long series.

Runs on the server of `make run`, with a data folder of its own, at 127.0.0.1 only. Attacks end after some seconds.
"""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from html import unescape
from itertools import count
from multiprocessing import get_context
from statistics import median
from time import monotonic
from typing import Any
from uuid import uuid4

from benchmarks.connection import CREATED, NO_ANSWER, OK, UNAVAILABLE, Answer, Connection
from benchmarks.crowd_tables import EARLY, RECORDED
from benchmarks.measuring import Row
from benchmarks.site import Server, Site, memory_watch, new_site
from ledger.live.polling import PERIOD

SETTINGS = {"DJANGO_SETTINGS_MODULE": "ledger.config.settings"}  # with static files as in production
CONNECTIONS, FOLLOWERS = 20, 300
EVERY_SAVE, EVERY_FOLLOWED_SAVE = 0.1, 2.0  # seconds
MEDIAN, WORST, SEEN = 150, 1000, 3  # milliseconds of a save, seconds until a follower sees it
PAGE_KB, PAGE_SECONDS = 150, 0.3
LATER = 2  # times the processor that an early hand takes
MOST_FOR_A_SHEET, CALM_WITHIN = 120, 60  # seconds
SHEET_SECONDS, PRINTER_MB, WORKER_MB = 15, 400, 250
LANGUAGES = ("en", "ne", "de;q=0.3", "ne,en;q=0.5")
FOUR = {"points_won": [5, 8.5, 18, 8.5]}  # a hand of four players
NEVER = float("inf")
LIVE_HEADERS = re.compile(r'hx-headers="([^"]+)"')


@dataclass(frozen=True)
class Size:
    hands: int = 500  # of the large series
    seconds: float = 10.0  # of each attack; followers follow three times as long
    followers: int = FOLLOWERS
    patience: float = 1.0  # by which aims are multiplied, on a busy machine


@dataclass
class Scorer:
    """Saves a hand every so many seconds, or as soon as the last save is answered. A refused hand is sent again."""

    address: str
    program: dict[str, str]
    series: str
    record: dict[str, Any]
    answers: list[Answer] = field(default_factory=list)
    saved_at: dict[int, float] = field(default_factory=dict)  # when the save to this version was answered

    async def score(self, every: float, seconds: float) -> None:
        connection, path = Connection(self.address, self.program), f"/api/v1/series/{self.series}"
        version = json.loads((await connection.ask("GET", f"{path}?hands=1")).body)["version"]
        begun, key = monotonic(), str(uuid4())
        for number in count(1):
            body = json.dumps({"record": self.record, "base_version": version}).encode()
            answer = await connection.ask("POST", f"{path}/hands?hands=50", body, **{"Idempotency-Key": key})
            self.answers.append(answer)
            if answer.status == CREATED:
                version, key = version + 1, str(uuid4())
                self.saved_at[version] = monotonic()
            if monotonic() - begun > seconds:
                break
            await asyncio.sleep(begun + number * every - monotonic())
        connection.close()

    def row(self, what: str, size: Size, note: str = "") -> Row:
        took = [1000 * answer.seconds for answer in self.answers]
        middle, worst, saved = median(took), max(took), len(self.saved_at)
        figure, aim = f"{middle:.0f} ms, worst {worst:.0f} ms", f"{MEDIAN} ms, {WORST} ms"
        is_short = saved < len(took) or middle > size.patience * MEDIAN or worst > size.patience * WORST
        return Row(what, figure, aim, f"{saved} of {len(took)} saved{note}", is_short=is_short)


def rows(size: Size = Size()) -> Iterator[Row]:
    with new_site(**SETTINGS) as site, site.served() as server, memory_watch(server.pid) as peaks:
        tables = site.call("benchmarks.crowd_tables", "fill", hands=size.hands, scorers=1 + len(TARGETS))
        yield from attacks(server, tables, size)
        asyncio.run(wait_for_links(server, tables["links"]["followed"]))
        for name in ("followed", "long"):
            yield from followers(server, tables, name, size)
        yield from pages(server, tables, size)
        yield from sheet(server, tables, size)
        yield from memory(peaks)
        yield from hands(site, tables, size)


# --- Attacks ---------------------------------------------------------------------------------------------------------

# The link and the page of each attack.
TARGETS = {
    "link page": ("large", ""),
    "live answer": ("large", "live/"),
    "preview": ("large", "preview.png"),
    "result": ("large", "result.png"),
    "sheet": ("small", "sheet.pdf"),
    "large sheet": ("large", "sheet.pdf"),
}


def attacks(server: Server, tables: dict[str, Any], size: Size) -> Iterator[Row]:
    """Run each attack in turn, in a process of its own, while a scorer of another circle saves."""
    scorers = [Scorer(server.address, tables["scorer"], table, FOUR) for table in tables["tables"]]
    asyncio.run(scorers[0].score(EVERY_SAVE, size.seconds / 2))
    yield scorers[0].row("saves, nothing else going on", size)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        pool.submit(int).result()  # the process starts before the first attack
        for scorer, (name, (link, page)) in zip(scorers[1:], TARGETS.items(), strict=True):
            attacking = pool.submit(attack, server.address, tables["links"][link] + page, size.seconds)
            asyncio.run(scorer.score(EVERY_SAVE, size.seconds))
            note = f"; attackers saw {counted(attacking.result())}"
            yield scorer.row(f"saves during the attack on: {name}", size, note)


async def wait_for_links(server: Server, link: str) -> None:
    """Wait until links are answered again: pages for the attackers are still being made."""
    connection, begun = Connection(server.address), monotonic()
    while monotonic() - begun < CALM_WITHIN and (await connection.ask("GET", link)).status != OK:
        await asyncio.sleep(1)
    connection.close()


def counted(statuses: Counter[int]) -> str:
    return ", ".join(f"{times} × {status or 'no answer'}" for status, times in statuses.most_common())


def attack(address: str, path: str, seconds: float) -> Counter[int]:
    """Return how often each status was answered."""
    return asyncio.run(_attack(address, path, seconds))


async def _attack(address: str, path: str, seconds: float) -> Counter[int]:
    """Use CONNECTIONS at once. Each request has new headers, so that no two requests look the same."""
    seen: Counter[int] = Counter()
    numbers = count(1)

    async def hammer() -> None:
        connection = Connection(address)
        while True:
            number = next(numbers)
            headers = {
                "Host": f"127.0.0.1:{1024 + number % 60_000}",
                "Accept-Language": LANGUAGES[number % len(LANGUAGES)],
                "Accept-Encoding": ("gzip", "br", "identity")[number % 3],
                "Cookie": f"seat={number % 12}; django_language={('en', 'ne')[number % 2]}; n={number}",
                "X-Ticket": f"link.{number}",
                "If-None-Match": f'"{number}"',
            }
            query = f"?n={number}&lang={('en', 'ne')[number % 2]}&paper={('a4', 'phone')[number // 2 % 2]}"
            answer = await connection.ask("GET", path + query, **headers)
            seen[answer.status] += 1
            if answer.status == NO_ANSWER:
                await asyncio.sleep(0.1)

    hammering = [asyncio.create_task(hammer()) for _ in range(CONNECTIONS)]
    await asyncio.sleep(seconds)
    for task in hammering:
        task.cancel()
    await asyncio.gather(*hammering, return_exceptions=True)
    return seen


# --- Followers -------------------------------------------------------------------------------------------------------


class Follower:
    """A page opened by a link, that asks for news as static/js/live.js does."""

    def __init__(self, address: str, link: str) -> None:
        self.connection, self.link = Connection(address, {"Accept-Encoding": "gzip"}), link
        self.statuses: Counter[int] = Counter()
        self.seen: dict[int, float] = {}  # when the page first showed each version
        self.headers: dict[str, str] = {}

    async def follow(self, wait: float) -> None:
        await asyncio.sleep(wait)
        while True:
            await self.ask()
            await asyncio.sleep(PERIOD)

    async def ask(self) -> None:
        """Ask for the whole page until it has been answered once, then for news."""
        answer = await self.connection.ask("GET", f"{self.link}{'live/' if self.headers else ''}", **self.headers)
        self.statuses[answer.status] += 1
        if answer.status == OK:
            match = LIVE_HEADERS.search(answer.text)
            assert match, "the page has no headers for its next request"
            self.headers = json.loads(unescape(match[1]))
            self.seen[int(self.headers["If-None-Match"].strip('"').split(".")[0])] = monotonic()

    def first_seen(self, version: int) -> float:
        """When the page first showed this version or a later one."""
        return min((at for seen, at in self.seen.items() if seen >= version), default=NEVER)


def followers(server: Server, tables: dict[str, Any], name: str, size: Size) -> Iterator[Row]:
    following = [Follower(server.address, tables["links"][name]) for _ in range(size.followers)]
    record = {"points": list(range(12))} if name == "long" else FOUR
    scorer = Scorer(server.address, tables["owner"], tables["series"][name], record)
    asyncio.run(_follow(following, scorer, 3 * size.seconds))
    statuses = sum((page.statuses for page in following), Counter[int]())
    saves = scorer.saved_at.items()
    waited = [page.first_seen(version) - when for version, when in saves for page in following] or [NEVER]
    refused, figure = statuses[UNAVAILABLE] + statuses[NO_ANSWER], f"{median(waited):.1f} s, worst {max(waited):.1f} s"
    what = f"{len(following)} followers of the {name} series"
    yield Row(f"{what}: refused", str(refused), "0", counted(statuses), is_short=refused > 0)
    yield Row("    from the save until seen", figure, f"{SEEN} s", is_short=max(waited) > size.patience * SEEN)
    yield scorer.row("    saves meanwhile", size)


async def _follow(following: list[Follower], scorer: Scorer, seconds: float) -> None:
    for at in range(0, len(following), 10):
        await asyncio.gather(*(page.ask() for page in following[at : at + 10]))
    starts = (PERIOD * place / len(following) for place in range(len(following)))
    polling = [asyncio.create_task(page.follow(wait)) for page, wait in zip(following, starts, strict=True)]
    await scorer.score(EVERY_FOLLOWED_SAVE, seconds)
    given_up, last = monotonic() + 5 * SEEN, max(scorer.saved_at, default=0)
    while monotonic() < given_up and any(page.first_seen(last) == NEVER for page in following):
        await asyncio.sleep(0.1)
    for task in polling:
        task.cancel()
    await asyncio.gather(*polling, return_exceptions=True)
    for page in following:
        page.connection.close()


# --- Long series -----------------------------------------------------------------------------------------------------


def pages(server: Server, tables: dict[str, Any], size: Size) -> Iterator[Row]:
    """Every page of the large series: the first request and the median of the next ones, by the clock."""
    large, long, link = tables["series"]["large"], tables["series"]["long"], tables["links"]["large"]
    browser = {name: text for name, text in tables["browser"].items() if name != "HX-Request"}
    paths = {
        "series": (f"/series/{large}/", browser),
        "series that goes on": (f"/series/{long}/", browser),
        "its live answer": (f"/series/{long}/live/", browser),
        "keypad": (f"/series/{long}/hands/new/", browser),
        "hand": (f"/series/{large}/hands/{size.hands // 2}/", browser),
        "history": (f"/series/{large}/history/", browser),
        "settlement": (f"/series/{large}/settlement/", browser),
        "link page": (link, {"Accept-Encoding": "gzip"}),
        "API: series, 50 hands": (f"/api/v1/series/{large}?hands=50", tables["owner"]),
    }
    for name, (path, headers) in paths.items():
        first, *again = asyncio.run(_get(server, path, headers, 5))
        usual, kilobytes = median(answer.seconds for answer in again), len(first.text.encode()) / 1000
        yield Row(
            f"large series: {name}",
            f"{kilobytes:.0f} kB, {first.seconds:.2f} s, then {usual:.2f} s",
            f"{PAGE_KB} kB, {PAGE_SECONDS} s",
            f"{len(first.body) / 1000:.0f} kB as it travels" if first.status == OK else f"status {first.status}",
            is_short=kilobytes > PAGE_KB or usual > size.patience * PAGE_SECONDS or first.status != OK,
        )


async def _get(server: Server, path: str, headers: dict[str, str], times: int) -> list[Answer]:
    connection = Connection(server.address, headers)
    answers = [await connection.ask("GET", path) for _ in range(times)]
    connection.close()
    return answers


def sheet(server: Server, tables: dict[str, Any], size: Size) -> Iterator[Row]:
    """Ask for the sheet again while the server says that the sheet is being made."""
    begun = monotonic()
    path = f"/series/{tables['series']['large']}/sheet.pdf?lang=ne"
    while monotonic() - begun < MOST_FOR_A_SHEET:
        (answer,) = asyncio.run(_get(server, path, tables["browser"], 1))
        if answer.status not in (UNAVAILABLE, NO_ANSWER):
            break
        asyncio.run(asyncio.sleep(0.5))
    kind = answer.headers.get("content-type", "")
    note = f"{answer.status} {kind}, {len(answer.body) / 1000:.0f} kB"
    took = monotonic() - begun
    is_short = took > size.patience * SHEET_SECONDS
    yield Row(f"sheet of 12 × {size.hands}", f"{took:.1f} s", f"{SHEET_SECONDS} s, or refused", note, is_short=is_short)


def memory(peaks: dict[str, float]) -> Iterator[Row]:
    for name, most in (("worker", WORKER_MB), ("printer", PRINTER_MB)):
        used = peaks.get(name, 0)
        yield Row(
            f"most memory of the {name}, through all of this", f"{used:.0f} MB", f"{most} MB", is_short=used > most
        )


def hands(site: Site, tables: dict[str, Any], size: Size) -> Iterator[Row]:
    took = site.call(
        "benchmarks.crowd_tables",
        "record",
        series={name: tables["series"][name] for name in ("early", "long")},
        browser=tables["browser"],
        program=tables["owner"],
    )
    for way, busy in took.items():
        ratio = busy["long"] / busy["early"]
        note = f"{ratio:.1f} times the {busy['early']:.0f} ms of hand {EARLY + 1} to {EARLY + RECORDED}"
        figure, aim = f"{busy['long']:.0f} ms busy", f"{LATER} times"
        yield Row(f"hand {size.hands}, {way}", figure, aim, note, is_short=ratio > LATER)
