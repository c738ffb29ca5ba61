"""What all forms of a hand have in common: that of the keypad, and those of single games."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy

from games.entry import Conditions, Question
from games.kit.problems import Problem
from ledger.lib import formatting
from ledger.scoring.entry.fields import FigureField, missing_choice
from ledger.scoring.refused import MISSING, REQUIRED
from ledger.series.requirements import MOST_REASON
from ledger.series.state import SeriesState
from ledger.series.wording import in_words

FIGURE = "figure_{}"  # the name of the field for a side's figure on the keypad screen; {} is the number of the side
BID = "bid_{}"  # the same for its bid


def stands_at(total: Fraction) -> str:
    """Return the text that shows a side's total before the hand."""
    return gettext("stands at %(total)s") % {"total": formatting.points(total)}


class FormBox(NamedTuple):
    """An input of the keypad screen: a bid, or a figure."""

    name: str  # of the form's field
    side: int  # the number of the side in `entry_sides`; 0 for the figure of the whole hand
    is_bid: bool


@dataclass(frozen=True)
class Keypad:
    """What the keypad needs to know of the figures that it types."""

    fraction: str = "none"  # the key for parts of a point: "none", "half" or "point"
    minus: bool = False  # a figure may be negative
    total: str = ""  # the points of a hand, from which the script counts down; empty where the game has no fixed total
    absent: bool = False  # a side may sit out
    words: tuple[str, ...] = ()  # words that may stand in place of a bid
    bids: str = ""  # "all" or "one": which sides bid before the play; empty in a game without bids
    blank_is_zero: bool = False  # a figure that is left blank is 0
    all_taken: str = ""  # the figure of a side that took everything; empty where there is none

    @property
    def two_words(self) -> bool:
        return len(self.words) > 1


@dataclass(frozen=True)
class EntryKey:
    """A key of the keypad screen that opens questions in place of the keypad."""

    label: str
    questions: Sequence[forms.BoundField]
    shown_when: str  # the answers to other questions with which the key is shown

    @property
    def is_open(self) -> bool:
        return any(field.errors for field in self.questions)

    @property
    def is_toggle(self) -> bool:
        """Does a tap on the key answer a question of yes or no, so that no question opens?"""
        return len(self.questions) == 1 and self.questions[0].widget_type == "checkbox"


