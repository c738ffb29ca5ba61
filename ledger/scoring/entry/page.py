"""What the entry screen says of a hand while it is being typed. Every figure comes from the rulebook."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from django.core.exceptions import NON_FIELD_ERRORS
from django.utils.translation import gettext as _

from games.contract import TotalsEntry
from games.kit.figures import HALF
from games.kit.points import write_points
from games.kit.transfers import nets
from ledger.lib import formatting
from ledger.scoring.entry.forms import EntryForm
from ledger.scoring.entry.totals import FIGURE, TotalsForm
from ledger.series.state import PlayedHand, Replay, SeriesState, Side, preview
from ledger.series.wording import in_words


@dataclass(frozen=True)
class Tile:
    """Who sits there, what was typed, and what is to be said of it."""

    name: str
    seat: int
    input_name: str
    value: str
    detail: str
    wrong: bool


@dataclass(frozen=True)
class Result:
    """What the hand brings a side, and where the side stands then."""

    side: Side
    entered: Fraction
    total: Fraction
    detail: str


@dataclass(frozen=True)
class Look:
    """What would be if the hand were saved as it is; faults by the field that they are about."""

    faults: dict[str | None, list[str]]
    play: Replay | None = None


@dataclass(frozen=True)
class EntryPage:
    state: SeriesState
    form: EntryForm
    look: Look
    correcting: bool = False  # a hand that was written down before; where everybody stands now is no matter then

    @cached_property
    def tiles(self) -> list[Tile]:
        """Where the hand is entered in figures: one tile for each."""
        return [
            Tile(
                name=side.name,
                seat=side.seat,
                input_name=name,
                value=self.form[name].value() or "",
                detail=self._detail(name, side),
                wrong=name in self.look.faults,
            )
            for number, side in enumerate(self.state.sides)
            for name in [FIGURE.format(number)]
        ]

    def _detail(self, name: str, side: Side) -> str:
        """What the figure would be worth, or where the side stands. A fault is named below, where there is room."""
        if name in self.look.faults:
            return _("please check")
        if self.correcting:
            return ""
        if self._hand is None:
            total = self.state.play.standing.cumulative[side.seat]
            return _("stands at %(total)s") % {"total": formatting.points(total)}
        return self._worth(self._hand, side)

    def _worth(self, hand: PlayedHand, side: Side) -> str:
        entered, total = hand.score.points_entered[side.seat], hand.cumulative[side.seat]
        bonus = nets(hand.score.transfers, len(self.state.names))[side.seat]
        sentence = _("%(entered)s makes %(total)s, bonus %(bonus)s") if bonus else _("%(entered)s makes %(total)s")
        figures = {"entered": entered, "bonus": bonus}
        said = {name: formatting.points(points, signed=True) for name, points in figures.items()}
        return sentence % (said | {"total": formatting.points(total)})

    @cached_property
    def _hand(self) -> PlayedHand | None:
        return self.look.play.hands[-1] if self.look.play else None

    @property
    def results(self) -> list[Result]:
        """The same for each side, where there is no tile to write it on."""
        return [self._result(self._hand, side) for side in self.state.sides] if self._hand else []

    def _result(self, hand: PlayedHand, side: Side) -> Result:
        entered, total = hand.score.points_entered[side.seat], hand.cumulative[side.seat]
        return Result(side, entered, total, self._worth(hand, side))

    @property
    def reasoning(self) -> list[str]:
        """How the rulebook judged the cards, step by step."""
        steps = self._hand.score.reasoning if self._hand else ()
        return [in_words(step, self.state.names) for step in steps]

    @property
    def faults(self) -> Iterator[str]:
        """All that keeps the hand from being saved, in the order of the form, and last what is about all of it."""
        for field in (*self.form.fields, None):
            for fault in self.look.faults.get(field, ()):
                yield self.form.told(field, fault)

    @property
    def notes(self) -> Iterator[str]:
        """What the hand leads to."""
        if self.look.play is not None and self.look.play.standing.over:
            yield _("With this hand the series is over.")

    @property
    def reminders(self) -> list[str]:
        """What the table should do before this hand."""
        return [in_words(sentence, self.state.names) for sentence in self.state.play.standing.reminders]

    @property
    def keypad(self) -> "Keypad | None":
        """Which keys there are, where the hand is entered in figures."""
        return Keypad(self.form.entry) if isinstance(self.form, TotalsForm) else None


@dataclass(frozen=True)
class Keypad:
    """Which keys there are, and what the script has to know to say how much is left."""

    entry: TotalsEntry

    @property
    def fraction(self) -> str:
        if self.entry.step.denominator == 1:
            return "none"
        return "half" if self.entry.step == HALF else "point"

    @property
    def minus(self) -> bool:
        return self.entry.below_zero

    @property
    def total(self) -> str:
        return "" if self.entry.total is None else str(write_points(self.entry.total))


def entry_page(state: SeriesState, form: EntryForm, *, correcting: bool = False) -> EntryPage:
    """As the form says by itself: with its faults after it was refused, without any when it is fresh."""
    faults = {
        None if name == NON_FIELD_ERRORS else name: list(map(str, errors)) for name, errors in form.errors.items()
    }
    return EntryPage(state, form, Look(faults), correcting)


def look_at(state: SeriesState, form: EntryForm) -> EntryPage:
    """While it is being typed."""
    if form.errors:
        return entry_page(state, form)
    if form.is_untouched:
        return EntryPage(state, form, Look({}))
    seen = preview(state, state.next_number, form.record_so_far())
    play = None if form.is_open else seen.play
    form.refuse([problem for problem in seen.problems if form.is_certain(problem)])
    return EntryPage(state, form, Look(entry_page(state, form).look.faults, play))
