"""Links that show a series and those that continue it: making, changing and revoking them.

access.py opens a series by such a link.
"""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone

from games.kit.sentences import say
from ledger.circles.models import Member, Verdicts
from ledger.circles.names import clean_name
from ledger.series.models import Series, SeriesLink
from ledger.series.requirements import refusal
from ledger.series.selectors import shared_link


@dataclass(frozen=True)
class LinkChoices:
    """What a link shows where nobody has chosen."""

    shows_payments: bool
    may_agree: bool
    this_series_only: bool = False


def usual_choices(series: Series) -> LinkChoices:
    """Who follows is asked whether a hand is right where the series asks; payments as with the circle's last link."""
    last = SeriesLink.objects.filter(series__circle=series.circle_id).order_by("-created_at", "-pk").first()
    return LinkChoices(
        shows_payments=last is not None and last.shows_payments, may_agree=series.verdicts != Verdicts.OFF
    )


@transaction.atomic
def make_link(
    *,
    me: Member,
    series: Series,
    label: str = "",
    expires_at: datetime | None = None,
    shows_payments: bool | None = None,
    this_series_only: bool = False,
    may_agree: bool | None = None,
) -> SeriesLink:
    """Make a link; None is the usual choice. Links that have ended are deleted where there are too many."""
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
    usual = usual_choices(series)
    return SeriesLink.objects.create(
        series=series,
        label=label,
        created_by=me.user,
        expires_at=expires_at,
        shows_payments=usual.shows_payments if shows_payments is None else shows_payments,
        this_series_only=this_series_only,
        may_agree=usual.may_agree if may_agree is None else may_agree,
    )


@transaction.atomic
def link_to_share(
    *,
    me: Member,
    series: Series,
    shows_payments: bool | None = None,
    this_series_only: bool = False,
    may_agree: bool | None = None,
) -> SeriesLink:
    """The link that the pages hand out. It is made once, also if two phones ask at the same moment, and then stays as
    it is."""
    get_object_or_404(Series.objects.select_for_update(), pk=series.pk)
    return shared_link(series) or make_link(
        me=me,
        series=series,
        shows_payments=shows_payments,
        this_series_only=this_series_only,
        may_agree=may_agree,
    )


def change_link(
    *,
    link: SeriesLink,
    shows_payments: bool | None = None,
    this_series_only: bool | None = None,
    may_agree: bool | None = None,
) -> SeriesLink:
    """What is None stays as it is. The last change wins."""
    chosen = {"shows_payments": shows_payments, "this_series_only": this_series_only, "may_agree": may_agree}
    changes = {name: value for name, value in chosen.items() if value is not None}
    if changes:
        SeriesLink.objects.filter(pk=link.pk).update(**changes)
        link.refresh_from_db(fields=list(changes))
    return link


def revoke_link(*, link: SeriesLink) -> None:
    SeriesLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now())
