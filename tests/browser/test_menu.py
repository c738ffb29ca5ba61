"""The menu of the app bar: the account, the rules, language and theme, on every page."""

from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import Locator, Page, expect

from ledger.lib.languages import LANGUAGES
from tests.browser.axe import faults
from tests.browser.cut import cut_texts
from tests.browser.table import open_entry, small_targets
from tests.browser.visitor import DESK, PHONE

SHORT_PHONE = {"width": 360, "height": 640}
OpenPage = Callable[..., Page]


def open_menu(page: Page) -> Locator:
    page.locator(".menu summary").click()
    panel = page.locator(".menu__panel")
    expect(panel).to_be_visible()
    return panel


@pytest.mark.parametrize("javascript", [True, False], ids=["script", "no script"])
def test_the_theme_can_be_chosen_and_is_kept(open_page, javascript):
    page = open_page("/", java_script_enabled=javascript, color_scheme="light")
    ground = "rgb(10, 24, 19)"
    expect(page.locator("html")).not_to_have_css("background-color", ground)
    dark = open_menu(page).get_by_role("button", name="Dark")
    with page.expect_response("**/theme/"):
        dark.click()
    expect(page.locator("html")).to_have_css("background-color", ground)
    expect(page.locator(".menu [value=dark]")).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_css("background-color", ground)


@pytest.mark.parametrize("javascript", [True, False], ids=["script", "no script"])
def test_the_language_can_be_chosen(open_page, javascript):
    page = open_page("/", java_script_enabled=javascript)
    open_menu(page).get_by_role("button", name="नेपाली").click()
    expect(page.locator("html")).to_have_attribute("lang", "ne")


def test_who_cannot_read_the_page_finds_the_languages_by_their_sign(open_page):
    """The sign is in the bar of every page, before the menu is opened, and in the menu beside the names."""
    for path in ("/", "/account/login/", "/check/"):
        page = open_page(path, locale="ne", viewport=SHORT_PHONE)
        expect(page.locator(".menu summary use[href='#i-languages']")).to_be_visible()
        panel = open_menu(page)
        expect(panel.locator("p use[href='#i-languages']")).to_be_visible()
        shown = panel.locator("[name=language]").all_inner_texts()
        assert shown == [language.name for language in LANGUAGES]
        assert cut_texts(page, "100%") == []


def test_a_visitor_finds_the_way_in_and_the_rules(open_page):
    panel = open_menu(open_page("/"))
    expect(panel.get_by_role("link", name="Sign in")).to_be_visible()
    expect(panel.get_by_role("link", name="Rules of the games")).to_be_visible()


def test_escape_and_a_tap_elsewhere_close_it(open_page):
    page = open_page("/")
    panel = open_menu(page)
    panel.get_by_role("link", name="Sign in").focus()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(page.locator(".menu summary")).to_be_focused()
    page.keyboard.press("Enter")
    expect(panel).to_be_visible()
    page.mouse.click(PHONE["width"] / 2, PHONE["height"] - 5)
    expect(panel).to_be_hidden()


def test_it_can_be_read_and_touched_in_every_look(open_page):
    page = open_page("/", bypass_csp=True)
    panel = open_menu(page)
    heights = panel.locator("a, button").evaluate_all("all => all.map(each => each.getBoundingClientRect().height)")
    assert min(heights) >= 48
    assert faults(page, tuple(product((PHONE, DESK), ("light", "dark")))) == []
    for size, letters in ((SHORT_PHONE, "100%"), (PHONE, "200%")):
        page.set_viewport_size(size)
        assert cut_texts(page, letters) == []


def test_on_the_entry_screen_what_was_typed_stays(visit, table):
    page = open_entry(visit(), *table)
    page.locator("[data-key='1']").click()
    open_menu(page).get_by_role("button", name="Dark").click()
    page.keyboard.press("Escape")
    expect(page.locator(".menu__panel")).to_be_hidden()
    assert "1" in page.locator(".seat-tile__input").evaluate_all("all => all.map(each => each.value)")
    assert small_targets(page) == []
