"""The number of queries does not depend on the number of rows."""

from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.circles.models import Member, Player
from ledger.circles.roles import Role
from ledger.circles.services.circles import make_circle
from ledger.circles.services.guests import make_guest
from ledger.circles.services.invites import make_invite
from ledger.circles.services.players import add_player, claim_player
from ledger.series.starting import Agreement, start_series
from tests.ledger.circles.test_players import hide
from tests.ledger.conftest import join
from tests.ledger.pages import client_of, queries_of
from tests.ledger.series.conftest import GAME, J40, Scorer

ROWS = 5


def fill(owner: Member, turn: int) -> None:
    """Add ROWS rows of each kind that a page lists."""
    for number in range(turn * ROWS, (turn + 1) * ROWS):
        member = join(owner.circle, make_guest(name=f"Guest {number}"), Role.VIEWER)
        claim_player(player=add_player(circle=owner.circle, name=f"Player {number}"), member=member)
        hide(add_player(circle=owner.circle, name=f"Former {number}"))
        make_invite(actor=owner.user, circle=owner.circle, role=Role.VIEWER)
        make_circle(owner=owner.user, name=f"Circle {number}", currency="NPR", language="en")


@pytest.mark.parametrize(
    "page", ["/", "{}/", "{}/people/", "{}/links/", "{}/settings/", "{}/export/", "/account/logout/"]
)
def test_the_query_count_does_not_depend_on_rows(owner, circle, page):
    client, address = client_of(owner.user), page.format(f"/circles/{circle.id}")
    fill(owner, 0)
    before = queries_of(client, address)
    fill(owner, 1)
    assert queries_of(client, address) == before


def test_the_query_counts_of_the_main_pages(owner, circle):
    """Queries for session, user, memberships, own balances, open series and the last series; on the circle's page also
    for its last evenings and disputes."""
    client = client_of(owner.user)
    fill(owner, 0)
    assert queries_of(client, f"/circles/{circle.id}/") <= 8
    assert queries_of(client, "/") <= 6


def play(owner: Member, players: list[Player], series: int) -> None:
    """Play `series` series of two hands, and one that stays open."""
    for number in range(series + 1):
        agreed = Agreement(GAME, players, GAME.default_preset.rules, Decimal("0.25"))
        played = Scorer(owner, start_series(me=owner, agreed=agreed))
        played.record(*J40[:2])
        if number < series:
            played.stop(with_standard=True)


@pytest.mark.parametrize("page", ["/", "{}/", "{}/?page=2", "{}/series/new/", "{}/balances/", "{}/balances/{player}/"])
def test_the_number_of_queries_does_not_grow_with_the_series(owner, circle, page):
    players = [add_player(circle=circle, name=name) for name in "ABCD"]
    client, address = client_of(owner.user), page.format(f"/circles/{circle.id}", player=players[0].pk)
    play(owner, players, 20)
    queries_of(client, address)
    before = queries_of(client, address)
    play(owner, players, 5)
    queries_of(client, address)
    assert queries_of(client, address) == before


@pytest.mark.parametrize("page", ["/", "{}/"])
def test_a_list_of_series_reads_no_hands_that_were_scored_before(owner, circle, page):
    players = [add_player(circle=circle, name=name) for name in "ABCD"]
    client, address = client_of(owner.user), page.format(f"/circles/{circle.id}")
    play(owner, players, 3)
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    assert not [query for query in queries.captured_queries if "series_event" in query["sql"]]
    Scorer(owner, circle.series.get(status="open")).record(J40[2])
    assert "Record hand 4" in client.get(address).content.decode()
