"""Signing out empties the phone, after a warning if something waits in it."""

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from ledger.circles.models import Member
from ledger.series.models import Hand, Series
from tests.browser.axe import faults
from tests.browser.cut import cut_texts
from tests.browser.pocket.test_going_over import PREPARING
from tests.browser.table import open_as, sign_in, wait_until
from tests.browser.visitor import ANYTHING, Visitor

LEAVE = "/account/logout/"
KEEP = """async ([user, name, waits]) => {
    const store = await import("/static/js/pocket/store.js");
    const database = waits ? new ArrayBuffer(512) : null;
    await store.update({ id: user, name }, (record) => Object.assign(record, { database }));
}"""
PREPARED = """async ([user, name]) => {
    const store = await import("/static/js/pocket/store.js");
    await store.update({ id: user, name }, (record) => Object.assign(record, { bundle: { version: "" } }));
}"""
KEPT = """async () => {
    const store = await import("/static/js/pocket/store.js");
    const workers = await navigator.serviceWorker.getRegistrations();
    return [(await store.readAll()).map(({ user }) => user.name), await caches.keys(), workers.length];
}"""


def warning(page: Page) -> Locator:
    return page.locator("[data-still-waits]")


def sign_out(page: Page) -> None:
    page.get_by_role("button", name="Sign out").tap()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()


def open_with(visitor: Visitor, me: Member, *kept: tuple[Any, str, bool]) -> Page:
    page = open_as(visitor, me, "/rules/")
    for user, name, waits in kept:
        page.evaluate(KEEP, [str(user), name, waits])
    page.close()
    return visitor.open(LEAVE)


def open_prepared(visitor: Visitor, me: Member, series: Series) -> Page:
    """Open the series on a phone that has the newest bundle."""
    visitor.context.route("**/pocket/bundle.json", lambda route: route.fulfill(json={"version": ""}))
    sign_in(visitor, me.user)
    visitor.open("/rules/").evaluate(PREPARED, [str(me.user_id), "Bob"])
    return visitor.open(f"/series/{series.pk}/")


def test_who_signs_out_leaves_nothing_in_the_phone(visit, table):
    me, _series = table
    page = open_with(visit(), me, (me.user_id, "Bob", False))
    expect(warning(page)).to_be_hidden()
    sign_out(page)
    assert page.evaluate(KEPT) == [[], [], 0]
    assert page.evaluate("localStorage.length") == 0


def test_what_waits_is_said_before_it_is_deleted(visit, table):
    me, _series = table
    page = open_with(visit(bypass_csp=True), me, (me.user_id, "Bob", True))
    expect(warning(page).get_by_text("Changes still wait in this phone")).to_be_visible()
    assert faults(page) == []
    assert cut_texts(page) == []
    assert page.evaluate(KEPT)[0] == ["Bob"]


def test_another_persons_changes_stay(visit, table):
    me, _series = table
    page = open_with(visit(), me, (me.user_id, "Bob", False), (0, "Asha", True))
    expect(warning(page)).to_be_hidden()
    sign_out(page)
    assert page.evaluate(KEPT)[0] == ["Asha"]


def test_an_old_tab_deletes_nothing_that_waits(visit, table):
    """The series' page still says that the phone is ready, while a hand was entered without signal in another tab."""
    me, series = table
    page = open_prepared(visit(), me, series)
    expect(page.locator("body")).to_have_attribute("data-pocket", "ready")
    page.evaluate(KEEP, [str(me.user_id), "Bob", True])
    page.locator("[data-pocket-free]").tap()
    expect(page.locator("[data-pocket-when=waits]")).to_contain_text("The site does not have them yet")
    assert page.evaluate(KEPT)[0] == ["Bob"]
    page.evaluate(KEEP, [str(me.user_id), "Bob", False])
    page.reload()
    page.locator("[data-pocket-free]").tap()
    expect(page.locator("body")).to_have_attribute("data-pocket", "off")
    assert page.evaluate(KEPT)[0] == []


