"""The fields of a hand: figures, and the questions of a game. Nothing is scored here, and no game is named.

The form's field of a question has the name of the record's field, so that the rulebook's problems find it.
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any, assert_never

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.entry import Answer, Question
from games.kit.reading import MOST_SEATS
from ledger.lib import formatting
from ledger.lib.typed import read_figure, unambiguous
from ledger.series.wording import option_label

Sides = Sequence[Sequence[int]]
Questions = Iterable[Question]

MOST_FIGURE = 10_000  # the largest number in a `FiguresField`
MOST_TIMES = 12  # the largest number in the list of how often an option occurred


def missing_choice(question: object) -> str:
    """Return the error that a choice is missing. It names the question, because it also stands above the keypad."""
    return _("Please choose: %(question)s") % {"question": question}


def offer(form: forms.Form, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Set the choices of a field. They depend on the series, so the class of the form does not have them."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


# --- Figures ---------------------------------------------------------------------------------------------------------


ABSENT = "–"  # in the place of a figure: this player, or this team, does not play the hand


class FigureField(forms.CharField):
    """Points as people write them, or a word in their place.

    `words` are pairs: what the record has for the word, and its label on the screen.
    """

    def __init__(self, *, may_be_absent: bool = False, words: Iterable[tuple[str, str]] = (), **kwargs: Any) -> None:
        self.may_be_absent = may_be_absent
        self.words = {word: _(label) for word, label in words}
        kwargs.setdefault("widget", forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}))
        super().__init__(**kwargs)

    def clean(self, value: str | None) -> Any:
        text = super().clean(value)
        if self.may_be_absent and text in ("-", ABSENT, "—"):
            return ABSENT
        for word, label in self.words.items():
            if text.casefold() in (word, label.casefold()):
                return word
        return read_figure(text) if text else None

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, int | float | Decimal | Fraction):
            return unambiguous(formatting.points(Fraction(str(value))))
        return self.words.get(value, value)


# --- Questions -------------------------------------------------------------------------------------------------------


def question_fields(
    questions: Questions, names: Sequence[str], sides: Sides, entry_sides: Sides, details: Sequence[str] = ()
) -> dict[str, forms.Field]:
    """Return one field for each question.

    `names` are in seat order. `sides` says who plays together, and `entry_sides` which seats have one figure together.
    `details` stand beside the names in a question that has a line for each player.
    """
    return {
        question.field: question_field(
            question, names, entry_sides if question.answer is Answer.BY_SIDE else sides, details
        )
        for question in questions
    }


def question_field(question: Question, names: Sequence[str], sides: Sides, details: Sequence[str]) -> forms.Field:
    choices: list[tuple[Any, str]]
    match question.answer:
        case Answer.FLAG:
            return forms.BooleanField(label=_(question.title), required=False)
        case Answer.COUNT:
            return forms.IntegerField(
                label=_(question.title),
                required=question.required,
                min_value=question.least,
                max_value=question.most,
                initial=question.usual,
                widget=forms.NumberInput(
                    attrs={
                        "class": "input stepper__input",
                        "inputmode": "numeric",
                        "data-after-least": question.after_least or question.least + 1,
                    }
                ),
            )
        case Answer.FIGURES:
            return FiguresField(question, names)
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
        case Answer.OPTION:
            choices = [(value, option_label(label, names)) for value, label in question.options]
        case _:
            assert_never(question.answer)
    by_text = {str(value): value for value, _label in choices}
    without_blank = question.required or question.may_stay_open or question.usual is not None or question.key
    return forms.TypedChoiceField(
        label=_(question.title),
        required=question.required,
        coerce=by_text.__getitem__,
        empty_value=None,
        choices=choices if without_blank else [("", _("Not answered")), *choices],
        initial=question.usual,
        widget=forms.RadioSelect,
        error_messages={"required": missing_choice(_(question.title))},
    )


def side_names(names: Sequence[str], sides: Sides) -> list[str]:
    """Return "Asha & Bela" for a team, or "Asha" for a player alone."""
    return [" & ".join(names[seat] for seat in side) for side in sides]


def answers_of(questions: Questions, cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of the record for these answers. No answer, and the usual option, has no field."""
    answers: dict[str, Any] = {}
    for question in questions:
        answer = cleaned.get(question.field)
        is_usual = question.answer is Answer.OPTION and question.usual is not None and answer == question.usual
        # 0 and False are answers too: the first seat, the first side, or such an option.
        is_empty = answer in ("", []) or (question.answer is Answer.FLAG and not answer)
        if is_usual or answer is None or is_empty:
            continue
        answers |= dict(zip(question.fills, answer, strict=True)) if question.fills else {question.field: answer}
    return answers


