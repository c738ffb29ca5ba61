"""Queries about verdicts. Nothing here writes."""

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from ledger.agreeing.holding import ETAG_LENGTH
from ledger.agreeing.models import Verdict, VerdictBook, VerdictEntry, VerdictKind
from ledger.agreeing.shown import shown_of_settlement
from ledger.circles.models import Circle, Verdicts
from ledger.series.models import SHOWN_STATUSES, Series, Status
from ledger.series.state import states_of


def entries_of(series: Series) -> QuerySet[VerdictEntry]:
    """Every verdict and waiver, oldest first, with those that hold no more."""
    return VerdictEntry.objects.filter(series=series).select_related("player").order_by("number")


def etag_of(series: Series) -> str:
    """Moves on with every verdict and waiver; empty where there is none. No query where verdicts are off."""
    if series.verdicts == Verdicts.OFF:
        return ""
    return (VerdictBook.objects.filter(series=series).values_list("latest_hash", flat=True).first() or "")[:ETAG_LENGTH]


def open_disputes(circle: Circle) -> list[VerdictEntry]:
    """Those that hold, the latest first, with their series and player. The same few queries for any number."""
    verdicts = VerdictEntry.objects.filter(kind=VerdictKind.VERDICT).alias(hand=Coalesce("hand_number", 0))
    later = verdicts.filter(
        series=OuterRef("series"), player=OuterRef("player"), hand=OuterRef("hand"), number__gt=OuterRef("number")
    )
    of_hand_of_today = Q(series__hands__number=F("hand_number"), series__hands__event__hash=F("event_hash"))
    of_settlement = Q(hand_number=None) & ~Q(series__status=Status.OPEN)
    found = (
        verdicts.filter(
            ~Exists(later),
            of_hand_of_today | of_settlement,
            series__circle=circle,
            series__status__in=SHOWN_STATUSES,
            verdict=Verdict.DISPUTED,
        )
        .select_related("series", "player")
        .order_by("-at", "-pk")
        .distinct()
    )
    disputes = list(found)
    ended = {entry.series_id: entry.series for entry in disputes if entry.hand_number is None}
    settled = {state.series.pk: shown_of_settlement(state) for state in states_of(list(ended.values()))}
    return [entry for entry in disputes if entry.hand_number is not None or entry.shown == settled[entry.series_id]]
