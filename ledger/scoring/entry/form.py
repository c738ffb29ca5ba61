"""The form of a hand: the keypad, where a hand is entered in figures, or the game's own form from `games/<slug>.py`."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from importlib import import_module
from typing import Any, ClassVar

from django import forms
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.contract import Answer, Game, TotalsEntry
from games.kit.points import write_points
from games.kit.problems import Problem
from ledger.scoring.entry.fields import FigureField, answers_of, initial_of, missing_choice, question_fields
from ledger.series.services import MOST_REASON
from ledger.series.state import SeriesState
from ledger.series.wording import in_words

FIGURE = "figure_{}"  # the name of a side's field on the keypad


class EntryForm(forms.Form):
    """Makes a record of what was typed, and shows each problem of the record beside its field.

    A `partial` form is still being filled in: what is missing is no error yet.
    """

    use_required_attribute = False
    template: ClassVar[str] = "scoring/entry/game_form.html"
    preview_template: ClassVar[str] = "scoring/entry/preview.html"

    def __init__(self, state: SeriesState, data: Mapping[str, Any] | None = None, *, partial: bool = False) -> None:
        super().__init__(data)
        self.state = state
        self.names = state.names
        self.partial = partial

    @property
    def fields_template(self) -> str:
        """The fields of a game's own form. The rest of the screen is the same for every game."""
        return f"scoring/entry/games/{self.state.game.slug}/entry.html"

    def initial_from(self, content: Mapping[str, Any]) -> dict[str, Any]:
        """What the fields begin with: from a recorded hand, or from {} for a new one."""
        raise NotImplementedError

    def record(self) -> dict[str, Any]:
        """The hand as JSON for the rulebook."""
        raise NotImplementedError

    @property
    def points_so_far(self) -> list[Fraction | None]:
        """The figure typed for each seat, where figures are typed."""
        return [None] * len(self.names)

    # --- Missing entries

    def clean(self) -> dict[str, Any]:
        if not self.partial:
            self.require_everything()
        return self.cleaned_data

    def require_everything(self) -> None:
        """Add an error for each entry that is missing."""

    @property
    def is_untouched(self) -> bool:
        return not self.has_changed()

    @property
    def is_unfinished(self) -> bool:
        """Is a required entry still missing?"""
        return False

    # --- Problems

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Show the rulebook's problems as errors of this form."""
        for problem in problems:
            self.add_error(self.field_of(problem), in_words(problem.message, self.names))

    def field_of(self, problem: Problem) -> str | None:
        """The name of the field that a problem is about; None for the hand as a whole."""
        return problem.field if problem.field in self.fields else None

    def is_certain(self, _problem: Problem) -> bool:
        """Does the problem remain, however the missing entries are filled in?"""
        return not self.is_unfinished

    def error_text(self, _field: str | None, error: str) -> str:
        """An error as it is listed below the form, away from its field."""
        return error


