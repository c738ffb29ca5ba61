"""Jass as the Swiss play it: kinds and factors, the end, Bergpreis and Schneider. The sums were worked out by hand."""

import pytest

from games.catalogue.jass.game import Jass
from games.kit.plays import Direction
from tests.games.jass.test_play import play_out
from tests.games.jass.test_rounds import totals
from tests.games.series import Series, refused_rules, rules_of

KINDS = ["slalom_down", "slalom_up", "misere", "guschti", "mary"]
ALL_KINDS = {"kinds": KINDS, "without_trump": True}
IN_ORDER = {"end_order": "stoeck_weis_stich", "melds": True, "stoeck": True, "match_bonus": True}


# --- Presets ---------------------------------------------------------------------------------------------------------


def test_the_presets_of_the_house():
    salon, club, schieber, einzel = (
        Jass.presets[slug].rules for slug in ("salon", "swiss-club", "schieber", "einzelschieber")
    )
    assert salon == rules_of(Jass)
    assert salon.direction is Direction.CLOCKWISE
    assert all(rules.direction is Direction.ANTICLOCKWISE for rules in (club, schieber, einzel))
    assert (schieber.target, schieber.end_order, schieber.card_faces) == (2500, "stoeck_weis_stich", "swiss_german")
    factors = {trump.value: schieber.factor(trump) for trump in schieber.kinds_of_play}
    assert factors == {"clubs": 1, "spades": 2, "diamonds": 2, "hearts": 1, "top_down": 3, "bottom_up": 3}
    assert (schieber.melds, schieber.stoeck, schieber.match_bonus) == (True, True, True)
    assert (einzel.target, einzel.hands, einzel.counts_only_cards) == (None, 12, True)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"hands": 12}, "two_ends"),
        ({"target": None}, "no_end"),
        ({"kinds": ["misere"]}, "needs_without_trump"),
        ({"without_trump": True, "kinds": ["top_down"]}, "not_a_choice"),
        ({"first_chooser_card": "2D"}, "not_a_choice"),
    ],
)
def test_rules_that_are_refused(options, code):
    assert refused_rules(Jass, **options) == [code]


def test_kinds_are_kept_once_in_the_order_of_the_game():
    assert rules_of(Jass, without_trump=True, kinds=["mary", "misere", "mary"]).kinds == ("misere", "mary")


# --- Kinds and factors -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "points"),
    [
        (totals(100, 57, "clubs"), [200, 114]),
        (totals(30, 127, "misere"), [381, 90]),
        (totals(100, 57, "slalom_down"), [400, 228]),
        (totals(100, 57, "slalom_up"), [400, 228]),
        (totals(100, 57, "guschti"), [500, 285]),
        (totals(100, 57, "mary"), [600, 342]),
        # The match and Weis stay with who has them: (0 + 100 + 20) × 3 and 157 × 3.
        (totals(157, 0, "misere", match=0, melds=[20], meld_team=0), [360, 471]),
    ],
)
def test_a_kind_of_play_has_its_factor(record, points):
    names = ("clubs", "misere", "slalom", "guschti", "mary")
    factors = {f"factor_{name}": times for times, name in enumerate(names, start=2)}
    rules = rules_of(Jass, **ALL_KINDS, **factors, match_bonus=True, melds=True)
    assert Series(Jass, 4, rules).play(record).entered == points * 2


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_is_played_where_it_is_switched_on(kind):
    only = rules_of(Jass, without_trump=True, kinds=[kind])
    assert Series(Jass, 4, only).problems(totals(100, 57, kind)) == []
    assert Series(Jass, 4, Jass.presets["schieber"].rules).problems(totals(100, 57, kind)) == [("trump", "not_played")]
    asked = [value for value, _label in Jass(only, 4).questions(by_card=False)[0].options]
    assert asked == ["clubs", "spades", "diamonds", "hearts", "top_down", "bottom_up", kind]
    assert Series(Jass, 4, only).problems(totals(100, 57, kind, stoeck=0)) == [("stoeck", "not_played")]


