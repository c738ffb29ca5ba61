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
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.entry import Answer, Question
from games.kit.reading import MOST_SEATS
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


ABSENT = "–"  # in the place of a figure: this player, or this team, does not play the hand


class FigureField(forms.CharField):
    """Points, as people write them."""

    def __init__(self, *, may_be_absent: bool = False, **kwargs: Any) -> None:
        self.may_be_absent = may_be_absent
        kwargs.setdefault("widget", forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}))
        super().__init__(**kwargs)

    def clean(self, value: str | None) -> Any:
        text = super().clean(value)
        if self.may_be_absent and text in ("-", ABSENT, "—"):
            return ABSENT
        return read_figure(text) if text else None

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, int | float | Decimal | Fraction):
            return formatting.points(Fraction(str(value)))
        return value


# --- Questions -------------------------------------------------------------------------------------------------------


def question_fields(
    questions: Questions, names: Sequence[str], sides: Sides, details: Sequence[str] = ()
) -> dict[str, forms.Field]:
    """One field for each question. `names` are in seat order, and `sides` says who plays together.

    `details` stand beside the names where there is a line for each player.
    """
    return {question.field: question_field(question, names, sides, details) for question in questions}


def question_field(question: Question, names: Sequence[str], sides: Sides, details: Sequence[str] = ()) -> forms.Field:
    choices: list[tuple[Any, str]]
    match question.answer:
        case Answer.FLAG:
            return forms.BooleanField(label=_(question.title), required=False)
        case Answer.SEVERAL:
            return CountsField(question)
        case Answer.BY_SIDE:
            return BySideField(question, side_names(names, sides))
        case Answer.SIDES:
            return SidesField(question, names, details)
        case Answer.SEATS:
            return forms.TypedMultipleChoiceField(
                label=_(question.title),
                required=question.required,
                coerce=int,
                empty_value=[],
                choices=list(enumerate(names)),
                widget=forms.CheckboxSelectMultiple,
            )
        case Answer.SEAT:
            choices = list(enumerate(names))
        case Answer.SIDE:
            choices = list(enumerate(side_names(names, sides)))
        case _:
            choices = [(value, option_label(label)) for value, label in question.options]
    by_text = {str(value): value for value, _label in choices}
    always = question.required or question.usual is not None
    return forms.TypedChoiceField(
        label=_(question.title),
        required=question.required,
        coerce=by_text.__getitem__,
        empty_value=None,
        choices=choices if always or question.beside else [("", _("Not answered")), *choices],
        initial=question.usual,
        widget=forms.RadioSelect,
        error_messages={"required": missing_choice(_(question.title))},
    )


def side_names(names: Sequence[str], sides: Sides) -> list[str]:
    """Asha & Bela, or just Asha if she plays alone."""
    return [" & ".join(names[seat] for seat in side) for side in sides]


