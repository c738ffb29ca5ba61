"""A cached page is rendered again when anything on it changes."""

import re
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client

from ledger.circles.models import Player
from ledger.face import cached_pages
from ledger.face.cached_pages import hash_key, render_cached
from ledger.live.links import make_link, token_of
from tests.ledger.pages import client_of, spoken_text
from tests.ledger.series.conftest import J40


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    caches["pages"].clear()


def rename(player: Player, name: str) -> None:
    Player.objects.filter(pk=player.pk).update(name=name, name_key=name.lower())


def test_balances_change_with_the_reader_and_the_book(viewer, scorer, bob_scores, bob_books, players):
    bob_scores.record(*J40)
    vera, bob, address = client_of(viewer.user), client_of(scorer.user), f"/circles/{viewer.circle_id}/balances/"
    texts = spoken_text(vera.get(address))
    assert spoken_text(vera.get(address)) == texts
    assert "Mark as paid" not in texts
    assert "Mark as paid" in spoken_text(bob.get(address))
    bob_books.pay(players[2], players[0], 100)
    paid = spoken_text(vera.get(address))
    assert "The latest payments" in paid
    assert "The latest payments" not in texts
    rename(players[2], "Chandra")
    assert "Chandra" in spoken_text(vera.get(address))


def test_every_form_has_its_own_key_and_token(scorer, bob_scores):
    bob_scores.record(*J40)
    pages = [client_of(scorer.user).get(f"/circles/{scorer.circle_id}/balances/") for _ in range(2)]
    for name in ("key", "csrfmiddlewaretoken"):
        values = [page.content.decode().split(f'name="{name}" value="')[1].split('"')[0] for page in pages]
        assert values[0] != values[1], name


# --- The page of a link -----------------------------------------------------------------------------------------------


def tokens_on(page: Any) -> set[str]:
    return set(re.findall(r'csrfmiddlewaretoken" value="(\w+)"|X-CSRFToken": "(\w+)"', page.content.decode()))


def test_every_answer_has_a_token_that_works(bob_scores):
    bob_scores.record(*J40)
    address = f"/follow/{token_of(make_link(me=bob_scores.me, series=bob_scores.series))}/"
    phone = Client(enforce_csrf_checks=True)
    first, again = phone.get(address), phone.get(address)
    assert cached_pages.PLACEHOLDERS["csrf_token"] not in again.content.decode()
    assert tokens_on(first) != tokens_on(again)
    (token,) = {one or other for one, other in tokens_on(again)}
    asked = {"theme": "dark", "next": address}
    assert phone.post("/theme/", asked).status_code == 403
    assert phone.post("/theme/", asked | {"csrfmiddlewaretoken": token}).status_code == 302
    assert 'data-theme="dark"' in phone.get(address).content.decode()


# --- Keys -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (["a:b", "c"], ["a", "b:c"]),
        (["a", "b"], ["a:b"]),
        (["a", "b"], ["ab"]),
        ([["a", "b"]], [["a"], "b"]),
        (["1"], [1]),
        (['a", "b'], ["a", "b"]),
        (["", ""], [""]),
    ],
)
def test_different_parts_make_different_keys(one, other):
    assert hash_key(*one) != hash_key(*other)
    assert hash_key(*one) == hash_key(*one)


def test_parts_with_colons_make_different_keys(viewer, rf):
    """Django joins the parts of a fragment's key with ":", so that these two would share one page."""
    request = rf.get("/")
    request.user = viewer.user
    for title, subtitle in (("Anil: Bina", "Chandra"), ("Anil", " Bina:Chandra")):
        context = {"title": title, "subtitle": subtitle}
        key = [title, subtitle]
        page = render_cached(request, "components/app_bar.html", lambda shown=context: shown, cache_key=key)
        assert f">{title}</bdi>" in page.content.decode()


def test_in_development_a_page_is_rendered_each_time(viewer, rf, settings):
    settings.DEBUG = True
    request = rf.get("/")
    request.user = viewer.user
    for title in ("before", "after"):
        page = render_cached(
            request, "components/app_bar.html", lambda shown=title: {"title": shown}, cache_key=["key"]
        )
        assert f">{title}</bdi>" in page.content.decode()
