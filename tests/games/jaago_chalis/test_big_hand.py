"""The bonus for 26 or more in one hand: who pays it in each of its three forms."""

from fractions import Fraction

import pytest

from games.catalogue.jaago_chalis.game import JaagoChalis
from tests.games.data import load
from tests.games.jaago_chalis.table import nets, payments, rules_with, score, settle, stand, totals


def bonus(*won, **options):
    return {payment[:3] for payment in payments(score(totals(*won), rules_with(**options)).transfers)}


RANKED = {(1, 0, 20), (2, 0, 30), (3, 0, 40)}
THIRDS = {(payer, 0, Fraction(100, 3)) for payer in (1, 2, 3)}


@pytest.mark.parametrize(
    ("won", "options", "paid"),
    [
        # The others pay by their points in that hand, wherever they sit.
        ((27, 6, 4, 3), {}, RANKED),
        ((3, 4, 27, 6), {}, {(3, 2, 20), (1, 2, 30), (0, 2, 40)}),
        # Level payers pay the mean: of 20 and 30, of 30 and 40, of all three.
        ((26, 5, 5, 4), {}, {(1, 0, 25), (2, 0, 25), (3, 0, 40)}),
        ((26, 6, 4, 4), {}, {(1, 0, 20), (2, 0, 35), (3, 0, 35)}),
        ((28, 4, 4, 4), {}, {(1, 0, 30), (2, 0, 30), (3, 0, 30)}),
        # With equal shares each pays a third of 20 + 30 + 50.
        ((27, 6, 4, 3), {"big_hand_bonus": "equal", "highest": 50}, THIRDS),
        ((27, 6, 4, 3), {"big_hand_bonus": "off"}, set()),
        # A hand is big from 26 points, or from the limit of the rules.
        ((25.5, 14.5, 0, 0), {}, set()),
        ((26, 6, 5, 3), {}, RANKED),
        ((26.5, 6.5, 4, 3), {}, RANKED),
        ((40, 0, 0, 0), {}, {(1, 0, 30), (2, 0, 30), (3, 0, 30)}),
        ((20, 12, 5, 3), {"big_hand": 20}, RANKED),
        ((27, 6, 4, 3), {"big_hand": 27.5}, set()),
        # Two big hands in one deal: each of the two is first among the other's three payers; (30 + 40) / 2 = 35.
        ((20, 20, 0, 0), {"big_hand": 20}, {(1, 0, 20), (2, 0, 35), (3, 0, 35), (0, 1, 20), (2, 1, 35), (3, 1, 35)}),
        # A sum of zero makes no payment.
        ((27, 6, 4, 3), {"lowest": 0}, {(2, 0, 30), (3, 0, 40)}),
    ],
)
def test_who_pays_for_a_big_hand(won, options, paid):
    assert bonus(*won, **options) == paid


def test_the_preset_of_the_web_page_has_no_bonus():
    assert score(totals(27, 6, 4, 3), JaagoChalis.presets["pagat"].rules).transfers == ()


def test_the_bonus_does_not_change_points_entered():
    """Points entered are 27 and the lacking 4, 6 and 7, as in any other hand."""
    assert score(totals(27, 6, 4, 3)).points_entered == (27, -4, -6, -7)


def test_the_bonus_is_never_doubled():
    """D stands at −17 after two such hands and pays 40 twice, not 80."""
    hand = score(totals(26, 6, 5, 3))
    paid = settle([hand, hand])
    assert nets(paid, "big_hand") == (180, -40, -60, -80)


def test_the_bonus_has_its_own_cause_in_the_settlement():
    """27 and then 16: A has 43 and it is over. B −4 −2 = −6, C −6 −2 = −8, D −7 −2 = −9, all doubled."""
    scores = [score(totals(27, 6, 4, 3)), score(totals(16, 8, 8, 8))]
    paid = settle(scores)
    assert stand(scores).over
    assert nets(paid, "big_hand") == (90, -20, -30, -40)
    assert nets(paid, "standard_doubled") == (180, -40, -60, -80)
    # A 49 + 51 + 52 = 152; B −49 + 2 + 3 = −44; C −51 − 2 + 1 = −52; D −52 − 3 − 1 = −56
    assert nets(paid, "difference") == (152, -44, -52, -56)
    assert nets(paid) == (422, -104, -142, -176)


def test_a_bonus_of_a_hand_after_the_end_does_not_count():
    scores = [score(totals(40, 0, 0, 0)), score(totals(0, 40, 0, 0))]
    # 40 at once ends the series. The three payers are level in that hand: 30 each.
    assert nets(settle(scores), "big_hand") == (90, -30, -30, -30)


def test_no_bonus_before_the_last_card():
    """With a limit of zero every complete hand is big for every player. Twelve tricks are not a complete hand."""
    record = load("jaago-chalis-game-1.json")["record"]
    everything = rules_with(big_hand=0)
    assert score(record, everything).transfers != ()
    assert score({**record, "tricks": record["tricks"][:12]}, everything).transfers == ()


def test_a_hand_card_by_card_can_be_big():
    """C won 18 in game 1; B and D are level with 8½ at (20 + 30) / 2, A is last with 5."""
    scored = score(load("jaago-chalis-game-1.json")["record"], rules_with(big_hand=18))
    assert {payment[:3] for payment in payments(scored.transfers)} == {(1, 2, 25), (3, 2, 25), (0, 2, 40)}
