"""The benchmarks of the site run, here with few rounds and without meaningful figures."""

from io import StringIO

import pytest
from django.core.management import call_command

from benchmarks import filling, pages, scale
from benchmarks.lighthouse import scores_of
from ledger.series.changes import Recorded
from ledger.series.models import Event


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
def test_each_page_of_the_filled_circles_is_measured(settings):
    settings.API_RATE = ""
    circles = filling.fill(others=400, big_series=12)
    hands = {name: filling.hands_in(circle) for name, circle in circles.items()}
    assert hands == {"equal": 10 * 20, "big": 12 * 20}
    assert filling.hands_in() == 200 + 240 + 400
    equal, big = (pages.measure(circle, rounds=1) for circle in circles.values())
    assert len(list(scale.page_rows(equal, equal, big))) == 2 * len(equal) == 2 * 31
    # In each circle keypad and API save two hands before the round and one in it, in each of two series; the second
    # series begins with 20 hands.
    assert Event.objects.filter(kind=Recorded.kind).count() == 840 + 2 * (3 * 2 * 2 + 20)


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
def test_what_is_measured_was_recorded_in_earnest():
    filling.fill(others=0, big_series=0)
    call_command("audit", stdout=StringIO())  # raises CommandError where something differs


def test_lighthouse_names_what_costs_points():
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
    assert (row.figure, row.is_short) == ("100 100 100 90", True)
    assert row.note == "largest paint after 1234 ms; meta-description 0.00"
