"""The pages of a link: what a visitor without a login sees, and what the link does not open."""

import re
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django.asserts import assertNumQueries

from ledger.circles.models import Circle, Member, Player
from ledger.lib import formatting
from ledger.live.links import change_link, revoke_link
from ledger.money.selectors import balances_of
from ledger.money.services import Payment, record_payment
from ledger.series.models import Draft, Series, SeriesLink
from tests.ledger.following.links import Visitor
from tests.ledger.pages import address, client_of, markup_of, text_of
from tests.ledger.series.conftest import J40

# --- The page --------------------------------------------------------------------------------------------------------


def test_it_opens_on_the_score(visitor):
    shown = text_of(visitor.open())
    for text in ("Friday table", "25", "8½", "14½", "−8", "15 to go", "Leads", "Deals", "Bob recorded hand 3."):
        assert text in shown
    assert "Which one are you?" in shown


def test_it_shows_place_and_note_of_the_evening(visitor, bob_scores):
    Series.objects.filter(pk=bob_scores.series.pk).update(place="At Asha's", note="Rain all evening")
    shown = text_of(visitor.open())
    assert "At Asha's" in shown
    assert "Rain all evening" in shown
    assert "Change place and note" not in shown


def test_after_the_end_it_shows_the_result(visitor, bob_scores):
    bob_scores.record(J40[3])
    shown = text_of(visitor.open())
    assert re.search(r"A won\b.*The series ended with hand 4.", shown)
    assert not re.search(r"pays|paid|NPR", shown)
    assert "Payments are not shown here." in shown
    assert "http-equiv" not in visitor.open().content.decode()


def test_a_link_shows_who_pays_whom_only_if_its_maker_says_so(visitor, link, bob_scores, bob):
    """Open pages show the change, although it adds no event to the series."""
    bob_scores.record(J40[3])
    visitor.read(visitor.open())
    path = address("change_link", link.series, link.pk)
    assert f'action="{path}"' in client_of(bob).get(address("link", link.series)).content.decode()
    assert client_of(bob).post(path, {"shows_payments": "yes"}).status_code == 302
    answer = visitor.ask()
    visitor.read(answer)
    shown = text_of(answer)
    assert "Who pays whom" in shown
    assert re.search(r"[B-D] pays A NPR\s[\d.]+", shown)
    client_of(bob).post(path)
    assert not re.search(r"pays|NPR", text_of(visitor.ask()))


def test_a_reopened_series_is_live_again(visitor, bob_scores):
    bob_scores.stop(with_standard=True)
    assert "Stopped with A in front" in text_of(visitor.open())
    bob_scores.reopen("a mistake")
    shown = text_of(visitor.open())
    assert "Stopped with" not in shown
    assert "Bob reopened the series." in shown


def test_nothing_else_of_the_circle_can_be_reached_from_it(visitor, bob_scores):
    """Each address on the page is below that of the link, or is a public page that shows no circle."""
    series = bob_scores.series
    for record in (None, J40[3]):
        if record:
            bob_scores.record(record)
        page = visitor.open().content.decode()
        assert series.circle_id not in page
        found = set(re.findall(r'(?:href|action|src|hx-get)="(/[^"]*)"', page))
        inside = {path for path in found if path.startswith(visitor.url)}
        assert inside
        public = (
            *("/static/", "/manifest/", "/rules/", "/help/", "/without-signal/"),
            *("/account/login/", "/language/", "/theme/", "/menu/"),
        )
        assert [path for path in found - inside if path != "/" and not path.startswith(public)] == []
        for path in found - inside:
            assert visitor.client.get(path).status_code in (200, 302, 404, 405)
    for path in (address("page", series), reverse("circle", args=[series.circle_id])):
        assert visitor.client.get(path).status_code == 404


def test_members_see_the_way_to_their_table(link, viewer, charlie):
    way = f'href="{address("page", link.series)}"'
    assert way in Visitor(link, client_of(viewer.user)).open().content.decode()
    for client in (Client(), client_of(charlie)):
        assert way not in Visitor(link, client).open().content.decode()


def test_a_visitor_becomes_no_member(link, charlie):
    members = Member.objects.count()
    visitor = Visitor(link, client_of(charlie))
    visitor.open()
    visitor.client.post(visitor.url + "seat/", {"seat": "1"})
    visitor.open("live/")
    assert Member.objects.count() == members
    assert not Player.objects.exclude(claimed_by=None).exists()
    assert client_of(charlie).get(address("page", link.series)).status_code == 404


