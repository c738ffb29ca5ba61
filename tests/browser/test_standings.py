"""Standings, the page of a player, the page about ratings and two players side by side, on a phone and at a desk."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from ledger.circles.models import Member, Player
from ledger.circles.services.players import rename_player
from tests.browser.axe import faults
from tests.browser.cut import cut_texts
from tests.browser.table import open_as, small_targets
from tests.browser.visitor import DESK, PHONE
from tests.ledger.standings.test_api import play

NARROW = {"width": 360, "height": 640}
HANDS = ([18, 12, 10, 0], [12, 18, 10, 0], [14, 12, 14, 0], [5, 8, 18, 9], [10, 10, 10, 10])


@pytest.fixture
def veteran(scorer):
    """Bob, after five series of Jaago-Chalis and three of a game in teams."""
    players = players_of(scorer)
    for hand in HANDS:
        play(scorer, players, hand)
    for points in ([10, 4], [4, 10], [10, 4]):
        play(scorer, players, points, game="scorecard", name="Kitti", teams=2)
    return scorer


def players_of(me: Member) -> list[Player]:
    return list(me.circle.players.order_by("created_at"))


def pages(me: Member) -> list[str]:
    asha, bimal, *_others = (player.pk for player in players_of(me))
    return [
        reverse("standings", args=[me.circle_id]),
        reverse("player_standings", args=[me.circle_id, asha]),
        reverse("standings_rating", args=[me.circle_id]),
        reverse("two_players", args=[me.circle_id, asha, bimal]),
    ]


def test_every_page_in_every_size_and_theme(visit, veteran):
    visitor = visit(bypass_csp=True)  # axe sets styles while it measures
    for path in pages(veteran):
        page = open_as(visitor, veteran, path)
        for size in (PHONE, NARROW):
            page.set_viewport_size(size)
            assert small_targets(page) == [], path
            assert cut_texts(page) == [], path
        page.evaluate("document.querySelectorAll('main details').forEach(details => { details.open = true; })")
        assert small_targets(page) == [], path
        looks = ((NARROW, "light"), (PHONE, "dark"), (DESK, "light"))
        assert faults(page, looks) == [], path
        page.close()


# The number of lines on which each text stands.
LINES = """texts => texts.map(text => {
  const range = document.createRange();
  range.selectNodeContents(text);
  return range.getClientRects().length;
})"""


def test_names_never_break_and_money_fits_on_a_small_phone(visit, veteran):
    for player, name in zip(players_of(veteran), ("Damson", "Wilhelmina", "Bishwa Bahadur"), strict=False):
        rename_player(player=player, name=name)
    for query in ("", "?game=all&sort=money"):
        page = open_as(visit(NARROW, locale="ne"), veteran, pages(veteran)[0] + query)
        names = page.locator(".standings__list bdi")
        assert names.count() == len(players_of(veteran))
        assert names.evaluate_all(LINES) == [1] * names.count()
        assert cut_texts(page) == []
        right = "rows => rows.every(row => row.lastElementChild.getBoundingClientRect().right <= innerWidth - 16)"
        assert page.locator(".standings__figures").evaluate_all(right)
        page.close()


def test_what_a_difference_of_ratings_means_fits_on_a_small_phone(visit, veteran):
    for language in ("en", "fr"):
        page = open_as(visit(NARROW, locale=language), veteran, pages(veteran)[2])
        assert page.locator(".chances").evaluate("it => it.scrollWidth <= it.parentElement.clientWidth")
        page.close()


def test_a_tap_shows_the_rest_of_the_columns(visit, veteran):
    page = open_as(visit(), veteran, pages(veteran)[0])
    expect(page.locator(".standings__table")).to_be_hidden()
    asha = page.locator(".standings__player", has_text="Asha")
    expect(asha.get_by_text("Best total")).to_be_hidden()
    asha.locator("summary").tap()
    expect(asha.get_by_text("Best total")).to_be_visible()
    asha.get_by_role("link", name="All about Asha").tap()
    expect(page.get_by_role("heading", name="Asha", exact=True)).to_be_visible()


def test_a_column_sorts_and_a_second_press_turns_it_round(visit, veteran):
    """Points a hand: Asha 59 / 5, Bimal 60 / 5, Chandra 62 / 5, Deepa 19 / 5."""
    page = open_as(visit(DESK), veteran, pages(veteran)[0])
    names = page.locator(".standings__table tbody th bdi")
    column = page.get_by_role("columnheader", name="Points a hand")
    column.get_by_role("link").click()
    expect(column).to_have_attribute("aria-sort", "descending")
    expect(names).to_have_text(["Chandra", "Bimal", "Asha", "Deepa"])
    column.get_by_role("link").click()
    expect(column).to_have_attribute("aria-sort", "ascending")
    expect(names).to_have_text(["Deepa", "Asha", "Bimal", "Chandra"])


def test_from_a_rival_to_both_side_by_side(visit, veteran):
    page = open_as(visit(), veteran, pages(veteran)[1])
    page.get_by_role("link", name="Kitti").tap()
    expect(page.get_by_role("link", name="With Chandra: won 2 of 3.")).to_be_visible()
    page.get_by_role("link", name="Jaago-Chalis").tap()
    page.get_by_role("link", name="Asha and Bimal are even: each was above in 2 of 5.").tap()
    expect(page.get_by_role("heading", name="Asha and Bimal", exact=True)).to_be_visible()
    page.get_by_text("Another game").tap()
    page.get_by_role("link", name="Kitti").tap()
    expect(page.get_by_text("Asha finishes above Bimal in 2 of 3.")).to_be_visible()


def test_compare_with_another_player(visit, veteran):
    page = open_as(visit(), veteran, pages(veteran)[1])
    page.get_by_text("Compare with another player").tap()
    page.locator(".player__others").get_by_role("link", name="Deepa").tap()
    expect(page.get_by_text("Asha finishes above Deepa in 3 of 5.")).to_be_visible()
    expect(page.get_by_role("row", name="Average place").locator("td").first).to_have_text("better: 2.20")
