"""Properties of every game in the registry."""

from fractions import Fraction

import pytest

from games.contract import Table
from games.entry import TotalsEntry
from games.registry import BY_SLUG, GAMES


def every_game(*, that=lambda game: True):
    games = [game for game in GAMES if that(game)]
    return pytest.mark.parametrize("game", games, ids=[game.slug for game in games])


@every_game(that=lambda game: any(game(preset.rules, 4).can_throw_in for preset in game.presets.values()))
def test_a_thrown_in_deal_is_a_valid_record_that_does_not_count(game):
    table = Table(seats=game.allowed_seats[0])
    reading = game.read_record(game.throw_in("a card lay face up"))
    assert reading.problems == ()
    known = [preset.rules for preset in game.presets.values() if game(preset.rules, 4).can_throw_in]
    for rules in known:
        assert game(rules, table.seats).check(reading.value, table) == []
        assert not game(rules, table.seats).score(reading.value, table).counts


@every_game()
def test_every_rule_and_every_choice_has_a_title(game):
    schema = game.rules_schema()
    for name, field in game.rules_model.model_fields.items():
        assert field.title, f"{name} has only pydantic's own title"
    for name, spec in schema.get("$defs", {}).items():
        if "enum" in spec:
            assert [choice["const"] for choice in spec["oneOf"]] == spec["enum"], f"{name} needs titles"


@every_game(that=lambda game: game.joining)
def test_a_game_that_can_be_joined_allows_every_number_of_seats(game):
    assert game.allowed_seats == tuple(range(game.allowed_seats[0], game.allowed_seats[-1] + 1))
    assert not game.by_card, "a deal of cards is for a number of players that does not change"


@pytest.mark.parametrize(
    ("total", "figures", "left"),
    [
        (40, [14, Fraction(23, 2)], Fraction(29, 2)),
        (40, [], 40),
        (0, [-3, 5], -2),
        (40, [30, 12], -2),
        (None, [7], None),
    ],
)
def test_the_points_left_are_the_total_less_the_figures(total, figures, left):
    entry = TotalsEntry("points", Fraction(1, 2), None if total is None else Fraction(total))
    assert entry.left([Fraction(figure) for figure in figures]) == left


@every_game()
def test_every_game_has_a_way_to_enter_hands(game):
    rules = game.default_preset.rules
    by_seats = [game(rules, seats) for seats in game.allowed_seats]
    assert all(each.has_cards or each.can_be_entered for each in by_seats)


def test_hands_are_entered_on_the_keypad_or_in_a_form():
    by_keypad = {game.slug for game in GAMES if game(game.default_preset.rules, game.allowed_seats[0]).totals}
    by_form = {game.slug for game in GAMES if game.has_form}
    assert by_keypad == {"jaago-chalis", "call-break", "jass", "differenzler", "putz", "scorecard"}
    assert by_form == {"coiffeur", "jewel", "marriage", "cha"}
    for game in GAMES:
        assert game(game.default_preset.rules, game.allowed_seats[0]).can_be_entered


def test_without_totals_or_a_form_a_hand_cannot_be_entered():
    class ByCardOnly(BY_SLUG["jaago-chalis"]):
        totals = None

    assert not ByCardOnly(ByCardOnly.default_preset.rules, 4).can_be_entered


def test_these_rules_leave_the_end_to_the_table():
    open_ended = {
        (game.slug, preset.slug)
        for game in GAMES
        for preset in game.presets.values()
        if not game(preset.rules, 4).has_an_end
    }
    scorecards = {"free", "skat-money", "tarot", "doppelkopf", "schafkopf", "kitti"}
    assert {slug for game, slug in open_ended if game == "scorecard"} == scorecards
    assert {game for game, _slug in open_ended} == {"scorecard", "marriage", "jewel"}
    marriage = BY_SLUG["marriage"]
    assert marriage(marriage.read_rules({"deals": 5}).value, 4).has_an_end
