"""Queries about series. No function writes."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

from django.db import connection
from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.entry import Bid
from games.registry import BY_SLUG, GAMES
from ledger.circles.models import Circle, Player
from ledger.lib.days import midnight
from ledger.series.changes import Recorded, Withdrawn
from ledger.series.models import (
    Draft,
    Event,
    Hand,
    HandNote,
    LastHeard,
    NotedBids,
    Series,
    Status,
)
from ledger.series.searching import with_text
from ledger.series.state import SeriesState

OPEN_FIRST = (Case(When(status=Status.OPEN, then=0), default=1), "-started_at", "pk")
LATEST_PLACES = 200  # so many series are read to suggest places

# A series that begins this soon after the last hand of another series, with the same players, continues that series.
SAME_EVENING = timedelta(hours=12)
FORGOTTEN_AFTER = timedelta(days=30)  # an open series is then listed among all series only
SILENT_AFTER = timedelta(minutes=3)  # a phone not heard from for so long may have hands that the site does not know
MOST_CONTINUED = 20  # series that one series continues directly; through them it continues earlier series

_EARLIER = """
    WITH RECURSIVE earlier(id) AS (
        SELECT to_series_id FROM series_series_continues WHERE from_series_id = %s
        UNION
        SELECT series_series_continues.to_series_id FROM series_series_continues
        INNER JOIN earlier ON earlier.id = series_series_continues.from_series_id
    )
    SELECT id FROM earlier
"""


def revisions(series: Series, number: int) -> QuerySet[Event]:
    """Return the revisions of a hand, oldest first, withdrawals included."""
    return Event.objects.filter(series=series, hand_number=number).order_by("number")


def history(series: Series) -> QuerySet[Event]:
    """Return all events, oldest first."""
    return Event.objects.filter(series=series).order_by("number")


def latest_event(series: Series) -> Event:
    return Event.objects.get(series=series, number=series.version)


def events_since(series: Series, version: int) -> list[Event]:
    """Return the events after a version, oldest first."""
    return list(Event.objects.filter(series=series, number__gt=version).order_by("number"))


def withdrawn_record(latest: Event) -> Any:
    """Return the record of the hand if `latest` withdrew a hand, else {}.

    The form begins with this record, because most withdrawn hands are entered again with one figure changed.
    """
    if latest.kind != Withdrawn.kind:
        return {}
    earlier = Event.objects.filter(series=latest.series_id, hand_number=latest.hand_number, number__lt=latest.number)
    return earlier.order_by("-number")[0].content


def noted_bids(state: SeriesState, user_id: int | None) -> list[Bid | None]:
    """Return the saved bids of the hand that is being played, or an empty list.

    Hidden bids are returned only to the user who saved them. `user_id` is None for a reader who is no member.
    """
    if state.bids is None or not state.takes_hands:
        return []
    noted = NotedBids.objects.filter(series=state.series, number=state.next_number).first()
    if noted is None or len(noted.bids) != len(state.entry_sides):
        return []
    return [] if state.bids.hidden and (user_id is None or noted.by_id != user_id) else noted.bids


def bids_step(series: Series) -> int:
    """Return a number that grows with every change of the bids; 0 without bids."""
    return NotedBids.objects.filter(series=series).values_list("steps", flat=True).first() or 0


def record_so_far(state: SeriesState, user_id: int | None) -> dict[str, Any]:
    """Return the bids that this user may see, as a part of the next hand's record."""
    noted = noted_bids(state, user_id)
    return {state.bids.field: noted} if state.bids and noted else {}


def revision_counts(state: SeriesState) -> dict[int, int]:
    """Return how many revisions each hand has at this version, withdrawals included."""
    if state.series.version == 1 + len(state.events):  # the start, and one recording for each hand
        return {event.hand_number: 1 for event in state.events if event.hand_number}
    until_version = Event.objects.filter(series=state.series, number__lte=state.series.version)
    events = until_version.filter(hand_number__isnull=False).values_list("hand_number")
    return dict(events.annotate(count=Count("id")).order_by())


def hand_notes(series: Series) -> dict[int, str]:
    """Return the notes on hands by number, withdrawn hands included. No query if the series has no note."""
    if not series.notes_hash:
        return {}
    return dict(HandNote.objects.filter(series=series).values_list("number", "note"))


def earlier_places(circle: Circle) -> list[str]:
    """Return the places where the circle has played, the latest place first."""
    latest = Series.objects.filter(circle=circle).exclude(place="").order_by("-started_at")
    return list(dict.fromkeys(latest.values_list("place", flat=True)[:LATEST_PLACES]))


def open_series(circle_ids: Iterable[str]) -> list[Series]:
    """Return the open series that changed in the last 30 days, the latest change first.

    A change of a draft or of noted bids keeps a series in the list too.
    """
    since = timezone.now() - FORGOTTEN_AFTER
    touched = Q(changed_at__gt=since) | Q(draft__changed_at__gt=since) | Q(noted_bids__changed_at__gt=since)
    found = Series.objects.filter(touched, circle__in=circle_ids, status=Status.OPEN)
    return list(found.order_by("-changed_at", "pk"))


def last_played(circle_ids: Iterable[str]) -> Series | None:
    """Return the latest series with a hand. A series without hands may have been started by mistake."""
    has_hands = Exists(Hand.objects.filter(series=OuterRef("pk")))
    return Series.objects.filter(has_hands, circle__in=circle_ids).order_by("-started_at", "pk").first()


