"""The only way to load a series by its id, for pages and API alike. The rules are those of its circle."""

from dataclasses import dataclass

from django.http import Http404
from django.shortcuts import get_object_or_404

from ledger.circles.access import Visitor, require
from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.series.models import HouseRules, Series


@dataclass(frozen=True)
class Entrance:
    """A series, and the membership that gives access to it."""

    me: Member
    series: Series

    @property
    def can_score(self) -> bool:
        return self.me.may(Role.SCORER)

    @property
    def is_owner(self) -> bool:
        return self.me.may(Role.OWNER)


def enter_series(user: Visitor, series_id: str, *, at_least: Role = Role.VIEWER) -> Entrance:
    """404 for outsiders, 403 for members whose role does not allow it."""
    if not user.is_authenticated:
        raise Http404
    # An outsider learns nothing: it is the same query for a series that exists as for one that does not.
    me = get_object_or_404(Member.objects.select_related("circle"), user=user, circle__series=series_id)
    series = get_object_or_404(Series, pk=series_id)  # the circle may have been deleted since
    me.user, series.circle = user, me.circle
    return Entrance(require(me, at_least), series)


def load_house_rules(me: Member, rules_id: str) -> HouseRules:
    return get_object_or_404(HouseRules, pk=rules_id, circle=me.circle_id, hidden_at=None)
