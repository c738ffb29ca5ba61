"""A link that shows one series: made with "Let others follow", opened without a login, and revoked."""

import re
from itertools import product

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from ledger.following import overview
from ledger.live.links import link_to_share, token_of
from ledger.series.again import start_again
from ledger.series.models import SeriesLink
from tests.browser.axe import faults
from tests.browser.sharing import CAN_SHARE_FILES, CAN_SHARE_TEXT
from tests.browser.table import Table, open_more, open_series, record_next, sign_in, small_targets, width
from tests.browser.visitor import DESK, PHONE, SMALLEST_PHONE, Visitor


@pytest.fixture
def bobs_page(visit, table):
    return open_series(visit(), *table)


def link_of(table: Table) -> SeriesLink:
    return link_to_share(me=table.scorer, series=table.series)


def make_link(page: Page) -> str:
    """Make a link, and return its path from the scorer's screen."""
    page.get_by_role("button", name="Let others follow").click()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    return re.sub("^https?://[^/]+", "", page.get_by_role("textbox", name="Link").input_value())


@pytest.mark.parametrize("script", [True, False])
def test_earlier_hands_are_shown_in_place_and_without_a_script(visit, table, monkeypatch, script):
    monkeypatch.setattr(overview, "HANDS_A_PAGE", 2)
    page = visit(java_script_enabled=script).open(reverse("follow:page", args=[token_of(link_of(table))]))
    every_hand = page.get_by_role("region", name="Every hand of the series")
    expect(every_hand.get_by_role("rowheader")).to_have_text(["2", "3"])
    page.get_by_role("link", name="Earlier").click()
    expect(every_hand.get_by_role("rowheader")).to_have_text(["1"])
    assert ("?" in page.url) is not script
    if script:  # the page is refreshed, and still shows the earlier hands
        record_next(table, 4)
        expect(page.get_by_role("heading", name="Asha won")).to_be_visible()
        expect(every_hand.get_by_role("rowheader")).to_have_text(["1", "2"])
    page.get_by_role("link", name="Later").click()
    expect(every_hand.get_by_role("rowheader")).to_have_text(["3", "4"] if script else ["2", "3"])


def test_a_phone_without_a_login_follows_to_the_end(visit, bobs_page, table):
    other = visit().open(make_link(bobs_page))
    expect(other.locator(".seats").get_by_text("15 to go")).to_be_visible()
    other.get_by_role("button", name="Bimal", exact=True).click()
    expect(other.get_by_text("You are Bimal.")).to_be_visible()
    record_next(table, 4)
    expect(other.get_by_role("heading", name="Asha won")).to_be_visible()
    expect(other.get_by_role("listitem").filter(has_text="Bimal").filter(has_text="You").first).to_be_visible()
    open_more(other)
    other.get_by_role("button", name="Another person").click()
    open_more(other)
    expect(other.get_by_role("heading", name="Which one are you?")).to_be_visible()


def test_a_phone_that_follows_goes_on_to_the_next_series_with_its_seat(visit, bobs_page, table):
    other = visit().open(make_link(bobs_page))
    other.get_by_role("button", name="Bimal", exact=True).click()
    record_next(table, 4)
    expect(other.get_by_role("heading", name="Asha won")).to_be_visible()
    start_again(me=table.scorer, last=table.series)
    way = other.get_by_role("link", name="Follow: Jaago-Chalis")
    expect(way).to_be_in_viewport()
    way.click()
    expect(other.locator(".seats").get_by_text("40 to go").first).to_be_visible()
    expect(other.get_by_text("You are Bimal.")).to_be_visible()


