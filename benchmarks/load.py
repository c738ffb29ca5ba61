"""How many hands a second programs can record over HTTP, how long the slowest waits, and whether each is there once.

The server is the one that `make run` starts; the clients run in a process of their own on the same machine, and take
their share of its processors. Yardsticks: a bare insert under the same server, and ihatemoney.
"""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from benchmarks import ihatemoney
from benchmarks.measuring import Row
from benchmarks.servers import ROOT, Server, Site, postgres_site, sqlite_site

CLIENTS = (1, 8, 32)
PROCESSES = (1, 2)
HANDS = 640  # by all clients together
WARM_UP, WARMING_CLIENTS = 160, 8  # that do not count: a process imports much when it is asked for the first time
HANDS_OF_A_SERIES = 10
TOGETHER, HANDS_TOGETHER = 8, 10
PAGES = 800
PEER_BILLS = 200
NAMES = {sqlite_site: "SQLite", postgres_site: "PostgreSQL"}

Orders = list[dict[str, Any]]
Outcome = dict[str, Any]


def rows() -> Iterator[Row]:
    for make_site, name in NAMES.items():
        try:
            with make_site() as site:
                yield from on_database(site, name)
        except OSError as error:
            yield Row(f"{name}", "not here", "", str(error).splitlines()[0])


def on_database(site: Site, name: str) -> Iterator[Row]:
    bare = bare_inserts(site)
    for processes in PROCESSES:
        with site.served(processes) as server:
            hands_apart(site, server, WARMING_CLIENTS, WARM_UP)
            where = f"{name}, {processes} process{'es' if processes > 1 else ''}"
            for clients in CLIENTS:
                yield _hands_row(where, clients, hands_apart(site, server, clients), bare[clients])
            yield together_row(where, site, server)
    for clients, outcome in bare.items():
        yield Row(f"{name}: bare inserts, {clients} clients", f"{rate(outcome):,.0f} / s", "", _speed(outcome))
    if name == "SQLite":
        yield from against_the_peer(site)
    whole = site.ask("benchmarks.crowd", "audit")
    yield Row(f"{name}: `manage.py audit` afterwards", "clean" if whole else "DIFFERENCES", "clean")


# --- Hands -----------------------------------------------------------------------------------------------------------


def hands_apart(site: Site, server: Server, clients: int, hands: int = HANDS) -> Outcome:
    """Each client at its own series."""
    each = hands // HANDS_OF_A_SERIES // clients
    plan = site.ask("benchmarks.crowd", "prepare", clients=clients, series_each=each)
    orders = [order("hands", plan, series=series, each=HANDS_OF_A_SERIES) for series in plan["series"]]
    outcome = called(server, orders)
    return outcome | counted(site, outcome, [one for series in plan["series"] for one in series])


def hands_together(site: Site, server: Server, clients: int = TOGETHER, times: int = HANDS_TOGETHER) -> Outcome:
    """All at one series: one of those who write at the same moment is first, the others try again."""
    plan = site.ask("benchmarks.crowd", "prepare", clients=0, series_each=0)
    orders = [order("hands_together", plan, series=plan["shared"], times=times)] * clients
    outcome = called(server, orders)
    return outcome | counted(site, outcome, [plan["shared"]])


def counted(site: Site, outcome: Outcome, series: list[str]) -> dict[str, int]:
    """What was acknowledged against what is there."""
    there = {tuple(hand) for hand in site.ask("benchmarks.crowd", "recorded", series=series)}
    told = {tuple(hand) for hand in outcome["acknowledged"]}
    return {"lost": len(told - there), "doubled": len(there - told)}


def _hands_row(where: str, clients: int, outcome: Outcome, bare: Outcome) -> Row:
    what = f"{where}: hands, {clients} client{'s' if clients > 1 else ''}"
    share = f"{rate(outcome) / rate(bare):.2f} of the bare inserts"
    return Row(
        what, f"{rate(outcome):,.0f} / s", "", f"{slowest(outcome)}, {faults(outcome)}; {busy(outcome)}; {share}"
    )


def together_row(where: str, site: Site, server: Server) -> Row:
    outcome = hands_together(site, server)
    note = f"{slowest(outcome)}, {faults(outcome)}; {outcome['conflicts']} told to look again"
    repeated = f"{outcome['repeated']} of {len(outcome['acknowledged'])} sent twice and answered alike"
    return Row(f"{where}: {TOGETHER} clients at one series", f"{rate(outcome):,.0f} / s", "", f"{note}; {repeated}")


