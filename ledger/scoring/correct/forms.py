"""Ways to say what a hand should have been. Each makes a record; whether it can be, the rulebook says."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.kit.cards import CODES, SUITS, cards_in
from games.kit.plays import Direction, PlayRecord
from games.kit.problems import Problem
from ledger.face import words
from ledger.lib import formatting
from ledger.scoring.entry.forms import EntryForm
from ledger.scoring.entry.games import entry_form
from ledger.scoring.entry.totals import ThrowInForm
from ledger.series.services import MOST_REASON
from ledger.series.state import SeriesState
from ledger.series.wording import in_words

Data = Mapping[str, Any]
Grouped = list[tuple[str, list[tuple[str, str]]]]


@dataclass(frozen=True)
class Wrong:
    """The hand as it was written down."""

    state: SeriesState
    number: int

    @property
    def record(self) -> Any:
        return self.state.play.hands[self.number - 1].record

    @property
    def content(self) -> dict[str, Any]:
        """The same, as it is stored."""
        return dict(self.state.events[self.number - 1].content)

    @property
    def play(self) -> PlayRecord | None:
        return self.record if isinstance(self.record, PlayRecord) else None


class ReasonForm(forms.Form):
    """Why something that was written down is changed."""

    use_required_attribute = False

    reason = forms.CharField(
        label=gettext_lazy("Why?"),
        help_text=gettext_lazy("It stays in the history, for everybody to read."),
        max_length=MOST_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class CorrectionForm(forms.Form):
    """What every way has besides its fields, as the form for totals has it."""

    use_required_attribute = False
    names: Sequence[str]

    def is_complete(self) -> bool:
        return self.is_valid()

    def refuse(self, problems: Sequence[Problem]) -> None:
        for problem in problems:
            self.add_error(None, in_words(problem.message, self.names))


class CardsForm(CorrectionForm):
    """Whoever mistypes a card mistypes another one later: two cards change places. Or the hand began otherwise."""

    card = forms.ChoiceField(label=gettext_lazy("Written down was"), required=False)
    other = forms.ChoiceField(label=gettext_lazy("It really was"), required=False)
    direction = forms.ChoiceField(
        label=gettext_lazy("Direction of play"),
        choices=[(way.value, gettext_lazy(way.label)) for way in Direction],
        widget=forms.RadioSelect,
    )
    first_leader = forms.TypedChoiceField(label=gettext_lazy("Led to the first trick"), coerce=int)

    def __init__(self, wrong: Wrong, data: Data | None = None) -> None:
        assert wrong.play is not None
        super().__init__(data, initial=wrong.content)
        self.names, self.content = wrong.state.names, wrong.content
        nothing = ("", _("nothing to exchange"))
        self._offer("card", [nothing, *_as_played(wrong.play, self.names)])
        self._offer("other", [nothing, *_by_suit(wrong)])
        self._offer("first_leader", list(enumerate(self.names)))

    def _offer(self, name: str, choices: list[Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        if bool(values.get("card")) != bool(values.get("other")):
            self.add_error("other", _("Please choose both cards, or neither."))
        return values

    def record(self) -> dict[str, Any]:
        one, other = self.cleaned_data["card"], self.cleaned_data["other"]
        exchanged = {one: other, other: one}
        rows = {
            name: [[exchanged.get(card, card) for card in row] for row in self.content[name]]
            for name in ("tricks", "holdings")
            if name in self.content
        }
        begun = {name: self.cleaned_data[name] for name in ("direction", "first_leader")}
        return self.content | rows | begun


def _as_played(play: PlayRecord, names: Sequence[str]) -> Grouped:
    return [
        (
            _("Trick %(number)s") % {"number": formatting.digits(number)},
            [
                (CODES[card], _("%(name)s: %(card)s") % {"name": names[seat], "card": words.card_name(CODES[card])})
                for seat, card in enumerate(row)
                if card is not None
            ],
        )
        for number, row in enumerate(play.tricks, start=1)
    ]


def _by_suit(wrong: Wrong) -> Grouped:
    state = wrong.state
    assert state.game.shape is not None
    pack = state.game.shape(state.rules, wrong.record, state.table_for(wrong.number)).pack
    highest_first = [CODES[card] for card in reversed(cards_in(pack))]
    return [
        (words.suit_name(suit), [(code, words.card_name(code)) for code in highest_first if code.endswith(suit)])
        for suit in SUITS
    ]


class RowsForm(CorrectionForm):
    """Every card of the hand as text, for whoever has to mend more than two."""

    rows = forms.CharField(
        label=gettext_lazy("Every trick on a line of its own"),
        widget=forms.Textarea(attrs={"rows": 13, "spellcheck": "false", "autocapitalize": "characters"}),
    )

    def __init__(self, wrong: Wrong, data: Data | None = None) -> None:
        self.names, self.content = wrong.state.names, wrong.content
        written = "\n".join(" ".join(row) for row in self.content["tricks"])
        super().__init__(data, initial={"rows": written})
        self.fields["rows"].help_text = _("The cards in the order %(names)s. Write 10S, KH or 7♦.") % {
            "names": ", ".join(self.names)
        }

    def record(self) -> dict[str, Any]:
        rows = [line.split() for line in self.cleaned_data["rows"].splitlines() if line.strip()]
        return self.content | {"tricks": rows}


def as_entered(wrong: Wrong, data: Data | None = None) -> EntryForm:
    """The form in which a new hand is entered, in whichever way this one was written down at first."""
    form = entry_form(wrong.state)
    assert form is not None
    return form(wrong.state, data, initial=form.of_record(wrong.state, wrong.content).initial)


class GiveUpForm(ThrowInForm, CorrectionForm):
    """The deal was given up after all."""

    def __init__(self, wrong: Wrong, data: Data | None = None) -> None:
        # The reason for throwing it in is not the reason for correcting the record.
        super().__init__(data, initial={"reason": wrong.content.get("reason", "")}, prefix="hand")
        self.throw_in, self.names = wrong.state.game.throw_in, wrong.state.names

    def record(self) -> Any:
        assert self.throw_in is not None
        return self.throw_in(self.cleaned_data["reason"])


class Way(NamedTuple):
    label: Any
    form: Callable[[Wrong, Data | None], Any]


WAYS = {
    "cards": Way(pgettext_lazy("a way to correct a hand", "Two cards"), CardsForm),
    "rows": Way(pgettext_lazy("a way to correct a hand", "Every card"), RowsForm),
    "totals": Way(pgettext_lazy("a way to correct a hand", "Totals"), as_entered),
    "entered": Way(pgettext_lazy("a way to correct a hand", "The hand"), as_entered),
    "thrown-in": Way(pgettext_lazy("a way to correct a hand", "Thrown in"), GiveUpForm),
}


def ways_for(wrong: Wrong) -> list[str]:
    """Those that make sense for this hand; it is shown first as it was written down."""
    state = wrong.state
    possible = {
        "cards": wrong.play is not None,
        "rows": wrong.play is not None,
        "totals": state.totals_entry is not None,
        "entered": state.totals_entry is None and state.can_be_entered,
        "thrown-in": state.game.throw_in is not None,
    }
    return [way for way, is_possible in possible.items() if is_possible]
