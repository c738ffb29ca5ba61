"""Boxes, points, the end and the money, with the figures of docs/rules/coiffeur.md."""

import re
from pathlib import Path

import pytest

from games.catalogue.coiffeur.game import Coiffeur
from games.catalogue.coiffeur.rules import PRESETS
from tests.games.series import Series, refused_rules, rules_of

FIVE_HUNDRED = rules_of(Coiffeur, counter_match=500)
WITH_ALL = rules_of(Coiffeur, melds=True, stoeck=True)
TWO_BOXES = rules_of(Coiffeur, boxes=[{"kind": "clubs", "factor": 1}, {"kind": "joker", "factor": 3, "name": "Wunsch"}])


def box(kind: str, points: int, team: int = 1, **more: object) -> dict[str, object]:
    """The player on seat 0 deals first and play goes round anticlockwise, so team 1 begins."""
    return {"team": team, "kind": kind, "card_points": points, **more}


# --- Points ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "team", "other"),
    [
        (box("clubs", 100), 100, 0),
        (box("spades", 100), 400, 0),
        (box("top_down", 157, match=True), 1285, 0),
        (box("misere", 30), 1016, 0),  # the others took 127: 127 × 8
        (box("misere", 0), 1256, 0),  # 157 × 8
        (box("misere", 157), 0, 0),
        (box("spades", 0, counter_match=True), 0, 500),
        (box("slalom", 101), 707, 0),
        (box("guschti", 99), 891, 0),
        (box("joker", 80), 800, 0),
        (box("joker", 80, played_as="hearts"), 800, 0),
        (box("joker", 80, played_as="misere"), 770, 0),  # 77 × 10
        (box("joker", 157, played_as="clubs", match=True), 2570, 0),
        (box("top_down", 157), 785, 0),  # a trick that was worth nothing went to the others
    ],
)
def test_only_the_team_whose_box_it_is_scores(record, team, other):
    series = Series(Coiffeur, 4, FIVE_HUNDRED).play(record)
    assert series.entered == [other, team, other, team]
    own = record["card_points"]
    assert list(series.scores[0].points_won) == [157 - own, own, 157 - own, own]


def test_257_is_read_as_a_match():
    assert Coiffeur.read_record(box("top_down", 257)) == Coiffeur.read_record(box("top_down", 157, match=True))
    assert Series(Coiffeur, 4).play(box("top_down", 257)).entered == [0, 1285, 0, 1285]
    assert Series(Coiffeur, 4).problems(box("misere", 257)) == [("match", "misere")]
    assert ("match", "both") in Series(Coiffeur, 4).problems(box("clubs", 257, counter_match=True))
    assert Coiffeur.read_record(box("clubs", 256)).problems


def test_weis_and_stoeck_count_times_the_factor():
    announced = {"melds": [50, 20], "stoeck": True}
    assert Series(Coiffeur, 4, WITH_ALL).play(box("hearts", 90, **announced)).entered == [0, 540, 0, 540]  # 180 × 3
    assert Series(Coiffeur, 4, WITH_ALL).play(box("hearts", 0, counter_match=True, **announced)).entered == [0, 0, 0, 0]


def test_match_points_are_an_option():
    series = Series(Coiffeur, 4, rules_of(Coiffeur, match_points=200)).play(box("diamonds", 157, match=True))
    assert series.entered == [0, 400, 0, 400]


# --- What is refused, and what is doubtful ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "problems"),
    [
        (box("clubs", 158), [("card_points", "out_of_range")]),
        (box("clubs", -1), [("card_points", "out_of_range")]),
        (box("clubs", 156), [("card_points", "impossible")]),
        (box("clubs", 156, match=True), [("card_points", "impossible"), ("match", "no_match")]),
        (box("clubs", 100, match=True), [("match", "no_match")]),
        (box("clubs", 5, counter_match=True), [("counter_match", "no_match")]),
        (box("clubs", 157, match=True, counter_match=True), [("match", "both")]),
        (box("misere", 157, match=True), [("match", "misere")]),
        (box("misere", 0, counter_match=True), [("counter_match", "misere")]),
        (box("joker", 157, played_as="misere", match=True), [("match", "misere")]),
        (box("clubs", 100, played_as="hearts"), [("played_as", "no_joker")]),
        (box("joker", 100, played_as="joker"), [("played_as", "not_played")]),
        (box("mary", 100), [("kind", "not_a_choice")]),
        (box("clubs", 100, melds=[20]), [("melds", "not_played")]),
        (box("clubs", 100, stoeck=True), [("stoeck", "not_played")]),
        (box("clubs", 100, team=2), [("team", "out_of_range")]),
        ({"team": 0, "kind": "clubs"}, [("card_points", "missing")]),
    ],
)
def test_what_is_refused(record, problems):
    assert Series(Coiffeur, 4).problems(record) == problems


