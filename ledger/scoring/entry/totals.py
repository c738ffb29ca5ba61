"""A hand as one figure for each side, and a deal that was thrown in: from what was typed to a record."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.contract import Answer, Question, TotalsEntry
from games.kit.points import write_points
from games.kit.problems import Problem
from ledger.scoring.entry.fields import FigureField
from ledger.scoring.entry.forms import EntryForm
from ledger.scoring.entry.questions import answers_of, initial_of, question_fields
from ledger.series.services import MOST_REASON
from ledger.series.state import SeriesState, Side

FIGURE = "figure_{}"


class TotalsForm(EntryForm):
    """One field for each side, and one for each question that the game asks besides."""

    template: ClassVar[str] = "scoring/entry/figures.html"
    look_template: ClassVar[str] = "scoring/entry/totals_look.html"

    def __init__(self, state: SeriesState, data: Mapping[str, Any] | None = None, **options: Any) -> None:
        super().__init__(state, data, **options)
        assert state.totals_entry is not None
        self.entry: TotalsEntry = state.totals_entry
        self.sides = state.sides
        for number, side in enumerate(self.sides):
            self.fields[FIGURE.format(number)] = FigureField(label=side.name, required=False)
        self.asked = {question.field: question for question in state.questions(by_card=False)}
        for name, field in question_fields(
            self.asked.values(), state.names, [side.seats for side in self.sides]
        ).items():
            field.required = False  # what is missing is said on saving, and not while it is being typed
            self.fields[name] = field

    @classmethod
    def of_record(cls, state: SeriesState, content: Mapping[str, Any]) -> "TotalsForm":
        form = cls(state)
        figures = content.get(form.entry.field, ())
        form.initial = {FIGURE.format(side): figure for side, figure in enumerate(figures)}
        form.initial |= initial_of(form.asked.values(), content)
        return form

    @property
    def figures(self) -> list[forms.BoundField]:
        return [self[FIGURE.format(side)] for side in range(len(self.sides))]

    @property
    def needed_questions(self) -> list[forms.BoundField]:
        return [self[name] for name, question in self.asked.items() if question.required]

    @property
    def other_questions(self) -> list[forms.BoundField]:
        return [self[name] for name, question in self.asked.items() if not question.required]

    @property
    def has_other_answers(self) -> bool:
        return any(field.value() or field.errors for field in self.other_questions)

    @property
    def typed(self) -> list[Fraction | None]:
        """By side; nothing where nothing readable stands."""
        return [self.cleaned_data.get(FIGURE.format(side)) for side in range(len(self.sides))]

    @property
    def points_so_far(self) -> list[Fraction | None]:
        by_seat: list[Fraction | None] = [None] * len(self.names)
        for side, figure in zip(self.sides, self.typed, strict=True):
            for seat in side.seats:
                by_seat[seat] = figure
        return by_seat

    @property
    def open_sides(self) -> list[int]:
        return [side for side, figure in enumerate(self.typed) if figure is None]

    @property
    def is_untouched(self) -> bool:
        return len(self.open_sides) == len(self.sides)

    @property
    def is_open(self) -> bool:
        return bool(self.open_sides or self.unanswered)

    @property
    def unanswered(self) -> list[str]:
        return [name for name, question in self.asked.items() if question.required and not self._is_answered(name)]

    def _is_answered(self, name: str) -> bool:
        return self.cleaned_data.get(name) not in (None, "", [])

    @property
    def left(self) -> Fraction | None:
        """What is left to hand out, where the game knows."""
        return self.entry.left([figure for figure in self.typed if figure is not None])

    def record(self) -> dict[str, Any]:
        return self._record(in_place_of_nothing=None)

    def record_so_far(self) -> dict[str, Any]:
        return self._record(in_place_of_nothing=Fraction(0))

    def _record(self, *, in_place_of_nothing: Fraction | None) -> dict[str, Any]:
        typed = [in_place_of_nothing if figure is None else figure for figure in self.typed]
        figures = [None if figure is None else write_points(figure) for figure in typed]
        return {self.entry.field: figures} | answers_of(self.asked.values(), self.cleaned_data)

    def is_complete(self) -> bool:
        """Whoever leaves one side open means: the rest. It is shown first, and saved when it is sent again."""
        fillable = self.is_valid() and self.left is not None
        nothing = [FIGURE.format(side) for side in self.open_sides if FIGURE.format(side) not in self.errors]
        for name in nothing:
            self.add_error(name, _("A number is missing here."))
        for name in self.unanswered:
            self.add_error(name, _("A choice is missing here."))
        if fillable and len(nothing) == 1:
            self._fill(nothing[0])
        return not self.errors

    def _fill(self, name: str) -> None:
        self.data = {key: self.data[key] for key in self.data} | {name: self.fields[name].prepare_value(self.left)}
        self.errors[name] = self.error_class([_("Filled in with what is left. Save again if that is right.")])

    # --- What is wrong with it

    def place_of(self, problem: Problem) -> str | None:
        field, _dot, side = problem.field.partition(".")
        if field == self.entry.field and side.isdecimal() and int(side) < len(self.sides):
            return FIGURE.format(side)
        return field if field in self.asked else None

    def is_certain(self, problem: Problem) -> bool:
        """While figures are missing, only what is wrong with the others is worth saying, or that they are too many."""
        place = self.place_of(problem)
        if place in self.unanswered:
            return False
        if not self.open_sides:
            return True
        if place is None:
            return self.left is not None and self.left < 0 and not self.entry.below_zero
        return not any(number in self.open_sides for number in self._sides_in(place))

    def _sides_in(self, place: str) -> Iterator[int]:
        """The sides whose figures a fault in this place is about."""
        for number, side in enumerate(self.sides):
            if place == FIGURE.format(number) or self._names(self.asked.get(place), number, side):
                yield number

    def _names(self, question: Question | None, number: int, side: Side) -> bool:
        """Is this side, or one of its players, the answer?"""
        if question is None:
            return False
        answer = self.cleaned_data.get(question.field)
        if question.answer is Answer.SEAT:
            return answer in side.seats
        return question.answer is Answer.SIDE and answer == number

    def told(self, field: str | None, fault: str) -> str:
        if field not in {FIGURE.format(side) for side in range(len(self.sides))}:
            return fault
        return _("%(name)s: %(fault)s") % {"name": self.fields[field].label, "fault": fault}


class ThrowInForm(forms.Form):
    use_required_attribute = False

    reason = forms.CharField(
        label=gettext_lazy("What happened?"),
        help_text=gettext_lazy("It stands beside the deal, for everybody to read."),
        max_length=MOST_REASON,
        required=False,
    )
