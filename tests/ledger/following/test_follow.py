"""The series page, and how an open page is updated."""

import re
from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from ledger.circles.models import Member, User
from ledger.circles.roles import Role
from ledger.following.moment import Moment
from ledger.live import tickets
from ledger.series.models import Draft, Series
from ledger.series.starting import start_series
from tests.ledger.following.links import OpenPage
from tests.ledger.pages import address, client_of, queries_of, text_of
from tests.ledger.series.conftest import J40, Scorer, start_game
from tests.ledger.series.evening import MISTYPED


class Phone(OpenPage):
    """A phone on which a member has the series page open."""

    def __init__(self, user: User, series: Series) -> None:
        super().__init__(client_of(user), address("page", series))
        self.series = series
        self.read(self.open())


@pytest.fixture
def vera_follows(viewer, bob_scores) -> Phone:
    bob_scores.record(*J40[:3])
    return Phone(viewer.user, bob_scores.series)


def test_a_hand_that_brings_nothing_has_a_sign_too(scorer, players):
    """Without a sign, "0 → 5" would read as if the total had been 0."""
    state = start_game(scorer, "jass", players).record({"card_points": [0, 157], "trump": "hearts"})
    moment = Moment(state, state.series.events.latest("number"))
    assert [row.brought for row in moment.rows] == ["+0", "+157"]
    assert moment.sentence.startswith("A & C +0 makes 0, 1000 to go; B & D +157 makes 157, 843 to go")


# --- The page --------------------------------------------------------------------------------------------------------


def test_every_member_sees_the_score(vera_follows, alice, bob):
    for user in (alice, bob):
        shown = text_of(client_of(user).get(address("page", vera_follows.series)))
        for figure in ("25", "8½", "14½", "−8", "15 to go", "48 to go", "Leads", "Deals", "Below 0", "Clockwise"):
            assert figure in shown


def test_only_scorers_see_the_link_to_record(vera_follows, bob):
    entry = address("enter_hand", vera_follows.series)
    assert entry not in vera_follows.page
    page = client_of(bob).get(address("page", vera_follows.series))
    assert f'href="{entry}"' in page.content.decode()
    assert "Record hand 4" in text_of(page)


def test_a_withdrawn_hand_can_be_entered_again(bob_scores, bob):
    bob_scores.record(*J40[:3])
    bob_scores.undo()
    shown = text_of(client_of(bob).get(address("page", bob_scores.series)))
    assert "Bob withdrew hand 3." in shown
    assert "Enter hand 3 again" in shown


def test_an_open_series_refreshes_without_a_script(vera_follows, bob_scores):
    assert re.search(r'<noscript>\s*<meta http-equiv="refresh" content="20">\s*</noscript>', vera_follows.page)
    bob_scores.record(J40[3])
    assert "http-equiv" not in vera_follows.open().content.decode()


def test_a_finished_series_shows_the_ranking(vera_follows, bob_scores):
    bob_scores.record(J40[3])
    shown = text_of(vera_follows.open())
    assert re.search(r"A won\b.*The series ended with hand 4. Bob recorded hand 4.", shown)
    assert re.search(r"place 1 A A 41 place 2 B B 18½ place 3 C C 6½ place 4 D D 4", shown)
    assert "to go" not in shown


# --- Updates ---------------------------------------------------------------------------------------------------------


def test_an_unchanged_series_costs_one_query_by_primary_key(vera_follows):
    with CaptureQueriesContext(connection) as queries:
        answer = vera_follows.ask()
    assert (answer.status_code, answer.content) == (304, b"")
    assert len(queries) == 1
    sql = queries[0]["sql"]
    assert "django_session" not in sql
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
            steps = [row[3] for row in cursor.fetchall()]
            assert steps
            assert all(step.startswith("SEARCH") and "INDEX" in step for step in steps), steps


def test_an_update_contains_only_the_part_that_changes(vera_follows, bob_scores):
    bob_scores.record(J40[3])
    answer = vera_follows.ask()
    vera_follows.read(answer)
    assert "A won " in text_of(answer)
    assert "<html" not in vera_follows.page
    assert vera_follows.ask().status_code == 304


def test_an_update_is_announced_in_one_sentence(vera_follows, bob_scores):
    bob_scores.record({"points_won": [14, 10, 4, 12], "last_trick": 0})
    vera_follows.read(vera_follows.ask())
    spoken = "A +14 makes 39, 1 to go; B +10 makes 18½, 21½ to go; C −6 makes 8½, 31½ to go; D +12 makes 4, 36 to go"
    assert f'data-announce="Hand 4: {spoken}. A deals."' in vera_follows.page
    bob_scores.correct(4, J40[3], "miscounted")
    vera_follows.read(vera_follows.ask())
    assert 'data-announce="Bob corrected hand 4. A 41, B 18½, C 6½, D 4. A won with 41."' in vera_follows.page


def test_a_draft_makes_an_update(vera_follows):
    draft = Draft.objects.create(series=vera_follows.series, record={}, by_name="Bob")
    answer = vera_follows.ask()
    assert "Bob is writing down the next hand card by card." in text_of(answer)
    draft.delete()
    assert vera_follows.ask().status_code == 304


