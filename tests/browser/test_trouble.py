"""The message of a failed step stays on the screen until the person closes it or goes on."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from ledger.circles.models import Member
from ledger.series.models import Event
from tests.browser.axe import faults
from tests.browser.cut import cut_texts
from tests.browser.table import open_entry, stored, tap_keys
from tests.browser.visitor import ANYTHING

pytestmark = pytest.mark.hands(0)


def test_the_notice_after_a_failed_step_stays_until_it_is_closed(visit, table):
    page = open_entry(visit(size={"width": 360, "height": 640}, bypass_csp=True, may_log=ANYTHING), *table)
    page.route("**/a/step/", lambda route: route.fulfill(status=502, body="Bad gateway", content_type="text/html"))
    page.evaluate("htmx.ajax('POST', '/a/step/', { target: '#entry', swap: 'none' })")
    trouble = page.locator("#trouble .notice")
    expect(trouble).to_be_visible()
    # The preview of what is typed next is put in the page.
    with page.expect_response("**/hands/preview/**"):
        tap_keys(page, "1", "8", "next", "4", "next", "9", "next")
    page.wait_for_timeout(300)
    expect(trouble).to_be_visible()
    assert faults(page) == []
    assert cut_texts(page) == []
    trouble.get_by_role("button", name="Close").tap()
    expect(trouble).to_be_hidden()


# --- Responses from other servers, and a hand that another person typed ----------------------------------------------


def test_the_page_of_a_hotel_is_not_put_in_the_place_of_a_hand(visit, table):
    """Such a page counts as no signal: the hand waits on the screen, and is sent again."""
    page = open_entry(visit(size={"width": 360, "height": 640}), *table)
    asked: list[str] = []

    def ask_for_the_room(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(status=200, body="<h1>Your room, please</h1>", content_type="text/html")
        else:
            route.continue_()

    page.route("**/hands/new/", lambda route: ask_for_the_room(route) if is_post(route) else route.continue_())
    type_hand(page)
    page.locator(".entry .button--primary").tap()
    expect(page.locator("[data-unsaved]")).to_be_visible()
    expect(page.get_by_text("Your room, please")).to_have_count(0)
    expect(page.locator("#figure_0")).to_have_value("18")
    page.locator("[data-unsaved] button").first.tap()
    expect(page.get_by_role("button", name="Save hand 2")).to_be_visible()
    assert len(stored()) == 1


def test_what_one_person_typed_is_not_sent_by_the_next(visit, table):
    """A save of Bob's is lost, he signs out, and Alice signs in on the same phone."""
    me, series = table
    alice = Member.objects.get(user__username="alice")
    visitor = visit(size={"width": 360, "height": 640}, may_log=ANYTHING)
    page = open_entry(visitor, me, series)
    page.route("**/hands/new/", lambda route: route.abort() if is_post(route) else route.continue_())
    type_hand(page)
    page.locator(".entry .button--primary").tap()
    expect(page.locator("[data-unsaved]")).to_be_visible()
    page.goto(visitor.site + reverse("account_logout"))
    expect(page.get_by_text("A hand is not saved yet")).to_be_visible()
    page.unroute("**/hands/new/")
    visitor.context.clear_cookies()
    page = open_entry(visitor, alice, series)
    expect(page.locator("#figure_0")).to_have_value("")
    assert stored() == []
    visitor.context.clear_cookies()
    page = open_entry(visitor, me, series)
    expect(page.get_by_role("button", name="Save hand 2")).to_be_visible()
    assert len(stored()) == 1
    assert Event.objects.get(kind="recorded").by_name == me.name


def is_post(route: Route) -> bool:
    return route.request.method == "POST"


def type_hand(page: Page) -> None:
    tap_keys(page, "1", "8", "next", "4", "next", "9", "next", "9")
