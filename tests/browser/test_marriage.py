"""A deal of Marriage on a phone: six players on one screen, and maal that is counted by taps."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.registry import BY_SLUG
from tests.browser.axe import findings
from tests.browser.cut import broken_words
from tests.browser.table import (
    box,
    open_as,
    open_entry,
    small_targets,
    start_table,
    stored,
    tap_keys,
    wait_until,
    width,
)
from tests.browser.visitor import DESK, PHONE

CUT_NAMES = """names => names
    .filter(name => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight)
    .map(name => name.textContent)"""
MARRIAGE = BY_SLUG["marriage"]


def test_a_deal_of_six_fits_on_one_screen_and_is_saved(visit, scorer):
    six = start_table(scorer, MARRIAGE, "murder", others=("Esha", "Firoz"))
    page = open_entry(visit(bypass_csp=True), *six)

    assert width(page) <= 390
    finished = page.locator(".segments__option:has([name=winner])")
    for size in ({"width": 360, "height": 640}, {"width": 390, "height": 844}):
        page.set_viewport_size(size)
        assert width(page) <= size["width"]
        # Who finished is on the first screen, with the keys and Save below it.
        keys, last = box(page.locator(".entry__keys")), box(finished.last)
        assert last["y"] + last["height"] <= keys["y"] + 4
        expect(page.get_by_role("button", name="Save hand 1")).to_be_in_viewport(ratio=1)
    assert small_targets(page) == []
    assert findings(page) == []

    # After a tap on a player the keypad types that player's figure.
    tiles = page.locator(".seat-tile")
    tap_keys(page, "1", "3", "next")
    expect(tiles.nth(1)).to_have_class(re.compile("seat-tile--typing"))
    page.locator("[name=state_1][value=unseen]").check(force=True)
    expect(page.locator("[name=state_0]").first).to_be_hidden()
    tiles.nth(2).tap()
    expect(page.locator("[name=maal_2]")).to_have_attribute("placeholder", "Maal")
    counting = page.locator("details[data-shown]")
    counting.locator("summary").click()
    expect(page.locator(".keypad")).to_be_hidden()  # the keypad would lie over the counters
    for card in ("Tiplu", "Poplu", "Jhiplu", "Marriage +10"):
        counting.get_by_role("button", name=card, exact=False).first.click()
    expect(page.locator("#tile-2-status")).to_have_text("Seen · 17")
    expect(page.locator("#tile-1-status")).to_have_text("Not seen")
    counting.locator("summary").click()
    finished.first.click()
    # The maal is 13 and 17 of six: 6 × 13 − 30 = 48, and the winner gets 10 and four times 3.
    expect(page.locator("#tile-0")).to_have_text("+70 makes 70")
    page.get_by_role("button", name="Save hand 1").click()
    wait_until(page, lambda: len(stored()) == 1)
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()


def test_a_deal_can_be_typed_without_a_script(visit, scorer):
    page = open_entry(visit(java_script_enabled=False), *start_table(scorer, MARRIAGE, "murder"))
    page.locator("[name=maal_0]").fill("10")
    page.locator("[name=state_3][value=unseen]").check(force=True)
    page.locator("[name=winner][value='0']").check(force=True)
    page.get_by_role("button", name="Save hand 1").click()
    expect(page.get_by_role("heading", name="Hand 2")).to_be_attached()
    assert [player["seen"] for player in stored()[0]["players"]] == [True, True, True, False]


def test_what_four_players_owe_each_other_fits_on_a_small_phone(visit, scorer):
    record = {"players": [{"maal": maal, "seen": True} for maal in (110, 85, 60, 3)], "winner": 0}
    me, series = start_table(scorer, MARRIAGE, "murder", record)
    page = open_as(visit(size={"width": 360, "height": 640}), me, reverse("series:hand", args=[series.pk, 1]))
    matrix = page.locator(".table-scroll:has(.matrix)")
    assert matrix.evaluate("region => region.scrollWidth - region.clientWidth") == 0
    # 110 against 85, 60 and 3, and three times 3 for the game: 25 + 50 + 107 + 9.
    expect(matrix.locator("tbody tr").first.locator("td").first).to_have_text("+191")
    assert broken_words(page) == []


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_long_names_are_whole_where_every_two_players_settle(visit, scorer, size):
    record = {"players": [{"maal": maal, "seen": True} for maal in (110, 85, 60, 3, 20, 40)], "winner": 0}
    me, series = start_table(scorer, MARRIAGE, "murder", record, others=["Maximiliane", "Bartholomäus"])
    page = open_as(visit(size=size), me, reverse("series:hand", args=[series.pk, 1]))
    names = page.locator(".matrix bdi")
    expect(names).to_have_count(12)
    assert names.evaluate_all(CUT_NAMES) == []
