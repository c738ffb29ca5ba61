"""Twice as many rows cost no more queries."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.circles.models import Circle, Member
from ledger.circles.roles import Role
from ledger.circles.services.circles import make_circle
from ledger.circles.services.guests import make_guest
from ledger.circles.services.invites import make_invite
from ledger.circles.services.players import add_player, claim_player
from tests.ledger.circles.test_circle_page import as_user
from tests.ledger.circles.test_players import hide
from tests.ledger.conftest import join

ROWS = 5


def fill(owner: Member, turn: int) -> None:
    """More of everything that a page lists."""
    for number in range(turn * ROWS, (turn + 1) * ROWS):
        member = join(owner.circle, make_guest(name=f"Guest {number}"), Role.VIEWER)
        claim_player(player=add_player(circle=owner.circle, name=f"Player {number}"), member=member)
        hide(add_player(circle=owner.circle, name=f"Former {number}"))
        make_invite(actor=owner.user, circle=owner.circle, role=Role.VIEWER)
        make_circle(owner=owner.user, name=f"Circle {number}", currency="NPR", language="en")


def queries_of(client: Client, address: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


@pytest.mark.parametrize(
    "page", ["/", "{}/", "{}/people/", "{}/links/", "{}/settings/", "{}/export/", "/account/logout/"]
)
def test_the_number_of_queries_does_not_grow(owner: Member, circle: Circle, page: str) -> None:
    client, address = as_user(owner.user), page.format(f"/circles/{circle.id}")
    fill(owner, 0)
    before = queries_of(client, address)
    fill(owner, 1)
    assert queries_of(client, address) == before


def test_the_pages_at_the_table_are_cheap(owner: Member, circle: Circle) -> None:
    """Session, user, and then: the membership with its circle, players, balances, series; at home the open series."""
    client = as_user(owner.user)
    fill(owner, 0)
    assert queries_of(client, f"/circles/{circle.id}/") <= 6
    assert queries_of(client, "/") <= 4
