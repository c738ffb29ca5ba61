"""The moment after a save: three seconds in which the whole table sees what the hand has changed."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from ledger.series.services import Submit, correct_hand, record_hand, undo
from tests.browser.table import J40, NAMES, open_series, stop_the_clock, wait_until, write_down
from tests.browser.totals.conftest import expect_figures, saved

HAND = ["14", "11½", "8"]


def moment(page: Page) -> Locator:
    return page.locator(".moment[data-shown]")


@pytest.fixture
def after_save(phone):
    """The page at the moment after a hand was saved."""
    phone.enter(HAND)
    phone.save()
    expect(moment(phone.page)).to_be_visible()
    return phone.page


def test_the_figures_of_the_hand_stand_beside_the_totals(after_save):
    shown = moment(after_save)
    rows = shown.locator(".moment__row")
    expect(rows.locator(".moment__name > bdi")).to_have_text(list(NAMES))
    expect(rows.locator(".moment__entered")).to_have_text(["+14", "+11½", "−2", "−3½"])
    expect(rows.locator(".moment__total")).to_have_text(["39", "20", "12½", "−11½"])
    expect(rows.locator(".moment__detail")).to_have_text(["1 to go", "20 to go", "27½ to go", "51½ to go"])
    expect(shown).to_have_attribute("aria-hidden", "true")  # the status region says it once
    expect(after_save.get_by_role("status")).to_contain_text("Hand 4 saved. Asha +14 makes 39, 1 to go;")


def test_it_says_who_deals(phone):
    phone.enter(HAND)
    phone.page.locator(".entry__choice label", has_text="Chandra").tap()
    phone.save()
    expect(moment(phone.page).locator(".moment__closing")).to_have_text("Chandra deals")


def test_it_lasts_three_seconds(failing):
    page = failing.page
    failing.enter(HAND)
    stop_the_clock(page)
    failing.save()
    wait_until(page, lambda: page.clock.run_for(10) or moment(page).count())
    page.clock.run_for(2_500)
    expect(moment(page)).to_be_visible()
    page.clock.run_for(600)
    expect(moment(page)).to_have_count(0)


def test_the_first_tap_of_the_next_hand_ends_it_and_counts(after_save):
    after_save.locator("[data-key='1']").tap()
    expect_figures(after_save, ["1", "", "", ""])
    expect(moment(after_save)).to_have_count(0)


def test_a_tap_on_a_tile_below_it_counts_too(after_save):
    place = after_save.locator("#figure_2").bounding_box()
    assert place
    after_save.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    expect(after_save.locator("#figure_2")).to_be_focused()
    expect(moment(after_save)).to_have_count(0)


def test_a_key_of_a_keyboard_ends_it_and_counts(after_save):
    after_save.keyboard.press("7")
    expect_figures(after_save, ["7", "", "", ""])
    expect(moment(after_save)).to_have_count(0)


def test_nothing_moves_below_it(phone):
    page = phone.page
    page.evaluate(
        """() => {
            window.shifts = 0;
            const inBar = ({ node }) => !node || node.parentElement?.closest(".app-bar"); // where the toast comes
            const count = (each) => { if (!each.sources.every(inBar)) window.shifts += each.value; };
            new PerformanceObserver(list => list.getEntries().forEach(count)).observe({ type: "layout-shift" });
        }"""
    )
    phone.enter(HAND)
    phone.save()
    expect(moment(page)).to_be_visible()
    keys = page.locator("[data-key='5']").bounding_box()
    page.wait_for_timeout(3_300)
    expect(moment(page)).to_have_count(0)
    assert page.locator("[data-key='5']").bounding_box() == keys
    assert page.evaluate("window.shifts") < 0.01


def test_a_reload_shows_none(after_save):
    after_save.reload()
    after_save.locator("html[data-ready]").wait_for(state="attached")
    expect(moment(after_save)).to_have_count(0)
    saved(after_save, 4)


def test_two_hands_in_a_row_show_the_latest(phone):
    for _hand in range(2):
        phone.enter(["9", "9", "9"])
        phone.save()
        expect(moment(phone.page)).to_have_count(1)
    expect(moment(phone.page).locator(".moment__total").first).to_have_text("23")


def test_every_follower_sees_it(visit, table, site):
    page = open_series(visit(), *table)
    expect(moment(page)).to_have_count(0)
    me, series = table
    record_hand(series=series, submit=Submit(me, 4), record={"points_won": [14, 10, 4, 12], "last_trick": 0})
    expect(moment(page)).to_be_visible()
    expect(moment(page).locator(".moment__closing")).to_have_text("Asha deals")
    expect(moment(page).locator(".moment__total")).to_have_text(["39", "18½", "8½", "4"])
    later = open_series(visit(), *table)
    later.wait_for_timeout(500)
    expect(moment(later)).to_have_count(0)
    expect(moment(page)).to_have_count(0)


def test_a_correction_and_an_undo_show_none(visit, table):
    page = open_series(visit(), *table)
    me, series = table
    correct_hand(series=series, submit=Submit(me, 4), number=3, record=J40[1], reason="wrong pile")
    expect(page.locator(".follow__status", has_text="Bob corrected hand 3.")).to_be_visible()
    expect(moment(page)).to_have_count(0)
    undo(series=series, submit=Submit(me, 5))
    expect(page.locator(".follow__status", has_text="Bob withdrew hand 3.")).to_be_visible()
    expect(moment(page)).to_have_count(0)


def test_after_a_hand_that_was_written_down_card_by_card(visit, table):
    me, series = table
    series.refresh_from_db()
    write_down(me, series, J40[0], cards=51)  # the last card follows from the others
    page = open_series(visit(), me, series, "cards")
    page.get_by_role("button", name="Save hand 4").tap()
    expect(page).to_have_url(re.compile("/hands/new/$"))
    expect(moment(page)).to_be_visible()
    page.reload()
    page.locator("html[data-ready]").wait_for(state="attached")
    expect(moment(page)).to_have_count(0)


def test_it_can_be_read_with_letters_of_twice_the_size(phone):
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    phone.enter(HAND)
    phone.save()
    shown = moment(phone.page)
    expect(shown).to_be_visible()
    assert shown.evaluate("shown => shown.scrollHeight <= shown.clientHeight + 1")
    assert shown.evaluate("shown => shown.clientHeight <= innerHeight")
    for name in shown.locator(".moment__name > bdi").all():
        assert name.evaluate("name => name.getClientRects().length") == 1, "broken into several lines"


@pytest.mark.parametrize("size", [{"width": 360, "height": 640}, {"width": 640, "height": 360}])
def test_it_covers_no_key_on_a_small_phone(open_phone, size):
    phone = open_phone(size=size)
    phone.enter(HAND)
    phone.save()
    shown = moment(phone.page)
    expect(shown).to_be_visible()
    assert shown.evaluate("shown => shown.scrollHeight <= shown.clientHeight + 1")
    box, keys = shown.bounding_box(), phone.page.locator(".keypad").bounding_box()
    assert box
    assert keys
    beside = box["x"] + box["width"] <= keys["x"]
    assert beside or box["y"] + box["height"] <= keys["y"]
    assert len(NAMES) == shown.locator(".moment__row").count()
