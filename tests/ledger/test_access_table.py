"""Access to every address. An address without a row in the table fails the test."""

import re
from collections.abc import Iterator
from itertools import product

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from tests.ledger.access_table import BLOCKS, COLUMNS, REFUSED, ROWS
from tests.ledger.visitors import ask, cast, places, sessions

__all__ = ["cast", "places", "sessions"]

ADMIN = "admin/"


def status(session: str, method: str, address: str) -> int:
    return ask(session, method, address)[0].status_code


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block[0][1])
def test_each_kind_of_visitor_gets_the_status_in_the_table(block, sessions, places):
    expected = {(method, address): [int(code) for code in row] for method, address, *row in block}
    answers = {
        (method, address): [status(sessions[name], method, address.format(**places)) for name in COLUMNS]
        for method, address in expected
    }
    assert answers == expected


@pytest.mark.parametrize("visitor", ["nobody", "owner"])
def test_an_address_takes_no_other_method(visitor, sessions, places):
    asks_for_a_token = {address for _method, address, nobody, *_statuses in ROWS if nobody == "401"}
    assert {where: status(sessions[visitor], where[0], where[1].format(**places)) for where in REFUSED} == {
        (method, address): 401 if visitor == "nobody" and address in asks_for_a_token else 405
        for method, address in REFUSED
    }


def routes(patterns: list[URLPattern | URLResolver], prefix: str = "") -> Iterator[str]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern).removeprefix("^")
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route


def test_every_address_has_a_row():
    names = ("circle", "member", "player", "taken", "invite", "series", "payment", "token", "rules", "link", "follow")
    names += ("season",)
    example = dict.fromkeys(names, "a" * 12)
    known = {resolve(address.format(**example)).route for _method, address, *_statuses in ROWS}
    assert known == {route for route in routes(get_resolver().url_patterns) if not route.startswith(ADMIN)}


def admin_addresses() -> list[str]:
    found = (route for route in routes(get_resolver().url_patterns) if route.startswith(ADMIN))
    plain = (re.sub(r"<[^>]+>", "1", route) for route in found if "(?P" not in route)
    return ["/" + address for address in plain] + ["/admin/circles/", "/admin/anything/else"]


def test_the_admin_is_closed_to_every_kind_of_visitor(sessions):
    """The admin redirects to its login page, which is allauth's for anonymous visitors and 403 for other users."""
    for address, (name, session) in product(admin_addresses(), sessions.items()):
        expected = 403 if address == "/admin/login/" and name != "nobody" else 302
        assert {method: status(session, method, address) for method in ("GET", "POST")} == {
            "GET": expected,
            "POST": expected,
        }