@pytest.mark.parametrize("late", ["rows/*/", "bundle.json"])
def test_a_late_answer_does_not_fill_an_emptied_phone(visit, table, late):
    page = open_prepared(visit(), *table)
    expect(page.locator("body")).to_have_attribute("data-pocket", "ready")
    waiting: list[Route] = []
    page.context.route(f"**/pocket/{late}", lambda route: waiting.append(route))  # noqa: PLW0108
    page.evaluate("document.dispatchEvent(new Event('cards:sent'))")
    wait_until(page, lambda: waiting)
    page.locator("[data-pocket-free]").tap()
    expect(page.locator("body")).to_have_attribute("data-pocket", "off")
    with page.expect_response(f"**/pocket/{late}"):
        waiting[0].continue_() if late == "rows/*/" else waiting[0].fulfill(body="cut off")
    page.wait_for_load_state("networkidle")
    assert page.evaluate(KEPT)[0] == []
    expect(page.locator("body")).to_have_attribute("data-pocket", "off")


def test_what_was_entered_while_the_page_was_open_is_said(visit, table):
    me, _series = table
    page = open_with(visit(), me, (me.user_id, "Bob", False))
    expect(warning(page)).to_be_hidden()
    page.evaluate(KEEP, [str(me.user_id), "Bob", True])
    page.get_by_role("button", name="Sign out").tap()
    expect(warning(page).get_by_text("Changes still wait in this phone")).to_be_visible()
    assert page.evaluate(KEPT)[0] == ["Bob"]
    sign_out(page)
    assert page.evaluate(KEPT)[0] == []


def test_a_sign_out_that_does_not_reach_the_site_deletes_nothing(visit, table):
    me, _series = table
    page = open_with(visit(may_log=ANYTHING), me, (me.user_id, "Bob", True))
    page.route(f"**{LEAVE}", lambda route: route.abort())
    page.get_by_role("button", name="Sign out").tap()
    expect(page.locator("#trouble")).to_contain_text("No connection")
    assert page.evaluate(KEPT)[0] == ["Bob"]


@pytest.mark.slow
def test_what_waits_is_saved_as_a_file_and_then_deleted(visit, table, made_bundle):
    me, series = table
    visitor = visit(may_log=ANYTHING)
    page = open_as(visitor, me, f"/series/{series.pk}/")
    page.locator("[data-pocket-prepare]").first.tap()
    expect(page.locator("body")).to_have_attribute("data-pocket", "ready", timeout=PREPARING)
    enter_a_hand_without_signal(visitor, page, series)
    page.goto(page.url.partition("/pocket/")[0] + LEAVE)
    with page.expect_download() as downloading:
        warning(page).get_by_role("button", name="Save as a file").tap()
    (change,) = json.loads(downloading.value.path().read_text())["changes"]
    assert (change["kind"], change["series"]) == ("recorded", series.pk)
    assert change["content"]["points_won"] == [14, 11.5, 8, 6.5]
    sign_out(page)
    assert page.evaluate(KEPT) == [[], [], 0]
    assert Hand.objects.filter(series=series).count() == 3


def enter_a_hand_without_signal(visitor: Visitor, page: Page, series: Series) -> None:
    """The site's API is not reached later either, so the hand still waits."""
    visitor.context.route("**/api/v1/**", lambda route: route.abort())
    visitor.context.set_offline(True)
    page.goto(page.url.partition("/series/")[0] + f"/pocket/#/series/{series.pk}/hands/new/")
    expect(page.locator("body")).to_have_attribute("data-pocket-state", "here", timeout=PREPARING)
    frame = page.frame_locator("iframe")
    for figure in ("14", "11½", "8"):
        for sign in figure:
            frame.locator(f"[data-key='{'half' if sign == '½' else sign}']").tap()
        frame.locator("[data-key=next]").tap()
    frame.locator(".entry .button--primary").tap()
    expect(page.locator("body")).to_have_attribute("data-pocket-waiting", "1")
    visitor.context.set_offline(False)