def test_the_link_can_be_copied(visit, table):
    page = open_share(visit(permissions=["clipboard-read", "clipboard-write"]), table)
    page.get_by_text("Link and QR code").click()
    page.locator("[data-copies=link]").click()
    expect(page.get_by_role("status")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.get_by_role("textbox", name="Link").input_value()


def test_copy_and_share_are_hidden_without_a_script(visit, table):
    page = open_share(visit(java_script_enabled=False), table)
    page.get_by_text("Link and QR code").click()
    expect(page.get_by_role("textbox", name="Link")).to_be_visible()
    for button in ("[data-copies]", "[data-shares]"):
        assert not any(each.is_visible() for each in page.locator(button).all())


def test_a_revoked_link_shows_nothing_more_on_an_open_page(visit, bobs_page):
    other = visit(may_log="404").open(make_link(bobs_page))
    expect(other.locator(".seats").get_by_text("15 to go")).to_be_visible()
    bobs_page.get_by_text("Links that work").click()
    bobs_page.get_by_role("button", name="Revoke").click()
    expect(bobs_page.get_by_role("button", name="Make the link")).to_be_visible()
    expect(other.get_by_role("heading", name="This link does not work")).to_be_visible()


def open_share(visitor: Visitor, table: Table) -> Page:
    record_next(table, 4)
    sign_in(visitor, table.scorer.user)
    link_to_share(me=table.scorer, series=table.series, shows_payments=True)
    return visitor.open(reverse("series:link", args=[table.series.pk]))


def test_a_phone_that_shares_files_gets_the_picture(visit, table):
    visitor = visit()
    visitor.context.add_init_script(CAN_SHARE_FILES)
    with visitor.context.expect_event("requestfinished", lambda request: request.url.endswith("/result.png")):
        page = open_share(visitor, table)
    page.wait_for_load_state("networkidle")
    page.get_by_role("button", name="Share").first.click()
    shared = page.evaluate(
        "({ text: shared.text, files: shared.files?.map((file) => [file.name, file.type, file.size > 10000]) })"
    )
    assert shared["files"] == [["result.png", "image/png", True]]
    assert "Asha pays" not in shared["text"]
    assert "pays Asha" in shared["text"]
    assert re.search(r"/follow/[\w.-]+/$", shared["text"])


def test_a_phone_that_shares_text_gets_the_text(visit, table):
    visitor = visit()
    visitor.context.add_init_script(CAN_SHARE_TEXT)
    page = open_share(visitor, table)
    page.get_by_role("button", name="Share").first.click()
    assert page.evaluate("Object.keys(shared)") == ["text"]


def test_without_web_share_there_are_copy_and_the_picture(visit, table):
    visitor = visit()
    visitor.context.add_init_script("delete Navigator.prototype.share")
    page = open_share(visitor, table)
    expect(page.get_by_role("button", name="Share")).to_have_count(0)
    expect(page.get_by_role("button", name="Copy").first).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the picture").click()
    assert download.value.suggested_filename.endswith(".png")
    shown = page.get_by_role("img", name="The ranking as a picture")
    assert shown.evaluate("(image) => [image.naturalWidth, image.naturalHeight]") == [1200, 630]


def test_a_seat_is_chosen_without_a_script(visit, bobs_page):
    other = visit(java_script_enabled=False).open(make_link(bobs_page))
    other.get_by_role("button", name="Chandra", exact=True).click()
    expect(other.get_by_text("You are Chandra.")).to_be_visible()


def test_the_pages_have_no_faults(visit, table):
    bobs_page = open_series(visit(bypass_csp=True), *table)
    path = make_link(bobs_page)
    looks = tuple(product((PHONE, DESK), ("light", "dark")))
    assert faults(bobs_page, looks) == []
    assert small_targets(bobs_page) == []
    other = visit(bypass_csp=True).open(path)
    assert faults(other, looks) == []
    assert small_targets(other) == []
    record_next(table, 4)
    other.reload()
    assert faults(other, looks) == []


def test_the_pages_fit_the_smallest_phone_in_nepali(visit, table):
    path = reverse("follow:page", args=[token_of(link_to_share(me=table.scorer, series=table.series))])
    other = visit(size=SMALLEST_PHONE, locale="ne").open(path)
    assert width(other) <= 320
    assert small_targets(other) == []
