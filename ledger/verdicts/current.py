"""Which verdicts and waivers of a series hold today, and whether the series is agreed to.

A verdict *agreed* on a hand holds while the figures of its player stay as shown, unless the hand is withdrawn. A
dispute holds until its hand is corrected or withdrawn. A verdict on the settlement holds while the settlement is the
same and the series is over. A waiver holds until the next event of the series.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from ledger.circles.models import Verdicts
from ledger.lib.lru import LRUCache
from ledger.series.changes import Corrected
from ledger.series.models import Event, Series
from ledger.series.state import PlayedHand, SeriesState
from ledger.verdicts.models import Verdict, VerdictEntry, VerdictKind
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


@dataclass(frozen=True)
class HandVerdicts:
    """The verdicts that hold on one hand, with the entries, the event and the hand from which they were worked out."""

    entries: Sequence[VerdictEntry]  # the latest entry of each player
    event_hash: str
    hand: PlayedHand
    verdicts: list[CurrentVerdict]
    unanswered: list[int]

    def are_up_to_date(self, hand: PlayedHand, event: Event, entries: Sequence[VerdictEntry]) -> bool:
        if self.entries is not entries or self.event_hash != event.hash:
            return False
        old_score, score = self.hand.score, hand.score
        return self.hand.counts == hand.counts and (old_score is score or old_score == score)


@dataclass(frozen=True)
class ReadEntries:
    """The latest entries of a series that this process has read, and the verdicts that it has worked out from them.

    When an entry is added, the process reads only that one and the one before, and works out only the verdicts on
    its hand.
    """

    version: int = 0
    latest_hash: str = ""
    # The latest entry of each player, by hand number.
    latest: Mapping[int | None, Sequence[VerdictEntry]] = field(default_factory=dict)
    waiver: VerdictEntry | None = None
    hands: Mapping[int, HandVerdicts] = field(default_factory=dict)

    def with_more(self, entries: Sequence[VerdictEntry]) -> "ReadEntries":
        """Add `entries`, which follow the entries read so far, oldest first."""
        if not entries:
            return self
        latest, waiver = dict(self.latest), self.waiver
        for entry in entries:
            if entry.kind == VerdictKind.WAIVER:
                waiver = entry
            else:
                others = (other for other in latest.get(entry.hand_number, ()) if other.player_id != entry.player_id)
                latest[entry.hand_number] = (*others, entry)
        last = entries[-1]
        return replace(self, version=last.number, latest_hash=last.hash, latest=latest, waiver=waiver)


# The key has the hashes of both chains, and the number of players for the reason in `_cache_key` of state.py.
_VERDICTS: LRUCache[SeriesVerdicts] = LRUCache(4_000, size_of=lambda verdicts: 1 + len(verdicts.given))
# Entries, at 2.5 kB a verdict: 25 MB at most. They are checked against the chain before they are used.
_READ: LRUCache[ReadEntries] = LRUCache(max_size=10_000, size_of=lambda read: 1 + read.version)


def verdicts_of(state: SeriesState) -> SeriesVerdicts:
    """Return the verdicts that hold. One query, one more after a correction, none if verdicts are off."""
    series = state.series
    if series.verdicts == Verdicts.OFF:
        return SeriesVerdicts(Verdicts.OFF)
    read = read_more(series, _READ.get(series.pk) or ReadEntries())
    key = (series.pk, series.latest_hash, len(state.players), read.latest_hash)
    if verdicts := _VERDICTS.get(key):
        return verdicts
    read = replace(read, hands=verdicts_by_hand(state, read))
    _READ[series.pk] = read
    _VERDICTS[key] = verdicts = verdicts_from(state, read)
    return verdicts


def verdicts_of_entries(state: SeriesState, entries: Sequence[VerdictEntry]) -> SeriesVerdicts:
    """Return the verdicts that hold among `entries`, oldest first. The chain may have further entries."""
    read = ReadEntries().with_more(entries)
    return verdicts_from(state, replace(read, hands=verdicts_by_hand(state, read)))


def read_more(series: Series, read: ReadEntries) -> ReadEntries:
    """Add the entries that are newer than `read`. The last known entry is read again, to see whether it exists."""
    of_series = VerdictEntry.objects.filter(series=series).order_by("number")
    if not read.version:
        return read.with_more(list(of_series))
    entries = list(of_series.filter(number__gte=read.version))
    if not entries or entries[0].hash != read.latest_hash:  # the last known entry is gone: the database was restored
        return ReadEntries().with_more(list(of_series))
    return read.with_more(entries[1:])


def verdicts_from(state: SeriesState, read: ReadEntries) -> SeriesVerdicts:
    """Return the verdicts that hold on the hands and the settlement, and whether the series is agreed to."""
    series, hands = state.series, read.hands
    of_settlement = entries_that_hold(state, read.latest.get(None, ()))
    verdicts: dict[int | None, list[CurrentVerdict]] = {
        number: hand.verdicts for number, hand in hands.items() if hand.verdicts
    }
    unanswered: dict[int | None, list[int]] = {
        number: hand.unanswered for number, hand in hands.items() if hand.unanswered
    }
    if not series.is_open:
        verdicts |= {None: in_seat_order(state, of_settlement)} if of_settlement else {}
        answered = {entry.player_id for entry in of_settlement}
        if missing := [seat for seat, player in enumerate(state.players) if player.pk not in answered]:
            unanswered[None] = missing
    disputed = any(
        not verdict.is_agreed
        for number, given in verdicts.items()
        if number is None or hands[number].hand.counts
        for verdict in given
    )
    waiver = read.waiver
    if waiver and (series.is_open or waiver.event_hash != series.latest_hash):
        waiver = None
    agreed = not series.is_open and not unanswered and not disputed
    return SeriesVerdicts(
        setting=Verdicts(series.verdicts),
        waiver=waiver,
        etag=read.latest_hash[:ETAG_LENGTH],
        agreed=agreed or waiver is not None,
        _verdicts=verdicts,
        _unanswered=unanswered,
    )


def verdicts_by_hand(state: SeriesState, read: ReadEntries) -> Mapping[int, HandVerdicts]:
    """Return the verdicts on each hand.

    They are taken from `read.hands` if neither the hand nor its entries have changed, and else worked out.
    """
    by_hand: dict[int, HandVerdicts] = {}
    changed: list[tuple[PlayedHand, Event, Sequence[VerdictEntry]]] = []
    for hand, event in zip(state.play.hands, state.events, strict=True):
        entries, known = read.latest.get(hand.number, ()), read.hands.get(hand.number)
        if known and known.are_up_to_date(hand, event, entries):
            by_hand[hand.number] = known
        else:
            changed.append((hand, event, entries))
    that_hold: dict[int | None, list[VerdictEntry]] = {}
    for entry in entries_that_hold(state, [entry for _hand, _event, entries in changed for entry in entries]):
        that_hold.setdefault(entry.hand_number, []).append(entry)
    for hand, event, entries in changed:
        verdicts = in_seat_order(state, that_hold.get(hand.number, []))
        answered = {verdict.seat for verdict in verdicts}
        unanswered = [seat for seat in hand.score.seats if seat not in answered] if hand.counts else []
        by_hand[hand.number] = HandVerdicts(entries, event.hash, hand, verdicts, unanswered)
    return dict(sorted(by_hand.items())) if changed else by_hand


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
