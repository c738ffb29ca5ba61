"""The keypad screen on the phones of two scorers, Bob and Carla."""

import re
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from ledger.circles.models import Member
from ledger.circles.roles import Role
from tests.browser.table import Table, open_entry, stop_the_clock
from tests.browser.visitor import ANYTHING, Visitor
from tests.ledger.conftest import join, make_user

SAVE = "**/hands/new/"
LOOK = "**/hands/preview/*"
THE_SERIES = re.compile(r"/series/\w+/$")
HAND = ["14", "11½", "8"]  # and 6½, which is filled in
TOTALS = [
    (HAND, {"points_won": [14, 11.5, 8, 6.5]}),
    (["16", "8½", "8½"], {"points_won": [16, 8.5, 8.5, 7]}),
]


@dataclass
class Phone:
    """The keypad screen. It counts the taps."""

    page: Page
    taps: int = 0

    def tap(self, selector: str) -> None:
        self.taps += 1
        self.page.locator(selector).tap()

    def type(self, figure: str) -> None:
        for sign in figure:
            self.tap(f"[data-key='{'half' if sign == '½' else sign}']")

    def enter(self, figures: list[str]) -> None:
        """Type all figures but the last one, which the key for the rest fills in."""
        for figure in figures:
            self.type(figure)
            self.tap("[data-key=next]")

    def save(self) -> None:
        self.tap(".entry .button--primary")


@pytest.fixture
def open_phone(visit, table):
    def open_one(**options: Any) -> Phone:
        page = open_entry(visit(**options), *table)
        if options.get("java_script_enabled", True):
            expect(page.locator(".entry [data-keys]")).to_be_visible()
        return Phone(page)

    return open_one


@pytest.fixture
def phone(open_phone):
    return open_phone()


@pytest.fixture
def failing(visit, table):
    """A phone whose requests may fail, and whose clock a test can stop, so that the page tries nothing again."""
    visitor = visit(may_log=ANYTHING)
    visitor.context.clock.install()
    return opened(visitor, table.scorer, table)


def opened(visitor: Visitor, me: Member, table: Table) -> Phone:
    page = open_entry(visitor, me, table.series)
    expect(page.locator(".entry [data-keys]")).to_be_visible()
    return Phone(page)


@pytest.fixture
def carla(table):
    """The second scorer, with her own phone."""
    me, _series = table
    return join(me.circle, make_user("Carla"), Role.SCORER)


@pytest.fixture
def second(visit, carla, table):
    return opened(visit(may_log="409|sendError|ERR_FAILED"), carla, table)  # a conflict, and a lost network


def expect_figures(page: Page, figures: list[str]) -> None:
    for seat, figure in enumerate(figures):
        expect(page.locator(f"#figure_{seat}")).to_have_value(figure)


def expect_details(page: Page, details: list[str]) -> None:
    for seat, detail in enumerate(details):
        expect(page.locator(f"#tile-{seat}")).to_have_text(detail)


def unsaved(page: Page) -> Any:
    return page.locator("[data-unsaved]")


def kept(page: Page) -> str | None:
    return page.evaluate("Object.keys(localStorage).length ? JSON.stringify(localStorage) : null")


def saved(page: Page, number: int) -> None:
    expect(page.get_by_role("button", name=f"Save hand {number + 1}")).to_be_visible()


def save_in_vain(phone: Phone) -> None:
    """Enter a hand and save it, while the clock stands still and no save reaches the site."""
    phone.enter(HAND)
    stop_the_clock(phone.page)
    phone.page.route(SAVE, lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    phone.save()
    expect(unsaved(phone.page)).to_contain_text("Not saved")


def lose_answers(page: Page) -> list[int]:
    """The server gets the request, but the phone does not get the answer."""
    statuses: list[int] = []

    def lose(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        statuses.append(route.fetch().status)
        route.abort()

    page.route(SAVE, lose)
    return statuses
