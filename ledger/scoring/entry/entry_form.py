"""The form of a hand: the keypad, where a hand is entered in figures, or the game's own form from `games/<slug>.py`."""

from collections.abc import Mapping
from fractions import Fraction
from importlib import import_module
from typing import Any, ClassVar, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import Http404
from django.utils.translation import gettext as _

from games.entry import Answer, TotalsEntry
from games.game import Game
from games.kit.figures import HALF
from games.kit.points import write_points
from games.kit.problems import Problem
from ledger.lib import formatting
from ledger.scoring.entry.fields import (
    ABSENT,
    FigureField,
    SidesInput,
    answers_of,
    initial_of,
    is_answered,
    missing_choice,
    question_fields,
)
from ledger.scoring.entry.form import BID, FIGURE, Box, EntryForm, Keypad
from ledger.scoring.refused import MISSING, REQUIRED
from ledger.series.state import SeriesState


class KeypadForm(EntryForm):
    """One figure for each side, or one for the whole hand; the bids, if there are any; and the game's questions."""

    template: ClassVar[str] = "scoring/entry/keypad.html"
    preview_template: ClassVar[str] = "scoring/entry/keypad_preview.html"

    def __init__(
        self,
        state: SeriesState,
        data: Mapping[str, Any] | None = None,
        *,
        number: int | None = None,
        partial: bool = False,
    ) -> None:
        super().__init__(state, data, number=number, partial=partial)
        assert state.game.totals is not None
        number = self.number
        self.is_correction = number < state.next_number
        self.entry: TotalsEntry = state.game.totals.for_hand(number)
        self.sides = state.sides
        out = state.seats_out(number)
        self.out = [at for at, side in enumerate(self.sides) if side.seat in out]
        playing = [0] if self.entry.shared else [at for at in range(len(self.sides)) if at not in self.out]
        self.boxes = [Box(BID.format(side), side, is_bid=True) for side in playing if self.entry.bids]
        self.boxes += [Box(FIGURE.format(side), side, is_bid=False) for side in playing]
        for box in self.boxes:
            absent = self.entry.may_sit_out and (box.is_bid or not self.entry.bids)
            self.fields[box.name] = FigureField(label=self.label_of(box), required=False, may_be_absent=absent)
        self.asked = {question.field: question for question in state.game.questions(by_card=False)}
        seats = [side.seats for side in self.sides]
        totals = state.play.standing.cumulative if number == state.next_number else ()
        details = [_("stands at %(total)s") % {"total": formatting.points(total)} for total in totals]
        self.fields |= question_fields(self.asked.values(), state.names, seats, details)
        for name, question in self.asked.items():
            self.fields[name].required = False  # a missing answer is an error on saving, not while typing
            if question.dealer_sits_out and not self.is_correction:
                self.fields[name].widget.sits_out = state.play.standing.dealer
            if question.answer is Answer.SEATS and out:
                field = cast("forms.MultipleChoiceField", self.fields[name])
                field.choices = [each for each in enumerate(state.names) if each[0] not in out]
        self.is_shared = self.entry.shared
        self.keypad = Keypad(
            fraction="none" if self.entry.step.denominator == 1 else "half" if self.entry.step == HALF else "point",
            minus=self.entry.below_zero,
            total="" if self.entry.total is None else str(write_points(self.entry.total)),
            absent=self.entry.may_sit_out,
            bids="" if self.entry.bids is None else "one" if self.entry.bids.by_one else "all",
            blank_is_zero=self.entry.blank_is_zero,
        )
        if self.is_shared:
            self.order_fields(list(self.asked))  # as on the screen: who won stands above what it is worth
        needed = {name for name, question in self.asked.items() if question.required or question.usual is not None}
        beside = {question.beside: name for name, question in self.asked.items() if question.beside}
        self.needed_questions = [self[name] for name in self.asked if name in needed]
        self.other_questions = [self[name] for name in self.asked if name not in needed | set(beside.values())]
        for name, named in beside.items():
            widget = self.fields[name].widget
            assert isinstance(widget, SidesInput)
            widget.beside = self[named]
        self.asked_if_missing = {name for name, question in self.asked.items() if question.if_missing}

    def label_of(self, box: Box) -> str:
        """Whose figure it is, and which, where there are two."""
        if self.entry.shared:
            return _(self.entry.title)
        name = self.sides[box.side].name
        if self.entry.bids is None:
            return name
        return _("%(name)s, %(what)s") % {"name": name, "what": self.title_of_box(box)}

    def title_of_box(self, box: Box) -> str:
        title = self.entry.title
        return self.bid_title if box.is_bid else _(title) if title else ""

    @property
    def bid_title(self) -> str:
        return _(self.entry.bids.title) if self.entry.bids else ""

    def initial_from(self, content: Mapping[str, Any]) -> dict[str, Any]:
        initial = initial_of(self.asked.values(), content)
        if not content:
            return initial
        for box in self.boxes:
            row = content.get(self.row_of(box), [])
            figure = row if self.entry.shared else row[box.side] if box.side < len(row) else None
            is_absent = figure is None and getattr(self.fields[box.name], "may_be_absent", False)
            initial[box.name] = ABSENT if is_absent else figure
        return initial

    def row_of(self, box: Box) -> str:
        """The field of the record in which the figure stands."""
        return self.entry.bids.field if box.is_bid and self.entry.bids else self.entry.field

    def record(self) -> dict[str, Any]:
        """In a partial form a missing figure counts as 0, where one is needed."""
        rows: dict[str, list[Any]] = {self.row_of(box): [None] * len(self.sides) for box in self.boxes}
        for box in self.boxes:
            figure = self.typed[box.name]
            if figure is None and self.partial and box in self.open_boxes:
                figure = Fraction(0)
            if isinstance(figure, Fraction) and box.side not in self.absent:
                rows[self.row_of(box)][box.side] = write_points(figure)
        record: dict[str, Any] = {field: row[0] if self.entry.shared else row for field, row in rows.items()}
        return record | answers_of(self.asked.values(), self.cleaned_data)

    @property
    def points_so_far(self) -> list[Fraction | None]:
        found: list[Fraction | None] = [None] * len(self.names)
        for box in self.boxes:
            figure = self.typed[box.name]
            for seat in self.sides[box.side].seats:
                if isinstance(figure, Fraction) and not (box.is_bid or self.entry.shared):
                    found[seat] = figure
        return found

    @property
    def has_other_answers(self) -> bool:
        return any(is_answered(field) for field in self.further_questions)

    # --- Missing entries

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        # None where no number was typed that can be read.
        self.typed: dict[str, Fraction | str | None] = {box.name: values.get(box.name) for box in self.boxes}
        self.absent = {box.side for box in self.boxes if self.typed[box.name] == ABSENT}
        # The points that are still to be given out; None where the game has no fixed total.
        figures = [self.typed[box.name] for box in self.boxes if not box.is_bid]
        numbers = [figure for figure in figures if isinstance(figure, Fraction)]
        self.left = self.entry.left(numbers)
        if self.entry.blank_is_zero and numbers and not self.left:
            blank = [box for box in self.boxes if self.typed[box.name] is None and box.name not in self.errors]
            self.typed |= {box.name: Fraction(0) for box in blank}
        self.open_boxes = [box for box in self.boxes if self.typed[box.name] is None and self.is_needed(box)]
        required = [name for name, question in self.asked.items() if question.required]
        self.unanswered = [name for name in required if values.get(name) in (None, "", [])]
        return super().clean()

    def is_needed(self, box: Box) -> bool:
        """Where only one side bids, the others need no figures. Before that every bid is open."""
        if box.side in self.absent:
            return False
        if self.entry.bids is None or not self.entry.bids.by_one:
            return True
        bidding = {other.side for other in self.boxes if other.is_bid and self.typed[other.name] is not None}
        return not bidding if box.is_bid else box.side in bidding

    @property
    def is_untouched(self) -> bool:
        return all(figure is None for figure in self.typed.values())

    @property
    def is_unfinished(self) -> bool:
        return bool(self.open_boxes or self.unanswered)

    @property
    def bids_before_play(self) -> list[Any]:
        entry, open_bids = self.entry.bids, [box for box in self.open_boxes if box.is_bid]
        won = [box for box in self.boxes if not box.is_bid and self.typed[box.name] is not None]
        if entry is None or open_bids or won or self.is_correction:
            return []
        bids: list[Any] = self.record()[entry.field]
        return bids

    def require_everything(self) -> None:
        """Bids alone are enough before the play. If one figure is missing, it is what is left, and the scorer sees it
        before it is saved."""
        if self.bids_before_play:
            return
        is_last = len(self.open_boxes) == 1 and not self.open_boxes[0].is_bid
        rest = self.left if is_last and not self.errors and not self.partial else None
        if rest is not None and rest < 0 and not self.entry.below_zero:
            rest = None  # another figure is too large
        for box in self.open_boxes:
            if rest is not None:
                self.data = dict(self.data.items()) | {box.name: self.fields[box.name].prepare_value(rest)}
                self.add_error(box.name, _("Filled in with what is left. Is that right?"))
            elif box.name not in self.errors:
                self.add_error(box.name, ValidationError(_("A number is missing here."), code=MISSING))
        for name in self.unanswered:
            self.add_error(name, ValidationError(missing_choice(self.fields[name].label), code=REQUIRED))

    # --- Problems

    def field_of(self, problem: Problem) -> str | None:
        """`points_won.2` is about the third side's figure."""
        field, _dot, side = problem.field.partition(".")
        for box in self.boxes:
            if self.row_of(box) == field and (self.entry.shared or str(box.side) == side):
                return box.name
        return field if field in self.asked else None

    def is_certain(self, problem: Problem) -> bool:
        """With figures missing, a problem is certain if it is about typed figures, or if their sum is too large."""
        field = self.field_of(problem)
        if field in self.unanswered:
            return False
        if not self.open_boxes:
            return True
        if self.entry.bids and problem.field == self.entry.bids.field:
            return not any(box.is_bid for box in self.open_boxes)
        if field is None:
            return self.left is not None and self.left < 0 and not self.entry.below_zero
        return not any(box.name == field or box.side in self.sides_of(field) for box in self.open_boxes)

    def sides_of(self, field: str) -> list[int]:
        """The sides that a question has for an answer."""
        question, answer = self.asked.get(field), self.cleaned_data.get(field)
        if question is None:
            return []
        if question.answer is Answer.SEAT:
            return [number for number, side in enumerate(self.sides) if answer in side.seats]
        return [answer] if question.answer is Answer.SIDE and answer is not None else []

    def name_of(self, field: str | None, _error: str) -> str:
        return "" if field is None or field in self.asked else str(self.fields[field].label)


def entry_form(
    state: SeriesState,
    data: Mapping[str, Any] | None = None,
    *,
    record: Mapping[str, Any] | None = None,
    number: int | None = None,
    partial: bool = False,
) -> EntryForm:
    """The form for a hand of this series, the next one unless `number` says which, filled in from a record.

    404 where hands are entered card by card only.
    """
    if not state.game.can_be_entered:
        raise Http404
    if state.game.totals:
        form: EntryForm = KeypadForm(state, data, number=number, partial=partial)
    else:
        form = own_form(type(state.game))(state, data, number=number, partial=partial)
    if record is not None:
        form.initial = form.initial_from(record)
    return form


def own_form(game: type[Game]) -> type[EntryForm]:
    """The game's own form: `HandForm` in `games/<slug>.py`."""
    module = import_module(f"ledger.scoring.entry.games.{game.slug.replace('-', '_')}")
    form_class: type[EntryForm] = module.HandForm
    return form_class
