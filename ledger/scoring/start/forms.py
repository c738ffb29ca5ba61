"""The form that starts a series, and the rule sets that fill it in."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from operator import attrgetter
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.contract import CARD_FACES, Preset
from games.game import Game
from games.kit.card_faces import called
from games.kit.problems import Problem
from ledger.circles.forms import FormKeyField, NameField
from ledger.circles.models import Circle, Player, Verdicts
from ledger.face.card_names import FRENCH
from ledger.lib import formatting
from ledger.scoring.start.fields import RULE, PointValueField, RuleFigureField, SeatsField, rule_fields
from ledger.series.models import HouseRules, Series
from ledger.series.starting import Agreement
from ledger.series.wording import in_words, title_in_words

POINTS, MONEY = "points", "money"
LAST_TIME = "as-last-time"
PARTS = ("game", "stakes", "others")  # the values of `RuleField.part`, in the order of the page
SHOWS_RULES = {  # htmx attributes of a field: after a choice the page loads the rules again, and nothing is stored
    "hx-post": "",
    "hx-trigger": "change",
    "hx-vals": '{"show": "1"}',
    "hx-include": "closest form",
    "hx-target": "#rules",
    "hx-swap": "outerHTML",
    "hx-sync": "closest form:replace",
}
# The same for the choice of a pack, which changes only the names of cards in the options.
NAMES_THE_CARDS = SHOWS_RULES | {"hx-target": "#options", "hx-select": "#options"}

# --- Rule sets -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RuleSet:
    """Rules to begin from: a preset of the game, rules that the circle keeps, or the rules of its latest series."""

    slug: str
    title: str
    about: str
    rules: Mapping[str, Any]  # as JSON


def rule_sets(
    game: type[Game], last: Series | None, kept: Iterable[HouseRules], chosen: str = "", card_faces: str = ""
) -> dict[str, RuleSet]:
    """Return the rule sets by slug. The form selects the first rule set. `last` is the latest series of this game.

    `chosen` is the slug of the house rules or the preset whose tile was tapped, and empty for the tile of the game. If
    the last series is called by the title on that tile, the rules of the last series come first. Else the chosen rule
    set comes first, and for the tile of the game its first preset that is no named preset.

    `card_faces` is the pack that the circle has chosen, or empty. A preset has this pack. Without a choice, the preset
    of the last series has the pack of that series, and every other preset the pack that its rules name. House rules,
    and the rules of the last series, keep the pack that is stored with them.
    """
    faces = {CARD_FACES: card_faces} if card_faces and game.has_card_faces else {}

    def with_defaults(stored: Mapping[str, Any]) -> dict[str, Any]:
        """Add defaults for options that are newer than the stored rules. Leave out options that no longer exist."""
        defaults: dict[str, Any] = game.default_preset.rules.model_dump(mode="json")
        return defaults | faces | {name: value for name, value in stored.items() if name in defaults}

    def of_preset(preset: Preset) -> RuleSet:
        pack = faces
        if last and last.preset == preset.slug and not faces:
            pack = {name: value for name, value in last.rules.items() if name == CARD_FACES}
        rules = preset.rules.model_dump(mode="json") | pack
        about = called(preset.about, rules.get(CARD_FACES, FRENCH.slug))
        return RuleSet(preset.slug, _(preset.title), _(about), rules)

    offered = [of_preset(preset) for preset in game.presets.values()]
    offered += [RuleSet(rules.pk, rules.name, _("Your own rules."), with_defaults(rules.rules)) for rules in kept]
    named = game.named_preset(last.rules) if last else None
    if last and chosen == (named.slug if named else ""):
        chosen = ""
    elif not chosen:
        last = None
        chosen = next(preset.slug for preset in game.presets.values() if not preset.own_name)
    first = chosen or (last.preset if last and last.preset in game.presets else "")
    if last and (not first or (game.title_field and last.preset not in game.presets)):
        rules = with_defaults(last.rules)
        same_rules = [rule_set.slug for rule_set in offered if same_apart_from_pack(rule_set.rules, rules)]
        if not same_rules:
            about = _("Your own rules, as in the latest series.")
            offered.append(RuleSet(LAST_TIME, _("As last time"), about, rules))
        first = first or next(iter(same_rules), LAST_TIME)
    return {rule_set.slug: rule_set for rule_set in sorted(offered, key=lambda rule_set: rule_set.slug != first)}


def same_apart_from_pack(rules: Mapping[str, Any], others: Mapping[str, Any]) -> bool:
    """Return whether two sets of rules, as JSON, are the same apart from the pack."""
    return {**rules, CARD_FACES: None} == {**others, CARD_FACES: None}


def fill_in_rule_set(game: type[Game], offered: Mapping[str, RuleSet], data: QueryDict) -> QueryDict:
    """If another rule set was selected, return the data with its rules. Options that the scorer has changed stay."""
    before, wanted = offered.get(data.get("rules_of", "")), offered.get(data.get("preset", ""))
    if before is None or wanted is None or before is wanted:
        return data
    filled = data.copy()
    filled["rules_of"] = wanted.slug
    for rule in rule_fields(game):
        name, field = RULE + rule.name, rule.field
        sent, old, value = (
            "" if value is None else value  # an empty field
            for value in (
                field.widget.value_from_datadict(data, {}, name),
                field.prepare_value(before.rules[rule.name]),
                field.prepare_value(wanted.rules[rule.name]),
            )
        )
        if sent != old:
            continue
        # Write the value as a browser would send it.
        if isinstance(value, list):
            filled.setlist(name, value)
        elif value is False:
            filled.pop(name, None)
        else:
            filled[name] = "on" if value is True else value
    return filled


# --- The form --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ShownRule:
    """An option of the rules on the page, and the condition under which it is shown."""

    field: forms.BoundField
    condition: str

    @property
    def is_figure(self) -> bool:
        return isinstance(self.field.field, RuleFigureField)

    @property
    def stands_in_table(self) -> bool:
        """Is it a figure that is always shown? Such figures stand in one table if they follow one another."""
        return self.is_figure and not self.condition


VERDICTS_IN_WORDS: dict[str, Any] = {
    Verdicts.OFFERED: gettext_lazy("players may answer"),
    Verdicts.REQUIRED: gettext_lazy("all must agree"),
}


def terms_in_one_line(
    circle: Circle, game: type[Game], rules: Any, point_value: Decimal | None, title: str, verdicts: str
) -> str:
    """Return the agreement in one line: "0.25 USD a point · to 40 · all must agree · The J-40 team, 2004"."""
    parts = [_("For points only")]
    if point_value:
        rate = {"value": formatting.digits(f"{point_value.normalize():f}"), "currency": circle.currency}
        parts = [_("%(value)s %(currency)s a point") % rate]
    goal = game(rules, min(game.allowed_seats)).goal if rules else None
    if goal is not None:
        parts.append(_("to %(points)s") % {"points": formatting.points(goal)})
    return " · ".join(filter(None, [*parts, str(VERDICTS_IN_WORDS.get(verdicts, "")), title]))


class StartSeriesForm(forms.Form):
    use_required_attribute = False

    key = FormKeyField()
    rules_of = forms.CharField(widget=forms.HiddenInput, required=False)  # the slug of the rule set that is filled in
    new_player = NameField(label=gettext_lazy("New player"), required=False)
    played_for = forms.ChoiceField(
        label=gettext_lazy("What do you play for?"),
        choices=(
            (POINTS, gettext_lazy("For points only")),
            (MONEY, gettext_lazy("For money: a point is worth")),
        ),
        widget=forms.RadioSelect,
        required=False,
    )
    verdicts = forms.ChoiceField(
        label=gettext_lazy("Are the players asked whether a hand is right?"),
        choices=(
            (Verdicts.OFF, pgettext_lazy("are players asked", "No")),
            (Verdicts.OFFERED, gettext_lazy("May answer")),
            (Verdicts.REQUIRED, gettext_lazy("All must agree")),
        ),
        widget=forms.RadioSelect,
        required=False,
    )
    point_value = PointValueField(label=gettext_lazy("A point is worth"), required=False)
    point_value.widget.attrs |= {
        "aria-label": gettext_lazy("A point is worth"),
        "data-chooses": MONEY,
        "class": "input",
    }

    def __init__(
        self,
        circle: Circle,
        game: type[Game],
        players: Sequence[Player],
        offered: Mapping[str, RuleSet],
        faces: str,
        **options: Any,
    ) -> None:
        """`faces` is the pack whose names for cards and suits the rules have."""
        super().__init__(**options)
        self.circle, self.game, self.offered = circle, game, offered
        if circle.points_only:
            del self.fields["played_for"], self.fields["point_value"]
        self.most = max(game.allowed_seats)
        self.rules = rule_fields(game, faces)
        # In games with a title field, the name under which the rules are kept is an option of the rules. Else the form
        # asks for it.
        if game.title_field:
            label, about = _("Keep it as our own game"), _("This circle finds it under its name the next time.")
            self.fields["keep"] = forms.BooleanField(label=label, help_text=about, required=False)
        else:
            label, about = _("Keep these rules under the name"), _("They are offered to this circle the next time.")
            self.fields["keep"] = NameField(label=label, help_text=about, required=False)
        dealers: list[tuple[str | int, str]] = [("", _("Not decided yet"))]
        dealers += [(seat, _("Seat %(number)s") % {"number": formatting.digits(seat + 1)}) for seat in range(self.most)]
        presets = [(rule_set.slug, rule_set.title) for rule_set in offered.values()]
        self.fields["seats"] = SeatsField(game, players)
        self.fields["first_dealer"] = forms.TypedChoiceField(
            label=_(game.dealing.question), required=False, coerce=int, empty_value=None, choices=dealers
        )
        widget = forms.RadioSelect(SHOWS_RULES) if game.title_field else forms.Select(SHOWS_RULES | {"class": "input"})
        self.fields["preset"] = forms.ChoiceField(label=_("Rules"), choices=presets, widget=widget)
        self.fields |= {RULE + rule.name: rule.field for rule in self.rules}
        if game.has_card_faces:
            self.fields[RULE + CARD_FACES].widget.attrs |= NAMES_THE_CARDS

    # --- What is shown

    @property
    def preset_choices(self) -> list[tuple[BoundWidget, RuleSet]]:
        return list(zip(self["preset"], self.offered.values(), strict=True))

    @property
    def seated_ids(self) -> list[str]:
        """The id of the player on each seat of the page; an empty text for a free seat."""
        seated = self["seats"].value() or []
        return [*seated, *[""] * self.most][: self.most]

    @property
    def chosen(self) -> RuleSet | None:
        """The rule set that is selected."""
        return self.offered.get(self["preset"].value())

    @property
    def title(self) -> forms.BoundField | None:
        """The field for the name of the table's own game. None if the chosen template has a name."""
        title = self.game.title_field
        is_named = self.chosen and self.game.title_of(self.chosen.rules)
        return self[RULE + title] if title and not is_named else None

    @property
    def folded_rules(self) -> list[list[ShownRule]]:
        """The rules, which a tap unfolds, in groups: figures that stand in one table, and the rules between them."""
        rules = sorted(self.rules, key=lambda rule: PARTS.index(rule.part))
        shown = [ShownRule(self[RULE + rule.name], rule.condition) for rule in rules]
        if self.title:
            shown = [rule for rule in shown if rule.field.name != self.title.name]
        return [list(group) for _in_table, group in groupby(shown, key=attrgetter("stands_in_table"))]

    @property
    def has_wrong_rules(self) -> bool:
        return any(rule.field.errors for group in self.folded_rules for rule in group)

    # --- What was sent

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        if not self.circle.points_only:
            self.check_stake(values)
        self.convert_dealer(values)
        sent = dict(values)
        # An option that is not shown has its default.
        for rule in self.rules:
            if not all(sent.get(RULE + name) in wanted for name, wanted in rule.shown_when.items()):
                self.errors.pop(RULE + rule.name, None)
                values[RULE + rule.name] = rule.default
        if all(RULE + rule.name in values for rule in self.rules):
            reading = self.game.read_rules({rule.name: values[RULE + rule.name] for rule in self.rules})
            self.add_problems(reading.problems)
            values["rules"] = reading.value
        if values.get("keep") and values.get("rules") and not self.kept_name:
            self.add_error(RULE + self.game.title_field, _("Please enter a name."))
        return values

    def convert_dealer(self, values: dict[str, Any]) -> None:
        """Turn the dealer's seat on the page into the seat in the series, which has no free seats between players."""
        dealer, seated = values.get("first_dealer"), values.get("seats")
        if dealer is None or seated is None:
            return
        ids = [player.pk for player in seated]
        if self.seated_ids[dealer] in ids:
            values["first_dealer"] = ids.index(self.seated_ids[dealer])
        else:
            self.add_error("first_dealer", _("There is no player on this seat."))

    def check_stake(self, values: dict[str, Any]) -> None:
        """With "For points only", the figure is ignored. With money, a figure of 0 or none is an error."""
        if values.get("played_for") == POINTS:
            self.errors.pop("point_value", None)
            values["point_value"] = None
        elif values.get("played_for") == MONEY and "point_value" in values and not values["point_value"]:
            self.add_error("point_value", _("Please say what a point is worth, or choose “For points only”."))

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Show the problems of the rulebook and of the service beside their fields."""
        for problem in problems:
            field = "seats" if problem.field == "players" else RULE + problem.field
            self.add_error(field if field in self.fields else None, in_words(problem.message, ()))

    @property
    def kept_name(self) -> str:
        """The name under which the rules are kept; empty if they are not kept."""
        keep, rules = self.cleaned_data.get("keep") or "", self.cleaned_data.get("rules")
        if keep is not True:
            return str(keep)
        return title_in_words(self.game, self.game.title_of(rules.model_dump(mode="json"))) if rules else ""

    def agreement(self) -> Agreement:
        values = self.cleaned_data
        rules, chosen = values["rules"], values["preset"]
        # The preset of a series has exactly its rules, whichever rule set was selected. Other rules have no preset.
        presets = [slug for slug in self.game.presets if self.game.is_preset(slug, rules)]
        return Agreement(
            game=self.game,
            players=values["seats"],
            rules=rules,
            point_value=values.get("point_value") or Decimal(0),
            preset=chosen if chosen in presets else next(iter(presets), ""),
            first_dealer=values["first_dealer"],
            verdicts=Verdicts(values["verdicts"]) if values["verdicts"] else None,
        )
