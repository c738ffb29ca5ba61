"""A round of CHA: who won and what was bought, or both hands as they were revealed. Which of the two, is said first."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.contract import UNFINISHED
from games.kit.problems import Problem
from ledger.face import words
from ledger.scoring.entry.forms import EntryForm
from ledger.series.state import SeriesState

OUTCOME, HANDS = "outcome", "hands"
TIE = "tie"
JOKER = "JOKER"
FACES = tuple(rank + suit for rank in "KQJ" for suit in "HDCS")
PILE = (*FACES, JOKER)
CARD = "card_{}"


@dataclass(frozen=True)
class PileCard:
    """A card of the main pile, and the three answers to whose it was. The next tap gives it to the next of them."""

    code: str  # empty for the joker
    name: str
    answers: list[BoundWidget]


@dataclass(frozen=True)
class Diamond:
    code: str
    worth: int
    ticked: bool


@dataclass(frozen=True)
class Buyer:
    seat: int
    name: str
    bought: list[Diamond]


class HandForm(EntryForm):
    look_template: ClassVar[str] = "scoring/entry/games/cha/look.html"

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
        seats: list[tuple[Any, Any]] = list(enumerate(state.names))
        self._offer("winner", [*seats, (TIE, _("A tie"))])
        self._offer("led_by", seats)
        self._offer("drew_on", seats)
        self._offer("overruled", [("", _("As judged")), *seats, (TIE, _("A tie"))])
        self._offer("bought", [(worth, _code(worth)) for worth in state.rules.chest])
        self.fields["led_by"].initial = state.play.standing.dealer or 0
        for code in PILE:
            self.fields[CARD.format(code)] = forms.TypedChoiceField(
                label=_card_name(code),
                choices=[("", _("Nobody")), *seats],
                coerce=int,
                empty_value=None,
                required=False,
                widget=forms.RadioSelect,
            )

    def _offer(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    @classmethod
    def of_record(cls, state: SeriesState, content: Mapping[str, Any]) -> "HandForm":
        form = cls(state)
        if not content:
            return form
        form.initial = {name: content[name] for name in ("winner", "led_by", "drew_on", "bought") if name in content}
        form.initial |= {"way": HANDS if "hands" in content else OUTCOME}
        form.initial |= {"overruled": content["overruled"]["winner"]} if "overruled" in content else {}
        for seat, hand in enumerate(content.get("hands", ())):
            form.initial |= {CARD.format(code): seat for code in hand}
        return form

    # --- What is drawn

    @property
    def pile(self) -> list[PileCard]:
        """Kings, queens and jacks in lines, and the joker."""
        return [
            PileCard("" if code == JOKER else code, _card_name(code), list(self[CARD.format(code)])) for code in PILE
        ]

    @property
    def chest(self) -> list[Diamond]:
        """What is still there for this round; ticked is what is bought in it."""
        gone = {worth for each in self.buyers for worth in (diamond.worth for diamond in each.bought)}
        ticked = self._ticked
        return [_diamond(worth, ticked=worth in ticked) for worth in self.state.rules.chest if worth not in gone]

    @property
    def buyers(self) -> list[Buyer]:
        """What was bought in the other rounds. The one that is corrected gives back what it took."""
        piles: list[list[Diamond]] = [[] for _name in self.names]
        own = set(map(int, self.initial.get("bought", ())))
        for hand in self.state.play.hands:
            for worth in set(hand.record.bought) - own if hand.record.won_by is not None else ():
                piles[hand.record.won_by].append(_diamond(worth, ticked=False))
        return [Buyer(seat, name, piles[seat]) for seat, name in enumerate(self.names)]

    @property
    def _ticked(self) -> set[int]:
        return {int(value) for value in self["bought"].value() or () if str(value).isdecimal()}

    @property
    def has_bought(self) -> bool:
        return bool(self._ticked)

    @property
    def is_overruled(self) -> bool:
        return self["overruled"].value() not in (None, "")

    # --- What is written down

    @property
    def _hands(self) -> list[list[str]]:
        owners = {code: self.cleaned_data.get(CARD.format(code)) for code in PILE}
        return [[code for code in PILE if owners[code] == seat] for seat in range(len(self.names))]

    @property
    def is_open(self) -> bool:
        if self.cleaned_data.get("way") == HANDS:
            return not all(self._hands)
        return not self.cleaned_data.get("winner")

    def is_complete(self) -> bool:
        if self.is_valid() and self.is_open:
            hands = self.cleaned_data["way"] == HANDS
            self.add_error(None if hands else "winner", str(NO_HANDS if hands else NO_WINNER))
        return not self.errors

    def record(self) -> dict[str, Any]:
        record = self._revealed() if self.cleaned_data.get("way") == HANDS else self._outcome()
        return record | {"bought": self.cleaned_data.get("bought", [])}

    def _outcome(self) -> dict[str, Any]:
        winner = self.cleaned_data.get("winner")
        return {"winner": _as_written(winner)} if winner else {}

    def _revealed(self) -> dict[str, Any]:
        values = self.cleaned_data
        record = {"hands": self._hands, "led_by": values.get("led_by", 0), "drew_on": values.get("drew_on", [])}
        overruled = values.get("overruled")
        return record | ({"overruled": {"winner": _as_written(overruled)}} if overruled else {})

    # --- What is wrong with it

    def place_of(self, problem: Problem) -> str | None:
        return super().place_of(Problem(problem.field.partition(".")[0], problem.code, problem.message))

    def is_certain(self, problem: Problem) -> bool:
        """Which diamond, is asked once it is known who won: that is no fault before it is saved."""
        return super().is_certain(problem) and problem.code != UNFINISHED


NO_WINNER = gettext_lazy("Say who won the round, or that it was a tie.")
NO_HANDS = gettext_lazy("Tap the cards of both players.")


def _as_written(winner: str) -> int | str:
    return winner if winner == TIE else int(winner)


def _code(worth: int) -> str:
    return f"{'A' if worth == 1 else worth}D"


def _diamond(worth: int, *, ticked: bool) -> Diamond:
    return Diamond(_code(worth), worth, ticked)


def _card_name(code: str) -> str:
    return _("joker") if code == JOKER else words.card_name(code)
