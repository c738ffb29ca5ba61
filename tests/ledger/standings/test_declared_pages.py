"""What the standings and the page of a player say of declared hands, and the record of the dearest one."""

import re

import pytest

from tests.ledger.pages import text_at, text_of
from tests.ledger.standings.conftest import Page
from tests.ledger.standings.test_declared import CLUBS, GRAND, LOST_GRAND, LOST_NULL, PASSED, play, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def many_hands(scorer, players) -> None:
    """Asha made 9 of 12 grands, and 1 of 1 in clubs that is not over yet; Bimal lost one null."""
    play(scorer, players[:3], *[GRAND] * 9, *[LOST_GRAND] * 3, LOST_NULL, PASSED)
    start(scorer, players[:3]).record(CLUBS)


@pytest.fixture
def page_of(standings_page) -> Page:
    """The text of a player's page as Vera sees it."""
    return lambda player, game="skat": text_of(standings_page(f"players/{player.pk}/?game={game}"))


def test_the_page_of_a_player(page_of, many_hands, players):
    asha = page_of(players[0])
    assert "Hands declared Contract Hands Made Clubs 1 of 1 Grand 9 of 12 75% All 10 of 13 77% Hands of open " in asha
    assert "Only" not in asha
    bimal = page_of(players[1])
    assert "Hands declared Contract Hands Made Null 0 of 1 Only 1 hand: this says little." in bimal
    assert "Hands declared" not in page_of(players[2])


def test_the_standings(standings_page, many_hands):
    page = text_of(standings_page("?game=skat"))
    assert "Hands declared Contract Hands Made Clubs 1 of 1 Grand 9 of 12 75% Null 0 of 1 All 10 of 14 71%" in page
    assert "Player Made A Asha 10 of 13 77% B Bimal 0 of 1 Hands declared for a spreadsheet (CSV)" in page
    assert "As a partner" not in page


def test_declared_hands_are_shown_before_a_series_ends(standings_page, scorer, players):
    start(scorer, players[:3], "skat").record(PASSED)
    assert "Hands declared" not in text_of(standings_page())
    start(scorer, players[:3]).record(GRAND, LOST_NULL)
    page = text_of(standings_page())
    assert "No standings yet" in page
    assert "Hands declared Contract Hands Made Grand 1 of 1 Null 0 of 1 All 1 of 2" in page
    start(scorer, players[:3]).record(CLUBS)
    assert "Clubs 1 of 1 Grand 1 of 1" in text_of(standings_page())


def test_declared_hands_of_open_series_are_shown_after_another_game_has_ended(
    four_play, standings_page, scorer, players
):
    four_play([18, 12, 10, 0])
    play(scorer, players, {"team": 0, "bid": 100, "trump": "hearts", "points": 122, "taker": 0}, game="belote")
    start(scorer, players[:3]).record(GRAND, LOST_NULL)
    start(scorer, players, "jaago-chalis").record({"points_won": [18, 12, 10, 0]})
    start(scorer, players, "spades")
    first = standings_page()
    games = re.findall(r'href="\?game=([\w-]+)"', first)
    assert sorted(games) == ["all", "belote", "jaago-chalis", "skat"]
    assert games[-1] == "skat"
    page = text_of(standings_page("?game=skat"))
    assert "No standings yet" in page
    assert "Hands declared Contract Hands Made Grand 1 of 1 Null 0 of 1 All 1 of 2" in page
    assert "Hands declared" not in text_of(standings_page("?game=skat&until=2020-01-01"))
    play(scorer, players[:3], CLUBS)
    page = text_of(standings_page("?game=skat"))
    assert "No standings yet" not in page
    assert "Clubs 1 of 1 Grand 1 of 1" in page


def test_the_file_has_the_days_of_the_page(many_hands, bobs_phone, circle):
    page = bobs_phone.get(f"/circles/{circle.pk}/standings/?game=skat&since=2020-01-01").content.decode()
    address = f"/api/v1/circles/{circle.pk}/declared.csv?game=skat&amp;from=2020-01-01"
    assert f'href="{address}"' in page
    assert bobs_phone.get(address.replace("&amp;", "&")).content.decode().count("\n") == 6
    elsewhen = text_at(bobs_phone, f"/circles/{circle.pk}/standings/?game=skat&until=2020-01-01")
    assert "Hands declared" not in elsewhen


def test_partners(standings_page, page_of, scorer, players):
    call = {"game": "call", "declarer": 0, "partner": 2, "points": 75}
    lost = {"game": "call", "declarer": 1, "partner": 2, "points": 60}
    play(scorer, players, call, lost, game="schafkopf")
    page = text_of(standings_page("?game=schafkopf"))
    assert "Hands declared Contract Hands Made Rufspiel 1 of 2 Only 2 hands: this says little." in page
    assert "Player Made As a partner A Asha 1 of 1 – B Bimal 0 of 1 – C Chandra – 1 of 2 " in page
    partner = page_of(players[2], "schafkopf")
    assert "Hands declared Contract Hands Made As a partner 1 of 2 Only 2 hands: this says little." in partner


def test_games_in_which_nobody_declares(four_play, standings_page, page_of, scorer, players):
    four_play([18, 12, 10, 0])
    hand = {"team": 0, "bid": 100, "trump": "hearts", "points": 122}
    play(scorer, players, hand, game="belote")  # nobody wrote down who took
    for game in ("jaago-chalis", "belote", "all"):
        assert "Hands declared" not in text_of(standings_page(f"?game={game}"))
        assert "Hands declared" not in page_of(players[0], game)


def test_the_page_is_up_to_date_after_a_hand_of_an_open_series(page_of, scorer, players):
    play(scorer, players[:3], GRAND)
    open_one = start(scorer, players[:3])
    assert "Grand 1 of 1 Only" in page_of(players[0])
    open_one.record(LOST_GRAND)
    assert "Grand 1 of 2 Only" in page_of(players[0])
    open_one.undo()
    assert "Grand 1 of 1 Only" in page_of(players[0])


def test_the_dearest_hand(four_play, standings_page, scorer, players, bobs, circle):
    """122, then −434, which is dearer; a later hand as dear breaks no record. In belote the points go to the others."""
    one = play(scorer, players[:3], CLUBS, GRAND)
    two = play(scorer, players[:3], GRAND, LOST_GRAND, LOST_GRAND | {"declarer": 1})
    play(scorer, players[:3], LOST_GRAND | {"declarer": 2})
    records = bobs.get(f"circles/{circle.pk}/records?game=skat").json()["records"]
    (dearest,) = [record for record in records if record["record"] == "dearest_hand"]
    history = [
        (mark["value"], mark["players"][0]["name"], mark["series"], mark["number"]) for mark in dearest["history"]
    ]
    assert history == [(122, "Asha", one.series.pk, 2), (-434, "Asha", two.series.pk, 2)]
    page = standings_page("records/?game=skat")
    assert "Dearest hand" in page
    assert "−434" in page
    assert f'href="/series/{two.series.pk}/hands/2/"' in page

    failed = {"team": 0, "bid": 100, "trump": "hearts", "points": 90, "taker": 2}
    play(scorer, players, failed | {"points": 122, "taker": 0}, failed, failed | {"taker": None}, game="belote")
    records = bobs.get(f"circles/{circle.pk}/records?game=belote").json()["records"]
    assert [(record["value"], record["number"]) for record in records if record["record"] == "dearest_hand"] == [
        (-260, 2)
    ]
    four_play([18, 12, 10, 0])
    records = bobs.get(f"circles/{circle.pk}/records?game=jaago-chalis").json()["records"]
    assert "dearest_hand" not in [record["record"] for record in records]
