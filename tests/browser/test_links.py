"""A link that shows one series: from "Let others follow" to a phone without a login, and back to Revoke."""

import re
from collections.abc import Callable
from itertools import product

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from ledger.circles.models import Member
from ledger.following import overview
from ledger.series.access import token_of
from ledger.series.again import start_again
from ledger.series.links import link_to_share
from ledger.series.models import Series, SeriesLink
from ledger.series.services import Submit, record_hand
from tests.browser.axe import faults
from tests.browser.conftest import DESK, PHONE, SMALLEST_PHONE, Visitor
from tests.browser.sharing import CAN_SHARE_FILES, CAN_SHARE_TEXT
from tests.browser.table import J40, bobs_series, open_more, sign_in, small_targets, width


@pytest.fixture
def bob(transactional_db: None) -> tuple[Member, Series]:
    return bobs_series(hands=3)


@pytest.fixture
def scorer(visit: Callable[..., Visitor], bob: tuple[Member, Series]) -> Page:
    visitor = visit()
    sign_in(visitor, bob[0].user)
    return visitor.open(reverse("series:page", args=[bob[1].pk]))


def link_of(bob: tuple[Member, Series]) -> SeriesLink:
    return link_to_share(me=bob[0], series=bob[1])


def make_link(page: Page) -> str:
    """The link's path, as it stands on the scorer's screen."""
    page.get_by_role("button", name="Let others follow").click()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    return re.sub("^https?://[^/]+", "", page.get_by_role("textbox", name="Link").input_value())


def record_last_hand(bob: tuple[Member, Series]) -> None:
    me, series = bob
    series.refresh_from_db()
    record_hand(series=series, submit=Submit(me, series.version), record=J40[3])


@pytest.mark.parametrize("script", [True, False])
def test_earlier_hands_are_shown_in_place_and_without_a_script(
    visit: Callable[..., Visitor], bob: tuple[Member, Series], monkeypatch: pytest.MonkeyPatch, script: bool
) -> None:
    monkeypatch.setattr(overview, "HANDS_A_PAGE", 2)
    page = visit(java_script_enabled=script).open(reverse("follow:page", args=[token_of(link_of(bob))]))
    table = page.get_by_role("region", name="Every hand of the series")
    expect(table.get_by_role("rowheader")).to_have_text(["2", "3"])
    page.get_by_role("link", name="Earlier").click()
    expect(table.get_by_role("rowheader")).to_have_text(["1"])
    assert ("?" in page.url) is not script
    if script:  # news come, and the page stays where it is
        record_last_hand(bob)
        expect(page.get_by_role("heading", name="Asha won")).to_be_visible()
        expect(table.get_by_role("rowheader")).to_have_text(["1", "2"])
    page.get_by_role("link", name="Later").click()
    expect(table.get_by_role("rowheader")).to_have_text(["3", "4"] if script else ["2", "3"])


def test_a_phone_without_a_login_follows_to_the_end(
    visit: Callable[..., Visitor], scorer: Page, bob: tuple[Member, Series]
) -> None:
    other = visit().open(make_link(scorer))
    expect(other.locator(".seats").get_by_text("15 to go")).to_be_visible()
    other.get_by_role("button", name="Bimal", exact=True).click()
    expect(other.get_by_text("You are Bimal.")).to_be_visible()
    record_last_hand(bob)
    expect(other.get_by_role("heading", name="Asha won")).to_be_visible()
    expect(other.get_by_role("listitem").filter(has_text="Bimal").filter(has_text="You").first).to_be_visible()
    open_more(other)
    other.get_by_role("button", name="Another person").click()
    open_more(other)
    expect(other.get_by_role("heading", name="Which one are you?")).to_be_visible()


def test_a_phone_that_follows_goes_on_to_the_next_series_with_its_seat(
    visit: Callable[..., Visitor], scorer: Page, bob: tuple[Member, Series]
) -> None:
    other = visit().open(make_link(scorer))
    other.get_by_role("button", name="Bimal", exact=True).click()
    record_last_hand(bob)
    expect(other.get_by_role("heading", name="Asha won")).to_be_visible()
    start_again(me=bob[0], last=bob[1])
    way = other.get_by_role("link", name="Follow: Jaago-Chalis")
    expect(way).to_be_in_viewport()
    way.click()
    expect(other.locator(".seats").get_by_text("40 to go").first).to_be_visible()
    expect(other.get_by_text("You are Bimal.")).to_be_visible()