def faults(outcome: Outcome) -> str:
    return f"{len(outcome['errors'])} errors, {outcome['lost']} lost, {outcome['doubled']} doubled"


# --- Yardsticks ------------------------------------------------------------------------------------------------------


def bare_inserts(site: Site) -> dict[int, Outcome]:
    site.ask("benchmarks.crowd", "make_bare_table")
    with site.served(bare=True) as server:
        called(server, _inserts(WARMING_CLIENTS))
        return {clients: called(server, _inserts(clients)) for clients in CLIENTS}


def _inserts(clients: int) -> Orders:
    details = {"method": "POST", "path": "/bare/insert", "times": HANDS // clients, "expected": 201, "body": "a hand"}
    return [order("repeat", {"headers": {}}, **details)] * clients


def against_the_peer(site: Site) -> Iterator[Row]:
    """Both with two processes, on SQLite, as somebody who is logged in."""
    plan = site.ask("benchmarks.crowd", "prepare_pages")
    with site.served(2) as server:
        hands_apart(site, server, WARMING_CLIENTS, WARM_UP)
        adds = hands_apart(site, server, 8)
        pages = {}
        for name in ("settlement", "balances"):
            called(server, looks(plan, plan[name], WARM_UP))
            pages[name] = called(server, looks(plan, plan[name], PAGES))
    try:
        with ihatemoney.served(PEER_BILLS) as peer:
            called(peer.server, [peer.settle_order(WARM_UP // 8)] * 8)
            settle = called(peer.server, [peer.settle_order(PAGES // 8)] * 8)
            called(peer.server, [peer.add_order(WARM_UP // 8)] * 8)
            theirs = called(peer.server, [peer.add_order(HANDS // 8)] * 8)
    except ihatemoney.NotHereError as error:
        yield Row("ihatemoney", "not here", "", str(error))
        return
    yield _peer_row("ihatemoney: add a bill, 8 clients", theirs)
    yield _peer_row("a hand over the API, 8 clients", adds, theirs, 5)
    yield _peer_row(f"ihatemoney: settle, {PEER_BILLS} bills", settle)
    for name, what in (("settlement", "settlement page of 20 hands"), ("balances", "balances after 200 payments")):
        yield _peer_row(what, pages[name], settle, 10)


def _peer_row(what: str, outcome: Outcome, peer: Outcome | None = None, aim: int = 0) -> Row:
    if peer is None:
        return Row(what, f"{rate(outcome):,.1f} / s", "", _speed(outcome))
    times = f"{rate(outcome) / rate(peer):.1f} times that"
    busier = f"{each_busy(peer) / max(each_busy(outcome), 0.01):.1f} times as many by the processors' time"
    return Row(what, f"{rate(outcome):,.1f} / s", f"{aim} times that", f"{times}; {busier}; {busy(outcome)}")


def looks(plan: dict[str, Any], path: str, times: int) -> Orders:
    return [order("repeat", plan, method="GET", path=path, times=times // 8, expected=200)] * 8


# --- Calling ---------------------------------------------------------------------------------------------------------


def order(what: str, plan: dict[str, Any], **details: Any) -> dict[str, Any]:
    return {"what": what, "headers": plan["headers"], "details": details}


def called(server: Server, orders: Sequence[dict[str, Any]]) -> Outcome:
    begun = server.busy()
    text = json.dumps({"address": server.address, "orders": list(orders)})
    command = [sys.executable, "-m", "benchmarks.clients"]
    done = subprocess.run(command, cwd=ROOT, input=text, text=True, stdout=subprocess.PIPE, check=True)
    outcome: Outcome = json.loads(done.stdout)
    if outcome["errors"]:
        print("  first error:", outcome["errors"][0], file=sys.stderr)
    return outcome | {"busy": server.busy() - begun}


def rate(outcome: Outcome) -> float:
    return len(outcome["took"]) / outcome["seconds"]  # type: ignore[no-any-return]


def slowest(outcome: Outcome) -> str:
    """The 99th percentile."""
    took = outcome["took"]
    return f"99 of 100 within {1000 * took[int(0.99 * (len(took) - 1))]:.0f} ms"


def each_busy(outcome: Outcome) -> float:
    """Milliseconds of the server's processors for each thing done."""
    return 1000 * outcome["busy"] / len(outcome["took"])  # type: ignore[no-any-return]


def busy(outcome: Outcome) -> str:
    return f"{each_busy(outcome):.1f} ms of the processors each"


def _speed(outcome: Outcome) -> str:
    return f"{slowest(outcome)}; {busy(outcome)}"
