"""What of all verdicts and waivers holds today, and whether a series is agreed to.

An agreement to a hand holds while its player's figures are what the player was shown, and the hand was not withdrawn
since. A dispute holds until its hand is corrected. What was said of a settlement holds while the settlement is the same
and the series is over; a waiver holds until anything happens to the series.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from ledger.agreeing.models import Verdict, VerdictEntry, VerdictKind
from ledger.agreeing.shown import shown_of_hand, shown_of_settlement
from ledger.circles.models import Verdicts
from ledger.lib.lru import LRUCache
from ledger.series.changes import Corrected
from ledger.series.models import Event, Series
from ledger.series.state import PlayedHand, SeriesState

ETAG_LENGTH = 12


@dataclass(frozen=True)
class Held:
    """A verdict that holds."""

    player: str
    seat: int
    verdict: Verdict
    reason: str
    note: str
    by_name: str
    at: datetime
    revision: int
    by_proxy: bool
    by_link: bool
    link: str | None = None  # the id of the link

    @property
    def is_agreed(self) -> bool:
        return self.verdict == Verdict.AGREED

    @property
    def is_own(self) -> bool:
        """Said by the member who has claimed the player."""
        return not self.by_proxy and not self.by_link


@dataclass(frozen=True)
class Waiver:
    """What an owner said instead of those who have not agreed."""

    by_name: str
    at: datetime
    reason: str


@dataclass(frozen=True)
class SeriesAgreement:
    """What holds today. `None` instead of the number of a hand means the settlement."""

    setting: Verdicts
    waiver: Waiver | None = None
    etag: str = ""  # moves on with every entry; empty: there is none
    agreed: bool = False
    _held: Mapping[int | None, list[Held]] = field(default_factory=dict)
    _unanswered: Mapping[int | None, list[int]] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return 1 + sum(map(len, self._held.values()))

    def of_hand(self, number: int) -> list[Held]:
        return self._held.get(number, [])

    @property
    def of_settlement(self) -> list[Held]:
        return self._held.get(None, [])

    def unanswered(self, number: int | None) -> list[int]:
        """The seats that are asked for a verdict: of those who sat in a hand that counts, or of all for the settlement
        of a series that is over."""
        return self._unanswered.get(number, [])

    def hands_unanswered_by(self, seat: int) -> list[int]:
        return [number for number, seats in self._unanswered.items() if number is not None and seat in seats]

    @property
    def disputes(self) -> list[tuple[int | None, Held]]:
        """In the order of the hands, the settlement last."""
        return [(number, held) for number, all_held in self._held.items() for held in all_held if not held.is_agreed]


@dataclass(frozen=True)
class Judged:
    """What holds of one hand, and what that follows from."""

    entries: Sequence[VerdictEntry]  # the latest of each player
    event_hash: str
    hand: PlayedHand
    held: list[Held]
    unanswered: list[int]

    def is_of(self, hand: PlayedHand, event: Event, entries: Sequence[VerdictEntry]) -> bool:
        if self.entries is not entries or self.event_hash != event.hash:
            return False
        before, now = self.hand.score, hand.score
        return self.hand.counts == hand.counts and (before is now or before == now)


@dataclass(frozen=True)
class Known:
    """The verdicts of a series as this process has read them, so that a save or a tap makes little to work out."""

    version: int = 0
    head: str = ""
    latest: Mapping[int | None, tuple[VerdictEntry, ...]] = field(default_factory=dict)  # of each player, by hand
    waiver: VerdictEntry | None = None
    judged: Mapping[int, Judged] = field(default_factory=dict)

    def with_more(self, entries: Sequence[VerdictEntry]) -> "Known":
        """`entries` are those that follow, the oldest first."""
        latest, waiver = dict(self.latest), self.waiver
        for entry in entries:
            if entry.kind == VerdictKind.WAIVER:
                waiver = entry
            else:
                others = (one for one in latest.get(entry.hand_number, ()) if one.player_id != entry.player_id)
                latest[entry.hand_number] = (*others, entry)
        if not entries:
            return self
        return replace(self, version=entries[-1].number, head=entries[-1].hash, latest=latest, waiver=waiver)


# By the hashes of the two chains, on which all of it depends. The number of players is in neither (see state.py).
_AGREEMENTS: LRUCache[SeriesAgreement] = LRUCache(4_000, size_of=lambda kept: kept.size)  # verdicts
# What was read of a series last, at 2.5 kB a verdict: 25 MB at most. It is checked against the chain before it is used.
_KNOWN: LRUCache[Known] = LRUCache(max_size=10_000, size_of=lambda known: 1 + known.version)


def agreement_of(state: SeriesState) -> SeriesAgreement:
    """One query, and one more after a correction; none where verdicts are off."""
    series = state.series
    if series.verdicts == Verdicts.OFF:
        return SeriesAgreement(Verdicts.OFF)
    known = read_more(series, _KNOWN.get(series.pk) or Known())
    key = (series.pk, series.latest_hash, len(state.players), known.head)
    if kept := _AGREEMENTS.get(key):
        return kept
    agreement, known = judge(state, known)
    _KNOWN[series.pk], _AGREEMENTS[key] = known, agreement
    return agreement


def read_more(series: Series, known: Known) -> Known:
    """With the entries that have come since. The last one that is known is read once more: is it still there?"""
    of_series = VerdictEntry.objects.filter(series=series).order_by("number")
    if not known.version:
        return known.with_more(list(of_series))
    entries = list(of_series.filter(number__gte=known.version))
    if not entries or entries[0].hash != known.head:  # it is not: the database was restored
        return Known().with_more(list(of_series))
    return known.with_more(entries[1:])


def agreement_by(state: SeriesState, entries: Sequence[VerdictEntry]) -> SeriesAgreement:
    """What holds of these entries, the oldest first. They may end earlier than the chain does."""
    return judge(state, Known().with_more(entries))[0]


def judge(state: SeriesState, known: Known) -> tuple[SeriesAgreement, Known]:
    """Only hands are looked at of which something has changed."""
    series, judged = state.series, judged_hands(state, known)
    end = holding(state, known.latest.get(None, ()))
    held: dict[int | None, list[Held]] = {number: one.held for number, one in judged.items() if one.held}
    unanswered: dict[int | None, list[int]] = {
        number: one.unanswered for number, one in judged.items() if one.unanswered
    }
    if not series.is_open:
        held |= {None: all_held(state, end)} if end else {}
        answered = {entry.player_id for entry in end}
        if missing := [seat for seat, player in enumerate(state.players) if player.pk not in answered]:
            unanswered[None] = missing
    counting = [each for number, each in held.items() if number is None or judged[number].hand.counts]
    disputed = not all(one.is_agreed for each in counting for one in each)
    waiver = None
    if known.waiver and not series.is_open and known.waiver.event_hash == series.latest_hash:
        waiver = Waiver(known.waiver.by_name, known.waiver.at, known.waiver.reason)
    agreed = not series.is_open and not unanswered and not disputed
    agreement = SeriesAgreement(
        setting=Verdicts(series.verdicts),
        waiver=waiver,
        etag=known.head[:ETAG_LENGTH],
        agreed=agreed or waiver is not None,
        _held=held,
        _unanswered=unanswered,
    )
    return agreement, replace(known, judged=judged)


def judged_hands(state: SeriesState, known: Known) -> dict[int, Judged]:
    judged: dict[int, Judged] = {}
    changed: list[tuple[PlayedHand, Event, Sequence[VerdictEntry]]] = []
    for hand, event in zip(state.play.hands, state.events, strict=True):
        number = hand.number
        entries, before = known.latest.get(number, ()), known.judged.get(number)
        if before and before.is_of(hand, event, entries):
            judged[number] = before
        else:
            changed.append((hand, event, entries))
    still: dict[int | None, list[VerdictEntry]] = {}
    for entry in holding(state, [entry for _hand, _event, of_hand in changed for entry in of_hand]):
        still.setdefault(entry.hand_number, []).append(entry)
    for hand, event, of_hand in changed:
        held = all_held(state, still.get(hand.number, []))
        answered = {each.seat for each in held}
        unanswered = [seat for seat in hand.score.seats if seat not in answered] if hand.counts else []
        judged[hand.number] = Judged(of_hand, event.hash, hand, held, unanswered)
    return dict(sorted(judged.items())) if changed else judged


def all_held(state: SeriesState, entries: Iterable[VerdictEntry]) -> list[Held]:
    """By seat."""
    seats = {player.pk: seat for seat, player in enumerate(state.players)}
    same = ("reason", "note", "by_name", "at", "revision", "by_proxy", "by_link", "link")
    held = [
        Held(
            player=entry.player_id or "",
            seat=seats[entry.player_id or ""],
            verdict=Verdict(entry.verdict),
            **{name: getattr(entry, name) for name in same},
        )
        for entry in entries
    ]
    return sorted(held, key=lambda one: one.seat)


def holding(state: SeriesState, entries: Iterable[VerdictEntry]) -> list[VerdictEntry]:
    """Those that hold today, of the latest verdict of each player on each hand and on the settlement."""
    last, seats = len(state.events), {player.pk: seat for seat, player in enumerate(state.players)}
    found: list[VerdictEntry] = []
    older: list[VerdictEntry] = []
    end = None
    for entry in entries:
        number, seat = entry.hand_number, seats.get(entry.player_id or "")
        if entry.verdict == Verdict.NONE or seat is None:
            continue
        if number is None:
            if end is None:
                end = shown_of_settlement(state)
            if entry.shown == end and not state.series.is_open:
                found.append(entry)
        elif number <= last:
            is_latest = entry.event_hash == state.events[number - 1].hash
            if is_latest and entry.verdict == Verdict.DISPUTED:
                found.append(entry)
            elif entry.verdict == Verdict.AGREED and entry.shown == shown_of_hand(state, number, seat):
                (found if is_latest else older).append(entry)
    if older:
        still = _revisions_since_recorded(state, {entry.hand_number for entry in older})
        found += [entry for entry in older if entry.event_hash in still]
    return found


def _revisions_since_recorded(state: SeriesState, numbers: Iterable[int | None]) -> set[str]:
    """The hashes of the revisions of these hands, without those of a recording that was withdrawn."""
    events = Event.objects.filter(series=state.series, hand_number__in=list(numbers), number__lte=state.series.version)
    since: dict[int | None, set[str]] = {}
    for number, kind, hash_ in events.order_by("number").values_list("hand_number", "kind", "hash"):
        if kind != Corrected.kind:
            since[number] = set()
        since[number].add(hash_)
    return set().union(*since.values())
