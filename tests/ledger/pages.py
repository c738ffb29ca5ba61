"""Helpers for tests of pages: a client for a user, addresses, the text of a page, stored hands."""

import re
from html import unescape
from typing import Any

from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from ledger.circles.models import User
from ledger.series.models import Hand, Series


def client_of(user: User, **options: Any) -> Client:
    client = Client(**options)
    client.force_login(user)
    return client


def markup_of(page: HttpResponse) -> str:
    """Return the page with its tags and with unescaped characters."""
    return unescape(page.content.decode())


def text_of(page: HttpResponse | str) -> str:
    """Return the page, or a part of one, without tags and with single spaces."""
    markup = page if isinstance(page, str) else page.content.decode()
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", markup)).split())


def refusal_text(answer: HttpResponse, status: int = 422) -> str:
    """Return the text of a page that refuses what was sent."""
    assert answer.status_code == status
    return text_of(answer)


def text_at(client: Client, address: str) -> str:
    page = client.get(address)
    assert page.status_code == 200
    return text_of(page)


def spoken_text(page: HttpResponse) -> str:
    """Return the text of <main> for a screen reader, without hidden parts such as initials and pictures."""
    main = page.content.decode().partition("<main")[2].partition("</main>")[0]
    return text_of(re.sub(r"<[^>]* aria-hidden=.*?</", "</", main, flags=re.DOTALL))


def address(name: str, series: Series, *more: Any) -> str:
    return reverse(f"series:{name}", args=[series.pk, *more])


def settings_form(**changes: Any) -> dict[str, Any]:
    """Return what the page of a circle's settings sends. Without changes the circle of the fixtures stays as it is."""
    unchanged = {"name": "Friday table", "currency": "NPR", "coin_minor": "1", "language": "en"}
    return unchanged | {"verdicts": "off", "card_faces": "rules"} | changes


def submit(series: Series, key: str = "a key of its own") -> dict[str, Any]:
    """Return the hidden fields of a form that was just loaded."""
    series.refresh_from_db()
    return {"base_version": series.version, "key": key}


def queries_of(reader: Any, address: str) -> int:
    """Return how many queries the answer to a client, or to a program of the API, takes."""
    with CaptureQueriesContext(connection) as queries:
        assert reader.get(address).status_code == 200
    return len(queries)


def stored() -> list[Any]:
    """Return the records of the stored hands."""
    return [hand.event.content for hand in Hand.objects.select_related("event")]
