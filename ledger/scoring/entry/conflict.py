"""Two wrote at once: what the series has become meanwhile beside what the second one wants to save."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Protocol

from games.contract import Score
from ledger.series import descriptions
from ledger.series.models import Event
from ledger.series.state import PlayedHand, SeriesState, preview


class Mine(Protocol):
    """What the second one wants to save, from a form or a draft."""

    def record(self) -> dict[str, Any]: ...

    @property
    def points_so_far(self) -> list[Fraction | None]: ...


@dataclass(frozen=True)
class Column:
    number: int
    by_name: str
    points: tuple[Fraction, ...]


@dataclass(frozen=True)
class Row:
    name: str
    seat: int
    theirs: tuple[Fraction, ...]
    mine: Fraction | None


@dataclass(frozen=True)
class Conflict:
    state: SeriesState
    form: Mine
    meanwhile: list[Event]

    @property
    def told(self) -> list[str]:
        return [descriptions.describe_event(event) for event in self.meanwhile]

    @cached_property
    def columns(self) -> list[Column]:
        """The hands that were written down or changed meanwhile, as they stand."""
        return [Column(hand.number, event.by_name, hand.score.points_won) for event, hand in self._theirs]

    @property
    def rows(self) -> list[Row]:
        mine = self._mine.points_won if self._mine else self.form.points_so_far
        return [
            Row(name, seat, tuple(column.points[seat] for column in self.columns), mine[seat])
            for seat, name in enumerate(self.state.names)
        ]

    @property
    def is_same(self) -> bool:
        """Both wrote down the same hand: it comes to the same for everybody, whatever each of them has won."""
        return self._mine is not None and any(
            (hand.score.points_won, hand.score.points_entered) == (self._mine.points_won, self._mine.points_entered)
            for _event, hand in self._theirs
        )

    @cached_property
    def _theirs(self) -> list[tuple[Event, PlayedHand]]:
        numbers = {event.number for event in self.meanwhile}
        hands = zip(self.state.events, self.state.play.hands, strict=True)
        return [(event, hand) for event, hand in hands if event.number in numbers]

    @property
    def takes_more(self) -> bool:
        return self.state.takes_hands

    @cached_property
    def _mine(self) -> Score | None:
        hand = preview(self.state, self.state.next_number, self.form.record()).hand
        return hand.score if hand else None
