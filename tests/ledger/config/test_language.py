"""The language of a page: the chosen one, or else the browser's."""

import re

import pytest
from django.template import Context, Template
from django.utils import translation
from pytest_django.asserts import assertContains

from ledger.lib import languages

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ("ne", "ne"),
        ("ne-NP,en;q=0.5", "ne"),
        ("de-CH", "de"),
        ("de-AT,en;q=0.9", "de"),
        ("fr-CA", "fr"),
        ("hi-IN,en;q=0.5", "hi"),
        ("it-CH,de;q=0.5,en;q=0.4", "de"),
        ("it", "en"),
        ("", "en"),
    ],
)
def test_the_default_language_is_that_of_the_browser(client, asked, given):
    page = client.get("/", headers={"accept-language": asked})
    assert page["Content-Language"] == given
    assertContains(page, f'<html lang="{languages.BY_CODE[given].spoken}"')


def test_a_chosen_language_is_kept(client):
    response = client.post("/language/", {"language": "ne", "next": "/start/"})
    assert response["Location"] == "/start/"
    assertContains(client.get("/", headers={"accept-language": "en"}), '<html lang="ne"')


@pytest.mark.parametrize("language", ["", "xx", "../../etc"])
def test_an_unknown_language_changes_nothing(client, language):
    client.post("/language/", {"language": language})
    assertContains(client.get("/"), '<html lang="en"')


@pytest.mark.parametrize("address", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_redirects_stay_on_the_site(client, address):
    assert client.post("/language/", {"language": "ne", "next": address})["Location"] == "/"


@pytest.mark.parametrize("spoken", ["en", "ne"])
def test_languages_are_listed_under_their_own_names(client, spoken):
    """A user who cannot read the page must find the own language."""
    page = client.get("/", headers={"Accept-Language": spoken}).content.decode()
    for code, name in languages.CHOICES:
        assert re.search(rf'value="{code}"[^>]*>{re.escape(name)}</button>', page)


@pytest.mark.parametrize("language", languages.BY_CODE)
def test_a_drawing_has_points_in_its_numbers(language):
    """SVG reads "12,5" as two numbers, and draws nothing."""
    with translation.override(language):
        assert Template("M0 {{ height }}").render(Context({"height": 12.5})) == "M0 12.5"
