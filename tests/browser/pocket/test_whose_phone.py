"""Changes wait in a phone, and meanwhile somebody else is signed in there, or nobody: the site stays open to them, and
what waits is kept until its own person is back."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pocket.cellar import PREPARING, Cellar
from tests.browser.pocket.test_signal_back import MINE, OTHERS, hands_at_site, hands_wait, won
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
NO_PYTHON = """() => new Promise((resolve) => {
    indexedDB.open("khata-pocket").onsuccess = ({ target: { result: database } }) => {
        const people = database.transaction("people", "readwrite").objectStore("people");
        people.openCursor().onsuccess = ({ target: { result: cursor } }) => {
            cursor.update({ ...cursor.value, bundle: { ...cursor.value.bundle, files: [] } }).onsuccess = resolve;
        };
    };
})"""
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
    """Wait until the phone's page has sent the changes and has given way to the site's page."""
    # A quick phone has sent them before anybody sees its page, so the site is asked.
    address = f"/api/v1/series/{cellar.series['jaago-chalis']}"
    arrived = "async ([address, count]) => (await (await fetch(address)).json()).hands?.length === count"
    page.wait_for_function(arrived, arg=[address, len(MINE)], timeout=PREPARING)
    expect(page).not_to_have_url(re.compile("/pocket/"), timeout=PREPARING)
    assert won(hands_at_site(cellar, page)) == MINE


def test_who_was_signed_out_at_the_site_can_sign_in_again(cellar):
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


def test_somebody_else_has_written_before_the_person_signs_in_again(cellar):
    """The phone then holds only the changes that wait: they are shown with figures, can be saved, and are sent."""
    series = cellar.series["jaago-chalis"]
    page = hands_wait(cellar, 2)
    run(cellar.site, "-c", SIGN_OUT)
    cellar.site.start()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("[data-line]")).to_contain_text("Please sign in as Asha", timeout=PREPARING)
    page.get_by_role("button", name="See what waits").click()
    waiting = page.locator("[data-question] li")
    expect(waiting).to_have_count(2)
    for part in ("Asha recorded hand 1.", "Asha", "14", "Bimal", "11½"):
        expect(waiting.first).to_contain_text(part)
    with page.expect_download() as download:
        page.locator("[data-question]").get_by_role("button", name="Save as a file").click()
    assert len(json.loads(Path(download.value.path()).read_text())["changes"]) == 2
    page.get_by_role("button", name="Back").click()
    run(cellar.site, "-c", OTHERS.format(series=series, figures=[10, 10, 10, 10]))
    sign_in(cellar, page, "asha")
    page.goto(cellar.phone.site)
    sides = page.locator(".decide__sides section")
    expect(sides.nth(0)).to_contain_text("11½", timeout=PREPARING)
    expect(sides.nth(1)).to_contain_text("10")
    expect(page.locator("[data-line]")).to_contain_text("Others have written as well")
    page.get_by_role("button", name="It was played as well: keep both").click()
    expect(page).not_to_have_url(re.compile("/pocket/"), timeout=PREPARING)
    assert won(hands_at_site(cellar, page)) == [[10, 10, 10, 10], *MINE]


def test_a_phone_in_which_khata_does_not_start_shows_what_waits(cellar):
    page = hands_wait(cellar, 2)
    page.evaluate(f"({NO_PYTHON})().then(() => null)")
    page.reload()
    expect(page.locator("[data-line]")).to_contain_text("could not start", timeout=PREPARING)
    page.get_by_role("button", name="See what waits").click()
    expect(page.locator("[data-question] li").first).to_contain_text("11½")
    with page.expect_download() as download:
        page.locator("[data-question]").get_by_role("button", name="Save as a file").click()
    assert len(json.loads(Path(download.value.path()).read_text())["changes"]) == 2


def test_another_person_has_the_site_and_the_first_ones_hands_stay(cellar):
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


def test_the_rows_of_who_is_no_longer_signed_in_are_deleted(cellar):
    series = cellar.series["jaago-chalis"]
    page = cellar.phone.prepare(series)
    sign_in(cellar, page, "vera")
    page.goto(f"{cellar.phone.site}/series/{cellar.series['jaago-chalis']}/")
    page.wait_for_timeout(1000)
    assert page.evaluate(PEOPLE) == {"Asha": [0, 0, 0]}
