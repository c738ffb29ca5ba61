"""Rules in words: the options and presets of a game, and the rules of a series beside those of the nearest preset."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.contract import CARD_FACES, Preset
from games.game import Game
from games.kit.card_faces import called
from games.kit.points import read_points
from ledger.face.card_names import PACKS, Pack
from ledger.lib import formatting
from ledger.series.wording import title_in_words


@dataclass(frozen=True)
class RuleLine:
    """One rule of a series."""

    title: str
    value: str
    published: str  # the preset's value, if the series has another


@dataclass(frozen=True)
class RulesInWords:
    """The rules of a series, and the nearest preset."""

    game: type[Game]
    rules: Any

    @cached_property
    def preset(self) -> Preset:
        return self.game.nearest_preset(_as_json(self.rules))

    @property
    def name(self) -> str:
        """The title of the preset, or "Schieber, with changes"."""
        title = _(self.preset.title)
        return _("%(preset)s, with changes") % {"preset": title} if self._changed else title

    @property
    def halves(self) -> tuple[list[RuleLine], list[RuleLine]]:
        """The rules in two columns. A rule that has no effect, because of what another rule says, has no line."""
        schema, changed = self.game.rules_schema(), self._changed
        own, of_preset = _as_json(self.rules), _as_json(self.preset.rules)
        pack = PACKS[self.game.card_faces(self.rules)]
        lines = []
        for name, spec in schema["properties"].items():
            if not all(own[other] in wanted for other, wanted in spec.get("shown_when", {}).items()):
                continue
            if name in self.game.later_options and not own[name] and name not in changed:
                continue  # a newer option, which is off
            value, published = (self._value(name, rules[name], spec, schema, pack) for rules in (own, of_preset))
            title = _(called(spec["title"], pack.slug))
            lines.append(RuleLine(title, value, published if name in changed else ""))
        half = (len(lines) + 1) // 2  # an odd line is in the first column
        return lines[:half], lines[half:]

    def _value(self, name: str, value: Any, spec: Mapping[str, Any], schema: Mapping[str, Any], pack: Pack) -> str:
        if name == self.game.title_field and value:
            return title_in_words(self.game, value)
        return value_in_words(value, spec, schema, pack)

    @property
    def _changed(self) -> set[str]:
        """The names of the rules that differ from the preset. The choice of the pack is not compared."""
        own, of_preset = _as_json(self.rules), _as_json(self.preset.rules)
        return {name for name in own if own[name] != of_preset[name] and name != CARD_FACES}


@dataclass(frozen=True)
class OptionInWords:
    """An option of a game as the form shows it."""

    title: str
    default: str
    about: str
    choices: list[str]  # empty where a figure or a text is typed


@dataclass(frozen=True)
class PresetInWords:
    title: str
    about: str
    changes: list[tuple[str, str]]  # the options that differ from those of the first preset, with their values


def options_in_words(game: type[Game]) -> list[OptionInWords]:
    schema, pack = game.rules_schema(), PACKS[game.card_faces(game.default_preset.rules)]
    options = []
    for spec in schema["properties"].values():
        definition = follow_reference(spec, schema)
        items = follow_reference(definition.get("items", {}), schema)
        choices = definition.get("oneOf") or items.get("oneOf", ())
        options.append(
            OptionInWords(
                title=_(called(spec["title"], pack.slug)),
                default=value_in_words(spec["default"], spec, schema, pack),
                about=_(called(spec["description"], pack.slug)) if "description" in spec else "",
                choices=[_(called(choice["title"], pack.slug)) for choice in choices],
            )
        )
    return options


def presets_in_words(game: type[Game]) -> list[PresetInWords]:
    schema, first = game.rules_schema(), _as_json(game.default_preset.rules)
    presets = []
    for preset in game.presets.values():
        rules, pack = _as_json(preset.rules), PACKS[game.card_faces(preset.rules)]
        changes = [
            (_(called(spec["title"], pack.slug)), value_in_words(rules[name], spec, schema, pack))
            for name, spec in schema["properties"].items()
            if rules[name] != first[name] and name != game.title_field  # this option is the title of the preset
        ]
        presets.append(PresetInWords(_(preset.title), _(called(preset.about, pack.slug)), changes))
    return presets


def follow_reference(spec: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return this part of a JSON schema, or, if it is a reference, the definition to which it refers."""
    definition: Mapping[str, Any] = schema["$defs"][spec["$ref"].rpartition("/")[2]] if "$ref" in spec else spec
    return definition


def value_in_words(value: Any, spec: Mapping[str, Any], schema: Mapping[str, Any], pack: Pack) -> str:
    """Return the value of a rule as text. `spec` is the rule's part of the JSON schema."""
    spec = follow_reference(spec, schema)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if "oneOf" in spec:
        return next(_(called(choice["title"], pack.slug)) for choice in spec["oneOf"] if choice["const"] == value)
    if isinstance(value, Mapping):
        parts = [(each, value_in_words(value[name], each, schema, pack)) for name, each in spec["properties"].items()]
        if all(each.get("type") == "integer" for each, _words in parts):  # several figures
            named = [{"question": _(each["title"]), "answer": words} for each, words in parts]
            return ", ".join(_("%(question)s: %(answer)s") % figure for figure in named)
        return " ".join(words for _each, words in parts if words != "–")
    if isinstance(value, list | tuple):
        return ", ".join(value_in_words(item, spec.get("items", {}), schema, pack) for item in value) or "–"
    if isinstance(value, int | float):
        return formatting.points(read_points(value))
    if value and "enum" in spec.get("anyOf", [{}])[0]:  # a card
        return capfirst(pack.card(value).name)
    return value or "–"


def _as_json(rules: Any) -> dict[str, Any]:
    values: dict[str, Any] = rules.model_dump(mode="json")
    return values
