"""The only way to load a series by its id, for pages and API. The series' circle decides who has access."""

from dataclasses import dataclass

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from ledger.circles.access import Visitor, require
from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.lib.typed import is_storable
from ledger.series.models import HouseRules, Series


@dataclass(frozen=True)
class Entrance:
    """A series, and the user's membership in its circle."""

    me: Member
    series: Series

    @property
    def can_score(self) -> bool:
        return self.me.may(Role.SCORER)

    @property
    def is_owner(self) -> bool:
        return self.me.may(Role.OWNER)

    @property
    def may_read_chain(self) -> bool:
        """Return whether the member may read the chain.

        In a circle for points only, only owners may: the chain still has the amounts of money of earlier times.
        """
        return self.is_owner or not self.me.circle.points_only


def enter_series(user: Visitor, series_id: str, *, at_least: Role = Role.VIEWER) -> Entrance:
    """Load a series and activate its circle's time zone. 404 for outsiders, 403 for members whose role is too low."""
    if not user.is_authenticated:
        raise Http404
    # An outsider is refused by one query, whether the series exists or not. So the time it takes gives nothing away.
    me = get_object_or_404(Member.objects.select_related("circle"), user=user, circle__series=series_id)
    series = get_object_or_404(Series, pk=series_id)  # the circle may have been deleted since
    me.user, series.circle = user, me.circle
    timezone.activate(me.circle.zone)
    return Entrance(require(me, at_least), series)


def enter_for_chain(user: Visitor, series_id: str) -> Entrance:
    """Load a series for a file that contains its chain. 403 unless the member may read the chain."""
    entrance = enter_series(user, series_id)
    if not entrance.may_read_chain:
        require(entrance.me, Role.OWNER)
    return entrance


def load_series(me: Member, series_id: str) -> Series:
    """Return a series of the member's circle. `series_id` may be any text."""
    if not is_storable(series_id):
        raise Http404
    series = get_object_or_404(Series, pk=series_id, circle=me.circle_id)
    series.circle = me.circle
    return series


def load_house_rules(me: Member, rules_id: str) -> HouseRules:
    return get_object_or_404(HouseRules, pk=rules_id, circle=me.circle_id, hidden_at=None)
