"""Weis and Stöck in the cards of a round: who held them, which team had the best, and what can be announced."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from games.catalogue.jass.rules import LONG, SEQUENCES, Rules
from games.kit.cards import BITS, cards_in, rank_of, suit_of
from games.kit.jass_cards import ACE, JACK, KING, NINE, QUEEN, SEATS, SIX, Trump
from games.kit.jass_teams import TEAMS
from games.kit.plays import PlayRecord
from games.kit.tricks import holdings_shown, turn_orders


@dataclass(frozen=True, slots=True)
class Weis:
    """A Weis that a player held: a whole sequence, or four alike."""

    seat: int
    points: int
    cards: tuple[int, ...]  # the lowest first


def worths_of_sequences(rules: Rules) -> dict[int, int]:
    """Return the worth of a sequence by its number of cards."""
    return {
        length: SEQUENCES[LONG] if rules.long_sequences_count_100 and length > LONG else points
        for length, points in SEQUENCES.items()
    }


def worths_of_weis(rules: Rules) -> list[int]:
    """Return the possible worths of one Weis. Four alike are worth 100, 150 or 200."""
    return sorted({*worths_of_sequences(rules).values(), 100, 150, 200})


def held_weis(rules: Rules, holdings: Sequence[int]) -> list[Weis]:
    """Return all Weis in these holdings. A card may be in a sequence and in four alike."""
    return [
        weis
        for seat, holding in enumerate(holdings)
        for weis in (*_fours(seat, holding), *_in_a_row(rules, seat, holding))
    ]


def _fours(seat: int, holding: int) -> Iterator[Weis]:
    for rank in range(SIX, ACE + 1):
        alike = tuple(13 * suit + rank for suit in range(4))
        if all(holding & BITS[card] for card in alike):
            yield Weis(seat, {NINE: 150, JACK: 200}.get(rank, 100), alike)


def _in_a_row(rules: Rules, seat: int, holding: int) -> Iterator[Weis]:
    worth = worths_of_sequences(rules)
    row: list[int] = []
    for card in (*cards_in(holding), -1):  # -1 is no card: it ends the last sequence
        if row and (card != row[-1] + 1 or suit_of(card) != suit_of(row[-1])):
            if len(row) in worth:
                yield Weis(seat, worth[len(row)], tuple(row))
            row = []
        row.append(card)


def team_with_the_best(held: Sequence[Weis], trump: Trump, order: Sequence[int]) -> int | None:
    """Return the team with the best Weis: by points, number of cards, highest card, trump, and who plays first.

    Bottom up, the lowest card is the highest. `order` has the seats in the order in which they play.
    """

    def strength(weis: Weis) -> tuple[int, int, int, bool, int]:
        highest = -rank_of(weis.cards[0]) if trump is Trump.BOTTOM_UP else rank_of(weis.cards[-1])
        in_trump = suit_of(weis.cards[-1]) == trump.suit and suit_of(weis.cards[0]) == trump.suit
        return weis.points, len(weis.cards), highest, in_trump, -order.index(weis.seat)

    return max(held, key=strength).seat % len(TEAMS) if held else None


def sets_of_weis(rules: Rules, play: PlayRecord, trump: Trump) -> list[tuple[int, tuple[int, ...]]]:
    """Return what can have been announced, if all cards are known: a team, and the points of some or all of its Weis.

    The team with the best Weis comes first. For each team the set with all its Weis comes first.
    """
    held = held_weis(rules, holdings_of(play))
    best = team_with_the_best(held, trump, turn_orders(SEATS, play.clockwise)[play.first_leader])
    sets = []
    for team in sorted(range(len(TEAMS)), key=lambda team: team != best):
        points = sorted(weis.points for weis in held if weis.seat % len(TEAMS) == team)
        possible = {melds for count in range(1, len(points) + 1) for melds in combinations(points, count)}
        sets += [(team, melds) for melds in sorted(possible, key=lambda melds: (-sum(melds), melds))]
    return sets


def holdings_of(play: PlayRecord) -> list[int]:
    """Return the cards that each player had, as bits, once all cards have been played."""
    return holdings_shown(play.whole_tricks, SEATS)


def stoeck_holder(holdings: Sequence[int], trump: Trump) -> int | None:
    """Return the seat that had both king and queen of trump, if any."""
    if trump.suit is None:
        return None
    both = BITS[13 * trump.suit + KING] | BITS[13 * trump.suit + QUEEN]
    return next((seat for seat, holding in enumerate(holdings) if holding & both == both), None)


def can_hold(rules: Rules, melds: Sequence[int], held: Sequence[Weis]) -> bool:
    """Do the `held` Weis cover the announced `melds`? A sequence may be announced for less, or divided."""
    worth = worths_of_sequences(rules)
    needed = {points: min(length for length in worth if worth[length] == points) for points in worth.values()}
    alike = [weis.points for weis in held if rank_of(weis.cards[0]) == rank_of(weis.cards[-1])]
    rows = [len(weis.cards) for weis in held if rank_of(weis.cards[0]) != rank_of(weis.cards[-1])]
    return _can_show(sorted(melds, reverse=True), tuple(alike), tuple(rows), needed)


def _can_show(melds: Sequence[int], fours: tuple[int, ...], rows: tuple[int, ...], needed: dict[int, int]) -> bool:
    """Try the first meld as each of the fours and sequences, and the other melds with the cards that remain.

    `fours` has the points of four alike, `rows` the lengths of sequences. `needed` has the length for a meld's points.
    """
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
