"""Access to every address. An address without a row in the table fails the test."""

import re
from collections.abc import Iterator
from itertools import product

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from tests.ledger.access_table import BLOCKS, COLUMNS, ROWS
from tests.ledger.visitors import answer, cast, places, sessions

__all__ = ["cast", "places", "sessions"]

ADMIN = "admin/"


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block[0][1])
def test_each_kind_of_visitor_gets_the_status_in_the_table(
    block: list[list[str]], sessions: dict[str, str], places: dict[str, str]
) -> None:
    expected = {(method, address): [int(status) for status in row] for method, address, *row in block}
    answers = {
        (method, address): [answer(sessions[name], method, address.format(**places)) for name in COLUMNS]
        for method, address in expected
    }
    assert answers == expected


def routes(patterns: list[URLPattern | URLResolver], prefix: str = "") -> Iterator[str]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern).removeprefix("^")
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route


def test_every_address_has_its_rows() -> None:
    names = ("circle", "member", "player", "taken", "invite", "series", "payment", "token", "rules", "link", "follow")
    names += ("season",)
    example = dict.fromkeys(names, "a" * 12)
    known = {(method, resolve(address.format(**example)).route) for method, address, *_statuses in ROWS}
    there = {route for route in routes(get_resolver().url_patterns) if not route.startswith(ADMIN)}
    others = {(method, route) for method, route in known if method not in ("GET", "POST")}
    assert others == {
        ("DELETE", "api/v1/series/<id:series_id>"),
        ("DELETE", "api/v1/series/<id:series_id>/seats/last"),
        ("DELETE", "api/v1/series/<id:series_id>/links/<id:link_id>"),
        ("PATCH", "api/v1/circles/<id:circle_id>"),
        ("PATCH", "api/v1/series/<id:series_id>"),
        ("PATCH", "api/v1/series/<id:series_id>/hands/<int:number>"),
        ("PATCH", "api/v1/series/<id:series_id>/links/<id:link_id>"),
    }
    assert known - others == {(method, route) for method in ("GET", "POST") for route in there}


def admin_addresses() -> list[str]:
    found = (route for route in routes(get_resolver().url_patterns) if route.startswith(ADMIN))
    plain = (re.sub(r"<[^>]+>", "1", route) for route in found if "(?P" not in route)
    return ["/" + address for address in plain] + ["/admin/circles/", "/admin/anything/else"]


def test_the_admin_is_closed_to_every_kind_of_visitor(sessions: dict[str, str]) -> None:
    """The admin redirects to its login page, which is allauth's for anonymous visitors and 403 for other users."""
    for address, (name, session) in product(admin_addresses(), sessions.items()):
        status = 403 if address == "/admin/login/" and name != "nobody" else 302
        assert {method: answer(session, method, address) for method in ("GET", "POST")} == {
            "GET": status,
            "POST": status,
        }
