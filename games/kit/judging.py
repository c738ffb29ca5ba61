"""Judge a hand that was recorded card by card, finished or not."""

from dataclasses import dataclass
from typing import Any

from games.kit.cards import BITS, PACK_SIZE, mask_of
from games.kit.offences import Wording, explain_offences
from games.kit.plays import PlayRecord, Shape
from games.kit.tricks import Offence, followers, holdings_shown, replay_cards, turn_orders


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the played cards come to, and which of them the law did not allow.

    Points are numbers of the law's smallest unit. Only a complete hand has the points for the last trick.
    """

    complete: bool
    points: tuple[int, ...]  # of each seat
    winners: tuple[int, ...]  # the seat that won each complete trick
    trick_points: tuple[int, ...]  # of each complete trick
    offences: tuple[Offence, ...]


def judge_play(play: PlayRecord, shape: Shape) -> Judgement:
    """Judge a record that may be unfinished, and has no other problem."""
    tricks = play.whole_tricks
    if play.holdings is not None:
        held = [mask_of(holding) for holding in play.holdings]
    else:  # at least the cards that each seat has played
        held = holdings_shown(tricks, shape.seats)
        for seat, card in enumerate(play.open_trick):
            held[seat] |= 0 if card is None else BITS[card]
    after = followers(shape.seats, play.clockwise)
    points, winners, trick_points, offences = replay_cards(shape.laws, tricks, play.first_leader, after, held)
    complete = len(tricks) == shape.tricks
    if complete:
        points[winners[-1]] += shape.law.source.last_trick
        trick_points[-1] += shape.law.source.last_trick
    elif play.open_trick and play.holdings is not None:
        leader = winners[-1] if winners else play.first_leader
        offences.extend(_offences_on_table(play, shape, leader, held))
    return Judgement(complete, tuple(points), tuple(winners), tuple(trick_points), tuple(offences))


def shown_by_cards(play: PlayRecord, shape: Shape, judged: Judgement, wording: Wording) -> dict[str, Any]:
    """Return the fields of a `Score` that follow from the cards. The game adds points won and entered."""
    points = shape.law.points
    return {
        "complete": judged.complete,
        "last_trick_winner": judged.winners[-1] if judged.complete else None,
        "winners": judged.winners,
        "trick_points": tuple([points[units] for units in judged.trick_points]),
        "illegal_plays": explain_offences(shape.laws, play, judged.offences, wording),
    }


def _offences_on_table(play: PlayRecord, shape: Shape, leader: int, held: list[int]) -> list[Offence]:
    """Return the offences in the unfinished trick on the table. Only recorded holdings can prove them."""
    tricks = play.whole_tricks
    gone = holdings_shown(tricks, shape.seats)
    offences = []
    row = None
    for seat in turn_orders(shape.seats, play.clockwise)[leader]:
        card = play.open_trick[seat]
        if card is None:
            break
        if row is None:
            row = shape.laws[len(tricks)].rows_when_led[card]
            continue
        withheld, follows = row[card]
        left = held[seat] & ~gone[seat]
        if withheld & left:
            offences.append(Offence(len(tricks), seat, card, row[PACK_SIZE], left))
        row = follows
    return offences
