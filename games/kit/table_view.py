"""A hand while it is being played: what is on the table, whose turn it is, and what is known of the hidden cards.

The cards in hand are hidden, but each card that is played tells something about them. Where suit must be followed, a
player who plays a heart on a club has no club, if the player keeps the rules: the player *denies* clubs. If the player
plays a denied card later, that is a revoke, and ends the denial. A card that all others deny is certainly with the
remaining player. If the denials cannot all be true, none of them counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from games.kit.cards import BITS, PACK_SIZE, cards_in, mask_of
from games.kit.plays import PlayRecord, Shape
from games.kit.tricks import CompiledLaw, Rung, Situation, SituationRow, turn_orders


class PlayedCard(NamedTuple):
    """One card as it was played."""

    trick: int  # counted from 1
    seat: int
    card: int
    withheld: int  # cards of which the player had none, if the card was allowed: the player denies them


@dataclass(slots=True)
class Walk:
    """The cards of a hand in the order in which they were played, and what is on the table after the last of them."""

    laws: Sequence[CompiledLaw]  # the law of each trick
    leader: int  # of the trick on the table
    row: SituationRow | None = None  # the row of the law for the trick on the table; None before a card is led
    winning: int | None = None  # the seat whose card is the best on the table
    steps: list[PlayedCard] = field(default_factory=list)

    def lay(self, trick: int, seat: int, card: int) -> None:
        """Add the next card."""
        if self.row is None:
            withheld, self.row, self.winning = 0, self.laws[trick - 1].rows_when_led[card], seat
        else:
            withheld, follows = self.row[card]
            if follows is not self.row:
                self.row, self.winning = follows, seat
        self.steps.append(PlayedCard(trick, seat, card, withheld))

    def gather(self) -> None:
        """Complete the trick. Its winner leads the next trick."""
        assert self.winning is not None
        self.leader, self.row, self.winning = self.winning, None, None


def walk(play: PlayRecord, shape: Shape) -> Walk:
    """Return the walk through all cards of a record, which may be unfinished but must have no other problem."""
    table = Walk(shape.laws, play.first_leader)
    orders = turn_orders(shape.seats, play.clockwise)
    for number, cards in enumerate(play.tricks, start=1):
        for seat in orders[table.leader]:
            card = cards[seat]
            if card is None:
                return table
            table.lay(number, seat, card)
        table.gather()
    return table


@dataclass(frozen=True, slots=True)
class Hidden:
    """For each seat, as masks: the cards that the seat may hold, and the cards that it certainly holds."""

    possible: tuple[int, ...]
    certain: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    trick: int  # the trick on the table, counted from 1
    leader: int
    turn: int | None  # None once the hand is over
    situation: Situation | None  # None before a card is led
    on_table: tuple[int | None, ...]
    winning: int | None  # the seat whose card is the best on the table
    hidden: Hidden
    denied: dict[int, int]  # each card that the seat to play has denied, with the trick in which it did so last
    duty: Rung | None  # the duty of the seat to play, if certain
    forbidden: int  # cards that the seat to play certainly may not play now
    forced: int | None  # the only card that the seat to play has left


def view_table(play: PlayRecord, shape: Shape) -> TableView:
    table = walk(play, shape)
    denials = _without_disproved(table.steps)
    over = len(play.whole_tricks) == shape.tricks
    on_table = play.open_trick or (None,) * shape.seats
    order = turn_orders(shape.seats, play.clockwise)[table.leader]
    turn = None if over else next(seat for seat in order if on_table[seat] is None)
    unplayed = shape.pack & ~mask_of(step.card for step in table.steps)
    hidden = _hidden_cards(play, shape, table.steps, denials)
    denied: dict[int, int] = {}
    if not play.holdings:
        for step in denials:
            if step.seat == turn:
                denied |= dict.fromkeys(cards_in(step.withheld & unplayed), step.trick)
    duty, forbidden = None, 0
    if table.row is not None and turn is not None:
        row, possible, certain = table.row, hidden.possible[turn], hidden.certain[turn]
        forbidden = mask_of(card for card in cards_in(possible) if row[card][0] & certain)
        rungs = shape.laws[len(play.whole_tricks)].source.rungs(row[PACK_SIZE])
        open_rung = next((rung for rung in rungs if rung.owed & possible), None)
        duty = open_rung if open_rung is not None and open_rung.owed & certain else None
    return TableView(
        trick=len(play.whole_tricks) + (not over),
        leader=table.leader,
        turn=turn,
        situation=table.row[PACK_SIZE] if table.row else None,
        on_table=on_table,
        winning=table.winning,
        hidden=hidden,
        denied=denied,
        duty=duty,
        forbidden=forbidden,
        forced=_forced_card(play, shape, hidden, turn),
    )


def _without_disproved(steps: Sequence[PlayedCard]) -> list[PlayedCard]:
    """Return the played cards, without those whose denial a later card of the same player has disproved."""
    kept = []
    shown: dict[int, int] = {}
    for step in reversed(steps):
        later = shown.get(step.seat, 0)
        if not step.withheld & later:
            kept.append(step)
        shown[step.seat] = later | BITS[step.card]
    return kept[::-1]


def _hidden_cards(play: PlayRecord, shape: Shape, steps: Sequence[PlayedCard], denials: Sequence[PlayedCard]) -> Hidden:
    if play.holdings is not None:
        played = mask_of(step.card for step in steps)
        left = tuple(mask_of(holding) & ~played for holding in play.holdings)
        return Hidden(left, left)
    unplayed = shape.pack & ~mask_of(step.card for step in steps)
    cards_left = [shape.tricks - sum(step.seat == seat for step in steps) for seat in range(shape.seats)]
    denied = [reduce(or_, (step.withheld for step in denials if step.seat == seat), 0) for seat in range(shape.seats)]
    possible = [unplayed & ~denied_cards if left else 0 for denied_cards, left in zip(denied, cards_left, strict=True)]
    if not _can_all_be_true(possible, cards_left):
        return Hidden(tuple(unplayed if left else 0 for left in cards_left), (0,) * shape.seats)
    # If some cards were not dealt, a card that all other seats deny need not be with the remaining player.
    dealt_out = shape.pack.bit_count() == shape.seats * shape.tricks
    return _deduce(possible, cards_left, dealt_out=dealt_out)


def _can_all_be_true(possible: Sequence[int], cards_left: Sequence[int]) -> bool:
    """Return whether all denials can be true: each group of seats must have enough possible cards. [Hall 1935]"""
    seats = range(len(possible))
    return all(
        reduce(or_, (possible[seat] for seat in group)).bit_count() >= sum(cards_left[seat] for seat in group)
        for size in range(1, len(seats) + 1)
        for group in combinations(seats, size)
    )


def _deduce(possible: list[int], cards_left: Sequence[int], *, dealt_out: bool) -> Hidden:
    """Deduce which cards each seat can hold and which it certainly holds. The denials can all be true.

    What is found of one seat can tell something about another, so there are as many passes as seats.
    """
    seats = range(len(possible))
    certain = [0] * len(possible)
    for _ in seats:
        for seat in seats:
            others = reduce(or_, (possible[other] for other in seats if other != seat), 0)
            if dealt_out:
                certain[seat] |= possible[seat] & ~others
            if possible[seat].bit_count() == cards_left[seat]:
                certain[seat] = possible[seat]
            if certain[seat].bit_count() == cards_left[seat]:
                possible[seat] = certain[seat]
            for other in seats:
                if other != seat:
                    possible[other] &= ~certain[seat]
    return Hidden(tuple(possible), tuple(certain))


def _forced_card(play: PlayRecord, shape: Shape, hidden: Hidden, turn: int | None) -> int | None:
    """Return the only card that the seat to play can have left: the last of its recorded holding, or of the pack.

    A card that follows from denials alone is not returned, because denials may be wrong.
    """
    if turn is None:
        return None
    played = sum(card is not None for cards in play.tricks for card in cards)
    if play.holdings is None and shape.seats * shape.tricks - played > 1:
        return None
    left = cards_in(hidden.possible[turn])
    return left[0] if len(left) == 1 else None
