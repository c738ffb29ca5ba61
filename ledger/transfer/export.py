"""A whole circle as one file. Each app of the site adds its part; their keys must differ. Importing reads it again."""

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ledger.circles.access import enter_circle
from ledger.circles.models import Circle
from ledger.circles.roles import Role
from ledger.series import export as series
from ledger.series import house_rules
from ledger.transfer import export_books as money
from ledger.transfer import export_people as circles
from ledger.transfer.file_format import FORMAT, VERSION, written

PARTS: tuple[Callable[[Circle], dict[str, Any]], ...] = (
    circles.people,
    series.all_series,
    house_rules.as_file,
    money.books,
)


def export_circle(circle: Circle) -> dict[str, Any]:
    whole: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    for part in PARTS:
        whole |= part(circle)
    return whole


def circle_file(circle: Circle) -> str:
    """In one transaction, so that the books do not move on between the series and the entries."""
    with transaction.atomic():
        return written(export_circle(circle))


@require_safe
@never_cache
def export(request: HttpRequest, circle_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    name = slugify(me.circle.name) or me.circle_id
    response = HttpResponse(circle_file(me.circle), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{name}-{timezone.localdate():%Y-%m-%d}.json"'
    return response
