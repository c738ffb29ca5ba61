"""The page behind a sheet's QR code, in the browser: it reads the code, checks the signature and asks the site."""

import random

import pytest
from playwright.sync_api import Page, expect

from ledger.circles.models import Circle
from ledger.series.state import series_state
from ledger.signing.answers import store_short_code
from ledger.signing.encodings import read_base64url, write_base64url
from ledger.signing.seals import read_code, seal_of
from tests.browser.axe import faults
from tests.browser.table import small_targets, width
from tests.browser.visitor import ANYTHING, DESK, SMALLEST_PHONE, ready

pytestmark = pytest.mark.hands(4)
BY_SEATS = ("1 1 41", "2 2 18½", "3 3 6½", "4 4 4")

READ = """async (codes) => {
    const { readCode, textOf } = await import("SCRIPT");
    return codes.map(readCode).map((seal) => seal && textOf(seal));
}"""


@pytest.fixture
def seal(table):
    table.series.refresh_from_db()
    return store_short_code(seal_of(series_state(table.series), payments=True))


def first_payment(page: Page) -> str:
    line = page.locator("#check-figures .check__payments li").first
    return line.inner_text().replace("\N{NO-BREAK SPACE}", " ")


def test_a_code_is_read_checked_and_asked_for(open_page, seal):
    page = open_page(f"/check/#{seal.code}")
    expect(page.locator(".check__verdict")).to_have_text("True")
    expect(page.get_by_text("The series still looks like this")).to_be_visible()
    expect(page.get_by_text("Your browser has checked the signature by itself")).to_be_visible()
    assert page.locator("#check-figures td").all_inner_texts()[:3] == ["1", "Asha", "41"]
    assert (
        page.locator("#check-figures .check__payments li").first.inner_text()
        == "Deepa pays Asha NPR\N{NO-BREAK SPACE}23.50"
    )
    assert page.context.cookies() == [] or {each["name"] for each in page.context.cookies()} == {"csrftoken"}
    page.set_viewport_size(SMALLEST_PHONE)
    assert width(page) <= SMALLEST_PHONE["width"]
    assert small_targets(page) == []


def test_a_circle_for_points_only_shows_no_payments_of_before(open_page, seal):
    Circle.objects.update(points_only=True)
    page = open_page(f"/check/#{seal.code}")
    expect(page.locator(".check__verdict")).to_have_text("True")
    expect(page.get_by_text("Your browser has checked the signature by itself")).to_be_visible()
    expect(page.locator("#check-figures")).to_be_visible()
    expect(page.locator(".check__payments")).to_have_count(0)


def test_an_altered_figure_is_not_true(open_page, seal):
    packed = bytearray(read_base64url(seal.code))
    packed[packed.index(bytes.fromhex("a4014a"))] = 0xA6  # a total of 41 in halves, and then 41½
    page = open_page(f"/check/#{write_base64url(bytes(packed))}")
    expect(page.locator(".check__verdict")).to_have_text("Not true")
    assert "41½" in page.locator("#check-figures").inner_text()


def test_the_browser_reads_what_the_site_reads(open_page, seal):
    """This also holds for codes that are not written as the site writes them."""
    chance, packed = random.Random(23), read_base64url(seal.code)
    codes = [seal.code, "", seal.code[:-1], f"{seal.code}A", f"{seal.code[:-1]}-"]
    for _code in range(400):
        altered, place = bytearray(packed), chance.randrange(len(packed) - 64)
        match chance.randrange(3):
            case 0:
                altered[place] = chance.choice([0, 1, 0x7F, 0x80, 0xFF, altered[place] ^ 1 << chance.randrange(8)])
            case 1:
                altered[place : place + 1] = bytes([altered[place] | 0x80, 0])  # a number with a byte too many
            case 2:
                del altered[place]
        codes.append(write_base64url(bytes(altered)))
    page = open_page(f"/check/#{seal.code}")
    expect(page.locator(".check__verdict")).to_have_text("True")
    script = page.evaluate(
        "[...performance.getEntriesByType('resource')].find((e) => /seal[.\\w]*js/.test(e.name)).name"
    )
    read = page.evaluate(READ.replace("SCRIPT", script), codes)
    assert read == [found.text if (found := read_code(code)) else None for code in codes]
    assert 40 < sum(text is not None for text in read) < 400


def test_without_network_it_says_what_could_be_checked(visit, seal):
    page = visit(may_log=ANYTHING).open(f"/check/#{seal.code}")
    expect(page.locator(".check__verdict")).to_have_text("True")
    page.context.set_offline(True)
    page.evaluate("location.hash = 'x'")
    expect(page.locator(".check__verdict")).to_have_text("There is no such code")
    page.evaluate("(code) => (location.hash = code)", seal.code)
    expect(page.get_by_text("Whether the series has moved on since")).to_be_visible()
    expect(page.locator(".check__verdict")).to_have_text("True")
    places = page.locator("#check-figures tr").all_inner_texts()
    assert [line.split() for line in places[1:]] == [line.split() for line in BY_SEATS]
    assert (
        page.locator("#check-figures .check__payments li").first.inner_text()
        == "Place 4 pays place 1: NPR\N{NO-BREAK SPACE}23.50"
    )


def test_the_short_code_works_without_a_script(visit, seal):
    visitor = visit(java_script_enabled=False)
    page = visitor.context.new_page()
    page.goto(f"{visitor.site}/check/")
    page.get_by_label("The short code").fill(f"{seal.short[:4]} - {seal.short[4:].upper()}")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator(".check__verdict")).to_have_text("True")
    expect(page.locator("#check-figures")).to_be_visible()


def test_the_page_has_no_faults(open_page, seal):
    page = open_page(f"/check/#{seal.code}", bypass_csp=True)
    expect(page.locator(".check__verdict")).to_have_text("True")
    ready(page)
    assert faults(page, ((SMALLEST_PHONE, "dark"), (DESK, "light"))) == []
