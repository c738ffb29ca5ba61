"""The only way to a series by its id, for pages and API alike. The rules are those of its circle."""

from dataclasses import dataclass

from django.http import Http404
from django.shortcuts import get_object_or_404

from ledger.circles.access import Visitor, require
from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.lib.prepared import Prepared
from ledger.series.models import HouseRules, Series


@dataclass(frozen=True)
class Entrance:
    """A series, and the membership through which somebody came to it."""

    me: Member
    series: Series

    def may(self, role: Role) -> bool:
        return self.me.may(role)

    @property
    def can_score(self) -> bool:
        return self.me.may(Role.SCORER)

    @property
    def is_owner(self) -> bool:
        return self.me.may(Role.OWNER)


def enter_series(user: Visitor, series_id: str, *, at_least: Role = Role.VIEWER) -> Entrance:
    """404 for outsiders, 403 where the role falls short."""
    if not user.is_authenticated:
        raise Http404
    me = _MEMBERSHIP.get_or_404(user=user.pk, series=series_id)
    me.user = user
    series = _SERIES.get_or_404(series=series_id)
    series.circle = me.circle
    return Entrance(require(me, at_least), series)


_MEMBERSHIP = Prepared(
    lambda user, series: Member.objects.select_related("circle").filter(user=user, circle__series__pk=series)
)
_SERIES = Prepared(lambda series: Series.objects.filter(pk=series))


def load_house_rules(me: Member, rules_id: str) -> HouseRules:
    return get_object_or_404(HouseRules, pk=rules_id, circle=me.circle_id, hidden_at=None)
