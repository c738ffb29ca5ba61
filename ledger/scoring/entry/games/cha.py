"""A round of CHA: who won and what was bought, or the hands of both players: the cards that they revealed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.contract import UNFINISHED
from games.kit.problems import Problem
from ledger.face.card_names import FRENCH, CardFace
from ledger.scoring.entry.fields import offer
from ledger.scoring.entry.form import EntryForm
from ledger.series.state import SeriesState, Side

OUTCOME, HANDS = "outcome", "hands"  # the values of `way`
TIE = "tie"
JOKER = "JOKER"
FACE_CARDS = tuple(rank + suit for rank in "KQJ" for suit in "HDCS")
PILE = (*FACE_CARDS, JOKER)  # the main pile
CARD = "card_{}"  # the name of the field for a card of the main pile


@dataclass(frozen=True)
class PileCard:
    """A card of the main pile, with radio buttons that say in whose hand it is."""

    face: CardFace | None  # None for the joker
    name: str
    answers: list[BoundWidget]  # not shown, the first player, the second player


@dataclass(frozen=True)
class Diamond:
    """A diamond of the treasure chest, still there or bought."""

    card: CardFace
    worth: int
    ticked: bool


class HandForm(EntryForm):
    preview_template: ClassVar[str] = "scoring/entry/games/cha/preview.html"

    class Media:
        css: ClassVar[dict[str, tuple[str, ...]]] = {"all": ("css/scoring/games/cha.css",)}

    way = forms.ChoiceField(
        label=gettext_lazy("What do you write down?"),
        choices=[
            (OUTCOME, pgettext_lazy("a way to enter a round", "Who won")),
            (HANDS, pgettext_lazy("a way to enter a round", "Both hands")),
        ],
        initial=OUTCOME,
        widget=forms.RadioSelect,
    )
    winner = forms.ChoiceField(label=gettext_lazy("Who won the round?"), required=False, widget=forms.RadioSelect)
    led_by = forms.TypedChoiceField(label=gettext_lazy("Who began?"), coerce=int, widget=forms.RadioSelect)
    drew_on = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Drew on after the reveal, by the cultured couple"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    overruled = forms.ChoiceField(
        label=gettext_lazy("What did the table decide?"), required=False, widget=forms.RadioSelect
    )
    bought = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Diamonds bought"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, state: SeriesState, data: Mapping[str, Any] | None = None, **options: Any) -> None:
        super().__init__(state, data, **options)
        seats: list[tuple[Any, str]] = list(enumerate(state.names))
        offer(self, "winner", [*seats, (TIE, _("A tie"))])
        offer(self, "led_by", seats)
        offer(self, "drew_on", seats)
        offer(self, "overruled", [("", _("As judged")), *seats, (TIE, _("A tie"))])
        offer(self, "bought", [(worth, diamond(worth).code) for worth in state.rules.chest])
        self.fields["led_by"].initial = state.play.standing.dealer or 0
        for code in PILE:
            self.fields[CARD.format(code)] = forms.TypedChoiceField(
                label=card_name(code),
                choices=[("", _("Not shown")), *seats],
                coerce=int,
                empty_value=None,
                required=False,
                widget=forms.RadioSelect,
            )

    def initial_from(self, content: Mapping[str, Any]) -> dict[str, Any]:
        if not content:
            return {}
        initial = {name: content[name] for name in ("winner", "led_by", "drew_on", "bought") if name in content}
        initial["way"] = HANDS if "hands" in content else OUTCOME
        if "overruled" in content:
            initial["overruled"] = content["overruled"]["winner"]
        for seat, hand in enumerate(content.get("hands", ())):
            initial |= {CARD.format(code): seat for code in hand}
        return initial

    # --- What is shown

    @property
    def pile(self) -> list[PileCard]:
        """The cards of the main pile: kings, queens and jacks, then the joker."""
        return [
            PileCard(None if code == JOKER else FRENCH.card(code), card_name(code), list(self[CARD.format(code)]))
            for code in PILE
        ]

    @property
    def chest(self) -> list[Diamond]:
        """The diamonds that were not bought in other rounds. The diamonds bought in this round are ticked."""
        gone = {card.worth for _buyer, bought in self.buyers for card in bought}
        left = [worth for worth in self.state.rules.chest if worth not in gone]
        return [Diamond(diamond(worth), worth, ticked=str(worth) in self.ticked) for worth in left]

    @property
    def buyers(self) -> list[tuple[Side, list[Diamond]]]:
        """Each player with the diamonds that the player bought in other rounds than the one on this form."""
        bought_here = set(map(int, self.initial.get("bought", ())))
        buyers: list[tuple[Side, list[Diamond]]] = [(player, []) for player in self.state.players_as_sides]
        for hand in self.state.play.hands:
            if hand.record.won_by is not None:
                for worth in set(hand.record.bought) - bought_here:
                    buyers[hand.record.won_by][1].append(Diamond(diamond(worth), worth, ticked=False))
        return buyers

    @property
    def ticked(self) -> set[str]:
        return {str(value) for value in self["bought"].value() or ()}

    @property
    def is_overruled(self) -> bool:
        return self["overruled"].value() not in (None, "")

    # --- The record

    @property
    def hands(self) -> list[list[str]]:
        owners = {code: self.cleaned_data.get(CARD.format(code)) for code in PILE}
        return [[code for code in PILE if owners[code] == seat] for seat in range(len(self.names))]

    @property
    def is_unfinished(self) -> bool:
        if self.cleaned_data.get("way") == HANDS:
            return not all(self.hands)
        return not self.cleaned_data.get("winner")

    def require_everything(self) -> None:
        if self.is_unfinished and not self.errors:
            if self.cleaned_data["way"] == HANDS:
                self.add_error(None, _("Tap the cards of both players."))
            else:
                self.add_error("winner", _("Say who won the round, or that it was a tie."))

    def record(self) -> dict[str, Any]:
        values = self.cleaned_data
        record: dict[str, Any] = {}
        if values.get("way") == HANDS:
            record = {"hands": self.hands, "led_by": values.get("led_by", 0), "drew_on": values.get("drew_on", [])}
            if values.get("overruled"):
                record["overruled"] = {"winner": winner_of(values["overruled"])}
        elif values.get("winner"):
            record = {"winner": winner_of(values["winner"])}
        return record | {"bought": values.get("bought", [])}

    # --- Problems

    def field_of(self, problem: Problem) -> str | None:
        """A problem of `bought.1` is about the field `bought`."""
        name = problem.field.partition(".")[0]
        return name if name in self.fields else None

    def is_certain(self, problem: Problem) -> bool:
        """Before the round is saved, it is no error that a hand has only one card, or that nothing is bought yet."""
        return super().is_certain(problem) and problem.code not in (UNFINISHED, "too_few_cards")


def winner_of(choice: str) -> int | str:
    return choice if choice == TIE else int(choice)


def diamond(worth: int) -> CardFace:
    return FRENCH.card(f"{'A' if worth == 1 else worth}D")


def card_name(code: str) -> str:
    return _("joker") if code == JOKER else FRENCH.card(code).name
