"""The scorecard has lost the options `leader`, `lost_times`, `list` and `mark`: docs/decisions/0230-former-scorecards.md.

The rules that a circle has kept with them become rules of Skat or Tarot where these count the same, and those of the
template for Spades become rules of Spades. In place of others the circle is told which game to choose. Series that
were played by these options are taken away as discarded ones are: their events and entries stay.
"""

from collections.abc import Mapping
from typing import Any

from django.db import migrations, models

FORMER = ("leader", "lost_times", "list", "mark")
OFF = {"leader": False, "lost_times": 1, "list": None, "mark": ""}
# What rules are that do not say otherwise.
DEFAULTS: dict[str, Any] = {
    **OFF,
    "written": "points",
    "teams": 0,
    "sits_out": False,
    "step": "1",
    "hand_total": None,
    "bidders": "all",
    "tricks_grow": False,
    "exact": False,
    "made": 0,
    "made_per_bid": 10,
    "made_per_more": 0,
    "missed": 0,
    "missed_per_bid": 10,
    "missed_per_off": 0,
    "bags": 0,
    "bags_cost": 100,
    "times": [],
    "best": "high",
    "end": "table",
    "target": 100,
    "second_target": None,
    "hands": 10,
    "settlement": "difference",
    "rate": 1,
}
# The template for Spades, apart from the target, the bags and the settlement.
SPADES = DEFAULTS | {"written": "bids", "teams": 2, "hand_total": 13, "made_per_more": 1, "end": "target"}
FREE_IN_SPADES = {"target", "hands", "bags", "bags_cost", "settlement", "rate"}
STAKES = {"difference": "per_point", "none": "none"}
MOST = 1000  # of a figure in the rules of the new games


def is_former(rules: Mapping[str, Any]) -> bool:
    """Return whether a series by these rules was played by an option that is gone."""
    return bool(rules.get("mark") or (rules.get("leader") and rules.get("written") == "sides"))


def instead_of(rules: Mapping[str, Any]) -> str:
    """Return the game that counts what was written down by these rules."""
    if not rules["leader"]:
        return "doppelkopf"
    return "skat" if rules["list"] or rules["lost_times"] > 1 else "tarot"


def whole(*figures: Any) -> bool:
    return all(isinstance(figure, int) and 0 <= figure <= MOST for figure in figures)


def in_new_game(rules: Mapping[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """Return the game and the rules that count the same, if there are any."""
    settlement = rules["settlement"]
    if all(rules[name] == value for name, value in SPADES.items() if name not in FREE_IN_SPADES):
        fits = whole(rules["bags"], rules["bags_cost"]) and 1 <= rules["bags"] <= 100
        fits = fits and 1 <= rules["target"] <= 100_000
        if not fits or settlement not in STAKES:
            return None
        # The template knew neither nil nor an end below zero.
        without = {"floor": None, "nil": 0, "blind_nil": None, "blind": False}
        full = {"bags": rules["bags"], "bag_penalty": rules["bags_cost"]}
        stake = {"stake": STAKES[settlement], "point_rate": rules["rate"]}
        return "spades", {"teams": True, "target": rules["target"], **full, **without, **stake}

    usual = {"written": "sides", "leader": True, "mark": "", "times": [], "best": "high", "step": "1"}
    paid_at_once = settlement == "at_once" and rules["rate"] == 1
    if any(rules[name] != value for name, value in usual.items()) or rules["end"] not in ("table", "hands"):
        return None
    hands = {"hands": rules["hands"] if rules["end"] == "hands" else None}
    stakes = {"settlement": settlement, "rate": rules["rate"]}
    if rules["list"]:
        won, lost, others = (rules["list"][name] for name in ("won", "lost", "others"))
        fits = whole(won, lost, *others.values()) and set(others) <= {"3", "4", "5"} and rules["lost_times"] == 2
        if not fits or settlement not in ("difference", "none"):
            return None
        figures = {"bonus_won": won, "bonus_lost": lost, "others_lost": others}
        return "skat", {"scoring": "list", "deals_each": None, **hands, **figures, **stakes}
    if rules["lost_times"] == 2 and paid_at_once:
        return "skat", {"scoring": "money", **hands, **stakes}
    if rules["lost_times"] == 1 and (paid_at_once or settlement in ("difference", "none")):
        return "tarot", {**hands, **stakes}
    return None


def change_kept_rules(apps: Any, _editor: Any) -> None:
    kept_rules = apps.get_model("series", "HouseRules").objects.filter(hidden_at=None)
    for kept in kept_rules.filter(game="scorecard"):
        rules = DEFAULTS | kept.rules
        new = in_new_game(rules)
        if new and not kept_rules.filter(circle=kept.circle_id, game=new[0], name_key=kept.name_key).exists():
            kept.game, kept.rules = new
        elif is_former(rules) and rules["written"] == "sides":
            kept.instead = instead_of(rules)
        else:  # without the mark they count the same
            kept.rules = {name: value for name, value in kept.rules.items() if name not in FORMER}
        kept.save(update_fields=["game", "rules", "instead"])


def take_series_away(apps: Any, _editor: Any) -> None:
    series_model, result_model = apps.get_model("series", "Series"), apps.get_model("series", "Result")
    scorecards = series_model.objects.filter(game="scorecard").values_list("pk", "rules")
    former = [pk for pk, rules in scorecards.iterator() if is_former(rules)]
    for pk in former:
        series_model.objects.filter(pk=pk).update(status="discarded")
        result_model.objects.filter(series=pk).delete()


class Migration(migrations.Migration):
    dependencies = [("series", "0020_declared")]

    operations = [
        migrations.AddField("houserules", "instead", models.CharField(blank=True, max_length=40)),
        migrations.RunPython(change_kept_rules, migrations.RunPython.noop),
        migrations.RunPython(take_series_away, migrations.RunPython.noop),
    ]
