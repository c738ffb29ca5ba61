"""The form that starts a series. Its house rules are built from the game's own schema, whatever the game."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from operator import attrgetter
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.contract import Game
from games.kit.problems import Problem
from ledger.circles.forms import FormKeyField, NameField
from ledger.circles.models import Player
from ledger.lib import formatting
from ledger.scoring.entry.fields import RateField, RuleFigureField, RuleFiguresField
from ledger.series.models import HouseRules, Series
from ledger.series.services import Agreement
from ledger.series.wording import in_words

USUAL_RATE = Decimal("0.25")
LAST_TIME = "as-last-time"
PREFIX = "rule_"


@dataclass(frozen=True)
class Proposal:
    """Rules to begin from: a preset of the game, what this circle keeps, or what it played by the last time."""

    slug: str
    title: str
    about: str
    rules: Mapping[str, Any]  # as JSON


def proposals(
    game: Game, last: Series | None, kept: Iterable[HouseRules] = (), chosen: str = ""
) -> dict[str, Proposal]:
    """By slug; the first is what the page begins with: what was asked for, or else what was played the last time."""
    offered = [
        Proposal(preset.slug, _(preset.title), _(preset.about), preset.rules.model_dump(mode="json"))
        for preset in game.presets.values()
    ]
    offered += [Proposal(own.pk, own.name, _("Your own rules."), _as_now(game, own.rules)) for own in kept]
    first = chosen or _as_last_time(game, last, offered)
    return {proposal.slug: proposal for proposal in sorted(offered, key=lambda proposal: proposal.slug != first)}


def _as_last_time(game: Game, last: Series | None, offered: list[Proposal]) -> str:
    """The slug of what was played; rules that nobody has kept are offered once more."""
    if last is None or last.preset:
        return last.preset if last else ""
    rules = _as_now(game, last.rules)
    found = next((proposal.slug for proposal in offered if proposal.rules == rules), None)
    if found is None:
        offered.append(Proposal(LAST_TIME, _("As last time"), _("Your own rules, as in the latest series."), rules))
    return found or LAST_TIME


def _as_now(game: Game, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Rules that were stored some time ago, with what has been added since."""
    written: dict[str, Any] = game.rules.model_validate(rules).model_dump(mode="json")
    return written


class SeatsInput(forms.Widget):
    """A list of choices, one for each seat, all under one name. The page draws it."""

    def value_from_datadict(self, data: Mapping[str, Any], _files: Any, name: str) -> list[str]:
        return data.getlist(name) if isinstance(data, QueryDict) else list(data.get(name, []))


class SeatsField(forms.Field):
    """Players in the order in which they sit."""

    widget = SeatsInput

    def __init__(self, game: Game, players: Sequence[Player]) -> None:
        self.game = game
        self.by_id = {player.pk: player for player in players}
        super().__init__(required=False, label=gettext_lazy("Who sits where?"))

    def clean(self, value: list[str]) -> list[Player]:
        chosen = [player_id for player_id in value if player_id]
        if not set(chosen) <= set(self.by_id):
            raise ValidationError(_("Somebody is not a player of this circle."), code="unknown_player")
        if len(chosen) not in self.game.seats:
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


def numbers_of_players(game: Game) -> str:
    """4, or 3/5, or 2–9."""
    fewest, most = min(game.seats), max(game.seats)
    if fewest + 1 < most and game.seats == tuple(range(fewest, most + 1)):
        return formatting.digits(f"{fewest}–{most}")
    return formatting.digits("/".join(map(str, game.seats)))


@dataclass(frozen=True)
class RuleField:
    """One thing that a house may decide."""

    name: str
    field: forms.Field
    part: str  # of the page: the "game" itself, what it is played for ("stakes"), or the "others"
    default: Any
    shown_when: Mapping[str, Sequence[Any]]  # other options and their values, outside which it has nothing to say

    def is_shown(self, values: Mapping[str, Any]) -> bool:
        return all(values.get(PREFIX + name) in wanted for name, wanted in self.shown_when.items())

    @property
    def condition(self) -> str:
        """For the script that hides it: `rule_end=target rule_settlement=ladder|both`."""
        conditions = ((name, "|".join(map(_as_sent, wanted))) for name, wanted in self.shown_when.items())
        return " ".join(f"{PREFIX}{name}={wanted}" for name, wanted in conditions)


