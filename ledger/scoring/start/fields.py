"""The fields of the start page: seats, the worth of a point, and the rules, built from the JSON Schema of the game's
rules."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import cycle
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.game import Game
from games.kit.card_faces import called
from games.kit.points import write_points
from ledger.circles.forms import LinesInput
from ledger.circles.models import Player
from ledger.face.card_names import FRENCH, PACKS
from ledger.following.rules_in_words import follow_reference
from ledger.lib import formatting
from ledger.lib.typed import read_figure, unambiguous
from ledger.scoring.entry.fields import FigureField
from ledger.series.settling import MOST_A_POINT, POINT_DECIMALS
from ledger.series.wording import title_from_words, title_in_words

RULE = "rule_"  # the name of an option's field is this prefix with the name of the option

# --- Seats -----------------------------------------------------------------------------------------------------------


class SeatsField(forms.Field):
    """Players in the order in which they sit. The page has a `select` for each seat, all with the field's name."""

    widget = forms.SelectMultiple

    def __init__(self, game: type[Game], players: Sequence[Player]) -> None:
        self.game = game
        self.by_id = {player.pk: player for player in players}
        super().__init__(required=False, label=gettext_lazy("Who sits where?"))

    def clean(self, value: list[str]) -> list[Player]:
        chosen = [player_id for player_id in value if player_id]
        if not set(chosen) <= set(self.by_id):
            raise ValidationError(_("One of them is not a player of this circle."), code="unknown_player")
        if len(chosen) not in self.game.allowed_seats:
            raise ValidationError(
                ngettext(
                    "%(game)s needs %(needed)s players; %(count)s is seated.",
                    "%(game)s needs %(needed)s players; %(count)s are seated.",
                    len(chosen),
                ),
                code="wrong_number",
                params={
                    "game": _(self.game.name),
                    "needed": numbers_of_players(self.game),
                    "count": formatting.digits(len(chosen)),
                },
            )
        return [self.by_id[player_id] for player_id in chosen]


def numbers_of_players(game: type[Game]) -> str:
    """Return how many players the game can have: "4", "3/5" or "2–9"."""
    fewest, most = min(game.allowed_seats), max(game.allowed_seats)
    if fewest + 1 < most and game.allowed_seats == tuple(range(fewest, most + 1)):
        return formatting.digits(f"{fewest}–{most}")
    return formatting.digits("/".join(map(str, game.allowed_seats)))


# --- Figures ---------------------------------------------------------------------------------------------------------


class PointValueField(FigureField):
    """The money that one point is worth. None if the field is empty."""

    def clean(self, value: str | None) -> Decimal | None:
        point_value: Fraction | None = super().clean(value)
        if point_value is None:
            return None
        if point_value < 0:
            raise ValidationError(_("This cannot be below zero."), code="negative")
        if point_value > MOST_A_POINT:
            raise ValidationError(_("This is too much for one point."), code="too_large")
        if 10**POINT_DECIMALS % point_value.denominator:
            raise ValidationError(
                _("This has too many decimals: at most %(count)s can be kept, as in %(example)s."),
                code="too_fine",
                params={"count": formatting.digits(POINT_DECIMALS), "example": formatting.digits("0.0625")},
            )
        return Decimal(point_value.numerator) / point_value.denominator

    def prepare_value(self, value: Any) -> Any:
        """Money is written as a decimal: 0.25, not ¼."""
        return unambiguous(formatting.digits(f"{value.normalize():f}")) if isinstance(value, Decimal) else value


class RuleFigureField(FigureField):
    """A figure of the rules, as a JSON number."""

    def clean(self, value: str | None) -> Any:
        points = super().clean(value)
        return None if points is None else write_points(points)


class PlacesInput(LinesInput):
    """An input for each place at the end of a series, the first place first. One input could not hold them all, because
    the number keys of a phone have no space to separate figures. Empty inputs at the end are left out."""

    template_name = "scoring/start/places_input.html"

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> list[str]:
        typed = super().value_from_datadict(data, files, name)
        while typed and not typed[-1].strip():
            typed.pop()
        return typed


class RuleFiguresField(FigureField):
    """Figures in several inputs, such as one for each place. An empty input is 0."""

    def __init__(self, widget: LinesInput, **kwargs: Any) -> None:
        super().__init__(required=False, widget=widget, **kwargs)

    def clean(self, value: Any) -> Any:
        return [write_points(read_figure(line)) if line.strip() else 0 for line in value or ()]

    def prepare_value(self, value: Any) -> Any:
        prepare = super().prepare_value
        return [prepare(figure) for figure in value or ()]


