"""A link to a series, and a phone without a login that has it open."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from ledger.live.links import make_link, token_of
from ledger.series.models import SeriesLink
from tests.ledger.series.conftest import J40, Scorer


class Visitor:
    """A phone without a login that has a link open."""

    def __init__(self, link: SeriesLink, client: Client | None = None) -> None:
        self.client = client or Client()
        self.url = reverse("follow:page", args=[token_of(link)])

    def open(self, more: str = "", **headers: str) -> Any:
        return self.client.get(self.url + more, headers=headers)

    def read(self, response: Any) -> None:
        assert response.status_code == 200
        self.page = response.content.decode()
        headers = json.loads(unescape(re.search(r'hx-headers="([^"]+X-Ticket[^"]+)"', self.page)[1]))
        self.etag, self.ticket = headers["If-None-Match"], headers["X-Ticket"]

    def ask(self) -> Any:
        return self.open("live/", **{"X-Ticket": self.ticket, "If-None-Match": self.etag})


@pytest.fixture
def link(bob_scores: Scorer) -> SeriesLink:
    bob_scores.record(*J40[:3])
    return make_link(me=bob_scores.me, series=bob_scores.series)


@pytest.fixture
def visitor(link: SeriesLink) -> Visitor:
    caches["memory"].clear()
    return Visitor(link)
