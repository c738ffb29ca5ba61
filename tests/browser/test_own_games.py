"""A game of the circle's own on the start page: options that depend on others, sums by place, and Play again."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from ledger.circles.models import Member
from ledger.series.models import Series
from tests.browser.table import NAMES, open_as, width
from tests.browser.visitor import DESK, PHONE, SMALLEST_PHONE, Visitor

pytestmark = pytest.mark.django_db(transaction=True)


def open_start(visitor: Visitor, scorer: Member, query: str = "?game=scorecard") -> Page:
    return open_as(visitor, scorer, reverse("start_series", args=[scorer.circle_id]) + query)


def seat_players(page: Page) -> None:
    for name in NAMES:
        page.locator(".person", has_text=name).click()


def open_options(page: Page) -> None:
    """Open the options of the second step."""
    page.get_by_role("link", name="Next").click()
    page.locator("summary", has_text="Options").click()


def choose(page: Page, answer: str) -> None:
    page.locator("label.segments__option", has_text=answer).click()


def test_options_without_effect_are_hidden(visit, scorer):
    page = open_start(visit(), scorer)
    seat_players(page)
    open_options(page)
    target, hands = (
        page.get_by_role("textbox", name="Target", exact=True, include_hidden=True),
        page.get_by_role("textbox", name="Number of hands", include_hidden=True),
    )
    expect(target).to_be_hidden()
    choose(page, "At a target")
    expect(target).to_be_visible()
    choose(page, "After a number of hands")
    expect(target).to_be_hidden()
    expect(hands).to_be_visible()
    expect(page.get_by_role("textbox", name="Rate", exact=True, include_hidden=True)).to_be_visible()
    choose(page, "By rank")
    expect(page.get_by_role("textbox", name="Rate", exact=True, include_hidden=True)).to_be_hidden()
    expect(page.get_by_role("group", name="Sums by place")).to_be_visible()


def test_all_options_are_shown_without_a_script(visit, scorer):
    page = open_start(visit(java_script_enabled=False), scorer)
    open_options(page)
    expect(page.get_by_role("textbox", name="Target", exact=True, include_hidden=True)).to_be_visible()
    expect(page.get_by_role("group", name="Sums by place")).to_be_visible()


def test_a_saved_game_can_be_played_again(visit, scorer):
    visitor = visit()
    page = open_start(visitor, scorer)
    seat_players(page)
    open_options(page)
    page.get_by_label("Name of the game").fill("Hearts")
    choose(page, "The fewest points win")
    choose(page, "By rank")
    lines = page.locator("[name=rule_ladder]:visible")
    for place, figure in enumerate(("3", "1", "1", "3")):
        lines.nth(place).fill(figure)
    # A phone's keys for figures have no minus.
    page.get_by_role("button", name="Turn the sign: Place 3 receives").click()
    expect(page.get_by_text("Comes to 6")).to_be_visible()
    page.get_by_role("button", name="Turn the sign: Place 4 receives").click()
    expect(page.get_by_text("Comes to 0")).to_be_visible()
    page.get_by_label("Keep it as our own game").check()
    page.locator(".start__go").get_by_role("button", name="Start").click()
    page.wait_for_url("**/hands/new/")
    expect(page.locator(".app-bar")).to_contain_text("Hearts")
    series = Series.objects.get()
    assert (series.rules["name"], series.rules["best"], series.rules["ladder"]) == ("Hearts", "low", [3, 1, -1, -3])

    page = open_start(visitor, scorer, query="")
    page.get_by_role("listitem").filter(has_text="Your own game").get_by_role("link", name="Hearts").click()
    page.locator(".start__terms").click()
    page.locator("summary", has_text="Options").click()
    expect(page.get_by_label("Name of the game")).to_have_value("Hearts")
    expect(page.locator("[name=rule_ladder]").nth(3)).to_have_value("−3")


def test_the_page_fits_the_width_of_a_phone(visit, scorer):
    page = open_start(visit(), scorer)
    seat_players(page)
    open_options(page)
    choose(page, "By rank")
    expect(page.get_by_role("group", name="Sums by place")).to_be_visible()
    for size in (SMALLEST_PHONE, PHONE, DESK):
        page.set_viewport_size(size)
        assert width(page) <= size["width"]
