"""The first page and the circle's page on a phone, with tonight's table at the top."""

import re
from itertools import product
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.series.models import Series
from ledger.series.services import Submit, stop_series
from tests.browser.axe import faults
from tests.browser.cut import cut_texts
from tests.browser.table import Table, open_as, small_targets
from tests.browser.visitor import DESK, PHONE, Visitor

SHORT_PHONE = {"width": 360, "height": 640}

pytestmark = pytest.mark.usefixtures("transactional_db")


def on_one_line(tabs: Locator) -> bool:
    return len(set(tabs.evaluate_all("all => all.map(each => each.getBoundingClientRect().top)"))) == 1


def stop(table: Table) -> None:
    me, series = table
    series.refresh_from_db()
    stop_series(series=series, submit=Submit(me, series.version), with_standard=False)


@pytest.fixture
def owner(scorer):
    scorer.role = Role.OWNER
    scorer.save()
    return scorer


def pages_of(visitor: Visitor, me: Member) -> tuple[Page, Page]:
    return open_as(visitor, me, "/"), visitor.open(reverse("circle", args=[me.circle_id]))


@pytest.mark.parametrize("javascript", [True, False], ids=["script", "no script"])
def test_from_the_first_page_to_the_next_hand_in_one_tap(visit, table, javascript):
    me, series = table
    home, circle = pages_of(visit(java_script_enabled=javascript), me)
    for page in (home, circle):
        page.get_by_role("link", name="Record hand 4").click()
        expect(page).to_have_url(re.compile(reverse("series:enter_hand", args=[series.pk])))


@pytest.mark.parametrize("javascript", [True, False], ids=["script", "no script"])
def test_the_same_as_last_time_in_one_tap(visit, table, javascript):
    stop(table)
    home, _circle = pages_of(visit(java_script_enabled=javascript), table.scorer)
    home.get_by_role("button", name="Same as last time").click()
    expect(home.get_by_role("heading", name="Hand 1")).to_have_count(1)
    assert Series.objects.filter(status="open").count() == 1


@pytest.mark.parametrize("state", ["open", "stopped"])
def test_every_look_can_be_read_and_touched(visit, table, state):
    if state == "stopped":
        stop(table)
    me = table.scorer
    me.circle.players.filter(name="Chandra").update(name="Maximiliane Theodora Habsburg-Lora")
    for page in pages_of(visit(bypass_csp=True), me):
        assert small_targets(page) == []
        assert faults(page, tuple(product((PHONE, DESK), ("light", "dark")))) == []
        for size, letters in ((SHORT_PHONE, "100%"), (PHONE, "130%"), (PHONE, "200%")):
            page.set_viewport_size(size)
            assert cut_texts(page, letters) == [], (page.url, size, letters)


def test_the_button_is_on_the_first_screen_of_a_small_phone(visit, table):
    home, circle = pages_of(visit(size=SHORT_PHONE), table.scorer)
    for page in (home, circle):
        box = page.get_by_role("link", name="Record hand 4").bounding_box()
        assert box["y"] + box["height"] <= SHORT_PHONE["height"], page.url


@pytest.mark.parametrize("language", ["en", "ne"])
def test_an_owners_tabs_stand_on_one_line(visit, owner, language):
    """Whichever tab is bold."""
    _home, page = pages_of(visit(size=SHORT_PHONE, locale=language), owner)
    expect(page.locator("html")).to_have_attribute("lang", language)
    tabs = page.locator(".tabs a")
    expect(tabs).to_have_count(5)
    page.evaluate("document.querySelector('.tabs [aria-current]').removeAttribute('aria-current')")
    for tab in tabs.all():
        tab.evaluate("tab => tab.setAttribute('aria-current', 'page')")
        assert on_one_line(tabs)
        assert page.evaluate("document.documentElement.scrollWidth") <= SHORT_PHONE["width"]
        tab.evaluate("tab => tab.removeAttribute('aria-current')")


def test_links_and_settings_are_found_without_tabs_of_their_own(visit, owner):
    page: Any = pages_of(visit(), owner)[1]
    page.get_by_role("link", name="People").click()
    page.get_by_role("link", name="Links", exact=True).click()
    expect(page.get_by_role("heading", name="Links", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="People")).to_have_attribute("aria-current", "true")
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