def test_a_takeover_makes_an_update(vera_follows):
    draft = Draft.objects.create(series=vera_follows.series, record={}, by_name="Bob")
    vera_follows.read(vera_follows.ask())
    assert vera_follows.ask().status_code == 304
    draft.by_name = "आशा"
    draft.save()
    answer = vera_follows.ask()
    assert "आशा is writing down the next hand card by card." in text_of(answer)
    vera_follows.read(answer)
    assert vera_follows.ask().status_code == 304


@pytest.mark.parametrize("language", ["en", "ne"])
def test_another_language_gets_a_new_page(vera_follows, language):
    vera_follows.client.cookies["django_language"] = language
    assert vera_follows.ask().status_code == (304 if language == "en" else 200)


def test_another_role_gets_a_new_page(vera_follows, viewer):
    Member.objects.filter(pk=viewer.pk).update(role=Role.SCORER)
    assert "Record hand 4" in text_of(vera_follows.ask())


def test_a_removed_member_gets_404(vera_follows, viewer):
    viewer.delete()
    assert vera_follows.ask().status_code == 404


def test_a_ticket_without_a_session_gives_no_score(vera_follows, bob_scores):
    """Without a session the answer has no score. It may only say that nothing has changed."""
    vera_follows.client.logout()
    assert vera_follows.ask().status_code == 304
    bob_scores.record(J40[3])
    assert vera_follows.ask().status_code == 404


def invalid_tickets(phone: Phone) -> Iterator[str]:
    yield ""
    yield "nonsense"
    yield phone.ticket[:-1] + ("a" if phone.ticket[-1] != "a" else "b")
    yield phone.ticket.replace(phone.series.pk, "a" * 12)


def test_without_a_valid_ticket_the_session_is_used(vera_follows):
    for ticket in invalid_tickets(vera_follows):
        answer = vera_follows.ask(**{"X-Ticket": ticket})
        vera_follows.read(answer)
        assert vera_follows.ask().status_code == 304
    vera_follows.client.logout()
    for ticket in invalid_tickets(vera_follows):
        assert vera_follows.ask(**{"X-Ticket": ticket}).status_code == 404


def test_a_ticket_expires(vera_follows, monkeypatch):
    """The next answer has a new ticket."""
    later = timezone.now().timestamp() + tickets.LIFETIME.total_seconds() + 1
    monkeypatch.setattr("time.time", lambda: later)
    worn_out = vera_follows.ticket
    vera_follows.read(vera_follows.ask())
    assert vera_follows.ticket != worn_out
    assert vera_follows.ask().status_code == 304


def test_a_ticket_is_for_one_series(vera_follows, bob_scores, agreed):
    other = start_series(me=bob_scores.me, agreed=agreed)
    Scorer(bob_scores.me, other).record(*J40[:3])  # so that both are at the same version
    assert vera_follows.ask().status_code == 304
    with_it = {"X-Ticket": vera_follows.ticket, "If-None-Match": vera_follows.etag}
    assert vera_follows.client.get(address("live", other), headers=with_it).status_code == 200
    assert vera_follows.client.get(address("page", bob_scores.series), headers=with_it).status_code == 200


def test_answers_are_not_cached(vera_follows):
    for answer in (vera_follows.ask(), vera_follows.open()):
        assert "no-store" in answer["Cache-Control"]


# --- What it costs ---------------------------------------------------------------------------------------------------


def test_the_query_count_does_not_depend_on_hands(bob_scores, bob):
    client, series = client_of(bob), bob_scores.series
    bob_scores.record(J40[0], J40[2])
    bob_scores.correct(2, MISTYPED, "mixed up")
    pages = [
        address("page", series),
        address("live", series),
        address("history", series),
        address("hand", series, 2),
        address("correct", series, 2),
        address("undo", series),
        address("stop", series),
        reverse("circle", args=[series.circle_id]),
        reverse("home"),
    ]
    before = {page: queries_of(client, page) for page in pages}
    even = {"points_won": [8, 8, 12, 12]}
    bob_scores.record(even, even)
    assert {page: queries_of(client, page) for page in pages} == before


# --- On the first page and the circle's -------------------------------------------------------------------------------


def test_the_first_page_is_led_by_the_open_series(vera_follows, bob_scores):
    shown = text_of(vera_follows.client.get(reverse("home")))
    assert "Hand 4 · B deals Follow" in shown
    bob_scores.record(J40[3])
    assert "Follow" not in text_of(vera_follows.client.get(reverse("home")))


def test_a_circle_lists_open_series_first(bob_scores, agreed, bob):
    bob_scores.record(J40[2])
    newer = start_series(me=bob_scores.me, agreed=agreed)
    Scorer(bob_scores.me, newer).stop(with_standard=True)
    page = client_of(bob).get(reverse("circle", args=[newer.circle_id])).content.decode()
    assert page.index(address("page", bob_scores.series)) < page.index(address("page", newer))
