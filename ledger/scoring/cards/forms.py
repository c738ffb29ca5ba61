"""The forms of the card-by-card screen: the start of a hand, the game's questions, and one change of the draft."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.entry import Answer
from games.kit.cards import CARD_BY_SPELLING, CODES
from games.kit.plays import Direction
from ledger.scoring.cards.drafts import questions
from ledger.scoring.entry.fields import answers_of, initial_of, offer, question_fields
from ledger.series.selectors import record_so_far
from ledger.series.state import SeriesState

DIRECTIONS = {direction.value: direction for direction in Direction}
STEPS = ("lay", "back", "turn", "lead", "correct_card", "keep", "answer", "deal", "skip_deal", "take_over")


class QuestionsForm(forms.Form):
    """A field for everything that the game asks besides the cards."""

    use_required_attribute = False

    def __init__(
        self,
        state: SeriesState,
        data: Mapping[str, Any] | None = None,
        *,
        record: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(data, **options)
        self.asked = questions(state, record)
        self.fields |= question_fields(self.asked, state.names, state.game.sides, state.game.entry_sides)


class AnswersForm(QuestionsForm):
    """The answers so far, to be changed or added to."""

    def __init__(self, state: SeriesState, record: Mapping[str, Any], data: Mapping[str, Any] | None = None) -> None:
        super().__init__(state, data, record=record)
        self.initial = initial_of(self.asked, record)


class StartCardsForm(QuestionsForm):
    """The form before the first card. It proposes that the player after the dealer leads."""

    direction = forms.ChoiceField(label=gettext_lazy("Direction of play"), widget=forms.RadioSelect)
    first_leader = forms.TypedChoiceField(label=gettext_lazy("Who leads first"), coerce=int, widget=forms.RadioSelect)
    with_holdings = forms.BooleanField(
        label=gettext_lazy("Enter the dealt cards first"),
        help_text=gettext_lazy("Then a card that may not be played is marked at once."),
        required=False,
    )

    def __init__(self, state: SeriesState, user_id: int | None, data: Mapping[str, Any] | None = None) -> None:
        """Bids that only the user `user_id` may see are filled in too."""
        initial = {"direction": usual_direction(state), "first_leader": proposed_leader(state)}
        if state.boxes:  # in a game whose teams fill boxes, such as Coiffeur, propose the team whose turn it is
            teams = [question for question in questions(state) if question.required and question.answer is Answer.SIDE]
            initial |= {question.field: state.boxes.turn for question in teams}
        # Bids that were saved on the keypad, such as calls, are filled in.
        initial |= initial_of(questions(state), record_so_far(state, user_id))
        super().__init__(state, data, initial=initial)
        offer(self, "direction", [(way.value, _(way.label)) for way in Direction])
        offer(self, "first_leader", enumerate(state.names))

    @property
    def required_fields(self) -> list[forms.BoundField]:
        """What has to be said before the first card."""
        required = [self[question.field] for question in self.asked if question.required]
        return [self["direction"], self["first_leader"], *required]

    @property
    def optional_questions(self) -> list[forms.BoundField]:
        """The questions that can be answered until the hand is saved."""
        return [self[question.field] for question in self.asked if not question.required]

    def start(self) -> dict[str, Any]:
        """The record before the first card."""
        begun = {name: self.cleaned_data[name] for name in ("direction", "first_leader")}
        return begun | answers_of(self.asked, self.cleaned_data)


def usual_direction(state: SeriesState) -> str:
    return str(state.game.direction or Direction.CLOCKWISE)


def proposed_leader(state: SeriesState) -> int | None:
    """Return the player after the dealer, in the direction of play. None where the dealer is not known."""
    dealer = state.play.standing.dealer
    if dealer is None:
        return None
    step = 1 if usual_direction(state) == Direction.CLOCKWISE else -1
    return (dealer + step) % len(state.names)


class StepsForm(forms.Form):
    """The hidden field of every form that changes the draft: its `steps` when the page was made."""

    steps = forms.IntegerField(min_value=0)


class StepForm(StepsForm):
    """One change of the draft. `do` names the change; the other fields are its arguments."""

    key = forms.CharField(max_length=200)
    do = forms.ChoiceField(choices=[(step, step) for step in STEPS])
    card = forms.CharField(max_length=4, required=False)
    direction = forms.TypedChoiceField(
        choices=[(value, value) for value in DIRECTIONS], coerce=DIRECTIONS.get, required=False
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
        "correct_card": ("trick", "seat", "card"),
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
