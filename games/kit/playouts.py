"""What the cards of a hand were worth: the same deal is played out again, and the card points are counted.

A deal is played out by two rules, and neither is good play. By the first, which is repeated many times, every player
plays random legal cards. By the second, every player plays the lowest legal card that beats the cards on the table, or
else the lowest legal card. Only the points of cards and of the last trick count: no Weis, match, bonus or factor.

If a player chose trump with the cards in hand, the deal is played out equally often with each trump that could have
been named, and the worth is the mean. So a good choice counts as play, not as luck. Calls and bids are ignored.

A playout is a function of the deal and a seed: `getrandbits` of `random.Random` is the only source of chance.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil, sqrt
from operator import add
from random import Random
from typing import Any

from games.contract import Table
from games.game import Game
from games.kit.cards import BITS, cards_in, mask_of
from games.kit.judging import judge_play
from games.kit.plays import PlayRecord, Shape
from games.kit.tricks import CompiledLaw, Situation, followers, holdings_shown, turn_orders

PLAYOUTS = 500


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of each seat, as masks, before the first trick."""

    shape: Shape
    holdings: tuple[int, ...]
    leader: int
    clockwise: bool

    def __post_init__(self) -> None:
        if [holding.bit_count() for holding in self.holdings] != [self.shape.tricks] * self.shape.seats:
            raise ValueError("every seat needs a card for each trick")


@dataclass(frozen=True, slots=True)
class Worth:
    """Card points by seat; partners have the points of their team."""

    won: tuple[Fraction, ...]
    mean: tuple[Fraction, ...]  # of the random playouts
    spread: tuple[float, ...]  # their standard deviation
    lowest: tuple[Fraction, ...]  # of the playouts with lowest cards: the mean of those with each trump
    playouts: int


def worth_of_cards(
    game: Game, record: Any, seed: int, playouts: int = PLAYOUTS, *, earlier: Sequence[Any] = ()
) -> Worth | None:
    """Return what the cards of a recorded hand were worth, and what was won; None unless all its cards are known.

    At least `playouts` random playouts are made, equally many for each trump that could have been named. `seed` is a
    number that never changes for the hand, such as its hash. `earlier` has the records of the hands before it: which
    trumps could have been named may depend on them.
    """
    if not game.by_card or not isinstance(record, PlayRecord) or not record.tricks:
        return None
    seats = len(record.tricks[0])
    table = Table(seats, earlier=tuple(earlier))
    shape = game.shape(record, table)
    judged = judge_play(record, shape)
    if not judged.complete:
        return None
    held = holdings_shown(record.whole_tricks, seats)
    shapes = game.choices(record, table)
    deals = [Deal(choice, tuple(held), record.first_leader, record.clockwise) for choice in shapes]
    playouts_each = ceil(playouts / len(deals))  # equally many, so that each trump has the same weight
    playouts = playouts_each * len(deals)
    sides = game.sides
    side_of = [next(number for number, side in enumerate(sides) if seat in side) for seat in range(seats)]

    def by_side(points: Sequence[int], shape: Shape) -> list[int]:
        taken = [sum(points[seat] for seat in side) for side in sides]
        return taken[::-1] if shape.counts_for_others else taken

    sums, squares = [0] * len(sides), [0] * len(sides)
    lowest = [0] * len(sides)
    for choice, deal in enumerate(deals):
        for points in random_playouts(deal, seed + choice, playouts_each):
            for number, value in enumerate(by_side(points, deal.shape)):
                sums[number] += value
                squares[number] += value * value
        lowest = list(map(add, lowest, by_side(lowest_cards_playout(deal), deal.shape)))
    unit, won = shape.law.source.unit, by_side(judged.points, shape)
    variances = [
        Fraction(playouts * square - total * total, playouts**2) for square, total in zip(squares, sums, strict=True)
    ]
    return Worth(
        won=tuple(won[side] * unit for side in side_of),
        mean=tuple(sums[side] * unit / playouts for side in side_of),
        spread=tuple(sqrt(variances[side] * unit**2) for side in side_of),
        lowest=tuple(lowest[side] * unit / len(deals) for side in side_of),
        playouts=playouts,
    )


