"""The message after a save, and undo."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.table import sign_in, stop_the_clock, stored, wait_until
from tests.browser.totals.conftest import HAND, SAVE, THE_SERIES, Phone, expect_details, expect_figures, saved
from tests.browser.visitor import ready


def test_a_save_is_one_request_and_shows_a_message(phone):
    page, sent = phone.page, []
    phone.enter(HAND)
    expect(page.locator("#tile-3")).to_have_text("−3½ makes −11½")
    # Playwright looks into the closed menu for names, and so loads the font of its language switch.
    page.on("request", lambda request: request.resource_type == "font" or sent.append(request.method))
    phone.save()
    saved(page, 4)
    assert sent == ["POST"]
    expect_details(page, ["stands at 39", "stands at 20", "stands at 12½", "stands at −11½"])
    expect(page.get_by_role("status")).to_have_text(
        "Hand 4 saved. Asha +14 makes 39, 1 to go; Bimal +11½ makes 20, 20 to go; Chandra −2 makes 12½, 27½ to go; "
        "Deepa −3½ makes −11½, 51½ to go."
    )
    expect(page.locator(".toast")).to_contain_text("Hand 4 saved")
    expect(page.locator("#figure_0")).to_be_focused()


def test_undo_withdraws_the_hand_and_fills_in_its_figures(phone):
    page = phone.page
    phone.enter(HAND)
    phone.save()
    page.locator(".toast", has_text="Hand 4 saved").get_by_role("button", name="Undo").tap()
    expect(page).to_have_url(THE_SERIES)
    assert len(stored()) == 3
    page.goto(page.url + "hands/new/")
    expect_figures(page, ["14", "11½", "8", "6½"])


def test_undo_of_a_hand_is_not_offered_after_the_next_save(phone):
    """Hand 3 has just been saved. It can be undone until hand 4 is saved."""
    page, held = phone.page, []
    expect(page.locator(".toast")).to_contain_text("Hand 3 saved")
    page.route(SAVE, lambda route: held.append(route))  # noqa: PLW0108 (Playwright sets attributes on it)
    phone.enter(HAND)
    phone.save()
    wait_until(page, lambda: held)
    expect(page.locator(".toast")).to_have_count(0)
    held[0].continue_()
    expect(page.locator(".toast")).to_contain_text("Hand 4 saved")


@pytest.fixture
def phone_with_toast(visit, table):
    """Hand 4 has been saved a moment ago, and the clock of the page stands still."""
    me, series = table
    visitor = visit()
    sign_in(visitor, me.user)
    page = visitor.context.new_page()
    page.clock.install()
    page.goto(visitor.site + reverse("series:enter_hand", args=[series.pk]))
    ready(page)
    phone = Phone(page)
    phone.enter(HAND)
    stop_the_clock(page)
    phone.save()
    running = page.locator("[data-toast-running]", has_text="Hand 4 saved")
    wait_until(page, lambda: page.clock.run_for(10) or running.count())
    return phone


def test_the_toast_stays_for_ten_seconds(phone_with_toast):
    page = phone_with_toast.page
    page.clock.run_for(8_000)
    expect(page.locator(".toast")).to_be_visible()
    page.clock.run_for(2_000)
    expect(page.locator(".toast")).to_have_count(0)


def test_the_toast_stays_while_it_is_focused(phone_with_toast):
    page = phone_with_toast.page
    page.locator(".toast").get_by_role("button", name="Undo").focus()
    page.clock.run_for(60_000)
    expect(page.locator(".toast")).to_be_visible()
    page.locator("#figure_0").focus()
    page.clock.run_for(10_000)
    expect(page.locator(".toast")).to_have_count(0)


def test_the_toast_can_be_closed(phone_with_toast):
    page = phone_with_toast.page
    page.locator(".toast").get_by_role("button", name="Close").press("Enter")
    expect(page.locator(".toast")).to_have_count(0)
    expect(page.locator("#main")).to_be_focused()


def test_reduced_motion_is_respected(phone):
    busy = phone.page.locator(".entry .button--primary .button__busy")
    seconds = busy.evaluate("element => getComputedStyle(element).animationDuration")
    assert seconds in ("1e-05s", "0.00001s")


def test_a_double_tap_saves_one_hand(phone):
    phone.enter(HAND)
    phone.page.locator(".entry .button--primary").dblclick()
    saved(phone.page, 4)
    phone.page.wait_for_timeout(300)  # for a second save that must not come
    assert len(stored()) == 4


def test_an_error_leads_to_its_tile_and_keeps_the_figures(failing):
    page = failing.page
    for figure in ("16", "1½"):
        failing.type(figure)
        failing.tap("[data-key=next]")
    failing.save()
    expect(page.locator(".refused")).to_contain_text("2 figures are missing.")
    expect(page.locator(".seat-tile--typing")).to_contain_text("Chandra")
    expect_figures(page, ["16", "1½", "", ""])
    expect(page.get_by_role("status")).to_contain_text("Not saved yet")