def test_card_by_card_misere_is_written_for_the_others():
    record, _ = play_out(3, "misere", legal_only=True)
    series = Series(Jass, 4, rules_of(Jass, **ALL_KINDS, factor_misere=3)).play(record)
    won = series.scores[0].points_won
    assert series.entered == [3 * won[1], 3 * won[0]] * 2
    assert sum(series.entered) == 2 * 3 * 157


# --- Match -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "bonus", "asked"),
    [
        (totals(157, 0), True, True),
        (totals(0, 157), True, True),
        (totals(157, 0, match=0), True, False),
        (totals(157, 0), False, False),
        (totals(152, 5), True, False),
    ],
)
def test_all_157_points_ask_for_a_match(record, bonus, asked):
    series = Series(Jass, 4, rules_of(Jass, match_bonus=bonus)).play(record, record)
    assert series.warnings == ([("match", "perhaps_a_match")] if asked else [])


# --- The end ---------------------------------------------------------------------------------------------------------


def at_ten_rounds(weis: list[int], others: list[int], more: int = 0, **options: object) -> Series:
    """Ten rounds, or some `more`, of 80 : 77 and this Weis: 800 : 770 without it."""
    rounds = [{"melds": weis, "meld_team": 0}, {"melds": others, "meld_team": 1}, *[{}] * (8 + more)]
    said = [{} if not each.get("melds") else each for each in rounds]
    return Series(Jass, 4, rules_of(Jass, **(IN_ORDER | options))).play(*(totals(80, 77, **each) for each in said))


def at_950_and_960(**options: object) -> Series:
    return at_ten_rounds([100, 50], [150, 20, 20], **options)


FIRST_ROUND = {"stoeck": 0, "melds": [50], "meld_team": 0}


def test_stoeck_weis_stich_is_decided_before_a_trick_counts():
    """950 + 20 + 50 = 1020 for A before the tricks; in the end it is 1060 : 1077."""
    series = at_950_and_960().play(totals(40, 117, **FIRST_ROUND))
    assert list(series.standing.cumulative) == [1060, 1077] * 2
    assert series.standing.over
    assert series.standing.ranking == ((0, 2), (1, 3))
    assert [(paid.payer, paid.payee) for paid in series.settle()] == [(1, 2), (3, 0)]
    other_way = at_950_and_960(end_order="higher_total").play(totals(40, 117, **FIRST_ROUND))
    assert other_way.standing.ranking == ((1, 3), (0, 2))


def test_the_end_says_who_was_first():
    series = at_950_and_960()
    assert series.standing.remarks == ()
    series.play(totals(40, 117, **FIRST_ROUND))
    said = "Both teams reached 1000 in the last hand: seat 1 and seat 3 were first, by Stöck, Weis, Stich."
    assert [str(remark) for remark in series.standing.remarks] == [said]
    only_one = at_ten_rounds([100, 50], []).play(totals(60, 97))
    assert only_one.standing.over
    assert only_one.standing.remarks == ()


@pytest.mark.parametrize(
    ("said", "problems"),
    [
        ({}, [("first_past", "missing")]),
        ({"first_past": 0}, []),
        ({"first_past": 1}, []),
        ({"stoeck": 0}, [("first_past", "missing")]),  # 970: the tricks decide
        ({"stoeck": 0, "melds": [50], "meld_team": 0}, []),
        ({"stoeck": 0, "melds": [50], "meld_team": 0, "first_past": 1}, [("first_past", "denied")]),
    ],
)
def test_who_was_first_is_asked_where_only_the_tricks_tell(said, problems):
    assert at_950_and_960().problems(totals(60, 97, **said)) == problems


@pytest.mark.parametrize(("first", "winners"), [(0, (0, 2)), (1, (1, 3))])
def test_who_was_first_has_won(first, winners):
    standing = at_950_and_960().play(totals(60, 97, first_past=first)).standing
    assert (standing.over, standing.ranking[0]) == (True, winners)


