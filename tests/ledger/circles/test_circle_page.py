"""The page of a circle, its settings and deleting it."""

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from ledger.circles.models import Circle, Invite, Member, Player
from tests.ledger.pages import client_of, settings_form


def test_shows_the_next_step(scorer, anil):
    page = client_of(scorer.user).get(f"/circles/{scorer.circle_id}/")
    assertContains(page, f"/circles/{scorer.circle_id}/series/new/")
    assertContains(page, "Invite people")
    assertContains(page, "scorer")


def test_has_nothing_that_a_tab_has(scorer, anil):
    page = client_of(scorer.user).get(f"/circles/{scorer.circle_id}/")
    assertNotContains(page, "Anil")
    assertNotContains(page, "This is me")
    for tab in ("balances", "standings", "people"):
        assertContains(page, f'href="/circles/{scorer.circle_id}/{tab}/"', count=1)


def test_a_viewer_is_offered_nothing_to_write(viewer, anil):
    page = client_of(viewer.user).get(f"/circles/{viewer.circle_id}/")
    assertNotContains(page, "/series/new/")
    assertNotContains(page, "/viewer-link/")
    assertNotContains(page, "/settings/")


def test_a_guest_is_warned_that_only_this_phone_is_signed_in(gus, circle, alice):
    Member.objects.create(circle=circle, user=gus, role="viewer")
    assertContains(client_of(gus).get(f"/circles/{circle.id}/"), "Only this phone knows you")
    assertNotContains(client_of(alice).get(f"/circles/{circle.id}/"), "Only this phone knows you")


def test_changes_settings(owner):
    client, address = client_of(owner.user), f"/circles/{owner.circle_id}/settings/"
    assertRedirects(client.post(address, settings_form(name="Jass", language="ne")), f"/circles/{owner.circle_id}/")
    owner.circle.refresh_from_db()
    assert (owner.circle.name, owner.circle.language, owner.circle.coin_minor) == ("Jass", "ne", 1)


@pytest.mark.parametrize(("coin", "kept"), [("1", 5), ("50", 50)])
def test_a_new_currency_sets_the_coin_unless_one_is_chosen(owner, coin, kept):
    form = settings_form(currency="CHF", coin_minor=coin)
    client_of(owner.user).post(f"/circles/{owner.circle_id}/settings/", form)
    owner.circle.refresh_from_db()
    assert (owner.circle.currency, owner.circle.coin_minor) == ("CHF", kept)


@pytest.mark.parametrize(
    "changes",
    [
        {"name": ""},
        {"name": "x" * 200},
        {"currency": "DEM"},
        {"coin_minor": "3"},
        {"coin_minor": "-5"},
        {"language": "xx"},
    ],
)
def test_refuses_invalid_settings(owner, changes):
    response = client_of(owner.user).post(f"/circles/{owner.circle_id}/settings/", settings_form(**changes))
    assert response.status_code == 422
    name, value = next(iter(changes.items()))
    assert response.context["form"][name].value() == value
    owner.circle.refresh_from_db()
    assert owner.circle.name == "Friday table"


def test_coins_are_shown_in_the_circles_currency(owner):
    assertContains(client_of(owner.user).get(f"/circles/{owner.circle_id}/settings/"), "0.05")


@pytest.mark.parametrize("typed", ["", "Friday", "Friday table!", "friday  tabl"])
def test_a_circle_is_deleted_only_with_its_name_typed(owner, typed):
    response = client_of(owner.user).post(f"/circles/{owner.circle_id}/delete/", {"typed_name": typed})
    assert response.status_code == 422
    assert Circle.objects.filter(pk=owner.circle_id).exists()


def test_a_circle_is_deleted_with_everything_in_it(owner, viewer, anil):
    client = client_of(owner.user)
    assertContains(client.get(f"/circles/{owner.circle_id}/delete/"), "<strong>Friday table</strong>")
    client.post(f"/circles/{owner.circle_id}/links/", {"role": "viewer", "days": "30"})
    response = client.post(f"/circles/{owner.circle_id}/delete/", {"typed_name": " friday TABLE "}, follow=True)
    assertContains(response, "Friday table has been deleted.")
    for model in (Circle, Member, Player, Invite):
        assert not model.objects.exists()
    assert client.get(f"/circles/{owner.circle_id}/").status_code == 404
