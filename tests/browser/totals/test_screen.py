"""The keypad screen: it fits, is accessible, loads little, and the phone's screen stays on."""

import gzip
import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from ledger.series.services import Submit, record_hand
from tests.browser.axe import findings_in
from tests.browser.table import box, height, open_entry, sign_in, small_targets, stored, width
from tests.browser.totals.conftest import Phone, saved
from tests.browser.visitor import DESK, PHONE, SMALLEST_PHONE, first_load, ready
from tests.ledger.following.weight import STYLE_SHEET, style_sheet
from tests.needs import daily

FIRST_LOAD_LIMIT = 60_000


@pytest.mark.parametrize("language", daily(["ne", "en"]))
def test_the_screen_fits_without_scrolling_with_any_message(visit, table, language):
    me, series = table
    visitor = visit()
    visitor.context.add_cookies([{"name": "django_language", "value": language, "url": visitor.site}])
    phone = Phone(open_entry(visitor, me, series))
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


@pytest.mark.parametrize("size", daily([PHONE, DESK]), ids=["phone", "desk"])
def test_the_screen_in_every_theme(visit, table, size):
    me, series = table
    visitor = visit(size=size, bypass_csp=True)
    page = open_entry(visitor, me, series)
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
    visitor.console_errors.clear()


def test_a_deal_can_be_thrown_in(open_phone):
    page = open_phone(bypass_csp=True).page
    page.get_by_role("link", name="Thrown in").tap()
    expect(page.get_by_role("heading", name="The deal was thrown in")).to_be_visible()
    assert findings_in(page, "light", "dark") == []
    page.get_by_label("What happened?").fill("A card lay face up")
    page.get_by_role("button", name="Save").tap()
    saved(page, 4)
    assert stored()[3] == {"thrown_in": True, "reason": "A card lay face up"}


def test_the_first_load_is_small(visit, table):
    me, series = table
    visitor = visit()
    sign_in(visitor, me.user)
    responses = first_load(visitor.context.new_page(), visitor.site + reverse("series:enter_hand", args=[series.pk]))
    loaded = {response.url.partition("/static/")[2] or "page": response.body() for response in responses}
    # Users get the parts of the style sheet in one file, as collectstatic puts them together.
    parts = {f"css/{name.decode()}" for name in re.findall(rb'@import url\("(.+?)"\)', loaded[STYLE_SHEET])}
    loaded = {name: body for name, body in loaded.items() if name not in parts} | {STYLE_SHEET: style_sheet()}
    sizes = {name: len(gzip.compress(body)) for name, body in loaded.items()}
    assert any("keypad" in name for name in sizes)
    assert sum(sizes.values()) < FIRST_LOAD_LIMIT, sizes


def test_the_screen_stays_on_during_scoring(visit, table):
    me, series = table
    visitor = visit(bypass_csp=True)  # wait_for_function evaluates text, which the policy forbids
    visitor.context.add_init_script(
        """window.asked = [];
        const wakeLock = { request: async (kind) => window.asked.push(kind) };
        Object.defineProperty(navigator, "wakeLock", { value: wakeLock });"""
    )
    page = open_entry(visitor, me, series)
    page.wait_for_function("window.asked.length > 0")
    assert page.evaluate("window.asked") == ["screen"]
