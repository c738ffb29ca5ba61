"""Many visitors with one link: the page is rendered once for all of them, and each gets their own token and seat."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertNumQueries

from ledger.circles.models import Player
from ledger.face import cached_pages
from ledger.following.moment import MOMENT_LASTS
from ledger.live import tickets
from ledger.series.models import Draft, Series
from tests.ledger.following.links import Visitor, leave_message
from tests.ledger.pages import client_of, text_of
from tests.ledger.series.conftest import J40


class Renderings(list[str]):
    """The templates that were rendered as whole pages."""


@pytest.fixture
def rendered(monkeypatch) -> Iterator[Renderings]:
    found, render = Renderings(), cached_pages.render_to_string

    def count(template: str, *arguments: Any) -> str:
        found.append(template)
        return render(template, *arguments)

    monkeypatch.setattr(cached_pages, "render_to_string", count)
    cached_pages.PAGES.clear()
    yield found
    cached_pages.PAGES.clear()


@pytest.mark.parametrize("more", ["", "live/"])
def test_all_visitors_share_one_rendering(link, rendered, more, settings):
    settings.ALLOWED_HOSTS = ["khata.example", "testserver"]
    for number in range(20):
        visitor = Visitor(link)
        visitor.client.cookies.load({"sessionid": f"{number:032}", "seat": f"{number + 4}", "theme": f"{number}"})
        headers = {"Host": f"khata.example:{4000 + number}", "Accept-Language": f"xx-{number}, en;q=0.5"}
        headers |= {"X-Ticket": f"forged:{number}", "If-None-Match": f'"{number}"'}
        asked = visitor.open(f"{more}?x={number}&part={number + 1}", **headers)
        assert (asked.status_code, "14½" in text_of(asked)) == (200, True)
    assert len(rendered) == 1


def test_language_theme_and_seat_have_renderings_of_their_own(link, rendered):
    shown = []
    for cookies in ({}, {"django_language": "ne"}, {"theme": "dark"}, {"seat": "1"}, {"seat": "2"}):
        visitor = Visitor(link)
        visitor.client.cookies.load(cookies)
        shown += [visitor.open().content.decode() for _time in range(2)]
    assert len(rendered) == 5
    assert ['lang="ne"' in page for page in shown[2:4]] == [True, True]
    assert ['data-theme="dark"' in page for page in shown[4:6]] == [True, True]
    assert ["You are <bdi>B" in page for page in shown] == [False] * 6 + [True] * 2 + [False] * 2


def test_a_shared_page_costs_three_statements(link, rendered):
    """They read the link, what is new, and the names of the players."""
    Visitor(link).open()
    for more in ("", "live/"):
        Visitor(link).open(more)
        with assertNumQueries(3):
            Visitor(link).open(more)


def test_every_visitor_has_a_token_a_host_and_a_way_back(link, rendered, settings):
    settings.ALLOWED_HOSTS = ["one.example", "two.example"]
    tokens = set()
    for host, way in (("one.example:81", "?a=1"), ("two.example", "")):
        visitor = Visitor(link, Client(enforce_csrf_checks=True))
        page = " ".join(visitor.open(way, Host=host).content.decode().split())
        assert f'content="http://{host}{visitor.url}"' in page
        assert f'name="next" value="{visitor.url}{way}"' in page
        token = re.findall(r'csrfmiddlewaretoken" value="(\w+)"', page)[0]
        tokens.add(token)
        sent = {"seat": "1", "csrfmiddlewaretoken": token}
        assert visitor.client.post(visitor.url + "seat/", sent, headers={"Host": host}).status_code == 302
    assert (len(tokens), len(rendered)) == (2, 1)


def test_the_shared_page_follows_all_that_it_shows(link, rendered, bob_scores, players):
    texts = [text_of(Visitor(link).open())]

    def is_new() -> bool:
        texts.append(text_of(Visitor(link).open()))
        assert text_of(Visitor(link).open()) == texts[-1]
        return texts[-1] not in texts[:-1]

    assert not is_new()
    Player.objects.filter(pk=players[2].pk).update(name="Chandra", name_key="chandra")
    assert is_new()
    Series.objects.filter(pk=link.series_id).update(note="Rain", notes_hash="1")
    assert is_new()
    Draft.objects.create(series=link.series, record={}, by_name="Bob")
    assert is_new()
    bob_scores.record(J40[3])
    assert is_new()


def test_a_moment_is_not_kept_longer_than_it_lasts(link, rendered, monkeypatch):
    assert "data-moment" in Visitor(link).open("live/").content.decode()
    later = timezone.now() + MOMENT_LASTS
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert "data-moment" not in Visitor(link).open("live/").content.decode()


def test_a_ticket_of_a_kept_page_is_good_for_half_an_hour(link, rendered, monkeypatch):
    """This is so however long the page has been cached."""
    half_an_hour = tickets.SHARED_FOR.total_seconds()
    end = (tickets.current_half_hour() + 1) * half_an_hour - 1
    for opened in (end, end + 5 * half_an_hour):
        monkeypatch.setattr("time.time", lambda now=opened: now)
        visitor = Visitor(link)
        visitor.read(visitor.open())
        monkeypatch.setattr("time.time", lambda now=opened: now + half_an_hour)
        assert visitor.ask().status_code == 304


def test_a_message_is_left_for_the_next_page_of_the_circle(link, rendered, viewer):
    """A visitor with a message would otherwise have a rendering of their own with each request."""
    visitor = Visitor(link, client_of(viewer.user))
    leave_message(visitor.client)
    for _time in range(3):
        assert "Something was saved." not in text_of(visitor.open())
    assert len(rendered) == 1
    assert "Something was saved." in text_of(visitor.client.get("/"))
