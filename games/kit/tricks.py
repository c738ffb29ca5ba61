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
    name: str = ""  # what a trick is called that is played by it, for hands in which the law changes


# A row of the table: for each card the cards that may not be withheld for it, and the row that follows; the last item
# is the situation itself.
Row = list[Any]


@dataclass(frozen=True, eq=False)
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


# The points of each seat, the winner of each trick, the points of each trick, and what was wrong.
Replay = tuple[list[int], list[int], list[int], list[Offence]]


Tricks = Sequence[Sequence[int]]


def replay(
    laws: Sequence[CompiledLaw],
    tricks: Tricks,
    leader: int,
    after: Sequence[Sequence[int]],
    holdings: Sequence[int],
) -> Replay:
    """Play whole tricks through, each a list of cards in seat order; `after` has the `followers` of each leader.

    `laws` has the law of each trick; pack and worth of the cards are the same in all. `holdings` are masks of what each
    seat held before the first trick, as far as that is known; for a hand of which the holdings were not recorded,
    `holdings_shown` gives what the played cards themselves prove. The bonus for the last trick is the caller's to add:
    only the caller knows that a trick was the last.
    """
    points = [0] * len(holdings)
    winners: list[int] = []
    trick_points: list[int] = []
    offences: list[Offence] = []
    first, bits = laws[0].law, BITS
    worth, unplayed = first.worth, first.pack
    for cards, compiled in zip(tricks, laws):  # noqa: B905  (there may be fewer tricks)
        card = cards[leader]
        row = compiled.rows_when_led[card]
        unplayed ^= bits[card]
        value = worth[card]
        for seat in after[leader]:
            card = cards[seat]
            withheld, follows = row[card]
            if withheld and withheld & unplayed & holdings[seat]:
                offences.append(Offence(len(winners), seat, card, row[PACK_SIZE], holdings[seat] & unplayed))
            unplayed ^= bits[card]
            value += worth[card]
            if follows is not row:
                row = follows
                leader = seat
        winners.append(leader)
        trick_points.append(value)
        points[leader] += value
    return points, winners, trick_points, offences


def holdings_shown(tricks: Tricks, seats: int) -> list[int]:
    """The holdings as the played cards prove them, each seat's column of the tricks."""
    bits = BITS
    holdings = []
    for column in zip(*tricks, strict=True):
        holding = 0
        for card in column:
            holding |= bits[card]
        holdings.append(holding)
    return holdings or [0] * seats
