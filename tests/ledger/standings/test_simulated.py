"""Players of known skill are simulated: their luck, play and ratings must show that skill, within limits of chance.

Luck must not depend on skill, play must be what skill wins, ± and the error of a rating must cover the true figure as
often as they say, and playing often must not move a player up.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import log, sqrt
from operator import attrgetter
from random import Random
from statistics import correlation, mean, stdev
from types import SimpleNamespace
from typing import Any

import pytest

from games.contract import Table
from games.game import Game
from games.kit.cards import BITS, CODES, cards_in
from games.kit.jass_cards import Trump, worth
from games.kit.playouts import low_to_high, worth_of_cards
from games.kit.plays import Shape
from games.kit.tricks import turn_orders
from games.registry import BY_SLUG
from ledger.series.luck import luck_of_hand
from ledger.standings.counted import CountedSeries
from ledger.standings.figures import figures_of_players
from ledger.standings.luck import SURE, PlayerLuck, player_luck
from ledger.standings.ratings import CENTRE, UNIT, ratings
from tests.ledger.standings.test_ratings import series

pytestmark = pytest.mark.thorough

# How far a mean may be from its true value, in standard errors. Chance exceeds this once in 15,000 times.
STANDARD_ERRORS = 4

# --- Hands -----------------------------------------------------------------------------------------------------------

PLAYOUTS = 24  # of each hand: on average, few are as right as many
HANDS_TOGETHER = 20  # from which one ± is worked out
Skill = Callable[[Shape, list[int], Any, Random], int]


def at_random(_shape: Shape, legal: list[int], _row: Any, dice: Random) -> int:
    return dice.choice(legal)


def with_thought(shape: Shape, legal: list[int], row: Any, _dice: Random) -> int:
    """Lead the highest card. Otherwise play the lowest card that wins, or the one that is worth least."""
    if row is None:
        return legal[-1]
    winning = [card for card in legal if row[card][1] is not row]
    return winning[0] if winning else min(legal, key=lambda card: shape.law.source.worth[card])


def played(shape: Shape, held: Sequence[int], leader: int, skills: Sequence[Skill], dice: Random) -> list[list[int]]:
    """The tricks, clockwise."""
    left, tricks, pack = list(held), [], low_to_high(shape.law)
    for _trick in range(shape.tricks):
        row: Any = None
        cards = [0] * shape.seats
        for seat in turn_orders(shape.seats, True)[leader]:
            legal = [
                card for card in pack if BITS[card] & left[seat] and (row is None or not row[card][0] & left[seat])
            ]
            card = cards[seat] = skills[seat](shape, legal, row, dice)
            follows = shape.law.rows_when_led[card] if row is None else row[card][1]
            if follows is not row:
                leader = seat
            row = follows
            left[seat] ^= BITS[card]
        tricks.append(cards)
    return tricks


def chosen_trump(holding: int, *, well: bool, dice: Random) -> str:
    """The suit in which the cards are most, and worth most as trump."""
    suits = [trump for trump in Trump if trump.suit is not None]
    if not well:
        return dice.choice(suits).value
    return max(
        suits,
        key=lambda trump: sum(1 + worth(card, trump) for card in cards_in(holding) if card // 13 == trump.suit),
    ).value


@dataclass
class Seen:
    """The luck, play and points of a simulated player, hand by hand."""

    luck: list[float] = field(default_factory=list)
    play: list[Fraction] = field(default_factory=list)
    won: list[float] = field(default_factory=list)  # above an even share


def simulate(game: type[Game], skills: Sequence[Skill], hands: int, dice: Random) -> list[Seen]:
    """By seat. Everybody leads first equally often; the leader chooses trump where the game has it."""
    rules, seen = game.default_preset.rules, [Seen() for _skill in skills]
    sides = [SimpleNamespace(seat=side[0]) for side in game(rules, len(skills)).sides]
    for number in range(hands):
        leader = number % len(skills)
        data: dict[str, Any] = {"direction": "clockwise", "first_leader": leader, "tricks": []}
        begun = game.read_record(data | ({"trump": Trump.HEARTS.value} if game.names_trump else {})).value
        pack = list(cards_in(game(rules, len(skills)).shape(begun, Table(len(skills))).pack))
        dice.shuffle(pack)
        held = [sum(BITS[card] for card in pack[seat :: len(skills)]) for seat in range(len(skills))]
        if game.names_trump:
            data["trump"] = chosen_trump(held[leader], well=skills[leader] is with_thought, dice=dice)
            begun = game.read_record(data).value
        shape = game(rules, len(skills)).shape(begun, Table(len(skills)))
        data["tricks"] = [[CODES[card] for card in row] for row in played(shape, held, leader, skills, dice)]
        found = worth_of_cards(
            game(rules, 4), game.read_record(data).value, seed=dice.getrandbits(64), playouts=PLAYOUTS
        )
        assert found is not None
        state: Any = SimpleNamespace(sides=sides)
        share = sum(found.won[side.seat] for side in sides) / len(sides)
        for seat, of_seat in enumerate(luck_of_hand(state, found)):
            seen[seat].luck.append(float(of_seat.luck))
            seen[seat].play.append(of_seat.play)
            seen[seat].won.append(float(found.won[seat] - share))
    return seen


def is_zero(values: Sequence[float]) -> bool:
    return abs(mean(values)) <= STANDARD_ERRORS * stdev(values) / sqrt(len(values))


def of_hands(plays: Sequence[Fraction]) -> PlayerLuck:
    """Luck and play as the standings work them out from the stored sums."""
    known = {"hands": Fraction(len(plays)), "luck": Fraction(0)}
    return player_luck(known | {"play": sum(plays, Fraction(0)), "play_squares": sum(map(square, plays), Fraction(0))})


def square(value: Fraction) -> Fraction:
    return value * value


@pytest.mark.slow
@pytest.mark.parametrize(("game", "hands"), [("jaago-chalis", 40), ("jaago-chalis", 300), ("jass", 160)])
def test_luck_and_play_of_players_of_known_skill(game, hands):
    """At one table two think (partners where teams play) and two play at random; at the other all play at random."""
    dice = Random(f"{game} {hands}")
    mixed = simulate(BY_SLUG[game], [with_thought, at_random] * 2, hands, dice)
    same = simulate(BY_SLUG[game], [at_random] * 4, hands, dice)
    # Luck does not depend on skill, and players at random among themselves have no play.
    assert [seat for seat, seen in enumerate((*mixed, *same)) if not is_zero(seen.luck)] == []
    assert [seat for seat, seen in enumerate(same) if not is_zero(list(map(float, seen.play)))] == []
    # Play is what skill wins, and luck and play together are all that was won.
    gains = [float(one + other) for one, other in zip(mixed[0].play, mixed[2].play, strict=True)]
    assert mean(gains) > stdev(gains) / sqrt(hands)
    for seen in (*mixed, *same):
        assert [luck + float(play) for luck, play in zip(seen.luck, seen.play, strict=True)] == pytest.approx(seen.won)
    # The ± covers the true figure as often as it says, in many samples of as many hands as a good evening has.
    plays = [play for seen in same for play in seen.play]
    truth, drawn = sum(plays) / len(plays), [dice.choices(plays, k=HANDS_TOGETHER) for _evening in range(1000)]
    off = [abs(found.value - truth) / Fraction(found.error or 0) for found in (of_hands(each).play for each in drawn)]
    assert 0.62 < mean(each <= 1 for each in off) < 0.74
    assert 0.91 < mean(each <= SURE for each in off) < 0.98


# --- Ratings and the order -------------------------------------------------------------------------------------------

PLAYERS = "abcdefghijkl"


def evening(number: int, seated: Sequence[str], strength: dict[str, float], dice: Random) -> CountedSeries:
    """Whoever is stronger by ln 10 finishes above the other ten times as often as below."""
    came = sorted(seated, key=lambda player: strength[player] - log(-log(dice.random())), reverse=True)
    return series(number, [(player, place) for place, player in enumerate(came, start=1)])


@pytest.mark.slow
@pytest.mark.parametrize("runs", [4, 20])
def test_the_error_of_a_rating_covers_the_true_strength(runs):
    """Four of twelve players at a table. One error must cover two of three strengths, and SURE errors 19 of 20."""
    dice, off = Random(f"ratings {runs}"), []
    for run in range(runs):
        strength = {player: dice.gauss(0, 1) for player in PLAYERS}
        counted = [evening(number, dice.sample(PLAYERS, 4), strength, dice) for number in range(60)]
        middle = mean(strength.values())
        for player, rating in ratings(("strengths", str(runs), str(run)), counted).items():
            off.append(abs(rating.value - CENTRE - UNIT * (strength[player] - middle)) / rating.error)
    assert 0.62 < mean(each <= 1 for each in off) < 0.86
    assert 0.94 < mean(each <= SURE for each in off) < 1


@pytest.mark.slow
@pytest.mark.parametrize("runs", [20, 100])
def test_who_plays_often_does_not_come_first_by_that(runs):
    """Twelve equal players, of whom some play twelve times as often, which moves neither rating nor order."""
    dice = Random(f"attendance {runs}")
    level = dict.fromkeys(PLAYERS, 0.0)
    by_rating, by_order, heads = [], [], []
    for run in range(runs):
        counted = []
        for number in range(120):
            by_chance = {player: dice.random() ** (1 / often) for often, player in enumerate(PLAYERS, start=1)}
            counted.append(evening(number, sorted(PLAYERS, key=by_chance.__getitem__)[-4:], level, dice))
        rated = ratings(("attendance", str(runs), str(run)), counted)
        figures = sorted(
            (each for each in figures_of_players(counted, rated) if each.rating), key=lambda each: each.series
        )
        often = [each.series for each in figures]
        by_rating.append(correlation(often, [each.rating.value for each in figures if each.rating]))
        by_order.append(correlation(often, [float(each.order) for each in figures]))
        most_often = figures[-len(figures) // 3 :]
        heads += [max(figures, key=attrgetter(each)) in most_often for each in ("rating.value", "order")]
    assert is_zero(by_rating)
    assert is_zero(by_order)
    assert mean(heads) < 0.5
