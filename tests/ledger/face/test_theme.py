"""Choosing the theme: light, dark, or as the phone is set."""

import pytest

pytestmark = pytest.mark.django_db


def choose(client, theme, **extra):
    return client.post("/theme/", {"theme": theme, **extra})


@pytest.mark.parametrize(
    ("theme", "media"),
    [
        ("auto", 'media="screen and (prefers-color-scheme: dark)"'),
        ("light", 'media="not all"'),
        ("dark", 'media="screen"'),
    ],
)
def test_the_page_is_rendered_in_the_chosen_theme(client, theme, media):
    choose(client, theme)
    page = client.get("/").content.decode()
    assert f'data-theme="{theme}"' in page
    assert media in page


def test_the_default_theme_follows_the_phone(client):
    assert 'data-theme="auto"' in client.get("/").content.decode()


def test_an_invalid_cookie_is_ignored(client):
    client.cookies["theme"] = '"><script>'
    assert 'data-theme="auto"' in client.get("/").content.decode()


def test_an_unknown_theme_is_not_stored(client):
    assert "theme" not in choose(client, "plaid").cookies


def test_the_cookie_is_http_only_and_same_site(client):
    cookie = choose(client, "dark").cookies["theme"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_choosing_a_theme_redirects_to_the_page(client):
    assert choose(client, "dark", next="/account/login/?next=/").url == "/account/login/?next=/"


@pytest.mark.parametrize("address", ["https://example.org/", "//example.org/", "javascript:alert(1)", ""])
def test_choosing_a_theme_does_not_redirect_to_other_sites(client, address):
    assert choose(client, "dark", next=address).url == "/"


def test_choosing_a_theme_requires_a_post(client):
    assert client.get("/theme/").status_code == 405
