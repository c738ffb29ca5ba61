"""The rules: published presets, valid options, and what is refused."""

from fractions import Fraction

import pytest

from games.catalogue.jaago_chalis.game import JaagoChalis

DOCUMENTED = {
    "lowest": 20,
    "middle": 30,
    "highest": 40,
    "entry_threshold": 10,
    "target": 40,
    "big_hand": 26,
    "big_hand_bonus": "ranked",
    "negative_pays_double": True,
    "ties": "share",
    "direction": "clockwise",
}


def problems(**options):
    return sorted((problem.field, problem.code) for problem in JaagoChalis.read_rules(options).problems)


def test_presets_are_as_published():
    """A published preset never changes, because existing series use it."""
    assert list(JaagoChalis.presets) == ["j40-2004", "pagat"]
    assert JaagoChalis.presets["j40-2004"].rules.model_dump(mode="json") == DOCUMENTED
    assert JaagoChalis.presets["pagat"].rules.model_dump(mode="json") == DOCUMENTED | {
        "big_hand_bonus": "off",
        "negative_pays_double": False,
    }
    assert JaagoChalis.default_preset.slug == "j40-2004"


def test_missing_options_are_those_of_the_default_preset():
    assert JaagoChalis.read_rules({}).value == JaagoChalis.default_preset.rules
    assert JaagoChalis.read_rules({"target": 50}).value.model_dump(mode="json") == DOCUMENTED | {"target": 50}


@pytest.mark.parametrize(
    "options",
    [
        {"lowest": 0, "middle": 0, "highest": 0},
        {"lowest": 20, "middle": 20, "highest": 20},
        {"lowest": 0.5, "middle": 12.25, "highest": 1000000},
        {"entry_threshold": 0, "big_hand": 40, "target": 1},
        {"big_hand_bonus": "equal", "ties": "play_on", "direction": "anticlockwise"},
    ],
)
def test_valid_options_are_accepted(options):
    reading = JaagoChalis.read_rules(options)
    assert reading.problems == ()
    assert reading.value.model_dump(mode="json") == DOCUMENTED | options


@pytest.mark.parametrize(
    "options", [{"lowest": 31}, {"middle": 41}, {"highest": 29.5}, {"lowest": 40, "middle": 30, "highest": 20}]
)
def test_standard_money_must_not_decrease(options):
    assert problems(**options) == [("", "decreasing")]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("lowest", -1),
        ("highest", 1000001),
        ("entry_threshold", -0.5),
        ("entry_threshold", 40.5),
        ("big_hand", 41),
        ("target", 0),
        ("target", 100001),
    ],
)
def test_values_out_of_range_are_refused(field, value):
    assert problems(**{field: value}) == [(field, "out_of_range")]


@pytest.mark.parametrize(
    "value", ["20", None, True, float("nan"), float("-inf"), pytest.param(10**5000, id="huge"), [20], 1e-7]
)
def test_sums_are_numbers(value):
    assert problems(lowest=value) == [("lowest", "not_points")]


def test_unknown_choices_are_refused():
    assert problems(ties="toss", big_hand_bonus=None, direction="left") == [
        ("big_hand_bonus", "not_a_choice"),
        ("direction", "not_a_choice"),
        ("ties", "not_a_choice"),
    ]


@pytest.mark.parametrize("value", [1, 0, "yes", None])
def test_booleans_are_true_or_false(value):
    assert problems(negative_pays_double=value) == [("negative_pays_double", "not_yes_or_no")]


def test_all_problems_are_listed_at_once():
    assert problems(lowest="x", target=0, ties="toss", colour="green") == [
        ("colour", "unknown_field"),
        ("lowest", "not_points"),
        ("target", "out_of_range"),
        ("ties", "not_a_choice"),
    ]


def test_rules_are_frozen():
    with pytest.raises(ValueError, match="frozen"):
        JaagoChalis.default_preset.rules.lowest = Fraction(1)
    with pytest.raises(TypeError):
        JaagoChalis.presets["mine"] = JaagoChalis.default_preset