class EntryForm(forms.Form):
    """Makes a record from the typed entries, and shows each problem of the record beside its field.

    A `partial` form is still being filled in: a missing entry is no error yet.
    """

    use_required_attribute = False
    template: ClassVar[str] = "scoring/entry/game_form.html"
    preview_template: ClassVar[str] = "scoring/entry/preview.html"
    shows_totals: ClassVar[bool] = False  # the fields show the totals, so no list of totals stands above
    keypad: Keypad | None = None  # the keypad that types the figures of `boxes`; None for a screen without a keypad
    boxes: Sequence[FormBox] = ()  # the inputs for figures and bids
    is_shared: bool = False  # one figure for the whole hand
    by_questions: bool = False  # the answers say most of the hand, and a figure the rest
    figures_shown_when: str = ""  # the answers to questions with which the figures are asked
    asks_sides: bool = False  # a question asks who won and who lost
    needed_questions: Sequence[forms.BoundField] = ()  # always on the screen
    keys: Sequence[EntryKey] = ()
    other_questions: Sequence[forms.BoundField] = ()  # the optional questions
    asked_if_missing: Collection[str] = ()  # optional questions that are hidden until they have an error or an answer

    def __init__(
        self,
        state: SeriesState,
        data: Mapping[str, Any] | None = None,
        *,
        number: int | None = None,
        partial: bool = False,
    ) -> None:
        """`number` is the hand to correct. Without a number, the form enters the next hand."""
        super().__init__(data)
        self.state = state
        self.number = number or state.next_number
        self.is_correction = self.number < state.next_number
        self.names = state.names
        self.partial = partial

    @property
    def media(self) -> forms.Media:
        """The styles of the keys are fetched only where there are keys."""
        styles = forms.Media(css={"all": ["css/scoring/asked.css"]})
        return super().media + styles if self.keys else super().media

    def shown_when(self, _conditions: Conditions | None) -> str:
        """Return the conditions of a question for the script. A game's own form shows its questions always."""
        return ""

    def keys_of(self, questions: Iterable[Question]) -> list[EntryKey]:
        """Return the keys that open questions. Questions with the same `key` are behind one key."""
        keyed = [question for question in questions if question.key]
        labels = dict.fromkeys(question.key for question in keyed)
        by_label = {label: [question for question in keyed if question.key == label] for label in labels}
        return [
            EntryKey(gettext(label), [self[question.field] for question in asked], self.shown_when(asked[0].only_if))
            for label, asked in by_label.items()
        ]

    @property
    def further_questions(self) -> list[forms.BoundField]:
        """The optional questions that are shown now."""
        return [
            field
            for field in self.other_questions
            if field.name not in self.asked_if_missing or field.errors or field.value() not in (None, "")
        ]

    @property
    def rows(self) -> Sequence[Sequence[Any]]:
        """The questions above the figure of the whole hand, in rows."""
        return ()

    @property
    def fields_template(self) -> str:
        """The template for the fields of a game's own form. The rest of the screen is the same for every game."""
        return f"scoring/entry/games/{self.state.game.slug}/entry.html"

    def initial_from(self, content: Mapping[str, Any]) -> dict[str, Any]:
        """Return the initial values of the fields, from a record as JSON, or from {} for a new hand."""
        raise NotImplementedError

    def record(self) -> dict[str, Any]:
        """Return the hand as JSON for the rulebook."""
        raise NotImplementedError

    @property
    def points_so_far(self) -> list[Fraction | None]:
        """The figure typed for each seat, where figures are typed."""
        return [None] * len(self.names)

    def title_of_box(self, _box: FormBox) -> str:
        """Return the title of the box, in a form whose tiles need one, such as tiles with two boxes."""
        return ""

    def status_of(self, _seat: int) -> str:
        """Return the text on a player's tile besides the points."""
        return ""

    # --- Missing entries

    def clean(self) -> dict[str, Any]:
        if not self.partial:
            self.require_everything()
        return self.cleaned_data

    def require_everything(self) -> None:
        """Add an error for each entry that is missing."""

    def add_missing(self, name: str) -> None:
        """Add the error that this figure, or this choice, is missing."""
        field = self.fields[name]
        if isinstance(field, FigureField):
            self.add_error(name, ValidationError(gettext("A number is missing here."), code=MISSING))
        else:
            self.add_error(name, ValidationError(missing_choice(field.label), code=REQUIRED))

    @property
    def is_untouched(self) -> bool:
        """Has nothing been typed yet?"""
        return not self.has_changed()

    @property
    def is_unfinished(self) -> bool:
        """Is a required entry still missing?"""
        return False

    @property
    def bids_before_play(self) -> list[Any]:
        """The bids, if nothing but bids was entered; else empty."""
        return []

    # --- Problems

    def is_wrong(self, box: FormBox) -> bool:
        return box.name in self.errors

    def add_problems(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            self.add_error(self.field_of(problem), in_words(problem.message, self.names))

    def field_of(self, problem: Problem) -> str | None:
        """Return the name of the field that a problem is about; None for the hand as a whole."""
        return problem.field if problem.field in self.fields else None

    def is_certain(self, _problem: Problem) -> bool:
        """Return whether the problem remains, however the missing entries are filled in."""
        return not self.is_unfinished

    def name_of(self, _field: str | None, _error: str) -> str:
        """Return the label of a field with an error, for a list of errors; empty where the error names the field."""
        return ""


class ThrowInForm(forms.Form):
    use_required_attribute = False

    reason = forms.CharField(
        label=gettext_lazy("What happened?"),
        help_text=gettext_lazy("Everyone can read it beside the deal."),
        max_length=MOST_REASON,
        required=False,
    )
