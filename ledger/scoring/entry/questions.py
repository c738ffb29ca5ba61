"""What a game asks of a hand besides its figures or its cards: one form field per question, and the answers read back.

A field is named like the record's own, so that what the rulebook says of it finds its place.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.contract import Answer, Question
from ledger.lib import formatting

Sides = Sequence[Sequence[int]]
Questions = Iterable[Question]

MOST_TIMES = 12  # that one option is offered to have happened
TEMPLATE = "scoring/entry/question.html"  # draws one bound field
MISSING = {"required": gettext_lazy("A choice is missing here.")}


def question_field(question: Question, names: Sequence[str], sides: Sides) -> forms.Field:
    """`names` in seat order; `sides` as the game says who plays together."""
    if question.answer is Answer.FLAG:
        return forms.BooleanField(label=_(question.title), required=False)
    if question.answer is Answer.SEVERAL:
        return CountsField(question)
    return _choice_field(question, _choices(question, names, sides))


def question_fields(questions: Questions, names: Sequence[str], sides: Sides) -> dict[str, forms.Field]:
    return {question.field: question_field(question, names, sides) for question in questions}


def side_names(names: Sequence[str], sides: Sides) -> list[str]:
    """Asha & Bela; or just Asha, who plays alone."""
    return [" & ".join(names[seat] for seat in side) for side in sides]


def answers_of(questions: Questions, cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """The record's entries. What was not said is not written down."""
    answers = {question.field: cleaned.get(question.field) for question in questions}
    return {field: answer for field, answer in answers.items() if answer or _is_first(answer)}


def _is_first(answer: Any) -> bool:
    """The first seat and the first side are 0, which is an answer; and so is an option that is written 0."""
    return answer == 0 and answer is not False


def with_answers(record: Mapping[str, Any], questions: Questions, cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """The record with these answers in place of those that it had."""
    asked = tuple(questions)
    fields = {question.field for question in asked}
    kept = {field: value for field, value in record.items() if field not in fields}
    return kept | answers_of(asked, cleaned)


def initial_of(questions: Questions, content: Mapping[str, Any]) -> dict[str, Any]:
    """What the fields begin with, from a record as it is stored."""
    return {
        question.field: _counted(question, content[question.field])
        if question.answer is Answer.SEVERAL
        else content[question.field]
        for question in questions
        if question.field in content
    }


def _counted(question: Question, values: Sequence[Any]) -> list[int | None]:
    """How often each option is among them; nothing for never."""
    return [list(values).count(option) or None for option, _label in question.options]


# --- One of several --------------------------------------------------------------------------------------------------


def _choices(question: Question, names: Sequence[str], sides: Sides) -> list[tuple[Any, str]]:
    match question.answer:
        case Answer.SEAT:
            return list(enumerate(names))
        case Answer.SIDE:
            return list(enumerate(side_names(names, sides)))
        case _:
            return [(value, label_of(label)) for value, label in question.options]


def _choice_field(question: Question, choices: list[tuple[Any, str]]) -> forms.Field:
    written = {str(value): value for value, _label in choices}
    nothing = [] if question.required else [("", _("Not said"))]
    return forms.TypedChoiceField(
        label=_(question.title),
        required=question.required,
        coerce=written.__getitem__,
        empty_value=None,
        choices=[*nothing, *choices],
        widget=forms.RadioSelect,
        error_messages=MISSING,
    )


def label_of(label: str) -> str:
    """In the reader's words, or digits."""
    return formatting.digits(_(label))


# --- Any number of them, each as often as it was there ---------------------------------------------------------------


class Counts(forms.MultiWidget):
    """One small list per option: how often? It needs no script, and a phone shows its own wheel."""

    template_name = "scoring/entry/question_counts.html"
    use_fieldset = True

    def __init__(self, question: Question) -> None:
        self.options = question.options
        super().__init__([forms.Select(choices=_times(), attrs={"class": "input"}) for _option in self.options])

    def decompress(self, _value: Any) -> list[int | None]:
        """Of no answer; an answer comes as a list of counts already."""
        return [None for _option in self.options]

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        for part, (_value, label) in zip(context["widget"]["subwidgets"], self.options, strict=True):
            part["option_label"] = label_of(label)
        return context


def _times() -> list[tuple[Any, str]]:
    return [("", "–"), *((times, f"{formatting.digits(times)} ×") for times in range(1, MOST_TIMES + 1))]


def _times_field() -> forms.Field:
    return forms.TypedChoiceField(choices=_times(), coerce=int, required=False, empty_value=None)


class HiddenCounts(forms.MultiWidget):
    """The same, carried along unseen: `{{ field.as_hidden }}`."""

    def __init__(self, question: Question) -> None:
        super().__init__([forms.HiddenInput() for _option in question.options])

    def decompress(self, _value: Any) -> list[int | None]:
        return [None for _widget in self.widgets]


class CountsField(forms.MultiValueField):
    """20, 20 and 50: in the order of the options, each as often as it was there."""

    def __init__(self, question: Question) -> None:
        self.options = question.options
        super().__init__(
            [_times_field() for _option in self.options],
            label=_(question.title),
            required=question.required,
            require_all_fields=False,
            widget=Counts(question),
            error_messages=MISSING,
        )
        self.hidden_widget = partial(HiddenCounts, question)  # type: ignore[assignment]  # it is only ever called

    def compress(self, data_list: Sequence[int | None]) -> list[Any]:
        counts = zip(self.options, data_list, strict=False)
        return [value for (value, _label), times in counts for _time in range(times or 0)]

    def clean(self, value: Any) -> list[Any]:
        chosen: list[Any] = super().clean(value)
        if self.required and not chosen:
            raise ValidationError(self.error_messages["required"], code="required")
        return chosen
