"""How many hands a second programs can record over HTTP, how long the slowest takes, and whether each is stored once.

The server is the one that `make run` starts; the clients run in this process on the same machine, and take their share
of its processors. The yardstick is a bare insert under the same server.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any
from uuid import uuid4

from benchmarks.connection import CREATED, Connection
from benchmarks.measuring import Row
from benchmarks.site import SITES, Server, Site

CLIENTS = (1, 8, 32)
PROCESSES = (1, 2)
HANDS = 640  # by all clients together
WARM_UP = 160  # hands that do not count: a process imports much for its first request
HANDS_OF_A_SERIES = 10
FIGURES = (5, 8.5, 18, 8.5)


def rows() -> Iterator[Row]:
    for name, make_site in SITES.items():
        try:
            with make_site() as site:
                yield from on_database(site, name)
        except OSError as error:
            yield Row(name, "not here", "", str(error).splitlines()[0])


def on_database(site: Site, name: str) -> Iterator[Row]:
    site.call("benchmarks.bare", "make_table")
    with site.served(BENCH_BARE="1") as server:
        send_all(server, 8, WARM_UP, insert)
        bare = {clients: send_all(server, clients, HANDS, insert) for clients in CLIENTS}
    for clients, outcome in bare.items():
        yield outcome.row(f"{name}: bare inserts, {clients} clients")
    for processes in PROCESSES:
        with site.served(LEDGER_WORKERS=str(processes)) as server:
            record_hands(site, server, 8, WARM_UP)
            for clients in CLIENTS:
                outcome = record_hands(site, server, clients, HANDS)
                share = f"; {outcome.rate / bare[clients].rate:.2f} of the bare inserts"
                yield outcome.row(f"{name}: hands, {processes} processes, {clients} clients", share)
    whole = site.call("benchmarks.load", "audit")
    yield Row(f"{name}: `manage.py audit` afterwards", "clean" if whole else "DIFFERENCES", "clean", is_short=not whole)


@dataclass(frozen=True)
class Outcome:
    took: list[float]  # seconds of each request that was answered 201
    refused: int
    seconds: float
    busy: float
    lost: int = 0  # hands answered 201 and not stored

    @property
    def rate(self) -> float:
        return len(self.took) / self.seconds

    def row(self, what: str, more: str = "") -> Row:
        slowest = 1000 * sorted(self.took)[int(0.99 * (len(self.took) - 1))]
        each = f"{1000 * self.busy / len(self.took):.1f} ms of the processors each"
        note = f"99 of 100 within {slowest:.0f} ms, {each}, {self.refused} refused, {self.lost} lost{more}"
        return Row(what, f"{self.rate:,.0f} / s", "", note, is_short=self.refused + self.lost > 0)


Work = Callable[[Connection, int], Awaitable[Any]]


def send_all(server: Server, clients: int, times: int, work: Work) -> Outcome:
    """Each client sends its share of the requests, one after the other, on a connection of its own."""

    async def share(client: int) -> list[Any]:
        connection = Connection(server.address)
        answers = [await work(connection, number) for number in range(client, times, clients)]
        connection.close()
        return answers

    async def all_of_them() -> list[Any]:
        return list(chain.from_iterable(await asyncio.gather(*map(share, range(clients)))))

    busy, begun = server.busy(), time.perf_counter()
    answers = asyncio.run(all_of_them())
    took = [answer.seconds for answer in answers if answer.status == CREATED]
    return Outcome(took, len(answers) - len(took), time.perf_counter() - begun, server.busy() - busy)


def insert(connection: Connection, _number: int) -> Awaitable[Any]:
    return connection.ask("POST", "/bare/insert", b"a hand")


def record_hands(site: Site, server: Server, clients: int, count: int) -> Outcome:
    """Each client writes to the next of its own series after HANDS_OF_A_SERIES hands."""
    plan = site.call("benchmarks.load", "prepare", series=-(-count // HANDS_OF_A_SERIES) + clients)

    def record(connection: Connection, number: int) -> Awaitable[Any]:
        client, turn = number % clients, number // clients
        series = plan["series"][client + clients * (turn // HANDS_OF_A_SERIES)]
        body = json.dumps({"record": {"points_won": FIGURES}, "base_version": 1 + turn % HANDS_OF_A_SERIES})
        headers = plan["headers"] | {"Idempotency-Key": str(uuid4())}
        return connection.ask("POST", f"/api/v1/series/{series}/hands", body.encode(), **headers)

    outcome = send_all(server, clients, count, record)
    lost = len(outcome.took) - site.call("benchmarks.load", "recorded_hands", series=plan["series"])
    return Outcome(outcome.took, outcome.refused, outcome.seconds, outcome.busy, lost)


# --- In a process that knows the database ----------------------------------------------------------------------------


def prepare(series: int) -> dict[str, Any]:
    from benchmarks.caller import program_headers
    from benchmarks.site import make_circle_of_four

    circle = make_circle_of_four(uuid4().hex)
    return {"headers": program_headers(circle.owner.user), "series": [circle.new_series().pk for _ in range(series)]}


def recorded_hands(series: list[str]) -> int:
    from ledger.series.changes import Recorded
    from ledger.series.models import Event

    return Event.objects.filter(series__in=series, kind=Recorded.kind).count()


def audit() -> bool:
    """Whether `manage.py audit` finds no difference."""
    from io import StringIO

    from django.core.management import CommandError, call_command

    try:
        call_command("audit", stdout=StringIO())
    except CommandError:
        return False
    return True
