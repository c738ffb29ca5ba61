"""Links that show a series and the series that continue it: making, changing, revoking and opening them.

The token in a link's address is the id of the link, signed with the site's key. To open a later series that continues
the link's own series, the token also has the id of the later one.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict, Unpack

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.db.models import Q
from django.shortcuts import get_object_or_404
from django.utils import timezone

from games.kit.sentences import say
from ledger.circles.models import Member, Verdicts
from ledger.circles.names import clean_name
from ledger.series.access import Entrance
from ledger.series.models import Series, SeriesLink
from ledger.series.requirements import refusal
from ledger.series.selectors import continued_series

SALT = "ledger.series.links"  # changing it breaks all old links
BETWEEN_IDS = "-"  # in a token, between the id of a link and the id of a continuing series; no id contains it


class LinkChoices(TypedDict, total=False):
    """What a link shows and allows. A choice that is left out has the default of `usual_choices` in a new link, and
    keeps its value in a link that is changed."""

    shows_payments: bool
    this_series_only: bool
    may_agree: bool


def usual_choices(series: Series) -> LinkChoices:
    """Return the defaults of a new link. Its readers may give verdicts unless verdicts are off in the series. They see
    payments if the readers of the circle's latest link do."""
    last = SeriesLink.objects.filter(series__circle=series.circle_id).order_by("-created_at", "-pk").first()
    return {
        "shows_payments": last is not None and last.shows_payments,
        "this_series_only": False,
        "may_agree": series.verdicts != Verdicts.OFF,
    }


@transaction.atomic
def make_link(
    *,
    me: Member,
    series: Series,
    label: str = "",
    expires_at: datetime | None = None,
    **chosen: Unpack[LinkChoices],
) -> SeriesLink:
    """Make a link. If the series has as many as it can have, those that were revoked or have expired are deleted first.
    If there are none, the request is refused."""
    if expires_at is not None and expires_at <= timezone.now():
        raise refusal("in_the_past", say("This moment has passed."), field="expires_at")
    label = clean_name(label) if label.strip() else ""
    if series.links.count() >= settings.MOST_SERIES_LINKS:
        ended = [link.pk for link in series.links.all() if not link.is_open()]
        SeriesLink.objects.filter(pk__in=ended).delete()
        if not ended:
            most = settings.MOST_SERIES_LINKS
            message = say("A series can have at most {most} links. Revoke one that is no longer needed.", most=most)
            raise refusal("too_many_links", message)
    choices = usual_choices(series) | chosen
    return SeriesLink.objects.create(series=series, label=label, created_by=me.user, expires_at=expires_at, **choices)


@transaction.atomic
def link_to_share(*, me: Member, series: Series, **chosen: Unpack[LinkChoices]) -> SeriesLink:
    """Return the link that the pages hand out (`shared_link`), or make it with these choices if there is none.

    The series is locked, so that two phones do not make a link each.
    """
    get_object_or_404(Series.objects.select_for_update(), pk=series.pk)
    return shared_link(series) or make_link(me=me, series=series, **chosen)


def change_link(*, link: SeriesLink, **chosen: Unpack[LinkChoices]) -> SeriesLink:
    """Change the given choices. The last change wins."""
    if chosen:
        SeriesLink.objects.filter(pk=link.pk).update(**chosen)
        link.refresh_from_db(fields=list(chosen))
    return link


def revoke_link(*, link: SeriesLink) -> None:
    SeriesLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now())


def opens(series: Series) -> Q:
    """Return the condition for links that open this series: its own links, and links of series that it continues."""
    return Q(series=series) | Q(series__in=continued_series(series), this_series_only=False)


def open_links(series: Series) -> list[SeriesLink]:
    """Return the links that open this series and still work, oldest first."""
    links = SeriesLink.objects.filter(opens(series), revoked_at=None).select_related("created_by", "series")
    return [link for link in links if link.is_open()]


def shared_link(series: Series) -> SeriesLink | None:
    """Return the series' own link that "Let others follow" and Share hand out: the first without label and end."""
    links = SeriesLink.objects.filter(series=series, revoked_at=None, label="", expires_at=None)
    return links.order_by("created_at", "pk").first()


@dataclass(frozen=True)
class LinkEntrance:
    """A series, and the link that opens it: a link of the series itself, or of a series that it continues."""

    link: SeriesLink
    series: Series

    @property
    def token(self) -> str:
        return token_of(self.link, self.series.pk)


def token_of(link: SeriesLink, series_id: str = "") -> str:
    """Return the link's token. For a series that continues the link's series, the token names both.

    The caller has checked that the series continues the link's series. What a series continues never changes, so
    `enter_by_link` does not check it again.
    """
    is_own = series_id in ("", link.series_id)
    return _link_signer().sign(link.pk if is_own else f"{link.pk}{BETWEEN_IDS}{series_id}")


def enter_by_link(token: str) -> LinkEntrance | None:
    """Return the link and the series that the token names, and activate the circle's time zone.

    None if the link is unknown, revoked or expired, or no longer opens this series. The signature is compared in
    constant time, and the database is asked only for a token that the site has made.
    """
    try:
        link_id, _dash, series_id = _link_signer().unsign(token).partition(BETWEEN_IDS)
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
    """Return a link that opens this series and has not been revoked."""
    return get_object_or_404(SeriesLink, opens(entrance.series), pk=link_id, revoked_at=None)


def _link_signer() -> signing.Signer:
    return signing.Signer(salt=SALT, sep=".")