class KeypadForm(EntryForm):
    """One figure for each side, and one field for each question that the game asks besides."""

    template: ClassVar[str] = "scoring/entry/keypad.html"
    preview_template: ClassVar[str] = "scoring/entry/keypad_preview.html"

    def __init__(self, state: SeriesState, data: Mapping[str, Any] | None = None, *, partial: bool = False) -> None:
        super().__init__(state, data, partial=partial)
        assert state.totals_entry is not None
        self.entry: TotalsEntry = state.totals_entry
        self.sides = state.sides
        for number, side in enumerate(self.sides):
            self.fields[FIGURE.format(number)] = FigureField(label=side.name, required=False)
        self.asked = {question.field: question for question in state.questions(by_card=False)}
        seats = [side.seats for side in self.sides]
        self.fields |= question_fields(self.asked.values(), state.names, seats)
        for name in self.asked:
            self.fields[name].required = False  # a missing answer is an error on saving, not while typing
        self.needed_questions = [self[name] for name, question in self.asked.items() if question.required]
        self.other_questions = [self[name] for name, question in self.asked.items() if not question.required]

    def initial_from(self, content: Mapping[str, Any]) -> dict[str, Any]:
        figures = enumerate(content.get(self.entry.field, ()))
        return {FIGURE.format(side): figure for side, figure in figures} | initial_of(self.asked.values(), content)

    def record(self) -> dict[str, Any]:
        """In a partial form a missing figure counts as 0."""
        missing = Fraction(0) if self.partial else None
        figures = [missing if figure is None else figure for figure in self.typed]
        points = [None if figure is None else write_points(figure) for figure in figures]
        return {self.entry.field: points} | answers_of(self.asked.values(), self.cleaned_data)

    @property
    def points_so_far(self) -> list[Fraction | None]:
        figures = {seat: figure for side, figure in zip(self.sides, self.typed, strict=True) for seat in side.seats}
        return [figures[seat] for seat in range(len(self.names))]

    @property
    def has_other_answers(self) -> bool:
        return any(field.value() or field.errors for field in self.other_questions)

    # --- Missing entries

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        # By side; None where no number was typed that can be read.
        self.typed: list[Fraction | None] = [values.get(FIGURE.format(side)) for side in range(len(self.sides))]
        self.open_sides = [side for side, figure in enumerate(self.typed) if figure is None]
        required = [name for name, question in self.asked.items() if question.required]
        self.unanswered = [name for name in required if values.get(name) in (None, "", [])]
        # The points that are still to be given out; None where the game has no fixed total.
        self.left = self.entry.left([figure for figure in self.typed if figure is not None])
        return super().clean()

    @property
    def is_untouched(self) -> bool:
        return len(self.open_sides) == len(self.sides)

    @property
    def is_unfinished(self) -> bool:
        return bool(self.open_sides or self.unanswered)

    def require_everything(self) -> None:
        """If one figure is missing, it is what is left. The scorer sees it before it is saved."""
        rest = self.left if len(self.open_sides) == 1 and not self.errors else None
        for name in [FIGURE.format(side) for side in self.open_sides]:
            if rest is not None:
                self.data = dict(self.data.items()) | {name: self.fields[name].prepare_value(rest)}
                self.add_error(name, _("Filled in with what is left. Save again if that is right."))
            elif name not in self.errors:
                self.add_error(name, _("A number is missing here."))
        for name in self.unanswered:
            self.add_error(name, missing_choice(self.fields[name].label))

    # --- Problems

    def field_of(self, problem: Problem) -> str | None:
        """`points_won.2` is about the third side's figure."""
        field, _dot, side = problem.field.partition(".")
        if field == self.entry.field and side.isdecimal() and int(side) < len(self.sides):
            return FIGURE.format(side)
        return field if field in self.asked else None

    def is_certain(self, problem: Problem) -> bool:
        """With figures missing, a problem is certain if it is about typed figures, or if their sum is too large."""
        field = self.field_of(problem)
        if field in self.unanswered:
            return False
        if not self.open_sides:
            return True
        if field is None:
            return self.left is not None and self.left < 0 and not self.entry.below_zero
        return not any(side in self.open_sides for side in self.sides_of(field))

    def sides_of(self, field: str) -> list[int]:
        """The sides that a field is about: the figure of one, or those that a question has for an answer."""
        question, answer = self.asked.get(field), self.cleaned_data.get(field)
        if question is None:
            return [number for number in range(len(self.sides)) if field == FIGURE.format(number)]
        if question.answer is Answer.SEAT:
            return [number for number, side in enumerate(self.sides) if answer in side.seats]
        return [answer] if question.answer is Answer.SIDE and answer is not None else []

    def error_text(self, field: str | None, error: str) -> str:
        if field is None or field in self.asked:
            return error
        return _("%(name)s: %(fault)s") % {"name": self.fields[field].label, "fault": error}


def entry_form(
    state: SeriesState,
    data: Mapping[str, Any] | None = None,
    *,
    record: Mapping[str, Any] | None = None,
    partial: bool = False,
) -> EntryForm:
    """The form for a hand of this series, filled in from a record. 404 where hands are entered card by card only."""
    if not state.can_be_entered:
        raise Http404
    form_class = KeypadForm if state.totals_entry else own_form(state.game)
    form = form_class(state, data, partial=partial)
    if record is not None:
        form.initial = form.initial_from(record)
    return form


def own_form(game: Game) -> type[EntryForm]:
    """The game's own form: `HandForm` in `games/<slug>.py`."""
    module = import_module(f"ledger.scoring.entry.games.{game.slug.replace('-', '_')}")
    form_class: type[EntryForm] = module.HandForm
    return form_class


class ThrowInForm(forms.Form):
    use_required_attribute = False

    reason = forms.CharField(
        label=gettext_lazy("What happened?"),
        help_text=gettext_lazy("Everyone can read it beside the deal."),
        max_length=MOST_REASON,
        required=False,
    )
