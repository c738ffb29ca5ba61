""" "Start a table": the form, its errors, and the circle's page after it."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains

from ledger.circles.models import Circle, User

pytestmark = pytest.mark.django_db
START = "/start/"
FOUR = ["Anil", "Bina", "Chitra", "Dev"]


def form(**changes: Any) -> dict[str, Any]:
    values = {
        "form_key": "k" * 22,
        "circle_name": "Friday table",
        "points_only": "no",
        "players": FOUR,
        "first_is_me": "on",
        "currency": "NPR",
    }
    return {**values, **changes}


def test_the_form_has_four_names_and_its_own_key(client):
    first, second = client.get(START), client.get(START)
    assert first.content.decode().count('name="players"') == 4
    assert first.context["form"]["form_key"].value() != second.context["form"]["form_key"].value()


def test_a_start_redirects_to_the_new_circle(client):
    response = client.post(START, form(), follow=True)
    circle = Circle.objects.get()
    assert response.redirect_chain == [(f"/circles/{circle.id}/", 302)]
    assertContains(response, f'href="/circles/{circle.id}/series/new/"')
    assert [player.name for player in circle.players.order_by("created_at")] == FOUR


def test_the_session_of_the_guest_lasts_a_year(client):
    client.post(START, form())
    assert client.cookies["sessionid"]["max-age"] == 365 * 24 * 3600
    assert client.cookies["sessionid"]["httponly"]
    assertContains(client.get("/"), "Friday table")


def test_a_start_changes_the_session_key(client):
    session = client.session
    session["planted"] = "yes"
    session.save()
    before = session.session_key
    client.cookies["sessionid"] = before
    client.post(START, form())
    assert client.session.session_key != before
    stolen = Client()
    stolen.cookies["sessionid"] = before
    assertNotContains(stolen.get("/"), "Friday table")


def test_a_signed_in_user_gets_another_circle(client, alice):
    client.force_login(alice)
    client.post(START, form())
    assert Circle.objects.get().members.get().user == alice
    assert User.objects.count() == 1


def test_a_csrf_token_is_required():
    assert Client(enforce_csrf_checks=True).post(START, form()).status_code == 403
    assert not Circle.objects.exists()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"circle_name": ""}, "Please enter a name."),
        ({"circle_name": "\u202e"}, "Please enter a name."),
        ({"circle_name": "x" * 200}, "This name is too long: it has 200 characters, at most 80 characters fit."),
        ({"players": ["Anil"]}, "Please enter at least 2 names and at most 12."),
        ({"players": ["", "", "", ""]}, "Please enter at least 2 names and at most 12."),
        ({"players": [f"Player {n}" for n in range(13)]}, "Please enter at least 2 names and at most 12."),
        ({"players": ["Anil", " ANIL "]}, "Name 2: There is already a player called ANIL. Please tell the two apart."),
        ({"players": ["Anil", "x" * 200]}, "Name 2: This name is too long"),
        ({"players": ["Anil", "\u200b"]}, "Name 2: Please enter a name."),
        ({"currency": "XXX"}, "Select a valid choice."),
        ({"currency": "npr"}, "Select a valid choice."),
        ({"form_key": "short"}, "at least 16 characters"),
        ({"form_key": ""}, "This field is required."),
    ],
)
def test_invalid_input_is_explained_and_kept_in_the_form(client, changes, sentence):
    response = client.post(START, form(**changes))
    assertContains(response, sentence, status_code=422)
    assert response.context["form"]["players"].value() == changes.get("players", FOUR)
    assert response.context["form"]["circle_name"].value() == changes.get("circle_name", "Friday table")
    assert not Circle.objects.exists()
    assert not User.objects.exists()


def test_all_problems_are_shown_at_once(client):
    response = client.post(START, form(circle_name="", players=["Anil", "anil", "x" * 200]))
    for sentence in ("Please enter a name.", "Name 2:", "Name 3:"):
        assertContains(response, sentence, status_code=422)


@pytest.mark.parametrize("name", ["🃏🂡", "दीपा श्रेष्ठ", "דוד בן־גוריון", "مُحَمَّد"])
def test_names_in_any_script_are_isolated(client, name):
    client.post(START, form(players=[name, "Bina"]))
    assertContains(client.get(f"/circles/{Circle.objects.get().id}/people/"), f">{name}</bdi>")


def test_markup_is_text(client):
    nasty = "<script>alert(1)</script>"
    response = client.post(START, form(circle_name=nasty, players=[nasty, '"><img src=x>']), follow=True)
    for page in (response, client.get(f"/circles/{Circle.objects.get().id}/people/")):
        assertNotContains(page, nasty)
        assertContains(page, "&lt;script&gt;alert(1)&lt;/script&gt;")
        assertNotContains(page, "<img src=x>")


def test_adding_a_player_keeps_the_input(client):
    response = client.post(START, form(players=FOUR, more="1", currency="CHF", circle_name=""))
    assert response.status_code == 200
    assert response.context["form"]["players"].value() == [*FOUR, ""]
    assert response.context["form"]["currency"].value() == "CHF"
    assert response.context["form"]["form_key"].value() == "k" * 22
    assert not Circle.objects.exists()


def test_the_form_has_at_most_twelve_players(client):
    many = [f"Player {n}" for n in range(12)]
    response = client.post(START, form(players=[*many, "One more"], more="1"))
    assert response.context["form"]["players"].value() == many


def test_a_double_submit_makes_one_circle(client):
    """The second request is sent before the first answer with its cookie arrives."""
    first = client.post(START, form())
    again = Client().post(START, form())
    assert first["Location"] == again["Location"]
    assert Circle.objects.count() == User.objects.count() == 1


def test_the_form_of_another_user_gives_no_access(client, alice, bob):
    client.force_login(alice)
    client.post(START, form())
    thief = Client()
    thief.force_login(bob)
    response = thief.post(START, form())
    assertContains(response, "This table has been started already. Please begin with a new form.", status_code=422)
    assert Circle.objects.count() == 1


@pytest.mark.parametrize(
    ("headers", "cookies", "currency"),
    [
        ({"accept-language": "de-CH,de;q=0.8"}, {}, "CHF"),
        ({"accept-language": "ne"}, {}, "NPR"),
        ({"accept-language": "en-US"}, {"django_language": "ne"}, "NPR"),
        ({"accept-language": "hi"}, {}, "INR"),
        ({}, {}, "NPR"),
    ],
)
def test_the_default_currency_comes_from_the_readers_country(client, headers, cookies, currency):
    client.cookies.load(cookies)
    assert client.get(START, headers=headers).context["form"]["currency"].value() == currency


def test_a_few_likely_currencies_stand_before_the_list_of_all(client):
    page = client.get(START, headers={"accept-language": "de-CH,en-GB"}).content.decode()
    first, group, more = page.partition('<select name="currency"')[2].partition("</select>")[0].partition("<optgroup")
    assert group
    assert re.findall(r'value="(\w+)"', first) == ["CHF", "GBP", "NPR", "INR", "EUR", "USD", "BRL"]
    others = re.findall(r'value="(\w+)"', more)
    assert others == sorted(others)
    assert {"JPY", "SEK"} <= set(others)
    assert "CHF" not in others


def test_the_circle_has_the_language_of_its_starter(client):
    client.post(START, form(), headers={"accept-language": "ne"})
    assert Circle.objects.get().language == "ne"


def test_too_long_names_are_refused(client):
    response = client.post(START, form(players=["x" * 50_000] * 4, circle_name="अ" * 20_000))
    assert response.status_code == 422


def test_the_first_page_links_to_the_form(client):
    assertContains(client.get("/"), reverse("start"))