class RuleNumbersField(forms.CharField):
    """A list of whole numbers in one input, such as 1, 2, 4."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=60, **kwargs)

    def clean(self, value: str | None) -> Any:
        return [write_points(read_figure(word)) for word in re.split(r"[\s,;/]+", super().clean(value)) if word]

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(formatting.digits, value)) if isinstance(value, list | tuple) else value


class NamedFiguresInput(LinesInput):
    """An input for a figure under each label, side by side."""

    template_name = "scoring/start/named_figures_input.html"

    def __init__(self, labels: Sequence[str]) -> None:
        self.labels = labels
        super().__init__(len(labels))

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        context["widget"]["named"] = list(zip(self.labels, context["widget"]["lines"], strict=False))
        return context


class RuleObjectField(RuleFiguresField):
    """An option of the rules that has several named figures."""

    def __init__(self, spec: Mapping[str, Any], **kwargs: Any) -> None:
        self.names = list(spec["properties"])
        labels = [_(figure["title"]) for figure in spec["properties"].values()]
        super().__init__(NamedFiguresInput(labels), **kwargs)

    def clean(self, value: Any) -> Any:
        return dict(zip(self.names, super().clean(value), strict=False))

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, Mapping):
            return list(value or [""] * len(self.names))
        return super().prepare_value([value[name] for name in self.names])


class TitleField(forms.CharField):
    """The name that the players give their own game. The title of a preset is shown, and understood, in the language of
    the page."""

    def __init__(self, game: type[Game], **kwargs: Any) -> None:
        self.game = game
        super().__init__(required=False, **kwargs)

    def clean(self, value: str | None) -> str:
        return title_from_words(self.game, super().clean(value))

    def prepare_value(self, value: Any) -> Any:
        return title_in_words(self.game, value or "")


# --- Lists -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ListColumn:
    """A column of a list in the rules: every row has one of `choices` here, a whole number, or a text."""

    name: str
    title: str
    choices: Sequence[tuple[str, str]]  # empty for a number or a text
    is_number: bool
    longest: int  # the most characters of a text; 0 where there is no limit


class ListInput(LinesInput):
    """A row for each item of the list. All inputs have the name of the field, and a browser sends them row by row."""

    template_name = "scoring/start/list_input.html"

    def __init__(self, columns: Sequence[ListColumn]) -> None:
        self.columns = columns
        super().__init__(0)

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> list[str]:
        """Return the texts without the empty rows at the end."""
        typed, width = super().value_from_datadict(data, files, name), len(self.columns)
        while len(typed) >= width and not "".join(typed[-width:]).strip():
            del typed[-width:]
        return typed

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Add two empty rows for further items."""
        context = super().get_context(name, value, attrs)
        width = len(self.columns)
        typed = [*(value or ()), *[""] * (2 * width)]
        cells = [(column, str(text)) for column, text in zip(cycle(self.columns), typed, strict=False)]
        context["widget"] |= {
            "columns": self.columns,
            "rows": [cells[at : at + width] for at in range(0, len(cells), width)],
        }
        return context


class RuleListField(forms.Field):
    """An option of the rules that is a list of items. A row without a choice in its first column is left out."""

    def __init__(self, columns: Sequence[ListColumn], **kwargs: Any) -> None:
        self.columns = columns
        super().__init__(required=False, widget=ListInput(columns), **kwargs)

    def clean(self, value: Any) -> Any:
        items, width = [], len(self.columns)
        for at in range(0, len(value or ()), width):
            row = [text.strip() for text in value[at : at + width]]
            if row[0]:
                named = zip(self.columns, row, strict=False)
                items.append({column.name: _whole(text) if column.is_number else text for column, text in named})
        return items

    def prepare_value(self, value: Any) -> Any:
        """Return the list as a browser would send it: one text for each input. A list of such texts is
        returned as it is."""
        if not value or isinstance(value[0], str):
            return value
        return [
            formatting.digits(item[column.name]) if column.is_number else item[column.name]
            for item in value
            for column in self.columns
        ]


def _whole(text: str) -> Any:
    """Return the text as a JSON number. Text that is no number stays as it is: the rules of the game refuse it."""
    try:
        return write_points(read_figure(text))
    except ValidationError:
        return text


