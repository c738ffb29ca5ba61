"""Links to a series as scorers see them: making, showing, sharing and revoking."""

import re

import pytest

from ledger.circles.models import Verdicts
from ledger.circles.services.players import claim_player
from ledger.live.links import make_link, revoke_link, token_of
from ledger.series.models import Series, SeriesLink
from tests.ledger.following.links import Visitor
from tests.ledger.pages import address, client_of, markup_of, refusal_text, text_of
from tests.ledger.series.conftest import J40


def test_let_others_follow_shows_the_same_link_each_time(bob_scores, bob, owner):
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


def test_a_finished_series_is_shared_as_a_text_and_a_picture(bob_scores, bob):
    bob_scores.record(*J40)
    client, path = client_of(bob), address("link", bob_scores.series)
    assert "share-text" not in client.get(path).content.decode()
    page = markup_of(client.post(path, {"chosen": "yes", "shows_payments": "yes"}, follow=True))
    url = f"/follow/{token_of(SeriesLink.objects.get())}/"
    assert "1 A, total 41: +NPR" in page.replace("\u00a0", " ")
    assert f"\n\nhttp://testserver{url}</textarea>" in page
    assert f'data-shares-file="{url}result.png"' in page
    assert f'src="{url}preview.png"' in page


def test_the_text_to_share_says_of_money_what_its_link_shows(bob_scores, bob):
    """184 points at NPR 0.25, as the J-40 document settles them (tests/ledger/money/test_rounding.py)."""
    bob_scores.record(*J40)
    client, share = client_of(bob), address("share", bob_scores.series)
    settlement = address("settlement", bob_scores.series)
    first = client.post(share).json()["text"]
    assert "1 A, total 41: +184\n" in first
    assert not re.search("pays|NPR", first)
    assert first.rpartition("\n")[0] in markup_of(client.get(settlement))
    link = SeriesLink.objects.get()
    client.post(address("change_link", bob_scores.series, link.pk), {"shows_payments": "yes"})
    second = client.post(share).json()["text"].replace("\u00a0", " ")
    assert "1 A, total 41: +NPR 46.00\n" in second
    assert "D pays A NPR" in second
    assert second.rpartition("\n")[0] in markup_of(client.get(settlement)).replace("\u00a0", " ")


def test_looking_makes_no_link(bob_scores, bob):
    assert "Make the link" in text_of(client_of(bob).get(address("link", bob_scores.series)))
    assert not SeriesLink.objects.exists()


def test_too_many_links_are_a_sentence(bob_scores, bob, settings):
    settings.MOST_SERIES_LINKS = 1
    make_link(me=bob_scores.me, series=bob_scores.series, label="One")
    assert "A series can have at most 1 links." in refusal_text(client_of(bob).post(address("link", bob_scores.series)))


def test_a_link_is_revoked_on_the_page(link, visitor, bob):
    client, path = client_of(bob), address("revoke_link", link.series, link.pk)
    assert f'action="{path}"' in client.get(address("link", link.series)).content.decode()
    assert client.post(path).status_code == 302
    assert visitor.open().status_code == 404
    assert client.post(path).status_code == 404
    assert "Links that work" not in text_of(client.get(address("link", link.series)))


def test_the_shared_text_ends_in_the_link(bob_scores, bob):
    """Without a link the text has no address: strangers cannot open the pages of members."""
    bob_scores.record(*J40)
    path = address("settlement", bob_scores.series)
    without = client_of(bob).get(path).context["text"]
    assert "http" not in without
    assert without == without.strip()
    link = make_link(me=bob_scores.me, series=bob_scores.series, shows_payments=True)
    assert f"\n\nhttp://testserver/follow/{token_of(link)}/</textarea>" in client_of(bob).get(path).content.decode()
    revoke_link(link=link)
    assert without in markup_of(client_of(bob).get(path))


