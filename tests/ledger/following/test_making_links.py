"""Links to a series as scorers see them: making, showing, sharing and revoking."""

import re
from html import unescape
from typing import Any

import pytest

from ledger.circles.models import Member, User
from ledger.series.access import token_of
from ledger.series.links import make_link, revoke_link
from ledger.series.models import SeriesLink
from tests.ledger.following.links import Visitor
from tests.ledger.series.conftest import J40, Scorer
from tests.ledger.series.pages import address, client_of, text_of

pytestmark = pytest.mark.django_db


def test_let_others_follow_shows_the_same_link_each_time(bob_scores: Scorer, bob: User, owner: Member) -> None:
    path = address("link", bob_scores.series)
    assert f'action="{path}"' in client_of(bob).get(address("page", bob_scores.series)).content.decode()
    for user in (bob, owner.user):
        assert client_of(user).post(path)["Location"] == path
    link = SeriesLink.objects.get()
    page = client_of(bob).get(path)
    assert f'value="http://testserver/follow/{token_of(link)}/"' in page.content.decode()
    assert "<svg" in page.content.decode()
    assert "made by Bob on" in text_of(page)
    assert page["Referrer-Policy"].startswith("no-referrer")


def test_a_finished_series_is_shared_as_a_text_and_a_picture(bob_scores: Scorer, bob: User) -> None:
    bob_scores.record(*J40)
    client, path = client_of(bob), address("link", bob_scores.series)
    assert "share-text" not in client.get(path).content.decode()
    page = unescape(client.post(path, {"shows_payments": "yes"}, follow=True).content.decode())
    url = f"/follow/{token_of(SeriesLink.objects.get())}/"
    assert "1 A, total 41: +NPR" in page.replace("\u00a0", " ")
    assert f"\n\nhttp://testserver{url}</textarea>" in page
    assert f'data-shares-file="{url}result.png"' in page
    assert f'src="{url}preview.png"' in page


def test_the_text_to_share_says_of_money_what_its_link_shows(bob_scores: Scorer, bob: User) -> None:
    """184 points at NPR 0.25, as the J-40 document settles them (tests/ledger/money/test_rounding.py)."""
    bob_scores.record(*J40)
    client, share = client_of(bob), address("share", bob_scores.series)
    settlement = address("settlement", bob_scores.series)
    first = client.post(share).json()["text"]
    assert "1 A, total 41: +184\n" in first
    assert not re.search("pays|NPR", first)
    assert first.rpartition("\n")[0] in unescape(client.get(settlement).content.decode())
    link = SeriesLink.objects.get()
    client.post(address("change_link", bob_scores.series, link.pk), {"shows_payments": "yes"})
    second = client.post(share).json()["text"].replace("\u00a0", " ")
    assert "1 A, total 41: +NPR 46.00\n" in second
    assert "D pays A NPR" in second
    assert second.rpartition("\n")[0] in unescape(client.get(settlement).content.decode()).replace("\u00a0", " ")


def test_looking_makes_no_link(bob_scores: Scorer, bob: User) -> None:
    assert "Make the link" in text_of(client_of(bob).get(address("link", bob_scores.series)))
    assert not SeriesLink.objects.exists()


def test_too_many_links_are_a_sentence(bob_scores: Scorer, bob: User, settings: Any) -> None:
    settings.MOST_SERIES_LINKS = 1
    make_link(me=bob_scores.me, series=bob_scores.series, label="One")
    answer = client_of(bob).post(address("link", bob_scores.series))
    assert answer.status_code == 422
    assert "A series can have at most 1 links." in text_of(answer)


def test_a_link_is_revoked_on_the_page(link: SeriesLink, visitor: Visitor, bob: User) -> None:
    client, path = client_of(bob), address("revoke_link", link.series, link.pk)
    assert f'action="{path}"' in client.get(address("link", link.series)).content.decode()
    assert client.post(path).status_code == 302
    assert visitor.open().status_code == 404
    assert client.post(path).status_code == 404
    assert "Links that work" not in text_of(client.get(address("link", link.series)))


def test_a_viewer_makes_and_revokes_nothing(link: SeriesLink, viewer: Member) -> None:
    client = client_of(viewer.user)
    assert client.post(address("link", link.series)).status_code == 403
    assert client.post(address("revoke_link", link.series, link.pk)).status_code == 403
    assert SeriesLink.objects.get().is_open()


def test_the_shared_text_ends_in_the_link(bob_scores: Scorer, bob: User) -> None:
    """Without a link it has no address: strangers cannot open the pages of members."""
    bob_scores.record(*J40)
    path = address("settlement", bob_scores.series)
    without = client_of(bob).get(path).context["text"]
    assert "http" not in without
    assert without == without.strip()
    link = make_link(me=bob_scores.me, series=bob_scores.series, shows_payments=True)
    assert f"\n\nhttp://testserver/follow/{token_of(link)}/</textarea>" in client_of(bob).get(path).content.decode()
    revoke_link(link=link)
    assert without in unescape(client_of(bob).get(path).content.decode())
