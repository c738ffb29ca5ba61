"""The only way to load a series by its id, for pages and API alike. The rules are those of its circle.

And the only way to load one by the token of a link. The token is the link's id and its signature by the site's key.
"""

from dataclasses import dataclass

from django.core import signing
from django.http import Http404
from django.shortcuts import get_object_or_404

from ledger.circles.access import Visitor, require
from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.lib.typed import is_storable
from ledger.series.models import HouseRules, Series, SeriesLink

LINKS_SALT = "ledger.series.links"


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


def enter_whole_record(user: Visitor, series_id: str) -> Entrance:
    """For the file that carries the chain. In a circle for points only it is for owners: money is in it."""
    entrance = enter_series(user, series_id)
    if entrance.me.circle.points_only:
        require(entrance.me, Role.OWNER)
    return entrance


def load_series(me: Member, series_id: str) -> Series:
    """A series of the member's circle, by an id that may be any text."""
    if not is_storable(series_id):
        raise Http404
    series = get_object_or_404(Series, pk=series_id, circle=me.circle_id)
    series.circle = me.circle
    return series


def load_house_rules(me: Member, rules_id: str) -> HouseRules:
    return get_object_or_404(HouseRules, pk=rules_id, circle=me.circle_id, hidden_at=None)


# --- Links that show one series --------------------------------------------------------------------------------------


def token_of(link: SeriesLink) -> str:
    return _link_signer().sign(link.pk)


def find_link(token: str) -> SeriesLink | None:
    """The link with its series and circle. None if it is unknown, revoked or expired.

    The signature is compared in constant time, and the database is asked only for a token that the site has made.
    """
    try:
        link_id = _link_signer().unsign(token)
    except signing.BadSignature:
        return None
    link = SeriesLink.objects.select_related("series__circle").filter(pk=link_id).first()
    return link if link and link.is_open() else None


def load_link(entrance: Entrance, link_id: str) -> SeriesLink:
    """A link of this series that has not been revoked."""
    return get_object_or_404(SeriesLink, pk=link_id, series=entrance.series, revoked_at=None)


def _link_signer() -> signing.Signer:
    return signing.Signer(salt=LINKS_SALT, sep=".")
