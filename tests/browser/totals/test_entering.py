"""Entering totals with taps and with a keyboard."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import J40, stored
from tests.browser.totals.conftest import HAND, THE_SERIES, TOTALS, expect_details, expect_figures, saved
from tests.browser.visitor import DESK

MOST_TAPS = 12


# --- Taps ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("typed", "record"), TOTALS, ids=["14 11½ 8 6½", "16 8½ 8½ 7"])
def test_four_totals_take_few_taps(phone, typed, record):
    phone.enter(typed)
    phone.save()
    if record["points_won"][0] == 14:
        saved(phone.page, 4)
    else:
        expect(phone.page.get_by_role("heading", name="Asha won")).to_be_visible()
    assert stored()[3:] == [record]
    assert phone.taps <= MOST_TAPS
    assert phone.taps == 10


def test_the_active_tile_is_marked_and_a_tap_chooses_another(phone):
    typing = phone.page.locator(".seat-tile--typing")
    expect(typing).to_contain_text("Asha")
    phone.type("16")
    phone.tap(".seat-tile >> nth=2")
    expect(typing).to_contain_text("Chandra")
    phone.type("2")
    expect_figures(phone.page, ["16", "", "2", ""])
    expect(typing).to_have_count(1)


def test_the_points_left_are_shown_after_every_key(phone):
    left = phone.page.locator("[data-remainder]")
    expect(left).to_have_text("40 left")
    for key, sentence in [
        ("1", "39 left"),
        ("4", "26 left"),
        ("next", "26 left"),
        ("1", "25 left"),
        ("1", "15 left"),
        ("half", "14½ left"),
        ("delete", "15 left"),
        ("half", "14½ left"),
    ]:
        phone.tap(f"[data-key={key}]" if key.isalpha() else f"[data-key='{key}']")
        expect(left).to_have_text(sentence)


def test_one_tap_fills_in_the_rest_for_the_last_player(phone):
    phone.enter(["16", "10", "2"])
    expect(phone.page.locator("#figure_3")).to_have_value("12")
    expect(phone.page.locator("#tile-3")).to_have_text("+12 makes 4")
    expect(phone.page.locator(".seat-tile--typing")).to_contain_text("Deepa")
    phone.type("11½")
    expect_figures(phone.page, ["16", "10", "2", "11½"])
    expect(phone.page.locator(".entry__note--wrong")).to_contain_text("½ less than 40")


def test_the_key_for_the_rest_shows_its_figure(phone):
    key = phone.page.locator("[data-key=next]")
    phone.type("14")
    expect(key).to_have_text("Next")
    phone.tap("[data-key=next]")
    phone.type("11½")
    phone.tap(".seat-tile >> nth=3")
    phone.type("6½")
    expect(key).to_have_text("Fill in 8")
    phone.tap("[data-key=next]")
    expect_figures(phone.page, ["14", "11½", "8", "6½"])


def test_a_figure_is_replaced_by_the_first_key_and_shortened_by_delete(phone):
    phone.type("14")
    phone.tap("[data-key=next]")
    phone.tap(".seat-tile >> nth=0")
    phone.tap("[data-key=delete]")
    asha = phone.page.locator("#figure_0")
    expect(asha).to_have_value("1")
    phone.type("6½")
    expect(asha).to_have_value("16½")
    phone.type("½33")
    phone.tap("[data-key=delete]")
    expect(asha).to_have_value("16")


def test_delete_on_an_empty_tile_does_nothing(phone):
    phone.type("12")
    phone.tap("[data-key=next]")
    phone.type("9")
    for _tap in range(4):
        phone.tap("[data-key=delete]")
    expect_figures(phone.page, ["12", "", "", ""])
    expect(phone.page.locator(".seat-tile--typing")).to_contain_text("Bimal")


def test_the_winner_of_the_last_trick_may_be_named(phone):
    phone.enter(HAND)
    phone.tap(".entry__choice .segments__option >> nth=2")
    phone.save()
    saved(phone.page, 4)
    assert stored()[3] == {"points_won": [14, 11.5, 8, 6.5], "last_trick": 1}
    assert phone.taps <= MOST_TAPS


@pytest.mark.hands(0)
def test_the_first_hand_of_the_j40_document(open_phone):
    phone = open_phone()
    phone.enter(["5", "8½", "18"])
    phone.save()
    saved(phone.page, 1)
    expect_details(phone.page, ["stands at −5", "stands at −1½", "stands at 18", "stands at −1½"])
    assert stored()[0]["points_won"] == [5, 8.5, 18, 8.5]
    assert J40[2]["points_won"] == [16, 8.5, 8.5, 7]


# --- A keyboard ------------------------------------------------------------------------------------------------------


def test_totals_can_be_typed_with_enter_between_them(open_phone):
    page = open_phone(size=DESK).page
    for figure in ("14", "11.5", "8"):
        page.keyboard.type(figure)
        page.keyboard.press("Enter")
    expect_figures(page, ["14", "11.5", "8", "6½"])
    page.keyboard.press("Enter")
    saved(page, 4)
    assert stored()[3] == TOTALS[0][1]
    expect(page.locator("#figure_0")).to_be_focused()


def test_typing_replaces_the_rest_that_was_filled_in(open_phone):
    page = open_phone(size=DESK).page
    for figure in ("14", "11,5", "8"):
        page.keyboard.type(figure)
        page.keyboard.press("Enter")
    page.keyboard.type("7")
    expect(page.locator("#figure_3")).to_have_value("7")


def test_keypad_and_keyboard_can_be_used_in_turn(open_phone):
    page = open_phone(size=DESK).page
    page.keyboard.type("1")
    page.locator("[data-key='4']").click()
    page.keyboard.press("Tab")
    page.keyboard.type("11")
    page.locator("[data-key=half]").click()
    expect_figures(page, ["14", "11½"])


# --- Without a script ------------------------------------------------------------------------------------------------


def test_totals_can_be_typed_without_a_script(open_phone):
    page = open_phone(java_script_enabled=False).page
    assert page.locator("#figure_0").get_attribute("inputmode") == "decimal"
    expect(page.locator("[data-keys]")).to_be_hidden()
    for seat, figure in enumerate(["14", "11,5", "8", "6.5"]):
        page.locator(f"#figure_{seat}").fill(figure)
    page.get_by_role("button", name="Save hand 4").click()
    expect(page.get_by_text("Hand 4 saved").first).to_be_visible()
    assert stored()[3] == TOTALS[0][1]
    page.get_by_role("button", name="Undo").click()
    expect(page).to_have_url(THE_SERIES)
    assert len(stored()) == 3