@pytest.mark.thorough
def test_the_link_can_be_copied(visit: Callable[..., Visitor], bob: tuple[Member, Series]) -> None:
    page = open_share(visit(permissions=["clipboard-read", "clipboard-write"]), bob)
    page.get_by_text("Link and QR code").click()
    page.locator("[data-copies=link]").click()
    expect(page.get_by_role("status")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.get_by_role("textbox", name="Link").input_value()


@pytest.mark.thorough
def test_copy_and_share_are_hidden_without_a_script(visit: Callable[..., Visitor], bob: tuple[Member, Series]) -> None:
    page = open_share(visit(java_script_enabled=False), bob)
    page.get_by_text("Link and QR code").click()
    expect(page.get_by_role("textbox", name="Link")).to_be_visible()
    for button in ("[data-copies]", "[data-shares]"):
        assert not any(each.is_visible() for each in page.locator(button).all())


def test_a_revoked_link_shows_nothing_more_on_an_open_page(visit: Callable[..., Visitor], scorer: Page) -> None:
    visitor = visit()
    other = visitor.open(make_link(scorer))
    expect(other.locator(".seats").get_by_text("15 to go")).to_be_visible()
    scorer.get_by_text("Links that work").click()
    scorer.get_by_role("button", name="Revoke").click()
    expect(scorer.get_by_role("button", name="Make the link")).to_be_visible()
    expect(other.get_by_role("heading", name="This link does not work")).to_be_visible()
    assert visitor.console_errors != []
    assert all("404" in error for error in visitor.console_errors)
    visitor.console_errors.clear()


def open_share(visitor: Visitor, bob: tuple[Member, Series]) -> Page:
    record_last_hand(bob)
    sign_in(visitor, bob[0].user)
    link_to_share(me=bob[0], series=bob[1], shows_payments=True)
    return visitor.open(reverse("series:link", args=[bob[1].pk]))


def test_a_phone_that_shares_files_gets_the_picture(visit: Callable[..., Visitor], bob: tuple[Member, Series]) -> None:
    visitor = visit()
    visitor.context.add_init_script(CAN_SHARE_FILES)
    with visitor.context.expect_event("requestfinished", lambda request: request.url.endswith("/result.png")):
        page = open_share(visitor, bob)
    page.wait_for_load_state("networkidle")
    page.get_by_role("button", name="Share").first.click()
    shared = page.evaluate(
        "({ text: shared.text, files: shared.files?.map((file) => [file.name, file.type, file.size > 10000]) })"
    )
    assert shared["files"] == [["result.png", "image/png", True]]
    assert "Asha pays" not in shared["text"]
    assert "pays Asha" in shared["text"]
    assert re.search(r"/follow/[\w.-]+/$", shared["text"])


@pytest.mark.thorough
def test_a_phone_that_shares_text_gets_the_text(visit: Callable[..., Visitor], bob: tuple[Member, Series]) -> None:
    visitor = visit()
    visitor.context.add_init_script(CAN_SHARE_TEXT)
    page = open_share(visitor, bob)
    page.get_by_role("button", name="Share").first.click()
    assert page.evaluate("Object.keys(shared)") == ["text"]


@pytest.mark.thorough
def test_without_web_share_there_are_copy_and_the_picture(
    visit: Callable[..., Visitor], bob: tuple[Member, Series]
) -> None:
    visitor = visit()
    visitor.context.add_init_script("delete Navigator.prototype.share")
    page = open_share(visitor, bob)
    expect(page.get_by_role("button", name="Share")).to_have_count(0)
    expect(page.get_by_role("button", name="Copy").first).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the picture").click()
    assert download.value.suggested_filename.endswith(".png")
    shown = page.get_by_role("img", name="The ranking as a picture")
    assert shown.evaluate("(image) => [image.naturalWidth, image.naturalHeight]") == [1200, 630]


def test_a_seat_is_chosen_without_a_script(visit: Callable[..., Visitor], scorer: Page) -> None:
    other = visit(java_script_enabled=False).open(make_link(scorer))
    other.get_by_role("button", name="Chandra", exact=True).click()
    expect(other.get_by_text("You are Chandra.")).to_be_visible()


def test_the_pages_have_no_faults(visit: Callable[..., Visitor], bob: tuple[Member, Series]) -> None:
    visitor = visit(bypass_csp=True)
    sign_in(visitor, bob[0].user)
    scorer = visitor.open(reverse("series:page", args=[bob[1].pk]))
    path = make_link(scorer)
    looks = tuple(product((PHONE, DESK), ("light", "dark")))
    assert faults(scorer, looks) == []
    assert small_targets(scorer) == []
    other = visit(bypass_csp=True).open(path)
    assert faults(other, looks) == []
    assert small_targets(other) == []
    record_last_hand(bob)
    other.reload()
    assert faults(other, looks) == []


@pytest.mark.thorough
def test_the_pages_fit_the_smallest_phone_in_nepali(visit: Callable[..., Visitor], bob: tuple[Member, Series]) -> None:
    path = reverse("follow:page", args=[token_of(link_to_share(me=bob[0], series=bob[1]))])
    other = visit(size=SMALLEST_PHONE, locale="ne").open(path)
    assert width(other) <= 320
    assert small_targets(other) == []
