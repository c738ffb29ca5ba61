"""What a phone waits for: the request that saves a hand, and the one that asks whether anything is new.

Each goes through the whole site: every middleware, a session, the durable commit. The yardsticks are views of one query
without any middleware, in the same process, on the same database. They take turns, so that a busy machine slows both.
"""

import secrets
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from benchmarks import sheet, site
from benchmarks.caller import Caller, Headers, logged_in
from benchmarks.measuring import Row, Took, medians_in_turn

if TYPE_CHECKING:
    from ledger.series.models import Series

ROUNDS, WARM_UP = 400, 40
HANDS_OF_A_SERIES = 20
FIGURES = ("5", "8½", "18", "8½")


def rows() -> Iterator[Row]:
    site.stand_up()
    yield from table(site.make_club(), ROUNDS, WARM_UP)


def table(club: site.Club, rounds: int, warm_up: int) -> Iterator[Row]:
    from benchmarks import bare

    note, whole, alone = bare.make_table(), Caller(), Caller(bare=True)
    me = logged_in(club.owner.user)
    saver = Saver(whole, club, me)
    insert, save, look = medians_in_turn(
        (lambda: alone.post("/bare/insert", b"one hand"), saver.save, saver.look), rounds, warm_up
    )
    yield Row("one insert, without middleware", f"{insert.wall:.2f} ms", "", "a durable commit")
    yield against("save a hand", save, insert, 2)
    yield against("look at a hand before it is saved", look, insert, None)
    select, follow = medians_in_turn(
        (lambda: alone.get(f"/bare/select/{note.pk}"), Follower(whole, club.new_series(), me).ask), rounds, warm_up
    )
    yield Row("one select, without middleware", f"{select.wall:.2f} ms")
    yield against("a follower asks: nothing new (304)", follow, select, 1.5)
    yield _first_load(whole, sheet.played(club), me)


def _first_load(caller: Caller, series: str, me: Headers) -> Row:
    from tests.ledger.following.weight import weights

    loaded = weights(caller.fetch(f"/series/{series}/", me)[1])
    heaviest = sorted(loaded, key=loaded.__getitem__)[-3:]
    told = ", ".join(f"{name} {loaded[name] / 1000:.1f}" for name in reversed(heaviest))
    return Row("series page of 4 hands, first load", f"{sum(loaded.values()) / 1000:.1f} kB", "60 kB", told)


def against(what: str, took: Took, yardstick: Took, aim: float | None) -> Row:
    busy = f"{took.busy:.2f} ms of them busy, {took.busy / yardstick.busy:.1f} times as long"
    times = f"{took.wall / yardstick.wall:.2f} times that; {busy}"
    return Row(what, f"{took.wall:.2f} ms", f"{aim:g} times that" if aim else "", times)


# --- Phones ----------------------------------------------------------------------------------------------------------


class Saver:
    """Records hand after hand as the screen does: whatever it is answered holds the screen for the next hand."""

    def __init__(self, caller: Caller, club: site.Club, me: Headers) -> None:
        self.caller, self.club, self.me = caller, club, me
        self.version = 0

    def save(self) -> Took:
        if self.version in (0, HANDS_OF_A_SERIES + 1):
            self.series, self.version = self.club.new_series(), 1
        turned = FIGURES[self.version % 4 :] + FIGURES[: self.version % 4]
        fields = {f"figure_{seat}": figure for seat, figure in enumerate(turned)}
        fields |= {"base_version": str(self.version), "key": secrets.token_hex(16)}
        took = self.caller.post(f"/series/{self.series.pk}/hands/new/", urlencode(fields).encode(), self.me)
        self.version += 1
        return took

    def look(self) -> Took:
        fields = {f"figure_{seat}": figure for seat, figure in enumerate(FIGURES)}
        return self.caller.get(f"/series/{self.series.pk}/hands/preview/?{urlencode(fields)}", self.me)


class Follower:
    """A page that is open, and asks whether it is still true."""

    def __init__(self, caller: Caller, series: "Series", me: Headers) -> None:
        from ledger.following import tickets
        from ledger.series.access import enter_series

        entrance = enter_series(series.circle.members.get().user, series.pk)
        known = {
            "X-Ticket": tickets.issue(entrance),
            "If-None-Match": tickets.summary_of(entrance.series, entrance.me.role).etag,
        }
        self.caller, self.headers, self.path = caller, me | known, f"/series/{series.pk}/live/"

    def ask(self) -> Took:
        return self.caller.get(self.path, self.headers, expected=304)
