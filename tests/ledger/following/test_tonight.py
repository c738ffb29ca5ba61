"""The first page and that of a circle begin with the open table; where none is open, with “Same as last time”."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from ledger.circles.models import Member, User
from ledger.circles.roles import Role
from ledger.circles.services.circles import make_circle
from ledger.circles.services.players import add_player
from ledger.following.tonight import OpenTable, Tonight, tonight_of
from ledger.scoring.cards import drafts
from ledger.series.models import Series
from ledger.series.services import reopen_series
from ledger.series.starting import start_series
from ledger.series.state import series_state
from tests.ledger.conftest import join
from tests.ledger.pages import address, client_of, text_of
from tests.ledger.series.conftest import J40, Scorer, start_game


def lead_of(*memberships: Member) -> OpenTable:
    lead = tonight_of(memberships).lead
    assert lead is not None
    return lead


def started_ago(series: Series, hours: int) -> None:
    moment = timezone.now() - timedelta(hours=hours)
    Series.objects.filter(pk=series.pk).update(started_at=moment, changed_at=moment)


def stop(me: Member, series: Series) -> None:
    Scorer(me, series).stop(with_standard=False)


# --- The table that leads --------------------------------------------------------------------------------------------


def test_the_table_that_was_written_last_leads(scorer, agreed, bob_scores):
    newer = start_series(me=scorer, agreed=agreed)
    bob_scores.record(J40[0])
    assert lead_of(scorer).state.series == bob_scores.series
    assert [table.state.series for table in tonight_of([scorer]).others] == [newer]
    Scorer(scorer, newer).record(J40[0])
    assert lead_of(scorer).state.series == newer


def test_a_table_of_any_circle_leads_the_first_page(bob_scores, bob):
    elsewhere = make_circle(owner=bob, name="Porch", currency="EUR", language="en")
    bob_scores.record(J40[0])
    page = client_of(bob).get("/")
    assertContains(page, 'class="book tonight"', count=1)
    text = text_of(page)
    assert "Jaago-Chalis Friday table" in text
    assert "Record hand 2" in text
    assert tonight_of([elsewhere]) == Tonight()


def test_the_scorer_records_and_the_viewer_follows(scorer, viewer, bob_scores):
    bob_scores.record(*J40[:3])
    step = lead_of(scorer).step
    assert (step.label, step.url) == ("Record hand 4", address("enter_hand", bob_scores.series))
    step = lead_of(viewer).step
    assert (step.label, step.url) == ("Follow", address("page", bob_scores.series))
    page = client_of(viewer.user).get(f"/circles/{viewer.circle_id}/")
    assertNotContains(page, "Another series")
    assertNotContains(page, "Let others follow")


def test_the_next_hand_and_who_deals_it(scorer, agreed):
    bob = Scorer(scorer, start_series(me=scorer, agreed=agreed))
    assert lead_of(scorer).line == "Hand 1"
    bob.record(*J40[:3])
    assert J40[2]["last_trick"] == 1
    assert lead_of(scorer).line == "Hand 4 · B deals"


def test_a_hand_that_is_being_written_card_by_card_is_gone_on_with(scorer, series):
    start = {"direction": "clockwise", "first_leader": 0}
    drafts.begin(state=series_state(series), me=scorer, start=start)
    lead = lead_of(scorer)
    assert (lead.step.label, lead.step.url) == ("Go on with hand 1", address("cards", series))
    assert "Bob is writing it down card by card" in lead.line


def test_a_reopened_series_that_has_reached_its_end_is_closed(owner, bob_scores):
    bob_scores.record(*J40)
    submit = replace(bob_scores.submit(), me=owner)
    reopen_series(series=bob_scores.series, submit=submit, reason="to look again")
    lead = lead_of(owner)
    assert (lead.step.label, lead.step.url) == ("Close the series", address("stop", bob_scores.series))
    assert lead.line == "A leads with 41"


@pytest.mark.parametrize(("hours", "hands", "said"), [(11, 1, ""), (13, 1, "The last hand was on"), (13, 0, "Started")])
def test_a_table_of_an_earlier_evening_says_when_it_was(scorer, bob_scores, monkeypatch, hours, hands, said):
    bob_scores.record(*J40[:hands])
    later = timezone.now() + timedelta(hours=hours)
    monkeypatch.setattr(timezone, "now", lambda: later)
    last_time = lead_of(scorer).last_time
    assert last_time.startswith(said)
    assert bool(last_time) is bool(said)


def test_tiles_are_those_of_the_teams(scorer, players):
    start_game(scorer, "jass", players)
    lead = lead_of(scorer)
    assert (len(lead.tiles), lead.has_teams) == (2, True)


# --- The same as last time -------------------------------------------------------------------------------------------


@pytest.fixture
def last_evening(bob_scores) -> Series:
    bob_scores.record(J40[0])
    bob_scores.stop(with_standard=False)
    return bob_scores.series


def test_the_last_evening_is_offered_when_no_table_is_open(scorer, bob_scores):
    bob_scores.record(J40[0])
    assert tonight_of([scorer]).last is None
    stop(scorer, bob_scores.series)
    for path in ("/", f"/circles/{scorer.circle_id}/"):
        page = client_of(scorer.user).get(path)
        assertContains(page, f'action="{address("again", bob_scores.series)}"')
        assertContains(page, f'href="{reverse("start_series", args=[scorer.circle_id])}"')
        assert "Same as last time" in text_of(page)


@pytest.mark.parametrize("where", ["/", "/circles/{}/"])
def test_its_form_has_a_token_of_its_own(scorer, last_evening, where):
    """A template that is included with `only` gets no token from the page by itself."""
    page = client_of(scorer.user).get(where.format(scorer.circle_id)).content.decode()
    form = page[page.index("tonight__again") :].partition("</form>")[0]
    assert 'name="csrfmiddlewaretoken"' in form


def test_one_tap_starts_it(scorer, last_evening):
    last = tonight_of([scorer]).last
    assert last is not None
    answer = client_of(scorer.user).post(last.again_url)
    assertRedirects(answer, address("enter_hand", lead_of(scorer).state.series))


def test_a_series_without_a_hand_is_not_the_last_time(scorer, last_evening, agreed):
    stop(scorer, start_series(me=scorer, agreed=agreed))
    last = tonight_of([scorer]).last
    assert last is not None
    assert last.state.series == last_evening


def test_viewers_can_start_nothing(viewer, last_evening):
    for path in ("/", f"/circles/{viewer.circle_id}/"):
        page = client_of(viewer.user).get(path)
        assertNotContains(page, "/again/")
        assertNotContains(page, "/series/new/")


def test_who_views_one_circle_and_scores_another_is_offered_the_other(viewer, scorer, bob_scores, vera):
    """The latest evening was in the circle in which Vera is only a viewer."""
    own = make_circle(owner=vera, name="Porch", currency="EUR", language="en")
    players = [add_player(circle=own.circle, name=name) for name in "WXYZ"]
    veras = start_game(own, "jaago-chalis", players)
    series = veras.series
    veras.record(J40[0])
    veras.stop(with_standard=False)
    started_ago(series, 500)
    bob_scores.record(J40[0])
    stop(scorer, bob_scores.series)
    last = tonight_of([viewer, own]).last
    assert last is not None
    assert last.state.series == series


def test_a_circle_without_a_series_begins_with_its_first(owner):
    page = client_of(owner.user).get(f"/circles/{owner.circle_id}/")
    assertContains(page, "Start a series")
    assertNotContains(page, 'class="book tonight"')


def test_other_circles_stay_unknown(bob_scores, charlie, elsewhere):
    bob_scores.record(J40[0])
    assert tonight_of([elsewhere]) == Tonight()
    assertNotContains(client_of(charlie).get("/"), bob_scores.series.pk)


def test_an_open_table_is_not_among_the_last_evenings(scorer, bob_scores, agreed):
    bob_scores.record(J40[0])
    for _evening in range(6):
        stop(scorer, start_series(me=scorer, agreed=agreed))
    page = client_of(join(scorer.circle, User.objects.create(username="dora"), Role.VIEWER).user).get(
        f"/circles/{scorer.circle_id}/"
    )
    evenings = page.content.decode().partition('id="evenings"')[2].partition("</section>")[0]
    assert evenings.count('class="list-row"') == 3
    assert bob_scores.series.pk not in evenings


def test_what_is_offered_again_is_not_among_the_last_evenings(scorer, last_evening):
    page = client_of(scorer.user).get(f"/circles/{scorer.circle_id}/")
    assertContains(page, f'href="{address("page", last_evening)}"', count=1)
    assertNotContains(page, "Last evenings")
    assertContains(page, "All series")
