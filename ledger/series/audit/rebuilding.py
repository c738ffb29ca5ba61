"""Rebuild a series from its events alone: its hands, its status and its entries in the books.

The audit compares the rebuilt series with the rows that the services have stored. So this module uses neither the
services nor any rows except the events.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from itertools import islice, takewhile
from typing import Any, ClassVar

from pydantic import ValidationError

from games.kit.problems import Unreadable
from games.kit.transfers import Transfer
from games.registry import BY_SLUG
from ledger.circles.models import Player, Verdicts
from ledger.money.models import EntryKind
from ledger.series.changes import (
    Corrected,
    DealerNamed,
    Discarded,
    Joined,
    Recorded,
    Reopened,
    Started,
    Stopped,
    Unseated,
    Withdrawn,
)
from ledger.series.changes.reopened import STAYS_OPEN
from ledger.series.changes.started import RULES_OF_RECORD
from ledger.series.models import Event, Result, Series, Status
from ledger.series.results import results_of
from ledger.series.settling import amounts_owed
from ledger.series.state import SeriesState, assemble, replay_series, series_state, table_before

OF_A_HAND = (Recorded.kind, Corrected.kind, Withdrawn.kind)
FEWEST_IN_RUN = 2  # hands; `_record_run` leaves a single hand to `apply`


class CannotRebuild(Exception):
    """An event cannot have happened. The message is a sentence for the operator."""


class FormerRules(CannotRebuild):
    """The series was played by options of the scorecard that are gone (docs/decisions/0230-former-scorecards.md)."""


@dataclass(frozen=True)
class ExpectedEntry:
    """An entry that should be in the books."""

    version: int
    kind: EntryKind
    amounts: Mapping[str, int]  # in minor units, by player


@dataclass
class RebuiltSeries:
    state: SeriesState
    entries: list[ExpectedEntry] = field(default_factory=list)
    joined: int = 0  # how many players have joined since a hand was last recorded or corrected
    has_hands: bool = False  # a hand was recorded, withdrawn or not
    stays_open: bool = False  # it was reopened, and since then neither was a hand recorded nor the series stopped
    owed: Mapping[str, int] = field(default_factory=dict)  # by the current settlement: in minor units, by player
    results: list[Result] = field(default_factory=list)  # empty while the series is open
    # The transfers of the settlement each time the series ended, by the number of the event that ended it.
    paid_at: dict[int, Sequence[Transfer]] = field(default_factory=dict)

    def apply_all(self, events: Sequence[Event]) -> Iterator[Event]:
        """Apply the events, oldest first.

        Hands that were recorded one after the other are applied as one run. Every other event is yielded before it is
        applied, so that an import can judge it first.
        """
        position = 0
        while position < len(events):
            run = takewhile(lambda event: event.kind == Recorded.kind, islice(events, position, None))
            if count := self._record_run(list(run)):
                position += count
            else:
                yield events[position]
                self.apply(events[position])
                position += 1

    def _record_run(self, events: Sequence[Event]) -> int:
        """Apply hands that were recorded one after the other, and return how many were applied.

        The run ends before an impossible hand, and before a hand after the end of the series: these are left to
        `apply`. The standing is worked out once for all hands. To work it out after each hand, as `apply` does, would
        take time in proportion to the square of the number of hands.
        """
        before, game = self.state.play, self.state.game
        if len(events) < FEWEST_IN_RUN or not self.state.takes_hands:
            return 0
        records, scores = self.state.records(), list(before.scores)
        for event in events:
            reading, table = game.read_record(event.content), table_before(before.table, records)
            if reading.problems or event.reason or event.hand_number != len(records) + 1:
                break
            if game.check(reading.value, table):
                break
            records.append(reading.value)
            scores.append(game.score(reading.value, table))
        play = replay_series(game, before.table, records, scores)
        end = play.standing.counted
        if end < len(records):
            play = replay_series(game, before.table, records[:end], scores[:end])
        applied = events[: len(play.hands) - len(before.hands)]
        if applied:
            self.state = replace(self.state, events=(*self.state.events, *applied), play=play)
            self.joined, self.stays_open, self.has_hands = 0, False, True
            self.state.series.version = applied[-1].number
            self._set_status(Status.FINISHED if play.standing.over else Status.OPEN)
            if play.standing.over:
                self._post(applied[-1])
        return len(applied)

    def apply(self, event: Event) -> None:
        """Apply an event. Raise CannotRebuild if the event does not fit the earlier events."""
        was_open = self.state.series.is_open
        if event.kind not in self.apply_kind:
            raise CannotRebuild(f"event {event.number} is of an unknown kind: {event.kind}.")
        if (event.hand_number is not None) != (event.kind in OF_A_HAND):
            raise CannotRebuild(f"event {event.number} names a hand and should not, or names none and should.")
        if event.kind in (Recorded.kind, Stopped.kind, Reopened.kind):
            self.stays_open = event.kind == Reopened.kind and event.content == STAYS_OPEN
        self.apply_kind[event.kind](self, event)
        self.state.series.version = event.number
        if not (was_open and self.state.series.is_open):
            self._post(event)

    def _start(self, event: Event) -> None:
        raise CannotRebuild(f"event {event.number}: a series starts only once.")

    def _record(self, event: Event) -> None:
        state, number, count = self.state, event.hand_number or 0, len(self.state.events)
        fits = number == count + 1 if event.kind == Recorded.kind else 1 <= number <= count
        if not fits:
            raise CannotRebuild(f"event {event.number} is about hand {number}, of {count} that there were.")
        records: list[Any] = state.records()
        reading = state.game.read_record(event.content)
        table = table_before(state.play.table, records[: number - 1])
        problems = reading.problems or state.game.check(reading.value, table)
        if problems:
            why = " ".join(str(problem.message) for problem in problems)
            raise CannotRebuild(f"hand {number}, event {event.number}: the record cannot be. {why}")
        events = list(state.events)
        records[number - 1 : number], events[number - 1 : number] = [reading.value], [event]
        self._replay(records, events, known=number - 1)
        self.joined, self.has_hands = 0, True

    def _withdraw(self, event: Event) -> None:
        count = len(self.state.events)
        if not count or event.hand_number != count:
            raise CannotRebuild(f"event {event.number} withdraws hand {event.hand_number}, of {count} that there were.")
        self._replay(self.state.records()[:-1], self.state.events[:-1], known=count - 1)

    def _stop(self, event: Event) -> None:
        over = self.state.play.standing.over
        match event.content:
            case {"with_standard": bool(chosen)}:
                self._set_status(Status.FINISHED if over else Status.STOPPED, with_standard=chosen or over)
            case _:
                raise CannotRebuild(f"event {event.number} does not say whether standard money is paid.")

    def _reopen(self, _event: Event) -> None:
        self._set_status(Status.OPEN)

    def _discard(self, _event: Event) -> None:
        self._set_status(Status.DISCARDED)

    def _replay(self, records: Sequence[Any], events: Sequence[Event], known: int) -> None:
        before = self.state.play
        play = replay_series(before.game, before.table, records, before.scores[:known])
        self.state = replace(self.state, events=tuple(events), play=play)
        self._set_status(Status.FINISHED if play.standing.over and not self.stays_open else Status.OPEN)

    def _change_seats(self, event: Event) -> None:
        """A player takes the next seat, or the player who joined last leaves again."""
        game, players = self.state.game, self.state.players
        match event.content:
            case {"player": str(player), "name": str(), "seat": int(seat)}:
                pass
            case _:
                raise CannotRebuild(f"event {event.number} does not say who took which seat.")
        if event.kind == Joined.kind:
            if not game.joining or len(players) + 1 not in game.allowed_seats or seat != len(players):
                raise CannotRebuild(f"event {event.number} seats a player where there is no seat.")
            self.state = self.state.with_players((*players, Player(pk=player)))
            self.joined += 1
        else:
            if not self.joined or (seat, player) != (len(players) - 1, players[-1].pk):
                raise CannotRebuild(f"event {event.number} unseats a player who may have played.")
            self.state = self.state.with_players(players[:-1])
            self.state.series.named_dealers = self.state.named_dealers
            self.joined -= 1

    def _name_dealer(self, event: Event) -> None:
        state = self.state
        match event.content:
            case {"player": str(player), "name": str(), "seat": int(seat), "hand": int(number)}:
                is_there = 0 <= seat < len(state.players) and state.players[seat].pk == player
            case _:
                raise CannotRebuild(f"event {event.number} does not say who deals which hand.")
        if not is_there or number != state.next_number or not state.takes_hands:
            raise CannotRebuild(f"event {event.number} names a dealer who could not deal hand {number}.")
        self.state = state.with_dealer(seat)
        self.state.series.named_dealers = self.state.named_dealers

    def _set_status(self, status: Status, *, with_standard: bool = True) -> None:
        if self.state.series.status == Status.DISCARDED:
            raise CannotRebuild("something happened after the series was discarded.")
        if status == Status.DISCARDED and self.has_hands:
            raise CannotRebuild("the series was discarded although a hand was recorded in it.")
        self.state.series.status, self.state.series.with_standard = status, with_standard

    def _post(self, event: Event) -> None:
        """Set the expected entries and results after an event that ended the series or came after its end."""
        self.results = results_of(self.state, event.at)
        series = self.state.series
        if series.status in (Status.FINISHED, Status.STOPPED):
            self.paid_at[event.number] = self.state.outcome.transfers
        owed = amounts_owed(self.state)
        if owed == self.owed:
            return
        if self.owed:
            opposite = {player: -amount for player, amount in self.owed.items()}
            self.entries.append(ExpectedEntry(event.number, EntryKind.REVERSAL, opposite))
        if owed:
            self.entries.append(ExpectedEntry(event.number, EntryKind.SETTLEMENT, owed))
        self.owed = owed

    # The method that applies each kind of event. These methods do not use the code of the classes in
    # ledger/series/changes/, so that the audit finds mistakes in that code.
    apply_kind: ClassVar[dict[str, Callable[["RebuiltSeries", Event], None]]] = {
        Started.kind: _start,
        Recorded.kind: _record,
        Corrected.kind: _record,
        Withdrawn.kind: _withdraw,
        Stopped.kind: _stop,
        Reopened.kind: _reopen,
        Joined.kind: _change_seats,
        Unseated.kind: _change_seats,
        DealerNamed.kind: _name_dealer,
        Discarded.kind: _discard,
    }


def rebuild_series(series: Series, events: Sequence[Event]) -> RebuiltSeries:
    """Rebuild a series from all its events, oldest first.

    Raise CannotRebuild if the events do not fit together, and FormerRules if nothing can score its hands any more.
    """
    if not events or events[0].kind != Started.kind:
        raise CannotRebuild("the event with which it started is missing.")
    try:
        agreed = dict(events[0].content)
        players = [Player(pk=player) for player in agreed.pop("players")]
        agreed.pop("continues", None)
        agreed["verdicts"] = Verdicts(agreed.pop(RULES_OF_RECORD, {}).get("verdicts", Verdicts.OFF))
        agreed["point_value"] = Decimal(agreed["point_value"])
        agreed["started_at"] = datetime.fromisoformat(agreed["started_at"])
        unsaved = Series(pk=series.pk, circle_id=series.circle_id, start_key=events[0].key, **agreed)
        if unsaved.game not in BY_SLUG or len(players) not in BY_SLUG[unsaved.game].allowed_seats:
            raise CannotRebuild(f"there is no game called {unsaved.game} for {len(players)}.")
        rebuilt = RebuiltSeries(assemble(unsaved, players, ()))
    except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, ValidationError) and is_of_former_rules(error):
            raise FormerRules("it was played by options of the scorecard that are gone.") from error
        raise CannotRebuild(f"what was agreed at its start cannot be read: {error!r}.") from error
    for _event in rebuilt.apply_all(events[1:]):
        pass
    return rebuilt


def is_of_former_rules(error: ValidationError) -> bool:
    """Return whether an error in reading rules comes from an option of the scorecard that is gone."""
    causes = [detail.get("ctx", {}).get("error") for detail in error.errors()]
    problems = [problem for cause in causes if isinstance(cause, Unreadable) for problem in cause.problems]
    return any(problem.code == "former_option" for problem in problems)


def state_at(series: Series, version: int) -> SeriesState:
    """Return the state at a version of the series, with today's names, place and notes."""
    if version == series.version:
        return series_state(series)
    events = list(Event.objects.filter(series=series, number__lte=version).order_by("number"))
    state = rebuild_series(series, events).state
    latest, series_then = events[-1], state.series
    series_then.circle, series_then.version, series_then.latest_hash = series.circle, latest.number, latest.hash
    series_then.changed_at = latest.at
    series_then.place, series_then.note, series_then.notes_hash = series.place, series.note, series.notes_hash
    players = Player.objects.in_bulk([player.pk for player in state.players])
    return replace(state, players=tuple(players[player.pk] for player in state.players))
