import pytest
from pytest_django.asserts import assertContains, assertNotContains

from ledger.circles.roles import Role
from ledger.circles.services.players import add_player
from tests.ledger.circles.test_players import hide
from tests.ledger.conftest import join
from tests.ledger.pages import client_of


@pytest.mark.django_db
def test_a_new_visitor_can_start_a_table(client):
    page = client.get("/")
    assertContains(page, "Start a table")
    assert "memberships" not in page.context


def test_shows_the_users_circles_with_role_and_players(owner, elsewhere):
    hidden = add_player(circle=owner.circle, name="Anil")
    add_player(circle=owner.circle, name="Bina")
    hide(hidden)
    join(elsewhere.circle, owner.user, Role.VIEWER)
    page = client_of(owner.user).get("/")
    tables = [(me.circle.name, me.role, me.player_count) for me, _own in page.context["tables"]]
    assert tables == [("Elsewhere", "viewer", 0), ("Friday table", "owner", 1)]
    assertContains(page, "1 player · owner")


def test_does_not_show_circles_of_others(owner, charlie):
    assertNotContains(client_of(charlie).get("/"), "Friday table")


def test_the_first_page_shows_the_dealer_of_its_example(client):
    page = client.get("/").content.decode()
    assert '<span class="chip chip--plain">Deals</span>' in page
    assert not [word for word in ("True", "False", "None") if f">{word}<" in page]
