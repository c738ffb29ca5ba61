"""One fast replay engine for every trick game.

A game states its *law*: what each card is worth, which card beats which, and the duties of a player in order. Each duty
in this order is a *rung*. `compile_law` turns the law into tables, so that replaying a hand takes one table look-up and
one mask test per card. The tables are indexed by *situation*: the suit that was led and the best card on the table.
Besides the cards in hand, the next player's duty depends on nothing else.

Sets of cards are masks: see cards.py.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from games.kit.cards import BITS, PACK_SIZE, cards_in, suit_of


class Situation(NamedTuple):
    """What is on the table when a player who does not lead has to play, as far as the law depends on it."""

    led: int  # the suit that was led
    best: int  # the best card on the table


class Rung(NamedTuple):
    """One of the duties that a law has for a situation, tried in their order until one applies.

    A player who holds a card of `owed` must play a card of `allowed`, unless an earlier rung applies. If none applies,
    the player may play any card.

    `compile_law` relies on this: each card in `allowed` is also in `owed`, or in `allowed` of every later rung.
    """

    duty: str  # a name for programs, such as "follow" or "beat"
    owed: int  # a set of cards
    allowed: int  # a set of cards


@dataclass(frozen=True)
class Law:
    """How the cards of a hand, or of one trick, are judged: what they win, and which of them may be played.

    `worth` and `last_trick` are numbers of the game's smallest `unit`, so that sums are whole.
    """

    pack: int  # a set of cards
    worth: tuple[int, ...]  # of each card
    last_trick: int  # what the last trick is worth besides its cards
    beats: Callable[[int, Situation], bool]  # does this card beat the best one?
    rungs: Callable[[Situation], Sequence[Rung]]
    unit: Fraction = Fraction(1)  # in points
    name: str = ""  # shown for a trick, in hands whose law changes from trick to trick


# A row is the table of one situation. For each card it has a pair: the cards that a player who plays this card must not
# hold, and the row of the situation after it. The last item of a row is the situation itself.
SituationRow = list[Any]


@dataclass(frozen=True, eq=False)
class CompiledLaw:
    """A law as tables. Their rows refer to one another in circles, so `repr` leaves them out."""

    source: Law  # as the game states it
    # For each card, the row of the situation after it is led; empty if the card is not in the pack.
    rows_when_led: list[SituationRow] = field(repr=False)
    rows: dict[Situation, SituationRow] = field(repr=False)
    points: tuple[Fraction, ...] = field(repr=False)  # what so many units are in points, up to those of a whole hand


def compile_law(law: Law) -> CompiledLaw:
    pack = cards_in(law.pack)
    situations = [Situation(led, best) for led, best in product(range(4), pack)]
    rows: dict[Situation, SituationRow] = {situation: [None] * PACK_SIZE + [situation] for situation in situations}
    for situation, row in rows.items():
        rungs = law.rungs(situation)
        for card in pack:
            withheld = 0  # the law allows this card only to a player who holds none of these
            for rung in rungs:
                if BITS[card] & rung.allowed:
                    break
                withheld |= rung.owed
            follows = rows[Situation(situation.led, card)] if law.beats(card, situation) else row
            row[card] = (withheld, follows)
    rows_when_led: list[SituationRow] = [[] for _ in range(PACK_SIZE)]
    for card in pack:
        rows_when_led[card] = rows[Situation(suit_of(card), card)]
    most = sum(law.worth[card] for card in pack) + law.last_trick
    return CompiledLaw(law, rows_when_led, rows, tuple(units * law.unit for units in range(most + 1)))


@cache
def turn_orders(seats: int, clockwise: bool) -> tuple[tuple[int, ...], ...]:
    """Return for each leader the seats in the order in which they play."""
    step = 1 if clockwise else -1
    return tuple(tuple((leader + step * turn) % seats for turn in range(seats)) for leader in range(seats))


@cache
def followers(seats: int, clockwise: bool) -> tuple[tuple[int, ...], ...]:
    """Return for each leader the other seats in the order in which they play."""
    return tuple(order[1:] for order in turn_orders(seats, clockwise))


class Offence(NamedTuple):
    """A card that was played although the player held a card that the law required.

    offences.py makes an `IllegalPlay` of it, which people can read.
    """

    trick: int  # counted from 0
    seat: int
    card: int
    situation: Situation
    holding: int  # what the player held then, with this card, as far as it is known


# The points of each seat, the winner of each trick, the points of each trick, and the offences.
Replay = tuple[list[int], list[int], list[int], list[Offence]]


Tricks = Sequence[Sequence[int]]


def replay_cards(
    laws: Sequence[CompiledLaw],
    tricks: Tricks,
    leader: int,
    after: Sequence[Sequence[int]],
    holdings: Sequence[int],
) -> Replay:
    """Replay whole tricks, each a list of cards in seat order; `after` has the `followers` of each leader.

    `laws` has the law of each trick, all with the same pack and worth of cards. `holdings` are masks of the cards that
    each seat held before the first trick; if they were not recorded, use `holdings_shown`. The caller adds the points
    for the last trick, because only the caller knows which trick was the last.
    """
    points = [0] * len(holdings)
    winners: list[int] = []
    trick_points: list[int] = []
    offences: list[Offence] = []
    first, bits = laws[0].source, BITS
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
    """Return the holdings that the played cards prove: the cards that each seat has played."""
    bits = BITS
    holdings = []
    for column in zip(*tricks, strict=True):
        holding = 0
        for card in column:
            holding |= bits[card]
        holdings.append(holding)
    return holdings or [0] * seats