def answers_of(questions: Questions, cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """The record's entries. A question without an answer, or with the usual one, has none."""
    found = ((question, cleaned.get(question.field)) for question in questions)
    answers = {question.field: answer for question, answer in found if answer is None or answer != question.usual}
    # The first seat, the first side and an option 0 are answers too.
    return {field: answer for field, answer in answers.items() if answer or (answer == 0 and answer is not False)}


def with_answers(record: Mapping[str, Any], questions: Questions, cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """The record with these answers in place of its own."""
    asked = tuple(questions)
    fields = {question.field for question in asked}
    return {field: value for field, value in record.items() if field not in fields} | answers_of(asked, cleaned)


def is_answered(field: forms.BoundField) -> bool:
    """Something was chosen, or was refused. Short lists have a value each."""
    value = field.value()
    return bool(field.errors) or (any(value) if isinstance(value, list) else bool(value))


def initial_of(questions: Questions, content: Mapping[str, Any]) -> dict[str, Any]:
    """The answers of a stored record, as the fields take them."""
    initial = {}
    for question in questions:
        if question.field in content:
            answer = content[question.field]
            if question.answer is Answer.SEVERAL:
                answer = [list(answer).count(option) or None for option, _label in question.options]
            elif question.answer is Answer.SIDES:
                won, lost = answer
                answer = [WON if seat in won else LOST if seat in lost else SAT_OUT for seat in range(MOST_SEATS)]
            initial[question.field] = answer
    return initial


class ShortLists(forms.MultiWidget):
    """Short lists side by side, each under its label. A phone shows its own wheel, without any script."""

    template_name = "scoring/entry/question_counts.html"
    use_fieldset = True

    def __init__(self, labels: Sequence[str], choices: Sequence[tuple[Any, str]]) -> None:
        self.labels = labels
        super().__init__([forms.Select(choices=choices, attrs={"class": "input"}) for _label in labels])

    def decompress(self, _value: Any) -> list[int | None]:
        """For a field without an answer. An answer is a list already."""
        return [None for _label in self.labels]

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        for part, label in zip(context["widget"]["subwidgets"], self.labels, strict=True):
            part["option_label"] = label
        return context


class HiddenLists(ShortLists):
    """The same as hidden inputs: `{{ field.as_hidden }}`."""

    template_name = "django/forms/widgets/multiwidget.html"

    def __init__(self, labels: Sequence[str]) -> None:
        super().__init__(labels, ())
        self.widgets = [forms.HiddenInput() for _label in labels]


class SeveralField(forms.MultiValueField):
    """A question with a part for each option, side or player. No answer is an empty list."""

    def __init__(self, question: Question, parts: Sequence[forms.Field], widget: "ShortLists | SidesInput") -> None:
        super().__init__(
            parts,
            label=_(question.title),
            required=question.required,
            require_all_fields=False,
            widget=widget,
            error_messages={"required": missing_choice(_(question.title))},
        )
        self.hidden_widget = partial(HiddenLists, widget.labels)  # type: ignore[assignment]  # it is only ever called

    def missing(self) -> ValidationError:
        return ValidationError(self.error_messages["required"], code="required")


class CountsField(SeveralField):
    """20, 20 and 50: the options that were there, each as often as it was."""

    def __init__(self, question: Question) -> None:
        self.options = question.options
        choices = [("", "–"), *((times, f"{formatting.digits(times)} ×") for times in range(1, MOST_TIMES + 1))]
        parts = [
            forms.TypedChoiceField(choices=choices, coerce=int, required=False, empty_value=None)
            for _option in self.options
        ]
        super().__init__(question, parts, ShortLists([option_label(label) for _value, label in self.options], choices))

    def compress(self, data_list: Sequence[int | None]) -> list[Any]:
        counts = zip(self.options, data_list, strict=False)
        return [value for (value, _label), times in counts for _time in range(times or 0)]


class BySideField(SeveralField):
    """One of the question's options for each side: the calls of four players, say. All of them, or none."""

    def __init__(self, question: Question, sides: Sequence[str]) -> None:
        by_text = {str(value): value for value, _label in question.options}
        choices = [("", "–"), *((value, option_label(label)) for value, label in question.options)]
        parts = [
            forms.TypedChoiceField(choices=choices, coerce=by_text.__getitem__, required=False, empty_value=None)
            for _side in sides
        ]
        super().__init__(question, parts, ShortLists(sides, choices))

    def compress(self, data_list: Sequence[Any]) -> list[Any]:
        if None in data_list:
            raise self.missing()
        return list(data_list)


# --- Sides that change -----------------------------------------------------------------------------------------------

WON, LOST, SAT_OUT = "won", "lost", "out"


class SidesField(SeveralField):
    """Each player won or lost this hand, or did not play it. Those who are not chosen have lost."""

    def __init__(self, question: Question, names: Sequence[str], details: Sequence[str] = ()) -> None:
        choices: list[tuple[str, Any]] = [(WON, pgettext_lazy("a player", "Won")), (LOST, gettext_lazy("Lost"))]
        if question.may_sit_out:
            choices.append((SAT_OUT, gettext_lazy("Sat out")))
        parts = [forms.ChoiceField(choices=choices, required=False) for _name in names]
        super().__init__(question, parts, SidesInput(names, choices, details))

    def compress(self, data_list: Sequence[str]) -> list[list[int]]:
        """The seats of both sides; empty as long as one of them has no player."""
        won = [seat for seat, part in enumerate(data_list) if part == WON]
        lost = [seat for seat, part in enumerate(data_list) if part in (LOST, "")]
        if self.required and not (won and lost):
            raise self.missing()
        return [won, lost] if won and lost else []


class SidesInput(forms.MultiWidget):
    """A line for each player, with the parts side by side."""

    template_name = "scoring/entry/question_sides.html"
    use_fieldset = True

    def __init__(self, labels: Sequence[str], choices: Sequence[tuple[str, Any]], details: Sequence[str] = ()) -> None:
        self.labels = labels
        self.beside: forms.BoundField | None = None  # asked in the same lines, with an option for each player
        self.sits_out: int | None = None  # the seat that sits out, unless something else is chosen
        self.details = details or [""] * len(labels)
        super().__init__([forms.RadioSelect(choices=choices) for _label in labels])

    def decompress(self, _value: Any) -> list[str]:
        """For a field without an answer."""
        return [SAT_OUT if seat == self.sits_out else LOST for seat, _label in enumerate(self.labels)]

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        lines = zip(context["widget"]["subwidgets"], self.labels, self.details, strict=True)
        beside = list(self.beside or ())
        for seat, (part, player, detail) in enumerate(lines):
            part |= {"player": player, "detail": detail, "detail_id": f"part-{seat}"}
            part["beside"] = beside[seat] if beside else None
        context["widget"]["has_beside"] = bool(beside)
        return context
