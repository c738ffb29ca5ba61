"""The record of a round of Putz: the card points of all players, or every card."""

from collections.abc import Iterator
from functools import cache
from typing import Annotated

from pydantic import Field, TypeAdapter

from games.catalogue.putz.rules import FIVE, THREE, Rules
from games.contract import Frozen, Table
from games.kit.cards import BITS, HEARTS, SUIT_MASKS, cards_in, mask_of
from games.kit.jass_cards import (
    PACK,
    POINTS_IN_A_ROUND,
    POSSIBLE_POINTS,
    SIX,
    TRUMP,
    Trump,
    jass_law,
    made_of_no_cards,
    worth,
)
from games.kit.plays import PlayRecord, Shape, check_play
from games.kit.problems import Problem, wrong_length
from games.kit.records import ThrownIn, check_thrown_in, reader_of
from games.kit.seats import BY_SEAT, SEAT
from games.kit.sentences import gettext_noop, say

TRICKS = {THREE: 9, FIVE: 7}  # in a round, by the number of players
OUT_OF_PLAY = {THREE: 9, FIVE: 1}  # cards, by the number of players


OneOfThree = Annotated[int, Field(ge=0, lt=THREE, strict=True, json_schema_extra=SEAT)]
CardPoints = Annotated[int, Field(ge=0, le=POINTS_IN_A_ROUND, strict=True)]


class BeforeRound(Frozen):
    """Trump, aside and six, in records of totals and of cards."""

    trump: Trump = Field(title=TRUMP)
    aside_taken_by: OneOfThree | None = Field(None, title=gettext_noop("Who took the aside"))
    six_swapped: bool = Field(
        default=False, strict=True, title=gettext_noop("The six of trump was swapped for the card turned up")
    )


class Totals(BeforeRound):
    """The card points of all players."""

    card_points: Annotated[tuple[CardPoints, ...], Field(max_length=FIVE)] = Field(
        title=gettext_noop("Card points"), json_schema_extra=BY_SEAT
    )


class Play(BeforeRound, PlayRecord):
    """Every card of the round."""


Record = Totals | Play | ThrownIn[Play]
RECORD: TypeAdapter[Record] = reader_of(Totals, thrown_in=ThrownIn[Play], tricks=Play)


def shape(trump: Trump, seats: int) -> Shape:
    return Shape(seats, TRICKS[seats], jass_law(trump))


def check(rules: Rules, record: Record, table: Table) -> list[Problem]:
    match record:
        case Totals():
            return [*_check_before_round(record, table), *check_totals(record, table.seats)]
        case Play():
            problems = check_play(record, shape(record.trump, table.seats))
            return [
                *problems,
                *_check_before_round(record, table),
                *([] if problems else _check_left_over(record, table)),
            ]
        case ThrownIn(play=play):
            return check_thrown_in(record, shape(play.trump, table.seats) if play else None)


def _check_before_round(record: BeforeRound, table: Table) -> Iterator[Problem]:
    if record.trump.suit is None:
        yield Problem("trump", "no_suit", say("A suit is always trump: that of the card turned up."))
    if record.aside_taken_by is not None and table.seats != THREE:
        yield Problem("aside_taken_by", "no_aside", say("There is an aside with three players only."))


def check_totals(record: Totals, seats: int) -> Iterator[Problem]:
    """Each number must be possible, and so must the sum, which depends on the cards out of play."""
    points = record.card_points
    if len(points) != seats:
        yield wrong_length("card_points", seats)
        return
    for seat, won in enumerate(points):
        if won not in POSSIBLE_POINTS:
            yield Problem(f"card_points.{seat}", "impossible", made_of_no_cards(won))
    if record.trump.suit is None:
        return
    total = sum(points)
    if total not in possible_sums(seats, swapped=record.six_swapped, taken=record.aside_taken_by is not None):
        yield Problem("card_points", "wrong_sum", say("No cards can leave the players {total} in all.", total=total))


@cache
def possible_sums(seats: int, *, swapped: bool, taken: bool) -> frozenset[int]:
    """Return what the card points of all players can come to: 157 less each possible worth of the cards out of play.

    This is the same for every trump suit, so hearts stand for all. The card turned up is a trump. Unless the aside was
    taken, this card, or the six of trump that was swapped for it, is out of play.
    """
    trumps = cards_in(PACK & SUIT_MASKS[HEARTS])
    rest = OUT_OF_PLAY[seats] - 1
    if taken:
        return frozenset(POINTS_IN_A_ROUND - out for out in _sums_of(cards_in(PACK), rest + 1))
    turned_up = (13 * HEARTS + SIX,) if swapped else trumps
    return frozenset(
        POINTS_IN_A_ROUND - worth(up, Trump.HEARTS) - out
        for up in turned_up
        for out in _sums_of(tuple(card for card in cards_in(PACK) if card != up), rest)
    )


def _sums_of(cards: tuple[int, ...], count: int) -> frozenset[int]:
    """Return what `count` of these cards can be worth together."""
    by_count: list[set[int]] = [{0}] + [set() for _ in range(count)]
    for card in cards:
        for chosen in range(count, 0, -1):
            by_count[chosen] |= {total + worth(card, Trump.HEARTS) for total in by_count[chosen - 1]}
    return frozenset(by_count[count])


def _check_left_over(record: Play, table: Table) -> Iterator[Problem]:
    """The cards that were not played must contain a trump: the card turned up, or the six that was swapped for it."""
    if record.aside_taken_by is not None or record.trump.suit is None:
        return
    left = PACK & ~mask_of(card for row in record.whole_tricks for card in row)
    six = BITS[13 * record.trump.suit + SIX]
    if record.six_swapped and not left & six:
        yield Problem("six_swapped", "six_played", say("The six of trump was swapped, and yet it has been played."))
    elif not left & SUIT_MASKS[record.trump.suit]:
        yield Problem("trump", "not_turned_up", say("No card of this suit is left that can have been turned up."))
