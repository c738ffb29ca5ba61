"""The audit of a circle's verdicts and waivers: are their chains unbroken, and do they name events that happened?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from ledger.circles.models import Circle, Verdicts
from ledger.lib.hash_chain import faults, head_fault
from ledger.lib.snapshots import snapshot
from ledger.lib.typed import is_storable
from ledger.series.audit.rebuilding import CannotRebuild, RebuiltSeries, rebuild_series
from ledger.series.changes import Joined, Unseated, Withdrawn
from ledger.series.models import Event, Series
from ledger.series.requirements import MOST_REASON
from ledger.verdicts.chain import verdict_hash
from ledger.verdicts.models import MOST_NOTE, DisputeReason, Verdict, VerdictBook, VerdictEntry, VerdictKind
from ledger.verdicts.shown import transfers_as_json

FIGURES = {"points_won", "points_entered", "bonuses"}  # the keys of `shown_of_hand`


def verdict_differences(circle: Circle) -> Iterator[str]:
    """Yield each difference as one sentence. Only series with verdicts or waivers are read."""
    with snapshot():
        has_book = Exists(VerdictBook.objects.filter(series=OuterRef("pk")))
        has_entries = Exists(VerdictEntry.objects.filter(series=OuterRef("pk")))
        with_verdicts = Series.with_discarded.filter(has_book | has_entries, circle=circle).order_by("started_at", "pk")
        for series in with_verdicts.prefetch_related("events", "verdict_entries"):
            for sentence in series_verdict_differences(series):
                yield f"{circle.name} ({circle.pk}), series {series.pk}: {sentence}"


def series_verdict_differences(series: Series) -> Iterator[str]:
    entries, events = list(series.verdict_entries.all()), list(series.events.all())
    for fault in faults(entries, verdict_hash):
        yield f"verdict {fault.link.number} {fault.what}."
    book = VerdictBook.objects.filter(series=series).first() or VerdictBook(series=series)
    if head := head_fault(book.version, book.latest_hash, entries[-1] if entries else None):
        yield f"the list of its verdicts {head}."
    try:
        rebuilt = rebuild_series(series, events)
    except CannotRebuild:
        return  # the audit of the series reports this
    for entry, why in impossible_entries(entries, events, rebuilt):
        yield f"verdict {entry.number} {why}."


def impossible_entries(
    entries: Sequence[VerdictEntry], events: Sequence[Event], rebuilt: RebuiltSeries
) -> Iterator[tuple[VerdictEntry, str]]:
    """Yield the entries that the services would not have written, each with its fault as the end of a sentence."""
    audited = AuditedSeries(events, rebuilt)
    for entry in entries:
        if rebuilt.state.series.verdicts == Verdicts.OFF:
            fault = "is in a series whose players are not asked"
        elif entry.kind == VerdictKind.WAIVER or entry.hand_number is None:
            fault = audited.fault_on_settlement(entry)
        else:
            fault = audited.fault_on_hand(entry)
        if fault := fault or fault_in_content(entry):
            yield entry, fault


def fault_in_content(entry: VerdictEntry) -> str:
    """Return which fields of the entry do not go together, as the end of a sentence; empty if all do."""
    is_dispute, is_waiver = entry.verdict == Verdict.DISPUTED, entry.kind == VerdictKind.WAIVER
    is_known = is_waiver or (entry.verdict in Verdict.values and entry.player_id is not None)
    if not is_known or (is_waiver and (entry.verdict or entry.player_id or entry.hand_number or entry.note)):
        return "is neither a verdict nor a waiver"
    if is_waiver and not 0 < len(entry.reason.strip()) <= MOST_REASON:
        return "waives without a reason"
    if not is_waiver and entry.reason not in (DisputeReason.values if is_dispute else [""]):
        return "has a reason that does not go with it"
    if entry.note and (not is_dispute or entry.note != entry.note.strip() or len(entry.note) > MOST_NOTE):
        return "has a note that does not go with it"
    if not is_storable(entry.reason + entry.note):
        return "has a text that cannot be kept"
    if (entry.by_proxy and entry.by_link) or (is_waiver and (entry.by_proxy or entry.by_link)):
        return "was given in two ways"
    return ""


@dataclass
class AuditedSeries:
    """A series with the revisions and seats that its verdicts can name."""

    events: Sequence[Event]
    rebuilt: RebuiltSeries

    def __post_init__(self) -> None:
        self.revisions: dict[int, list[Event]] = {}  # by hand number; also of hands that were withdrawn
        self.seat_counts: dict[int, int] = {}  # how many seats there were after an event, by the event's number
        seat_count = len(self.events[0].content["players"])
        for event in self.events:
            seat_count += {Joined.kind: 1, Unseated.kind: -1}.get(event.kind, 0)
            self.seat_counts[event.number] = seat_count
            if event.hand_number:
                self.revisions.setdefault(event.hand_number, []).append(event)
        self.seat_by_player = self.rebuilt.state.seat_by_player

    def fault_on_hand(self, entry: VerdictEntry) -> str:
        """Return why the entry cannot be a verdict on its hand, as the end of a sentence; empty if it can."""
        assert entry.hand_number is not None
        revisions = self.revisions.get(entry.hand_number, [])
        if not 1 <= entry.revision <= len(revisions) or revisions[entry.revision - 1].hash != entry.event_hash:
            return "speaks of a hand that was never recorded so"
        event = revisions[entry.revision - 1]
        if event.kind == Withdrawn.kind:
            return "speaks of a hand that was withdrawn"
        seat = self.seat_by_player.get(entry.player_id or "")
        hands, is_latest = self.rebuilt.state.play.hands, event in self.rebuilt.state.events
        # Only the latest revision of a hand is scored. For an earlier one, every seat that there was then is accepted.
        seats = hands[entry.hand_number - 1].score.seats if is_latest else range(self.seat_counts[event.number])
        if seat is None or seat not in seats:
            return "is of a player who did not sit in the hand"
        if not isinstance(entry.shown, dict) or entry.shown.keys() != FIGURES:
            return "does not say what the player was shown"
        return ""

    def fault_on_settlement(self, entry: VerdictEntry) -> str:
        """Return why the entry cannot be about the settlement, as the end of a sentence; empty if it can."""
        transfers = self.rebuilt.paid_at.get(entry.revision)
        if transfers is None or self.events[entry.revision - 1].hash != entry.event_hash:
            return "speaks of an end that there was not"
        if entry.shown != transfers_as_json(transfers):
            return "does not say what the settlement was"
        if entry.kind == VerdictKind.VERDICT and entry.player_id not in self.seat_by_player:
            return "is of a player who does not sit at the table"
        return ""
