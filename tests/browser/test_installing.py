"""Khata on the home screen: what a browser needs for it, and the offer after the first series that is over."""

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from ledger.circles.models import Member
from ledger.circles.roles import Role
from tests.browser.axe import faults
from tests.browser.table import open_series, start_j40
from tests.browser.visitor import ready

pytestmark = pytest.mark.hands(4)

# Sends the event that Chromium sends some time after loading, if the site can be installed.
CAN_BE_INSTALLED = """() => {
    const event = new Event("beforeinstallprompt", { cancelable: true });
    event.prompt = () => { window.asked = (window.asked ?? 0) + 1; };
    return dispatchEvent(event);
}"""
IPHONE = "delete window.onbeforeinstallprompt;"

ONLY_PRIVATE: list[dict[str, Any]] = [{"errorId": "in-incognito", "errorArguments": []}]  # as every test's context is


def offer_on(page: Page) -> Locator:
    return page.get_by_role("region", name="Keep Khata on this phone's home screen")


def test_the_browser_finds_nothing_wrong_with_the_manifest(open_page):
    page = open_page("/")
    chromium = page.context.new_cdp_session(page)
    found = chromium.send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert (manifest["id"], manifest["start_url"], manifest["scope"]) == ("/", "/", "/")
    assert chromium.send("Page.getInstallabilityErrors")["installabilityErrors"] in ([], ONLY_PRIVATE)


@pytest.mark.parametrize("answer", ["Add", "Not now"])
def test_the_offer_is_made_until_it_is_answered(visit, table, answer):
    page = open_series(visit(), *table)
    expect(offer_on(page)).to_have_count(0)  # hidden until the browser says that it can be installed
    assert page.evaluate(CAN_BE_INSTALLED) is False  # so the browser does not ask as well
    expect(offer_on(page)).to_be_visible()
    page.reload()
    ready(page)
    page.evaluate(CAN_BE_INSTALLED)
    offer_on(page).get_by_role("button", name=answer).tap()
    expect(offer_on(page)).to_have_count(0)
    assert page.evaluate("window.asked ?? 0") == (1 if answer == "Add" else 0)
    page.reload()
    ready(page)
    page.evaluate(CAN_BE_INSTALLED)
    expect(offer_on(page)).to_have_count(0)


def test_an_iphone_is_told_how(visit, table):
    visitor = visit(bypass_csp=True)  # axe sets styles while it measures
    visitor.context.add_init_script(IPHONE)
    page = open_series(visitor, *table)
    expect(offer_on(page)).to_contain_text("Tap Share in your browser, or its menu, then “Add to Home Screen”.")
    expect(offer_on(page).get_by_role("button")).to_have_text(["Not now"])
    assert faults(page) == []
    offer_on(page).get_by_role("button", name="Not now").tap()
    page.reload()
    ready(page)
    expect(offer_on(page)).to_have_count(0)


@pytest.mark.parametrize(("hands", "role"), [(3, Role.SCORER), (4, Role.VIEWER)])
def test_only_a_scorer_is_asked_and_only_after_the_end(visit, scorer, hands, role):
    me, series = start_j40(scorer, hands)
    Member.objects.filter(pk=me.pk).update(role=role)
    page = open_series(visit(), me, series)
    page.evaluate(CAN_BE_INSTALLED)
    expect(page.locator("[data-install]")).to_have_count(0)
