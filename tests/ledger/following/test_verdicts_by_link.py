"""Verdicts by a link that allows them: for the seat that a phone chose, on pages that all phones of a seat share."""

import re
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from ledger.following import link_pages
from ledger.following.verdicts import take_verdict
from ledger.lib import formatting
from ledger.live.links import change_link, make_link, revoke_link
from ledger.series.models import SeriesLink
from ledger.verdicts import services
from ledger.verdicts.services import MOST_VERDICTS, Speaker, verdicts_by
from tests.ledger.following.links import Visitor
from tests.ledger.following.test_link_crowd import rendered
from tests.ledger.pages import address, client_of, refusal_text, text_of
from tests.ledger.scoring.entry.conftest import HTMX
from tests.ledger.series.conftest import J40
from tests.ledger.verdicts.conftest import Table, series, table, vera_is_b

__all__ = ["rendered", "series", "table", "vera_is_b"]


@pytest.fixture
def link(table) -> SeriesLink:
    table.record(J40[0])
    return make_link(me=table.me, series=table.series, may_agree=True)


def phone(link: SeriesLink, seat: int | None = 2) -> Visitor:
    visitor = Visitor(link)
    if seat is not None:
        visitor.client.cookies.load({"seat": str(seat)})
    return visitor


def tap(visitor: Visitor, table: Table, verdict: str, *, seat: int = 2, **more: Any) -> Any:
    sent = {"player": table.players[seat].pk, "hand": "1", "seen": "1", "verdict": verdict, **more}
    return visitor.client.post(visitor.url + "answer/", sent, headers=HTMX)


def test_the_seat_is_asked_and_says_so_by_the_link(link, table):
    """C wins 18 in the first hand of the J-40 document."""
    visitor = phone(link)
    assert "Hand 1: +18 for you. Right?" in text_of(visitor.open())
    answer = tap(visitor, table, "agreed")
    assert (answer.status_code, "You said by the link: right." in text_of(answer)) == (200, True)
    (verdict,) = table.verdicts().on(1)
    assert (verdict.seat, verdict.by_link, verdict.by_name) == (2, True, "C")
    assert "You said by the link" in text_of(phone(link).open())


def test_without_a_seat_nothing_is_asked(link):
    page = text_of(phone(link, seat=None).open())
    assert "Right?" not in page
    assert "After each hand you are asked here whether it is right." in page


@pytest.mark.parametrize("fault", ["another seat", "no seat", "not allowed", "revoked"])
def test_what_a_link_may_not(link, table, fault):
    visitor = phone(link, {"another seat": 3, "no seat": None}.get(fault, 2))
    if fault == "not allowed":
        change_link(link=link, may_agree=False)
        assert "Right?" not in text_of(visitor.open())
    if fault == "revoked":
        revoke_link(link=link)
    assert tap(visitor, table, "agreed").status_code == (404 if fault == "revoked" else 403)
    assert table.given(1) == []


def test_a_correction_before_the_tap_is_shown(link, table):
    table.correct(1, {"points_won": [5, 8.5, 17, 9.5]})
    answer = refusal_text(tap(phone(link), table, "agreed"), 409)
    assert "The hand was corrected meanwhile." in answer
    assert "Hand 1, corrected: +17 for you. Right?" in answer
    assert "meanwhile" not in text_of(phone(link).open())


def test_a_form_of_another_site_is_refused(link, table):
    strict = Visitor(link, Client(enforce_csrf_checks=True))
    strict.client.cookies.load({"seat": "2"})
    assert tap(strict, table, "agreed").status_code == 403
    (token, *_more) = re.findall(r'csrfmiddlewaretoken" value="(\w+)"', strict.open().content.decode())
    assert tap(strict, table, "agreed", csrfmiddlewaretoken=token).status_code == 200


def test_phones_of_one_seat_share_a_page(link, table, rendered):
    for _time in range(2):
        shown = {text_of(phone(link).open()) for _phone in range(5)}
        assert len(shown) == 1
        tap(phone(link), table, "agreed")
    assert len([template for template in rendered if "#" not in template]) == 2


def test_a_tap_is_no_news_for_readers_who_see_nothing_of_it(link, table):
    """A link may have hundreds of spectators."""
    spectator, player = (
        Visitor(make_link(me=table.me, series=table.series, label="All", may_agree=False)),
        phone(link, seat=3),
    )
    for visitor in (spectator, player):
        visitor.read(visitor.open())
    assert tap(phone(link), table, "agreed").status_code == 200
    assert [visitor.ask().status_code for visitor in (spectator, player)] == [304, 200]


def test_many_taps_are_too_many(link, table, monkeypatch):
    monkeypatch.setitem(link_pages.LINK_VERDICTS.__dict__, "most", 2)
    visitor = phone(link)
    answers = [tap(visitor, table, verdict) for verdict in ("agreed", "none", "agreed")]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert "Retry-After" in answers[-1].headers


