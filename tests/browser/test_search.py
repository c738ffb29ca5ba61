"""Finding a series on a phone, with scripts and without; place and notes."""

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from ledger.circles.models import Member
from ledger.series.models import Series
from ledger.series.notes import change_hand_note, change_notes
from tests.browser.axe import faults
from tests.browser.conftest import DESK, PHONE, Visitor
from tests.browser.table import bobs_series, open_more, sign_in, small_targets


@pytest.fixture
def bob(transactional_db: None) -> tuple[Member, Series]:
    """A finished series with a place, and with a note on its second hand."""
    bob, series = bobs_series(4)
    change_notes(series=series, me=bob, place="पाटन")
    change_hand_note(series=series, me=bob, number=2, note="Four aces")
    return bob, series


@pytest.mark.thorough
def test_the_list_follows_what_is_typed(visit: Callable[..., Visitor], bob: tuple[Member, Series]) -> None:
    visitor, (me, _series) = visit(bypass_csp=True), bob
    sign_in(visitor, me.user)
    page = visitor.open(reverse("circle", args=[me.circle_id]))
    page.get_by_role("link", name="All series").click()
    page.get_by_label("Place or note").press_sequentially("aces")
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
    expect(page.get_by_label("Place or note")).to_have_value("")
    expect(page.get_by_role("link", name="Jaago-Chalis")).to_be_visible()


def test_it_works_without_scripts(visit: Callable[..., Visitor], bob: tuple[Member, Series]) -> None:
    visitor, (me, _series) = visit(java_script_enabled=False), bob
    sign_in(visitor, me.user)
    page = visitor.open(reverse("circle_series", args=[me.circle_id]))
    page.get_by_label("Place or note").fill("पाटन")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("heading", name="1 series found")).to_be_visible()
    expect(page.get_by_label("Place or note")).to_have_value("पाटन")


def test_place_and_notes_are_written_on_a_phone(visit: Callable[..., Visitor], bob: tuple[Member, Series]) -> None:
    visitor, (me, series) = visit(bypass_csp=True), bob
    sign_in(visitor, me.user)
    page = visitor.open(reverse("series:page", args=[series.pk]))
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
