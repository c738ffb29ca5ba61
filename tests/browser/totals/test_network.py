"""Entering totals with an unreliable network: nothing typed is lost, and no hand is saved twice."""

import re

from playwright.sync_api import Request, Route, expect

from ledger.series.models import Event
from tests.browser.table import stop_the_clock, stored, wait_until
from tests.browser.totals.conftest import (
    HAND,
    LOOK,
    SAVE,
    TOTALS,
    expect_figures,
    kept,
    lose_answers,
    save_in_vain,
    saved,
    unsaved,
)


def key_of(request: Request) -> str:
    found = re.search(r"(?:^|&)key=([^&]+)", request.post_data or "")
    return found[1] if found else ""


def test_a_hand_entered_offline_is_sent_when_the_network_is_back(failing):
    page = failing.page
    failing.enter(HAND)
    page.context.set_offline(True)
    failing.save()
    expect(unsaved(page)).to_contain_text("Not saved")
    expect(page.get_by_role("status")).to_contain_text("Not saved")
    expect_figures(page, ["14", "11½", "8", "6½"])
    assert len(stored()) == 3
    page.context.set_offline(False)
    saved(page, 4)
    assert stored()[3] == TOTALS[0][1]
    assert kept(page) is None


def test_the_retry_button_sends_the_same_hand(failing):
    page, sent = failing.page, []
    page.on("request", lambda request: sent.append(key_of(request)) if "key=" in (request.post_data or "") else None)
    save_in_vain(failing)
    page.unroute(SAVE)
    unsaved(page).get_by_role("button", name="Try again").tap()
    saved(page, 4)
    page.clock.resume()
    assert set(sent) == {Event.objects.get(hand_number=4).key}


def test_a_save_with_a_lost_answer_saves_one_hand(failing):
    page = failing.page
    failing.enter(HAND)
    stop_the_clock(page)
    statuses = lose_answers(page)
    failing.save()
    expect(unsaved(page)).to_be_visible()
    assert statuses == [200]
    assert len(stored()) == 4
    page.unroute(SAVE)
    page.clock.resume()
    saved(page, 4)  # it tries again by itself
    assert len(stored()) == 4
    expect(page.locator(".toast")).to_contain_text("Hand 4 saved")


def test_a_saved_hand_is_not_restored_after_a_reload(failing):
    page = failing.page
    failing.enter(HAND)
    lose_answers(page)
    failing.save()
    expect(unsaved(page)).to_be_visible()
    page.unroute(SAVE)
    page.reload()
    saved(page, 4)
    expect_figures(page, ["", "", "", ""])
    assert kept(page) is None
    assert len(stored()) == 4


def test_an_unsent_save_is_sent_after_a_reload(failing):
    page = failing.page
    failing.enter(HAND)
    page.route(SAVE, lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    failing.save()
    expect(unsaved(page)).to_be_visible()
    page.unroute(SAVE)
    page.reload()
    saved(page, 4)
    assert stored()[3:] == [TOTALS[0][1]]


def test_figures_changed_after_a_failure_are_not_sent_automatically(failing):
    page = failing.page
    failing.enter(HAND)
    stop_the_clock(page)
    page.context.set_offline(True)
    failing.save()
    expect(unsaved(page)).to_be_visible()
    failing.tap(".seat-tile >> nth=2")
    failing.type("1")
    expect(unsaved(page)).to_contain_text("the figures have been changed since")
    page.context.set_offline(False)
    page.clock.run_for(60_000)
    page.wait_for_timeout(300)  # for a save that must not come
    assert len(stored()) == 3
    page.clock.resume()
    failing.tap("[data-key=delete]")
    failing.type("8")
    failing.save()
    saved(page, 4)
    assert stored()[3:] == [TOTALS[0][1]]


def test_figures_changed_after_a_lost_answer_are_shown_beside_the_saved_ones(failing):
    page = failing.page
    failing.enter(HAND)
    stop_the_clock(page)
    lose_answers(page)
    failing.save()
    expect(unsaved(page)).to_be_visible()
    failing.tap(".seat-tile >> nth=0")
    failing.type("12")
    failing.tap(".seat-tile >> nth=1")
    failing.type("13½")
    expect_figures(page, ["12", "13½", "8", "6½"])
    page.unroute(SAVE)
    page.clock.resume()
    failing.save()
    expect(page.get_by_role("heading", name="Another scorer was quicker")).to_be_visible()
    expect(page.locator("tbody tr").first).to_contain_text("14")
    page.get_by_role("link", name="Keep theirs").tap()
    saved(page, 4)
    assert len(stored()) == 4


def test_a_reload_keeps_typed_figures_until_they_are_saved(phone):
    page = phone.page
    phone.enter(["14", "11½"])
    phone.tap(".entry__choice .segments__option >> nth=4")
    expect(page.get_by_role("radio", name="Deepa")).to_be_checked()
    page.reload()
    expect(page.locator("[data-restored]")).to_be_visible()
    expect(page.locator("[data-remainder]")).to_have_text("14½ left")
    expect_figures(page, ["14", "11½", "", ""])
    expect(page.get_by_role("radio", name="Deepa")).to_be_checked()
    phone.type("8")
    phone.tap("[data-key=next]")
    phone.save()
    saved(page, 4)
    page.reload()
    expect_figures(page, ["", "", "", ""])


def test_restored_figures_can_be_cleared(phone):
    page = phone.page
    phone.type("14")
    expect(page.locator("#figure_0")).to_have_value("14")
    page.reload()
    page.locator("[data-restored]").get_by_role("button", name="Clear").tap()
    expect(page.locator("#figure_0")).to_have_value("")
    expect(page.locator("[data-restored]")).to_be_hidden()
    assert kept(page) is None


def test_a_failed_preview_does_not_stop_a_save(failing):
    page, looks = failing.page, []

    def fail(route: Route) -> None:
        route.abort()
        looks.append(route)

    page.route(LOOK, fail)
    failing.enter(HAND)
    wait_until(page, lambda: looks)
    page.wait_for_timeout(100)
    expect(page.locator("#trouble")).to_be_empty()
    expect(page.locator("[data-remainder]")).to_have_text("Comes to 40")
    failing.save()
    saved(page, 4)
