"""The forms of the card-by-card screen: how a hand begins, what was dealt, and one tap."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.kit.cards import CARD_BY_SPELLING, CODES
from games.kit.plays import Direction
from ledger.series.selectors import SeriesState

WAYS = {way.value: way for way in Direction}


class StartForm(forms.Form):
    """Which way play goes round, and who leads: the player after the dealer, unless the table says otherwise."""

    use_required_attribute = False

    direction = forms.ChoiceField(label=gettext_lazy("Direction of play"), widget=forms.RadioSelect)
    first_leader = forms.TypedChoiceField(label=gettext_lazy("Who leads first"), coerce=int, widget=forms.RadioSelect)
    with_holdings = forms.BooleanField(
        label=gettext_lazy("Enter the dealt cards first"),
        help_text=gettext_lazy("Then a card that may not be played is marked at once."),
        required=False,
    )

    def __init__(self, state: SeriesState, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        self.state = state
        self.field("direction").choices = [(way.value, _(way.label)) for way in Direction]
        self.field("first_leader").choices = list(enumerate(state.names))
        self.initial = {"direction": usual_direction(state), "first_leader": proposed_leader(state)}

    def field(self, name: str) -> forms.ChoiceField:
        chosen = self.fields[name]
        assert isinstance(chosen, forms.ChoiceField)
        return chosen

    def start(self) -> dict[str, Any]:
        """The record before the first card."""
        return {name: self.cleaned_data[name] for name in ("direction", "first_leader")}


def usual_direction(state: SeriesState) -> str:
    return str(state.game.direction(state.rules)) if state.game.direction else str(Direction.CLOCKWISE)


def proposed_leader(state: SeriesState) -> int | None:
    """The player after the dealer, in the direction of play; nobody, where the dealer is not known."""
    dealer = state.play.standing.dealer
    if dealer is None:
        return None
    step = 1 if usual_direction(state) == Direction.CLOCKWISE else -1
    return (dealer + step) % len(state.names)


class TapForm(forms.Form):
    """One change of the draft. `do` says which; the other fields are what it needs."""

    steps = forms.IntegerField(min_value=0)
    key = forms.CharField(max_length=200)
    do = forms.ChoiceField(
        choices=[(what, what) for what in ("lay", "back", "turn", "lead", "put_right", "deal", "skip_deal")]
    )
    card = forms.CharField(max_length=4, required=False)
    direction = forms.TypedChoiceField(
        choices=[(way.value, way.value) for way in Direction], coerce=WAYS.get, required=False
    )
    leader = forms.IntegerField(min_value=0, max_value=23, required=False)
    trick = forms.IntegerField(min_value=1, max_value=13, required=False)
    seat = forms.IntegerField(min_value=0, max_value=23, required=False)

    cards = forms.TypedMultipleChoiceField(
        choices=[(code, code) for code in CODES], coerce=CARD_BY_SPELLING.__getitem__, required=False
    )

    NEEDS: ClassVar = {
        "lay": ("card",),
        "turn": ("direction",),
        "lead": ("leader",),
        "put_right": ("trick", "seat", "card"),
    }

    def clean_card(self) -> int | None:
        code = self.cleaned_data["card"]
        if code and code not in CARD_BY_SPELLING:
            raise forms.ValidationError(_("This is not a card."), code="not_a_card")
        return CARD_BY_SPELLING[code] if code else None

    def clean(self) -> dict[str, Any]:
        sent = super().clean() or self.cleaned_data
        for name in self.NEEDS.get(sent.get("do", ""), ()):
            if sent.get(name) in (None, "") and name not in self.errors:
                self.add_error(name, _("A choice is missing here."))
        return sent