def test_payments_that_a_link_hides_are_not_asked_of(link, table):
    """C of the J-40 document ends with 6½ and pays 18.50."""
    table.record(*J40[1:])
    assert "Your total is 6½. Right?" in text_of(phone(link).open())
    change_link(link=link, shows_payments=True)
    assert "You pay NPR 18.50 in all. Right?" in text_of(phone(link).open())


def test_a_tap_does_no_more_work_than_there_are_hands(link, table, django_assert_max_num_queries):
    """This is so however often the tap names the same hand."""
    table.stop()
    state = table.state()
    tap = {"player": table.players[0].pk, "hand": "", "seen": str(state.series.version), "verdict": "agreed"}
    data = QueryDict(mutable=True)
    data.update(tap | {"also": "1:1 " * 2_000 + "9999:1"})
    with django_assert_max_num_queries(40):
        take_verdict(Speaker(link=link, seat=0), state.series, data)
    assert table.verdicts().hands_unanswered_by(0) == []


# --- What a scorer does about it -------------------------------------------------------------------------------------


def test_a_scorer_asks_again_and_says_what_the_player_says(link, table, bob):
    tap(phone(link), table, "disputed", reason="my_points")
    client, player = client_of(bob), table.players[2].pk
    page = client.get(address("page", table.series))
    assert "C: not right, my points, by the link" in text_of(page)
    asked = f"{address('ask_again', table.series)}?player={player}&hand=1"
    assert asked.replace("&", "&amp;") in page.content.decode()
    assert "Hand 1: Said by the link: not right, my points." in text_of(client.get(asked))
    said = {"player": player, "hand": "1", "seen": "1", "verdict": "agreed"}
    refused = client.post(address("verdict_for_player", table.series), said, follow=True)
    assert "Somebody has answered for C by the link." in text_of(refused)
    client.post(address("verdict_for_player", table.series), said | {"anyway": "yes"})
    assert "C: right, as Bob said" in text_of(client.get(address("page", table.series)))
    assert client.get(asked)["Location"] == address("page", table.series)


@pytest.mark.parametrize("asked", ["", "?player=x&hand=1", "?player={C}&hand=2", "?player={C}&hand=-1"])
def test_only_what_was_said_is_asked_again(asked, link, table, bob):
    address_asked = address("ask_again", table.series) + asked.replace("{C}", table.players[2].pk)
    assert client_of(bob).get(address_asked).status_code == 404


def test_revoking_a_link_offers_to_take_back_what_was_said_by_it(link, table, bob):
    tap(phone(link), table, "disputed", reason="card")
    tap(phone(link, seat=3), table, "agreed", seat=3)
    client = client_of(bob)
    assert "and take back 2 answers that were given by it" in text_of(client.get(address("link", table.series)))
    client.post(address("revoke_link", table.series, link.pk), {"take_back": "yes"})
    assert table.given(1) == []
    assert tap(phone(link), table, "agreed").status_code == 404


def test_an_answer_that_cannot_be_taken_back_keeps_no_other(link, table, bob):
    """Bob has changed the answer for one player as often as he may. The link is revoked nevertheless."""
    for _time in range(MOST_VERDICTS // 2):
        table.says(table.me, 2, 1, "agreed")
        table.says(table.me, 2, 1, "disputed")
    tap(phone(link, seat=1), table, "agreed", seat=1)
    tap(phone(link), table, "agreed")
    tap(phone(link, seat=3), table, "agreed", seat=3)
    answer = client_of(bob).post(address("revoke_link", table.series, link.pk), {"take_back": "yes"}, follow=True)
    assert table.given(1) == [(2, "agreed")]
    day = formatting.day(table.series.started_at)
    said = f"The answer for C (Jaago-Chalis, {day}, Hand 1) could not be taken back. This was changed 20 times already."
    assert said in text_of(answer)
    assert tap(phone(link), table, "agreed").status_code == 404


def test_an_answer_to_an_older_hand_is_not_taken_back(link, table, bob, monkeypatch):
    """Somebody corrects the hand after its answers were read."""
    tap(phone(link), table, "agreed")
    read = verdicts_by(link)
    table.correct(1, J40[0])
    monkeypatch.setattr(services, "verdicts_by", lambda *_links: read)
    answer = client_of(bob).post(address("revoke_link", table.series, link.pk), {"take_back": "yes"}, follow=True)
    assert "The series has changed meanwhile." in text_of(answer)
    assert table.given(1) == [(2, "agreed")]


def test_revoking_a_link_alone_leaves_what_was_said(link, table, bob):
    tap(phone(link), table, "agreed")
    client_of(bob).post(address("revoke_link", table.series, link.pk))
    assert table.given(1) == [(2, "agreed")]