def _as_sent(value: Any) -> str:
    """By a browser, which sends of a box only that it is ticked."""
    return {True: "on", False: ""}.get(value, str(value)) if isinstance(value, bool) else str(value)


def rule_fields(game: Game) -> list[RuleField]:
    schema = game.rules_schema()
    parts = {True: "stakes", False: "others"}
    found = []
    for name, spec in schema["properties"].items():
        kind = schema["$defs"][spec["$ref"].rpartition("/")[2]] if "$ref" in spec else spec
        prominent = spec.get("prominent", False)
        part = parts.get(prominent, prominent)
        found.append(RuleField(name, _rule_field(spec, kind), part, spec["default"], spec.get("shown_when", {})))
    return found


def _rule_field(spec: Mapping[str, Any], kind: Mapping[str, Any]) -> forms.Field:
    words: dict[str, Any] = {"label": _(spec["title"]), "help_text": _(spec.get("description", "")) or ""}
    if "oneOf" in kind:
        choices = [(choice["const"], _(choice["title"])) for choice in kind["oneOf"]]
        return forms.ChoiceField(choices=choices, widget=forms.RadioSelect, **words)
    if "anyOf" in kind:  # a figure, or nothing
        return RuleFigureField(required=False, **words)
    if kind["type"] == "boolean":
        return forms.BooleanField(required=False, **words)
    if kind["type"] == "string":
        return forms.CharField(required=False, max_length=kind["maxLength"], **words)
    return RuleFiguresField(kind["maxItems"], **words) if kind["type"] == "array" else RuleFigureField(**words)


@dataclass(frozen=True)
class ShownRule:
    """A field of the form, and when it is worth showing."""

    field: forms.BoundField
    condition: str

    @property
    def is_sum(self) -> bool:
        """A plain figure: several of them stand in lines of one table."""
        return isinstance(self.field.field, RuleFigureField) and not self.condition


