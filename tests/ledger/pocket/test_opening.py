"""Which page a phone opens without signal, and what it says of actions that need the site."""

from typing import Any

import pytest

from ledger.series.models import Series
from ledger.series.services import stop_series
from ledger.series.starting import start_series
from tests.ledger.pocket.conftest import Phone
from tests.ledger.series.conftest import J40

pytestmark = pytest.mark.django_db


def opened(phone: Phone) -> str:
    said: dict[str, Any] = phone._ask("answer", {"method": "GET", "address": "/pocket/opening/", "headers": {}})
    assert said["status"] == 302
    return str(said["headers"]["location"])


def test_the_series_that_is_being_played_is_opened_and_not_the_stopped_one(bob_scores, owner, agreed, phone):
    first = bob_scores.series
    phone.prepare(bob_scores.me, first)
    assert opened(phone) == f"/pocket/series/{first.pk}/"
    bob_scores.record(J40[0])
    stop_series(series=first, submit=bob_scores.submit(), with_standard=False)
    phone.prepare(bob_scores.me, first)
    assert opened(phone) == f"/pocket/series/{first.pk}/"  # the only one
    second = start_series(me=bob_scores.me, agreed=agreed)
    phone.prepare(bob_scores.me, second)
    assert opened(phone) == f"/pocket/series/{second.pk}/"
    third = start_series(me=bob_scores.me, agreed=agreed)
    phone.prepare(bob_scores.me, third)
    assert opened(phone) == "/pocket/"
    assert Series.objects.count() == 3


def test_marking_as_paid_needs_signal(bob_scores, phone):
    bob_scores.record(J40[0])
    bob_scores.stop(with_standard=False)
    phone.prepare(bob_scores.me, bob_scores.series)
    _status, page = phone.get(f"/series/{bob_scores.series.pk}/", {})
    assert "Marking a payment as paid needs signal" in page
    address = f"/pocket/series/{bob_scores.series.pk}/pay/"  # of a button that was loaded from the site before
    said = phone._ask("answer", {"method": "POST", "address": address, "headers": {"HX-Request": "true"}})
    assert (said["status"], said["headers"]["hx-retarget"]) == (200, "#trouble")
    assert "This needs signal" in said["text"]
