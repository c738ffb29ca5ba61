"""To choose trump well is play, not luck: the cards are worth the mean of all trumps that could have been named."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from random import Random
from statistics import mean, stdev

import pytest

from games.catalogue.jass.game import Jass
from games.kit.cards import CARD_BY_SPELLING, CODES
from games.kit.jass_cards import Trump, jass_law, trumps, worth
from games.kit.playouts import worth_of_cards
from games.kit.plays import Shape
from games.registry import GAMES
from tests.games.jass import reference
from tests.games.kit.test_playouts import STANDARD_ERRORS, endings, search_jass
from tests.games.series import rules_of

SALON, CLUB = Jass.presets["salon"].rules, Jass.presets["swiss-club"].rules
SUITS = [Trump.CLUBS, Trump.SPADES, Trump.DIAMONDS, Trump.HEARTS]
IN_A_HAND = 9


def record_of(trump: Trump, tricks: Sequence[Sequence[str]], leader: int = 0, **more):
    fields = {"direction": "clockwise", "first_leader": leader, "trump": trump.value, "tricks": tricks}
    return Jass.read_record(fields | more).value


def test_who_chooses_names_a_suit_or_also_a_way_without_trump():
    assert [game.slug for game in GAMES if game.names_trump] == ["jass", "coiffeur", "differenzler"]
    record = record_of(Trump.CLUBS, [])
    for rules, named in ((SALON, SUITS), (CLUB, trumps(without_trump=True))):
        jack = rules.trump_jack_may_be_withheld
        laws = [jass_law(trump, jack_may_be_withheld=jack) for trump in named]
        assert [shape.law for shape in Jass(rules, 4).choices(record, None)] == laws


@pytest.mark.parametrize(
    ("rules", "worth_by_team", "spread", "playouts"),
    [
        (SALON, (Fraction(157, 2), Fraction(157, 2)), 78.5, 500),
        (CLUB, (Fraction(157, 3), Fraction(314, 3)), 74.01, 504),
    ],
)
def test_a_suit_in_every_hand_by_hand(rules, worth_by_team, spread, playouts):
    """The player with the trumps takes every trick; without trump the leader does, who has hearts.

    So seats 1 and 3 have all 157 points with two of four suits; with all six kinds with two, and the others with four.
    The variance is then 157² × 1/3 × 2/3.
    """
    columns = [[code for code in reference.PACK if code[-1] == suit] for suit in "CSDH"]
    record = record_of(Trump.HEARTS, [list(row) for row in zip(*columns, strict=True)], leader=3)
    found = worth_of_cards(Jass(rules, 4), record, seed=5)
    assert found.won == (0, 157, 0, 157)
    assert found.mean == found.lowest == worth_by_team * 2
    assert found.spread == pytest.approx((spread,) * 4, abs=0.01)
    assert found.playouts == playouts


def test_misere_is_worth_what_the_others_take():
    """With a suit in every hand the leader has hearts and takes all: the other team is written 157 in misère.

    With the six kinds and misère, seats 1 and 3 have all points with two suits, top down and bottom up: 4 of 7.
    """
    columns = [[code for code in reference.PACK if code[-1] == suit] for suit in "CSDH"]
    record = record_of(Trump.MISERE, [list(row) for row in zip(*columns, strict=True)], leader=3)
    rules = rules_of(Jass, without_trump=True, kinds=["misere"])
    found = worth_of_cards(Jass(rules, 4), record, seed=5)
    assert found.won == (157, 0, 157, 0)
    assert found.mean == found.lowest == (Fraction(157 * 3, 7), Fraction(157 * 4, 7)) * 2


@pytest.mark.parametrize("named", [SUITS, trumps(without_trump=True)])
def test_it_is_the_mean_of_a_search_with_each_trump(named):
    """Every way to play the last two tricks of some hands, with each trump in turn."""
    for seed, (deal, _search, held) in enumerate(endings("jass-hearts", cards=2, count=4)):
        shapes = [Shape(4, 2, jass_law(trump)) for trump in named]
        small = Jass(SALON, 4)
        small.shape, small.choices = lambda *_, shapes=shapes: shapes[0], lambda *_, shapes=shapes: shapes
        tricks = [list(row) for row in zip(*held, strict=True)]
        record = record_of(named[0], tricks, deal.leader, direction="clockwise" if deal.clockwise else "anticlockwise")
        found = worth_of_cards(small, record, seed, playouts=600 * len(named))
        exactly: dict[int, Fraction] = {}
        for trump in named:
            for points, likely in search_jass(trump, clockwise=deal.clockwise).outcomes(held, deal.leader).items():
                of_team = points[0] + points[2]
                exactly[of_team] = exactly.get(of_team, Fraction(0)) + likely / len(named)
        expected = sum(points * likely for points, likely in exactly.items())
        variance = sum((points - expected) ** 2 * likely for points, likely in exactly.items())
        assert abs(found.mean[0] - expected) <= STANDARD_ERRORS * sqrt(variance / found.playouts), held
        assert found.spread[0] == pytest.approx(sqrt(variance), rel=0.2), held
        lowest = [search_jass(trump, clockwise=deal.clockwise).lowest(held, deal.leader) for trump in named]
        assert found.lowest[0] == Fraction(sum(points[0] + points[2] for points in lowest), len(named)), held


# --- A sensible and a random chooser ---------------------------------------------------------------------------------


def sensible(holding: Sequence[str]) -> Trump:
    """Return the suit of which most cards are held, and which are worth most as trump."""

    def strength(trump: Trump) -> int:
        suit = [CARD_BY_SPELLING[card] for card in holding if reference.suit(card) == CODES[13 * trump.suit][-1]]
        return sum(1 + worth(card, trump) for card in suit)

    return max(SUITS, key=strength)


def played(held: list[list[str]], trump: Trump, dice: Random) -> list[list[str]]:
    """Random legal cards, clockwise from seat 0."""
    held, tricks, leader = [list(holding) for holding in held], [], 0
    for _trick in range(IN_A_HAND):
        table: list[str] = []
        for turn in range(4):
            holding = held[(leader + turn) % 4]
            table.append(dice.choice(reference.legal(holding, table, trump.value)))
            holding.remove(table[-1])
        tricks.append([table[(seat - leader) % 4] for seat in range(4)])
        leader = (leader + table.index(reference.best(table, trump.value))) % 4
    return tricks


@pytest.mark.thorough
@pytest.mark.slow
def test_a_sensible_and_a_random_chooser_have_the_same_luck():
    """With the same deals their luck is the same to the last fraction; what the better choice wins is play."""
    dice, gains = Random(18), []
    for seed in range(60):
        pack = [code for code in CODES if code in reference.PACK]
        dice.shuffle(pack)
        held = [pack[seat::4] for seat in range(4)]
        found = []
        for trump in (sensible(held[0]), dice.choice(SUITS)):
            record = record_of(trump, played(held, trump, dice), chosen_by=0)
            found.append(worth_of_cards(Jass(SALON, 4), record, seed, playouts=40))
        well, badly = found
        assert (well.mean, well.spread, well.lowest) == (badly.mean, badly.spread, badly.lowest)
        gains.append(float((well.won[0] - well.mean[0]) - (badly.won[0] - badly.mean[0])))
    assert mean(gains) > 2 * stdev(gains) / sqrt(len(gains))
