"""What a Weis is worth, which Weis players held, and which were not announced. By hand from docs/rules/jass.md."""

from typing import Any

import pytest

from games.catalogue.jass.game import Jass
from games.catalogue.jass.weis import Weis, team_with_the_best
from games.kit.cards import CARD_BY_SPELLING
from games.kit.jass_cards import Trump
from tests.games.jass.test_weis import cards, totals
from tests.games.series import Series, rules_of

# Three players have sequences of six, seven and eight cards; the last player has the remaining cards.
RUNS = [
    ["6C", "7C", "8C", "9C", "10C", "JC", "6S", "7S", "8S"],  # six (150), three (20)
    ["6D", "7D", "8D", "9D", "10D", "JD", "QD", "9S", "10S"],  # seven (200)
    ["6H", "7H", "8H", "9H", "10H", "JH", "QH", "KH", "JS"],  # eight (250)
    ["QC", "KC", "AC", "KD", "AD", "AH", "QS", "KS", "AS"],  # three (20), three (20), four aces (100)
]


def club(**options: object) -> Any:
    return rules_of(Jass, **(Jass.presets["swiss-club"].rules.model_dump(mode="json") | options))


@pytest.mark.parametrize(
    ("melds", "team", "possible"),
    [
        ([150, 250, 20], 0, True),
        ([150, 300], 0, False),
        ([200, 100, 20, 20], 1, True),
        ([250], 1, False),
        ([200, 50], 1, False),
        ([100, 50, 50], 0, True),  # five cards of the sequence of six; the sequence of eight as two of four
    ],
)
def test_a_sequence_is_worth_its_length(melds, team, possible):
    problems = Series(Jass, 4, club()).problems(cards(RUNS, *melds, team=team))
    assert problems == ([] if possible else [("melds", "not_held")])


@pytest.mark.parametrize(("melds", "possible"), [([100, 100, 20], True), ([150], False), ([100, 100, 50], False)])
def test_with_long_sequences_at_100_no_sequence_is_worth_more(melds, possible):
    problems = Series(Jass, 4, club(long_sequences_count_100=True)).problems(cards(RUNS, *melds))
    assert problems == ([] if possible else [("melds", "not_held")])


@pytest.mark.parametrize(
    ("melds", "problems"),
    [
        ([200, 150, 100, 100, 20, 20], []),  # 590: 200 and 150 are for four of a kind
        ([200, 150, 150, 100], [("melds", "too_many")]),
        ([250], [("melds", "not_played")]),
        ([300, 20], [("melds", "not_played")]),
    ],
)
def test_where_long_sequences_count_100_the_most_is_590(melds, problems):
    assert Series(Jass, 4, club(long_sequences_count_100=True)).problems(totals(*melds)) == problems


def test_the_weis_and_stoeck_that_were_held_are_named():
    score = Series(Jass, 4, club()).play(cards(RUNS, 150, 250, 20)).scores[0]
    assert [str(sentence) for sentence in score.reasoning] == [
        "seat 1 held 6♣, 7♣, 8♣, 9♣, 10♣, J♣: Weis of 150.",
        "seat 1 held 6♠, 7♠, 8♠: Weis of 20.",
        "seat 2 held 6♦, 7♦, 8♦, 9♦, 10♦, J♦, Q♦: Weis of 200.",
        "seat 3 held 6♥, 7♥, 8♥, 9♥, 10♥, J♥, Q♥, K♥: Weis of 250.",
        "seat 4 held A♣, A♠, A♦, A♥: Weis of 100.",
        "seat 4 held Q♣, K♣, A♣: Weis of 20.",
        "seat 4 held Q♠, K♠, A♠: Weis of 20.",
        "seat 3 held king and queen of trump: Stöck.",
    ]


MELDS, STOECK = ("melds", "not_claimed"), ("stoeck", "not_claimed")


@pytest.mark.parametrize(
    ("said", "missing"),
    [
        ({"melds": [150, 250, 20], "meld_team": 0, "stoeck": 0}, []),
        ({"melds": [150, 250], "meld_team": 0, "stoeck": 0}, [MELDS]),
        ({"melds": [200, 100, 20, 20], "meld_team": 1, "stoeck": 0}, [MELDS]),  # the other team has the best
        ({"stoeck": 0}, [MELDS]),
        ({"melds": [150, 250, 20], "meld_team": 0}, [STOECK]),
        ({"trump": "top_down"}, [MELDS]),
    ],
)
def test_what_was_held_and_not_claimed_is_asked_about(said, missing):
    record = {name: value for name, value in cards(RUNS).items() if not name.startswith("meld")}
    assert Series(Jass, 4, club(), first_dealer=None).play(record | said).warnings == missing
    silent = {name: value for name, value in (record | said).items() if name in {*record, "trump"}}
    without = club(melds=False, stoeck=False)
    assert Series(Jass, 4, without, first_dealer=None).play(silent).warnings == []


@pytest.mark.parametrize(("trump", "team"), [("clubs", 1), ("spades", 0), ("hearts", 0)])
def test_of_equal_weis_the_higher_card_then_trump_then_the_first_player_is_best(trump, team):
    """Each player has a sequence of three; those of seats 0 and 1 go up to the ace. Only seat 2 has a six."""
    rows = ["QS KS AS", "QC KC AC", "6D 7D 8D", "9H 10H JH"]
    weis = [Weis(seat, 20, tuple(CARD_BY_SPELLING[card] for card in row.split())) for seat, row in enumerate(rows)]
    order = [0, 3, 2, 1]
    assert team_with_the_best(weis, Trump(trump), order) == team
    assert team_with_the_best(weis[1:], Trump.BOTTOM_UP, order) == 0  # the six is the highest then
    assert team_with_the_best([*weis, Weis(3, 50, weis[3].cards)], Trump(trump), order) == 1


@pytest.mark.parametrize(("option", "points"), [(True, [257, 0]), (False, [257, 50])])
def test_a_team_without_a_trick_may_lose_its_weis(option, points):
    record = {"trump": "hearts", "card_points": [157, 0], "match": 0, "melds": [50], "meld_team": 1}
    series = Series(Jass, 4, club(weis_needs_a_trick=option)).play(record)
    assert series.entered == points * 2
    assert any("is lost without a trick" in str(line.why) for line in series.scores[0].lines) == option
