"""The series of the J-40 document: two hands card by card, four as totals, and the settlement."""

from fractions import Fraction

import pytest

from games.catalogue.jaago_chalis.game import JaagoChalis
from games.kit.cards import CARD_BY_SPELLING
from tests.games.data import exact, load
from tests.games.jaago_chalis import reference
from tests.games.jaago_chalis.table import RULES, TABLE, nets, payments, plainly, read, score, settle, stand, totals

HANDS = [load("jaago-chalis-game-1.json"), load("jaago-chalis-game-2.json")]
SERIES = load("jaago-chalis-series.json")


@pytest.fixture(params=HANDS, ids=["game 1", "game 2"])
def worked_hand(request):
    return request.param


def as_figures(expected):
    return [
        (play["trick"], play["seat"], play["must"], play["could_have_played"]) for play in expected["illegal_plays"]
    ]


def test_a_worked_hand_has_no_problems(worked_hand):
    assert JaagoChalis(RULES, TABLE.seats).check(read(worked_hand["record"]), TABLE) == []


def test_a_worked_hand_scores_as_printed(worked_hand):
    scored, expected = score(worked_hand["record"]), worked_hand["expect"]
    assert scored.complete
    assert scored.winners == tuple(expected["winners"])
    assert scored.last_trick_winner == expected["winners"][-1]
    assert scored.trick_points == exact(expected["trick_points"])
    assert scored.points_won == exact(expected["points_won"])


def test_a_worked_hand_has_the_illegal_plays_that_the_file_names(worked_hand):
    found = [plainly(play) for play in score(worked_hand["record"]).illegal_plays]
    assert [(trick, seat, must, could) for trick, seat, _, must, could, _ in found] == as_figures(worked_hand["expect"])


def test_both_revokes_of_game_2_show_in_the_third_trick():
    """Trick 3 reads 3S, AS, 10S, 7S: C shows the 10S and D the 7S."""
    assert [(play.seat, play.shown_in) for play in score(HANDS[1]["record"]).illegal_plays] == [(3, 3), (2, 3)]


def test_the_same_plays_are_reported_at_once_when_the_holdings_are_known():
    record = HANDS[1]["record"]
    holdings = [[row[seat] for row in record["tricks"]] for seat in range(4)]
    found = [plainly(play) for play in score({**record, "holdings": holdings}).illegal_plays]
    assert [(trick, seat, must, could) for trick, seat, _, must, could, _ in found] == as_figures(HANDS[1]["expect"])
    assert [shown_in for *_, shown_in in found] == [None, None]


def test_the_reference_judge_agrees_with_the_document(worked_hand):
    record, expected = worked_hand["record"], worked_hand["expect"]
    verdict = reference.judge(record["direction"], record["first_leader"], record["tricks"])
    assert verdict.faults == []
    assert verdict.finished
    assert verdict.winners == expected["winners"]
    assert verdict.trick_points == expected["trick_points"]
    assert verdict.points_won == expected["points_won"]
    found = [(play.trick, play.seat, play.must, play.could_have_played) for play in verdict.illegal]
    assert found == as_figures(expected)


def test_cards_are_numbered_by_suit_and_rank():
    """The masks depend on this order: clubs, spades, diamonds, hearts, each from the two up."""
    assert [CARD_BY_SPELLING[code] for code in ("2C", "AC", "2S", "AS", "2D", "AD", "2H", "AH")] == [
        0, 12, 13, 25, 26, 38, 39, 51,
    ]  # fmt: skip


def printed_series():
    return [score(totals(*hand["points_won"], last_trick=hand["last_trick"])) for hand in SERIES["hands"]]


def series_with_two_hands_card_by_card():
    return [*(score(hand["record"]) for hand in HANDS), *printed_series()[2:]]


@pytest.mark.parametrize("series", [printed_series, series_with_two_hands_card_by_card])
def test_points_entered_and_totals_are_as_printed(series):
    scores = series()
    assert [scored.points_entered for scored in scores] == [exact(hand["points_entered"]) for hand in SERIES["hands"]]
    assert list(stand(scores).running) == [exact(hand["cumulative"]) for hand in SERIES["hands"]]
    for number, hand in enumerate(SERIES["hands"], start=1):
        standing = stand(scores[:number])
        assert standing.cumulative == exact(hand["cumulative"])
        assert standing.dealer == hand["last_trick"]
        assert standing.over == (number == 4)


@pytest.mark.parametrize("series", [printed_series, series_with_two_hands_card_by_card])
def test_ranking_and_settlement_are_as_printed(series):
    scores = series()
    standing, paid = stand(scores), settle(scores)
    assert standing.over
    assert standing.counted == 4
    assert [list(level) for level in standing.ranking] == SERIES["ranking"]
    assert nets(paid, "difference") == exact(SERIES["differences"])
    assert nets(paid, "standard") == exact(SERIES["standard"])
    assert nets(paid) == exact(SERIES["totals"])
    assert tuple(net * Fraction("0.25") for net in nets(paid)) == exact(SERIES["rupees"])


def test_every_payment_of_the_series():
    """A 41, B 18.5, C 6.5, D 4: six differences, and 20, 30 and 40 to the winner."""
    half = Fraction(1, 2)
    assert payments(settle(printed_series())) == {
        (1, 0, 22 + half, "difference"),
        (2, 0, 34 + half, "difference"),
        (3, 0, Fraction(37), "difference"),
        (2, 1, Fraction(12), "difference"),
        (3, 1, 14 + half, "difference"),
        (3, 2, 2 + half, "difference"),
        (1, 0, Fraction(20), "standard"),
        (2, 0, Fraction(30), "standard"),
        (3, 0, Fraction(40), "standard"),
    }


def test_the_hand_of_the_web_page_scores_as_printed():
    """8, 12½, 10, 9½: A loses 2, B wins 12½, C wins 10 and D loses ½."""
    scored = score(totals(8, 12.5, 10, 9.5), JaagoChalis.presets["pagat"].rules)
    assert scored.points_entered == exact([-2, 12.5, 10, -0.5])
