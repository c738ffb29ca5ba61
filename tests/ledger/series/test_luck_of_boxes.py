"""The worth of a hand with fewer boxes to choose from than in the first one, and the correction of an earlier hand."""

from fractions import Fraction

from ledger.series import luck
from ledger.series.models import CardWorth
from tests.ledger.series.conftest import start_game


def test_what_could_be_chosen_depends_on_the_hands_before(scorer, players):
    """Each seat has a suit and seat 0 leads: its team takes all 157 without trump, and nothing in misère."""
    boxes = [{"kind": kind, "factor": 1} for kind in ("top_down", "bottom_up", "misere")]
    scored = start_game(scorer, "coiffeur", players, boxes=boxes)
    tricks = [[rank + suit for suit in "CSDH"] for rank in ("6", "7", "8", "9", "10", "J", "Q", "K", "A")]
    by_cards = {"team": 0, "kind": "top_down", "direction": "clockwise", "first_leader": 0, "tricks": tricks}
    first = {"team": 0, "kind": "misere", "card_points": 57}
    state = scored.record(first, by_cards)
    for _again in range(2):
        worth = luck.worth_of_hand(state, 2)
        assert worth is not None
        assert worth.mean == (157, 0, 157, 0)  # top down or bottom up
    other_box = first | {"kind": "bottom_up"}
    scored.correct(1, other_box, "another box")
    for _again in range(2):
        worth = luck.worth_of_hand(scored.state(), 2)
        assert worth is not None
        assert worth.mean == (Fraction(157, 2),) * 4  # top down or misère
    scored.stop(with_standard=False)
    scored.series.refresh_from_db()
    luck.work_out_luck(scored.series)
    assert CardWorth.objects.count() == 1, "the worth from before the correction was kept"
