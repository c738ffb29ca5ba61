"""`{% load series_list %}`: the series of a circle, on a page that belongs to somebody else."""

from typing import Any

from django import template
from django.core.paginator import Paginator
from django.template import RequestContext

from ledger.circles.models import Circle
from ledger.following.series_list import shelved
from ledger.series.selectors import series_of

register = template.Library()

ON_A_PAGE = 20


@register.inclusion_tag("following/series_list.html", takes_context=True)
def series_shelf(context: RequestContext, circle: Circle) -> dict[str, Any]:
    """Two pages of them cost as much as one."""
    page = Paginator(series_of(circle), ON_A_PAGE).get_page(context["request"].GET.get("page"))
    return {"page": page, "series": shelved(list(page))}
