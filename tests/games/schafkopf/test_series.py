"""What a hand says in words, what the form asks, the end of a series, and who pays whom."""

import pytest

from games.catalogue.schafkopf.game import Schafkopf
from games.contract import Declared
from games.entry import asked_after
from games.kit.transfers import nets
from tests.games.schafkopf.test_figures import TOURNAMENT, alone, call
from tests.games.series import Series, rules_of

PASSED = {"passed": True}
RAMSCH = {"ramsch": {"points": [50, 40, 30, 0], "virgins": 1}, "doubled": 1}


def score_of(record, seats=4, rules=None):
    return Series(Schafkopf, seats, rules).play(record).scores[-1]


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (call(points=75), "seat 1 wins Rufspiel 20"),
        (
            call(points=30, runners=3, doubled=1),
            "seat 1 loses Rufspiel 20, Schneider 10, 3 runners 30 = 60, doubled × 2 = 120",
        ),
        (alone("wenz", tout=True, won=True), "seat 1 wins Wenz 50, Tout × 2 = 100"),
        (alone("sie"), "seat 1 wins Sie 50, 8 runners 80 = 130, Sie × 4 = 520"),
        (RAMSCH, "most card points in a Ramsch: 20, players without a trick × 2 = 40, doubled × 2 = 80"),
    ],
)
def test_every_player_has_one_line_with_the_sum(record, words):
    score = score_of(record)
    assert [line.seat for line in score.lines] == [0, 1, 2, 3]
    assert [line.points for line in score.lines] == list(score.points_entered)
    assert {str(line.why) for line in score.lines} == {words}


def test_each_loser_pays_one_winner_and_three_pay_the_one_who_plays_alone():
    paid = score_of(call(points=75)).transfers
    assert [(each.payer, each.payee, each.points) for each in paid] == [(1, 0, 20), (3, 2, 20)]
    paid = score_of(alone("solo", points=60)).transfers
    assert [(each.payer, each.payee, each.points) for each in paid] == [(0, 1, 50), (0, 2, 50), (0, 3, 50)]


def test_who_declared():
    assert score_of(call(points=75)).declared == Declared(0, "call", "Rufspiel", made=True, partners=(2,))
    assert score_of(alone("geier", points=60)).declared == Declared(0, "geier", "Geier", made=False)
    assert score_of(alone("sie")).declared == Declared(0, "sie", "Sie", made=True)
    assert score_of(RAMSCH).declared is None
    assert score_of(PASSED).declared is None


def test_a_tout_that_could_have_been_announced():
    missed = ["Tout was there to be announced."]
    assert list(map(str, score_of(alone("wenz", tricks="all")).missed)) == missed
    assert list(map(str, score_of(alone("solo", won=True, schwarz=True)).missed)) == missed
    for record in (alone("wenz", tricks="none"), alone("wenz", tricks="all", tout=True), call(tricks="all")):
        assert score_of(record).missed == ()


def test_all_card_points_without_all_tricks_are_doubted():
    doubt = [("tricks", "all_points")]
    assert Series(Schafkopf, 4).play(alone("wenz", points=120, tout=True)).warnings == doubt
    assert Series(Schafkopf, 4).play(call(points=0)).warnings == doubt
    sure = (call(points=119), call(points=120, tricks="all"), alone("sie", points=120))
    for record in (*sure, alone("wenz", points=120, tout=True, won=True)):
        assert Series(Schafkopf, 4).play(record).warnings == []


def test_every_hand_moves_the_deal():
    series = Series(Schafkopf, 5, first_dealer=3)
    assert series.standing.dealer == 3
    series.play(call(points=75, sitting_out=[3]), PASSED | {"sitting_out": [4]})
    assert series.standing.dealer == 0
    assert series.scores[0].sitting == (0, 1, 2, 4)