@pytest.mark.parametrize(
    ("weis_of_the_others", "end_order", "code"),
    [
        ([], "stoeck_weis_stich", "not_asked"),  # only one team is past
        ([150, 20, 20], "higher_total", "not_played"),
    ],
)
def test_where_nobody_is_asked_who_was_first(weis_of_the_others, end_order, code):
    series = at_ten_rounds([100, 50], weis_of_the_others, end_order=end_order)
    assert series.problems(totals(60, 97)) == []
    assert series.problems(totals(60, 97, first_past=0)) == [("first_past", code)]


def test_who_was_first_is_not_said_where_a_number_of_hands_is_played():
    """A hand that says so and was recorded before this check stays valid."""
    rules = rules_of(Jass, target=None, hands=12, end_order="stoeck_weis_stich")
    series, said = Series(Jass, 4, rules), totals(60, 97, first_past=0)
    assert series.problems(totals(60, 97)) == []
    assert series.problems(said) == [("first_past", "not_played")]
    assert "first_past" not in [question.field for question in Jass(rules, 4).questions(by_card=False)]
    assert series.played.check(Jass.read_record(said).value, series.table) == []


def test_level_past_the_target_the_first_has_won():
    """880 : 847 and Weis are 930 : 917; with 72 : 85 both have 1002."""
    level = [50], [50, 20]
    series = at_ten_rounds(*level, more=1).play(totals(72, 85, first_past=1))
    assert list(series.standing.cumulative) == [1002] * 4
    assert series.standing.over
    assert series.standing.ranking == ((1, 3), (0, 2))
    assert not at_ten_rounds(*level, more=1, end_order="higher_total").play(totals(72, 85)).standing.over


def test_with_cards_the_tricks_count_as_they_fell():
    """B takes the first trick, 11 points, and has 1001; A takes all others, and has 1096 in the end."""
    columns = [
        "6S AC KC QC JC 10C 9C 8C 7C",
        "AS 6C 7S 8S 9S 10S JS QS KS",
        "6D 7D 8D 9D 10D JD QD KD AD",
        "6H 7H 8H 9H 10H JH QH KH AH",
    ]
    tricks = [list(trick) for trick in zip(*(column.split() for column in columns), strict=True)]
    record = {"trump": "top_down", "direction": "clockwise", "first_leader": 1, "tricks": tricks}
    for end_order, winners in (("stoeck_weis_stich", (1, 3)), ("higher_total", (0, 2))):
        series = at_ten_rounds([100, 50], [100, 100, 20], end_order=end_order, without_trump=True).play(record)
        assert list(series.standing.cumulative) == [1096, 1001] * 2
        assert series.standing.over
        assert series.standing.ranking[0] == winners


# --- A number of hands -----------------------------------------------------------------------------------------------


def test_a_series_of_twelve_hands_has_its_control_sum():
    series = Series(Jass, 4, Jass.presets["einzelschieber"].rules, first_dealer=0)
    series.play(*[totals(100, 57)] * 6, {"thrown_in": True}, *[totals(20, 137, "top_down")] * 5)
    assert not series.standing.over
    assert [str(remark) for remark in series.standing.remarks] == ["Control sum: 11 × 157 = 1727."]
    series.play(totals(80, 77, "bottom_up"))
    assert series.standing.over
    assert list(series.standing.cumulative) == [780, 1104] * 2
    assert [str(remark) for remark in series.standing.remarks] == ["Control sum: 12 × 157 = 1884."]
    assert series.standing.dealer == 0  # anticlockwise, three times round
    assert series.settle() == ()


def test_there_is_no_control_sum_where_more_counts_than_cards():
    for options in ({"factor_clubs": 2}, {"stoeck": True}, {"match_bonus": True}):
        rules = rules_of(Jass, target=None, hands=2, **options)
        assert Series(Jass, 4, rules).play(totals(100, 57)).standing.remarks == ()


