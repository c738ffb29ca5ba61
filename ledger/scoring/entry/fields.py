"""The fields of a hand: figures, and what a game asks besides. Nothing is scored here, and no game is named.

The field of a question has the name of its entry in the record, so that the rulebook's problems find it.
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.contract import Answer, Question
from ledger.lib import formatting
from ledger.lib.typed import read_figure
from ledger.series.wording import option_label

Sides = Sequence[Sequence[int]]
Questions = Iterable[Question]

MOST_TIMES = 12  # the longest choice in the list of how often an option happened


def missing_choice(question: object) -> str:
    """Names the question, because the message also stands above the keypad, apart from it."""
    return _("Please choose: %(question)s") % {"question": question}


# --- Figures ---------------------------------------------------------------------------------------------------------


class FigureField(forms.CharField):
    """Points, as people write them."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}))
        super().__init__(**kwargs)

    def clean(self, value: str | None) -> Any:
        text = super().clean(value)
        return read_figure(text) if text else None

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, int | float | Decimal | Fraction):
            return formatting.points(Fraction(str(value)))
        return value


# --- Questions -------------------------------------------------------------------------------------------------------


def question_fields(questions: Questions, names: Sequence[str], sides: Sides) -> dict[str, forms.Field]:
    """One field for each question. `names` are in seat order, and `sides` says who plays together."""
    return {question.field: question_field(question, names, sides) for question in questions}


def question_field(question: Question, names: Sequence[str], sides: Sides) -> forms.Field:
    choices: list[tuple[Any, str]]
    match question.answer:
        case Answer.FLAG:
            return forms.BooleanField(label=_(question.title), required=False)
        case Answer.SEVERAL:
            return CountsField(question)
        case Answer.SEAT:
            choices = list(enumerate(names))
        case Answer.SIDE:
            choices = list(enumerate(side_names(names, sides)))
        case _:
            choices = [(value, option_label(label)) for value, label in question.options]
    by_text = {str(value): value for value, _label in choices}
    return forms.TypedChoiceField(
        label=_(question.title),
        required=question.required,
        coerce=by_text.__getitem__,
        empty_value=None,
        choices=choices if question.required else [("", _("Not answered")), *choices],
        widget=forms.RadioSelect,
        error_messages={"required": missing_choice(_(question.title))},
    )


def side_names(names: Sequence[str], sides: Sides) -> list[str]:
    """Asha & Bela, or just Asha if she plays alone."""
    return [" & ".join(names[seat] for seat in side) for side in sides]


def answers_of(questions: Questions, cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """The record's entries. A question without an answer has none."""
    answers = {question.field: cleaned.get(question.field) for question in questions}
    # The first seat, the first side and an option 0 are answers too.
    return {field: answer for field, answer in answers.items() if answer or (answer == 0 and answer is not False)}


def with_answers(record: Mapping[str, Any], questions: Questions, cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """The record with these answers in place of its own."""
    asked = tuple(questions)
    fields = {question.field for question in asked}
    return {field: value for field, value in record.items() if field not in fields} | answers_of(asked, cleaned)


def initial_of(questions: Questions, content: Mapping[str, Any]) -> dict[str, Any]:
    """The answers of a stored record, as the fields take them."""
    initial = {}
    for question in questions:
        if question.field in content:
            answer = content[question.field]
            if question.answer is Answer.SEVERAL:
                answer = [list(answer).count(option) or None for option, _label in question.options]
            initial[question.field] = answer
    return initial


def times_choices() -> list[tuple[Any, str]]:
    return [("", "–"), *((times, f"{formatting.digits(times)} ×") for times in range(1, MOST_TIMES + 1))]


class Counts(forms.MultiWidget):
    """One short list for each option: how often was it there? A phone shows its own wheel, without any script."""

    template_name = "scoring/entry/question_counts.html"
    use_fieldset = True

    def __init__(self, question: Question) -> None:
        self.options = question.options
        super().__init__([forms.Select(choices=times_choices(), attrs={"class": "input"}) for _option in self.options])

    def decompress(self, _value: Any) -> list[int | None]:
        """For a field without an answer. An answer is a list of counts already."""
        return [None for _option in self.options]

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        for part, (_value, label) in zip(context["widget"]["subwidgets"], self.options, strict=True):
            part["option_label"] = option_label(label)
        return context


class HiddenCounts(Counts):
    """The same as hidden inputs: `{{ field.as_hidden }}`."""

    template_name = "django/forms/widgets/multiwidget.html"

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.widgets = [forms.HiddenInput() for _option in self.options]


class CountsField(forms.MultiValueField):
    """20, 20 and 50: the options that were there, each as often as it was."""

    def __init__(self, question: Question) -> None:
        self.options = question.options
        super().__init__(
            [
                forms.TypedChoiceField(choices=times_choices(), coerce=int, required=False, empty_value=None)
                for _option in self.options
            ],
            label=_(question.title),
            required=question.required,
            require_all_fields=False,
            widget=Counts(question),
            error_messages={"required": missing_choice(_(question.title))},
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
