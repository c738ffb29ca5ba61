"""A phone with several series: loading the rows of one series leaves the others as they are."""

from typing import Any
from urllib.parse import urlencode

import pytest

from ledger.pocket.rows import rows_of
from ledger.series.models import Series
from ledger.series.starting import start_series
from tests.ledger.pocket.conftest import Phone
from tests.ledger.series.conftest import J40

pytestmark = pytest.mark.django_db


def waiting_in(series: Series, phone: Phone) -> list[dict[str, Any]]:
    return [change for change in phone.waiting(series)["changes"] if change["series"] == series.pk]


def test_what_waits_in_another_series_stays(bob_scores, agreed, phone):
    other = start_series(me=bob_scores.me, agreed=agreed)
    for series in (bob_scores.series, other):
        phone.prepare(bob_scores.me, series)
    form = {"figure_0": "16", "figure_1": "8½", "figure_2": "8.5", "figure_3": "7", "last_trick": "1"}
    form |= {"base_version": other.version, "key": "k1"}
    assert phone.post(f"/series/{other.pk}/hands/new/", urlencode(form))[0] == 302
    before = waiting_in(other, phone)
    bob_scores.record(*J40[:3])  # meanwhile, at the site: its new rows have the numbers that come next
    phone.prepare(bob_scores.me, bob_scores.series)
    assert [change["key"] for change in before] == ["k1"]
    assert waiting_in(other, phone) == before
    assert phone.get(f"/series/{other.pk}/hands/1/", {})[0] == 200


def test_a_phone_with_an_older_version_loads_the_rows_of_a_newer_site(bob_scores, phone):
    """It gets them when its hands have been sent, and takes the newer version only after that."""
    series = bob_scores.series
    bob_scores.record(*J40[:2])
    rows = rows_of(bob_scores.me, series.pk)
    of_series = next(row for row in rows if row["model"] == "series.series")
    of_series["fields"]["a_new_column"] = "something"
    rows.append({"model": "series.a_new_table", "pk": 1, "fields": {"series": series.pk}})
    phone.load(series, rows)
    assert phone.get(f"/series/{series.pk}/hands/2/", {})[0] == 200
