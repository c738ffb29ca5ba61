"""Keys that open questions in place of the keypad: Weis, Stöck and the match of Jass."""

import pytest
from playwright.sync_api import Locator, Page, expect

from games.registry import BY_SLUG
from tests.browser.cut import cut_texts
from tests.browser.table import open_entry, open_series, small_targets, start_table, stored, tap_keys
from tests.browser.visitor import PHONE

SHORT = {"width": 360, "height": 640}


@pytest.fixture
def schieber(scorer):
    return start_table(scorer, BY_SLUG["jass"], "schieber", point_value="0")


def key(page: Page, label: str) -> Locator:
    return page.locator(".asks-key", has_text=label)


def panel(page: Page) -> Locator:
    return page.locator(".entry__panel[data-open]")


def save(page: Page) -> None:
    """58 points for Asha and Chandra, with hearts for trump."""
    tap_keys(page, *"58", "next", "next")
    page.get_by_role("group", name="Trump").get_by_text("Rosen").tap()
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.get_by_role("button", name="Save hand 2")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, SHORT], ids=["phone", "short"])
def test_weis_takes_three_taps(visit, schieber, size):
    page = open_entry(visit(size=size), *schieber)
    keypad = page.locator("[data-keys]")
    key(page, "Weis").tap()
    expect(keypad).to_be_hidden()
    assert small_targets(page) == []
    assert cut_texts(page) == []
    panel(page).get_by_text("Bimal & Deepa").tap()
    panel(page).get_by_role("button", name="50", exact=True).tap()
    expect(panel(page)).to_have_count(0)
    expect(keypad).to_be_visible()
    expect(key(page, "Weis")).to_contain_text("Weis 50")
    expect(key(page, "Weis")).to_contain_text("Bimal & Deepa")
    save(page)
    assert [(record["meld_team"], record["melds"]) for record in stored()] == [(1, [50])]
    expect(key(page, "Weis")).to_have_text("Weis")


def test_a_second_weis_is_added_and_all_can_be_cleared(visit, schieber):
    page = open_entry(visit(), *schieber)
    key(page, "Weis").tap()
    panel(page).get_by_role("button", name="20", exact=True).tap()  # no team is chosen yet
    panel(page).get_by_role("button", name="20", exact=True).tap()
    panel(page).get_by_text("Asha & Chandra").tap()
    expect(key(page, "Weis")).to_contain_text("2 × 20")
    key(page, "Weis").tap()
    panel(page).get_by_role("button", name="100", exact=True).tap()
    expect(key(page, "Weis")).to_contain_text("2 × 20 + 100")
    key(page, "Weis").tap()
    panel(page).get_by_role("button", name="Clear").tap()
    expect(key(page, "Weis")).to_have_text("Weis")
    page.locator(".seat-tile").nth(1).tap()  # to type a figure there
    expect(panel(page)).to_have_count(0)
    page.locator(".seat-tile").nth(0).tap()
    save(page)
    assert stored()[0]["melds"] == []


def test_only_one_key_is_open_and_stoeck_takes_two_taps(visit, schieber):
    page = open_entry(visit(), *schieber)
    key(page, "Weis").tap()
    key(page, "Stöck").tap()
    expect(panel(page)).to_have_count(1)
    expect(key(page, "Weis")).to_have_attribute("aria-expanded", "false")
    panel(page).get_by_text("Asha & Chandra").tap()
    expect(panel(page)).to_have_count(0)
    save(page)
    assert stored()[0]["stoeck"] == 0


def test_what_was_answered_is_there_after_the_page_was_left(visit, schieber):
    me, series = schieber
    visitor = visit()
    page = open_entry(visitor, me, series)
    key(page, "Weis").tap()
    panel(page).get_by_text("Bimal & Deepa").tap()
    panel(page).get_by_role("button", name="150", exact=True).tap()
    page.close()
    expect(key(open_series(visitor, me, series, "enter_hand"), "Weis")).to_contain_text("Weis 150")


def test_257_is_a_match_and_leaves_nothing(visit, schieber):
    page = open_entry(visit(), *schieber)
    tap_keys(page, *"257")
    expect(page.locator("[data-remainder]")).to_have_text("0 left")
    tap_keys(page, "next")
    expect(page.locator("[data-remainder]")).to_have_text("Comes to 257")
    page.get_by_role("group", name="Trump").get_by_text("Rosen").tap()
    expect(page.locator("#tile-0")).to_have_text("+257 makes 257")
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.get_by_role("button", name="Save hand 2")).to_be_visible()
    assert [(record["card_points"], record["match"]) for record in stored()] == [([157, 0], 0)]


def test_without_a_script_the_questions_stand_above_save(visit, schieber):
    page = open_entry(visit(java_script_enabled=False), *schieber)
    expect(key(page, "Weis")).to_be_hidden()
    page.locator("#figure_0").fill("100")
    page.locator("#figure_1").fill("57")
    page.locator("[name=trump][value=hearts]").check(force=True)
    page.locator("[name=meld_team][value='1']").check(force=True)
    page.locator("[name=melds_1]").select_option("1")
    page.get_by_role("button", name="Save hand 1").click()
    assert [(record["meld_team"], record["melds"]) for record in stored()] == [(1, [50])]
