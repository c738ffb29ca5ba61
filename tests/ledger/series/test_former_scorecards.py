"""Kept rules and series from before the scorecard lost its options `leader`, `lost_times`, `list` and `mark`."""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.urls import reverse

from games.contract import Table
from games.registry import BY_SLUG
from ledger.circles.models import Circle
from ledger.circles.names import name_key
from ledger.money.models import Entry
from ledger.series.again import start_again
from ledger.series.house_rules import former_rules_of, house_rules_of, keep_rules
from ledger.series.models import Event, HouseRules, Result, Series
from ledger.transfer.export import circle_file
from ledger.transfer.file_format import UnreadableFile
from ledger.transfer.import_circle import check_file, import_circle
from tests.ledger.pages import markup_of
from tests.ledger.series.conftest import Scorer, start_game
from tests.ledger.series.evening import forge_chain, run_audit

migration = import_module("ledger.series.migrations.0021_former_scorecards")

OFF = {"leader": False, "lost_times": 1, "list": None, "mark": ""}
HEARTS = {"name": "Hearts", "best": "low", "end": "target", "target": 100, "hand_total": 26, **OFF}
LIST = {"won": 50, "lost": 50, "others": {"3": 40, "4": 30}}
AT_ONCE = {"written": "sides", "sits_out": True, "settlement": "at_once", **OFF}
SKAT = {**AT_ONCE, "leader": True, "lost_times": 2, "list": LIST, "end": "hands", "hands": 36}
SKAT |= {"settlement": "difference", "rate": 0.5}
MONEY = {**AT_ONCE, "leader": True, "lost_times": 2}
TAROT = {**AT_ONCE, "leader": True}
DOPPELKOPF = {**AT_ONCE, "times": [1, 2], "mark": "Solo"}
SCHAFKOPF = {**AT_ONCE, "times": [1, 2, 4]}
SPADES = {"written": "bids", "teams": 2, "hand_total": 13, "made_per_more": 1, "bags": 10, "end": "target"}
SPADES |= {"target": 300, **OFF}


def kept_before(circle: Circle, rules: dict[str, Any], name: str = "Ours") -> HouseRules:
    """Keep these rules as a circle did when they were rules of a scorecard, and migrate them."""
    kept = HouseRules.objects.create(circle=circle, game="scorecard", name=name, name_key=name_key(name), rules=rules)
    migration.change_kept_rules(apps, None)
    kept.refresh_from_db()
    return kept


