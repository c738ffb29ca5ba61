"""Legal cards, card points and trick winners: compared with the reference judge, and in worked hands."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue.jass.game import Jass
from games.kit.cards import CODES
from games.kit.jass_cards import Trump, jass_law, trumps, worth
from tests.games.jass import reference
from tests.games.series import Series, rules_of

SWISS = Jass.presets["swiss-club"].rules


def deal(seed: int) -> list[list[str]]:
    pack = list(reference.PACK)
    random.Random(seed).shuffle(pack)
    return [pack[seat * 9 : seat * 9 + 9] for seat in range(4)]


def play_out(
    seed: int, trump: str, *, legal_only: bool
) -> tuple[dict[str, object], list[tuple[int, int, str, list[str]]]]:
    """A random round, and every illegal card: trick, seat, card, and the cards that were allowed."""
    chance = random.Random(seed)
    hands, leader, tricks, offences = deal(seed), 0, [], []
    for number in range(1, 10):
        table: list[str] = []
        row = ["" for _ in range(4)]
        for turn in range(4):
            seat = (leader + turn) % 4
            allowed = reference.legal(hands[seat], table, reference.way(trump, number), keep_jack=True)
            card = chance.choice(allowed if legal_only else hands[seat])
            if card not in allowed:
                offences.append((number, seat, card, sorted(allowed)))
            hands[seat].remove(card)
            table.append(card)
            row[seat] = card
        tricks.append(row)
        leader = row.index(reference.best(table, reference.way(trump, number)))
    return {"trump": trump, "direction": "clockwise", "first_leader": 0, "tricks": tricks}, offences


@given(seed=st.integers(0, 10**9), trump=st.sampled_from([trump.value for trump in trumps(without_trump=True)]))
def test_a_legal_round_has_no_illegal_play_and_157_points(seed, trump):
    record, _ = play_out(seed, trump, legal_only=True)
    series = Series(Jass, 4, SWISS).play(record)
    score = series.scores[0]
    assert score.illegal_plays == ()
    assert score.points_won[0] + score.points_won[1] == 157


def test_the_leader_of_a_round_deals_the_next_round():
    record, _ = play_out(7, "hearts", legal_only=True)
    assert Series(Jass, 4, first_dealer=None).play(record).standing.dealer == record["first_leader"] == 0


@given(seed=st.integers(0, 10**9), trump=st.sampled_from([trump.value for trump in trumps(without_trump=True)]))
def test_both_judges_find_the_same_illegal_plays(seed, trump):
    record, offences = play_out(seed, trump, legal_only=False)
    found = [
        (play.trick, play.seat, CODES[play.played], sorted(CODES[card] for card in play.could_have_played))
        for play in Series(Jass, 4, SWISS).play(record).scores[0].illegal_plays
    ]
    assert found == offences


@pytest.mark.parametrize("trump", trumps(without_trump=True))
def test_the_cards_sum_to_152_points_with_any_trump(trump):
    assert sum(jass_law(trump).source.worth) == 152


@pytest.mark.parametrize(
    ("card", "trump", "points"),
    [
        ("JH", "hearts", 20), ("9H", "hearts", 14), ("AH", "hearts", 11), ("10H", "hearts", 10),
        ("KH", "hearts", 4), ("QH", "hearts", 3), ("8H", "hearts", 0), ("6H", "hearts", 0),
        ("AC", "hearts", 11), ("10C", "hearts", 10), ("KC", "hearts", 4), ("QC", "hearts", 3),
        ("JC", "hearts", 2), ("9C", "hearts", 0), ("8C", "top_down", 8), ("6C", "bottom_up", 11),
    ],
)  # fmt: skip
def test_card_points_depend_on_trump(card, trump, points):
    assert worth(CODES.index(card), Trump(trump)) == points


def first_trick(*row: str, trump: str = "hearts", holdings: list[list[str]] | None = None) -> dict[str, object]:
    return {"trump": trump, "direction": "clockwise", "first_leader": 0, "tricks": [list(row)], "holdings": holdings}


@pytest.mark.parametrize(
    ("played", "musts"),
    [
        ("7C", []),  # follows
        ("JH", []),  # trumps, which is allowed
        ("6D", ["follow clubs"]),
        ("6H", ["follow clubs"]),  # below the trump on the table, although it could follow suit
    ],
)
def test_a_player_may_follow_suit_or_overtrump(played, musts):
    """Seat 0 led the ace of clubs, and seat 1 trumped with the nine of hearts."""
    rest = [card for card in reference.PACK if card not in ("AC", "9H", "7C", "JH", "6D", "6H")]
    hands = [["AC", *rest[:8]], ["9H", *rest[8:16]], ["7C", "JH", "6D", "6H", *rest[16:21]], rest[21:30]]
    data = first_trick("AC", "9H", played, None, holdings=hands)
    assert [play.must for play in Series(Jass, 4).score_of(data).illegal_plays] == musts


def test_undertrumping_is_allowed_with_only_trumps():
    hearts = ["6H", "7H", "8H", "10H", "QH", "KH", "AH"]
    assert reference.legal(hearts, ["AC", "JH"], "hearts") == hearts
    under = first_trick("AC", "JH", "6H", None)
    assert Series(Jass, 4).score_of(under).illegal_plays == ()


@pytest.mark.parametrize(("option", "illegal"), [(True, 0), (False, 1)])
def test_the_jack_of_trump_may_be_withheld_with_that_option(option, illegal):
    rest = [card for card in reference.PACK if is_not_a_heart(card)]
    hands = [
        ["AH", *rest[:8]],
        ["JH", *rest[8:16]],
        ["9H", *rest[16:24]],
        ["KH", *rest[24:27], "6H", "7H", "8H", "QH", "10H"],
    ]
    record = first_trick("AH", rest[8], None, None, holdings=hands)
    series = Series(Jass, 4, rules_of(Jass, trump_jack_may_be_withheld=option))
    assert len(series.score_of(record).illegal_plays) == illegal


def is_not_a_heart(card: str) -> bool:
    return reference.suit(card) != "H"


@pytest.mark.parametrize(
    ("dealer", "direction", "warnings"),
    [
        (3, "clockwise", []),
        (1, "anticlockwise", []),
        (1, "clockwise", [("first_leader", "not_after_dealer")]),
        (3, "anticlockwise", [("first_leader", "not_after_dealer")]),
        (None, "clockwise", []),
    ],
)
def test_a_leader_who_is_not_after_the_dealer_is_doubtful(dealer, direction, warnings):
    record, _ = play_out(7, "hearts", legal_only=True)  # seat 0 leads
    series = Series(Jass, 4, SWISS, first_dealer=dealer)
    assert series.play({**record, "direction": direction}).warnings == warnings
