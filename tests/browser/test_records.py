"""The records of a circle and new records at the end of a series, on a phone and a wide screen."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.axe import faults
from tests.browser.cut import cut_texts
from tests.browser.table import Table, open_as, small_targets
from tests.browser.visitor import DESK, PHONE
from tests.ledger.standings.test_api import play

NARROW = {"width": 360, "height": 640}


@pytest.fixture
def breaking(scorer):
    """The fourth series breaks records that Asha held: the highest hand, the highest total and the longest series."""
    players = list(scorer.circle.players.order_by("created_at"))
    for _series in range(3):
        play(scorer, players, [12, 11, 10, 7])
    last = play(scorer, players, [10, 18, 2, 10], [10, 10, 5, 15])
    play(scorer, players, [3, 0, 0, 0], game="scorecard", name="Kitti")
    return Table(scorer, last)


def faults_of(page: Page) -> list[str]:
    found = []
    for size in (PHONE, NARROW):
        page.set_viewport_size(size)
        found += small_targets(page) + cut_texts(page)
    return found + faults(page, ((NARROW, "light"), (PHONE, "dark"), (DESK, "light")))


def test_a_record_and_its_history(visit, breaking):
    me, last = breaking
    page = open_as(visit(bypass_csp=True), me, reverse("circle", args=[me.circle_id]))
    page.get_by_role("link", name="Standings").tap()
    page.get_by_role("link", name="Records").tap()
    expect(page.get_by_role("heading", name="Jaago-Chalis")).to_be_visible()
    best = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Highest hand"))
    expect(best.locator(".figure").first).to_have_text("18")
    expect(best.get_by_text("Asha")).to_be_hidden()
    best.locator("summary").tap()
    expect(best.get_by_text("Asha")).to_be_visible()
    page.evaluate("document.querySelectorAll('main details').forEach(details => { details.open = true; })")
    assert faults_of(page) == []
    best.get_by_role("link", name=re.compile("^Hand 1")).first.tap()
    page.wait_for_url(f"**/series/{last.pk}/hands/1/")


def test_another_game_is_chosen(visit, breaking):
    page = open_as(visit(), breaking.scorer, reverse("records", args=[breaking.scorer.circle_id]))
    page.get_by_role("link", name="Kitti").tap()
    expect(page.get_by_role("heading", name="Kitti")).to_be_visible()
    expect(page.locator(".record .figure").first).to_have_text("3")


def test_the_end_of_a_series_says_which_records_fell(visit, breaking):
    me, last = breaking
    page = open_as(visit(bypass_csp=True), me, reverse("series:page", args=[last.pk]))
    fallen = page.get_by_role("region", name="Records of the circle").get_by_role("listitem")
    expect(fallen.filter(has_text="Highest hand: 18")).to_contain_text("Bimal; before 12 by Asha on")
    expect(fallen.filter(has_text="Longest series: 2 hands")).to_contain_text("Bimal; before 1 hand by Asha on")
    assert faults_of(page) == []
    page.get_by_role("link", name="All records").tap()
    expect(page.get_by_role("heading", name="Jaago-Chalis")).to_be_visible()
