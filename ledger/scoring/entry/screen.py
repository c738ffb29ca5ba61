"""What the entry screen shows: the hand while it is typed, and what to do when another scorer was quicker."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from django.core.exceptions import NON_FIELD_ERRORS
from django.utils.translation import gettext as _

from games.contract import Score
from games.kit.figures import HALF
from games.kit.points import write_points
from games.kit.transfers import nets
from ledger.lib import formatting
from ledger.scoring.entry.form import FIGURE, EntryForm, KeypadForm
from ledger.series import descriptions
from ledger.series.models import Event
from ledger.series.state import PlayedHand, Replay, SeriesState, Side, preview
from ledger.series.wording import in_words

# --- A hand while it is typed ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tile:
    """One side on the keypad screen: its figure, and a short text below it."""

    name: str
    seat: int
    input_name: str
    value: str
    detail: str
    wrong: bool


@dataclass(frozen=True)
class Result:
    """What the hand brings a side, and its total after the hand."""

    side: Side
    entered: Fraction
    total: Fraction
    detail: str


@dataclass(frozen=True)
class Keypad:
    fraction: str  # the key for parts of a point: "none", "half" or "point"
    minus: bool
    total: str  # the script counts down from it; empty where the game has no fixed total


class Doubt(NamedTuple):
    code: str
    text: str


@dataclass(frozen=True)
class EntryScreen:
    """A hand in its form. Every figure comes from the rulebook."""

    form: EntryForm
    play: Replay | None = None  # the series with this hand, as soon as the hand can be scored
    correcting: bool = False  # an earlier hand, whose tiles do not show the totals of today
    asks: bool = False  # whether the hand is to be saved in spite of its warnings

    @property
    def state(self) -> SeriesState:
        return self.form.state

    @cached_property
    def hand(self) -> PlayedHand | None:
        return self.play.hands[-1] if self.play else None

    @property
    def keypad(self) -> Keypad | None:
        """None for a game's own form."""
        if not isinstance(self.form, KeypadForm):
            return None
        entry = self.form.entry
        fraction = "half" if entry.step == HALF else "point"
        return Keypad(
            fraction="none" if entry.step.denominator == 1 else fraction,
            minus=entry.below_zero,
            total="" if entry.total is None else str(write_points(entry.total)),
        )

    @cached_property
    def tiles(self) -> list[Tile]:
        """One for each side, where the hand is entered in figures."""
        tiles = []
        for number, side in enumerate(self.state.sides):
            name = FIGURE.format(number)
            if name in self.form.errors:
                detail = _("please check")  # the error itself is listed below, where there is room
            elif self.correcting:
                detail = ""
            elif self.hand:
                detail = self.points_text(self.hand, side)
            else:
                total = formatting.points(self.state.play.standing.cumulative[side.seat])
                detail = _("stands at %(total)s") % {"total": total}
            value = self.form[name].value() or ""
            tiles.append(Tile(side.name, side.seat, name, value, detail, wrong=name in self.form.errors))
        return tiles

    @property
    def results(self) -> list[Result]:
        """One for each side, where there are no tiles."""
        if self.hand is None:
            return []
        entered, totals = self.hand.score.points_entered, self.hand.cumulative
        return [
            Result(side, entered[side.seat], totals[side.seat], self.points_text(self.hand, side))
            for side in self.state.sides
        ]

    def points_text(self, hand: PlayedHand, side: Side) -> str:
        """+16 makes 25"""
        bonus = nets(hand.score.transfers, len(self.state.names))[side.seat]
        sentence = _("%(entered)s makes %(total)s, bonus %(bonus)s") if bonus else _("%(entered)s makes %(total)s")
        return sentence % {
            "entered": formatting.points(hand.score.points_entered[side.seat], signed=True),
            "total": formatting.points(hand.cumulative[side.seat]),
            "bonus": formatting.points(bonus, signed=True),
        }

    @property
    def winners(self) -> list[Side]:
        """The sides that have won points, where every player is a side."""
        won = self.hand.score.points_won if self.hand else ()
        return [side for side in self.state.sides if won and won[side.seat]]

    @property
    def faults(self) -> Iterator[str]:
        """All that keeps the hand from being saved: in the order of the fields, then what is about the whole hand."""
        for field in (*self.form.fields, None):
            for error in self.form.errors.get(field or NON_FIELD_ERRORS, ()):
                yield self.form.error_text(field, str(error))

    @property
    def warnings(self) -> list[Doubt]:
        """What is doubtful. The form sends the codes that were on the screen, so that each is asked about only once."""
        found = self.hand.score.warnings if self.hand else ()
        return [Doubt(warning.code, in_words(warning.message, self.form.names)) for warning in found]


def preview_screen(form: EntryForm) -> EntryScreen:
    """The hand as it is typed so far, scored as soon as nothing is missing."""
    if form.errors or form.is_untouched:
        return EntryScreen(form)
    result = preview(form.state, form.state.next_number, form.record())
    play = None if form.is_unfinished else result.play
    form.add_problems([problem for problem in result.problems if form.is_certain(problem)])
    return EntryScreen(form, play)


# --- Two scorers at once ---------------------------------------------------------------------------------------------


class UnsavedHand(Protocol):
    """What the second scorer wants to save: a form, or a hand entered card by card."""

    def record(self) -> dict[str, Any]: ...

    @property
    def points_so_far(self) -> list[Fraction | None]: ...


@dataclass(frozen=True)
class OtherHand:
    """A hand that another scorer has recorded or corrected."""

    number: int
    by_name: str
    score: Score


@dataclass(frozen=True)
class PlayerPoints:
    """One player's points in the other hands and in the one that is not saved."""

    name: str
    seat: int
    theirs: tuple[Fraction, ...]
    mine: Fraction | None


@dataclass(frozen=True)
class Conflict:
    """Another scorer was quicker: what has happened meanwhile, beside the hand that is not saved."""

    state: SeriesState
    form: UnsavedHand
    events: list[Event]

    @property
    def messages(self) -> list[str]:
        return [descriptions.describe_event(event) for event in self.events]

    @cached_property
    def other_hands(self) -> list[OtherHand]:
        numbers = {event.number for event in self.events}
        return [
            OtherHand(hand.number, event.by_name, hand.score)
            for event, hand in zip(self.state.events, self.state.play.hands, strict=True)
            if event.number in numbers
        ]

    @cached_property
    def my_score(self) -> Score | None:
        """None where the hand does not fit the series any more."""
        hand = preview(self.state, self.state.next_number, self.form.record()).hand
        return hand.score if hand else None

    @property
    def players(self) -> list[PlayerPoints]:
        mine = self.my_score.points_won if self.my_score else self.form.points_so_far
        return [
            PlayerPoints(name, seat, tuple(other.score.points_won[seat] for other in self.other_hands), mine[seat])
            for seat, name in enumerate(self.state.names)
        ]

    @property
    def is_same(self) -> bool:
        """Do both hands come to the same points for every player?"""
        mine = self.my_score
        return mine is not None and any(
            (other.score.points_won, other.score.points_entered) == (mine.points_won, mine.points_entered)
            for other in self.other_hands
        )
