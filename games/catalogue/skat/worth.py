"""The worth of a game: its base times the levels. [K "The worth"]"""

from collections.abc import Mapping
from dataclasses import dataclass

from games.catalogue.skat.record import SkatContract, SkatHand
from games.kit.sentences import Sentence, Several, say

BASES: Mapping[SkatContract, int] = {
    SkatContract.DIAMONDS: 9,
    SkatContract.HEARTS: 10,
    SkatContract.SPADES: 11,
    SkatContract.CLUBS: 12,
    SkatContract.GRAND: 24,
}
# By whether the declarer played Hand, which is without the skat, and whether ouvert.
NULLS: Mapping[tuple[bool, bool], tuple[int, Sentence]] = {
    (False, False): (23, say("Null: {points}", points=23)),
    (True, False): (35, say("Null hand: {points}", points=35)),
    (False, True): (46, say("Null ouvert: {points}", points=46)),
    (True, True): (59, say("Null ouvert hand: {points}", points=59)),
}


@dataclass(frozen=True, slots=True)
class GameWorth:
    points: int
    words: Sentence
    overbid: bool = False  # the worth was less than the bid


def worth_of(record: SkatHand) -> GameWorth:
    points, words = NULLS[record.hand, record.ouvert] if record.is_null else _base_times_levels(record)
    if record.bid is None or points >= record.bid:
        return GameWorth(points, words)
    if record.is_null:
        least = next((worth for worth, _words in NULLS.values() if worth >= record.bid), record.bid)
    else:
        base = BASES[record.contract]
        least = -(-record.bid // base) * base
    overbid = say("{worth}, overbid at {bid}: {points}", worth=words, bid=record.bid, points=least)
    return GameWorth(least, overbid, overbid=True)


def _base_times_levels(record: SkatHand) -> tuple[int, Sentence]:
    """Count the levels as players do: “with 2, play 3, hand 4: 4 × 11 = 44”.

    An announcement adds two levels: its own, and the level that it announces, even if the declarer missed that.
    """
    level, base = record.matadors or 0, BASES[record.contract]
    words = [say("with {count}", count=level)]
    for counts, text in (
        (True, say("play")),
        (record.plays_hand, say("hand")),
        (record.is_schneider() or record.says_schneider, say("Schneider")),
        (record.says_schneider, say("announced")),
        (record.is_schwarz or record.says_schwarz, say("Schwarz")),
        (record.says_schwarz, say("announced")),
        (record.ouvert, say("ouvert")),
    ):
        if counts:
            level += 1
            words.append(say("{what} {level}", what=text, level=level))
    points = level * base
    levels = Several(tuple(words))
    return points, say("{levels}: {level} × {base} = {points}", levels=levels, level=level, base=base, points=points)