def writers_of(all_series: Iterable[Series]) -> dict[str, str]:
    """Return by series id the name of the user who is writing down the next hand card by card."""
    return dict(Draft.objects.filter(series__in=all_series).values_list("series", "by_name"))


def silent_since(last_heard_at: int) -> datetime | None:
    """Return when a phone was last heard from, or None if it was less than SILENT_AFTER ago.

    `last_heard_at` is in seconds since 1970.
    """
    heard_at = datetime.fromtimestamp(last_heard_at, UTC)
    return heard_at if heard_at < timezone.now() - SILENT_AFTER else None


def silent_phones(all_series: Iterable[Series]) -> dict[str, tuple[str, datetime]]:
    """Return by series id the scorer whose phone is silent, and since when, unless the series has changed since."""
    found = LastHeard.objects.filter(series__in=all_series, series__status=Status.OPEN, version=F("series__version"))
    heard = {each.series_id: (each.by_name, silent_since(each.at)) for each in found}
    return {pk: (name, since) for pk, (name, since) in heard.items() if since}


def past_series(circle: Circle) -> QuerySet[Series]:
    """Return the series that are not open, the latest first."""
    past = Series.objects.filter(circle=circle).exclude(status=Status.OPEN).select_related("circle")
    return past.order_by("-started_at", "pk")


def series_matching(
    circle: Circle,
    *,
    status: str | None = None,
    game: str | None = None,
    title: str = "",
    player: Player | None = None,
    since: date | None = None,
    until: date | None = None,
    text: str = "",
) -> QuerySet[Series]:
    """Return matching series with their players. Both days are included, in the circle's time zone.

    `title` is the name that the rules give the game. Each term of `text` is in the name of the game or of a player, in
    the place, in a note, or names the day (ledger/series/searching.py).
    """
    conditions = {
        "status": status,
        "game": game,
        "seats__player": player,
        "started_at__gte": since and midnight(since, circle.zone),
        "started_at__lt": until and midnight(until + timedelta(days=1), circle.zone),
    }
    found = Series.objects.filter(
        circle=circle, **{name: value for name, value in conditions.items() if value is not None}
    )
    if game and title:
        found = found.filter(**{f"rules__{BY_SLUG[game].title_field}": title})
    return with_text(found, circle, text).select_related("circle").prefetch_related("seats__player")


def of_shown_status(status: str) -> Q:
    """Return the filter for series with this `SeriesState.shown_status`.

    Where the rules have no end, a stopped series is shown as finished.
    """
    open_ended = Q(pk__in=[])
    for game in GAMES:
        for options in game.open_ended:
            open_ended |= Q(game=game.slug, **{f"rules__{name}": value for name, value in options.items()})
    match status:
        case Status.FINISHED:
            return Q(status=Status.FINISHED) | Q(open_ended, status=Status.STOPPED)
        case Status.STOPPED:
            return Q(~open_ended, status=Status.STOPPED)
    return Q(status=status)


def games_found_in(circle: Circle) -> list[tuple[str, str]]:
    """Return each game of the circle's series as (slug, ""), and after it (slug, title) for each title in its rules."""
    of_circle, found = Series.objects.filter(circle=circle).order_by(), []
    played = set(of_circle.values_list("game", flat=True).distinct())
    for game in GAMES:
        if game.slug in played:
            found.append((game.slug, ""))
        if game.slug in played and game.title_field:
            titles = of_circle.filter(game=game.slug).values_list(f"rules__{game.title_field}", flat=True).distinct()
            found += sorted((game.slug, title) for title in titles if title)
    return found


def latest_series(circle_id: str, game: str) -> Series | None:
    return Series.objects.filter(circle=circle_id, game=game).order_by("-started_at").first()


def last_point_value(circle: Circle) -> Decimal | None:
    """Return the point value of the circle's latest series, of any game.

    0 in a circle for points only. None without a series, or if the latest series has another currency than the circle
    has now.
    """
    if circle.points_only:
        return Decimal(0)
    last = Series.objects.filter(circle=circle).order_by("-started_at").first()
    return last.point_value if last and last.currency == circle.currency else None


def players_last_time(last: Series | None) -> list[str]:
    """Return the ids of the players of `last` in seat order."""
    return list(last.seats.values_list("player_id", flat=True)) if last else []


def continued_by_start(
    circle: Circle, players: Iterable[Player], again: Series | None, started_at: datetime
) -> list[str]:
    """Return the ids of the series that a series with these players continues if started at `started_at`.

    These are the series that is played again, and series of exactly these players with a hand in the last 12 hours.
    """
    ids, since = [player.pk for player in players], started_at - SAME_EVENING
    numbers = Hand.objects.filter(series=OuterRef("series")).values("number")
    hands = Event.objects.filter(series=OuterRef("pk"), kind=Recorded.kind, hand_number__in=numbers)  # not withdrawn
    recorded = hands.alias(entered=Coalesce("played_at", "at")).filter(entered__range=(since, started_at))
    recent = Series.objects.filter(Exists(recorded), circle=circle, changed_at__gt=since)
    with_seats = recent.annotate(count=Count("seats"), ours=Count("seats", filter=Q(seats__player__in=ids)))
    found = with_seats.filter(count=len(ids), ours=len(ids)).order_by("-started_at").values_list("pk", flat=True)
    return sorted({*found[:MOST_CONTINUED], *([again.pk] if again else [])})


def continued_series(series: Series) -> list[str]:
    """Return the ids of all series that this series continues, directly or through others."""
    with connection.cursor() as cursor:
        cursor.execute(_EARLIER, [series.pk])
        return [row[0] for row in cursor.fetchall()]
