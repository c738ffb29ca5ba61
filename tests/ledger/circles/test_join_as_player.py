"""Whoever opens an invite link sees the players as buttons, and joins as one of them with one tap."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from ledger.circles.models import Player, User
from ledger.circles.roles import Role
from ledger.circles.services.invites import make_invite
from ledger.circles.services.players import add_player, claim_player
from ledger.transfer.unfinished import delete_circle
from tests.ledger.circles.test_players import hide

KEY = "k" * 22


@pytest.fixture
def link(circle) -> str:
    return f"/join/{make_invite(actor=None, circle=circle, role=Role.VIEWER)[1]}/"


def tap(client: Client, link: str, player: Player) -> object:
    return client.post(link, {"player": player.pk, "form_key": KEY, "name": ""})


def test_one_tap_joins_as_a_player(client, link, circle, anil):
    assertContains(client.get(link), f'value="{anil.pk}"')
    assertRedirects(tap(client, link, anil), f"/circles/{circle.pk}/")
    member = circle.members.get(role=Role.VIEWER)
    anil.refresh_from_db()
    assert (member.name, member.user.is_guest, anil.claimed_by) == ("Anil", True, member)


def test_an_account_joins_under_its_own_name(client, link, charlie, anil):
    client.force_login(charlie)
    tap(client, link, anil)
    anil.refresh_from_db()
    assert anil.claimed_by is not None
    assert anil.claimed_by.name == "Charlie"


def test_a_double_tap_makes_one_guest(link, circle, anil):
    first, again = (tap(Client(), link, anil) for _ in range(2))
    assert (first.status_code, again.status_code) == (302, 302)
    assert circle.members.count() == 2


def test_somebody_else_types_a_name(client, link, circle, anil):
    client.post(link, {"name": "Gita", "form_key": KEY})
    anil.refresh_from_db()
    assert anil.claimed_by is None
    assert circle.members.get(role=Role.VIEWER).name == "Gita"


def test_taken_players_are_named_and_not_offered(client, link, scorer, anil):
    bina = add_player(circle=scorer.circle, name="Bina")
    claim_player(player=anil, member=scorer)
    page = client.get(link)
    assertContains(page, "Taken already: <bdi>Anil</bdi>")
    assertNotContains(page, f'value="{anil.pk}"')
    assertContains(page, f'value="{bina.pk}"')


def test_a_player_taken_meanwhile_is_refused_and_nobody_joins(client, link, scorer, anil):
    add_player(circle=scorer.circle, name="Bina")
    claim_player(player=anil, member=scorer)
    users = User.objects.count()
    page = tap(client, link, anil)
    assertContains(page, "Anil is taken already, by Bob.", status_code=422)
    assertContains(page, "Which one are you?", status_code=422)
    anil.refresh_from_db()
    assert (anil.claimed_by, User.objects.count()) == (scorer, users)


def test_hidden_players_and_those_of_other_circles_cannot_be_tapped(client, link, circle, anil, charlie):
    hide(anil)
    for player_id in (anil.pk, "x" * 12, "\x00", "é" * 400):
        page = client.post(link, {"player": player_id, "form_key": KEY})
        assertContains(page, "This player is no longer there", status_code=422)
    assert circle.members.count() == 1


def test_a_claim_by_a_closed_account_gives_way(client, link, scorer, anil):
    claim_player(player=anil, member=scorer)
    User.objects.filter(pk=scorer.user_id).update(is_active=False)
    tap(client, link, anil)
    anil.refresh_from_db()
    assert anil.claimed_by is not None
    assert anil.claimed_by.user.is_guest


def test_who_is_a_player_already_is_offered_nobody(client, link, scorer, anil):
    add_player(circle=scorer.circle, name="Bina")
    claim_player(player=anil, member=scorer)
    client.force_login(scorer.user)
    page = client.get(link)
    assertNotContains(page, "Which one are you?")
    assertContains(page, "You join as <bdi>Bob</bdi>")


def test_opening_the_page_claims_nobody(client, link, anil):
    client.get(f"{link}?player={anil.pk}")
    anil.refresh_from_db()
    assert anil.claimed_by is None


def test_the_number_of_queries_does_not_depend_on_the_players(client, link, circle, anil, django_assert_num_queries):
    for number in range(12):
        with django_assert_num_queries(2):
            client.get(link)
        add_player(circle=circle, name=f"Player {number}")


def test_a_circle_deleted_meanwhile_is_not_found(client, link, circle, anil):
    delete_circle(circle=circle)
    assert tap(client, link, anil).status_code == 404
