"""The keypad screen fits on a phone with every message: nothing has to be scrolled or is covered."""

from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Locator, Page, Route, expect

from ledger.circles.models import Member
from ledger.series.models import Series
from tests.browser.conftest import PHONE, Visitor, ready
from tests.browser.table import bobs_series, height, open_entry, small_targets, width

OTHER_WAYS = ".entry__other"
LANGUAGES = pytest.mark.parametrize("language", ["en", "ne"])


@pytest.fixture
def bob(transactional_db: None) -> tuple[Member, Series]:
    return bobs_series(hands=3)


@pytest.fixture
def phone_in(visit: Callable[..., Visitor], bob: tuple[Member, Series]) -> Callable[[str], tuple[Visitor, Page]]:
    def open_one(language: str) -> tuple[Visitor, Page]:
        visitor = visit()
        visitor.context.add_cookies([{"name": "django_language", "value": language, "url": visitor.site}])
        page = open_entry(visitor, bob[0].user, bob[1])
        expect(page.locator(".entry [data-keys]")).to_be_visible()
        return visitor, page

    return open_one


def tap(page: Page, *keys: str) -> None:
    for key in keys:
        page.locator(f"[data-key={key}]").tap()


def box(found: Locator) -> FloatRect:
    around = found.bounding_box()
    assert around is not None
    return around


def is_fully_visible(page: Page) -> bool:
    lowest = box(page.locator(OTHER_WAYS))
    assert width(page) <= PHONE["width"]
    return height(page) == PHONE["height"] and lowest["y"] + lowest["height"] <= PHONE["height"]


@LANGUAGES
def test_the_notice_about_restored_figures_covers_no_button(
    phone_in: Callable[[str], tuple[Visitor, Page]], language: str
) -> None:
    _visitor, page = phone_in(language)
    tap(page, "'1'", "next", "'5'")
    expect(page.locator(".entry__note--wrong")).to_be_visible()
    page.reload()
    ready(page)
    expect(page.locator("[data-restored]")).to_be_visible()
    expect(page.locator(".entry__note--wrong")).to_be_visible()
    assert is_fully_visible(page)
    assert small_targets(page) == []


@LANGUAGES
def test_the_notice_about_a_changed_unsaved_hand_covers_no_button(
    phone_in: Callable[[str], tuple[Visitor, Page]], language: str
) -> None:
    visitor, page = phone_in(language)

    def cut_off(route: Route) -> None:
        if route.request.method == "POST":
            route.abort()
        else:
            route.continue_()

    page.route("**/hands/new/", cut_off)
    tap(page, "'1'", "'4'", "next", "'1'", "'0'", "next", "'8'", "next")
    page.locator(".entry .button--wide").tap()
    expect(page.locator("[data-unsaved]")).to_be_visible()
    tap(page, "'8'")
    expect(page.locator(OTHER_WAYS)).to_be_visible()
    assert is_fully_visible(page)
    visitor.console_errors.clear()


@LANGUAGES
def test_the_toast_after_saving_names_the_hand_and_offers_undo(
    phone_in: Callable[[str], tuple[Visitor, Page]], language: str
) -> None:
    """It stays for ten seconds and covers no figure, key or link, so the next hand can be entered."""
    _visitor, page = phone_in(language)
    tap(page, "'1'", "'4'", "next", "'1'", "'0'", "next", "'8'", "next")
    page.locator(".entry .button--wide").tap()
    page.locator(".toast").evaluate("(toast) => Promise.all(toast.getAnimations().map((each) => each.finished))")
    toast = box(page.locator(".toast"))
    back, tiles = box(page.locator(".app-bar__link").first), box(page.locator(".entry .seats"))
    assert toast["x"] >= back["x"] + back["width"]
    assert toast["y"] + toast["height"] <= tiles["y"]
    assert is_fully_visible(page)
