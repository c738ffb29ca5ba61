"""The benchmark of a phone runs, here on the server of the tests and without figures that mean anything."""

import pytest
from django.test import Client
from playwright.sync_api import Browser

from benchmarks import phone
from benchmarks.evening import Evening
from benchmarks.lighthouse import scores_of
from benchmarks.site import make_club
from ledger.series.models import Event, Kind


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
def test_each_row_has_a_figure_and_a_hand_is_saved(browser: Browser, site: str) -> None:
    club = make_club()
    client = Client()
    client.force_login(club.owner.user)
    series = club.new_series().pk
    evening = Evening(site, client.cookies["sessionid"].value, club.owner.circle_id, series, series)
    rows = list(phone.table(browser, evening, rounds=1))
    assert Event.objects.filter(series=series, kind=Kind.RECORDED).count() == 1
    assert len(rows) == 6
    assert all(row.figure.endswith((" ms", " kB")) for row in rows)


def test_lighthouse_names_what_costs_points() -> None:
    seo = {"score": 0.9, "auditRefs": [{"id": "meta-description", "weight": 1}, {"id": "hreflang", "weight": 1}]}
    full = {"score": 1, "auditRefs": []}
    report = {
        "categories": {"performance": full, "accessibility": full, "best-practices": full, "seo": seo},
        "audits": {
            "meta-description": {"id": "meta-description", "score": 0},
            "hreflang": {"id": "hreflang", "score": 1},
            "largest-contentful-paint": {"numericValue": 1234.5},
        },
    }
    row = scores_of("home", [report])
    assert row.figure == "100 100 100 90"
    assert row.note == "largest paint after 1234 ms; meta-description 0.00"
