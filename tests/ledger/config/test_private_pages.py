"""Private pages are not cached: every address of the site, for an owner and for a visitor."""

import pytest

from tests.ledger.access_table import ROWS
from tests.ledger.visitors import ask, cast, places, sessions

__all__ = ["cast", "places", "sessions"]

PUBLIC = ("/rules/", "/example/", "/api/v1/docs")


@pytest.mark.parametrize("reader", ["owner", "nobody"])
def test_every_address_is_private_or_public(reader, sessions, places):
    wrong = []
    for method, address, *_statuses in ROWS:
        header = ask(sessions[reader], method, address.format(**places))[0].get("Cache-Control", "")
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


def test_an_address_that_does_not_exist_is_private(client, db):
    assert client.get("/nothing/here/")["Cache-Control"] == "private, no-store"
