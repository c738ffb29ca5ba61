"""The only way to load a series by its id, for pages and API alike. The rules are those of its circle, and its time
zone becomes active.

And the only way to load one by the token of a link. The token is the link's id and its signature by the site's key.
"""

from dataclasses import dataclass

from django.core import signing
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from ledger.circles.access import Visitor, require
from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.lib.typed import is_storable
from ledger.series.models import HouseRules, Series, SeriesLink
from ledger.series.selectors import opened_by

LINKS_SALT = "ledger.series.links"
THEN = "-"  # between the id of a link and that of a series that continues the link's own; no id has it


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

    @property
    def may_read_whole_record(self) -> bool:
        """In a circle for points only the chain is for owners: money is in it."""
        return self.is_owner or not self.me.circle.points_only


def enter_series(user: Visitor, series_id: str, *, at_least: Role = Role.VIEWER) -> Entrance:
    """404 for outsiders, 403 for members whose role does not allow it."""
    if not user.is_authenticated:
        raise Http404
    # An outsider learns nothing: it is the same query for a series that exists as for one that does not.
    me = get_object_or_404(Member.objects.select_related("circle"), user=user, circle__series=series_id)
    series = get_object_or_404(Series, pk=series_id)  # the circle may have been deleted since
    me.user, series.circle = user, me.circle
    timezone.activate(me.circle.zone)
    return Entrance(require(me, at_least), series)


def enter_whole_record(user: Visitor, series_id: str) -> Entrance:
    """For the file that carries the chain."""
    entrance = enter_series(user, series_id)
    if not entrance.may_read_whole_record:
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


# --- Links that show a series and those that continue it -------------------------------------------------------------


@dataclass(frozen=True)
class LinkEntrance:
    """A series, and the link that opens it: its own one, or one of a series that it continues."""

    link: SeriesLink
    series: Series

    @property
    def token(self) -> str:
        return token_of(self.link, self.series.pk)


def token_of(link: SeriesLink, series_id: str = "") -> str:
    """The link's own token; for a series that continues the link's own, one that names this series too.

    The caller knows that the series continues it: this never changes, so a token is not checked for it again.
    """
    is_own = not series_id or series_id == link.series_id
    return _link_signer().sign(link.pk if is_own else f"{link.pk}{THEN}{series_id}")


def enter_by_link(token: str) -> LinkEntrance | None:
    """The series and its circle. None if the link is unknown, revoked or expired, or no longer opens this series.

    The signature is compared in constant time, and the database is asked only for a token that the site has made.
    """
    try:
        link_id, _then, series_id = _link_signer().unsign(token).partition(THEN)
    except signing.BadSignature:
        return None
    link = SeriesLink.objects.select_related("series__circle").filter(pk=link_id).first()
    if link is None or not link.is_open():
        return None
    timezone.activate(link.series.circle.zone)
    if not series_id:
        return LinkEntrance(link, link.series)
    if link.this_series_only:
        return None
    series = Series.objects.filter(pk=series_id, circle=link.series.circle_id).first()
    if series is None:
        return None
    series.circle = link.series.circle
    return LinkEntrance(link, series)


def load_link(entrance: Entrance, link_id: str) -> SeriesLink:
    """A link that opens this series and has not been revoked."""
    return get_object_or_404(SeriesLink, opened_by(entrance.series), pk=link_id, revoked_at=None)


def _link_signer() -> signing.Signer:
    return signing.Signer(salt=LINKS_SALT, sep=".")
