"""Which verdicts and waivers of a series hold today, and whether the series is agreed to.

A verdict *agreed* on a hand holds while the figures of its player stay as shown, unless the hand is withdrawn. A
dispute holds until its hand is corrected or withdrawn. A verdict on the settlement holds while the settlement is the
same and the series is over. A waiver holds until the next event of the series.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from ledger.circles.models import Verdicts
from ledger.lib.lru import LRUCache
from ledger.series.changes import Corrected
from ledger.series.models import Event
from ledger.series.state import SeriesState
from ledger.verdicts.models import Verdict, VerdictBook, VerdictEntry, VerdictKind
from ledger.verdicts.shown import shown_of_hand, shown_of_settlement

ETAG_LENGTH = 12


@dataclass(frozen=True)
class CurrentVerdict:
    """A verdict that holds."""

    player: str  # the player's id
    seat: int
    verdict: Verdict
    reason: str
    note: str
    by_name: str
    at: datetime
    revision: int  # of the hand; of the settlement: the version of the series
    by_proxy: bool
    by_link: bool
    link: str | None = None  # the id of the link

    @property
    def is_agreed(self) -> bool:
        return self.verdict == Verdict.AGREED

    @property
    def is_own(self) -> bool:
        """Whether the verdict is from the member who has claimed the player."""
        return not self.by_proxy and not self.by_link


@dataclass(frozen=True)
class SeriesVerdicts:
    """The verdicts that hold today, by the number of their hand. The settlement has None for a number."""

    setting: Verdicts
    waiver: VerdictEntry | None = None
    etag: str = ""  # changes with every entry; empty without entries
    agreed: bool = False  # the series is agreed to, perhaps by a waiver
    _verdicts: Mapping[int | None, list[CurrentVerdict]] = field(default_factory=dict)
    _unanswered: Mapping[int | None, list[int]] = field(default_factory=dict)

    @property
    def given(self) -> list[tuple[int | None, CurrentVerdict]]:
        """All verdicts, in the order of the hands, the settlement last."""
        return [(number, verdict) for number, verdicts in self._verdicts.items() for verdict in verdicts]

    def on(self, number: int | None) -> list[CurrentVerdict]:
        """Return the verdicts on a hand or the settlement, in seat order."""
        return self._verdicts.get(number, [])

    def unanswered(self, number: int | None) -> list[int]:
        """Return the seats whose verdict is missing: of the players who sat in a hand that counts, or of all players
        for the settlement of a series that is over."""
        return self._unanswered.get(number, [])

    def hands_unanswered_by(self, seat: int) -> list[int]:
        """Return the numbers of the hands on which the verdict of this seat's player is missing."""
        return [number for number, seats in self._unanswered.items() if number is not None and seat in seats]

    @property
    def disputes(self) -> list[tuple[int | None, CurrentVerdict]]:
        """The disputes that hold, in the order of the hands, the settlement last."""
        return [(number, verdict) for number, verdict in self.given if not verdict.is_agreed]


# The key has the hashes of both chains, and the number of players for the reason in `_cache_key` of state.py.
_VERDICTS: LRUCache[SeriesVerdicts] = LRUCache(4_000, size_of=lambda verdicts: 1 + len(verdicts.given))


def verdicts_of(state: SeriesState) -> SeriesVerdicts:
    """Return the verdicts that hold. One query if they are in memory, and none if verdicts are off."""
    series = state.series
    if series.verdicts == Verdicts.OFF:
        return SeriesVerdicts(Verdicts.OFF)
    book = VerdictBook.objects.filter(series=series).values_list("latest_hash", flat=True)
    latest_hash = book.first() or ""
    key = (series.pk, series.latest_hash, len(state.players))
    if verdicts := _VERDICTS.get((*key, latest_hash)):
        return verdicts
    entries = list(VerdictEntry.objects.filter(series=series).order_by("number")) if latest_hash else []
    # Another phone may have added an entry since the book was read.
    latest_hash = entries[-1].hash if entries else ""
    _VERDICTS[*key, latest_hash] = verdicts = verdicts_of_entries(state, entries)
    return verdicts


