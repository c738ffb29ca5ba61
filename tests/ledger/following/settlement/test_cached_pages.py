"""A cached page is rendered again when anything on it changes."""

import re
from typing import Any

import pytest
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import caches
from django.test import Client, RequestFactory

from ledger.circles.models import Circle, Member, Player
from ledger.face import cached_pages
from ledger.face.cached_pages import hash_key, render_cached
from ledger.live.links import make_link
from tests.ledger.following.links import leave_message
from tests.ledger.money.conftest import Bookkeeper
from tests.ledger.pages import client_of, spoken_text
from tests.ledger.series.conftest import J40, Scorer


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    caches["pages"].clear()


def rename(player: Player, name: str) -> None:
    Player.objects.filter(pk=player.pk).update(name=name, name_key=name.lower())


def test_a_settlement_is_rendered_once(viewer: Member, bob_scores: Scorer, django_assert_num_queries: Any) -> None:
    bob_scores.record(*J40)
    phone, address = client_of(viewer.user), f"/series/{bob_scores.series.pk}/settlement/"
    first = spoken_text(phone.get(address))
    with django_assert_num_queries(10):  # session, user, membership, series, links, names, four for what is open
        assert spoken_text(phone.get(address)) == first
    assert first.count("184") > 0


def test_the_settlement_changes_with_hands_names_language_and_settling(
    viewer: Member, bob_scores: Scorer, players: list[Player], circle: Circle
) -> None:
    bob_scores.record(J40[0])
    phone, address = client_of(viewer.user), f"/series/{bob_scores.series.pk}/settlement/"
    texts = [spoken_text(phone.get(address))]

    def is_new(**asked: Any) -> bool:
        texts.append(spoken_text(phone.get(address, **asked)))
        return texts[-1] not in texts[:-1]

    assert is_new(data={"standard": "without"})
    assert is_new(headers={"Accept-Language": "ne"})
    bob_scores.record(J40[1])
    assert is_new()
    rename(players[2], "Chandra")
    assert is_new()
    assert "Chandra" in texts[-1]
    Circle.objects.filter(pk=circle.pk).update(name="The other table")
    assert is_new()
    make_link(me=bob_scores.me, series=bob_scores.series)
    assert is_new()
    assert is_new(headers={"Host": "127.0.0.1"})  # the address of the link stands in the text to be sent
    bob_scores.stop(with_standard=True)
    assert is_new()


def test_balances_change_with_the_reader_and_the_book(
    viewer: Member, scorer: Member, bob_scores: Scorer, bob_books: Bookkeeper, players: list[Player]
) -> None:
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


def test_every_form_has_its_own_key_and_token(scorer: Member, bob_scores: Scorer) -> None:
    bob_scores.record(*J40)
    pages = [client_of(scorer.user).get(f"/circles/{scorer.circle_id}/balances/") for _ in range(2)]
    for name in ("key", "csrfmiddlewaretoken"):
        values = [page.content.decode().split(f'name="{name}" value="')[1].split('"')[0] for page in pages]
        assert values[0] != values[1], name


# --- The whole page of a settlement -----------------------------------------------------------------------------------


@pytest.fixture
def address(bob_scores: Scorer) -> str:
    bob_scores.record(*J40)
    return f"/series/{bob_scores.series.pk}/settlement/"


def tokens_on(page: Any) -> set[str]:
    return set(re.findall(r'csrfmiddlewaretoken" value="(\w+)"|X-CSRFToken": "(\w+)"', page.content.decode()))


def test_every_answer_has_a_token_that_works(viewer: Member, address: str) -> None:
    phone = Client(enforce_csrf_checks=True)
    phone.force_login(viewer.user)
    first, again = phone.get(address), phone.get(address)
    assert cached_pages.PLACEHOLDERS["csrf_token"] not in again.content.decode()
    assert tokens_on(first) != tokens_on(again)
    (token,) = {one or other for one, other in tokens_on(again)}
    asked = {"theme": "dark", "next": address}
    assert phone.post("/theme/", asked).status_code == 403
    assert phone.post("/theme/", asked | {"csrfmiddlewaretoken": token}).status_code == 302
    assert 'data-theme="dark"' in phone.get(address).content.decode()


def test_readers_do_not_share_pages(viewer: Member, scorer: Member, address: str) -> None:
    vera, bob, outsider = client_of(viewer.user), client_of(scorer.user), Client()
    assert spoken_text(vera.get(address)) == spoken_text(bob.get(address))
    assert outsider.get(address).status_code == 404
    viewer.delete()
    assert vera.get(address).status_code == 404
    assert bob.get(address).status_code == 200


def test_a_message_is_shown_once(viewer: Member, address: str) -> None:
    phone = client_of(viewer.user)
    quiet = spoken_text(phone.get(address))
    leave_message(phone)
    assert "Something was saved." in spoken_text(phone.get(address))
    assert spoken_text(phone.get(address)) == quiet


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
def test_different_parts_make_different_keys(one: list[Any], other: list[Any]) -> None:
    assert hash_key(*one) != hash_key(*other)
    assert hash_key(*one) == hash_key(*one)


def test_parts_with_colons_make_different_keys(viewer: Member, rf: RequestFactory) -> None:
    """Django joins the parts of a fragment's key with ":", so that these two would share one page."""
    request = rf.get("/")
    request.user, request._messages = viewer.user, CookieStorage(request)
    for title, subtitle in (("Anil: Bina", "Chandra"), ("Anil", " Bina:Chandra")):
        context = {"title": title, "subtitle": subtitle}
        key = [title, subtitle]
        page = render_cached(request, "components/app_bar.html", lambda shown=context: shown, cache_key=key)
        assert f">{title}</bdi>" in page.content.decode()


def test_in_development_a_page_is_rendered_each_time(viewer: Member, rf: RequestFactory, settings: Any) -> None:
    settings.DEBUG = True
    request = rf.get("/")
    request.user, request._messages = viewer.user, CookieStorage(request)
    for title in ("before", "after"):
        page = render_cached(
            request, "components/app_bar.html", lambda shown=title: {"title": shown}, cache_key=["key"]
        )
        assert f">{title}</bdi>" in page.content.decode()
