"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path, register_converter
from django.views.decorators.http import require_POST
from django.views.generic import TemplateView
from django.views.i18n import set_language

from ledger.config.views import healthz, home, manifest, metrics, readyz
from ledger.face.theme import set_theme
from ledger.following import examples, help_pages, link_urls, rules
from ledger.following import urls as following
from ledger.following.check_page import check_page
from ledger.following.search import search
from ledger.following.verdicts import disputes
from ledger.lib.ids import OpaqueIdConverter
from ledger.scoring import urls as scoring
from ledger.sheets import urls as sheets
from ledger.sheets.season import season_sheet
from ledger.transfer.views import delete, export_circle, export_minisig, import_progress, start_from_file

handler500 = "ledger.config.views.server_error"
register_converter(OpaqueIdConverter, "id")

urlpatterns = [
    path("", home, name="home"),
    path("", include("ledger.circles.urls")),
    path("start/file/", start_from_file, name="start_from_file"),
    path("start/file/progress/<uuid:key>/", import_progress, name="import_progress"),
    path("circles/<id:circle_id>/", include("ledger.scoring.start.urls")),
    path("circles/<id:circle_id>/", include("ledger.books.urls")),
    path("circles/<id:circle_id>/", include("ledger.standings.urls")),
    path(
        "series/<id:series_id>/",
        include(([*following.urlpatterns, *scoring.urlpatterns, *sheets.urlpatterns], "series")),
    ),
    path("follow/<str:token>/", include(([*link_urls.urlpatterns, *sheets.link_urlpatterns], "follow"))),
    path("example/<slug:slug>/", examples.example, name="example"),
    path("example/<slug:slug>/hands/<int:number>/", examples.example_hand, name="example_hand"),
    path("check/", check_page, name="check"),
    path("help/", help_pages.every_page, name="help_list"),
    path("help/<slug:name>/", help_pages.one_page, name="help"),
    path("rules/", rules.every_game, name="rules_list"),
    path("rules/<slug:slug>/", rules.one_game, name="rules"),
    path("without-signal/", TemplateView.as_view(template_name="pocket/without_signal.html"), name="without_signal"),
    path("circles/<id:circle_id>/series/", search, name="circle_series"),
    path("circles/<id:circle_id>/disputes/", disputes, name="disputes"),
    path("circles/<id:circle_id>/seasons/<id:season_id>/sheet.pdf", season_sheet, name="season_sheet"),
    path("circles/<id:circle_id>/delete/", delete, name="circle_delete"),
    path("circles/<id:circle_id>/export/", export_circle, name="circle_export"),
    path("circles/<id:circle_id>/export/.minisig", export_minisig, name="circle_export_minisig"),
    path("account/tokens/", include("ledger.api.token_pages")),
    path("account/", include("ledger.circles.accounts.urls")),
    path("api/v1/", include("ledger.api.urls")),
    path("pocket/", include("ledger.pocket.urls")),
    path("admin/", admin.site.urls),
    path("language/", require_POST(set_language), name="set_language"),
    path("theme/", set_theme, name="set_theme"),
    path("manifest/<str:language>.json", manifest, name="manifest"),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
]
