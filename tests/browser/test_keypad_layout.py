"""The keypad screen fits on a phone with every message: nothing has to be scrolled or is covered."""

import pytest
from playwright.sync_api import Page, expect

from games.registry import BY_SLUG
from tests.browser.cut import cut_texts
from tests.browser.table import Table, box, height, open_entry, small_targets, start_table, tap_keys, width
from tests.browser.visitor import ANYTHING, PHONE, Visitor, ready

OTHER_WAYS = ".entry__other"
SMALL_PHONE = {"width": 360, "height": 640}
ON_ITS_SIDE = {"width": 640, "height": 360}
LONGEST_NAME = "Maximiliane Theodora Habsburg-Lora"
SHIFTS = """() => new Promise((resolve) => {
    const moved = [];
    const nameOf = ({ node, previousRect, currentRect }) =>
        `${node?.className ?? "gone"}: from ${previousRect.y} to ${currentRect.y}`;
    const note = (entry) => moved.push(`${entry.value} ${entry.sources.map(nameOf).join(", ")}`);
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(note));
    observer.observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve(moved), 300);
})"""
LANGUAGES = pytest.mark.parametrize("language", ["en", "ne"])


@pytest.fixture
def phone_in(visit, table):
    def open_one(language: str, **options: object) -> Page:
        page = open_entry(visit(language=language, **options), *table)
        expect(page.locator(".entry [data-keys]")).to_be_visible()
        return page

    return open_one


def is_fully_visible(page: Page) -> bool:
    lowest = box(page.locator(OTHER_WAYS))
    assert width(page) <= PHONE["width"]
    return height(page) == PHONE["height"] and lowest["y"] + lowest["height"] <= PHONE["height"]


@LANGUAGES
def test_the_notice_about_restored_figures_covers_no_button(phone_in, language):
    page = phone_in(language)
    tap_keys(page, "1", "next", "5")
    expect(page.locator(".entry__note--wrong")).to_be_visible()
    page.reload()
    ready(page)
    expect(page.locator("[data-restored]")).to_be_visible()
    expect(page.locator(".seat-tile .seat-mark").first).to_be_visible()
    expect(page.locator(".entry__note--wrong")).to_be_visible()
    assert is_fully_visible(page)
    assert small_targets(page) == []


@LANGUAGES
def test_the_notice_about_a_changed_unsaved_hand_covers_no_button(phone_in, language):
    page = phone_in(language, may_log=ANYTHING)
    page.route("**/hands/new/", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    tap_keys(page, "1", "4", "next", "1", "0", "next", "8", "next")
    page.locator(".entry .button--wide").tap()
    expect(page.locator("[data-unsaved]")).to_be_visible()
    tap_keys(page, "8")
    expect(page.locator(OTHER_WAYS)).to_be_visible()
    assert is_fully_visible(page)


@LANGUAGES
def test_the_toast_after_saving_names_the_hand_and_offers_undo(phone_in, language):
    """It stays for ten seconds and covers no title, figure, key or link, so the next hand can be entered."""
    page = phone_in(language)
    tap_keys(page, "1", "4", "next", "1", "0", "next", "8", "next")
    page.locator(".entry .button--wide").tap()
    page.locator(".toast").evaluate("(toast) => Promise.all(toast.getAnimations().map((each) => each.finished))")
    toast = box(page.locator(".toast"))
    name, tiles = box(page.locator(".app-bar__name")), box(page.locator(".entry .seats"))
    assert toast["x"] >= name["x"] + name["width"]
    assert toast["x"] + toast["width"] <= box(page.locator(".menu summary"))["x"]
    assert toast["y"] + toast["height"] <= tiles["y"]
    assert is_fully_visible(page)


def open_with_long_names(visitor: Visitor, table: Table) -> Page:
    players = table.scorer.circle.players
    players.filter(name="Chandra").update(name=LONGEST_NAME)
    players.filter(name="Deepa").update(name="Deepa Kumari")
    return open_entry(visitor, *table)


@pytest.mark.parametrize("size", [SMALL_PHONE, ON_ITS_SIDE], ids=["small", "on its side"])
def test_keypad_and_save_are_on_a_short_screen(visit, table, size):
    page = open_with_long_names(visit(size=size), table)
    for found in (page.locator(".entry .key").all(), page.locator(".entry .button--wide").all()):
        for each in found:
            assert box(each)["y"] + box(each)["height"] <= size["height"]
    assert page.evaluate("scrollY") == 0
    assert small_targets(page) == []
    assert cut_texts(page) == []


def test_nothing_moves_when_the_keypad_appears(phone_in):
    page = phone_in("en")
    assert page.evaluate(SHIFTS) == []


@LANGUAGES
def test_every_text_can_be_read_with_letters_of_twice_the_size(visit, table, language):
    page = open_with_long_names(visit(bypass_csp=True, language=language), table)
    tap_keys(page, "1", "4", "next")
    for letters in ("130%", "150%", "200%"):
        assert cut_texts(page, letters) == []


def test_further_questions_open_above_the_keys(visit, scorer):
    page = open_entry(visit(), *start_table(scorer, BY_SLUG["jass"], "schieber", point_value="0"))
    page.locator(".entry__more > summary").tap()
    keys, first = page.locator("[data-keys]"), page.locator(".entry__more fieldset").first
    expect(first).to_be_visible()
    page.wait_for_function("() => scrollY > 0")
    question = box(first)
    assert box(page.locator("header").first)["height"] <= box(page.locator(".entry__more > summary"))["y"]
    assert question["y"] + question["height"] < box(keys)["y"]