def test_the_end():
    series = Series(Schafkopf, 4, TOURNAMENT).play(*[PASSED] * 31)
    assert not series.standing.over
    series.play(alone("solo", points=75), call(points=75))
    assert (series.standing.over, series.standing.counted) == (True, 32)
    assert list(series.standing.cumulative) == [18, -6, -6, -6]
    assert series.standing.ranking == ((0,), (1, 2, 3))
    assert series.nets() == [18, -6, -6, -6], "the hand after the end is not paid"
    assert Schafkopf(TOURNAMENT, 4).has_an_end
    assert not Schafkopf(Schafkopf.default_preset.rules, 4).has_an_end


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [170, -70, -30, -70]),
        ({"settlement": "none"}, [0, 0, 0, 0]),
        # In every pair twice the difference of 170, −70, −30 and −70.
        ({"settlement": "difference", "rate": 2}, [1360, -560, -240, -560]),
        # Second pays 10; third and fourth are level and pay the mean of 20 and 30.
        ({"settlement": "ladder"}, [60, -25, -10, -25]),
    ],
)
def test_who_pays_whom(options, expected):
    series = Series(Schafkopf, 4, rules_of(Schafkopf, **options))
    series.play(alone("solo", points=75), call(points=75))
    assert list(series.standing.cumulative) == [170, -70, -30, -70]
    assert series.nets() == expected
    at_once = series.rules.settlement.value == "at_once"
    for score in series.scores:
        assert list(nets(score.transfers, 4)) == (list(score.points_entered) if at_once else [0] * 4)


# --- The form --------------------------------------------------------------------------------------------------------


def questions(seats=4, rules=None):
    game = Schafkopf(rules or Schafkopf.default_preset.rules, seats)
    return {question.field: question for question in game.questions(by_card=False)}


def test_what_is_asked_depends_on_the_rules():
    assert {"runners", "ramsch.points"} <= questions().keys()
    assert not {"runners", "ramsch.points", "sitting_out"} & questions(rules=TOURNAMENT).keys()
    assert questions(5)["sitting_out"].after_dealer == (0,)
    only_wenz = questions(rules=rules_of(Schafkopf, runners_from=None))["runners"]
    assert only_wenz.only_if == {"game": ("wenz", "geier")}


def asked(game, **answers):
    """Questions that are asked with these answers to what was played and how it went."""
    return {each.field for each in asked_after([*questions().values()], {"game": game} | answers)}


def test_only_what_belongs_to_the_game_is_asked():
    played = {"game", "declarer", "runners", "doubled", "won"}
    assert asked("call") == played | {"partner"}
    assert asked("wenz") == asked("solo") == played | {"tout"}
    assert asked("sie") == {"game", "declarer", "doubled"}
    assert asked("ramsch") == {"game", "doubled", "ramsch.points", "ramsch.virgins", "ramsch.march"}
    assert asked("passed") == {"game"}


@pytest.mark.parametrize(
    "record",
    [call(points=75), alone("sie"), PASSED, PASSED | {"sitting_out": [1]}, RAMSCH, RAMSCH | {"sitting_out": [4]}],
)
def test_a_record_is_unchanged_through_the_form(record):
    assert Schafkopf.record_of(Schafkopf.answers_of(record)) == record


def test_what_was_typed_before_passed_or_ramsch_was_tapped_is_left_out():
    typed = call(points=75, sitting_out=[3])
    assert Schafkopf.record_of(typed | {"game": "passed"}) == PASSED | {"sitting_out": [3]}
    ramsch = {"ramsch.points": [50, 40, 30, 0], "ramsch.virgins": 1, "doubled": 1, "game": "ramsch"}
    assert Schafkopf.record_of(typed | ramsch) == RAMSCH | {"sitting_out": [3]}


def test_a_hand_without_card_points_is_told_with_schneider_and_schwarz():
    told = asked("call", won=False) - asked("call")
    assert told == {"schneider", "schwarz"}
    assert asked("call", won=False, points=40) == asked("call") - {"won"}


def test_only_all_card_points_or_none_ask_for_the_tricks():
    assert [points for points in range(121) if "tricks" in asked("wenz", points=points)] == [0, 120]


@pytest.mark.parametrize(
    "record",
    [
        call(won=True, schwarz=True),
        call(won=False, schwarz=True),
        call(tricks="all"),
        call(tricks="none"),
        alone("sie", schwarz=True),
        alone("solo", tout=True, points=120, won=True),
    ],
)
def test_a_schwarz_that_a_program_told_is_worth_the_same_after_a_correction_in_the_form(record):
    again = Schafkopf.record_of(Schafkopf.answers_of(record))
    assert score_of(again).points_entered == score_of(record).points_entered
