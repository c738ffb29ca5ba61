"""The signal is back: what waits is sent, and where others have written as well the person decides."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.pocket.cellar import PREPARING, Cellar
from tests.browser.pocket.test_evening import HANDS, enter
from tests.ground.test_killed import run

pytestmark = pytest.mark.slow

# Alice has written from another phone, with a token.
OTHERS = """
import django; django.setup()
from ledger.circles.models import Member
from ledger.series.models import Series
from ledger.series.services import Submit, record_hand
series = Series.objects.get(pk="{series}")
me = Member.objects.get(circle=series.circle)
record_hand(series=series, submit=Submit(me, series.version), record={{"points_won": {figures}}})
"""


def hands_wait(cellar: Cellar, count: int) -> Page:
    series, phone = cellar.series["jaago-chalis"], cellar.phone
    phone.prepare(series)
    cellar.site.cut_off()
    frame = phone.go_on(f"/series/{series}/hands/new/")
    for number, figures in enumerate(HANDS[:count], start=1):
        enter(frame, figures)
        expect(frame.get_by_role("heading", name=f"Hand {number + 1}")).to_be_attached()
    assert phone.waiting == count
    return phone.page


def come_back(cellar: Cellar, page: Page) -> None:
    cellar.site.start()
    page.evaluate("dispatchEvent(new Event('online'))")


def hands_at_site(cellar: Cellar, page: Page) -> list[Any]:
    series = cellar.series["jaago-chalis"]
    return list(page.request.get(f"{cellar.phone.site}/api/v1/series/{series}").json()["hands"])


def won(hands: list[Any]) -> list[Any]:
    return [hand["points_won"] for hand in hands]


MINE = [[14, 11.5, 8, 6.5], [16, 8.5, 8.5, 7]]


def test_all_is_sent_and_the_page_is_the_sites(cellar):
    series = cellar.series["jaago-chalis"]
    page = hands_wait(cellar, 2)
    cellar.site.start()  # the phone does not notice, and would try again after a while
    page.get_by_role("button", name="Try now").click()
    expect(page).to_have_url(re.compile(rf":\d+/series/{series}/"), timeout=PREPARING)
    hands = hands_at_site(cellar, page)
    assert won(hands) == MINE
    assert all(hand["played_at"] for hand in hands)
    page.goto(f"{cellar.phone.site}/pocket/")
    expect(page.locator("body")).to_have_attribute("data-pocket-state", "here", timeout=PREPARING)
    assert cellar.phone.waiting == 0


@pytest.mark.parametrize(
    ("button", "expected"),
    [
        ("It was played as well: keep both", [[10, 10, 10, 10], *MINE]),
        ("The same hand: drop mine", [[10, 10, 10, 10], MINE[1]]),
        ("Mine is right: replace theirs", MINE),
    ],
)
def test_the_person_decides_where_two_have_written(cellar, button, expected):
    series = cellar.series["jaago-chalis"]
    page = hands_wait(cellar, 2)
    run(cellar.site, "-c", OTHERS.format(series=series, figures=[10, 10, 10, 10]))
    come_back(cellar, page)
    expect(page.locator("body")).to_have_attribute("data-pocket-state", "conflict", timeout=PREPARING)
    sides = page.locator(".decide__sides section")
    expect(sides.nth(0)).to_contain_text("Asha recorded hand 1.")
    expect(sides.nth(0)).to_contain_text("11½")
    expect(sides.nth(1)).to_contain_text("10")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save mine as a file").click()
    assert '"khata":"waiting"' in Path(download.value.path()).read_text()
    assert cellar.phone.waiting == 2
    expect(sides.nth(0)).not_to_contain_text("8½")  # the second hand is in no conflict
    page.get_by_role("button", name=button).click()
    expect(page).to_have_url(re.compile(rf":\d+/series/{series}/"), timeout=PREPARING)
    assert won(hands_at_site(cellar, page)) == expected


def test_a_whole_evening_that_two_have_written_is_there_once(cellar):
    series = cellar.series["jaago-chalis"]
    page = hands_wait(cellar, 2)
    for figures in MINE:
        run(cellar.site, "-c", OTHERS.format(series=series, figures=figures))
    come_back(cellar, page)
    for number in (1, 2):
        expect(page.locator(".decide__sides section").nth(0)).to_contain_text(f"hand {number}.", timeout=PREPARING)
        page.get_by_role("button", name="The same hand: drop mine").click()
    expect(page).to_have_url(re.compile(rf":\d+/series/{series}/"), timeout=PREPARING)
    assert won(hands_at_site(cellar, page)) == MINE


VERSIONS = """async () => {
    const store = await import("/static/js/pocket/store.js");
    const [record] = await store.readAll();
    const newest = await (await fetch("/pocket/bundle.json")).json();
    return [record.bundle.version, newest.version];
}"""


def test_a_newer_khata_waits_until_the_hands_are_sent(cellar):
    series = cellar.series["jaago-chalis"]
    page = hands_wait(cellar, 2)
    cellar.site.environment["LEDGER_MOST_HANDS"] = "400"  # part of the bundle, so its version is another one

    def as_a_newer_site(route: Route) -> None:
        """Answer with a column that the phone's Khata does not have."""
        answer = route.fetch()
        content = answer.json()
        next(row for row in content["rows"] if row["model"] == "series.series")["fields"]["a_new_column"] = 1
        route.fulfill(response=answer, json=content)

    page.route("**/pocket/rows/**", as_a_newer_site)
    page.route("**/api/v1/**", lambda route: route.abort())
    come_back(cellar, page)
    expect(page.locator("body")).to_have_attribute("data-pocket-state", "here")
    before, newest = page.evaluate(VERSIONS)
    assert before != newest
    page.unroute("**/api/v1/**")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page).to_have_url(re.compile(rf":\d+/series/{series}/"), timeout=PREPARING)
    assert won(hands_at_site(cellar, page)) == MINE
    assert page.evaluate(VERSIONS) == [newest, newest]
    page.goto(f"{cellar.phone.site}/pocket/")
    expect(page.locator("body")).to_have_attribute("data-pocket-state", "here", timeout=PREPARING)
    expect(page.frame_locator("iframe").get_by_text("Hand 2").first).to_be_attached()
