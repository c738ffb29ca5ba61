"""A hand as one figure for each seat, and a deal that was thrown in: from what was typed to a record."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.contract import TotalsEntry
from games.kit.faults import Problem
from ledger.series.forms import FigureField
from ledger.series.selectors import SeriesState
from ledger.series.services import MOST_REASON
from ledger.series.wording import in_words

FIGURE = "figure_{}"
CHOICE = "seat_choice"


class TotalsForm(forms.Form):
    """One field for each seat, and one to name a seat where the game asks for it."""

    def __init__(self, state: SeriesState, data: Mapping[str, Any] | None = None, **options: Any) -> None:
        assert state.totals_entry is not None
        super().__init__(data, **options)
        self.names = state.names
        self.entry: TotalsEntry = state.totals_entry
        for seat, name in enumerate(state.names):
            self.fields[FIGURE.format(seat)] = FigureField(label=name, required=False)
        if self.entry.seat_choice:
            self.fields[CHOICE] = forms.TypedChoiceField(
                label=_(self.entry.seat_choice.title),
                required=False,
                coerce=int,
                empty_value=None,
                choices=[("", _("Not said")), *enumerate(state.names)],
                widget=forms.RadioSelect,
            )

    @classmethod
    def of_record(cls, state: SeriesState, content: Mapping[str, Any]) -> "TotalsForm":
        """Filled with a hand that was written down before, if it was written down in this way."""
        form = cls(state)
        figures = content.get(form.entry.field, ())
        form.initial = {FIGURE.format(seat): figure for seat, figure in enumerate(figures)}
        if form.entry.seat_choice:
            form.initial[CHOICE] = content.get(form.entry.seat_choice.field)
        return form

    @property
    def figures(self) -> list[forms.BoundField]:
        return [self[FIGURE.format(seat)] for seat in range(len(self.names))]

    @property
    def typed(self) -> list[Fraction | None]:
        """In seat order; nothing where nothing readable stands."""
        return [self.cleaned_data.get(FIGURE.format(seat)) for seat in range(len(self.names))]

    @property
    def open_seats(self) -> list[int]:
        return [seat for seat, figure in enumerate(self.typed) if figure is None]

    @property
    def left(self) -> Fraction | None:
        """What is left to hand out, where the game knows."""
        return self.entry.left([figure for figure in self.typed if figure is not None])

    def record(self, *, in_place_of_nothing: Fraction | None = None) -> dict[str, Any]:
        """As the rulebook reads it."""
        figures = [in_place_of_nothing if figure is None else figure for figure in self.typed]
        record: dict[str, Any] = {self.entry.field: figures}
        if self.entry.seat_choice and self.cleaned_data.get(CHOICE) is not None:
            record[self.entry.seat_choice.field] = self.cleaned_data[CHOICE]
        return record

    def is_complete(self) -> bool:
        """Whoever leaves one player open means: the rest. It is shown first, and saved when it is sent again."""
        fillable = self.is_valid() and self.left is not None
        nothing = [FIGURE.format(seat) for seat in self.open_seats if FIGURE.format(seat) not in self.errors]
        for name in nothing:
            self.add_error(name, _("A number is missing here."))
        if fillable and len(nothing) == 1:
            self._fill(nothing[0])
        return not self.errors

    def _fill(self, name: str) -> None:
        self.data = {key: self.data[key] for key in self.data} | {name: self.fields[name].prepare_value(self.left)}
        self.errors[name] = self.error_class([_("Filled in with what is left. Save again if that is right.")])

    def refuse(self, problems: Iterable[Problem]) -> None:
        """What the rulebook has to say, each beside the figure that it is about."""
        for problem in problems:
            self.add_error(self.place_of(problem), in_words(problem.message, self.names))

    def place_of(self, problem: Problem) -> str | None:
        field, _dot, seat = problem.field.partition(".")
        if field == self.entry.field and seat.isdecimal() and int(seat) < len(self.names):
            return FIGURE.format(seat)
        choice = self.entry.seat_choice
        return CHOICE if choice and problem.field == choice.field else None


class ThrowInForm(forms.Form):
    use_required_attribute = False

    reason = forms.CharField(
        label=gettext_lazy("What happened?"),
        help_text=gettext_lazy("It stands beside the deal, for everybody to read."),
        max_length=MOST_REASON,
        required=False,
    )
