"""The records of a circle in one game: who holds each, and which values it had before.

docs/api.md says what counts for each record.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from ledger.circles.models import Circle, Player
from ledger.lib.lru import LRUCache
from ledger.series.fields import read_fraction
from ledger.series.models import Status
from ledger.standings.counted import (
    CountedSeries,
    EndedSeries,
    Period,
    PlayerResult,
    choose_scope,
    counted_series,
    low_wins,
    results_key,
)

BEST_HAND, BEST_TOTAL, QUICKEST, LONGEST, COMEBACK = "best_hand", "best_total", "quickest", "longest", "comeback"
CLOSEST, STREAK, DOUBLED, WRONG_CARDS = "closest", "streak", "doubled", "wrong_cards"
DEAREST_HAND = "dearest_hand"  # of the hands that somebody declared
ALL_RECORDS = (BEST_HAND, DEAREST_HAND, BEST_TOTAL, QUICKEST, LONGEST, COMEBACK, CLOSEST, STREAK, DOUBLED, WRONG_CARDS)

FEWEST_IN_STREAK = 2  # series won one after another
# The first series of a game in a circle break almost all records, so pages do not mention what these series broke.
FEWEST_SERIES_BEFORE = 3


@dataclass(frozen=True, slots=True)
class Mark:
    """A value that a series has reached for a record. The last mark of a record is the record of today."""

    value: Fraction
    holders: tuple[str, ...]  # the ids of the players who reached it in the same series
    series: EndedSeries
    hand: int | None = None  # the number of the hand, in a record of a hand


@dataclass(frozen=True, slots=True)
class CircleRecord:
    code: str
    marks: tuple[Mark, ...]  # one for each time the record was broken, oldest first


@dataclass(frozen=True, slots=True)
class BrokenRecord:
    """A record that a series has broken. `before` is None if nobody held the record before."""

    code: str
    low_wins: bool
    now: Mark
    before: Mark | None


@dataclass(frozen=True, slots=True)
class Records:
    game: str | None  # None: no series of the circle counts
    title: str
    low_wins: bool
    records: tuple[CircleRecord, ...]  # records that somebody holds
    players: Mapping[str, Player]  # by id, all who hold or held a record, without players who are left out
    key: tuple[str, ...]  # for caches: if it is the same, the records are the same


_RECORDS: LRUCache[tuple[CircleRecord, ...]] = LRUCache(max_size=50)


def circle_records(circle: Circle, game: str | None, title: str | None) -> Records:
    """Return the records in a game; if `game` is None, in the game that the circle plays most."""
    scope = choose_scope(circle, Period(), game, title)
    records = _records_in(scope.key, scope.all_series)
    players = named_players(circle, [mark for record in records for mark in record.marks])
    return Records(scope.game, scope.title, low_wins(scope.all_series), records, players, scope.key)


def broken_records(circle: Circle, series_id: str, game: str, title: str) -> list[BrokenRecord]:
    """Return the records that this series broke. Empty for the first few series of the game in the circle."""
    key = results_key(circle)
    counted = counted_series(circle, key, game, title)
    if series_id in [series.id for series in counted[:FEWEST_SERIES_BEFORE]]:
        return []
    return [
        BrokenRecord(record.code, low_wins(counted), now, before)
        for record in _records_in((circle.pk, key, game, title), counted)
        for before, now in pairwise((None, *record.marks))
        if now is not None and now.series.id == series_id
    ]


def named_players(circle: Circle, marks: Iterable[Mark]) -> Mapping[str, Player]:
    """The holders by their ids, without players who are left out."""
    holders = {player for mark in marks for player in mark.holders}
    return Player.objects.filter(circle=circle, is_left_out=False).in_bulk(holders)


def _records_in(key: tuple[str, ...], counted: Sequence[CountedSeries]) -> tuple[CircleRecord, ...]:
    """The records that somebody holds. `key` is that of the scope."""
    return _RECORDS.get_or_make(key, lambda: tuple(record for record in records_of(counted) if record.marks))


def records_of(counted: Sequence[CountedSeries]) -> tuple[CircleRecord, ...]:
    """All records, in the order in which pages show them. `counted` is in the order in which the series ended."""
    low = low_wins(counted)
    marks: dict[str, list[Mark]] = {code: [] for code in ALL_RECORDS}
    highest: dict[str, Fraction | int] = {}
    streaks: Counter[str] = Counter()
    doubled: Counter[str] = Counter()
    for series in counted:
        for result in series.results:
            streaks[result.player_id] = streaks[result.player_id] + 1 if result.place == 1 else 0
            doubled[result.player_id] += result.doubled
        for code, rank, mark in _marks_of(series, low, streaks, doubled):
            if code not in highest or rank > highest[code]:  # an equal value does not break a record
                highest[code] = rank
                marks[code].append(mark)
    return tuple(CircleRecord(code, tuple(marks[code])) for code in ALL_RECORDS)


def _dearest_hand(results: Sequence[PlayerResult]) -> tuple[PlayerResult, Fraction, int] | None:
    """Return the declarer, the points and the number of the dearest hand. Points below zero: it was not made."""
    declared = [
        (result, read_fraction(row["dearest"]), row["dearest_hand"])
        for result in results
        for row in result.declared
        if row["dearest_hand"]
    ]
    return max(declared, key=lambda hand: (abs(hand[1]), -hand[2]), default=None)


def _marks_of(
    series: CountedSeries, low: bool, streaks: Mapping[str, int], doubled: Mapping[str, int]
) -> Iterator[tuple[str, Fraction | int, Mark]]:
    """Yield the mark that the series would set for each record, with its rank. The highest rank is the record."""
    results = series.results
    winners = [result for result in results if result.place == 1]

    def good(points: Fraction) -> Fraction:
        """Return a number that is higher for better points."""
        return -points if low else points

    def mark(value: Fraction | int, holders: Sequence[PlayerResult], hand: int | None = None) -> Mark:
        return Mark(Fraction(value), tuple(result.player_id for result in holders), series, hand)

    # If low wins in only some of the series, `low` says what is best in all of them. In a series that is won the other
    # way, the worst hand of a player is the best in this sense.
    is_usual = series.low_wins == low
    hands = [
        (result.best_points, result.best_hand) if is_usual else (result.worst_points, result.worst_hand)
        for result in results
    ]
    points, number = max(hands, key=lambda hand: (good(hand[0]), -hand[1]))
    holders = [result for result, hand in zip(results, hands, strict=True) if hand == (points, number)]
    yield BEST_HAND, good(points), mark(points, holders, number)

    if dearest := _dearest_hand(results):
        declarer, points, number = dearest
        yield DEAREST_HAND, abs(points), mark(points, [declarer], number)

    total = max((result.total for result in results), key=good)
    yield BEST_TOTAL, good(total), mark(total, [result for result in results if result.total == total])

    if series.status == Status.FINISHED:
        yield QUICKEST, -series.hands, mark(series.hands, winners)
    yield LONGEST, series.hands, mark(series.hands, winners)

    came_back = [result for result in winners if good(result.worst_total) < 0 and result.worst_total != result.total]
    if came_back and is_usual and series.sides > 1:
        worst = min((result.worst_total for result in came_back), key=good)
        yield COMEBACK, -good(worst), mark(worst, [result for result in came_back if result.worst_total == worst])

    if series.sides > 1 and winners[0].level == 1:
        second = next(result for result in results if result.place == 2)  # noqa: PLR2004
        lead = abs(winners[0].total - second.total)
        yield CLOSEST, -lead, mark(lead, winners)

    wins = max(streaks[result.player_id] for result in results)
    if wins >= FEWEST_IN_STREAK:
        yield STREAK, wins, mark(wins, [result for result in results if streaks[result.player_id] == wins])

    if times := max((doubled[result.player_id] for result in results if result.doubled), default=0):
        holders = [result for result in results if result.doubled and doubled[result.player_id] == times]
        yield DOUBLED, times, mark(times, holders)

    if wrong := max(result.wrong_cards for result in results):
        yield WRONG_CARDS, wrong, mark(wrong, [result for result in results if result.wrong_cards == wrong])