def list_columns(item: Mapping[str, Any], schema: Mapping[str, Any], faces: str) -> list[ListColumn]:
    """Return a column for each field of the items, by their JSON Schema."""
    columns = []
    for name, spec in item["properties"].items():
        kind = follow_reference(spec, schema)
        choices = _choices(kind.get("oneOf", ()), faces)
        title = _((kind | spec)["title"])  # a field without a title has the title of its choices
        columns.append(ListColumn(name, title, choices, kind["type"] == "integer", kind.get("maxLength", 0)))
    return columns


def _choices(offered: Iterable[Mapping[str, Any]], faces: str) -> list[tuple[str, str]]:
    """Return the choices of a `oneOf` in a JSON Schema. `faces` is the slug of the pack."""
    return [(choice["const"], _(called(choice["title"], faces))) for choice in offered]


# --- Rules -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RuleField:
    """The field of one option of the rules."""

    name: str
    field: forms.Field
    part: str  # the part of the page: "game", "stakes" or "others"
    default: Any
    shown_when: Mapping[str, Sequence[Any]]  # other options, with the values for which this option is shown

    @property
    def condition(self) -> str:
        """Return `shown_when` for the page's script: `rule_end=target rule_settlement=ladder|both`."""
        conditions = []
        for name, wanted in self.shown_when.items():
            # A ticked checkbox has the value "on"; an unticked checkbox or an empty field has "".
            values = ["on" if value is True else "" if value in (None, False) else str(value) for value in wanted]
            conditions.append(f"{RULE}{name}={'|'.join(values)}")
        return " ".join(conditions)


def rule_field(kind: Mapping[str, Any], schema: Mapping[str, Any], faces: str, words: Mapping[str, Any]) -> forms.Field:
    """Return the field for an option of the rules. `kind` is its JSON Schema, and `words` its label and help text."""
    if "oneOf" in kind:
        choices = _choices(kind["oneOf"], faces)
        return forms.ChoiceField(choices=choices, widget=forms.RadioSelect, **words)
    if "anyOf" in kind and "enum" in (card := kind["anyOf"][0]):  # a card or null
        choices = [("", "–"), *((code, capfirst(PACKS[faces].card(code).name)) for code in card["enum"])]
        return forms.TypedChoiceField(choices=choices, required=False, empty_value=None, **words)
    match kind.get("type"):
        case "object":
            return RuleObjectField(kind, **words)
        case "boolean":
            return forms.BooleanField(required=False, **words)
        case "string":
            return forms.CharField(required=False, max_length=kind["maxLength"], **words)
        case "array":
            return list_field(kind, schema, faces, words)
    return RuleFigureField(required="anyOf" not in kind, **words)  # a figure, or a figure or null


def list_field(kind: Mapping[str, Any], schema: Mapping[str, Any], faces: str, words: Mapping[str, Any]) -> forms.Field:
    """Return the field for an option that is a list, by the JSON Schema of its items."""
    item = follow_reference(kind["items"], schema)
    if "oneOf" in item:
        choices = _choices(item["oneOf"], faces)
        return forms.MultipleChoiceField(choices=choices, required=False, widget=forms.CheckboxSelectMultiple, **words)
    if "$ref" in kind["items"]:  # the items are objects, with a field for each column
        return RuleListField(list_columns(item, schema, faces), **words)
    if item["type"] == "integer":
        return RuleNumbersField(**words)
    return RuleFiguresField(PlacesInput(kind["maxItems"]), **words)


def rule_fields(game: type[Game], faces: str = FRENCH.slug) -> list[RuleField]:
    """Return a field for each option of the rules. The labels call cards and suits as the pack with the slug `faces`
    does."""
    schema = game.rules_schema()
    fields = []
    for name, spec in schema["properties"].items():
        kind = follow_reference(spec, schema)
        about = called(spec.get("description", ""), faces)
        words: dict[str, Any] = {"label": _(called(spec["title"], faces)), "help_text": _(about) if about else ""}
        if name == game.title_field:
            field: forms.Field = TitleField(game, label=words["label"], max_length=kind["maxLength"])
        else:
            field = rule_field(kind, schema, faces, words)
        prominent = spec.get("prominent", False)  # "game", or True for the stakes
        part = {True: "stakes", False: "others"}.get(prominent, prominent)
        fields.append(RuleField(name, field, part, spec["default"], spec.get("shown_when", {})))
    return fields
