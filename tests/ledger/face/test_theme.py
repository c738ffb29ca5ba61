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


def test_without_a_choice_the_phone_decides(client):
    assert 'data-theme="auto"' in client.get("/").content.decode()


def test_a_cookie_that_we_did_not_write_is_no_choice(client):
    client.cookies["theme"] = '"><script>'
    assert 'data-theme="auto"' in client.get("/").content.decode()


def test_an_unknown_theme_is_not_kept(client):
    assert "theme" not in choose(client, "plaid").cookies


def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(client):
    cookie = choose(client, "dark").cookies["theme"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_it_leads_back_to_the_page(client):
    assert choose(client, "dark", next="/account/login/?next=/").url == "/account/login/?next=/"


@pytest.mark.parametrize("address", ["https://example.org/", "//example.org/", "javascript:alert(1)", ""])
def test_it_leads_nowhere_else(client, address):
    assert choose(client, "dark", next=address).url == "/"


def test_only_a_post_chooses(client):
    assert client.get("/theme/").status_code == 405
