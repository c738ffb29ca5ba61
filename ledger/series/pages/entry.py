"""What the entry screen says of a hand while it is being typed. Every figure comes from the rulebook."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.core.exceptions import NON_FIELD_ERRORS
from django.forms import BoundField
from django.utils.translation import gettext as _

from games.contract import TotalsEntry
from games.kit.faults import Problem
from games.kit.figures import HALF, ZERO
from games.kit.points import write_points
from games.kit.transfers import nets
from ledger import formatting
from ledger.series.forms_totals import CHOICE, FIGURE, TotalsForm
from ledger.series.replay import Replay
from ledger.series.selectors import SeriesState, preview


@dataclass(frozen=True)
class SeatEntry:
    """A tile: who sits there, what was typed, and what is to be said of it."""

    name: str
    seat: int
    input_name: str
    value: str
    detail: str
    wrong: bool


@dataclass(frozen=True)
class Look:
    """What would be if the figures were saved as they are; faults by the field that they are about."""

    faults: dict[str | None, list[str]]
    play: Replay | None = None


@dataclass(frozen=True)
class EntryPage:
    state: SeriesState
    form: TotalsForm
    look: Look

    @property
    def seats(self) -> list[SeatEntry]:
        return [
            SeatEntry(
                name=name,
                seat=seat,
                input_name=FIGURE.format(seat),
                value=self.form.figures[seat].value() or "",
                detail=self._detail(seat),
                wrong=FIGURE.format(seat) in self.look.faults,
            )
            for seat, name in enumerate(self.state.names)
        ]

    def _detail(self, seat: int) -> str:
        """What the figure would be worth, or where the player stands. A fault is named below, where there is room."""
        if FIGURE.format(seat) in self.look.faults:
            return _("please check")
        if self.look.play is None:
            return _("stands at %(total)s") % {"total": formatting.points(self.state.play.standing.cumulative[seat])}
        hand = self.look.play.hands[-1]
        entered, total = hand.score.points_entered[seat], hand.cumulative[seat]
        bonus = nets(hand.score.transfers, len(self.state.names))[seat]
        sentence = _("%(entered)s makes %(total)s, bonus %(bonus)s") if bonus else _("%(entered)s makes %(total)s")
        figures = {"entered": entered, "bonus": bonus}
        said = {name: formatting.points(points, signed=True) for name, points in figures.items()}
        return sentence % (said | {"total": formatting.points(total)})

    @property
    def faults(self) -> Iterator[str]:
        """All that keeps the hand from being saved, with the names of those whom it is about."""
        for seat, name in enumerate(self.state.names):
            for fault in self.look.faults.get(FIGURE.format(seat), ()):
                yield _("%(name)s: %(fault)s") % {"name": name, "fault": fault}
        for field in (CHOICE, None):
            yield from self.look.faults.get(field, ())

    @property
    def notes(self) -> Iterator[str]:
        """What the hand leads to."""
        if self.look.play is not None and self.look.play.standing.over:
            yield _("With this hand the series is over.")

    @property
    def choice(self) -> BoundField | None:
        return self.form[CHOICE] if CHOICE in self.form.fields else None

    @property
    def keypad(self) -> "Keypad":
        return Keypad(self.form.entry)


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


def entry_page(state: SeriesState, form: TotalsForm) -> EntryPage:
    """As the form says by itself: with its faults after it was refused, without any when it is fresh."""
    faults = {
        None if name == NON_FIELD_ERRORS else name: list(map(str, errors)) for name, errors in form.errors.items()
    }
    return EntryPage(state, form, Look(faults))


def look_at(state: SeriesState, form: TotalsForm) -> EntryPage:
    """While it is being typed."""
    if form.errors:
        return entry_page(state, form)
    if len(form.open_seats) == len(state.names):
        return EntryPage(state, form, Look({}))
    seen = preview(state, state.next_number, form.record(in_place_of_nothing=ZERO))
    problems = [problem for problem in seen.problems if _is_certain(problem, form)]
    play = None if form.open_seats else seen.play
    form.refuse(problems)
    return EntryPage(state, form, Look(entry_page(state, form).look.faults, play))


def _is_certain(problem: Problem, form: TotalsForm) -> bool:
    """As long as figures are missing only what is wrong with the others is worth saying, or that they are too many."""
    open_seats = form.open_seats
    if not open_seats:
        return True
    place = form.place_of(problem)
    if place is None:
        return form.left is not None and form.left < 0 and not form.entry.below_zero
    about = form.cleaned_data.get(CHOICE) if place == CHOICE else int(place.removeprefix(FIGURE.format("")))
    return about not in open_seats