def with_answers(record: Mapping[str, Any], questions: Questions, cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record with these answers in place of those that it had."""
    asked = tuple(questions)
    fields = {field for question in asked for field in question.fills or (question.field,)}
    return {field: value for field, value in record.items() if field not in fields} | answers_of(asked, cleaned)


def initial_of(questions: Questions, content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answers of a stored record, as initial values of the form's fields."""
    initial = {}
    for question in questions:
        if question.fills and set(question.fills) <= set(content):
            filled = [content[field] for field in question.fills]
            # As text, because Django would take a tuple for the values of several radio buttons.
            initial[question.field] = str(tuple(tuple(part) if isinstance(part, list) else part for part in filled))
        elif question.field in content:
            answer = content[question.field]
            if question.answer is Answer.SEVERAL:
                answer = [list(answer).count(option) or None for option, _label in question.options]
            elif question.answer is Answer.SIDES:
                won, lost = answer
                answer = [WON if seat in won else LOST if seat in lost else SAT_OUT for seat in range(MOST_SEATS)]
            initial[question.field] = answer
    return initial


class ShortInputs(forms.MultiWidget):
    """Short inputs side by side, each under its label: short lists (`select`), or whole numbers."""

    template_name = "scoring/entry/question_counts.html"
    use_fieldset = True

    def __init__(self, labels: Sequence[str], inputs: Sequence[forms.Widget | type[forms.Widget]]) -> None:
        self.labels = labels
        self.without = ""  # the question of the players whose input is hidden
        super().__init__(inputs)

    def decompress(self, _value: Any) -> list[int | None]:
        """Return the values of a field without an answer. Django calls this only if the value is no list."""
        return [None for _label in self.labels]

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        for seat, (part, label) in enumerate(zip(context["widget"]["subwidgets"], self.labels, strict=True)):
            part["option_label"] = label
            part["shown_when"] = f"{self.without}!={seat}" if self.without else ""
        return context


class HiddenInputs(ShortInputs):
    """Hidden inputs in place of the short inputs, for `{{ field.as_hidden }}`."""

    template_name = "django/forms/widgets/multiwidget.html"


def short_lists(labels: Sequence[str], choices: Iterable[Sequence[tuple[Any, str]]]) -> ShortInputs:
    """Return short lists side by side. `choices` has the choices of each list."""
    return ShortInputs(labels, [forms.Select(choices=each, attrs={"class": "input"}) for each in choices])


class SeveralField(forms.MultiValueField):
    """A question with a part for each option, side or player. No answer is an empty list."""

    def __init__(self, question: Question, parts: Sequence[forms.Field], widget: "ShortInputs | SidesInput") -> None:
        super().__init__(
            parts,
            label=_(question.title),
            required=question.required,
            require_all_fields=False,
            widget=widget,
            error_messages={"required": missing_choice(_(question.title))},
        )
        hidden = [forms.HiddenInput] * len(widget.labels)
        self.hidden_widget = partial(HiddenInputs, widget.labels, hidden)  # type: ignore[assignment]  # Django only calls it

    def missing(self) -> ValidationError:
        return ValidationError(self.error_messages["required"], code="required")


class CountsField(SeveralField):
    """How often each option occurred. The value lists each occurrence: 20, 20 and 50."""

    def __init__(self, question: Question) -> None:
        self.options = question.options
        numbers = [(times, f"{formatting.digits(times)} ×") for times in range(1, MOST_TIMES + 1)]
        most = question.most_times or {}
        choices = [[("", "–"), *numbers[: most.get(value, MOST_TIMES)]] for value, _label in self.options]
        parts = [forms.TypedChoiceField(choices=each, coerce=int, required=False, empty_value=None) for each in choices]
        super().__init__(question, parts, short_lists([option_label(label) for _value, label in self.options], choices))

    def compress(self, data_list: Sequence[int | None]) -> list[Any]:
        counts = zip(self.options, data_list, strict=False)
        return [value for (value, _label), times in counts for _time in range(times or 0)]


class FiguresField(SeveralField):
    """A whole number for each player who plays the hand. The value has None for a player without a number."""

    def __init__(self, question: Question, names: Sequence[str]) -> None:
        parts = [forms.IntegerField(required=False, min_value=0, max_value=MOST_FIGURE) for _name in names]
        figures = [forms.NumberInput(attrs={"class": "input", "inputmode": "numeric"}) for _name in names]
        super().__init__(question, parts, ShortInputs(names, figures))

    def compress(self, data_list: Sequence[int | None]) -> list[int | None]:
        return [] if set(data_list) <= {None} else list(data_list)


class BySideField(SeveralField):
    """An option for each side, such as the calls of four players. Either every side has an answer, or no side."""

    def __init__(self, question: Question, sides: Sequence[str]) -> None:
        by_text = {str(value): value for value, _label in question.options}
        choices = [("", "–"), *((value, option_label(label)) for value, label in question.options)]
        parts = [
            forms.TypedChoiceField(choices=choices, coerce=by_text.__getitem__, required=False, empty_value=None)
            for _side in sides
        ]
        super().__init__(question, parts, short_lists(sides, [choices] * len(sides)))

    def compress(self, data_list: Sequence[Any]) -> list[Any]:
        if None in data_list:
            raise self.missing()
        return list(data_list)


# --- Sides that change -----------------------------------------------------------------------------------------------

WON, LOST, SAT_OUT = "won", "lost", "out"


class SidesField(SeveralField):
    """Which players won the hand, which lost it, and who did not play it. A player without a choice has lost."""

    def __init__(self, question: Question, names: Sequence[str], details: Sequence[str]) -> None:
        choices: list[tuple[str, Any]] = [(WON, pgettext_lazy("a player", "Won")), (LOST, gettext_lazy("Lost"))]
        if question.may_sit_out:
            choices.append((SAT_OUT, gettext_lazy("Sat out")))
        parts = [forms.ChoiceField(choices=choices, required=False) for _name in names]
        super().__init__(question, parts, SidesInput(names, choices, details))

    def compress(self, data_list: Sequence[str]) -> list[list[int]]:
        """Return the seats of the winners and of the losers; empty while one side has no player."""
        won = [seat for seat, part in enumerate(data_list) if part == WON]
        lost = [seat for seat, part in enumerate(data_list) if part in (LOST, "")]
        if self.required and not (won and lost):
            raise self.missing()
        return [won, lost] if won and lost else []


class SidesInput(forms.MultiWidget):
    """A line for each player, with the choices side by side."""

    template_name = "scoring/entry/question_sides.html"
    use_fieldset = True

    def __init__(self, labels: Sequence[str], choices: Sequence[tuple[str, Any]], details: Sequence[str]) -> None:
        self.labels = labels
        self.details = details or [""] * len(labels)
        super().__init__([forms.RadioSelect(choices=choices) for _label in labels])

    def decompress(self, _value: Any) -> list[str]:
        """Return the values of a field without an answer."""
        return [LOST for _label in self.labels]

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        lines = zip(context["widget"]["subwidgets"], self.labels, self.details, strict=True)
        for seat, (part, player, detail) in enumerate(lines):
            part |= {"player": player, "detail": detail, "detail_id": f"part-{seat}"}
        return context
