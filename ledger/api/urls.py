"""The addresses below /api/v1/. They never change (docs/api.md)."""

from collections.abc import Callable, Mapping
from typing import Any

from django.urls import URLPattern, path, re_path
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page
from rest_framework.views import APIView

from ledger.api.views import checking, circles, docs, files, games, hands, links, series, standings, verdicts
from ledger.api.views.changes import views_by_subpath
from ledger.series.changes import CHANGES, Change

app_name = "api"


def with_etag(view: type[APIView]) -> Callable[..., Any]:
    """Return the view as a function, with an ETag for every answer to a GET.

    Only the caller's own cache may keep the answer, and it asks the site before each further use.
    """
    return cache_control(private=True, no_cache=True)(conditional_page(view.as_view()))


def paths_of_changes(changes: Mapping[str, type[Change]]) -> list[URLPattern]:
    """Return the addresses of the changes of a series. At `series/<id>` the series itself is read too."""
    return [
        path(
            f"series/<id:series_id>/{subpath}".rstrip("/").replace("{number}", "<int:number>"),
            with_etag(view),
            name=subpath.rpartition("/")[2] or "series",
        )
        for subpath, view in views_by_subpath(changes).items()
    ]


urlpatterns = [
    *paths_of_changes(CHANGES),
    path("check", with_etag(checking.CheckView), name="check"),
    path("games", with_etag(games.GamesView), name="games"),
    path("games/<slug:slug>/judge", with_etag(games.JudgeView), name="judge"),
    path("circles", with_etag(circles.CirclesView), name="circles"),
    path("circles/<id:circle_id>", with_etag(circles.CircleView), name="circle"),
    path("circles/<id:circle_id>/players", with_etag(circles.PlayersView), name="players"),
    path("circles/<id:circle_id>/series", with_etag(series.CircleSeriesView), name="circle_series"),
    path("circles/<id:circle_id>/balances", with_etag(circles.BalancesView), name="balances"),
    path("circles/<id:circle_id>/settle-up", with_etag(circles.SettleUpView), name="settle_up"),
    path("circles/<id:circle_id>/payments", with_etag(circles.PaymentsView), name="payments"),
    path("circles/<id:circle_id>/entries", with_etag(circles.EntriesView), name="entries"),
    path("circles/<id:circle_id>/disputes", with_etag(verdicts.DisputesView), name="disputes"),
    path("circles/<id:circle_id>/standings", with_etag(standings.StandingsView), name="standings"),
    path("circles/<id:circle_id>/standings.csv", with_etag(standings.StandingsCsvView), name="standings_csv"),
    path("circles/<id:circle_id>/declared", with_etag(standings.DeclaredView), name="declared"),
    path("circles/<id:circle_id>/declared.csv", with_etag(standings.DeclaredCsvView), name="declared_csv"),
    path("circles/<id:circle_id>/rivals", with_etag(standings.RivalsView), name="rivals"),
    path("circles/<id:circle_id>/records", with_etag(standings.RecordsView), name="records"),
    path("circles/<id:circle_id>/seasons", with_etag(standings.SeasonsView), name="seasons"),
    path("circles/<id:circle_id>/seasons/<id:season_id>", with_etag(standings.SeasonView), name="season"),
    path("series/<id:series_id>/hands/<int:number>", with_etag(hands.HandView), name="hand"),
    path("series/<id:series_id>/hands/<int:number>/revisions", with_etag(hands.RevisionsView), name="revisions"),
    path(
        "series/<id:series_id>/hands/<int:number>/verdicts", with_etag(verdicts.HandVerdictsView), name="hand_verdicts"
    ),
    path("series/<id:series_id>/verdicts", with_etag(verdicts.SettlementVerdictsView), name="verdicts"),
    path("series/<id:series_id>/waivers", with_etag(verdicts.WaiversView), name="waivers"),
    path("series/<id:series_id>/bids", with_etag(hands.BidsView), name="bids"),
    path("series/<id:series_id>/links", with_etag(links.LinksView), name="links"),
    path("series/<id:series_id>/links/<id:link_id>", with_etag(links.LinkView), name="link"),
    path("series/<id:series_id>/seal", with_etag(checking.SealView), name="seal"),
    path("series/<id:series_id>/settlement", with_etag(series.SettlementView), name="settlement"),
    path("series/<id:series_id>/payments", with_etag(series.SeriesPaymentsView), name="series_payments"),
    path("series/<id:series_id>/sheet.pdf", with_etag(files.SheetView), name="sheet"),
    path("series/<id:series_id>/export.csv", with_etag(files.ExportCsvView), name="export_csv"),
    path("series/<id:series_id>/export.json", with_etag(files.ExportJsonView), name="export_json"),
    path(
        "series/<id:series_id>/export.json.minisig", with_etag(files.ExportJsonMinisigView), name="export_json_minisig"
    ),
    path("keys", with_etag(checking.KeysView), name="keys"),
    path("schema", with_etag(docs.SchemaView), name="schema"),
    path("docs", conditional_page(docs.docs), name="docs"),
    re_path("^", with_etag(docs.UnknownAddressView), name="nothing"),
]
