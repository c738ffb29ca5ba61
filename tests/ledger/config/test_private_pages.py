"""Private pages are not cached: every address of the site, for an owner and for a visitor."""

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from ledger.circles.models import User
from tests.ledger.access_table import ROWS
from tests.ledger.visitors import cast, places

__all__ = ["cast", "places"]

PUBLIC = ("/rules/", "/example/", "/api/v1/docs")


@pytest.mark.parametrize("reader", ["owner", "nobody"])
def test_every_address_is_private_or_public(reader: str, cast: dict[str, User | None], places: dict[str, str]) -> None:
    wrong = []
    for method, address, *_statuses in ROWS:
        header = ask(cast[reader], method, address.format(**places)).get("Cache-Control", "")
        words = set(header.split(", "))
        if address.startswith(PUBLIC):
            is_right = header == "private"  # they set a cookie for the token of their forms
        elif address.startswith("/api/v1/") or (address.endswith(".pdf") and words == {"private", "no-cache"}):
            is_right = words == {"private", "no-cache"}  # with an ETag; the client asks each time
        else:
            is_right = words >= {"private", "no-store"}
        if not is_right:
            wrong.append(f"{method} {address}: {header or 'no header'}")
    assert wrong == []


def test_an_address_that_does_not_exist_is_private(client: Client, db: None) -> None:
    assert client.get("/nothing/here/")["Cache-Control"] == "private, no-store"


def ask(user: User | None, method: str, address: str) -> HttpResponse:
    """The answer. Changes in the database are rolled back."""
    client = Client()
    with transaction.atomic():
        if user:
            client.force_login(user)
        response = client.generic(method, address)
        transaction.set_rollback(True)
    return response
