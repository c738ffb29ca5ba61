"""The page of a circle's records, and what the end of a series says of them."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from ledger.circles.services.players import leave_out
from ledger.live.links import make_link, token_of
from ledger.series.models import Series
from tests.ledger.pages import queries_of, text_at, text_of
from tests.ledger.standings.conftest import Page
from tests.ledger.standings.test_api import play

pytestmark = pytest.mark.django_db

QUIET = [12, 11, 10, 7]  # 12, 11, 10, -3


@pytest.fixture
def records_text(standings_page) -> Page:
    return lambda query="": text_of(standings_page(f"records/{query}"))


def end_text(client: Client, series: Series) -> str:
    """The text between the heading of the broken records and the link to all records. Empty if none was broken."""
    page = text_at(client, f"/series/{series.pk}/")
    return page.partition(" of the circle ")[2].partition(" All records")[0]


def test_a_circle_without_series(records_text):
    assert "No records yet" in records_text()


def test_a_record_has_holder_date_link_and_history(four_play, standings_page, records_text, veras_phone, circle):
    four_play(QUIET)
    second = four_play(QUIET, [10, 18, 2, 10])
    page = records_text()
    best = page.partition("Highest hand")[2].partition("Highest total")[0]
    assert re.fullmatch(
        r" Most points won in a hand 18 B Bimal Hand 2, \d+ \w+ \d{4} Broken once : Highest hand 12 A Asha Hand 1, .* ",
        best,
    )
    assert "Most often doubled" not in page  # nobody holds it
    markup = standings_page("records/")
    assert reverse("series:hand", args=[second.pk, 2]) in markup
    assert (
        f"/circles/{circle.pk}/standings/records/"
        in veras_phone.get(f"/circles/{circle.pk}/standings/").content.decode()
    )


def test_where_low_wins_the_page_says_lowest(records_text, scorer, players):
    play(scorer, players[:2], [5, 30], [40, 2], [-30, 1], game="scorecard", name="Rummy", best="low")
    page = records_text()
    assert "Rummy the lowest total wins" in page
    assert "Lowest hand Fewest points won in a hand -30" in page.replace("−", "-")
    assert "Lowest total" in page
    assert "The highest total from which a player still won 45" in page
    assert "Highest hand" not in page


def test_a_player_who_is_left_out_is_one_player(four_play, standings_page, records_text, veras_phone, players):
    for _series in range(3):
        four_play(QUIET)
    fourth = four_play([10, 18, 2, 10])
    before = records_text()
    assert "Asha" in before
    leave_out(player=players[0], is_left_out=True)
    page = records_text()
    assert "Asha" not in page
    assert page.count("One player") == before.count("Asha")
    whole = standings_page("records/")
    for mark in whole.split('<div class="record__mark">')[1:]:  # the hand that a link opens would name her
        assert ("One player" in mark) != ("/hands/" in mark or "/series/" in mark)
    assert "before 12 by one player on" in end_text(veras_phone, fourth)


def test_each_game_has_a_page(four_play, records_text):
    four_play(QUIET)
    four_play([70, 0, 0, 0], game="scorecard", name="Kitti")
    four_play([71, 0, 0, 0], game="scorecard", name="Kitti")
    assert "Highest total At the end of a series 71" in records_text()
    assert "Highest total At the end of a series 12" in records_text("?game=jaago-chalis")


# --- The end of a series ---------------------------------------------------------------------------------------------


def test_the_end_says_which_records_fell(four_play, veras_phone):
    first = [four_play(QUIET) for _series in range(3)]
    fourth = four_play([10, 18, 2, 10])  # 10, 18, -8, 10
    fifth = four_play([11, 18, 2, 9])
    assert [end_text(veras_phone, series) for series in first] == ["", "", ""]
    text = end_text(veras_phone, fourth)
    assert re.search(r"Highest hand: 18 Bimal; before 12 by Asha on \d+ \w+ \d{4}", text)
    assert "Highest total: 18 Bimal; before 12 by Asha" in text
    assert "Longest" not in text  # one hand, as before
    assert end_text(veras_phone, fifth) == ""


def test_a_title_of_its_own_has_its_own_records(four_play, veras_phone):
    rummy = {"game": "scorecard", "name": "Rummy", "best": "low"}
    for _series in range(3):
        four_play([9, 8, 7, 6], **rummy)
    four_play([1, 2, 3, 4], game="scorecard", name="Kitti")
    low = four_play([3, 8, 7, 6], **rummy)
    assert end_text(veras_phone, low).startswith("A Lowest hand: 3 Asha; before 6 by Dipak on")
    markup = veras_phone.get(f"/series/{low.pk}/").content.decode()
    assert f"/circles/{low.circle_id}/standings/records/?game=scorecard%3ARummy" in markup


def test_a_link_that_shows_one_series_shows_no_records(four_play, scorer):
    for _series in range(3):
        four_play(QUIET)
    fourth = four_play([10, 18, 2, 10])
    link = make_link(me=scorer, series=fourth)
    page = text_at(Client(), reverse("follow:page", args=[token_of(link)]))
    assert "Bimal won" in page or "Stopped with Bimal in front" in page
    assert "Highest hand" not in page
    assert "of the circle" not in page


def test_the_number_of_queries_stays_the_same(four_play, veras_phone, circle):
    def queries() -> list[int]:
        """Queries for the end of a series that broke a record, and for the page of records, once both are in memory."""
        counts = []
        for path in (f"/series/{series.pk}/", f"/circles/{circle.pk}/standings/records/"):
            veras_phone.get(path)
            counts.append(queries_of(veras_phone, path))
        return counts

    for number in range(4):
        series = four_play([12, 14 + number, 9, 5 - number])
    few = queries()
    for number in range(4, 8):
        series = four_play([12, 14 + number, 9 - number, 5])
    assert "Highest hand" in end_text(veras_phone, series)
    assert queries() == few