def test_a_visitor_reads_the_language_of_the_circle(link, circle, charlie):
    Circle.objects.filter(pk=circle.pk).update(language="ne")
    assert '<html lang="ne"' in Visitor(link).open().content.decode()
    chosen = Client()
    chosen.cookies["django_language"] = "en"
    assert '<html lang="en"' in Visitor(link, chosen).open().content.decode()
    assert '<html lang="en"' in Visitor(link, client_of(charlie)).open().content.decode()


def test_what_browsers_and_search_engines_are_told(visitor):
    for answer in (visitor.open(), visitor.open("live/"), Client().get("/follow/unknown/")):
        assert answer["Cache-Control"] == "private, no-store"
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        assert answer["Referrer-Policy"] == "no-referrer, strict-origin"


def test_a_chat_shows_the_score(visitor, bob_scores):
    def said() -> dict[str, str]:
        page = markup_of(visitor.open())
        return dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)"\s+content="([^"]*)"', page))

    found = said()
    assert found["og:title"].startswith("Friday table: Jaago-Chalis, ")
    assert found["og:description"] == "After hand 3: A 25, B 8½, C 14½, D −8."
    assert found["og:url"] == f"http://testserver{visitor.url}"
    assert found["og:image"] == f"http://testserver{visitor.url}preview.png?v=4"
    assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
    assert found["twitter:card"] == "summary_large_image"
    bob_scores.record(J40[3])
    found = said()
    assert found["og:description"] == "A won with 41. A 41, B 18½, C 6½, D 4."
    assert found["og:image"].endswith("preview.png?v=5")


def test_only_the_page_of_a_link_describes_itself_to_chats(link, viewer):
    page = client_of(viewer.user).get(address("page", link.series)).content.decode()
    assert "og:" not in page


def test_a_get_writes_nothing(visitor, bob_scores):
    with CaptureQueriesContext(connection) as of_open:
        visitor.open()
        visitor.open("live/")
    bob_scores.record(J40[3])
    with CaptureQueriesContext(connection) as of_finished:
        visitor.open()
    queries = [query["sql"].lstrip() for query in (*of_open, *of_finished)]
    assert [sql for sql in queries if not sql.startswith("SELECT")] == []


def test_a_link_does_not_say_how_the_table_has_settled(visitor, bob_scores, players, viewer, link):
    """The three payments that clear the series are made, but not as payments of this series."""
    bob_scores.record(*J40[3:])
    owed = {player: Decimal(balances_of(player)["NPR"]) / 100 for player in players}
    winner = max(players, key=owed.__getitem__)
    for player in players:
        if player != winner:
            record_payment(me=bob_scores.me, payment=Payment(player, winner, -owed[player]))
    sentence = f"settled on {formatting.day(timezone.now())}"
    assert sentence in text_of(client_of(viewer.user).get(address("page", bob_scores.series)))
    change_link(link=link, shows_payments=True)
    page = text_of(visitor.open())
    assert sentence not in page
    assert page.count(" settled ") == 3


# --- Which one are you? ----------------------------------------------------------------------------------------------


def test_a_seat_is_marked_for_this_link_alone(visitor, bob_scores):
    assert text_of(visitor.open()).count("You ") == 0
    chosen = visitor.client.post(visitor.url + "seat/", {"seat": "1"})
    assert chosen["Location"] == visitor.url
    cookie = chosen.cookies["seat"]
    assert (cookie.value, cookie["path"], cookie["httponly"], cookie["samesite"]) == ("1", visitor.url, True, "Lax")
    shown = text_of(visitor.open())
    assert "You are B ." in shown
    assert re.search(r"B B 8½ You", shown)
    assert "Which one are you?" not in shown
    bob_scores.record(J40[3])
    assert re.search(r"place 2 B B You 18½", text_of(visitor.open()))
    visitor.client.post(visitor.url + "seat/", {"seat": ""})
    assert "Which one are you?" in text_of(visitor.open())


@pytest.mark.parametrize("seat", ["4", "-1", "1.0", " 1", "१", "1" * 5000, "<b>"])
def test_a_seat_that_is_not_there_is_not_marked(visitor, seat):
    answer = visitor.client.post(visitor.url + "seat/", {"seat": seat})
    assert answer.status_code == 302
    assert answer.cookies["seat"].value == ""
    visitor.client.cookies["seat"] = seat.encode("ascii", "ignore").decode()[:100]
    assert "Which one are you?" in text_of(visitor.open())


def test_another_site_cannot_choose(link):
    visitor = Visitor(link, Client(enforce_csrf_checks=True))
    assert visitor.client.post(visitor.url + "seat/", {"seat": "1"}).status_code == 403


# --- Updates ---------------------------------------------------------------------------------------------------------


def test_an_unchanged_series_costs_one_query(visitor):
    visitor.read(visitor.open())
    with CaptureQueriesContext(connection) as queries:
        answer = visitor.ask()
    assert (answer.status_code, answer.content, len(queries)) == (304, b"", 1)
    assert answer["Cache-Control"] == "private, no-store"


def test_a_new_hand_makes_an_update(visitor, bob_scores):
    visitor.read(visitor.open())
    bob_scores.record(J40[3])
    answer = visitor.ask()
    visitor.read(answer)
    assert "A won with 41" in text_of(answer)
    assert "<html" not in visitor.page
    assert visitor.ask().status_code == 304


def test_a_draft_makes_an_update(visitor, bob_scores):
    visitor.read(visitor.open())
    Draft.objects.create(series=bob_scores.series, record={}, by_name="Bob")
    assert "Bob is writing down the next hand card by card." in text_of(visitor.ask())


def test_updates_keep_the_language_of_the_page(link, circle):
    """The page is in Nepali, the language of the circle, although the browser asks for English."""
    Circle.objects.filter(pk=circle.pk).update(language="ne")
    visitor = Visitor(link, Client(headers={"Accept-Language": "en"}))
    visitor.read(visitor.open())
    assert visitor.ask().status_code == 304
    Draft.objects.create(series=link.series, record={}, by_name="Bob")
    assert re.search("[\u0900-\u097f]{3}", text_of(visitor.ask()))


def test_a_ticket_ends_with_its_link(visitor, link):
    visitor.read(visitor.open())
    assert visitor.ask().status_code == 304
    revoke_link(link=link)
    assert visitor.ask().status_code == 404


def test_a_ticket_expires_with_its_link(link, monkeypatch):
    end = timezone.now() + timedelta(minutes=5)
    SeriesLink.objects.filter(pk=link.pk).update(expires_at=end)
    visitor = Visitor(link)
    visitor.read(visitor.open())
    assert visitor.ask().status_code == 304
    monkeypatch.setattr(timezone, "now", lambda: end + timedelta(seconds=1))
    assert visitor.ask().status_code == 404


def test_a_ticket_opens_no_members_page(visitor, link):
    visitor.read(visitor.open())
    headers = {"X-Ticket": visitor.ticket, "If-None-Match": visitor.etag}
    assert visitor.client.get(address("live", link.series), headers=headers).status_code == 404


# --- Links that do not work ------------------------------------------------------------------------------------------


def test_revoked_expired_and_unknown_links_get_one_answer(visitor, link):
    answers = [Client().get("/follow/abcdefghjkmn.wrong/")]
    SeriesLink.objects.filter(pk=link.pk).update(expires_at=timezone.now())
    answers += [visitor.open(), visitor.open("live/"), visitor.client.post(visitor.url + "seat/", {"seat": "1"})]
    SeriesLink.objects.filter(pk=link.pk).update(expires_at=None)
    revoke_link(link=link)
    answers.append(visitor.open())
    link.series.circle.delete()
    answers.append(visitor.open())
    assert [answer.status_code for answer in answers] == [404] * 6
    assert all("This link does not work" in text_of(answer) for answer in answers)


def test_guesses_are_slowed_and_a_good_link_still_works(visitor):
    statuses = [visitor.client.get(f"/follow/{number}/").status_code for number in range(31)]
    assert statuses == [404] * 30 + [429]
    assert int(visitor.client.get("/follow/x/")["Retry-After"]) >= 1
    assert visitor.open().status_code == 200


def test_a_guess_asks_the_database_nothing(visitor):
    with assertNumQueries(0):
        assert visitor.client.get("/follow/abcdefghjkmn.wrong/").status_code == 404