def verdicts_of_entries(state: SeriesState, entries: Sequence[VerdictEntry]) -> SeriesVerdicts:
    """Return the verdicts that hold among `entries`, oldest first. The chain may have further entries."""
    series, waiver = state.series, None
    latest: dict[tuple[int | None, str | None], VerdictEntry] = {}  # of each player, on each hand and the settlement
    for entry in entries:
        if entry.kind == VerdictKind.WAIVER:
            waiver = entry
        else:
            latest[entry.hand_number, entry.player_id] = entry
    that_hold: dict[int | None, list[VerdictEntry]] = {}
    for entry in entries_that_hold(state, latest.values()):
        that_hold.setdefault(entry.hand_number, []).append(entry)
    numbers = sorted(that_hold, key=lambda number: (number is None, number or 0))
    verdicts = {number: in_seat_order(state, that_hold[number]) for number in numbers}
    # Who is asked: those who sat in a hand that counts, and about the settlement of a series that is over, everybody.
    asked: dict[int | None, Sequence[int]] = {hand.number: hand.score.seats for hand in state.play.hands if hand.counts}
    if not series.is_open:
        asked[None] = range(len(state.players))
    unanswered = {}
    for number, seats in asked.items():
        answered = {verdict.seat for verdict in verdicts.get(number, ())}
        if missing := [seat for seat in seats if seat not in answered]:
            unanswered[number] = missing
    disputed = any(not verdict.is_agreed for number in asked for verdict in verdicts.get(number, ()))
    if waiver and (series.is_open or waiver.event_hash != series.latest_hash):
        waiver = None
    return SeriesVerdicts(
        setting=Verdicts(series.verdicts),
        waiver=waiver,
        etag=entries[-1].hash[:ETAG_LENGTH] if entries else "",
        agreed=waiver is not None or not (series.is_open or unanswered or disputed),
        _verdicts=verdicts,
        _unanswered=unanswered,
    )


def in_seat_order(state: SeriesState, entries: Iterable[VerdictEntry]) -> list[CurrentVerdict]:
    """Return entries that hold as verdicts, in seat order."""
    seats = state.seat_by_player
    same_fields = ("reason", "note", "by_name", "at", "revision", "by_proxy", "by_link", "link")
    verdicts = [
        CurrentVerdict(
            player=entry.player_id or "",
            seat=seats[entry.player_id or ""],
            verdict=Verdict(entry.verdict),
            **{name: getattr(entry, name) for name in same_fields},
        )
        for entry in entries
    ]
    return sorted(verdicts, key=lambda verdict: verdict.seat)


def entries_that_hold(state: SeriesState, entries: Iterable[VerdictEntry]) -> list[VerdictEntry]:
    """Return the entries that hold today.

    `entries` has at most one entry of each player on each hand and on the settlement: the latest.
    """
    hand_count, seats = len(state.events), state.seat_by_player
    that_hold: list[VerdictEntry] = []
    of_older_revisions: list[VerdictEntry] = []
    settlement = None
    for entry in entries:
        number, seat = entry.hand_number, seats.get(entry.player_id or "")
        if entry.verdict == Verdict.NONE or seat is None:
            continue
        if number is None:
            if settlement is None:
                settlement = shown_of_settlement(state)
            if entry.shown == settlement and not state.series.is_open:
                that_hold.append(entry)
        elif number <= hand_count:
            is_latest = entry.event_hash == state.events[number - 1].hash
            if is_latest and entry.verdict == Verdict.DISPUTED:
                that_hold.append(entry)
            elif entry.verdict == Verdict.AGREED and entry.shown == shown_of_hand(state, number, seat):
                (that_hold if is_latest else of_older_revisions).append(entry)
    if of_older_revisions:
        since_recorded = _revisions_since_recorded(state, {entry.hand_number for entry in of_older_revisions})
        that_hold += [entry for entry in of_older_revisions if entry.event_hash in since_recorded]
    return that_hold


def _revisions_since_recorded(state: SeriesState, numbers: Iterable[int | None]) -> set[str]:
    """Return the hashes of the revisions of these hands, from the latest recording of each hand on."""
    events = Event.objects.filter(series=state.series, hand_number__in=list(numbers), number__lte=state.series.version)
    since: dict[int | None, set[str]] = {}
    for number, kind, hash_ in events.order_by("number").values_list("hand_number", "kind", "hash"):
        if kind != Corrected.kind:
            since[number] = set()
        since[number].add(hash_)
    return set().union(*since.values())
