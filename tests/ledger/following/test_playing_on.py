"""A link to a finished series leads to the series that continues it, and never to anything else of the circle."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core import signing
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django.asserts import assertNumQueries

from ledger.circles.models import Player, User
from ledger.circles.roles import Role
from ledger.circles.services.players import add_player
from ledger.live.links import change_link, enter_by_link, make_link, open_links, revoke_link, token_of
from ledger.live.tickets import read_ticket
from ledger.series.again import start_again
from ledger.series.models import Event, Series, SeriesLink
from ledger.series.starting import start_series
from ledger.transfer.import_circle import check_file, import_circle
from tests.ledger.conftest import join
from tests.ledger.following.links import Visitor
from tests.ledger.pages import address, client_of, text_of
from tests.ledger.series.conftest import J40, Scorer
from tests.ledger.series.evening import run_audit
from tests.ledger.transfer.circle_files import as_bytes, empty_the_database, export, forge
from tests.ledger.transfer.importing.conftest import problems_of

SHOWN = "They play on"


@pytest.fixture
def link(bob_scores) -> SeriesLink:
    bob_scores.record(*J40)
    return make_link(me=bob_scores.me, series=bob_scores.series)


@pytest.fixture
def later(monkeypatch) -> Callable[[timedelta], None]:
    """Return a function that lets this much time pass."""
    now = timezone.now

    def wait(how_long: timedelta) -> None:
        monkeypatch.setattr(timezone, "now", lambda: now() + how_long)

    return wait


def play_again(scorer: Scorer) -> Scorer:
    return Scorer(scorer.me, start_again(me=scorer.me, last=scorer.series))


def follow(visitor: Visitor) -> Visitor:
    """The phone after a tap on the card “They play on”."""
    way = re.search(r'href="(/follow/[^"]+/next/)"', visitor.open().content.decode())
    assert way is not None
    answer = visitor.client.get(way[1])
    assert answer.status_code == 302
    other = Visitor(SeriesLink.objects.all()[0], visitor.client)
    other.url = answer["Location"]
    return other


# --- The card --------------------------------------------------------------------------------------------------------


def test_an_open_page_of_a_finished_series_shows_that_they_play_on(visitor, bob_scores):
    """The finished series gets no event for it."""
    visitor.read(visitor.open())
    assert SHOWN not in visitor.page
    assert visitor.ask().status_code == 304
    before = bob_scores.state().series.version
    play_again(bob_scores)
    answer = visitor.ask()
    assert (answer.status_code, SHOWN in text_of(answer)) == (200, True)
    visitor.read(answer)
    assert (visitor.ask().status_code, bob_scores.state().series.version) == (304, before)
    assert SHOWN in text_of(visitor.open())


def test_the_same_link_opens_the_next_series_and_the_one_after(visitor, bob_scores):
    second = play_again(bob_scores)
    there = follow(visitor)
    assert there.url != visitor.url
    there.read(there.open())
    assert f'hx-get="{there.url}live/"' in there.page
    assert there.ask().status_code == 304
    second.record(J40[0])
    there.read(there.ask())
    second.record(*J40[1:])
    third = play_again(second)
    there.read(there.ask())
    assert SHOWN in there.page
    last = follow(there)
    assert enter_by_link(last.url.split("/")[2]).series == third.series
    assert follow(visitor).url == there.url


def test_the_files_of_the_next_series_open_too(visitor, bob_scores):
    play_again(bob_scores)
    there = follow(visitor)
    assert there.open("preview.png").status_code == 200
    assert there.open("result.png").status_code == 404


def test_any_game_of_the_same_players_on_the_same_evening_continues_it(visitor, bob_scores, agreed):
    start_series(me=bob_scores.me, agreed=replace(agreed, players=agreed.players[::-1]))
    assert SHOWN in text_of(visitor.open())


def test_other_players_do_not_continue_it(visitor, bob_scores, agreed):
    other = add_player(circle=bob_scores.me.circle, name="E")
    start_series(me=bob_scores.me, agreed=replace(agreed, players=[*agreed.players[:3], other]))
    assert SHOWN not in text_of(visitor.open())


@pytest.mark.parametrize(("hours", "continues"), [(11.9, True), (12.1, False)])
def test_the_same_players_continue_it_within_twelve_hours(visitor, bob_scores, agreed, later, hours, continues):
    later(timedelta(hours=hours))
    start_series(me=bob_scores.me, agreed=agreed)
    assert (SHOWN in text_of(visitor.open())) is continues


def test_play_again_continues_it_whenever_it_is(visitor, bob_scores, bob, later):
    later(timedelta(days=20))
    client_of(bob).post(address("again", bob_scores.series))
    assert SHOWN in text_of(visitor.open())


def test_the_same_as_last_time_is_another_evening(visitor, bob_scores, bob, later):
    later(timedelta(days=7))
    assert 'name="new_evening"' in client_of(bob).get("/").content.decode()
    client_of(bob).post(address("again", bob_scores.series), {"new_evening": "yes"})
    assert Series.objects.count() == 2
    assert SHOWN not in text_of(visitor.open())


def test_a_correction_or_reopening_much_later_makes_it_no_last_hand(visitor, bob_scores, agreed, later):
    later(timedelta(days=7))
    bob_scores.reopen("a mistake")
    bob_scores.correct(4, J40[3], "a mistake")
    bob_scores.stop(with_standard=True)
    start_series(me=bob_scores.me, agreed=agreed)
    assert SHOWN not in text_of(visitor.open())


def test_while_it_is_open_again_nothing_leads_away(visitor, bob_scores):
    play_again(bob_scores)
    there = follow(visitor)
    bob_scores.reopen("a mistake")
    assert SHOWN not in text_of(visitor.open())
    assert there.open().status_code == 200


def test_a_series_in_which_a_hand_was_recorded_comes_before_one_that_was_started_by_mistake(
    visitor, bob_scores, agreed
):
    start_series(me=bob_scores.me, agreed=agreed)
    right = Scorer(bob_scores.me, start_series(me=bob_scores.me, agreed=agreed))
    assert enter_by_link(follow(visitor).url.split("/")[2]).series == right.series
    right.record(J40[0])
    start_series(me=bob_scores.me, agreed=agreed)
    assert enter_by_link(follow(visitor).url.split("/")[2]).series == right.series


# --- The seat --------------------------------------------------------------------------------------------------------


def test_a_marked_seat_goes_along_with_its_player(visitor, bob_scores, agreed):
    visitor.client.post(visitor.url + "seat/", {"seat": "0"})
    start_series(me=bob_scores.me, agreed=replace(agreed, players=agreed.players[::-1]))
    there = follow(visitor)
    assert "You are A ." in text_of(there.open())
    assert visitor.client.cookies["seat"].value == "3"
    assert visitor.client.cookies["seat"]["path"] == there.url


def test_two_followers_keep_their_own_seats(visitor, link, bob_scores):
    other = Visitor(link)
    visitor.client.post(visitor.url + "seat/", {"seat": "0"})
    other.client.post(other.url + "seat/", {"seat": "1"})
    play_again(bob_scores)
    assert "You are A ." in text_of(follow(visitor).open())
    assert "You are B ." in text_of(follow(other).open())
    assert "Which one are you?" in text_of(follow(Visitor(link)).open())


def test_a_player_who_was_renamed_or_has_left_is_still_the_same(visitor, bob_scores, players):
    visitor.client.post(visitor.url + "seat/", {"seat": "0"})
    play_again(bob_scores)
    Player.objects.filter(pk=players[0].pk).update(name="Asha", hidden_at=timezone.now())
    assert "You are Asha ." in text_of(follow(visitor).open())


# --- What it never opens ---------------------------------------------------------------------------------------------


def test_a_link_to_this_series_only_leads_nowhere(visitor, link, bob_scores):
    play_again(bob_scores)
    there = follow(visitor)
    there.read(there.open())
    visitor.read(visitor.open())
    change_link(link=link, this_series_only=True)
    assert SHOWN not in text_of(visitor.ask())
    assert (there.ask().status_code, there.open().status_code) == (404, 404)
    assert visitor.client.get(visitor.url + "next/")["Location"] == visitor.url
    change_link(link=link, this_series_only=False)
    assert there.open().status_code == 200


def test_a_link_opens_no_earlier_series(bob_scores):
    bob_scores.record(*J40)
    second = play_again(bob_scores)
    link = make_link(me=bob_scores.me, series=second.series)
    assert open_links(bob_scores.series) == []
    assert open_links(second.series) == [link]


def test_a_token_for_another_series_needs_the_key(link, bob_scores):
    second = play_again(bob_scores)
    token = token_of(link)
    with assertNumQueries(0):
        for forged in (token.replace(".", f"-{second.series.pk}."), f"{link.pk}-{second.series.pk}", token + "-"):
            assert enter_by_link(forged) is None


def test_a_token_never_opens_a_series_of_another_circle(link, elsewhere, agreed):
    names = [add_player(circle=elsewhere.circle, name=name) for name in "ABCD"]
    other = start_series(me=elsewhere, agreed=replace(agreed, players=names))
    assert enter_by_link(token_of(link, other.pk)) is None


def test_a_revoked_link_ends_for_all_series(visitor, link, bob_scores):
    play_again(bob_scores)
    there = follow(visitor)
    there.read(there.open())
    revoke_link(link=link)
    assert [each.open().status_code for each in (visitor, there)] == [404, 404]
    assert (there.ask().status_code, there.open("preview.png").status_code) == (404, 404)


def test_tickets_of_before_an_update_are_out_of_date(link):
    before = signing.TimestampSigner(salt="ledger.live.tickets").sign(f"link.{link.pk}.en.0")
    assert read_ticket(before) is None


# --- For scorers -----------------------------------------------------------------------------------------------------


def test_every_series_lists_the_links_that_reach_it_and_ends_them(visitor, link, bob_scores, bob):
    own = make_link(me=bob_scores.me, series=bob_scores.series, label="Only this", this_series_only=True)
    second = play_again(bob_scores)
    second.record(*J40)
    third = play_again(second)
    assert open_links(third.series) == [link]
    assert open_links(bob_scores.series) == [link, own]
    client = client_of(bob)
    page = text_of(client.get(address("link", third.series)))
    assert "for Jaago-Chalis" in page
    assert client.post(address("revoke_link", third.series, own.pk)).status_code == 404
    assert client.post(address("revoke_link", third.series, link.pk)).status_code == 302
    assert visitor.open().status_code == 404
    assert open_links(bob_scores.series) == [own]


def test_a_repeated_play_again_gives_one_way_on(visitor, bob_scores):
    assert play_again(bob_scores).series == play_again(bob_scores).series
    assert Series.continues.through.objects.count() == 1


def test_a_scorer_elsewhere_cannot_end_it(link, elsewhere, agreed):
    join(elsewhere.circle, User.objects.get(username="bob"), Role.VIEWER)
    names = [add_player(circle=elsewhere.circle, name=name) for name in "ABCD"]
    other = start_series(me=elsewhere, agreed=replace(agreed, players=names))
    assert client_of(elsewhere.user).post(address("revoke_link", other, link.pk)).status_code == 404


# --- The chain -------------------------------------------------------------------------------------------------------


def test_what_it_continues_is_in_the_chain_the_file_and_the_audit(bob_scores, circle):
    bob_scores.record(*J40)
    first, second = bob_scores.series.pk, play_again(bob_scores).series.pk
    starts = dict(Event.objects.filter(number=1).values_list("series", "content"))
    assert starts[second]["continues"] == [first]
    assert "continues" not in starts[first]
    whole = export(circle)
    empty_the_database()
    import_circle(check_file(whole.encode()), None)
    assert export(circle) == whole
    assert list(Series.objects.get(pk=second).continues.all()) == [Series.objects.get(pk=first)]
    assert run_audit()[1] == 0
    Series.objects.get(pk=second).continues.clear()
    lines, code = run_audit()
    assert code == 1
    assert "the series that it continues are stored as others than those that its start names" in lines[0]


@pytest.mark.parametrize("named", [["a" * 12], "twice", "itself"])
def test_a_file_names_only_series_that_are_in_it(bob_scores, circle, named):
    bob_scores.record(*J40)
    second = play_again(bob_scores).series.pk
    whole = json.loads(export(circle))
    part = next(one for one in whole["series"] if one["id"] == second)
    named = (
        {"twice": [bob_scores.series.pk] * 2, "itself": [second]}.get(named, named) if isinstance(named, str) else named
    )
    part["events"][0]["content"]["continues"] = named
    forge(whole)
    empty_the_database()
    assert any("continues one that is not in the file" in problem for problem in problems_of(as_bytes(whole)))


def test_a_follower_costs_as_much_however_often_they_play_on(visitor, bob_scores):
    def cost(each: Visitor) -> tuple[int, int]:
        each.read(each.open())
        with CaptureQueriesContext(connection) as page:
            each.open()
        with CaptureQueriesContext(connection) as question:
            each.ask()
        return len(page), len(question)

    playing, costs = bob_scores, [cost(visitor)]
    for _time in range(3):
        playing = play_again(playing)
        playing.record(*J40)
        costs.append(cost(visitor))
    assert costs == [(3, 1)] * 4
    assert cost(follow(visitor)) == (4, 1)
