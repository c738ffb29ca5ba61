"""Judge a hand that was written down card by card, finished or not."""

from dataclasses import dataclass
from typing import Any

from games.kit.cards import BITS, PACK_SIZE, mask_of
from games.kit.offences import Wording, explain_offences
from games.kit.plays import PlayRecord, Shape
from games.kit.tricks import Offence, Replay, followers, holdings_shown, replay, turn_orders


@dataclass(frozen=True, slots=True)
class Judgement:
    """Points are in the law's smallest unit. They include the last trick's only when the hand is complete."""

    complete: bool
    points: tuple[int, ...]
    winners: tuple[int, ...]
    trick_points: tuple[int, ...]
    offences: tuple[Offence, ...]


def judge_play(play: PlayRecord, shape: Shape) -> Judgement:
    """`play` has no problem but perhaps to be unfinished."""
    tricks = play.whole_tricks
    if play.holdings is not None:
        held = [mask_of(holding) for holding in play.holdings]
    else:  # what the cards played so far prove of them
        held = holdings_shown(tricks, shape.seats)
        for seat, card in enumerate(play.open_trick):
            held[seat] |= 0 if card is None else BITS[card]
    after = followers(shape.seats, play.clockwise)
    played = replay(shape.law, tricks, play.first_leader, after, held)
    complete = len(tricks) == shape.tricks
    if complete:
        played.points[played.winners[-1]] += shape.law.law.last_trick
        played.trick_points[-1] += shape.law.law.last_trick
    elif play.open_trick:
        played.offences.extend(_offences_on_table(play, shape, played, held))
    return Judgement(
        complete,
        tuple(played.points),
        tuple(played.winners),
        tuple(played.trick_points),
        tuple(played.offences),
    )


def shown_by_cards(play: PlayRecord, shape: Shape, judged: Judgement, wording: Wording) -> dict[str, Any]:
    """What the cards themselves say for a `Score`. Points won and entered are the game's to say."""
    points = shape.law.points
    return {
        "complete": judged.complete,
        "last_trick_winner": judged.winners[-1] if judged.complete else None,
        "winners": judged.winners,
        "trick_points": tuple([points[units] for units in judged.trick_points]),
        "illegal_plays": explain_offences(shape.law, play, judged.offences, wording),
    }


def _offences_on_table(play: PlayRecord, shape: Shape, played: Replay, held: list[int]) -> list[Offence]:
    """The trick on the table is judged too: with known holdings a wrong card is wrong at once."""
    leader = played.winners[-1] if played.winners else play.first_leader
    gone = holdings_shown(play.whole_tricks, shape.seats)
    offences = []
    row = None
    for seat in turn_orders(shape.seats, play.clockwise)[leader]:
        card = play.open_trick[seat]
        if card is None:
            break
        if row is None:
            row = shape.law.rows_when_led[card]
            continue
        withheld, follows = row[card]
        left = held[seat] & ~gone[seat]
        if withheld & left:
            offences.append(Offence(len(played.winners), seat, card, row[PACK_SIZE], left))
        row = follows
    return offences
