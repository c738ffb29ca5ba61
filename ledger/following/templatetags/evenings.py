"""`{% load evenings %}`: the open tables and the last series of a circle, for pages of rooms that may not import
`ledger.series`."""

from typing import Any

from django import template

from ledger.circles.models import Member
from ledger.following.evening import last_evening
from ledger.following.series_list import list_series
from ledger.following.tonight import Tonight, tonight_of
from ledger.series.selectors import past_series
from ledger.series.state import SeriesState

register = template.Library()

SERIES_LISTED = 3


@register.simple_tag
def tonight_in(me: Member) -> Tonight:
    """Return the open tables of the circle of this member, or else its last series if the member may start one."""
    return tonight_of([me])


@register.inclusion_tag("following/series_list.html")
def last_evenings(me: Member, above: SeriesState | None) -> dict[str, Any]:
    """List the latest series that are over, and the totals of the last evening if it had several series.

    `above` is the series at the head of the page, if there is one. It is not listed again.
    """
    past = past_series(me.circle).exclude(pk=above.series.pk if above else None)
    series = list_series(list(past[:SERIES_LISTED]), me)
    latest = above or (series[0].state if series else None)
    evening = last_evening(me, latest.series) if latest else None
    return {"circle": me.circle, "above": above, "series": series, "evening": evening}
