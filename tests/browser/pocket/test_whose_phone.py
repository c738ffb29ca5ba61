"""Changes wait in a phone, and meanwhile somebody else is signed in there, or nobody: the site stays open to them, and
what waits is kept until its own person is back."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pocket.cellar import PREPARING, Cellar
from tests.browser.pocket.test_signal_back import MINE, hands_at_site, hands_wait, won
from tests.ground.test_killed import run

pytestmark = pytest.mark.slow

SIGN_IN = """
import django; django.setup()
from django.conf import settings
settings.ALLOWED_HOSTS.append("testserver")
from django.test import Client
from ledger.circles.models import Circle, User
from tests.ledger.conftest import join
from ledger.circles.roles import Role
user, is_new = User.objects.get_or_create(username="{name}", defaults={{"display_name": "{name}".title()}})
if is_new:
    join(Circle.objects.get(), user, Role.SCORER)
browser = Client()
browser.force_login(user)
print(browser.cookies["sessionid"].value)
"""
SIGN_OUT = (
    "import django; django.setup(); from django.contrib.sessions.models import Session; Session.objects.all().delete()"
)
PEOPLE = """async () => {
    const store = await import("/static/js/pocket/store.js");
    const found = (await store.readAll()).map(({ user, series, database, left = [] }) =>
        [user.name, [Object.keys(series).length, database ? 1 : 0, left.length]]);
    return Object.fromEntries(found);
}"""


def sign_in(cellar: Cellar, page: Page, name: str) -> None:
    session = run(cellar.site, "-c", SIGN_IN.format(name=name)).strip()
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": cellar.phone.site}])


def sent(cellar: Cellar, page: Page) -> None:
    """The page of the phone sends, and makes room for the site's own."""
    # A quick phone has sent them before anybody sees its page, so the site is asked.
    address = f"/api/v1/series/{cellar.series['jaago-chalis']}"
    arrived = "async ([address, count]) => (await (await fetch(address)).json()).hands?.length === count"
    page.wait_for_function(arrived, arg=[address, len(MINE)], timeout=PREPARING)
    expect(page).not_to_have_url(re.compile("/pocket/"), timeout=PREPARING)
    assert won(hands_at_site(cellar, page)) == MINE


def test_who_was_signed_out_at_the_site_can_sign_in_again(cellar: Cellar) -> None:
    page = hands_wait(cellar, 2)
    run(cellar.site, "-c", SIGN_OUT)
    cellar.site.start()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("[data-line]")).to_contain_text("Please sign in as Asha", timeout=PREPARING)
    assert cellar.phone.waiting == 2
    page.get_by_role("link", name="To the site").click()
    page.goto(f"{cellar.phone.site}/account/login/")
    page.wait_for_selector("html[data-ready]")
    page.wait_for_timeout(500)
    assert page.url.endswith("/account/login/")
    sign_in(cellar, page, "asha")
    page.goto(cellar.phone.site)
    sent(cellar, page)


@pytest.mark.thorough
def test_another_person_has_the_site_and_the_first_ones_hands_stay(cellar: Cellar) -> None:
    page = hands_wait(cellar, 2)
    sign_in(cellar, page, "vera")
    cellar.site.start()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("[data-line]")).to_contain_text("Asha's changes wait in this phone", timeout=PREPARING)
    series = cellar.series["jaago-chalis"]
    page.goto(f"{cellar.phone.site}/series/{series}/")
    expect(page.locator("body")).to_have_attribute("data-pocket", "off")
    assert page.url.endswith(f"/series/{series}/")
    assert page.evaluate(PEOPLE) == {"Asha": [0, 0, 2]}
    # She prepares the phone for herself, and frees it again.
    page.locator("[data-pocket-prepare]").first.click()
    expect(page.locator("body")).to_have_attribute("data-pocket", "ready", timeout=PREPARING)
    page.locator("[data-pocket-free]").click()
    expect(page.locator("body")).to_have_attribute("data-pocket", "off")
    assert page.evaluate(PEOPLE) == {"Asha": [0, 0, 2]}
    assert hands_at_site(cellar, page) == []
    sign_in(cellar, page, "asha")
    page.goto(cellar.phone.site)
    sent(cellar, page)


def test_the_rows_of_who_is_no_longer_signed_in_are_deleted(cellar: Cellar) -> None:
    series = cellar.series["jaago-chalis"]
    page = cellar.phone.prepare(series)
    sign_in(cellar, page, "vera")
    page.goto(f"{cellar.phone.site}/series/{cellar.series['jaago-chalis']}/")
    page.wait_for_timeout(1000)
    assert page.evaluate(PEOPLE) == {"Asha": [0, 0, 0]}
