"""The addresses that the phone answers itself. Every other page of the site says that it needs signal."""

import json
import os
from pathlib import Path

from django.urls import URLPattern, URLResolver, include, path, register_converter
from django.views.decorators.http import require_POST
from django.views.generic import TemplateView
from django.views.i18n import set_language

from ledger.face.theme import set_theme
from ledger.following import help_pages, rules
from ledger.following import urls as following
from ledger.lib.ids import OpaqueIdConverter
from ledger.pocket.phone.deciding import decide
from ledger.pocket.phone.views import needs_signal, opening, tables
from ledger.scoring import urls as scoring
from ledger.scoring.start.views import start_series

register_converter(OpaqueIdConverter, "id")

# Links, payments, verdicts and house rules are not among a series' events, so only the site can write them.
NEED_SIGNAL = "link share change_link revoke_link pay keep_rules verdict marks verdict_for_player waive".split()


def addresses() -> list[URLPattern | URLResolver]:
    all_of_series: list[URLPattern] = [*following.urlpatterns, *scoring.urlpatterns]
    of_series = [pattern for pattern in all_of_series if pattern.name not in NEED_SIGNAL]
    of_site = [
        path("", tables, name="home"),
        path("opening/", opening, name="opening"),
        path("circles/<id:circle_id>/", tables, name="circle"),
        path("circles/<id:circle_id>/series/new/", start_series, name="start_series"),
        path("shell/", TemplateView.as_view(template_name="pocket/shell.html"), name="shell"),
        path("decide/<id:series_id>/", require_POST(decide), name="decide"),
        path("help/", help_pages.every_page, name="help_list"),
        path("help/<slug:name>/", help_pages.one_page, name="help"),
        path("rules/", rules.every_game, name="rules_list"),
        path("rules/<slug:slug>/", rules.one_game, name="rules"),
        path(
            "without-signal/", TemplateView.as_view(template_name="pocket/without_signal.html"), name="without_signal"
        ),
        path("language/", require_POST(set_language), name="set_language"),
        path("theme/", set_theme, name="set_theme"),
    ]
    names = {"": {pattern.name for pattern in of_site}, "series": {pattern.name for pattern in of_series}}
    by_namespace: dict[str, list[URLPattern | URLResolver]] = {
        "": [*of_site],
        "series": [path("series/<id:series_id>/", include(of_series))],
    }
    for namespace, route, name in json.loads(Path(os.environ["POCKET_DIR"], "addresses.json").read_text()):
        if name not in names.get(namespace, ()):
            by_namespace.setdefault(namespace, []).append(path(route, needs_signal, name=name))
    own = by_namespace.pop("")
    return [*own, *(path("", include((patterns, name))) for name, patterns in by_namespace.items())]


handler404 = "ledger.pocket.phone.views.not_in_phone"
urlpatterns = addresses()
