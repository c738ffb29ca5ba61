"""The rows of the database that a phone needs to go on with one series without signal, as the member may see them.

The rows have the names and ids of other people, and no user name, mail address or token of theirs. Links, and entries
of other series, are left out.
"""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core import serializers
from django.db.models import Model

from ledger.circles.models import Member, Player, User
from ledger.money.models import Book, Entry, Posting
from ledger.series.models import (
    Draft,
    Event,
    Hand,
    HandNote,
    HandPoints,
    HouseRules,
    NotedBids,
    Seat,
    Series,
)
from ledger.series.settling import source_of
from ledger.series.state import series_state

# Settings that the phone needs to answer as the site would.
SITE_SETTINGS = (
    "CONTENT_SECURITY_POLICY",
    "FORMAT_MODULE_PATH",
    "LANGUAGE_CODE",
    "LANGUAGES",
    "TIME_ZONE",
    "MOST_CHANGES",
    "MOST_CIRCLES",
    "MOST_DRAFTS",
    "MOST_HANDS",
    "MOST_PLAYERS",
    "MOST_SERIES",
    "MOST_SERIES_LINKS",
)


def site_settings() -> dict[str, Any]:
    """Return the site's settings for the phone.

    Static files must have the same names as on the site: with a hash, and in development without.
    """
    storage = "Manifest" if hasattr(staticfiles_storage, "manifest_name") else ""
    files = {"BACKEND": f"django.contrib.staticfiles.storage.{storage}StaticFilesStorage"}
    return {name: getattr(settings, name) for name in SITE_SETTINGS} | {"STORAGES": {"staticfiles": files}}


def rows_of(me: Member, series_id: str) -> list[dict[str, Any]]:
    """Return the rows, serialized, in the order in which the phone can store them.

    The book comes after its entries: the database refuses postings for an entry that the book covers. Fields that are
    not for this member are emptied here; these objects are never saved.
    """
    series = Series.objects.select_related("circle").get(pk=series_id, circle=me.circle_id)
    user = User(
        pk=me.user_id,
        username=str(me.user_id),
        display_name=me.user.display_name,
        date_joined=me.user.date_joined,
    )
    series.circle.form_key_hash = None
    players = list(Player.objects.filter(circle=series.circle))
    for player in players:
        player.claimed_by_id = me.pk if player.claimed_by_id == me.pk else None
    events = list(Event.objects.filter(series=series))
    entries = list(Entry.objects.filter(circle=series.circle, source=source_of(series)))
    for event in events:
        event.by_id = me.user_id if event.by_id == me.user_id else None
    for entry in entries:
        entry.by_id = me.user_id if entry.by_id == me.user_id else None
    if not series.shows_money:
        series.point_value, entries = Decimal(0), []
    parts: tuple[Iterable[Model], ...] = (
        [series.circle, user, me],
        players,
        [series],
        Seat.objects.filter(series=series),
        events,
        Hand.objects.filter(series=series),
        HandPoints.objects.filter(hand__series=series),
        HandNote.objects.filter(series=series),
        Draft.objects.filter(series=series, by=me.user_id),
        noted_bids_for(me, series),
        HouseRules.objects.filter(circle=series.circle),
        Posting.objects.filter(entry__in=entries),
        entries,
        Book.objects.filter(circle=series.circle),
    )
    rows = [row for part in parts for row in serializers.serialize("python", part)]
    for row in rows:
        row["fields"].pop("continues", None)  # other series, which are not in the phone
    return rows


def noted_bids_for(me: Member, series: Series) -> list[NotedBids]:
    """Return the bids that were noted. Hidden bids are only for the member who noted them."""
    noted = NotedBids.objects.filter(series=series).first()
    if noted is None:
        return []
    bids, is_own = series_state(series).bids, noted.by_id == me.user_id
    noted.by_id = me.user_id if is_own else None
    return [] if bids and bids.hidden and not is_own else [noted]
