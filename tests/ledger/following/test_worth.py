"""What the cards of a hand were worth, on its page."""

from fractions import Fraction
from typing import Any

from pytest_django.asserts import assertNumQueries

from games.kit.cards import CODES, RANKS
from games.kit.playouts import worth_of_cards
from ledger.series.luck import worth_of_hand
from ledger.series.models import CardWorth
from tests.ledger.pages import address, text_of
from tests.ledger.series.conftest import J40, start_game

# Every seat has one suit: spades take what clubs lead and clubs what spades lead, 3 points each, whatever is played.
# Spades take seven tricks, with the last one: 22 points, clubs 18.
SUITS: dict[str, Any] = {
    "direction": "clockwise",
    "first_leader": 0,
    "tricks": [[code for code in CODES if code[:-1] == rank] for rank in RANKS],
}


def test_the_page_of_a_hand_says_what_its_cards_were_worth(bob_scores, veras_phone):
    bob_scores.record(SUITS)
    shown = text_of(veras_phone.get(address("hand", bob_scores.series, 1)))
    assert "What the cards were worth" in shown
    assert "A A 18 ± 0 18 18 B B 22 ± 0 22 22 C C 0 ± 0 0 0 D D 0 ± 0 0 0" in shown
    assert "500 times" in shown


def test_it_is_worked_out_once_and_from_the_hash_alone(bob_scores):
    state = bob_scores.record(J40[0])
    assert not CardWorth.objects.exists()  # a save does not wait for it
    first = worth_of_hand(state, 1)
    assert first is not None
    assert first == worth_of_cards(state.game, state.play.hands[0].record, int(state.events[0].hash, 16))
    assert sum(first.mean) == sum(first.won) == 40
    assert list(CardWorth.objects.values_list("pk", flat=True)) == [state.events[0].hash]
    with assertNumQueries(1):
        assert worth_of_hand(state, 1) == first
    CardWorth.objects.all().delete()
    assert worth_of_hand(state, 1) == first


def test_what_is_kept_is_what_is_shown(bob_scores):
    state = bob_scores.record(SUITS)
    figures = {"won": ["18"] * 4, "mean": ["33/4"] * 4, "lowest": ["1/2"] * 4, "spread": [2.5] * 4, "playouts": 500}
    CardWorth.objects.create(pk=state.events[0].hash, series=state.series, figures=figures)
    worth = worth_of_hand(state, 1)
    assert worth is not None
    assert (worth.mean[0], worth.lowest[0], worth.spread[0]) == (Fraction(33, 4), Fraction(1, 2), 2.5)


def test_a_correction_has_a_worth_of_its_own(bob_scores):
    state = bob_scores.record(SUITS, SUITS | {"first_leader": 1})
    one, other = worth_of_hand(state, 1), worth_of_hand(state, 2)
    assert one is not None
    assert other is not None
    assert one.mean != other.mean
    assert CardWorth.objects.count() == 2


def test_totals_and_deals_that_were_thrown_in_have_none(bob_scores, veras_phone):
    state = bob_scores.record(J40[2], {"thrown_in": True, "reason": "", "play": SUITS})
    assert worth_of_hand(state, 1) is None
    assert worth_of_hand(state, 2) is None
    for number in (1, 2):
        assert "What the cards were worth" not in text_of(veras_phone.get(address("hand", bob_scores.series, number)))
    assert not CardWorth.objects.exists()


CHOICE, CALLED = "with each trump that could have been named", "What was called before the play is not in it"


def test_what_is_said_of_trump_and_of_calls(scorer, players, veras_phone):
    for slug, ranks, more, said in (
        ("jaago-chalis", RANKS, {}, ""),
        ("jass", RANKS[4:], {"trump": "hearts"}, CHOICE),
        ("call-break", RANKS, {"calls": [1] * 4}, CALLED),
    ):
        scored = start_game(scorer, slug, players)
        tricks = [[rank + suit for suit in "CSDH"] for rank in ranks]
        scored.record({"direction": "clockwise", "first_leader": 0, "tricks": tricks} | more)
        shown = text_of(veras_phone.get(address("hand", scored.series, 1)))
        assert "What the cards were worth" in shown
        assert [text for text in (CHOICE, CALLED) if text in shown] == [said] * bool(said)
