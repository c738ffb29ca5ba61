"""What happens at the made-up tables: each series is one story, played through the same services as a real one."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from enum import Enum, auto
from random import Random
from typing import Any
from unittest import mock

from django.utils import timezone

from games.contract import Answer, Game
from games.kit.cards import BITS, CODES, cards_in, mask_of
from games.kit.plays import Direction, Shape
from games.kit.points import write_points
from games.kit.tricks import turn_orders
from ledger.circles.models import Member, Player
from ledger.circles.roles import Role
from ledger.series.models import Series
from ledger.series.services import (
    Agreement,
    Submit,
    correct_hand,
    join_series,
    record_hand,
    reopen_series,
    start_series,
    stop_series,
    undo,
    unseat_last,
)
from ledger.series.state import SeriesState, series_state

BETWEEN_HANDS = timedelta(minutes=7)
MOST_HANDS = 30  # should luck be too even
CARD_BY_CARD = 0.3  # of the hands


class Story(Enum):
    PLAIN = auto()
    MISTYPED = auto()
    WITHDRAWN = auto()
    THROWN_IN = auto()
    CARELESS = auto()
    REOPENED = auto()
    STOPPED = auto()
    STOPPED_WITHOUT_STANDARD = auto()
    GOING_ON = auto()
    JUST_STARTED = auto()
    JOINED = auto()


HANDS_BEFORE_THE_STORY_STOPS = {
    Story.STOPPED: 2,
    Story.STOPPED_WITHOUT_STANDARD: 1,
    Story.GOING_ON: 2,
    Story.JUST_STARTED: 0,
    Story.JOINED: 0,
}


@dataclass
class Clock:
    """The evenings are in the past. The services ask the clock, so the clock is turned back."""

    now: datetime

    def read(self) -> datetime:
        return self.now

    def tick(self) -> None:
        self.now += BETWEEN_HANDS


@contextmanager
def turned_back(clock: Clock) -> Iterator[None]:
    with mock.patch.object(timezone, "now", clock.read):
        yield


@dataclass
class Evening:
    """One series at one table."""

    game: Game
    players: Sequence[Player]
    scorers: Sequence[Member]
    dice: Random
    clock: Clock
    late: Player  # joins when the others are seated
    series: Series = field(init=False)

    def play(self, story: Story, preset: str) -> None:
        agreed = Agreement(
            game=self.game,
            players=self.players,
            rules=self.game.presets[preset].rules,
            point_value=Decimal("0.25"),
            preset=preset,
            first_dealer=self.dice.randrange(len(self.players)),
        )
        self.series = start_series(me=self.dice.choice(self.scorers), agreed=agreed)
        if story is Story.JOINED:  # a player joins, is called away at once, and comes back
            join_series(**self._submit(), player=self.late)
            unseat_last(**self._submit())
            join_series(**self._submit(), player=self.late)
        for number in range(1, HANDS_BEFORE_THE_STORY_STOPS.get(story, MOST_HANDS) + 1):
            if not self.read_state().takes_hands:
                break
            self.clock.tick()
            self._record(self._hand(careless=story is Story.CARELESS))
            if number > 1:
                continue
            if story is Story.MISTYPED:
                correct_hand(**self._submit(), number=1, record=self._hand(), reason="Two piles had been mixed up.")
            elif story is Story.WITHDRAWN:
                undo(**self._submit())
            elif story is Story.THROWN_IN and self.game.throw_in:
                self._record(self.game.throw_in("A card lay face up in the pack."))
        self.clock.tick()
        if story is Story.REOPENED:
            owner = next(member for member in self.scorers if member.may(Role.OWNER))
            reopen_series(**self._submit(owner), reason="To count hand 1 again.")
            stop_series(**self._submit(), with_standard=True)
        if story in (Story.STOPPED, Story.STOPPED_WITHOUT_STANDARD):
            stop_series(**self._submit(), with_standard=story is Story.STOPPED)

    def _record(self, record: dict[str, Any]) -> None:
        record_hand(**self._submit(), record=record)

    def _submit(self, me: Member | None = None) -> dict[str, Any]:
        self.series.refresh_from_db()
        submit = Submit(me or self.dice.choice(self.scorers), self.series.version)
        return {"series": self.series, "submit": submit}

    def read_state(self) -> SeriesState:
        self.series.refresh_from_db()
        return series_state(self.series)

    def _hand(self, *, careless: bool = False) -> dict[str, Any]:
        """Played with real cards; mostly only its totals are written down."""
        state = self.read_state()
        assert self.game.shape is not None
        shape = self.game.shape(state.rules, None, state.table_for(state.next_number))
        played = play_hand(shape, self.dice, careless=careless)
        entry = state.totals_entry
        if careless or self.dice.random() < CARD_BY_CARD or entry is None:
            return played
        # The same hand as the totals that a table with counted piles would write down.
        record = self.game.record.validate_python(played)
        score = self.game.score(state.rules, record, state.table_for(state.next_number))
        figures = [write_points(score.points_won[side.seat]) for side in state.sides]
        # Of the players that the record names, this one is the winner of the last trick.
        asked = [question.field for question in state.questions(by_card=False) if question.answer is Answer.SEAT]
        return {entry.field: figures, **dict.fromkeys(asked, score.last_trick_winner)}


def play_hand(shape: Shape, dice: Random, *, careless: bool) -> dict[str, Any]:
    """The record of a hand dealt at random and played by the rules. If careless, one card in twenty is any card."""
    pack = list(cards_in(shape.pack))
    dice.shuffle(pack)
    held = [mask_of(pack[seat * shape.tricks : (seat + 1) * shape.tricks]) for seat in range(shape.seats)]
    direction = dice.choice(list(Direction))
    first_leader = leader = dice.randrange(shape.seats)
    orders = turn_orders(shape.seats, direction is Direction.CLOCKWISE)
    tricks = []
    for _trick in range(shape.tricks):
        cards: dict[int, int] = {}
        row = None
        for seat in orders[leader]:
            allowed = [card for card in cards_in(held[seat]) if row is None or not row[card][0] & held[seat]]
            card = dice.choice(cards_in(held[seat]) if careless and dice.random() < 1 / 20 else allowed)
            follows = shape.law.rows_when_led[card] if row is None else row[card][1]
            if follows is not row:
                row, leader = follows, seat  # the best card so far; its player leads the next trick
            held[seat] ^= BITS[card]
            cards[seat] = card
        tricks.append([CODES[cards[seat]] for seat in range(shape.seats)])
    return {"direction": direction.value, "first_leader": first_leader, "tricks": tricks}
