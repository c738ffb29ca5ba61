"""The page of a link for a television."""

from typing import Any

import pytest

from ledger.live.links import revoke_link
from ledger.series.again import start_again
from ledger.series.models import SeriesLink
from tests.ledger.following.links import Visitor
from tests.ledger.pages import text_of
from tests.ledger.series.conftest import J40


@pytest.fixture
def television(visitor) -> Visitor:
    visitor.url += "screen/"
    return visitor


def ask(television: Visitor) -> Any:
    headers = {"X-Ticket": television.ticket, "If-None-Match": television.etag, "HX-Request": "true"}
    return television.open(**headers)


def test_it_shows_the_ranking_and_what_the_last_hand_brought(television):
    shown = text_of(television.open())
    for text in ("Friday table", "25", "8½", "14½", "−8", "15 to go", "Deals", "Bob recorded hand 3."):
        assert text in shown
    assert "Which one are you?" not in shown


def test_it_follows_the_series(television, bob_scores):
    television.read(television.open())
    assert ask(television).status_code == 304
    bob_scores.record(J40[3])
    answer = ask(television)
    assert "A won" in text_of(answer)
    assert "<html" not in answer.content.decode()


def test_it_shows_payments_only_if_the_link_does(television, link, bob_scores):
    bob_scores.record(J40[3])
    assert "pays" not in text_of(television.open())
    SeriesLink.objects.filter(pk=link.pk).update(shows_payments=True)
    assert "pays A" in text_of(television.open())


def test_it_goes_on_to_the_series_that_continues_this_one(television, bob_scores):
    bob_scores.record(J40[3])
    television.read(television.open())
    start_again(me=bob_scores.me, last=bob_scores.series)
    there = ask(television).headers["HX-Redirect"]
    assert there.endswith("/screen/")
    assert there != television.url
    assert television.open().url == there
    television.url = there
    assert "40 to go" in text_of(television.open())


def test_a_revoked_link_shows_nothing(television, link):
    television.read(television.open())
    revoke_link(link=link)
    assert ask(television).status_code == 404
    assert television.open().status_code == 404
