"""Entering totals with a network that comes and goes: nothing that was typed is lost, and no hand is there twice."""

import re

from playwright.sync_api import Request, Route, expect

from ledger.series.models import Event
from tests.browser.conftest import Visitor
from tests.browser.table import stop_the_clock, stored, wait_until
from tests.browser.totals.conftest import LOOK, SAVE, TOTALS, Phone, kept, lose_answers, saved, shows, unsaved


def key_of(request: Request) -> str:
    found = re.search(r"(?:^|&)key=([^&]+)", request.post_data or "")
    return found[1] if found else ""


def test_without_a_network_the_entry_stays_and_is_sent_when_it_is_back(noisy: Visitor, shaky: Phone) -> None:
    page = shaky.page
    shaky.enter(["14", "11½", "8"])
    noisy.context.set_offline(True)
    shaky.save()
    expect(unsaved(page)).to_contain_text("Not saved")
    expect(page.get_by_role("status")).to_contain_text("Not saved")
    shows(page, ["14", "11½", "8", "6½"])
    assert len(stored()) == 3
    noisy.context.set_offline(False)
    saved(page, 4)
    assert stored()[3] == TOTALS[0][1]
    assert kept(page) is None


def test_trying_again_by_hand_sends_the_same_hand(noisy: Visitor, shaky: Phone) -> None:
    page, keys = shaky.page, []

    def refuse(route: Route) -> None:
        keys.append(key_of(route.request))
        route.abort()

    shaky.enter(["14", "11½", "8"])
    stop_the_clock(page)
    page.route(SAVE, refuse)
    shaky.save()
    expect(unsaved(page)).to_be_visible()
    page.unroute(SAVE)
    unsaved(page).get_by_role("button", name="Try again").tap()
    saved(page, 4)
    page.clock.resume()
    assert set(keys) == {Event.objects.get(hand_number=4).key}


def test_a_lost_answer_does_not_make_a_second_hand(noisy: Visitor, shaky: Phone) -> None:
    page = shaky.page
    shaky.enter(["14", "11½", "8"])
    stop_the_clock(page)
    statuses = lose_answers(page)
    shaky.save()
    expect(unsaved(page)).to_be_visible()
    assert statuses == [200]
    assert len(stored()) == 4
    page.unroute(SAVE)
    page.clock.resume()
    saved(page, 4)  # it tries again by itself
    assert len(stored()) == 4
    expect(page.locator(".toast")).to_contain_text("Hand 4 saved")


def test_a_phone_that_died_before_the_answer_does_not_offer_the_hand_again(noisy: Visitor, shaky: Phone) -> None:
    page = shaky.page
    shaky.enter(["14", "11½", "8"])
    lose_answers(page)
    shaky.save()
    expect(unsaved(page)).to_be_visible()
    page.unroute(SAVE)
    page.reload()
    saved(page, 4)
    shows(page, ["", "", "", ""])
    assert kept(page) is None
    assert len(stored()) == 4


def test_a_save_that_never_left_is_sent_after_a_reload(noisy: Visitor, shaky: Phone) -> None:
    page = shaky.page
    shaky.enter(["14", "11½", "8"])
    page.route(SAVE, lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    shaky.save()
    expect(unsaved(page)).to_be_visible()
    page.unroute(SAVE)
    page.reload()
    saved(page, 4)
    assert stored()[3:] == [TOTALS[0][1]]


def test_figures_that_are_changed_after_a_failure_are_not_sent_by_themselves(noisy: Visitor, shaky: Phone) -> None:
    page = shaky.page
    shaky.enter(["14", "11½", "8"])
    stop_the_clock(page)
    noisy.context.set_offline(True)
    shaky.save()
    expect(unsaved(page)).to_be_visible()
    shaky.tap(".seat-tile >> nth=2")
    shaky.type("1")
    expect(unsaved(page)).to_contain_text("the figures have been changed since")
    noisy.context.set_offline(False)
    page.clock.run_for(60_000)
    page.wait_for_timeout(300)  # for what must not come
    assert len(stored()) == 3
    page.clock.resume()
    shaky.tap("[data-key=delete]")
    shaky.type("8")
    shaky.save()
    saved(page, 4)
    assert stored()[3:] == [TOTALS[0][1]]


def test_figures_changed_after_a_lost_answer_are_shown_beside_what_was_saved(noisy: Visitor, shaky: Phone) -> None:
    page = shaky.page
    shaky.enter(["14", "11½", "8"])
    stop_the_clock(page)
    lose_answers(page)
    shaky.save()
    expect(unsaved(page)).to_be_visible()
    shaky.tap(".seat-tile >> nth=0")
    shaky.type("12")
    shaky.tap(".seat-tile >> nth=1")
    shaky.type("13½")
    shows(page, ["12", "13½", "8", "6½"])
    page.unroute(SAVE)
    page.clock.resume()
    shaky.save()
    expect(page.get_by_role("heading", name="Another scorer was quicker")).to_be_visible()
    expect(page.locator("tbody tr").first).to_contain_text("14")
    page.get_by_role("link", name="Drop mine").tap()
    saved(page, 4)
    assert len(stored()) == 4


def test_a_reload_keeps_what_was_typed_until_it_is_saved(phone: Phone) -> None:
    page = phone.page
    phone.enter(["14", "11½"])
    phone.tap(".entry__choice .segments__option >> nth=4")
    expect(page.get_by_role("radio", name="Deepa")).to_be_checked()
    page.reload()
    expect(page.locator("[data-restored]")).to_be_visible()
    expect(page.locator("[data-remainder]")).to_have_text("14½ left")
    shows(page, ["14", "11½", "", ""])
    expect(page.get_by_role("radio", name="Deepa")).to_be_checked()
    phone.type("8")
    phone.tap("[data-key=next]")
    phone.save()
    saved(page, 4)
    page.reload()
    shows(page, ["", "", "", ""])


def test_what_was_typed_earlier_can_be_cleared(phone: Phone) -> None:
    page = phone.page
    phone.type("14")
    expect(page.locator("#figure_0")).to_have_value("14")
    page.reload()
    page.locator("[data-restored]").get_by_role("button", name="Clear").tap()
    expect(page.locator("#figure_0")).to_have_value("")
    expect(page.locator("[data-restored]")).to_be_hidden()
    assert kept(page) is None


def test_a_look_that_fails_is_no_trouble(noisy: Visitor, shaky: Phone) -> None:
    page, looks = shaky.page, []

    def fail(route: Route) -> None:
        route.abort()
        looks.append(route)

    page.route(LOOK, fail)
    shaky.enter(["14", "11½", "8"])
    wait_until(page, lambda: looks)
    page.wait_for_timeout(100)
    expect(page.locator("#trouble")).to_be_empty()
    expect(page.locator("[data-remainder]")).to_have_text("Comes to 40")
    shaky.save()
    saved(page, 4)
