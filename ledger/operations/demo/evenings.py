"""The series of the made-up tables. Each follows a Story, and is played through the services of the site."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from decimal import Decimal
from enum import Enum, auto
from random import Random
from typing import Any
from unittest import mock

from django.utils import timezone

from games.game import Game
from ledger.circles.models import Circle, Member, Player
from ledger.circles.roles import Role
from ledger.money.amounts import plain_amount
from ledger.money.selectors import balances, settling_up
from ledger.money.services import Payment, record_payment
from ledger.operations.demo.hands import random_hand
from ledger.operations.demo.texts import Texts
from ledger.series.models import Series
from ledger.series.notes import change_hand_note, change_notes
from ledger.series.services import (
    Submit,
    correct_hand,
    join_series,
    name_dealer,
    record_hand,
    reopen_series,
    stop_series,
    undo,
    unseat_last,
)
from ledger.series.starting import Agreement, start_series
from ledger.series.state import SeriesState, series_state, without_last_hand

BETWEEN_HANDS = timedelta(minutes=7)
NOTED = 0.15  # the share of the hands that get a note


class Story(Enum):
    """What happens in a series besides its hands."""

    PLAIN = auto()
    MISTYPED = auto()  # hand 1 is corrected
    WITHDRAWN = auto()  # hand 1 is undone, and the table names a dealer
    THROWN_IN = auto()  # after hand 1, a deal is thrown in
    CARELESS = auto()  # the hands have illegal plays
    REOPENED = auto()  # the series is reopened after its end
    STOPPED = auto()  # the series is stopped early
    STOPPED_WITHOUT_STANDARD = auto()  # the series is stopped early, and no standard money is paid
    GOING_ON = auto()  # the series stays open
    JUST_STARTED = auto()  # the series stays open, without a hand
    JOINED = auto()  # a player joins after the start


# In other stories, the series has at most as many hands as its `GameOfEvening` says.
MOST_HANDS_IN_STORY = {
    Story.STOPPED: 2,
    Story.STOPPED_WITHOUT_STANDARD: 1,
    Story.GOING_ON: 2,
    Story.JUST_STARTED: 0,
}


@dataclass
class Clock:
    """A clock for the services, turned back to the evenings in the past."""

    now: datetime

    def read(self) -> datetime:
        return self.now

    def tick(self) -> None:
        self.now += BETWEEN_HANDS


@contextmanager
def turned_back(clock: Clock) -> Iterator[None]:
    """Let `timezone.now()` return the time of the clock."""
    with mock.patch.object(timezone, "now", clock.read):
        yield


@dataclass
class Evening:
    """One series at one table."""

    game: type[Game]
    players: Sequence[Player]
    scorers: Sequence[Member]
    dice: Random
    clock: Clock
    late: Player | None  # joins after the start, in the story JOINED
    texts: Texts
    series: Series = field(init=False)

    def play(self, story: Story, preset: str, point_value: Decimal, hands: int, place: str) -> None:
        agreed = Agreement(
            game=self.game,
            players=self.players,
            rules=self.game.presets[preset].rules,
            point_value=point_value,
            preset=preset,
            first_dealer=self.dice.randrange(len(self.players)),
        )
        self.series = start_series(me=self.dice.choice(self.scorers), agreed=agreed)
        note = self.dice.choice(self.texts.series_notes)
        change_notes(series=self.series, me=self.scorers[0], place=place, note=note)
        if story is Story.JOINED and self.game.joining and self.late:  # the first time by mistake
            join_series(**self._submit(), player=self.late)
            unseat_last(**self._submit())
            join_series(**self._submit(), player=self.late)
        for number in range(1, MOST_HANDS_IN_STORY.get(story, hands) + 1):
            if not self.read_state().takes_hands:
                break
            self.clock.tick()
            self._record(random_hand(self.read_state(), self.dice, careless=story is Story.CARELESS))
            if self.dice.random() < NOTED:
                note = self.dice.choice(self.texts.hand_notes)
                latest = len(self.read_state().events)
                change_hand_note(series=self.series, me=self.scorers[0], number=latest, note=note)
            if number > 1:
                continue
            if story is Story.MISTYPED and self.series.is_open:
                reason = self.texts.why_corrected
                correct_hand(**self._submit(), number=1, record=self._another_hand(), reason=reason)
            elif story is Story.WITHDRAWN:
                undo(**self._submit())
                name_dealer(**self._submit(), seat=self.dice.randrange(len(self.players)))
            elif story is Story.THROWN_IN and (game := self.read_state().game).can_throw_in:
                self._record(game.throw_in(self.texts.why_thrown_in))
        self.clock.tick()
        self.series.refresh_from_db()
        if story is Story.REOPENED and not self.series.is_open:
            owner = next(member for member in self.scorers if member.may(Role.OWNER))
            reopen_series(**self._submit(owner), reason=self.texts.why_reopened)
        self.series.refresh_from_db()
        if self.series.is_open and story not in (Story.GOING_ON, Story.JUST_STARTED):
            stop_series(**self._submit(), with_standard=story is not Story.STOPPED_WITHOUT_STANDARD)

    def _another_hand(self) -> dict[str, Any]:
        """Return another record for hand 1."""
        state = self.read_state()
        before = replace(state, events=(), play=without_last_hand(state))
        record = random_hand(before, self.dice)
        while self.game.read_record(record).value == state.play.hands[0].record:
            record = random_hand(before, self.dice)
        return record

    def _record(self, record: dict[str, Any]) -> None:
        record_hand(**self._submit(), record=record)

    def _submit(self, me: Member | None = None) -> dict[str, Any]:
        self.series.refresh_from_db()
        submit = Submit(me or self.dice.choice(self.scorers), self.series.version)
        return {"series": self.series, "submit": submit}

    def read_state(self) -> SeriesState:
        self.series.refresh_from_db()
        return series_state(self.series)


def pay_debts(circle: Circle, me: Member, note: str) -> None:
    """Record payments that clear all balances."""
    for owed in balances(circle):
        for planned in settling_up(owed).payments:
            amount = Decimal(plain_amount(planned.amount_minor, owed.currency))
            record_payment(me=me, payment=Payment(planned.payer, planned.payee, amount, owed.currency, note))
