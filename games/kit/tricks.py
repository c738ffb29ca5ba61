"""One fast replay engine for every trick game.

A game states its law: which card beats which, and the rungs of the ladder of what must be played. `compile_law` turns
that once into tables; replaying a hand is then one table look-up and one mask test per card. The tables are indexed by
*situation*: the suit that was led and the best card on the table, which is all that the duty of the next player ever
depends on.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from games.kit.cards import BITS, PACK_SIZE, cards_in, suit_of


class Situation(NamedTuple):
    led: int
    best: int


class Rung(NamedTuple):
    """A player who holds a card of `owed` must play a card of `allowed`, unless a rung before this one spoke first.

    A card in `allowed` is itself in `owed`, or is in `allowed` on every later rung too: `compile_law` relies on it.
    """

    duty: str
    owed: int
    allowed: int


@dataclass(frozen=True)
class Law:
    """A trick game's law. `worth` and `last_trick` count in the game's smallest `unit`, so that sums are whole."""

    pack: int
    worth: tuple[int, ...]
    last_trick: int
    beats: Callable[[int, Situation], bool]
    rungs: Callable[[Situation], Sequence[Rung]]
    unit: Fraction = Fraction(1)


# A row of the table: for each card the cards that may not be withheld for it, and the row that follows; the last item
# is the situation itself.
Row = list[Any]


@dataclass(frozen=True)
class CompiledLaw:
    """The rows lead to each other round and round: written out, in a traceback say, they would never end."""

    law: Law
    rows_when_led: list[Row] = field(repr=False)  # an empty row stands for a card that is not in the pack
    rows: dict[Situation, Row] = field(repr=False)
    points: tuple[Fraction, ...] = field(repr=False)  # what so many of the smallest units are, up to a whole hand


def compile_law(law: Law) -> CompiledLaw:
    pack = cards_in(law.pack)
    situations = [Situation(led, best) for led, best in product(range(4), pack)]
    rows: dict[Situation, Row] = {situation: [None] * PACK_SIZE + [situation] for situation in situations}
    for situation, row in rows.items():
        rungs = law.rungs(situation)
        for card in pack:
            withheld = 0  # none of these may be in the hand of a player who plays this card
            for rung in rungs:
                if BITS[card] & rung.allowed:
                    break
                withheld |= rung.owed
            follows = rows[Situation(situation.led, card)] if law.beats(card, situation) else row
            row[card] = (withheld, follows)
    led: list[Row] = [[] for _ in range(PACK_SIZE)]
    for card in pack:
        led[card] = rows[Situation(suit_of(card), card)]
    most = sum(law.worth[card] for card in pack) + law.last_trick
    return CompiledLaw(law, led, rows, tuple(units * law.unit for units in range(most + 1)))


@cache
def turn_orders(seats: int, clockwise: bool) -> tuple[tuple[int, ...], ...]:
    """For each leader the seats in the order in which they play."""
    step = 1 if clockwise else -1
    return tuple(tuple((leader + step * turn) % seats for turn in range(seats)) for leader in range(seats))


@cache
def followers(seats: int, clockwise: bool) -> tuple[tuple[int, ...], ...]:
    """For each leader the others in turn."""
    return tuple(order[1:] for order in turn_orders(seats, clockwise))


class Offence(NamedTuple):
    """A card played while the player held one that the law asked for."""

    trick: int
    seat: int
    card: int
    situation: Situation
    holding: int


class Replay(NamedTuple):
    points: list[int]
    winners: list[int]
    trick_points: list[int]
    offences: list[Offence]


Tricks = Sequence[Sequence[int]]


def replay(
    compiled: CompiledLaw,
    tricks: Tricks,
    leader: int,
    after: Sequence[Sequence[int]],
    holdings: Sequence[int],
) -> Replay:
    """Play whole tricks through, each a list of cards in seat order; `after` has the `followers` of each leader.

    `holdings` are masks of what each seat held before the first trick, as far as that is known; for a hand of which
    the holdings were not recorded, `holdings_shown` gives what the played cards themselves prove. The bonus for the
    last trick is the caller's to add: only the caller knows that a trick was the last.
    """
    held = list(holdings)
    points = [0] * len(held)
    winners: list[int] = []
    trick_points: list[int] = []
    offences: list[Offence] = []
    lead, worth, bits = compiled.rows_when_led, compiled.law.worth, BITS
    for cards in tricks:
        others = after[leader]
        card = cards[leader]
        row = lead[card]
        held[leader] ^= bits[card]
        value = worth[card]
        for seat in others:
            card = cards[seat]
            withheld, follows = row[card]
            holding = held[seat]
            if withheld & holding:
                offences.append(Offence(len(winners), seat, card, row[PACK_SIZE], holding))
            held[seat] = holding ^ bits[card]
            value += worth[card]
            if follows is not row:
                row = follows
                leader = seat
        winners.append(leader)
        trick_points.append(value)
        points[leader] += value
    return Replay(points, winners, trick_points, offences)


_bit_of = list(BITS).__getitem__  # a list hands out its items a third faster than a tuple


def holdings_shown(tricks: Tricks, seats: int) -> list[int]:
    """The holdings as the played cards prove them, each seat's column of the tricks."""
    return [sum(map(_bit_of, column)) for column in zip(*tricks, strict=True)] if tricks else [0] * seats