class StartSeriesForm(forms.Form):
    use_required_attribute = False

    key = FormKeyField()
    rules_of = forms.CharField(widget=forms.HiddenInput, required=False)  # the proposal that fills the fields below
    new_player = NameField(label=gettext_lazy("New player"), required=False)
    point_value = RateField(
        label=gettext_lazy("One point is worth"), help_text=gettext_lazy("0 means that you play without money.")
    )

    def __init__(self, game: Game, players: Sequence[Player], offered: Mapping[str, Proposal], **options: Any) -> None:
        super().__init__(**options)
        self.game, self.offered = game, offered
        self.rules = rule_fields(game)
        self._offer_to_keep()
        presets = [(proposal.slug, proposal.title) for proposal in offered.values()]
        self.fields["seats"] = SeatsField(game, players)
        self.fields["first_dealer"] = forms.TypedChoiceField(
            label=_(game.deals_first), required=False, coerce=int, empty_value=None, choices=self._dealer_choices()
        )
        self.fields["preset"] = forms.ChoiceField(label=_("Rules"), choices=presets, widget=forms.RadioSelect)
        self.fields |= {PREFIX + rule.name: rule.field for rule in self.rules}

    def _offer_to_keep(self) -> None:
        """Under a name that is asked for here; or, where the rules have a name for the game, under that."""
        if self.game.title_field:
            label, about = _("Keep it as our own game"), _("This circle finds it under its name the next time.")
            self.fields["keep"] = forms.BooleanField(label=label, help_text=about, required=False)
        else:
            label, about = _("Keep these rules under the name"), _("They are offered to this circle the next time.")
            self.fields["keep"] = NameField(label=label, help_text=about, required=False)

    @property
    def kept_name(self) -> str:
        """Under which the rules are to be kept; empty: they are not."""
        kept, rules = self.cleaned_data.get("keep") or "", self.cleaned_data.get("rules")
        if kept is not True:
            return str(kept)
        return self.game.title_of(rules.model_dump(mode="json")) if rules else ""

    def _dealer_choices(self) -> list[tuple[str | int, str]]:
        seats = [(seat, _("Seat %(number)s") % {"number": formatting.digits(seat + 1)}) for seat in range(self.most)]
        return [("", _("Not decided yet")), *seats]

    @property
    def most(self) -> int:
        return max(self.game.seats)

    @property
    def places(self) -> list[str]:
        """For each seat the id of who sits there, or nothing."""
        seated = self["seats"].value() or []
        return [*seated, *[""] * self.most][: self.most]

    @property
    def about_game(self) -> list[list[ShownRule]]:
        return self._grouped("game")

    @property
    def stakes(self) -> list[list[ShownRule]]:
        return self._grouped("stakes")

    @property
    def other_rules(self) -> list[ShownRule]:
        return [ShownRule(self[PREFIX + rule.name], rule.condition) for rule in self.rules if rule.part == "others"]

    def _grouped(self, part: str) -> list[list[ShownRule]]:
        """Sums that follow one another together."""
        shown = [ShownRule(self[PREFIX + rule.name], rule.condition) for rule in self.rules if rule.part == part]
        return [list(group) for _is_sum, group in groupby(shown, key=attrgetter("is_sum"))]

    @property
    def chosen(self) -> Proposal | None:
        return self.offered.get(self["preset"].value())

    @property
    def has_wrong_rules(self) -> bool:
        return any(rule.field.errors for rule in self.other_rules)

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        dealer, seated = values.get("first_dealer"), values.get("seats")
        if dealer is not None and seated is not None and dealer >= len(seated):
            self.add_error("first_dealer", _("Nobody sits there."))
        self._forget_what_is_not_shown()
        if all(PREFIX + rule.name in values for rule in self.rules):
            values["rules"] = self._judged({rule.name: values[PREFIX + rule.name] for rule in self.rules})
        if values.get("keep") and values.get("rules") and not self.kept_name:
            self.add_error(PREFIX + self.game.title_field, _("Please enter a name."))
        return values

    def _forget_what_is_not_shown(self) -> None:
        """An option that has nothing to say beside the others is as if nobody had touched it, whatever it holds."""
        values = dict(self.cleaned_data)
        for rule in self.rules:
            if not rule.is_shown(values):
                self.errors.pop(PREFIX + rule.name, None)
                self.cleaned_data[PREFIX + rule.name] = rule.default

    def _judged(self, typed: Mapping[str, Any]) -> Any:
        """The rules are judged together, by the rulebook."""
        reading = self.game.read_rules(typed)
        self.refuse(reading.problems)
        return reading.value

    def refuse(self, problems: Iterable[Problem]) -> None:
        """What the rulebook and the service have to say, each beside the field that it is about."""
        for problem in problems:
            where = "seats" if problem.field == "players" else PREFIX + problem.field
            self.add_error(where if where in self.fields else None, in_words(problem.message, ()))

    def agreed(self) -> Agreement:
        values = self.cleaned_data
        return Agreement(
            game=self.game,
            players=values["seats"],
            rules=values["rules"],
            point_value=values["point_value"],
            preset=preset_of(self.game, values["rules"], values["preset"]),
            first_dealer=values["first_dealer"],
        )


def preset_of(game: Game, rules: Any, chosen: str) -> str:
    """The preset that these rules are, the chosen one first; nothing for the house's own."""
    same = [slug for slug, preset in game.presets.items() if preset.rules == rules]
    return chosen if chosen in same else next(iter(same), "")


def follow_preset(game: Game, offered: Mapping[str, Proposal], data: QueryDict) -> QueryDict:
    """Whoever picks other rules gets them, save where something had been changed by hand."""
    before, wanted = offered.get(data.get("rules_of", "")), offered.get(data.get("preset", ""))
    if before is None or wanted is None or before is wanted:
        return data
    followed = data.copy()
    for rule in rule_fields(game):
        name, field = rule.name, rule.field
        if field.widget.value_from_datadict(data, {}, PREFIX + name) == field.prepare_value(before.rules[name]):
            _write(followed, PREFIX + name, field.prepare_value(wanted.rules[name]))
    followed["rules_of"] = wanted.slug
    return followed


def _write(data: QueryDict, name: str, value: str | bool | list[str]) -> None:
    """As a browser would send it: a box that is not ticked is not sent at all."""
    if isinstance(value, list):
        data.setlist(name, value)
    elif value is False:
        data.pop(name, None)
    else:
        data[name] = "on" if value is True else value


def as_typed(form: forms.Form, data: QueryDict) -> dict[str, Any]:
    """What was typed so far, unjudged: initial values for the form that is shown again."""
    return {name: field.widget.value_from_datadict(data, {}, name) for name, field in form.fields.items()}


def rules_as_typed(proposal: Proposal) -> dict[str, Any]:
    return {PREFIX + name: value for name, value in proposal.rules.items()}
