"""The ways to correct a hand. Each form makes a record, and the rulebook judges the record."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.kit.cards import CODES, SUITS, cards_in
from games.kit.plays import Direction, PlayRecord
from games.kit.problems import Problem
from games.kit.records import ThrownIn
from ledger.lib import formatting
from ledger.scoring.entry.entry_form import entry_form
from ledger.scoring.entry.fields import offer
from ledger.scoring.entry.form import EntryForm, ThrowInForm
from ledger.series.state import SeriesState
from ledger.series.wording import in_words

Data = Mapping[str, Any]
GroupedChoices = list[tuple[str, list[tuple[str, str]]]]


class RecordedHand:
    """The hand to correct, as it was recorded."""

    def __init__(self, state: SeriesState, number: int) -> None:
        self.state = state
        self.number = number
        self.record: Any = state.play.hands[number - 1].record
        self.content: dict[str, Any] = dict(state.events[number - 1].content)  # the record as JSON
        # The cards, if the hand was written down card by card.
        self.play = self.record if isinstance(self.record, PlayRecord) else None


class CorrectionForm(forms.Form):
    """A form that only corrects hands: no new hand is entered with it."""

    use_required_attribute = False

    def __init__(self, hand: RecordedHand, data: Data | None, **options: Any) -> None:
        super().__init__(data, **options)
        self.names, self.content = hand.state.names, hand.content

    def add_problems(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            self.add_error(None, in_words(problem.message, self.names))


class CardsForm(CorrectionForm):
    """Exchange a mistyped card and the card that was really played. Also correct the direction of play and the first
    leader."""

    card = forms.ChoiceField(label=gettext_lazy("Recorded was"), required=False)
    other = forms.ChoiceField(label=gettext_lazy("It really was"), required=False)
    direction = forms.ChoiceField(
        label=gettext_lazy("Direction of play"),
        choices=[(way.value, gettext_lazy(way.label)) for way in Direction],
        widget=forms.RadioSelect,
    )
    first_leader = forms.TypedChoiceField(label=gettext_lazy("Led to the first trick"), coerce=int)

    def __init__(self, hand: RecordedHand, data: Data | None) -> None:
        super().__init__(hand, data, initial=hand.content)
        nothing = ("", _("nothing to exchange"))
        offer(self, "card", [nothing, *cards_as_played(hand)])
        offer(self, "other", [nothing, *cards_by_suit(hand)])
        offer(self, "first_leader", enumerate(self.names))

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        if bool(values.get("card")) != bool(values.get("other")):
            self.add_error("other", _("Please choose both cards, or neither."))
        return values

    def record(self) -> dict[str, Any]:
        card, other = self.cleaned_data["card"], self.cleaned_data["other"]
        exchanged = {card: other, other: card}
        record = self.content | {name: self.cleaned_data[name] for name in ("direction", "first_leader")}
        for name in ("tricks", "holdings"):
            if name in self.content:
                record[name] = [[exchanged.get(code, code) for code in row] for row in self.content[name]]
        return record


def cards_as_played(hand: RecordedHand) -> GroupedChoices:
    """Return the cards trick by trick, each with the player's name."""
    assert hand.play is not None
    groups = []
    for number, row in enumerate(hand.play.tricks, start=1):
        played = [(hand.state.names[seat], CODES[card]) for seat, card in enumerate(row) if card is not None]
        label = _("Trick %(number)s") % {"number": formatting.digits(number)}
        texts = [
            (code, _("%(name)s: %(card)s") % {"name": name, "card": hand.state.pack.card(code).name})
            for name, code in played
        ]
        groups.append((label, texts))
    return groups


def cards_by_suit(hand: RecordedHand) -> GroupedChoices:
    """Return every card of the pack in groups by suit, the highest card of each suit first."""
    state = hand.state
    pack = state.game.shape(hand.record, state.table_for(hand.number)).pack
    highest_first = [CODES[card] for card in reversed(cards_in(pack))]
    return [
        (
            state.pack.suit(suit).name,
            [(code, state.pack.card(code).name) for code in highest_first if code.endswith(suit)],
        )
        for suit in SUITS
    ]


class RowsForm(CorrectionForm):
    """Every card of the hand as text, where more than two cards are wrong."""

    rows = forms.CharField(
        label=gettext_lazy("Every trick on a line of its own"),
        widget=forms.Textarea(attrs={"rows": 13, "spellcheck": "false", "autocapitalize": "characters"}),
    )

    def __init__(self, hand: RecordedHand, data: Data | None) -> None:
        super().__init__(hand, data, initial={"rows": "\n".join(" ".join(row) for row in hand.content["tricks"])})
        self.fields["rows"].help_text = _("The cards in the order %(names)s. Write 10S, KH or 7♦.") % {
            "names": ", ".join(self.names)
        }
        pack = hand.state.pack
        if pack.figures:  # the record names cards by the letters of the French pack
            letters = [f"{suit} {pack.suit(suit).name}" for suit in pack.order]
            letters += [f"{rank} {name}" for rank, name in pack.rank_names.items()]
            self.fields["rows"].help_text += " " + ", ".join(letters) + "."

    def record(self) -> dict[str, Any]:
        rows = [line.split() for line in self.cleaned_data["rows"].splitlines() if line.strip()]
        return self.content | {"tricks": rows}


def form_as_entered(hand: RecordedHand, data: Data | None) -> EntryForm:
    """Return the form in which a new hand is entered, filled in with this hand."""
    return entry_form(hand.state, data, record=hand.content, number=hand.number)


class GiveUpForm(CorrectionForm, ThrowInForm):
    """The deal was given up after all. The prefix keeps its reason apart from the reason for the correction."""

    def __init__(self, hand: RecordedHand, data: Data | None) -> None:
        super().__init__(hand, data, initial={"reason": hand.content.get("reason", "")}, prefix="hand")
        self.throw_in = hand.state.game.throw_in

    def record(self) -> Any:
        return self.throw_in(self.cleaned_data["reason"])


class Way(NamedTuple):
    """A way to correct a hand: its label, and what makes its form."""

    label: Any
    form: Callable[[RecordedHand, Data | None], Any]


WAYS = {
    "cards": Way(pgettext_lazy("a way to correct a hand", "Two cards"), CardsForm),
    "rows": Way(pgettext_lazy("a way to correct a hand", "Every card"), RowsForm),
    "totals": Way(pgettext_lazy("a way to correct a hand", "Totals"), form_as_entered),
    "entered": Way(pgettext_lazy("a way to correct a hand", "The hand"), form_as_entered),
    "thrown-in": Way(pgettext_lazy("a way to correct a hand", "Thrown in"), GiveUpForm),
}


def ways_for(hand: RecordedHand) -> list[str]:
    """Return the ways to correct this hand, the default way first. For a deal that was thrown in, that is
    "thrown-in"."""
    state = hand.state
    possible = {
        "cards": hand.play is not None,
        "rows": hand.play is not None,
        "totals": state.game.totals is not None,
        "entered": state.game.totals is None and state.game.can_be_entered,
        "thrown-in": state.game.can_throw_in,
    }
    ways = [way for way, is_possible in possible.items() if is_possible]
    if isinstance(hand.record, ThrownIn):
        ways.sort(key=lambda way: way != "thrown-in")
    return ways
