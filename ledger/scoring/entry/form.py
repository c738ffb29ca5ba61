"""What every form of a hand has in common, on the keypad or a game's own."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.utils.translation import gettext_lazy

from games.kit.problems import Problem
from ledger.series.requirements import MOST_REASON
from ledger.series.state import SeriesState
from ledger.series.wording import in_words

FIGURE = "figure_{}"  # the name of a side's field on the keypad
BID = "bid_{}"


class Box(NamedTuple):
    """An input of the keypad screen: a bid, or a figure."""

    name: str  # of the form's field
    side: int
    is_bid: bool


@dataclass(frozen=True)
class Keypad:
    """What the keys have to know of the figures."""

    fraction: str = "none"  # the key for parts of a point: "none", "half" or "point"
    minus: bool = False
    total: str = ""  # the script counts down from it; empty where the game has no fixed total
    absent: bool = False  # a side may sit out
    bids: str = ""  # "all" or "one", where figures are bid before the play
    blank_is_zero: bool = False


class EntryForm(forms.Form):
    """Makes a record of what was typed, and shows each problem of the record beside its field.

    A `partial` form is still being filled in: what is missing is no error yet.
    """

    use_required_attribute = False
    template: ClassVar[str] = "scoring/entry/game_form.html"
    preview_template: ClassVar[str] = "scoring/entry/preview.html"
    shows_totals: ClassVar[bool] = False  # its fields show the totals, so they are not listed above them
    keypad: Keypad | None = None  # for the figures of its boxes
    boxes: Sequence[Box] = ()
    is_shared: bool = False  # one figure for the whole hand
    needed_questions: Sequence[forms.BoundField] = ()
    other_questions: Sequence[forms.BoundField] = ()
    asked_if_missing: Collection[str] = ()

    def __init__(
        self,
        state: SeriesState,
        data: Mapping[str, Any] | None = None,
        *,
        number: int | None = None,
        partial: bool = False,
    ) -> None:
        """`number` of the hand that is corrected; without it the next one is entered."""
        super().__init__(data)
        self.state = state
        self.number = number or state.next_number
        self.names = state.names
        self.partial = partial

    @property
    def further_questions(self) -> list[forms.BoundField]:
        """What need not be answered. A question that is asked only where its answer is missing is there once it is."""
        return [
            field
            for field in self.other_questions
            if field.name not in self.asked_if_missing or field.errors or field.value() not in (None, "")
        ]

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

    def title_of_box(self, _box: Box) -> str:
        """What the figure is, where a tile has two."""
        return ""

    def status_of(self, _seat: int) -> str:
        """What the tile says of a player besides the points."""
        return ""

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

    @property
    def bids_before_play(self) -> list[Any]:
        """The bids of a hand of which nothing else is known yet; empty for any other hand."""
        return []

    # --- Problems

    def is_wrong(self, box: Box) -> bool:
        return box.name in self.errors

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

    def name_of(self, _field: str | None, _error: str) -> str:
        """Whose field it is, where an error is listed away from its field. Empty where the error says it."""
        return ""


class ThrowInForm(forms.Form):
    use_required_attribute = False

    reason = forms.CharField(
        label=gettext_lazy("What happened?"),
        help_text=gettext_lazy("Everyone can read it beside the deal."),
        max_length=MOST_REASON,
        required=False,
    )
