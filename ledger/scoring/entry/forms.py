"""What every form has into which a hand is written, whatever the game asks for."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, ClassVar, Self

from django import forms

from games.kit.problems import Problem
from ledger.series.state import SeriesState
from ledger.series.wording import in_words


class EntryForm(forms.Form):
    """From what was typed to a record. Whether it can be, the rulebook says; where to say it, the form knows."""

    use_required_attribute = False
    template: ClassVar[str] = "scoring/entry/own.html"
    look_template: ClassVar[str] = "scoring/entry/look.html"

    def __init__(self, state: SeriesState, data: Mapping[str, Any] | None = None, **options: Any) -> None:
        super().__init__(data, **options)
        self.state = state
        self.names = state.names

    @property
    def fields_template(self) -> str:
        """How a game's own form is drawn. What stands around it is the same for every game."""
        return f"scoring/entry/games/{self.state.game.slug}/entry.html"

    @classmethod
    def of_record(cls, state: SeriesState, content: Mapping[str, Any]) -> Self:
        """Filled with a hand that was written down before, as far as this form can say it."""
        raise NotImplementedError

    def record(self) -> dict[str, Any]:
        """As the rulebook reads it."""
        raise NotImplementedError

    def is_complete(self) -> bool:
        """Before saving: all that is missing is added to the errors."""
        return self.is_valid()

    # --- While it is being filled in

    @property
    def is_untouched(self) -> bool:
        return not self.has_changed()

    @property
    def is_open(self) -> bool:
        """Something that is needed is still missing."""
        return False

    def record_so_far(self) -> dict[str, Any]:
        return self.record()

    @property
    def points_so_far(self) -> list[Fraction | None]:
        """What was typed for each seat, where figures are typed."""
        return [None] * len(self.names)

    # --- What is wrong with it

    def refuse(self, problems: Iterable[Problem]) -> None:
        """What the rulebook has to say, each beside what it is about."""
        for problem in problems:
            self.add_error(self.place_of(problem), in_words(problem.message, self.names))

    def place_of(self, problem: Problem) -> str | None:
        """The name of the field that a problem is about; None for the hand as a whole."""
        return problem.field if problem.field in self.fields else None

    def is_certain(self, _problem: Problem) -> bool:
        """Is it wrong whatever is still to be filled in?"""
        return not self.is_open

    def told(self, _field: str | None, fault: str) -> str:
        """A fault as it is listed, where it does not stand beside its field."""
        return fault
