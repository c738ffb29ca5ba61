"""Finding a series on a phone, with scripts and without; place and notes."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from ledger.series.notes import change_hand_note, change_notes
from tests.browser.axe import faults
from tests.browser.table import open_as, open_more, open_series, small_targets
from tests.browser.visitor import DESK, PHONE

pytestmark = pytest.mark.hands(4)


@pytest.fixture
def noted(table):
    """A finished series with a place, and with a note on its second hand."""
    me, series = table
    change_notes(series=series, me=me, place="पाटन")
    change_hand_note(series=series, me=me, number=2, note="Four aces")
    return table


def test_the_list_follows_what_is_typed(visit, noted):
    visitor, (me, _series) = visit(bypass_csp=True), noted
    page = open_as(visitor, me, reverse("circle", args=[me.circle_id]))
    page.get_by_role("link", name="All series").click()
    page.get_by_label("Game, player, day, place or note").press_sequentially("aces")
    expect(page.get_by_text("Hand 2: Four aces")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/series/\?text=aces$"))
    page.get_by_text("Player, game and time").click()
    page.get_by_label("State").select_option(label="open")
    expect(page.get_by_text("No series fits.")).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?text=aces&status=open$"))
    assert small_targets(page) == []
    assert faults(page, ((PHONE, "light"), (DESK, "dark"))) == []
    page.go_back()
    expect(page.get_by_text("Hand 2: Four aces")).to_be_visible()
    page.get_by_role("link", name="Show all series").click()
    expect(page.get_by_label("Game, player, day, place or note")).to_have_value("")
    expect(page.get_by_role("link", name="Jaago-Chalis")).to_be_visible()


def test_it_works_without_scripts(visit, noted):
    visitor, (me, _series) = visit(java_script_enabled=False), noted
    page = open_as(visitor, me, reverse("circle_series", args=[me.circle_id]))
    page.get_by_label("Game, player, day, place or note").fill("पाटन")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("heading", name="1 series found")).to_be_visible()
    expect(page.get_by_label("Game, player, day, place or note")).to_have_value("पाटन")


def test_place_and_notes_are_written_on_a_phone(visit, noted):
    visitor, (me, series) = visit(bypass_csp=True), noted
    page = open_series(visitor, me, series)
    open_more(page)
    page.get_by_role("link", name="Change place and note").click()
    page.get_by_label("Note").fill("Rain.\nNobody left.")
    assert faults(page, ((PHONE, "light"), (DESK, "dark"))) == []
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Nobody left.")).to_be_visible()
    page.get_by_role("link", name="1", exact=True).click()
    page.get_by_role("link", name="Write a note on this hand").click()
    page.get_by_label("Note").fill("A long one")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Hand 1", level=1)).to_be_visible()
    expect(page.get_by_text("A long one")).to_be_visible()