def test_there_is_no_stoeck_without_trump():
    assert Series(Coiffeur, 4, WITH_ALL).problems(box("slalom", 100, stoeck=True)) == [("stoeck", "no_trump")]


def test_a_joker_is_no_kind_to_play_it_as_whatever_else_is_said():
    as_joker = [("played_as", "not_played")]
    record = box("joker", 100, played_as="joker", stoeck=True)
    assert Series(Coiffeur, 4, WITH_ALL).problems(record) == as_joker
    shown = {"direction": "clockwise", "first_leader": 0, "tricks": [["6C", "7C", "8C", "9C"]]}
    of_cards = {"team": 0, "kind": "joker", "played_as": "joker", **shown}
    assert as_joker[0] in Series(Coiffeur, 4).problems(of_cards)
    assert Series(Coiffeur, 4).problems({"thrown_in": True, "play": of_cards}) == []


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Obe \n abe ", "Obe abe"),
        ("   ", ""),
        ("\u200b", ""),
        ("\u202eWunsch", "Wunsch"),
        ("क\u094d\u200dष", "क\u094d\u200dष"),
    ],
)
def test_the_name_of_a_box_is_on_one_line_and_can_be_seen(typed, kept):
    assert rules_of(Coiffeur, boxes=[{"kind": "joker", "factor": 1, "name": typed}]).boxes[0].name == kept


def test_a_box_is_played_once_and_the_hand_is_named():
    series = Series(Coiffeur, 4).play(box("clubs", 100), {"thrown_in": True}, box("clubs", 90, team=0))
    assert series.problems(box("clubs", 80)) == [("kind", "played_before")]
    again = Coiffeur.read_record(box("clubs", 80, team=0)).value
    problem = series.played.check(again, series.table)[0]
    assert str(problem.message) == "This team has played Clubs already, in hand 3."


def test_a_kind_with_two_boxes_is_played_twice():
    boxes = [{"kind": "clubs", "factor": 2}, {"kind": "spades", "factor": 1}, {"kind": "clubs", "factor": 5}]
    series = Series(Coiffeur, 4, rules_of(Coiffeur, boxes=boxes))
    series.play(box("clubs", 100), box("spades", 10, team=0), box("clubs", 100))
    assert series.standing.cumulative == (10, 700, 10, 700)
    assert series.problems(box("clubs", 100)) == [("kind", "played_before")]


def test_a_kind_that_is_not_on_the_list_is_refused():
    series = Series(Coiffeur, 4, PRESETS["eight"].rules)
    assert series.problems(box("misere", 30)) == [("kind", "not_played")]
    assert series.play(box("joker", 30)).entered == [0, 240, 0, 240]


@pytest.mark.parametrize(
    ("record", "warnings"),
    [
        (box("clubs", 157), [("match", "match")]),
        (box("clubs", 0), [("counter_match", "counter_match")]),
        (box("misere", 157), []),
        (box("misere", 0), []),
        (box("clubs", 100), []),
        (box("clubs", 100, team=0), [("team", "not_their_turn")]),
    ],
)
def test_what_is_doubtful_can_be_saved_all_the_same(record, warnings):
    assert Series(Coiffeur, 4).play(record).warnings == warnings


@pytest.mark.parametrize(
    "boxes",
    [
        [],
        [{"kind": "clubs", "factor": 1}] * 3,
        [{"kind": "clubs", "factor": 0}],
        [{"kind": "clubs", "factor": 21}],
        [{"kind": "mary", "factor": 1}],
        [{"kind": "clubs", "factor": 1, "name": "x" * 21}],
    ],
)
def test_lists_that_are_refused(boxes):
    assert refused_rules(Coiffeur, boxes=boxes)


