"""A series that is started in the phone, and the page that leads to it."""

from urllib.parse import urlencode

import pytest

from games.registry import BY_SLUG
from ledger.series.house_rules import keep_rules
from tests.ledger.scoring.start.conftest import typed
from tests.ledger.series.conftest import J40, Scorer

__all__ = ["typed"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def prepared(bob_scores, phone) -> Scorer:
    bob_scores.record(*J40[:2])
    keep_rules(
        circle=bob_scores.me.circle, game=BY_SLUG[bob_scores.series.game], rules=bob_scores.series.rules, name="Our way"
    )
    phone.prepare(bob_scores.me, bob_scores.series)
    return bob_scores


def test_the_first_page_has_what_the_phone_has(prepared, phone):
    for address in ("/", f"/circles/{prepared.me.circle_id}/"):
        status, page = phone.get(address, {"Accept-Language": "en"})
        assert status == 200
        assert "Record hand 3" in page
        assert f"/circles/{prepared.me.circle_id}/series/new/" in page


def test_a_series_starts_with_the_circles_players_and_kept_rules(prepared, phone, typed):
    address = f"/circles/{prepared.me.circle_id}/series/new/?game=jaago-chalis"
    status, page = phone.get(address, {"Accept-Language": "en"})
    assert status == 200
    assert "Our way" in page
    assert 'name="new_player"' not in page
    status, said = phone.post(address, urlencode(typed, doseq=True))
    assert status == 302, said
    assert phone.get(said, {})[0] == 200


def test_the_same_game_again(prepared, phone):
    prepared.stop(with_standard=True)
    phone.prepare(prepared.me, prepared.series)
    status, said = phone.post(f"/series/{prepared.series.pk}/again/", "")
    assert status == 302
    assert phone.get(said, {})[0] == 200


def test_a_series_that_is_not_in_the_phone_needs_signal(prepared, phone):
    assert "This page needs signal" in phone.get("/series/abcdefghijkm/", {"Accept-Language": "en"})[1]
    status, page = phone.get(f"/series/{prepared.series.pk}/hands/99/", {"Accept-Language": "en"})
    assert status == 404
    assert "This page needs signal" not in page