# --- What a link shows where nobody has chosen ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("verdicts", "sent", "may_agree"),
    [
        (Verdicts.OFFERED, {}, True),
        (Verdicts.OFF, {}, False),
        (Verdicts.REQUIRED, {"chosen": "yes"}, False),  # the form has the box, and it is not ticked
    ],
)
def test_who_follows_by_the_link_is_asked_where_the_series_asks(bob_scores, bobs_phone, verdicts, sent, may_agree):
    Series.objects.update(verdicts=verdicts)
    bobs_phone.post(address("link", bob_scores.series), sent)
    assert SeriesLink.objects.get().may_agree is may_agree


def test_payments_are_shown_as_by_the_last_link_of_the_circle(bob_scores, scorer, bob):
    make_link(me=scorer, series=bob_scores.series, label="First", shows_payments=True)
    client_of(bob).post(address("link", bob_scores.series))
    assert SeriesLink.objects.get(label="").shows_payments
    make_link(me=scorer, series=bob_scores.series, label="Second", shows_payments=False)
    assert not make_link(me=scorer, series=bob_scores.series, label="Third").shows_payments


def test_whether_payments_are_shown_is_asked_beside_the_qr_code(bob_scores, bob):
    client, path = client_of(bob), address("link", bob_scores.series)
    page = text_of(client.post(path, follow=True))
    assert "Show payments to who has this link Yes No" in page
    link = SeriesLink.objects.get()
    client.post(address("change_link", bob_scores.series, link.pk), {"shows_payments": "yes"})
    link.refresh_from_db()
    assert link.shows_payments


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"shows_payments": "yes"}, "Whoever has the link now sees the payments."),
        ({"this_series_only": "yes"}, "The link now shows this series only."),
        ({}, "The link is as it was: nothing was changed."),
        (
            {"may_agree": "yes", "this_series_only": "yes"},
            "The link now shows this series only. Whoever has the link may now say whether a hand is right.",
        ),
    ],
)
def test_change_says_what_it_did(bob_scores, bob, sent, said):
    Series.objects.update(verdicts=Verdicts.OFFERED)
    link = make_link(me=bob_scores.me, series=bob_scores.series, may_agree=False)
    path = address("change_link", bob_scores.series, link.pk)
    assert said in text_of(client_of(bob).post(path, {"chosen": "yes", **sent}, follow=True))


def test_change_says_what_it_took_away(bob_scores, bob):
    link = make_link(me=bob_scores.me, series=bob_scores.series, shows_payments=True, this_series_only=True)
    path = address("change_link", bob_scores.series, link.pk)
    page = text_of(client_of(bob).post(path, {"chosen": "yes"}, follow=True))
    assert "Whoever has the link no longer sees the payments." in page
    assert "The link now also shows the series that they play after this one." in page


# --- Who cannot answer -----------------------------------------------------------------------------------------------


def test_who_cannot_answer_is_named_and_one_tap_lets_them(bob_scores, scorer, bob):
    Series.objects.update(verdicts=Verdicts.REQUIRED)
    bob_scores.series.refresh_from_db()
    claim_player(player=bob_scores.state().players[0], member=scorer)
    link = make_link(me=scorer, series=bob_scores.series, may_agree=False)
    bob_scores.record(*J40)
    client, page = client_of(bob), address("page", bob_scores.series)
    assert "B, C and D: cannot answer on their own phones." in text_of(client.get(page))
    assert client.post(address("allow_verdicts", bob_scores.series))["Location"] == address("link", bob_scores.series)
    link.refresh_from_db()
    assert link.may_agree
    assert "cannot answer" not in text_of(client.get(page))


def test_after_the_end_the_link_still_asks_which_seat_is_theirs(bob_scores, scorer):
    Series.objects.update(verdicts=Verdicts.REQUIRED)
    bob_scores.series.refresh_from_db()
    link = make_link(me=scorer, series=bob_scores.series)
    bob_scores.record(*J40)
    visitor = Visitor(link)
    page = visitor.open().content.decode()
    assert page.count('id="which-one"') == 1
    assert page.index('id="which-one"') < page.index('class="details end__more"')
    visitor.client.post(visitor.url + "seat/", {"seat": "2"})
    assert "Your total is 6½. Right?" in text_of(visitor.open())
