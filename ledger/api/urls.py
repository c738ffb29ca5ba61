"""/api/v1/: these names are fixed (docs/api.md)."""

from collections.abc import Callable, Mapping
from typing import Any

from django.urls import URLPattern, path, re_path
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page
from rest_framework.views import APIView

from ledger.api.views import agreeing, checking, circles, docs, files, games, hands, links, series, standings
from ledger.api.views.changes import views_of
from ledger.series.changes import CHANGES, Change

app_name = "api"


def call(view: type[APIView]) -> Callable[..., Any]:
    """Every read has an ETag. Caches keep it for this caller alone, and ask before they use it again."""
    return cache_control(private=True, no_cache=True)(conditional_page(view.as_view()))


def paths_of_changes(changes: Mapping[str, type[Change]]) -> list[URLPattern]:
    """The addresses at which a series is changed. A series is read and its notes are written at the same one."""
    views = views_of(changes, {"": series.Series})
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
    path("check", call(checking.Check), name="check"),
    path("games", call(games.Games), name="games"),
    path("games/<slug:slug>/judge", call(games.Judge), name="judge"),
    path("circles", call(circles.Circles), name="circles"),
    path("circles/<id:circle_id>", call(circles.Circle), name="circle"),
    path("circles/<id:circle_id>/players", call(circles.Players), name="players"),
    path("circles/<id:circle_id>/series", call(series.CircleSeries), name="circle_series"),
    path("circles/<id:circle_id>/balances", call(circles.Balances), name="balances"),
    path("circles/<id:circle_id>/settle-up", call(circles.SettleUp), name="settle_up"),
    path("circles/<id:circle_id>/payments", call(circles.Payments), name="payments"),
    path("circles/<id:circle_id>/entries", call(circles.Entries), name="entries"),
    path("circles/<id:circle_id>/disputes", call(agreeing.Disputes), name="disputes"),
    path("circles/<id:circle_id>/standings", call(standings.StandingsView), name="standings"),
    path("circles/<id:circle_id>/standings.csv", call(standings.StandingsCsv), name="standings_csv"),
    path("circles/<id:circle_id>/rivals", call(standings.RivalsView), name="rivals"),
    path("circles/<id:circle_id>/records", call(standings.RecordsView), name="records"),
    path("circles/<id:circle_id>/seasons", call(standings.SeasonsView), name="seasons"),
    path("circles/<id:circle_id>/seasons/<id:season_id>", call(standings.SeasonView), name="season"),
    path("series/<id:series_id>/hands/<int:number>", call(hands.Hand), name="hand"),
    path("series/<id:series_id>/hands/<int:number>/revisions", call(hands.Revisions), name="revisions"),
    path("series/<id:series_id>/hands/<int:number>/verdicts", call(agreeing.HandVerdicts), name="hand_verdicts"),
    path("series/<id:series_id>/verdicts", call(agreeing.SettlementVerdicts), name="verdicts"),
    path("series/<id:series_id>/waivers", call(agreeing.Waivers), name="waivers"),
    path("series/<id:series_id>/bids", call(hands.Bids), name="bids"),
    path("series/<id:series_id>/links", call(links.Links), name="links"),
    path("series/<id:series_id>/links/<id:link_id>", call(links.Link), name="link"),
    path("series/<id:series_id>/seal", call(checking.Seal), name="seal"),
    path("series/<id:series_id>/settlement", call(series.Settlement), name="settlement"),
    path("series/<id:series_id>/payments", call(series.Payments), name="series_payments"),
    path("series/<id:series_id>/sheet.pdf", call(files.Sheet), name="sheet"),
    path("series/<id:series_id>/export.csv", call(files.ExportCsv), name="export_csv"),
    path("series/<id:series_id>/export.json", call(files.ExportJson), name="export_json"),
    path("series/<id:series_id>/export.json.minisig", call(files.ExportJsonMinisig), name="export_json_minisig"),
    path("keys", call(checking.Keys), name="keys"),
    path("schema", call(docs.Schema), name="schema"),
    path("docs", conditional_page(docs.docs), name="docs"),
    re_path("^", call(docs.UnknownAddress), name="nothing"),
]
