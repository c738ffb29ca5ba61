"""/api/v1/: these names are fixed (docs/api.md)."""

from django.urls import path, re_path

from ledger.api.base import NothingHere
from ledger.api.views import circles, docs, games, money, series, sheets

app_name = "api"
urlpatterns = [
    path("games", games.Games.as_view(), name="games"),
    path("games/<slug:slug>/judge", games.Judge.as_view(), name="judge"),
    path("circles", circles.Circles.as_view(), name="circles"),
    path("circles/<id:circle_id>", circles.Circle.as_view(), name="circle"),
    path("circles/<id:circle_id>/players", circles.Players.as_view(), name="players"),
    path("circles/<id:circle_id>/series", series.CircleSeries.as_view(), name="circle_series"),
    path("circles/<id:circle_id>/balances", money.BalancesView.as_view(), name="balances"),
    path("circles/<id:circle_id>/settle-up", money.SettleUp.as_view(), name="settle_up"),
    path("circles/<id:circle_id>/payments", money.Payments.as_view(), name="payments"),
    path("circles/<id:circle_id>/entries", money.Entries.as_view(), name="entries"),
    path("series/<id:series_id>", series.Series.as_view(), name="series"),
    path("series/<id:series_id>/hands", series.Hands.as_view(), name="hands"),
    path("series/<id:series_id>/hands/<int:number>/corrections", series.Corrections.as_view(), name="corrections"),
    path("series/<id:series_id>/hands/<int:number>/revisions", series.Revisions.as_view(), name="revisions"),
    path("series/<id:series_id>/undo", series.Undo.as_view(), name="undo"),
    path("series/<id:series_id>/stop", series.Stop.as_view(), name="stop"),
    path("series/<id:series_id>/reopen", series.Reopen.as_view(), name="reopen"),
    path("series/<id:series_id>/settlement", series.Settlement.as_view(), name="settlement"),
    path("series/<id:series_id>/sheet.pdf", sheets.Sheet.as_view(), name="sheet"),
    path("series/<id:series_id>/export.csv", sheets.ExportCsv.as_view(), name="export_csv"),
    path("series/<id:series_id>/export.json", sheets.ExportJson.as_view(), name="export_json"),
    path("schema", docs.Schema.as_view(), name="schema"),
    path("docs", docs.Docs.as_view(), name="docs"),
    re_path("^", NothingHere.as_view(), name="nothing"),
]
