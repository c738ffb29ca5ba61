"""Changes made in a phone without signal. They are made in the database of the test and then rolled back."""

import json
import random
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.db import transaction
from django.http import HttpResponse

from games.registry import BY_SLUG as GAMES
from ledger.circles.models import Member
from ledger.circles.services.players import add_player
from ledger.pocket.phone.waiting import waiting
from ledger.pocket.rows import rows_of
from ledger.series.models import Series
from ledger.series.notes import change_hand_note, change_notes
from ledger.series.services import Submit, name_dealer
from tests.ledger.api.conftest import Program
from tests.ledger.pocket.conftest import as_text
from tests.ledger.standings.circles import QuietEvening
from tests.proving.play import Counts, House

Json = dict[str, Any]


class PhoneEvening(QuietEvening):
    """A random series with every kind of change, each with a key as the forms have one."""

    def submit(self) -> Json:
        self.series.refresh_from_db()
        key = f"key-{self.dice.getrandbits(60)}"
        return {"series": self.series, "submit": Submit(self.house.owner, self.series.version, key)}

    def do_something(self) -> None:
        others = {"dealer": 1, "name_place": 1, "note": 1, "hand_note": 1}
        (choice,) = self.dice.choices([*others, "a change"], weights=[*others.values(), 10])
        if choice == "a change":
            super().do_something()
        else:
            getattr(self, choice)()

    def dealer(self) -> None:
        if self.state().takes_hands:
            name_dealer(**self.submit(), seat=self.dice.randrange(self.seats))

    def name_place(self) -> None:
        change_notes(series=self.series, me=self.house.owner, place=self.dice.choice(["Patan", "Thimi", ""]))

    def note(self) -> None:
        change_notes(series=self.series, me=self.house.owner, note=self.dice.choice(["Rain all evening", "With tea"]))

    def hand_note(self) -> None:
        if self.records:
            number = self.dice.randint(1, len(self.records))
            change_hand_note(series=self.series, me=self.house.owner, number=number, note=self.dice.choice(["Oh!", ""]))


def begin(me: Member, game: str, seed: int, steps: int) -> PhoneEvening:
    """Start a series at the site, with this many random changes."""
    names = [f"{game} {seed} {number}" for number in range(max(GAMES[game].allowed_seats))]
    players = [add_player(circle=me.circle, name=name) for name in names]
    house = House(me, reader=None, players=players)  # nothing is read
    evening = PhoneEvening(house, GAMES[game], random.Random(seed), Counts())
    evening.start()
    for _step in range(steps):
        evening.do_something()
    return evening


def taken_along(me: Member, series: Series) -> Json:
    series.refresh_from_db()
    rows = json.loads(json.dumps(rows_of(me, series.pk), default=as_text))
    return {"version": series.version, "hash": series.latest_hash, "rows": rows}


def in_phone(site: dict[str, Json], program: Program, act: Callable[[], Any]) -> tuple[Json, Json]:
    """Return the changes that wait in a phone with these series after `act`, and the series as it is then shown."""
    with transaction.atomic():
        series = act()
        found = json.loads(json.dumps(waiting(site)))
        shown = shown_of(program, series)
        transaction.set_rollback(True)
    return found, shown


def changes_in_phone(me: Member, series: Series, act: Callable[[], object]) -> list[Json]:
    """Return the changes that wait in a phone with this series after `act`."""

    def acted() -> Series:
        act()
        return series

    site = {series.pk: taken_along(me, series)}
    return list(in_phone(site, Program(me.user), acted)[0]["changes"])


def send(program: Program, change: Json) -> HttpResponse:
    method, path, body = change["request"]
    headers = {"Idempotency-Key": change["key"]} if "number" in change else {}
    if method == "DELETE":
        return program.delete(f"{path}?{urlencode(body)}", **headers)
    return {"POST": program.post, "PATCH": program.patch}[method](path, body, **headers)


TIMES = {"recorded_at", "played_at", "clock_corrected", "changed_at", "started_at"}


def shown_of(program: Program, series: Series) -> Json:
    """The series as the API has it, without times: the site learns of it later."""
    return without(TIMES, program.get(f"series/{series.pk}").json())


def without(names: set[str], value: Any) -> Any:
    if isinstance(value, dict):
        return {name: without(names, each) for name, each in value.items() if name not in names}
    return [without(names, each) for each in value] if isinstance(value, list) else value