# --- Kept rules that become rules of another game --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "game", "expected"),
    [
        (SKAT, "skat", {"scoring": "list", "hands": 36, "deals_each": None, "rate": 0.5}),
        (SKAT | {"list": LIST | {"won": 30}}, "skat", {"bonus_won": 30, "bonus_lost": 50}),
        (SKAT | {"list": LIST | {"others": {"3": 20}}}, "skat", {"others_lost": {"3": 20, "4": 30, "5": 30}}),
        (SKAT | {"end": "table", "settlement": "none"}, "skat", {"hands": None, "settlement": "none"}),
        (MONEY, "skat", {"scoring": "money", "settlement": "at_once", "kontra": False}),
        (TAROT, "tarot", {"settlement": "at_once", "hands": None}),
        ({"written": "sides", "leader": True, "rate": 2}, "tarot", {"settlement": "difference", "rate": 2}),
        (SPADES, "spades", {"target": 300, "bags": 10, "bag_penalty": 100, "nil": 0, "stake": "per_point"}),
        (SPADES | {"settlement": "none"}, "spades", {"floor": None, "blind_nil": None, "stake": "none"}),
    ],
)
def test_rules_that_count_the_same_become_rules_of_the_new_game(circle, rules, game, expected):
    kept = kept_before(circle, rules)
    assert (kept.game, kept.instead, kept.name) == (game, "", "Ours")
    reading = BY_SLUG[game].read_rules(kept.rules)
    assert reading.problems == ()
    read = reading.value.model_dump(mode="json")
    assert {name: read[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("rules", "entered"),
    [
        (SKAT, [-142, 30, 30, 30]),  # −2 × 46 − 50, and 30 for each of the others with four
        (MONEY, [-184, 92, 92, 0]),  # 2 × 46 to each of the two
    ],
)
def test_a_lost_hand_of_skat_is_worth_what_it_was(circle, rules, entered):
    skat = BY_SLUG["skat"]
    game = skat(skat.read_rules(kept_before(circle, rules).rules).value, 4)
    null_ouvert = {"declarer": 0, "contract": "null", "ouvert": True, "won": False, "sitting_out": [3]}
    record = skat.read_record(null_ouvert).value
    assert list(game.score(record, Table(seats=4)).points_entered) == entered


# --- Kept rules that stay, or that nothing can be played by ----------------------------------------------------------


@pytest.mark.parametrize("rules", [HEARTS, SCHAFKOPF, SPADES | {"target": -5}, {"mark": "Durchmarsch"}])
def test_rules_without_a_leader_or_sides_stay_as_they_are(circle, rules):
    kept = kept_before(circle, rules)
    assert (kept.game, kept.instead) == ("scorecard", "")
    assert kept.rules == {name: value for name, value in rules.items() if name not in OFF}
    assert BY_SLUG["scorecard"].read_rules(kept.rules).problems == ()


@pytest.mark.parametrize(
    ("rules", "instead"),
    [
        (SKAT | {"lost_times": 3}, "skat"),
        (SKAT | {"list": LIST | {"won": 0.5}}, "skat"),
        (SKAT | {"list": LIST | {"others": {"6": 20}}}, "skat"),
        (SKAT | {"end": "target"}, "skat"),
        (MONEY | {"times": [1, 2]}, "skat"),
        (MONEY | {"settlement": "difference"}, "skat"),
        (TAROT | {"mark": "Petit"}, "tarot"),
        (TAROT | {"rate": 2}, "tarot"),
        (DOPPELKOPF, "doppelkopf"),
    ],
)
def test_in_place_of_others_the_circle_is_told_what_to_choose(bobs_phone, circle, rules, instead):
    kept = kept_before(circle, rules)
    assert (kept.game, kept.instead, kept.rules) == ("scorecard", instead, rules)
    assert list(former_rules_of(circle.pk)) == [kept]
    assert not house_rules_of(circle.pk).exists()
    game = BY_SLUG[instead].name
    sentence = f"Khata counts {game} by itself now: choose it in place of these rules."
    edit = reverse("house_rules_edit", args=[circle.pk, kept.pk])
    for address in (reverse("house_rules", args=[circle.pk]), edit):
        assert sentence in markup_of(bobs_phone.get(address))
    page = markup_of(bobs_phone.get(edit))
    assert ("Rename" in page, "keep their rules" in page) == (False, False)
    assert kept.pk not in markup_of(bobs_phone.get(reverse("start_series", args=[circle.pk]) + "?game=scorecard"))
    assert '"house_rules":[]' in circle_file(circle).replace(" ", "").replace("\n", "")
    bobs_phone.post(reverse("house_rules_remove", args=[circle.pk, kept.pk]))
    assert not former_rules_of(circle.pk).exists()


def test_rules_kept_again_under_the_name_are_offered(circle):
    kept = kept_before(circle, DOPPELKOPF)
    keep_rules(circle=circle, game=BY_SLUG["scorecard"], rules={"target": 50}, name="Ours")
    assert [(rules.pk, rules.rules["target"]) for rules in house_rules_of(circle.pk)] == [(kept.pk, 50)]


def test_rules_that_the_new_game_has_under_this_name_stay(circle):
    there = keep_rules(circle=circle, game=BY_SLUG["tarot"], rules={"misere": 10}, name="Ours")
    kept = kept_before(circle, TAROT)
    there.refresh_from_db()
    assert (kept.game, kept.instead, there.rules) == ("scorecard", "tarot", {"misere": 10})


# --- Series ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def kitti(scorer, players) -> Scorer:
    return start_game(scorer, "scorecard", players, preset="kitti")


def store_former(series: Series, former: dict[str, Any]) -> None:
    """Store the series as it was agreed when the scorecard had these options."""
    rules = series.rules | former
    start = Event.objects.get(series=series, number=1)
    start.content["rules"] = rules
    start.save()
    forge_chain(series)
    Series.objects.filter(pk=series.pk).update(rules=rules)
    series.refresh_from_db()


def test_a_series_with_the_options_off_goes_on(kitti):
    store_former(kitti.series, OFF)
    migration.take_series_away(apps, None)
    kitti.record({"sides": [[1], [0, 2, 3]], "value": 1, "times": 2})
    kitti.stop(with_standard=True)
    assert kitti.series.rules["mark"] == ""
    assert list(Result.objects.order_by("seat").values_list("total", flat=True)) == [-2, 6, -2, -2]
    assert run_audit()[1] == 0
    file = circle_file(kitti.series.circle)
    again = start_again(me=kitti.me, last=kitti.series)
    assert (again.rules["times"], "mark" in again.rules) == ([1, 2], False)
    Circle.objects.all().delete()
    assert circle_file(import_circle(check_file(file.encode()), None)) == file


def test_a_new_series_begins_with_the_rules_of_a_template_that_is_gone(bobs_phone, kitti):
    store_former(kitti.series, OFF | {"times": [1, 3]})
    Series.objects.update(preset="schafkopf")
    start = reverse("start_series", args=[kitti.series.circle_id])
    page = markup_of(bobs_phone.get(f"{start}?game=scorecard&like={kitti.series.pk}"))
    assert "As last time" in page
    assert 'value="1, 3"' in page


@pytest.mark.parametrize("former", [OFF | {"mark": "Solo"}, OFF | {"leader": True, "lost_times": 2}])
def test_a_series_that_was_played_by_them_is_taken_away(bobs_phone, kitti, former):
    kitti.record({"sides": [[1], [0, 2, 3]], "value": 1})
    kitti.stop(with_standard=True)
    store_former(kitti.series, former)
    migration.take_series_away(apps, None)
    assert not Series.objects.exists()
    assert Series.with_discarded.count() == 1
    assert not Result.objects.exists()
    assert (Event.objects.count(), Entry.objects.count()) == (3, 1)
    circle = kitti.series.circle_id
    assert bobs_phone.get(reverse("series:page", args=[kitti.series.pk])).status_code == 404
    for page in ("circle", "balances", "standings", "start_series"):
        assert bobs_phone.get(reverse(page, args=[circle])).status_code == 200
    sentences, code = run_audit()
    assert code == 0, sentences
    assert "The hands of 1 series are not scored: they were played by options that are gone." in " ".join(sentences)
    refused = "was played by options of the scorecard that are gone, so its file is not imported."
    file = circle_file(Circle.objects.get())
    Circle.objects.all().delete()
    with pytest.raises(UnreadableFile, match=refused):
        check_file(file.encode())


def test_the_audit_names_such_a_series_that_is_not_taken_away(kitti):
    kitti.record({"sides": [[1], [0, 2, 3]], "value": 1})
    store_former(kitti.series, OFF | {"mark": "Solo"})
    sentences, code = run_audit()
    assert code == 1
    assert "it was played by options of the scorecard that are gone." in " ".join(sentences)


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
def test_a_database_from_before_is_migrated():
    executor = MigrationExecutor(connection)
    latest = executor.loader.graph.leaf_nodes()
    try:
        executor.migrate([("series", "0020_declared")])
        circles = [node for node in latest if node[0] == "circles"]
        before = executor.loader.project_state([*circles, ("series", "0020_declared")]).apps
        circle = before.get_model("circles", "Circle").objects.create(
            name="one", currency="EUR", coin_minor=1, language="en"
        )
        kept = before.get_model("series", "HouseRules").objects.create(
            circle=circle, game="scorecard", name="Ours", name_key="ours", rules=SKAT
        )
        executor.loader.build_graph()
        executor.migrate([("series", "0021_former_scorecards")])
        after = executor.loader.project_state([("series", "0021_former_scorecards")]).apps
        assert after.get_model("series", "HouseRules").objects.get(pk=kept.pk).game == "skat"
    finally:
        executor.loader.build_graph()
        executor.migrate(latest)
