"""Queries about verdicts. No function writes."""

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from ledger.circles.models import Circle, Verdicts
from ledger.series.models import SHOWN_STATUSES, Series, Status
from ledger.series.state import states_of
from ledger.verdicts.current import ETAG_LENGTH
from ledger.verdicts.models import Verdict, VerdictBook, VerdictEntry, VerdictKind
from ledger.verdicts.shown import shown_of_settlement


def entries_of(series: Series) -> QuerySet[VerdictEntry]:
    """Return all verdicts and waivers, oldest first, also entries that no longer hold."""
    return VerdictEntry.objects.filter(series=series).select_related("player").order_by("number")


def etag_of(series: Series) -> str:
    """Return an ETag that changes with every entry; empty without entries. No query where verdicts are off."""
    if series.verdicts == Verdicts.OFF:
        return ""
    return (VerdictBook.objects.filter(series=series).values_list("latest_hash", flat=True).first() or "")[:ETAG_LENGTH]


def open_disputes(circle: Circle) -> list[VerdictEntry]:
    """Return the disputes that hold, latest first, with series and player. The number of queries does not grow with the
    disputes."""
    verdicts = VerdictEntry.objects.filter(kind=VerdictKind.VERDICT).alias(hand=Coalesce("hand_number", 0))
    later = verdicts.filter(
        series=OuterRef("series"), player=OuterRef("player"), hand=OuterRef("hand"), number__gt=OuterRef("number")
    )
    of_latest_revision = Q(series__hands__number=F("hand_number"), series__hands__event__hash=F("event_hash"))
    of_settlement = Q(hand_number=None) & ~Q(series__status=Status.OPEN)
    found = (
        verdicts.filter(
            ~Exists(later),
            of_latest_revision | of_settlement,
            series__circle=circle,
            series__status__in=SHOWN_STATUSES,
            verdict=Verdict.DISPUTED,
        )
        .select_related("series", "player")
        .order_by("-at", "-pk")
        .distinct()
    )
    disputes = list(found)
    # A dispute of a settlement holds only while the settlement is the same.
    ended = {entry.series_id: entry.series for entry in disputes if entry.hand_number is None}
    settlements = {state.series.pk: shown_of_settlement(state) for state in states_of(list(ended.values()))}
    return [entry for entry in disputes if entry.hand_number is not None or entry.shown == settlements[entry.series_id]]
