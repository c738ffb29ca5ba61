"""The switch "Points only" of a circle. It is in this app because an open series for money blocks the switch."""

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from ledger.circles.models import Circle, Member
from ledger.circles.services.circles import write_points_only
from ledger.lib.refusals import InTheWay, Reason
from ledger.series.models import Series, Status


@transaction.atomic
def switch_points_only(*, me: Member, points_only: bool) -> None:
    """Switch "Points only" on or off. Raise InTheWay if it is switched on while a series for money is open."""
    me.circle = get_object_or_404(Circle.objects.select_for_update(), pk=me.circle_id)
    if me.circle.points_only == points_only:
        return
    if points_only and open_for_money(me.circle):
        message = _("A series for money is still open. Finish it first, or stop it.")
        raise InTheWay(Reason("points_only", "open_for_money", message))
    write_points_only(me=me, points_only=points_only)


def open_for_money(circle: Circle) -> list[Series]:
    """The open series in which a point is worth money, newest first."""
    return list(Series.objects.filter(circle=circle, status=Status.OPEN, point_value__gt=0).order_by("-started_at"))
