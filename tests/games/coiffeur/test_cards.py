"""Rounds that are written down card by card, and the luck in them."""

from random import Random

import pytest

from games.catalogue.coiffeur.game import Coiffeur
from games.catalogue.coiffeur.rules import Kind
from games.contract import Table
from games.kit.jass_cards import Trump
from games.kit.playouts import worth_of_cards
from tests.games.random_hands import random_hand_of
from tests.games.series import Series, rules_of
from tests.needs import daily
from tests.proving.arithmetic.coiffeur import work_out

RANKS = ["J", "9", "A", "K", "Q", "10", "8", "7", "6"]
# Seat 0 has all hearts, leads, and takes every trick, whatever else is played.
ROWS = [[f"{rank}H", f"{rank}C", f"{rank}D", f"{rank}S"] for rank in RANKS]
FIVE_HUNDRED = rules_of(Coiffeur, counter_match=500, direction="clockwise")


def play(kind: str, team: int, **more: object) -> dict[str, object]:
    shown = {"direction": "clockwise", "first_leader": 0, "tricks": ROWS}
    return {"team": team, "kind": kind, **shown, **more}


@pytest.mark.parametrize(
    ("record", "entered"),
    [
        (play("hearts", 0), [771, 0]),  # a match: 257 × 3
        (play("hearts", 1), [500, 0]),
        (play("misere", 0), [0, 0]),
        (play("misere", 1), [0, 1256]),  # the others took 157, times 8
        (play("joker", 0, played_as="slalom", slalom_begins="bottom_up"), [2570, 0]),
        (play("joker", 1, played_as="misere"), [0, 1570]),
    ],
)
def test_cards_show_who_took_all_tricks(record, entered):
    series = Series(Coiffeur, 4, FIVE_HUNDRED, first_dealer=None).play(record)
    assert series.entered == entered * 2
    assert list(series.scores[0].points_won) == [157, 0, 157, 0]


def test_a_joker_by_cards_needs_to_say_what_it_was_played_as():
    assert Series(Coiffeur, 4).problems(play("joker", 0)) == [("played_as", "missing")]
    assert Series(Coiffeur, 4).problems(play("hearts", 0) | {"tricks": ROWS[:4]}) == [("tricks", "unfinished")]


def test_nothing_is_entered_before_the_last_card():
    score = Series(Coiffeur, 4).score_of(play("hearts", 0) | {"tricks": ROWS[:4]})
    assert (score.complete, set(score.points_entered)) == (False, {0})
    assert sum(score.points_won[:2]) == 20 + 14 + 11 + 4 + 3 * (2 + 0 + 11 + 4)


@pytest.mark.parametrize(("begins", "first"), [({}, Trump.TOP_DOWN), ({"slalom_begins": "bottom_up"}, Trump.BOTTOM_UP)])
def test_a_slalom_begins_top_down_unless_the_record_says_otherwise(begins, first):
    """The ace of clubs takes the trick from the six top down, and not bottom up; in the second trick the reverse."""
    record, series = Coiffeur.read_record(play("slalom", 0, **begins)).value, Series(Coiffeur, 4)
    shape = series.played.shape(record, series.table)
    six, ace = 4, 12
    taken = []
    for law in shape.laws[:2]:
        row = law.rows_when_led[six]
        taken.append(row[ace][1] is not row)
    assert taken == [first is Trump.TOP_DOWN, first is not Trump.TOP_DOWN]


# --- Luck ------------------------------------------------------------------------------------------------------------


def kinds_chosen(series: Series, record: dict[str, object]) -> list[Kind]:
    shapes = series.played.choices(Coiffeur.read_record(record).value, series.table)
    every = {
        kind: Coiffeur(rules_of(Coiffeur, boxes=[{"kind": kind, "factor": 1}]), 4).choices(OF_KIND[kind], Table(4))
        for kind in OF_KIND
    }
    return [kind for shape in shapes for kind, (only,) in every.items() if only == shape]


OF_KIND = {kind: Coiffeur.read_record(play(kind.value, 0)).value for kind in Kind if kind is not Kind.JOKER}
THREE = rules_of(Coiffeur, boxes=[{"kind": kind, "factor": 1} for kind in ("hearts", "slalom", "misere")])


def test_luck_is_over_the_kinds_whose_boxes_were_open_to_the_team():
    series = Series(Coiffeur, 4, THREE, first_dealer=None)
    assert kinds_chosen(series, play("hearts", 0)) == [Kind.HEARTS, Kind.SLALOM, Kind.MISERE]
    series.play(play("slalom", 0))
    assert kinds_chosen(series, play("hearts", 0)) == [Kind.HEARTS, Kind.MISERE]
    assert kinds_chosen(series, play("hearts", 1)) == [Kind.HEARTS, Kind.SLALOM, Kind.MISERE]


def test_an_open_joker_is_any_kind_on_the_list():
    boxes = [{"kind": kind, "factor": 1} for kind in ("clubs", "hearts", "joker")]
    series = Series(Coiffeur, 4, rules_of(Coiffeur, boxes=boxes), first_dealer=None).play(play("clubs", 0))
    assert kinds_chosen(series, play("hearts", 0)) == [Kind.CLUBS, Kind.HEARTS]
    series.play(play("joker", 0, played_as="guschti"))
    assert kinds_chosen(series, play("hearts", 0)) == [Kind.HEARTS]


def test_in_misere_the_cards_are_worth_what_the_others_take():
    """Misère is played top down, so what one team's cards are worth in it is what the other's are worth top down."""
    table = Series(Coiffeur, 4).table
    boxes = {kind: rules_of(Coiffeur, boxes=[{"kind": kind, "factor": 1}]) for kind in ("misere", "top_down")}
    hand = random_hand_of(Coiffeur, boxes["top_down"], table, Random(3))
    while "tricks" not in hand or "thrown_in" in hand:
        hand = random_hand_of(Coiffeur, boxes["top_down"], table, Random(str(hand)))
    found = {
        kind: worth_of_cards(Coiffeur(rules, 4), Coiffeur.read_record(hand | {"kind": kind}).value, seed=7, playouts=60)
        for kind, rules in boxes.items()
    }
    assert found["misere"].mean == found["top_down"].mean[1::-1] * 2
    assert found["misere"].won == found["top_down"].won[1::-1] * 2


# --- A second judge --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", daily(range(12), 3))
def test_series_come_to_what_the_second_judge_works_out(seed):
    dice = Random(seed)
    rules = rules_of(Coiffeur, counter_match=500, melds=True, stoeck=True)
    series, written = Series(Coiffeur, 4, rules, first_dealer=dice.choice([None, 0, 3])), []
    while not series.standing.over and len(written) < 14:
        written.append(random_hand_of(Coiffeur, rules, series.table, dice))
        series.play(written[-1])
    worked = work_out(rules.model_dump(mode="json"), written, 4, standard=True)
    assert [list(score.points_entered) for score in series.scores] == [hand.entered for hand in worked.hands]
    assert [[(play.trick, play.seat) for play in score.illegal_plays] for score in series.scores] == [
        [(trick, seat) for trick, seat, _card in hand.illegal] for hand in worked.hands
    ]
