"""Weis that the cards deny. What is worth how much stands in docs/rules/jass.md."""

import pytest

from games.catalogue.jass.game import Jass
from games.contract import Table
from tests.games.series import Series

SWISS = Jass.presets["swiss-club"].rules
RANKS = "6 7 8 9 10 J Q K A".split()
CLUBS, SPADES, DIAMONDS, HEARTS = ([rank + suit for rank in RANKS] for suit in "CSDH")

# Each player has a whole suit: the longest sequences that there can be.
SUITS = [CLUBS, SPADES, DIAMONDS, HEARTS]
# The first player has four jacks and five clubs in a row, the third four nines and the three highest spades.
FOURS = [
    ["JC", "JS", "JD", "JH", "6C", "7C", "8C", "10C", "AD"],
    ["9C", "QC", "KC", "AC", "6S", "7S", "8S", "10S", "KH"],
    ["9S", "9D", "9H", "QS", "KS", "AS", "6D", "8D", "QH"],
    ["7D", "10D", "QD", "KD", "6H", "7H", "8H", "10H", "AH"],
]


def cards(hands: list[list[str]], *melds: int, team: int = 0) -> dict[str, object]:
    tricks = [list(trick) for trick in zip(*hands, strict=True)]
    play = {"trump": "hearts", "direction": "clockwise", "first_leader": 0, "tricks": tricks}
    return {**play, "melds": list(melds), "meld_team": team}


def totals(*melds: int) -> dict[str, object]:
    return {"trump": "hearts", "card_points": [100, 57], "melds": list(melds), "meld_team": 0}


@pytest.mark.parametrize(
    ("record", "possible"),
    [
        # Nine in a row, twice in this team: 200 each, or less if a player announces less.
        (cards(SUITS, 200, 200), True),
        (cards(SUITS, 200, 200, 20), False),  # two cards are left of each sequence
        (cards(SUITS, 100, 50, 20), True),  # 5 + 4 of the one, 3 of the other
        (cards(SUITS, 50, 50, 50, 50, 20), False),  # 4 + 4 of each, and one card is left
        # Team 0: four jacks (200), 6 7 8 and Q K A in a row (20 each).
        (cards(FOURS, 200, 20, 20), True),
        (cards(FOURS, 200, 200), False),
        (cards(FOURS, 20, 20, 20), False),
        (cards(FOURS, 150), False),  # three nines only
        (cards(FOURS, 100), False),
        # Team 1: Q K A, 6 7 8, and 6 7 8 in a row.
        (cards(FOURS, 20, 20, 20, team=1), True),
        (cards(FOURS, 50, team=1), False),
        (cards(FOURS, 200, team=1), False),
    ],
)
def test_known_cards_deny_weis_that_was_not_held(record, possible):
    assert Series(Jass, 4, SWISS).problems(record) == ([] if possible else [("melds", "not_held")])


@pytest.mark.parametrize(
    ("melds", "possible"),
    [
        # Two whole suits are the most: 300 + 300. JJJJ 9999 and a ten make 200 + 150 + 20, and AAAA KKKK and a queen
        # 100 + 100 + 20.
        ([300, 300], True),
        ([200, 150, 100, 100, 20, 20], True),
        ([300, 300, 20], False),
        ([200] * 12, False),
    ],
)
def test_eighteen_cards_hold_weis_of_600_at_most(melds, possible):
    assert Series(Jass, 4, SWISS).problems(totals(*melds)) == ([] if possible else [("melds", "too_many")])


@pytest.mark.parametrize("record", [totals(300, 300, 200), cards(FOURS, 150)])
def test_weis_that_was_recorded_before_stays_valid(record):
    assert Jass(SWISS, 4).check(Jass.read_record(record).value, Table(4)) == []


def asked_at_end(record: dict[str, object], rules: object = SWISS) -> dict[str, object]:
    game = Jass(rules, 4)
    asked = game.questions_at_end(Jass.read_record(record).value, Table(4))
    return {question.field: [value for value, _label in question.options] for question in asked}


def test_known_cards_leave_open_only_what_was_announced():
    """Nobody has king and queen of hearts. The four jacks of team 0 are the best Weis."""
    own = [(20, 20, 200), (20, 200), (200,), (20, 20), (20,)]
    others = [(20, 20, 20), (20, 20), (20,)]
    asked = asked_at_end(cards(FOURS))
    assert list(asked) == ["trump", "weis", "passed"]
    assert asked["weis"] == [*((0, melds) for melds in own), *((1, melds) for melds in others)]


def test_stoeck_is_asked_of_its_holder():
    assert asked_at_end(cards(SUITS))["stoeck"] == [1]  # hearts are with the fourth player
    assert "stoeck" not in asked_at_end(cards(SUITS) | {"trump": "top_down"})


def test_an_answer_that_the_cards_deny_can_still_be_changed():
    asked = asked_at_end(cards(FOURS, 50, team=1) | {"stoeck": 0})
    assert (1, (50,)) in asked["weis"]
    assert asked["stoeck"] == [0]


def test_only_what_counts_is_asked():
    assert list(asked_at_end(cards(SUITS), Jass.presets["salon"].rules)) == ["trump", "passed"]
    assert [question.field for question in Jass(SWISS, 4).questions(by_card=True)] == ["trump", "passed"]


def test_the_keypad_has_keys_for_weis_stoeck_and_match():
    asked = Jass(SWISS, 4).questions(by_card=False)
    assert {question.field: question.key for question in asked if question.key} == {
        "meld_team": "Weis",
        "melds": "Weis",
        "stoeck": "Stöck",
        "match": "Match",
    }
