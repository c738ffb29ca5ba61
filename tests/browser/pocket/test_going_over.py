"""Without network, the entry screen of a prepared phone offers to go on in the phone. It never goes over by itself."""

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from ledger.series.models import Event, Series
from tests.browser.axe import faults
from tests.browser.cut import cut_texts
from tests.browser.table import J40, open_as, open_entry, stop_the_clock, write_down
from tests.browser.totals.conftest import (
    HAND,
    SAVE,
    Phone,
    failing,
    lose_answers,
    save_in_vain,
    saved,
    unsaved,
)
from tests.browser.visitor import ANYTHING
from tests.needs import daily

__all__ = ["failing"]

PREPARING = 120_000  # milliseconds, on a busy machine

# Stores what a prepared phone has, as far as the link "Go on in this phone" depends on it.
READY = """async ({ user, series, version, steps }) => {
    const store = await import("/static/js/pocket/store.js");
    const rows = steps === null ? [] : [{ model: "series.draft", fields: { steps } }];
    await store.update({ id: user, name: "Bob" }, (record) => (record.series[series] = { version, rows }));
    (await import("/static/js/pocket/over.js")).watch(series);
}"""


def make_ready(page: Page, series: Series, *, version: int = 4, steps: int | None = None) -> None:
    page.evaluate(READY, {"user": "1", "series": series.pk, "version": version, "steps": steps})


def way_over(page: Page) -> Locator:
    return page.get_by_role("link", name="Go on in this phone")


def kept_hand(page: Page, series: Series) -> Any:
    return json.loads(
        page.evaluate(f"localStorage.getItem(Object.keys(localStorage).find(name => name.endsWith('{series.pk}')))")
    )


def test_a_save_that_fails_twice_offers_it(failing, table):
    page = failing.page
    make_ready(page, table.series)
    key = page.locator("#entry [name=key]").input_value()
    save_in_vain(failing)
    expect(way_over(page)).to_be_hidden()
    page.clock.run_for(2000)
    expect(way_over(page)).to_be_visible()
    expect(unsaved(page).get_by_role("button", name="Try again")).to_be_hidden()
    expect(unsaved(page).get_by_text("Not saved")).to_be_visible()
    notice = unsaved(page).bounding_box()
    assert notice["height"] < 70  # one line and a button
    assert way_over(page).get_attribute("href") == f"/pocket/#/series/{table.series.pk}/hands/new/"
    hand = kept_hand(page, table.series)
    assert (hand["key"], hand["version"], hand["sent"]) == (key, "4", True)


def test_a_save_whose_answer_takes_over_eight_seconds_offers_it(failing, table):
    page = failing.page
    make_ready(page, table.series)
    failing.enter(HAND)
    stop_the_clock(page)
    held: list[Route] = []
    page.route(SAVE, lambda route: held.append(route))  # noqa: PLW0108
    failing.save()
    page.clock.run_for(7900)
    expect(unsaved(page)).to_be_hidden()
    page.clock.run_for(200)
    expect(unsaved(page)).to_contain_text("No signal")
    expect(unsaved(page).get_by_text("Not saved")).to_be_hidden()
    expect(way_over(page)).to_be_visible()
    page.clock.resume()
    held[0].continue_()  # the answer comes after all
    saved(page, 4)
    expect(way_over(page)).to_be_hidden()


def test_offline_offers_it_and_online_takes_it_back(failing, table):
    page = failing.page
    make_ready(page, table.series)
    failing.enter(["14"])
    page.context.set_offline(True)
    expect(unsaved(page)).to_contain_text("No signal")
    expect(page.locator("#figure_0")).to_have_value("14")
    failing.type("9")  # who types is not disturbed
    expect(page.locator("#figure_1")).to_have_value("9")
    expect(way_over(page)).to_be_visible()
    assert cut_texts(page) == []
    page.context.set_offline(False)
    expect(unsaved(page)).to_be_hidden()


def test_a_phone_that_has_an_older_series_does_not_offer_it(failing, table):
    """The hand that was saved last would be missing there."""
    page = failing.page
    make_ready(page, table.series, version=3)
    save_in_vain(failing)
    page.clock.run_for(20_000)
    expect(way_over(page)).to_be_hidden()
    expect(unsaved(page).get_by_role("button", name="Try again")).to_be_visible()


def test_a_phone_that_is_not_ready_does_as_before(failing):
    page = failing.page
    save_in_vain(failing)
    page.clock.run_for(20_000)
    expect(unsaved(page)).to_contain_text("Not saved")
    expect(way_over(page)).to_be_hidden()


@pytest.mark.parametrize(("steps_here", "is_offered"), [(5, True), (4, False)])
def test_card_by_card_it_is_offered_where_the_phone_has_the_same_cards(visit, table, steps_here, is_offered):
    me, series = table
    draft = write_down(me, series, J40[0], cards=4)
    visitor = visit(bypass_csp=True, may_log=ANYTHING)
    open_entry(visitor, me, series).close()
    page = visitor.open(f"/series/{series.pk}/cards/")
    make_ready(page, series, steps=draft.steps - 5 + steps_here)
    visitor.context.set_offline(True)
    page.locator("[data-lays] button:not([aria-disabled=true])").first.tap()
    expect(page.get_by_text("Not sent yet", exact=True)).to_be_visible()
    page.wait_for_timeout(200)
    assert way_over(page).is_visible() is is_offered
    if is_offered:
        assert faults(page) == []
    page.close()


@pytest.mark.slow
@pytest.mark.parametrize("answer", daily(["lost", "none"]))
def test_the_phone_goes_on_with_what_is_typed(visit, table, made_bundle, answer):
    """If the site has a save whose answer was lost, the phone knows the hand by its key, and does not add another."""
    me, series = table
    page = open_as(visit(may_log=ANYTHING), me, f"/series/{series.pk}/")
    page.locator("[data-pocket-prepare]").first.tap()
    expect(page.locator("body")).to_have_attribute("data-pocket", "ready", timeout=PREPARING)
    page.get_by_role("link", name="Record hand 4").tap()
    expect(page.locator("body")).to_have_attribute("data-pocket", "ready")
    phone = Phone(page)
    phone.enter(HAND)
    key = page.locator("#entry [name=key]").input_value()
    if answer == "lost":
        statuses = lose_answers(page)
        phone.save()
        expect(way_over(page)).to_be_visible()
        assert statuses[0] == 200
        page.unroute(SAVE)
    page.context.set_offline(True)
    way_over(page).tap()
    expect(page.locator("body")).to_have_attribute("data-pocket-state", "here", timeout=PREPARING)
    frame = page.frame_locator("iframe")
    if answer == "none":
        for seat, figure in enumerate(["14", "11½", "8", "6½"]):
            expect(frame.locator(f"#figure_{seat}")).to_have_value(figure)
        assert frame.locator("#entry [name=key]").input_value() == key
        frame.locator(".entry .button--primary").tap()
    expect(frame.get_by_role("button", name="Save hand 5")).to_be_visible()
    expect(page.locator("body")).to_have_attribute("data-pocket-waiting", "1")
    assert page.evaluate("Object.keys(localStorage).filter(name => name.startsWith('khata:hand:'))") == []
    if answer == "lost":
        assert [event.key for event in Event.objects.filter(series=series, hand_number=4)] == [key]
