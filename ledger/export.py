"""A whole circle as one file. Each app of the site adds its part; their keys must differ."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ledger.circles import export as circles
from ledger.circles.access import enter_circle
from ledger.circles.models import Circle
from ledger.circles.roles import Role

FORMAT = "khata-circle"
VERSION = 1

PARTS: tuple[Callable[[Circle], dict[str, Any]], ...] = (circles.people,)


def export_circle(circle: Circle) -> dict[str, Any]:
    whole: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    for part in PARTS:
        whole |= part(circle)
    return whole


@require_safe
@never_cache
def export(request: HttpRequest, circle_id: str) -> JsonResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    name = slugify(me.circle.name) or me.circle_id
    response = JsonResponse(export_circle(me.circle), json_dumps_params={"ensure_ascii": False, "indent": 2})
    response["Content-Disposition"] = f'attachment; filename="{name}-{timezone.localdate():%Y-%m-%d}.json"'
    return response