def test_level_after_the_last_hand_nobody_pays():
    series = Series(Jass, 4, rules_of(Jass, target=None, hands=2)).play(totals(100, 57), totals(57, 100))
    assert series.standing.over
    assert series.standing.ranking == ((0, 1, 2, 3),)
    assert series.settle() == ()


# --- Settlement ------------------------------------------------------------------------------------------------------


def test_below_half_the_target_a_loser_pays_double():
    """Target 200: 157 + 100 for team 0; team 1 has 57 (Schneider), or 100 and more (none)."""
    short = Series(Jass, 4, rules_of(Jass, target=200, schneider=True, stake_points=30))
    short.play(totals(152, 5), totals(100, 57))
    assert short.nets() == [60, -60] * 2
    assert str(short.settle()[0].why) == "seat 2 pays seat 3 60 for the match, doubled: Schneider."
    just = Series(Jass, 4, rules_of(Jass, target=200, schneider=True, stake_points=30))
    just.play(totals(100, 57), totals(114, 43))  # 214 and exactly 100
    assert just.nets() == [30, -30] * 2


def test_the_bergpreis_goes_to_who_is_first_at_half_the_target():
    rules = rules_of(Jass, target=500, bergpreis=10, stake_points=30)
    series = Series(Jass, 4, rules).play(totals(150, 7), totals(100, 57))  # 250 and 64
    assert not series.standing.over
    paid = [(each.payer, each.payee, each.points, each.cause) for each in series.settle(with_standard=False)]
    assert paid == [(1, 2, 10, "bergpreis"), (3, 0, 10, "bergpreis")]
    series.play(totals(5, 152), totals(5, 152), totals(5, 152))  # 265 and 520
    assert series.standing.over
    assert series.nets() == [-20, 20] * 2  # 30 for the match the one way, 10 the other


@pytest.mark.parametrize(("last", "nets"), [(totals(57, 100), [0, 0]), (totals(60, 97), [10, -10])])
def test_both_at_half_in_one_round_the_higher_total_has_the_bergpreis(last, nets):
    rules = rules_of(Jass, target=300, bergpreis=10)
    assert Series(Jass, 4, rules).play(totals(100, 57), last).nets(with_standard=False) == nets * 2  # 157 or 160 : 154


def test_no_money_is_no_bergpreis_either():
    rules = rules_of(Jass, target=100, bergpreis=10, stake="none")
    assert Series(Jass, 4, rules).play(totals(100, 57)).settle() == ()


def test_a_winner_with_the_lower_total_has_no_difference_to_be_paid():
    series = at_950_and_960(stake="per_point").play(totals(40, 117, **FIRST_ROUND))
    assert series.settle() == ()


# --- Who chooses first -----------------------------------------------------------------------------------------------


def test_the_holder_of_the_card_chooses_first_and_the_deal_goes_on_from_there():
    rules = rules_of(Jass, first_chooser_card="7D", direction="anticlockwise")
    series = Series(Jass, 4, rules, first_dealer=0)
    assert series.problems(totals(100, 57)) == [("chosen_by", "missing")]
    series.play(totals(100, 57, chosen_by=2))  # seat 3 would be after the dealer
    assert series.warnings == []
    assert series.standing.dealer == 2
    series.play(totals(100, 57, chosen_by=1))
    assert series.warnings == []
    assert series.play(totals(100, 57, chosen_by=2)).warnings == [("chosen_by", "not_after_dealer")]
    assert Series(Jass, 4, rules).play(totals(100, 57, chosen_by=0, passed=True)).standing.dealer == 2


def test_with_all_cards_known_the_holder_is_known():
    record, _ = play_out(6, "hearts", legal_only=True)
    held_by = next(seat for row in record["tricks"] for seat in range(4) if row[seat] == "7D")
    warnings = Series(Jass, 4, rules_of(Jass, first_chooser_card="7D")).play(record).warnings
    assert warnings == ([] if held_by == 0 else [("chosen_by", "not_the_holder")])
    assert held_by != 0
