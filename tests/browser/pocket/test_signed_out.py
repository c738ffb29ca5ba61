"""Somebody is signed out while changes wait in the phone: the first page says so, and a guest has a way back."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from ledger.circles.models import Member, User
from ledger.circles.roles import Role
from ledger.series.models import Event, Series
from tests.browser.axe import faults
from tests.browser.cut import cut_texts
from tests.browser.pocket.test_sending import hands_in_phone
from tests.browser.table import open_as, sign_in
from tests.browser.visitor import ANYTHING, Visitor
from tests.ledger.conftest import join

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.hands(0)]

# What is left in the phone of a series whose rows were deleted.
KEEP = """async ([series, changes]) => {
    const { refresh } = await import("/static/js/pocket/prepare.js");
    const store = await import("/static/js/pocket/store.js");
    const { user } = await refresh(series);
    await store.update(user, (record) => Object.assign(record, { left: changes, waiting: changes.length, series: {} }));
}"""

OWN = """async ([user, name]) => {
    const store = await import("/static/js/pocket/store.js");
    await store.update({ id: user, name }, (record) => Object.assign(record, { bundle: { version: "" } }));
    store.own(user);
}"""


def notice(page: Page) -> Locator:
    return page.locator("[data-waits-here]")


def signed_out_with_hands(visitor: Visitor, me: Member, series: Series, address: str = "/") -> Page:
    page = open_as(visitor, me, "/rules/")
    page.evaluate(KEEP, [series.pk, hands_in_phone(me, series)])
    visitor.context.clear_cookies()
    page.goto(page.url.partition("/rules/")[0] + address)
    return page


@pytest.mark.parametrize("address", ["/", "/account/login/"])
def test_the_page_says_whose_changes_wait_and_offers_the_file(visit, table, address):
    page = signed_out_with_hands(visit(bypass_csp=True), *table, address)
    expect(notice(page)).to_contain_text("Only Bob can send them, signed in on this phone.")
    expect(notice(page).get_by_role("button", name="Go on as Bob")).to_be_hidden()
    assert faults(page) == []
    assert cut_texts(page) == []
    with page.expect_download() as download:
        notice(page).get_by_role("button", name="Save as a file").tap()
    assert len(json.loads(Path(download.value.path()).read_text())["changes"]) == 3


def test_a_phone_with_nothing_in_it_says_so_and_leads_to_the_site(visit):
    page = visit().open("/rules/")
    page.goto(page.url.replace("/rules/", "/pocket/"))
    expect(page.locator("[data-line]")).to_contain_text("this phone is not prepared for that")
    expect(page.get_by_role("link", name="To the site")).to_be_visible()
    expect(page.get_by_role("button", name="See what waits")).to_be_hidden()


def test_the_notice_of_another_person_does_not_change_whose_phone_it_is(visit, table):
    visitor = visit(may_log=ANYTHING)
    page = signed_out_with_hands(visitor, *table)
    vera = join(table.scorer.circle, User.objects.create_user("vera", display_name="Vera"), Role.SCORER)
    sign_in(visitor, vera.user)
    page.evaluate(OWN, [str(vera.user_id), "Vera"])
    page.reload()
    notice(page).get_by_role("link", name="See what waits").tap()
    expect(page.locator("[data-line]")).to_contain_text("Bob's changes wait in this phone")
    page.get_by_role("link", name="To the site").tap()
    expect(notice(page)).to_contain_text("Only Bob can send them")
    assert page.evaluate("localStorage.getItem('khata:pocket')") == str(vera.user_id)


def test_who_opens_the_first_page_sees_what_waits(visit, table):
    page = signed_out_with_hands(visit(), *table)
    notice(page).get_by_role("link", name="See what waits").tap()
    expect(page.locator("[data-line]")).to_contain_text("Please sign in as Bob")
    page.get_by_role("button", name="See what waits").tap()
    expect(page.locator("[data-question] li")).to_have_count(3)
    expect(page.locator("[data-question] li").first).to_contain_text("18")


@pytest.mark.parametrize("place", ["first page", "the phone's own page"])
def test_a_guest_goes_on_and_what_waits_is_sent(visit, table, place):
    me, series = table
    as_guest(me)
    page = signed_out_with_hands(visit(), me, series, "/" if place == "first page" else "/pocket/")
    if place == "first page":
        notice(page).get_by_role("button", name="Go on as Bob").tap()
    else:
        expect(page.locator("[data-line]")).to_contain_text("The site knows Bob by this phone alone")
        page.get_by_role("button", name="Go on", exact=True).tap()
    arrived = Event.objects.filter(series=series, key__in=["k1", "k2", "k3"], by=me.user)
    for _moment in range(300):
        if arrived.count() == 3:
            break
        page.wait_for_timeout(100)
    assert arrived.count() == 3
    expect(page).not_to_have_url(re.compile("/pocket/"))
    expect(page.get_by_role("heading", name="Tonight")).to_be_attached()


def test_a_guest_whom_the_site_does_not_know_any_more(visit, table):
    me, series = table
    as_guest(me)
    page = signed_out_with_hands(visit(may_log=ANYTHING), me, series)
    User.objects.filter(pk=me.user_id).update(is_active=False)
    notice(page).get_by_role("button", name="Go on as Bob").tap()
    expect(notice(page)).to_contain_text("The site does not know Bob as a guest any more")
    expect(notice(page).get_by_role("button", name="Save as a file")).to_be_visible()


def as_guest(me: Member) -> None:
    me.user.set_unusable_password()
    me.user.is_guest = True
    me.user.save()
