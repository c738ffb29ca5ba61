"""Weis and Stöck: what the cards of a round held, which team had the best, and whether the cards deny what was said."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.catalogue.jass.rules import LONG, SEQUENCES, Rules
from games.kit.cards import BITS, cards_in, rank_of, suit_of
from games.kit.jass_cards import ACE, JACK, KING, NINE, QUEEN, SEATS, SIX, Trump
from games.kit.jass_teams import TEAMS
from games.kit.plays import PlayRecord
from games.kit.tricks import holdings_shown

MOST_WEIS = 600  # of the eighteen cards of a team: docs/rules/jass.md
MOST_WEIS_LONG_100 = 590  # where a long sequence counts 100


@dataclass(frozen=True, slots=True)
class Weis:
    """One that a player held: a whole sequence, or four alike."""

    seat: int
    points: int
    cards: tuple[int, ...]  # the lowest first


def sequences(rules: Rules) -> dict[int, int]:
    """What so many cards in a row are worth by these rules."""
    return {
        length: SEQUENCES[LONG] if rules.long_sequences_count_100 and length > LONG else points
        for length, points in SEQUENCES.items()
    }


def values(rules: Rules) -> list[int]:
    """What one Weis can be worth by these rules: four alike are worth 100, 150 or 200."""
    return sorted({*sequences(rules).values(), 100, 150, 200})


def most_weis(rules: Rules) -> int:
    return MOST_WEIS_LONG_100 if rules.long_sequences_count_100 else MOST_WEIS


def held_weis(rules: Rules, hands: Sequence[int]) -> list[Weis]:
    """A card may be in a sequence and in four alike."""
    return [weis for seat, hand in enumerate(hands) for weis in (*_fours(seat, hand), *_in_a_row(rules, seat, hand))]


def _fours(seat: int, hand: int) -> Iterator[Weis]:
    for rank in range(SIX, ACE + 1):
        alike = tuple(13 * suit + rank for suit in range(4))
        if all(hand & BITS[card] for card in alike):
            yield Weis(seat, {NINE: 150, JACK: 200}.get(rank, 100), alike)


def _in_a_row(rules: Rules, seat: int, hand: int) -> Iterator[Weis]:
    worth = sequences(rules)
    row: list[int] = []
    for card in (*cards_in(hand), -1):
        if row and (card != row[-1] + 1 or suit_of(card) != suit_of(row[-1])):
            if len(row) in worth:
                yield Weis(seat, worth[len(row)], tuple(row))
            row = []
        row.append(card)


def team_with_the_best(held: Sequence[Weis], trump: Trump, order: Sequence[int]) -> int | None:
    """More points, more cards, the higher card, trump; of equals the one of the player who plays first in `order`."""

    def rank(weis: Weis) -> tuple[int, int, int, bool, int]:
        highest = -rank_of(weis.cards[0]) if trump is Trump.BOTTOM_UP else rank_of(weis.cards[-1])
        in_trump = suit_of(weis.cards[-1]) == trump.suit and suit_of(weis.cards[0]) == trump.suit
        return weis.points, len(weis.cards), highest, in_trump, -order.index(weis.seat)

    return max(held, key=rank).seat % len(TEAMS) if held else None


def hands_of(play: PlayRecord) -> list[int]:
    """The cards that each player had, once all of them have been played."""
    return holdings_shown(play.whole_tricks, SEATS)


def stoeck_holder(hands: Sequence[int], trump: Trump) -> int | None:
    """The seat that had king and queen of trump, if one had both."""
    if trump.suit is None:
        return None
    both = BITS[13 * trump.suit + KING] | BITS[13 * trump.suit + QUEEN]
    return next((seat for seat, hand in enumerate(hands) if hand & both == both), None)


def can_hold(rules: Rules, melds: Sequence[int], held: Sequence[Weis]) -> bool:
    """Can all of these be shown at once? A player may announce less than a sequence is worth, or divide it."""
    worth = sequences(rules)
    needed = {points: min(length for length in worth if worth[length] == points) for points in worth.values()}
    alike = [weis.points for weis in held if rank_of(weis.cards[0]) == rank_of(weis.cards[-1])]
    rows = [len(weis.cards) for weis in held if rank_of(weis.cards[0]) != rank_of(weis.cards[-1])]
    return _can_show(sorted(melds, reverse=True), tuple(alike), tuple(rows), needed)


def _can_show(melds: Sequence[int], fours: tuple[int, ...], rows: tuple[int, ...], needed: dict[int, int]) -> bool:
    if not melds:
        return True
    first, *rest = melds
    if first in fours:
        others = list(fours)
        others.remove(first)
        if _can_show(rest, tuple(others), rows, needed):
            return True
    if first not in needed:
        return False
    return any(
        _can_show(rest, fours, (*rows[:index], length - needed[first], *rows[index + 1 :]), needed)
        for index, length in enumerate(rows)
        if length >= needed[first]
    )
