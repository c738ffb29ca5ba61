"""Which language a page is in: the one chosen, else the one the browser asks for."""

import re

import pytest
from django.test import Client
from pytest_django.asserts import assertContains

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("asked", "given"), [("ne", "ne"), ("ne-NP,en;q=0.5", "ne"), ("de-CH", "en"), ("", "en")])
def test_the_browser_is_asked_first(client: Client, asked: str, given: str) -> None:
    assertContains(client.get("/", headers={"accept-language": asked}), f'<html lang="{given}"')


def test_what_was_chosen_stays(client: Client) -> None:
    response = client.post("/language/", {"language": "ne", "next": "/start/"})
    assert response["Location"] == "/start/"
    assertContains(client.get("/", headers={"accept-language": "en"}), '<html lang="ne"')


@pytest.mark.parametrize("language", ["", "xx", "../../etc"])
def test_a_language_that_there_is_not_changes_nothing(client: Client, language: str) -> None:
    client.post("/language/", {"language": language})
    assertContains(client.get("/"), '<html lang="en"')


@pytest.mark.parametrize("address", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_leads_back_within_the_site_only(client: Client, address: str) -> None:
    assert client.post("/language/", {"language": "ne", "next": address})["Location"] == "/"


@pytest.mark.parametrize("spoken", ["en", "ne"])
def test_every_language_is_listed_under_its_own_name(client: Client, spoken: str) -> None:
    """Who cannot read the page must find the way out of it."""
    page = client.get("/", headers={"Accept-Language": spoken}).content.decode()
    for code, name in (("en", "English"), ("ne", "नेपाली")):
        assert re.search(rf'value="{code}"[^>]*>{name}</button>', page)