def random_playouts(deal: Deal, seed: int, playouts: int) -> Iterator[list[int]]:
    """Return the points of each seat, in the law's smallest unit, when every player plays random legal cards.

    An *index* is the number of a card among the cards that its player was dealt, counted from 0. A set of indices is a
    mask, as a set of cards is. There are so few indices that their sets fit into a look-up table.
    """
    law, seats, tricks = deal.shape.law.source, deal.shape.seats, deal.shape.tricks
    dealt = [cards_in(holding) for holding in deal.holdings]
    rows_by_law = {law: _rows_of_indices(law, dealt) for law in set(deal.shape.laws)}
    rows_by_trick = [rows_by_law[law] for law in deal.shape.laws]
    worth = [[law.worth[card] for card in cards] for cards in dealt]
    after = followers(seats, deal.clockwise)
    indices_in, bits, getrandbits = _indices_by_set(tricks), BITS, Random(seed).getrandbits  # noqa: S311
    all_indices = (1 << tricks) - 1
    for _ in range(playouts):
        held = [all_indices] * seats
        points = [0] * seats
        leader = deal.leader
        for rows_when_led in rows_by_trick:
            # Thirty random bits choose an index. Some are likelier than others, by less than one part in 80 million.
            indices = indices_in[held[leader]]
            index = indices[getrandbits(30) * len(indices) >> 30]
            held[leader] ^= bits[index]
            row = rows_when_led[leader][index]
            value = worth[leader][index]
            for seat in after[leader]:
                duties, follows = row[seat]
                legal = holding = held[seat]
                for owed, allowed in duties:
                    if owed & holding:
                        legal = holding & allowed
                        break
                indices = indices_in[legal]
                index = indices[getrandbits(30) * len(indices) >> 30]
                held[seat] = holding ^ bits[index]
                value += worth[seat][index]
                if follows[index] is not None:
                    row = follows[index]
                    leader = seat
            points[leader] += value
        points[leader] += law.last_trick
        yield points


@cache
def _indices_by_set(size: int) -> list[tuple[int, ...]]:
    """Return a table from each set of indices, as a number, to the indices in the set."""
    return [cards_in(indices) for indices in range(1 << size)]


def _rows_of_indices(compiled: CompiledLaw, dealt: Sequence[Sequence[int]]) -> list[list[Any]]:
    """Return the law's rows for the dealt cards of each seat: `rows[leader][index]` is the row of a card that is led.

    A row has, for each seat, a pair of lists: the seat's duties, as pairs (owed, allowed) of sets of indices, and for
    each index the row after that card, or None if the card does not beat the best one.
    """

    @cache
    def indices(seat: int, cards: int) -> int:
        return mask_of(index for index, card in enumerate(dealt[seat]) if BITS[card] & cards)

    law, seats = compiled.source, range(len(dealt))
    in_play = mask_of(card for cards in dealt for card in cards)
    rows: dict[Situation, list[Any]] = {situation: [] for situation in compiled.rows if BITS[situation.best] & in_play}
    for situation, row in rows.items():
        rungs = law.rungs(situation)
        for seat in seats:
            duties = [(indices(seat, rung.owed), indices(seat, rung.allowed)) for rung in rungs]
            wins = [
                rows[Situation(situation.led, card)] if law.beats(card, situation) else None for card in dealt[seat]
            ]
            row.append((duties, wins))
    return [[rows[compiled.rows_when_led[card][-1]] for card in dealt[seat]] for seat in seats]


def lowest_cards_playout(deal: Deal) -> list[int]:
    """Return the points of each seat when every player plays the lowest legal card that beats the cards on the table.

    A player who cannot beat them plays the lowest legal card, and the leader of a trick the lowest card.
    """
    seats, last_trick = deal.shape.seats, deal.shape.law.source.last_trick
    held = list(deal.holdings)
    points = [0] * seats
    packs = {law: low_to_high(law) for law in set(deal.shape.laws)}
    orders = turn_orders(seats, deal.clockwise)
    leader = deal.leader
    for law in deal.shape.laws:
        pack = packs[law]
        row, value = None, 0
        for seat in orders[leader]:
            legal = [card for card in pack if BITS[card] & held[seat]]
            if row is None:
                card = legal[0]
                row = law.rows_when_led[card]
            else:
                legal = [card for card in legal if not row[card][0] & held[seat]]
                card = next((card for card in legal if row[card][1] is not row), legal[0])
                if row[card][1] is not row:
                    row = row[card][1]
                    leader = seat
            held[seat] ^= BITS[card]
            value += law.source.worth[card]
        points[leader] += value
    points[leader] += last_trick
    return points


def low_to_high(law: CompiledLaw) -> list[int]:
    """Return the pack from the lowest card to the highest: a higher card beats others more often.

    Of two equal cards the one that is worth less is lower, then the one of the earlier suit.
    """
    pack = cards_in(law.source.pack)
    wins = {card: sum(row[card][1] is not row for row in law.rows.values()) for card in pack}
    return sorted(pack, key=lambda card: (wins[card], law.source.worth[card], card))
