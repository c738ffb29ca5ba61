"""`{% load series_list %}`: the series of a circle, for a page of an app that knows no series."""

from typing import Any

from django import template
from django.core.paginator import Paginator
from django.template import RequestContext

from ledger.circles.models import Circle
from ledger.following.series_list import list_series
from ledger.series.selectors import series_of

register = template.Library()

PAGE_SIZE = 20


@register.inclusion_tag("following/series_list.html", takes_context=True)
def series_list(context: RequestContext, circle: Circle) -> dict[str, Any]:
    page = Paginator(series_of(circle), PAGE_SIZE).get_page(context["request"].GET.get("page"))
    return {"page": page, "series": list_series(list(page))}
