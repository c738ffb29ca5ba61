"""JSON's true and false are not numbers: every game refuses them as points, figures or seats."""

from functools import partial
from random import Random

import pytest

from games.contract import Table
from games.registry import BY_SLUG, GAMES
from tests.games.random_hands import fits, random_hand_of

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
HANDS_OF_EACH_SIZE = 20


def numbers_in(data, path=()):
    """The path of every number in JSON data."""
    if isinstance(data, dict | list):
        steps = data.items() if isinstance(data, dict) else enumerate(data)
        for step, inner in steps:
            yield from numbers_in(inner, (*path, step))
    elif isinstance(data, int | float) and not isinstance(data, bool):
        yield path


def with_value(data, path, value):
    if not path:
        return value
    step, *rest = path
    changed = data.copy()
    changed[step] = with_value(data[step], rest, value)
    return changed


def records_of(game):
    for preset in game.presets.values():
        for seats in filter(partial(fits, game, preset.rules), game.allowed_seats):
            for seed in range(HANDS_OF_EACH_SIZE):
                yield random_hand_of(game, preset.rules, Table(seats), Random(seed))


@pytest.mark.thorough
@every_game
def test_a_record_with_true_or_false_for_a_number_is_refused(game):
    numbers = [(record, path) for record in records_of(game) for path in numbers_in(record)]
    assert numbers
    for record, path in numbers:
        for value in (True, False):
            assert game.read_record(with_value(record, path, value)).problems, (path, value)


@every_game
def test_rules_with_true_or_false_for_a_number_are_refused(game):
    for preset in game.presets.values():
        rules = preset.rules.model_dump(mode="json")
        for path in numbers_in(rules):
            for value in (True, False):
                assert game.read_rules(with_value(rules, path, value)).problems, (path, value)


@pytest.mark.parametrize(
    ("slug", "record"),
    [
        ("jaago-chalis", {"points_won": [True, 10, 14, 15]}),
        ("jaago-chalis", {"points_won": [10, 10, 10, 10], "last_trick": True}),
        ("jaago-chalis", {"direction": "clockwise", "first_leader": True, "tricks": []}),
        ("jass", {"trump": "hearts", "card_points": [True, None]}),
        ("jass", {"trump": "hearts", "card_points": [None, False]}),
        ("jass", {"trump": "hearts", "card_points": [80, 77], "melds": [True], "meld_team": 0}),
        ("jass", {"trump": "hearts", "card_points": [80, 77], "melds": [20], "meld_team": True}),
        ("jass", {"trump": "hearts", "card_points": [80, 77], "stoeck": True}),
        ("jass", {"trump": "hearts", "card_points": [157, 0], "match": False}),
        ("jass", {"trump": "hearts", "card_points": [80, 77], "chosen_by": True}),
        ("putz", {"trump": "hearts", "card_points": [True, 50, 50]}),
        ("putz", {"trump": "hearts", "card_points": [50, 50, 50], "aside_taken_by": True}),
        ("jewel", {"players": [{"ended": "declared", "jewels": True}, {"ended": "played"}]}),
        ("jewel", {"players": [{"ended": "declared", "marriages": True}, {"ended": "played"}]}),
        ("cha", {"winner": True, "bought": [1]}),
        ("cha", {"winner": 1, "bought": [True]}),
        ("cha", {"hands": [["KH"], ["QH"]], "led_by": True}),
        ("cha", {"hands": [["KH"], ["QH"]], "drew_on": [False]}),
        ("cha", {"hands": [["KH"], ["QH"]], "overruled": {"winner": True}}),
        ("scorecard", {"points": [True, -1]}),
        ("scorecard", {"points": [26, 0], "turned": 1}),
        ("scorecard", {"bids": [True, 1], "tricks": [1, 0]}),
        ("scorecard", {"bids": [1, 1], "tricks": [1, True]}),
        ("scorecard", {"sides": [[0], [True]], "value": 1}),
        ("scorecard", {"sides": [[0], [1]], "value": True}),
    ],
)
def test_each_field_that_takes_a_number_refuses_true(slug, record):
    assert BY_SLUG[slug].read_record(record).problems


@pytest.mark.parametrize("points", ["80", 80.5])
def test_card_points_of_jass_are_whole_numbers(points):
    problems = BY_SLUG["jass"].read_record({"trump": "hearts", "card_points": [points, None]}).problems
    assert [(problem.field, problem.code) for problem in problems] == [("card_points.0", "not_a_number")]


@pytest.mark.parametrize(
    "rules",
    [
        {"hand_total": True},
        {"ladder": [True, -1]},
        {"teams": False},
        {"hands": True},
        {"rate": True},
        {"second_target": True},
        {"bags": True},
    ],
)
def test_optional_rules_of_the_scorecard_refuse_booleans(rules):
    assert BY_SLUG["scorecard"].read_rules(rules).problems