def test_the_page_of_rules_has_the_list_of_ten():
    page = (Path(__file__).parents[3] / "docs/rules/coiffeur.md").read_text()
    written = re.findall(r"^\| ([A-Z][\wè ]+) \| (\d+) \|", page, re.MULTILINE)
    assert written == [(each.kind.label, str(each.factor)) for each in PRESETS["ten"].rules.boxes]


# --- Turns, the grid and the end -------------------------------------------------------------------------------------


def grid(series: Series):
    return series.played.boxes(series.scores, series.table)


def test_the_grid_says_what_was_played_and_what_is_open():
    series = Series(Coiffeur, 4, TWO_BOXES, first_dealer=3)  # seat 2 comes after seat 3, anticlockwise
    assert [[cell.most for cell in row.cells] for row in grid(series).rows] == [[257, 257], [771, 771]]
    assert grid(series).turn == 0
    series.play(box("joker", 60, team=0, played_as="misere"))
    joker = grid(series).rows[1]
    assert (str(joker.name), joker.factor) == ("Wunsch", 3)
    assert (joker.cells[0].points, joker.cells[0].hand, str(joker.cells[0].remark)) == (291, 1, "Misère")  # 97 × 3
    assert (joker.cells[1].points, joker.cells[1].most, joker.cells[1].hand) == (None, 771, None)
    assert grid(series).turn == 1


def test_boxes_are_called_as_the_pack_on_the_table_has_them():
    rules = rules_of(Coiffeur, card_faces="swiss_german")
    names = [str(row.name) for row in grid(Series(Coiffeur, 4, rules)).rows]
    assert names[:5] == ["Eicheln", "Schellen", "Rosen", "Schilten", "Top down"]


def test_misere_brings_157_at_most():
    most = {str(row.name): row.cells[0].most for row in grid(Series(Coiffeur, 4)).rows}
    assert (most["Misère"], most["Guschti"], most["Joker"]) == (1256, 2313, 2570)


def test_a_deal_that_was_thrown_in_is_dealt_again_and_the_turn_stays():
    series = Series(Coiffeur, 4).play({"thrown_in": True})
    assert grid(series).turn == 1
    assert series.play(box("clubs", 20)).warnings == []


def test_without_a_dealer_the_teams_take_turns():
    series = Series(Coiffeur, 4, first_dealer=None)
    assert grid(series).turn is None
    assert series.play(box("clubs", 20)).warnings == []
    assert grid(series).turn == 0
    assert series.play(box("hearts", 20)).warnings == [("team", "not_their_turn")]


def test_a_team_with_open_boxes_goes_on_alone():
    series = Series(Coiffeur, 4, TWO_BOXES).play(box("clubs", 20), box("clubs", 30, team=0), box("joker", 20))
    assert grid(series).turn == 0
    series = Series(Coiffeur, 4, TWO_BOXES).play(box("clubs", 20), box("joker", 20))
    assert series.warnings == [("team", "not_their_turn")]
    assert series.play(box("clubs", 20, team=0)).warnings == []
    assert series.play(box("joker", 20, team=0)).warnings == []
    assert grid(series).turn is None


def test_the_series_is_over_when_all_boxes_are_full():
    series = Series(Coiffeur, 4, TWO_BOXES)
    series.play(box("clubs", 20), {"thrown_in": True}, box("clubs", 30, team=0), box("joker", 20))
    assert not series.standing.over
    series.play(box("joker", 50, team=0))
    assert (series.standing.over, series.standing.counted) == (True, 5)
    assert series.standing.cumulative == (180, 80, 180, 80)
    assert series.standing.ranking == ((0, 2), (1, 3))
    assert series.nets() == [100, -100, 100, -100]


# --- Who pays whom ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("totals", "options", "nets"),
    [
        ((300, 200), {}, [100, -100]),
        ((200, 330), {"stake": "per_point", "point_rate": 0.5}, [-65, 65]),
        ((300, 200), {"stake": "none"}, [0, 0]),
        ((200, 200), {}, [0, 0]),  # a draw
    ],
)
def test_losers_pay_a_sum_for_the_match_or_the_difference(totals, options, nets):
    assert Series(Coiffeur, 4, rules_of(Coiffeur, **options)).at(*totals * 2).nets() == nets * 2


def test_without_the_sum_for_a_match():
    assert Series(Coiffeur, 4).at(300, 200, 300, 200).nets(with_standard=False) == [0] * 4
