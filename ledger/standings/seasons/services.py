"""Making, changing, closing and deleting seasons. Each of these is one transaction."""

from dataclasses import dataclass, replace
from datetime import date

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.circles.models import Circle, Member
from ledger.circles.names import clean_name, name_key
from ledger.lib import formatting
from ledger.lib.refusals import Reason, Refused
from ledger.series.models import Series
from ledger.standings.models import Points, Season
from ledger.standings.seasons.points import has_several_currencies, make_table, write_table
from ledger.standings.seasons.table import reopened_series, season_table, series_of


@dataclass(frozen=True)
class Terms:
    """The name, game, days and points of a season."""

    name: str
    game: str
    title: str
    since: date
    until: date  # included
    points: str  # one of models.Points


@transaction.atomic
def make_season(*, me: Member, terms: Terms, form_key: str | None = None) -> Season:
    """Make a season. A form that is sent twice with the same `form_key` makes one season."""
    circle = _lock(me.circle_id)
    if form_key and (made := Season.objects.filter(circle=circle, form_key=form_key).first()):
        return made
    season = Season(circle=circle, form_key=form_key or None, created_at=timezone.now())
    _change(season, terms)
    return season


@transaction.atomic
def change_season(*, season: Season, terms: Terms) -> None:
    season = _reload(season)
    if season.is_closed:
        raise Refused(_closed_already(season))
    _change(season, terms)


@transaction.atomic
def close_season(*, me: Member, season: Season, seen: str) -> Season:
    """Close the season: store its table as the final one.

    `seen` is the hash of the table on the owner's screen (`SeasonTable.seen`). If the table has changed since, this is
    refused. A closed season can be closed again once a series of it was reopened and is over again.
    """
    season = _reload(season)
    reopened = reopened_series(season)
    if season.is_closed and not reopened:
        raise Refused(_closed_already(season))
    if season_table(me, season).seen != seen:
        message = _("The table has changed since this page was opened. Please look at it again before you close it.")
        raise Refused(Reason("", "out_of_date", message))
    for series in reopened:
        if series.is_open:
            message = _("The series of %(day)s is not over yet. Finish or stop it first.")
            raise Refused(Reason("", "series_open", message % {"day": formatting.day(series.started_at)}))
    counted = series_of(season)
    if not counted:
        raise Refused(Reason("", "no_series", _("No series counts in this season yet, so it has no champion.")))
    if has_several_currencies(season.points, counted):
        raise Refused(several_currencies())
    hashes = dict(Series.objects.filter(pk__in=[series.id for series in counted]).values_list("pk", "latest_hash"))
    made_from = tuple((series.id, hashes[series.id]) for series in counted)
    season.kept = write_table(replace(make_table(season.points, counted), made_from=made_from))
    season.time_zone = season.zone.key  # before closing: a season that is closed again keeps its time zone
    season.closed_at, season.closed_by_name = timezone.now(), me.name
    season.save(update_fields=["kept", "time_zone", "closed_at", "closed_by_name"])
    return season


@transaction.atomic
def delete_season(*, season: Season) -> None:
    """Delete an open season, whose table follows from its series. A closed season cannot be deleted."""
    season = _reload(season)
    if season.is_closed:
        raise Refused(Reason("", "season_closed", _("This season is closed, so it stays.")))
    season.delete()


def several_currencies() -> Reason:
    message = _("The series of this season are played for money in more than one currency, so money cannot decide it.")
    return Reason("points", "several_currencies", message)


def _lock(circle_id: str) -> Circle:
    """Lock the circle, so that one transaction at a time changes its seasons."""
    return Circle.objects.select_for_update().get(pk=circle_id)


def _reload(season: Season) -> Season:
    """Lock the circle and return the season as it is stored now."""
    circle = _lock(season.circle_id)
    current = Season.objects.filter(pk=season.pk).first()
    if current is None:
        raise Refused(Reason("", "season_deleted", _("This season has been deleted meanwhile.")))
    current.circle = circle
    return current


def _closed_already(season: Season) -> Reason:
    closed = {}
    if season.closed_at:
        closed = {"who": season.closed_by_name, "moment": formatting.day_and_time(season.closed_at)}
    return Reason("", "season_closed", _("%(who)s has closed this season already: %(moment)s.") % closed)


def _change(season: Season, terms: Terms) -> None:
    """Store the terms in the season, or refuse them with all their problems."""
    name = clean_name(terms.name)
    season.name, season.name_key, season.game, season.title = name, name_key(name), terms.game, terms.title
    season.since, season.until, season.points = terms.since, terms.until, terms.points
    problems = []
    if season.circle.points_only and season.points == Points.MONEY:
        message = _("This circle plays for points only, so money cannot decide a season.")
        problems.append(Reason("points", "points_only", message))
    same_name = Season.objects.filter(circle=season.circle, name_key=season.name_key).exclude(pk=season.pk)
    if same_name.exists():
        message = _("There is already a season called %(name)s.") % {"name": name}
        problems.append(Reason("name", "taken", message))
    if terms.until < terms.since:
        problems.append(Reason("until", "before_beginning", _("The last day is before the first.")))
    elif has_several_currencies(season.points, series_of(season)):
        problems.append(several_currencies())
    if problems:
        raise Refused(*problems)
    season.save()
