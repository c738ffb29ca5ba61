"""The keypad screen: it fits, is accessible, loads little, and the phone's screen stays on."""

import pytest
from playwright.sync_api import expect

from ledger.series.services import Submit, record_hand
from tests.browser.axe import findings_in
from tests.browser.table import box, height, open_entry, small_targets, stored, width
from tests.browser.totals.conftest import Phone, saved
from tests.browser.visitor import ANYTHING, DESK, PHONE, SMALLEST_PHONE, ready

FIRST_LOAD_LIMIT = 60_000


@pytest.mark.parametrize("language", ["ne", "en"])
def test_the_screen_fits_without_scrolling_with_any_message(visit, table, language):
    phone = Phone(open_entry(visit(language=language), *table))
    heights = [height(phone.page)]
    phone.type("1")
    expect(phone.page.locator(".entry__note--wrong")).to_be_visible()
    heights.append(height(phone.page))
    phone.type("6")
    phone.tap("[data-key=next]")
    phone.enter(["10", "2"])
    expect(phone.page.locator(".entry__note")).to_be_visible()
    heights.append(height(phone.page))
    assert heights == [PHONE["height"]] * 3
    assert width(phone.page) <= PHONE["width"]
    assert small_targets(phone.page) == []


def test_the_screen_fits_and_buttons_are_large_enough(open_phone):
    page = open_phone().page
    page.keyboard.type("1")
    expect(page.locator(".entry__note--wrong")).to_be_visible()
    for size in (SMALLEST_PHONE, {"width": 375, "height": 553}, PHONE, DESK):
        page.set_viewport_size(size)
        assert width(page) <= size["width"]
        assert small_targets(page) == []


def test_a_short_phone_shows_the_whole_keypad(open_phone):
    """An iPhone's browser leaves 664 of 844 pixels: all keys down to Save are visible."""
    page = open_phone(size={"width": 390, "height": 664}).page
    lowest = box(page.locator(".entry .button--primary"))
    assert lowest["y"] + lowest["height"] <= 664


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_screen_in_every_theme(visit, table, size):
    me, series = table
    page = open_entry(visit(size=size, bypass_csp=True, may_log=ANYTHING), me, series)
    expect(page.locator(".entry [data-keys]")).to_be_visible()
    page.keyboard.type("1")
    expect(page.locator(".entry__note--wrong")).to_be_visible()
    assert findings_in(page, "light", "dark") == []
    record_hand(series=series, submit=Submit(me, 4), record={"points_won": [14, 11.5, 8, 6.5]})
    for figure in ("14", "12", "8"):
        page.keyboard.press("Control+a")
        page.keyboard.type(figure)
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Another scorer was quicker")).to_be_visible()
    assert findings_in(page, "light", "dark") == []
    page.get_by_role("button", name="It is another hand: add mine").click()
    expect(page.get_by_role("heading", name="Asha won")).to_be_visible()
    ready(page)
    assert findings_in(page, "light", "dark") == []


def test_a_deal_can_be_thrown_in(open_phone):
    page = open_phone(bypass_csp=True).page
    page.get_by_role("link", name="Thrown in").tap()
    expect(page.get_by_role("heading", name="The deal was thrown in")).to_be_visible()
    assert findings_in(page, "light", "dark") == []
    page.get_by_label("What happened?").fill("A card lay face up")
    page.get_by_role("button", name="Save").tap()
    saved(page, 4)
    assert stored()[3] == {"thrown_in": True, "reason": "A card lay face up"}


def test_the_screen_stays_on_during_scoring(visit, table):
    visitor = visit(bypass_csp=True)  # wait_for_function evaluates text, which the policy forbids
    visitor.context.add_init_script(
        """window.asked = [];
        const wakeLock = { request: async (kind) => window.asked.push(kind) };
        Object.defineProperty(navigator, "wakeLock", { value: wakeLock });"""
    )
    page = open_entry(visitor, *table)
    page.wait_for_function("window.asked.length > 0")
    assert page.evaluate("window.asked") == ["screen"]
