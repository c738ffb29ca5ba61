"""A link to a series, and phones that have a series open, with a link or without one."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.contrib import messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import caches
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from ledger.live.links import make_link, token_of
from ledger.series.models import SeriesLink
from tests.ledger.series.conftest import J40, Scorer


class OpenPage:
    """A phone with the page of a series open. It sends the values of the latest answer with its next request."""

    def __init__(self, client: Client, url: str) -> None:
        self.client = client
        self.url = url

    def open(self, more: str = "", **headers: str) -> Any:
        return self.client.get(self.url + more, headers=headers)

    def read(self, response: Any) -> None:
        assert response.status_code == 200
        self.page = response.content.decode()
        headers = json.loads(unescape(re.search(r'hx-headers="([^"]+X-Ticket[^"]+)"', self.page)[1]))
        self.etag, self.ticket = headers["If-None-Match"], headers["X-Ticket"]

    def ask(self, **headers: str) -> Any:
        return self.open("live/", **{"X-Ticket": self.ticket, "If-None-Match": self.etag} | headers)


class Visitor(OpenPage):
    """A phone without a login that has a link open."""

    def __init__(self, link: SeriesLink, client: Client | None = None) -> None:
        super().__init__(client or Client(), reverse("follow:page", args=[token_of(link)]))


def leave_message(client: Client) -> None:
    """Leave a message for the next page, as a view does."""
    request, response = RequestFactory().get("/"), HttpResponse()
    request._messages = CookieStorage(request)
    messages.success(request, "Something was saved.")
    request._messages.update(response)
    client.cookies.update(response.cookies)


@pytest.fixture
def link(bob_scores: Scorer) -> SeriesLink:
    bob_scores.record(*J40[:3])
    return make_link(me=bob_scores.me, series=bob_scores.series)


@pytest.fixture
def visitor(link: SeriesLink) -> Visitor:
    caches["memory"].clear()
    return Visitor(link)
