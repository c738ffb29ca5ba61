"""The benchmarks of the site, with so few rounds that they say nothing, so that they do not rot."""

from typing import Any

import pytest

from benchmarks import site, web
from ledger.series.models import Event, Kind


@pytest.mark.django_db(transaction=True)
def test_each_save_is_a_hand_and_each_row_has_its_figure(settings: Any) -> None:
    settings.ROOT_URLCONF = "benchmarks.bare"
    club = site.make_club()
    rows = list(web.table(club, rounds=3, warm_up=1))
    assert Event.objects.filter(kind=Kind.RECORDED).count() == 4
    assert len({row.what for row in rows}) == len(rows) == 5
    assert all(row.figure.endswith(" ms") for row in rows)
