"""Every page of a circle, called again and again without a server: `make bench ARGS=pages`."""

import json
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from benchmarks.caller import Caller, Headers, browser_headers, program_headers
from benchmarks.measuring import Row
from benchmarks.site import set_up_site
from ledger.lib.languages import LANGUAGES, Language

if TYPE_CHECKING:
    from ledger.series.models import Series

ROUNDS = 40
# How many times as long as its yardstick a page may take.
AIMS = {
    "save on the keypad": (2, "one insert"),
    "save on the keypad, all agree": (1.1, "save on the keypad"),
    "a follower asks (304)": (1.5, "one select"),
}
IN_EVERY_LANGUAGE = ("series", "settlement", "keypad")  # compared with English in the same run
AIMS |= {f"{page} in {language.name}": (1.1, page) for page in IN_EVERY_LANGUAGE for language in LANGUAGES[1:]}
Pages = dict[str, Callable[[], float]]
Figures = dict[str, dict[str, float]]


def rows() -> Iterator[Row]:
    set_up_site()
    from benchmarks import bare
    from benchmarks.filling import fill

    circle, note, alone = fill(others=0, big_series=0)["equal"], bare.make_table(), Caller(bare=True)
    yardsticks = {
        "one insert": lambda: alone.post("/bare/insert", b"one hand", expected=201),
        "one select": lambda: alone.get(f"/bare/select/{note}"),
    }
    figures = time_pages(yardsticks | pages_of(circle, LANGUAGES[1:]), ROUNDS)
    for name, took in figures.items():
        times, yardstick = AIMS.get(name, (0, ""))
        ratio = took["again"] / figures[yardstick]["again"] if yardstick else 0
        note = f", {ratio:.1f} times {yardstick}" if yardstick else ""
        aim = f"{times} times {yardstick}" if yardstick else ""
        counted = f"{took['statements']:.0f} statements, {took['first']:.0f} ms the first time{note}"
        yield Row(name, f"{took['again']:.1f} ms busy", aim, counted, is_short=ratio > times)


