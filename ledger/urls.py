"""Every address of the site starts here."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path, register_converter
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from ledger.export import export
from ledger.face.theme import set_theme
from ledger.from_file import start_from_file
from ledger.health import healthz
from ledger.home import home
from ledger.ids import OpaqueIdConverter
from ledger.series.views import example, rules

register_converter(OpaqueIdConverter, "id")

urlpatterns = [
    path("", home, name="home"),
    path("", include("ledger.circles.urls")),
    path("start/file/", start_from_file, name="start_from_file"),
    path("circles/<id:circle_id>/", include("ledger.series.start_urls")),
    path("circles/<id:circle_id>/", include("ledger.books.urls")),
    path("series/<id:series_id>/", include("ledger.series.urls")),
    path("example/<slug:slug>/", example.series, name="example"),
    path("example/<slug:slug>/hands/<int:number>/", example.hand, name="example_hand"),
    path("rules/", rules.every_game, name="rules_list"),
    path("rules/<slug:slug>/", rules.one_game, name="rules"),
    path("circles/<id:circle_id>/export/", export, name="circle_export"),
    path("account/tokens/", include("ledger.api.token_urls")),
    path("account/", include("ledger.circles.accounts.urls")),
    path("api/v1/", include("ledger.api.urls")),
    path("admin/", admin.site.urls),
    path("language/", require_POST(set_language), name="set_language"),
    path("theme/", set_theme, name="set_theme"),
    path("healthz", healthz, name="healthz"),
]

if settings.DEBUG:
    urlpatterns.append(path("design/", include("ledger.face.urls")))
