"""A column of the standings that is declared once is on the page, in the CSV file, in the API and in a profile."""

import csv
import io
from collections.abc import Iterator
from importlib import import_module, reload
from types import ModuleType

import pytest
from django.urls import clear_url_caches, include, path

from ledger.api.openapi import make_description
from ledger.circles.models import Player
from ledger.standings import columns
from ledger.standings.cells import COUNT
from tests.ledger.standings.test_api import rows
from tests.ledger.standings.test_two_players import compared

pytestmark = pytest.mark.django_db

LOST = columns.TableColumn(
    "lost",
    COUNT,
    "Not won",
    value=lambda row: row.figures.series - row.figures.won,
    better=columns.Better.LOW,
    about="Series that somebody else won.",
    part="main",
)
MODULES = ("ledger.api.schemas.standings", "ledger.api.views.standings", "ledger.api.urls")


@pytest.fixture(autouse=True)
def _lost(monkeypatch, settings) -> Iterator[None]:
    """The API's schema is made when its modules are imported, so they are imported anew."""
    monkeypatch.setattr(columns, "COLUMNS", (*columns.COLUMNS, LOST))
    site, urls = import_module(settings.ROOT_URLCONF), ModuleType("urls_with_lost")
    modules = [import_module(name) for name in MODULES]
    before = [dict(vars(module)) for module in modules]
    for module in modules:
        reload(module)
    others = [pattern for pattern in site.urlpatterns if str(pattern.pattern) != "api/v1/"]
    urls.urlpatterns = [path("api/v1/", include("ledger.api.urls")), *others]
    settings.ROOT_URLCONF = urls
    clear_url_caches()
    yield
    for module, names in zip(modules, before, strict=True):
        vars(module).update(names)
    clear_url_caches()


@pytest.fixture
def dipak(four_play, players) -> Player:
    """Asha won two series of two, and Dipak none."""
    for _series in range(2):
        four_play([18, 12, 10, 0])
    return players[3]


def test_page_and_profile(standings_page, dipak, players):
    page = standings_page("?sort=lost")
    assert '<option value="lost" selected>Not won</option>' in page
    assert '<th scope="col" aria-sort="descending"><a href="?sort=-lost">Not won</a></th>' in page
    assert compared(standings_page(f"players/{players[0].pk}/and/{dipak.pk}/"))["Not won"] == ["better: 0", "2"]


def test_csv_file_and_api(circle, dipak, alices):
    text = alices.get(f"circles/{circle.pk}/standings.csv").content.decode("utf-8-sig")
    assert [row["lost"] for row in csv.DictReader(io.StringIO(text))] == ["0", "2", "2", "2"]
    assert [row["lost"] for row in rows(alices, circle)] == [0, 2, 2, 2]
    assert {row["lost"] for row in rows(alices, circle, "?game=all")} == {None}
    row = make_description()["components"]["schemas"]["StandingsRow"]
    assert row["properties"]["lost"] == {
        "anyOf": [{"type": "integer"}, {"type": "null"}],
        "description": "Series that somebody else won.",
        "title": "Lost",
    }
    assert "lost" in row["required"]