def time_pages(pages: Pages, rounds: int) -> Figures:
    """Return the processor's milliseconds. The pages take turns, so that a slow moment slows all of them."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    figures: Figures = {}
    for name, call in pages.items():
        first = call()
        with CaptureQueriesContext(connection) as captured:
            call()
        figures[name] = {"first": first, "statements": len(captured)}
    took = [{name: call() for name, call in pages.items()} for _ in range(rounds)]
    for name in pages:
        figures[name]["again"] = median(milliseconds[name] for milliseconds in took)
    return figures


def measure(circle: str, rounds: int) -> Figures:
    return time_pages(pages_of(circle), rounds)


def pages_of(circle_id: str, languages: Sequence[Language] = ()) -> Pages:
    """The calls of pages by name, some also in these languages. The circle has one member and an open last series."""
    from ledger.circles.models import Member
    from ledger.live.links import link_to_share, token_of
    from ledger.series.models import Series, Status

    me = Member.objects.select_related("circle", "user").get(circle=circle_id)
    series = Series.objects.filter(circle=circle_id).order_by("started_at")
    caller, browser, program = Caller(), browser_headers(me.user), program_headers(me.user)
    circle, api = f"/circles/{circle_id}/", f"/api/v1/circles/{circle_id}"
    finished = series.exclude(status=Status.OPEN).select_related("circle")[0]
    player, other = me.circle.players.order_by("created_at", "pk")[:2]
    played, standings = f"/series/{finished.pk}/", f"{circle}standings/"
    saver = Saver(caller, series.filter(status=Status.OPEN)[0], browser, program)
    paths = {
        "home": "/",
        "circle": circle,
        "circle, the last series": f"{circle}?page={-(-series.count() // 20)}",
        "people": f"{circle}people/",
        "start a series": f"{circle}series/new/",
        "balances": f"{circle}balances/",
        "a player's account": f"{circle}balances/{player.pk}/",
        "series": played,
        "hand": f"{played}hands/5/",
        "history": f"{played}history/",
        "settlement": f"{played}settlement/",
        "keypad": f"/series/{saver.series.pk}/hands/new/",
        "standings": standings,
        "standings of a player": f"{standings}players/{player.pk}/",
        "two players": f"{standings}players/{player.pk}/and/{other.pk}/",
        "records": f"{standings}records/",
        "API: circles": "/api/v1/circles",
        "API: list of series": f"{api}/series",
        "API: balances": f"{api}/balances",
        "API: entries": f"{api}/entries",
        "API: standings": f"{api}/standings",
        "API: rivals": f"{api}/rivals",
        "API: series": f"/api/v1{played[:-1]}",
        "a link, opened by a visitor": f"/follow/{token_of(link_to_share(me=me, series=finished))}/",
    }

    def get(path: str, headers: Headers, expected: int = 200) -> Callable[[], float]:
        return lambda: caller.get(path, headers, expected)

    readers = {True: program, False: browser}
    pages = {name: get(path, readers["API" in name]) for name, path in paths.items()}
    for page in IN_EVERY_LANGUAGE:
        for language in languages:
            pages[f"{page} in {language.name}"] = get(paths[page], browser | {"Accept-Language": language.code})
    pages["a follower asks (304)"] = get(f"{played}live/", browser | following(finished, me), 304)
    asked = Saver(caller, series_with_verdicts(me, saver.series), browser, program)
    saves = {"save on the keypad": saver.keypad, "API: save a hand": saver.api}
    all_agree = {
        "four taps: all agree": lambda: agree_to_last(me, asked.series),
        "save on the keypad, all agree": asked.keypad,
        "API: save a hand, all agree": asked.api,
    }
    return pages | {"preview": saver.preview} | saves | all_agree


def series_with_verdicts(me: Any, series: "Series") -> "Series":
    """Record the same hands in a series whose players are asked after each hand, and agree to it."""
    from ledger.circles.models import Verdicts
    from ledger.series.again import agreement_of
    from ledger.series.services import Submit, record_hand
    from ledger.series.starting import start_series
    from ledger.series.state import series_state

    state = series_state(series)
    asked = start_series(me=me, agreed=replace(agreement_of(state), verdicts=Verdicts.OFFERED))
    for version, event in enumerate(state.events, start=1):
        asked = record_hand(series=asked, submit=Submit(me, version), record=event.content).state.series
        agree_to_last(me, asked)
    return asked


def agree_to_last(me: Any, series: "Series") -> float:
    """Let every player agree to the last hand. Return the processor's milliseconds."""
    from ledger.series.state import series_state
    from ledger.verdicts.services import Speaker, give_verdict

    series.refresh_from_db()
    state = series_state(series)
    began = process_time()
    for player in state.players:
        give_verdict(
            speaker=Speaker(me),
            series=series,
            number=len(state.events),
            player_id=player.pk,
            verdict="agreed",
            seen=1,
        )
    return (process_time() - began) * 1000


def following(series: "Series", me: Any) -> Headers:
    """Return the headers with which an open page asks for news."""
    from ledger.live.tickets import Ticket, summary_of_page

    ticket = Ticket(series.pk, me.pk)
    return {"X-Ticket": ticket.sign(), "If-None-Match": summary_of_page(ticket, series).etag}


@dataclass
class Saver:
    """Records one hand after the other in an open series."""

    caller: Caller
    series: "Series"
    browser: Headers
    program: Headers
    figures: Sequence[float] = (5, 8.5, 18, 8.5)
    field: str = "points_won"

    @property
    def fields(self) -> dict[str, Any]:
        return {f"figure_{seat}": figure for seat, figure in enumerate(self.figures)}

    def version(self) -> int:
        self.series.refresh_from_db(fields=["version"])
        return self.series.version

    def preview(self) -> float:
        return self.caller.get(f"/series/{self.series.pk}/hands/preview/?{urlencode(self.fields)}", self.browser)

    def keypad(self) -> float:
        fields = self.fields | {"base_version": self.version(), "key": secrets.token_hex(16)}
        return self.caller.post(f"/series/{self.series.pk}/hands/new/", urlencode(fields).encode(), self.browser)

    def api(self) -> float:
        body = json.dumps({"record": {self.field: self.figures}, "base_version": self.version()}).encode()
        headers = self.program | {"Idempotency-Key": secrets.token_hex(16)}
        return self.caller.post(f"/api/v1/series/{self.series.pk}/hands?hands=50", body, headers, expected=201)
