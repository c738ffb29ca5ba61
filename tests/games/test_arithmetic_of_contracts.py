"""The second arithmetic of the contract games (tests/proving): cases that the tests of their figures do not have."""

from random import Random

import pytest

from games.catalogue.schafkopf.game import Schafkopf
from games.catalogue.skat.game import Skat
from games.catalogue.spades.game import Spades
from tests.games.series import rules_of
from tests.proving.arithmetic import belote, doppelkopf, schafkopf, skat, spades, tarot


def declared(contract, matadors, points, declarer=0):
    return {"declarer": declarer, "contract": contract, "matadors": matadors, "points": points}


def series_of(game, arithmetic, records, seats=4, **options):
    return arithmetic.work_out(rules_of(game, **options).model_dump(mode="json"), records, seats, standard=True)


def test_a_list_of_skat_ends_when_all_have_dealt_and_ranks_games_won():
    hands = [declared("clubs", 1, 75), declared("clubs", 1, 75), declared("grand", 2, 95, declarer=1)]  # 24, 24, 24 x 4
    short = {"deals_each": 1, "bonus_won": 48}
    assert not series_of(Skat, skat, hands[:2], seats=3, **short).over
    series = series_of(Skat, skat, hands, seats=3, **short)
    assert series.over
    assert series.totals == [144, 144, 0]
    assert series.ranking == [[0], [1], [2]]


def test_a_series_of_bierlachs_ends_at_the_target():
    pub = {"scoring": "pub", "deals_each": None, "target": 48}
    series = series_of(Skat, skat, [declared("clubs", 1, 50)], seats=3, **pub)
    assert series.over
    assert series.received() == [-96, 48, 48]


def test_each_loser_pays_one_winner():
    hand = {"game": "call", "declarer": 0, "partner": 2, "points": 75}
    assert series_of(Schafkopf, schafkopf, [hand]).pairs() == [
        [0, 20, 0, 0],
        [-20, 0, 0, 0],
        [0, 0, 0, 20],
        [0, 0, -20, 0],
    ]


# --- Spades ----------------------------------------------------------------------------------------------------------


def tricks(bids, taken):
    return {"bids": bids, "tricks": taken}


def test_spades_card_by_card():
    suits = ["C", "D", "H", "S"]  # each holds one suit
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    rows = [[rank + suit for suit in suits] for rank in ranks]
    record = {"bids": [1, 1, 1, 10], "tricks": rows, "first_leader": 0, "direction": "clockwise"}
    assert spades.judge_deal(record) == ([0, 0, 0, 13], [])
    rows[0][0], rows[1][3] = rows[1][3], rows[0][0]  # seat 0 leads the 3 of spades and wins, then leads a club and wins
    assert spades.judge_deal(record) == ([2, 0, 0, 11], [(1, 0, "3S")])


def test_alone_every_two_settle_or_all_pay_the_winner():
    hand = tricks([5, 5, 3], [5, 5, 7])  # 50, 50, 34
    alone = {"teams": False, "stake_points": 50}
    assert series_of(Spades, spades, [hand], seats=3, **alone).received() == [25, 25, -50]
    assert series_of(Spades, spades, [hand], seats=3, **alone, stake="per_point").received() == [16, 16, -32]


def test_the_end_of_spades():
    high, low = tricks([10, 1, 1, 1], [11, 1, 1, 0]), tricks([5, 9, 3, 1], [8, 2, 2, 1])
    assert not series_of(Spades, spades, [high], target=112).over  # 111
    assert series_of(Spades, spades, [high], target=111).over
    assert not series_of(Spades, spades, [low] * 2).over  # -200 for the others
    assert series_of(Spades, spades, [low] * 2, floor=-199).over


# --- All -------------------------------------------------------------------------------------------------------------


ALWAYS_ZERO = {doppelkopf, tarot, schafkopf}


@pytest.mark.parametrize(
    ("game", "all_seats"),
    [
        (skat, [3, 4, 5]),
        (doppelkopf, [4, 5, 6, 7]),
        (tarot, [3, 4, 5, 6, 7]),
        (belote, [4]),
        (schafkopf, [4, 5]),
        (spades, [2, 3, 4, 5, 6]),
    ],
)
def test_random_hands_can_be_worked_out(game, all_seats):
    for seed in range(100):
        dice = Random(seed)
        seats = dice.choice(all_seats)
        rules = game.some_rules(dice, seats)
        records = [game.some_hand(dice, rules, seats) for _hand in range(10)]
        series = game.work_out(rules, records, seats, standard=True)
        assert sum(series.received()) == 0
        assert len(series.hands) == 10
        assert sorted(seat for level in series.ranking for seat in level) == list(range(seats))
        if game in ALWAYS_ZERO and rules.get("solo_times", 3) == 3:
            assert not any(sum(hand.entered) for hand in series.hands)
        if game in ALWAYS_ZERO and rules["settlement"] == "at_once":
            assert series.received() == series.totals
