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
        assert "title" in schema["properties"][name], f"{name} has the title of a class, which pydantic leaves out"
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


def test_nothing_is_left_beside_a_figure_that_says_all_was_taken():
    entry = TotalsEntry("card_points", Fraction(1), Fraction(157), all_taken=Fraction(257))
    assert entry.left([Fraction(257)]) == 0
    assert entry.left([Fraction(257), Fraction(5)]) == -5


@every_game()
def test_every_preset_is_called_by_its_own_name_or_by_the_game(game):
    for preset in game.presets.values():
        named = game.named_preset(preset.rules.model_dump(mode="json"))
        assert named == (preset if preset.own_name else None)
    assert not all(preset.own_name for preset in game.presets.values()), "one preset must have the name of the game"


def called(slug, preset, **changes):
    game = BY_SLUG[slug]
    named = game.named_preset({**game.presets[preset].rules.model_dump(mode="json"), **changes})
    return named.title if named else game.name


@pytest.mark.parametrize(
    ("slug", "preset", "changes", "name"),
    [
        ("jass", "schieber", {"target": 1000, "stake": "per_point", "point_rate": 2}, "Schieber"),
        ("jass", "schieber", {"card_faces": "french", "bergpreis": 50, "schneider": True}, "Schieber"),
        ("jass", "salon", {"card_faces": "swiss_german", "target": 2500, "melds": True}, "Jass"),
        ("jass", "swiss-club", {"target": 1500}, "Jass"),
        ("jass", "einzelschieber", {"hands": 16, "stake": "per_match"}, "Einzelschieber"),
        ("skat", "pub", {"target": 501, "kontra": False, "settlement": "difference"}, "Pub Skat"),
        ("skat", "list", {"kontra": True, "ramsch": True, "bock": True}, "Skat"),
        ("belote", "contest", {"target": 1000}, "Contrée"),
        ("belote", "coinche", {"announcements": True, "rounding": "down"}, "Coinche"),
        ("belote", "belote", {"target": 501}, "Belote"),
    ],
)
def test_rules_with_changes_are_called_as_the_nearest_preset(slug, preset, changes, name):
    assert called(slug, preset, **changes) == name


def test_options_that_older_rules_do_not_have_count_as_they_were_published():
    rules = BY_SLUG["jass"].presets["schieber"].rules.model_dump(mode="json", exclude={"kinds", "bergpreis"})
    assert BY_SLUG["jass"].named_preset(rules).slug == "schieber"


def test_the_templates_of_a_scorecard_have_names_and_a_free_one_has_none():
    scorecard = BY_SLUG["scorecard"]
    assert [preset.slug for preset in scorecard.presets.values() if preset not in scorecard.named_presets()] == ["free"]
    assert scorecard.named_preset({}) is None  # its rules say the name


@every_game()
def test_every_game_has_a_way_to_enter_hands(game):
    rules = game.default_preset.rules
    by_seats = [game(rules, seats) for seats in game.allowed_seats]
    assert all(each.has_cards or each.can_be_entered for each in by_seats)


def test_hands_are_entered_on_the_keypad_or_in_a_form():
    by_keypad = {game.slug for game in GAMES if game(game.default_preset.rules, game.allowed_seats[0]).totals}
    by_form = {game.slug for game in GAMES if game.has_form}
    assert by_form == {"coiffeur", "jewel", "marriage", "cha"}
    assert by_keypad == {game.slug for game in GAMES} - by_form
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
    scorecards = {"free", "kitti"}
    assert {slug for game, slug in open_ended if game == "scorecard"} == scorecards
    of_others = {(game, slug) for game, slug in open_ended if game not in ("scorecard", "marriage", "jewel")}
    assert of_others == {
        ("skat", "money"),
        ("doppelkopf", "home"),
        ("schafkopf", "private"),
        ("schafkopf", "ten-twenty"),
        ("tarot", "fft"),
        ("tarot", "misere"),
    }
    marriage = BY_SLUG["marriage"]
    assert marriage(marriage.read_rules({"deals": 5}).value, 4).has_an_end
