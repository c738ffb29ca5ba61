"""Slalom, misère, guschti and mary: judged, shown and entered by the way of each trick, and worth 157 in all."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kit.cards import CARD_BY_SPELLING, CODES, cards_in, mask_of
from games.kit.entering import exchange, lay_card
from games.kit.jass_cards import PACK, POSSIBLE_POINTS, WAYS, Trump, jass_shape, trumps, worth
from games.kit.judging import judge_play
from games.kit.plays import PlayRecord
from games.kit.table_view import view_table
from tests.games.jass import reference
from tests.games.jass.test_play import play_out

KINDS = [kind.value for kind in Trump]


def play_of(tricks: Sequence[Sequence[str | None]], holdings: Sequence[Sequence[str]] | None = None) -> PlayRecord:
    data = {"direction": "clockwise", "first_leader": 0, "tricks": tricks, "holdings": holdings}
    return PlayRecord.model_validate(data)


def test_what_an_option_without_trump_names_stays_what_it_was():
    assert [trump.value for trump in trumps(without_trump=True)] == [
        "clubs", "spades", "diamonds", "hearts", "top_down", "bottom_up",
    ]  # fmt: skip
    assert [trump.value for trump in Trump if trump in WAYS] == [
        "slalom_down", "slalom_up", "misere", "guschti", "mary",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "winners"),
    [
        ("top_down", "333333333"),
        ("bottom_up", "000000000"),
        ("slalom_down", "303030303"),
        ("slalom_up", "030303030"),
        ("misere", "333333333"),
        ("guschti", "333300000"),
        ("mary", "000033333"),
    ],
)
def test_the_way_goes_from_trick_to_trick(kind, winners):
    """Nobody can follow wrongly: each trick is of one suit, and seat 3 has its highest card, seat 0 its lowest."""
    low_to_high = [["6", "7", "8", "A"], ["9", "10", "J", "K"]]
    tricks = [[f"{rank}{suit}" for rank in ranks] for suit in "CSDH" for ranks in low_to_high]
    tricks.append(["QC", "QS", "QD", "QH"])  # whoever leads takes it
    judged = judge_play(play_of(tricks), jass_shape(Trump(kind)))
    expected = [int(winner) for winner in winners]
    expected[-1] = expected[-2]
    assert list(judged.winners) == expected
    of_each = {"6": 0, "7": 0, "8": 8, "9": 0, "10": 10, "J": 2, "Q": 3, "K": 4, "A": 11}
    if kind == "bottom_up":
        of_each |= {"6": 11, "A": 0}
    points = [sum(of_each[card[:-1]] for card in trick) for trick in tricks]
    points[-1] += 5
    assert list(judged.trick_points) == points
    assert sum(points) == 157


@pytest.mark.parametrize("kind", WAYS)
def test_cards_are_worth_what_they_are_top_down(kind):
    assert [worth(card, kind) for card in range(52)] == [worth(card, Trump.TOP_DOWN) for card in range(52)]


@pytest.mark.parametrize("trump", Trump)
def test_cards_can_have_the_same_points_under_every_trump(trump):
    sums = {0, 5}
    for card in cards_in(PACK):
        sums |= {points + worth(card, trump) for points in sums}
    assert sums == POSSIBLE_POINTS


@given(seed=st.integers(0, 10**9), kind=st.sampled_from(KINDS), unfinished=st.integers(0, 8))
def test_both_judges_say_the_same_of_any_kind(seed, kind, unfinished):
    data, offences = play_out(seed, kind, legal_only=False)
    shape = jass_shape(Trump(kind), jack_may_be_withheld=True)
    tricks = data["tricks"]
    judged = judge_play(play_of(tricks), shape)
    found = [(offence.trick + 1, offence.seat, CODES[offence.card]) for offence in judged.offences]
    assert found == [(trick, seat, card) for trick, seat, card, _allowed in offences]
    assert sum(judged.points) == 157
    holdings = [[row[seat] for row in tricks] for seat in range(4)]
    begun = judge_play(play_of(tricks[:unfinished], holdings), shape)
    assert begun.winners == judged.winners[:unfinished]
    assert list(begun.offences) == [offence for offence in judged.offences if offence.trick < unfinished]


@given(seed=st.integers(0, 10**9), kind=st.sampled_from([kind.value for kind in WAYS]))
def test_a_round_that_is_laid_card_by_card_marks_what_may_be_played(seed, kind):
    """With all holdings known, the marks are exactly the slow judge's; the view knows who is to play, and who won."""
    chance, shape = random.Random(seed), jass_shape(Trump(kind))
    data, _ = play_out(seed, kind, legal_only=True)
    holdings = [[row[seat] for row in data["tricks"]] for seat in range(4)]
    play = play_of([], holdings)
    order: list[str] = []
    while (view := view_table(play, shape)).turn is not None and len(order) < 34:
        table = order[len(order) // 4 * 4 :]
        held = [card for card in holdings[view.turn] if card not in order]
        legal = reference.legal(held, table, reference.way(kind, len(order) // 4 + 1))
        marked = mask_of(CARD_BY_SPELLING[card] for card in held) & ~view.forbidden
        assert marked == mask_of(CARD_BY_SPELLING[card] for card in legal)
        order.append(chance.choice(legal))
        play = lay_card(play, shape, CARD_BY_SPELLING[order[-1]])
        if table and (best := reference.best([*table, order[-1]], reference.way(kind, (len(order) + 3) // 4))):
            winning = view_table(play, shape).winning
            assert winning is None or play.open_trick[winning] == CARD_BY_SPELLING[best] or len(order) % 4 == 0


def test_a_card_put_right_moves_the_turn_by_the_way_of_its_trick():
    """Slalom, second trick, bottom up: with the six of hearts for the king seat 3 takes it and leads the third."""
    play = play_of([["AC", "KC", "QC", "JC"], ["8H", "9H", "10H", "KH"], ["9S", None, None, None]])
    shape = jass_shape(Trump.SLALOM_DOWN)
    changed = exchange(play, shape, 2, 3, CARD_BY_SPELLING["6H"])
    assert view_table(changed, shape).leader == 3
    assert [CODES[card] for card in changed.tricks[2] if card is not None] == ["9S"]
    assert changed.tricks[2][3] is not None
