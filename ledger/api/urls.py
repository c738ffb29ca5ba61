"""The addresses below /api/v1/. They never change (docs/api.md)."""

from collections.abc import Callable, Mapping
from typing import Any

from django.urls import URLPattern, path, re_path
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page
from rest_framework.views import APIView

from ledger.api.views import checking, circles, docs, files, games, hands, links, series, standings, verdicts
from ledger.api.views.changes import views_of
from ledger.series.changes import CHANGES, Change

app_name = "api"


def call(view: type[APIView]) -> Callable[..., Any]:
    """Give every read an ETag. Only the caller's own cache keeps the answer, and asks before using it again."""
    return cache_control(private=True, no_cache=True)(conditional_page(view.as_view()))


def paths_of_changes(changes: Mapping[str, type[Change]]) -> list[URLPattern]:
    """Return the addresses at which a series is changed. SeriesView also answers GET and PATCH, at `series/<id>`."""
    views = views_of(changes, {"": series.SeriesView})
    return [
        path(
            f"series/<id:series_id>/{place}".rstrip("/").replace("{number}", "<int:number>"),
            call(view),
            name=place.rpartition("/")[2] or "series",
        )
        for place, view in views.items()
    ]


urlpatterns = [
    *paths_of_changes(CHANGES),
    path("check", call(checking.CheckView), name="check"),
    path("games", call(games.GamesView), name="games"),
    path("games/<slug:slug>/judge", call(games.JudgeView), name="judge"),
    path("circles", call(circles.CirclesView), name="circles"),
    path("circles/<id:circle_id>", call(circles.CircleView), name="circle"),
    path("circles/<id:circle_id>/players", call(circles.PlayersView), name="players"),
    path("circles/<id:circle_id>/series", call(series.CircleSeriesView), name="circle_series"),
    path("circles/<id:circle_id>/balances", call(circles.BalancesView), name="balances"),
    path("circles/<id:circle_id>/settle-up", call(circles.SettleUpView), name="settle_up"),
    path("circles/<id:circle_id>/payments", call(circles.PaymentsView), name="payments"),
    path("circles/<id:circle_id>/entries", call(circles.EntriesView), name="entries"),
    path("circles/<id:circle_id>/disputes", call(verdicts.DisputesView), name="disputes"),
    path("circles/<id:circle_id>/standings", call(standings.StandingsView), name="standings"),
    path("circles/<id:circle_id>/standings.csv", call(standings.StandingsCsvView), name="standings_csv"),
    path("circles/<id:circle_id>/declared", call(standings.DeclaredView), name="declared"),
    path("circles/<id:circle_id>/declared.csv", call(standings.DeclaredCsvView), name="declared_csv"),
    path("circles/<id:circle_id>/rivals", call(standings.RivalsView), name="rivals"),
    path("circles/<id:circle_id>/records", call(standings.RecordsView), name="records"),
    path("circles/<id:circle_id>/seasons", call(standings.SeasonsView), name="seasons"),
    path("circles/<id:circle_id>/seasons/<id:season_id>", call(standings.SeasonView), name="season"),
    path("series/<id:series_id>/hands/<int:number>", call(hands.HandView), name="hand"),
    path("series/<id:series_id>/hands/<int:number>/revisions", call(hands.RevisionsView), name="revisions"),
    path("series/<id:series_id>/hands/<int:number>/verdicts", call(verdicts.HandVerdictsView), name="hand_verdicts"),
    path("series/<id:series_id>/verdicts", call(verdicts.SettlementVerdictsView), name="verdicts"),
    path("series/<id:series_id>/waivers", call(verdicts.WaiversView), name="waivers"),
    path("series/<id:series_id>/bids", call(hands.BidsView), name="bids"),
    path("series/<id:series_id>/links", call(links.LinksView), name="links"),
    path("series/<id:series_id>/links/<id:link_id>", call(links.LinkView), name="link"),
    path("series/<id:series_id>/seal", call(checking.SealView), name="seal"),
    path("series/<id:series_id>/settlement", call(series.SettlementView), name="settlement"),
    path("series/<id:series_id>/payments", call(series.SeriesPaymentsView), name="series_payments"),
    path("series/<id:series_id>/sheet.pdf", call(files.SheetView), name="sheet"),
    path("series/<id:series_id>/export.csv", call(files.ExportCsvView), name="export_csv"),
    path("series/<id:series_id>/export.json", call(files.ExportJsonView), name="export_json"),
    path("series/<id:series_id>/export.json.minisig", call(files.ExportJsonMinisigView), name="export_json_minisig"),
    path("keys", call(checking.KeysView), name="keys"),
    path("schema", call(docs.SchemaView), name="schema"),
    path("docs", conditional_page(docs.docs), name="docs"),
    re_path("^", call(docs.UnknownAddressView), name="nothing"),
]
