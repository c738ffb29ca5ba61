"""Helpers for tests of pages: a client for a user, addresses, the text of a page, stored hands."""

import html
import re
from typing import Any

from django.test import Client
from django.urls import reverse

from ledger.circles.models import User
from ledger.series.models import Hand, Series


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def markup_of(response: Any) -> str:
    """The page with its tags and with unescaped characters."""
    return html.unescape(response.content.decode())


def text_of(response: Any) -> str:
    """The page without its tags."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def address(name: str, series: Series, *more: Any) -> str:
    return reverse(f"series:{name}", args=[series.pk, *more])


def submit(series: Series, key: str = "a key of its own") -> dict[str, Any]:
    """The hidden fields of a form that was just loaded."""
    series.refresh_from_db()
    return {"base_version": series.version, "key": key}


def stored() -> list[Any]:
    """The records of the stored hands."""
    return [hand.event.content for hand in Hand.objects.select_related("event")]
