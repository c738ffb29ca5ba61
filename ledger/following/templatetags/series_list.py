"""`{% load series_list %}`: the last series of a circle, for pages of apps that may not import `ledger.series`."""

from typing import Any

from django import template

from ledger.circles.models import Circle
from ledger.following.series_list import list_series
from ledger.series.selectors import past_series

register = template.Library()

SHOWN = 3


@register.inclusion_tag("following/series_list.html")
def last_evenings(circle: Circle, above: str) -> dict[str, Any]:
    """List the latest series that are over. `above` is the id of the series that the page shows already."""
    series = list_series(list(past_series(circle).exclude(pk=above)[:SHOWN]))
    return {"circle": circle, "above": above, "series": series}
