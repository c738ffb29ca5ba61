"""A series told again from its events alone: which hands there are, how it stands, and what the books should say of it.

The services do these things one at a time and store what comes of them. Here they are done once more, apart from the
services and from all that is stored beside the events, so that the two can be compared.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from typing import Any

from games.registry import BY_SLUG
from ledger.circles.models import Player
from ledger.money.models import EntryKind
from ledger.series.models import Event, Kind, Series, Status
from ledger.series.replay import replay, table_before
from ledger.series.settling import amounts_owed
from ledger.series.state import SeriesState, assemble


class UntellableError(Exception):
    """An event says what cannot have happened. The message is a sentence for whoever runs the site."""


@dataclass(frozen=True)
class Posted:
    """An entry as it should be in the books."""

    version: int
    kind: EntryKind
    amounts: Mapping[str, int]  # in minor units, by player


@dataclass
class Retelling:
    state: SeriesState
    posted: list[Posted] = field(default_factory=list)
    _joined: int = 0  # since a hand was written down for the last time
    _standing: Mapping[str, int] = field(default_factory=dict)

    def tell(self, event: Event) -> None:
        was_open = self.state.series.is_open
        match event.kind:
            case Kind.RECORDED | Kind.CORRECTED:
                self._put(event)
            case Kind.WITHDRAWN:
                self._withdraw(event)
            case Kind.STOPPED:
                self._stop(event)
            case Kind.REOPENED:
                self._close(Status.OPEN)
            case Kind.JOINED:
                self._join(event)
            case Kind.UNSEATED:
                self._unseat(event)
            case _:
                raise UntellableError(f"event {event.number}: a series starts only once.")
        if not (was_open and self.state.series.is_open):
            self._post(event.number)

    def _put(self, event: Event) -> None:
        number = event.hand_number or 0
        count = len(self.state.events)
        if number != count + 1 if event.kind == Kind.RECORDED else number not in range(1, count + 1):
            raise UntellableError(f"event {event.number} is about hand {number}, of {count} that there were.")
        records: list[Any] = self.state.records()
        records[number - 1 : number] = [self._read(event, records[: number - 1])]
        events = list(self.state.events)
        events[number - 1 : number] = [event]
        self._play(records, events, known=number - 1)
        self._joined = 0

    def _read(self, event: Event, earlier: Sequence[Any]) -> Any:
        state = self.state
        reading = state.game.read_record(event.content)
        table = table_before(state.play.table, earlier)
        problems = reading.problems or state.game.check(state.rules, reading.value, table)
        if problems:
            why = " ".join(str(problem.message) for problem in problems)
            raise UntellableError(f"hand {event.hand_number}, event {event.number}: the record cannot be. {why}")
        return reading.value

    def _withdraw(self, event: Event) -> None:
        count = len(self.state.events)
        if not count or event.hand_number != count:
            raise UntellableError(
                f"event {event.number} withdraws hand {event.hand_number}, of {count} that there were."
            )
        self._play(self.state.records()[:-1], list(self.state.events[:-1]), known=count - 1)

    def _play(self, records: Sequence[Any], events: Sequence[Event], known: int) -> None:
        before = self.state.play
        play = replay(before.game, before.rules, before.table, records, before.scores[:known])
        self.state = replace(self.state, events=tuple(events), play=play)
        self._close(Status.FINISHED if play.standing.over else Status.OPEN)

    def _join(self, event: Event) -> None:
        game, players = self.state.game, self.state.players
        if not game.joining or len(players) + 1 not in game.seats or self._seat(event) != len(players):
            raise UntellableError(f"event {event.number} seats somebody where there is no seat.")
        self.state = self.state.seating((*players, Player(pk=event.content["player"])))
        self._joined += 1

    def _unseat(self, event: Event) -> None:
        players = self.state.players
        last = (len(players) - 1, players[-1].pk)
        if not self._joined or (self._seat(event), event.content.get("player")) != last:
            raise UntellableError(f"event {event.number} unseats somebody who may have played.")
        self.state = self.state.seating(players[:-1])
        self._joined -= 1

    def _seat(self, event: Event) -> int:
        match event.content:
            case {"player": str(), "name": str(), "seat": int(seat)}:
                return seat
            case _:
                raise UntellableError(f"event {event.number} does not say who took which seat.")

    def _stop(self, event: Event) -> None:
        over = self.state.play.standing.over
        match event.content:
            case {"with_standard": bool(chosen)}:
                self._close(Status.FINISHED if over else Status.STOPPED, with_standard=chosen or over)
            case _:
                raise UntellableError(f"event {event.number} does not say whether standard money is paid.")

    def _close(self, status: Status, *, with_standard: bool = True) -> None:
        self.state.series.status, self.state.series.with_standard = status, with_standard

    def _post(self, version: int) -> None:
        owed = amounts_owed(self.state)
        if owed == self._standing:
            return
        if self._standing:
            opposite = {player: -amount for player, amount in self._standing.items()}
            self.posted.append(Posted(version, EntryKind.REVERSAL, opposite))
        if owed:
            self.posted.append(Posted(version, EntryKind.SETTLEMENT, owed))
        self._standing = owed


def retell(series: Series, events: Sequence[Event]) -> Retelling:
    """UntellableError where the events cannot be followed; `events` are all of them, oldest first."""
    if not events or events[0].kind != Kind.STARTED:
        raise UntellableError("the event with which it started is missing.")
    told = Retelling(_as_agreed(series, events[0]))
    for event in events[1:]:
        told.tell(event)
    return told


def _as_agreed(series: Series, started: Event) -> SeriesState:
    """The series as it was before its first hand, from what its first event says."""
    try:
        agreed = dict(started.content)
        players = [Player(pk=player) for player in agreed.pop("players")]
        agreed["point_value"] = Decimal(agreed["point_value"])
        agreed["started_at"] = datetime.fromisoformat(agreed["started_at"])
        bare = Series(pk=series.pk, circle_id=series.circle_id, start_key=started.key, **agreed)
        if bare.game not in BY_SLUG or len(players) not in BY_SLUG[bare.game].seats:
            raise UntellableError(f"there is no game called {bare.game} for {len(players)}.")
        return assemble(bare, players, ())
    except (ArithmeticError, KeyError, TypeError, ValueError) as error:
        raise UntellableError(f"what was agreed at its start cannot be read: {error!r}.") from error
