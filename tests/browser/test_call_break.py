"""A deal of Call Break on two phones: calls before the play, tricks after it, and card by card."""

import pytest
from playwright.sync_api import Page, expect

from games.registry import BY_SLUG
from ledger.circles.roles import Role
from ledger.series.bids import note_bids
from ledger.series.services import Submit
from tests.browser.axe import findings
from tests.browser.cut import cut_texts
from tests.browser.table import (
    Table,
    bobs_circle,
    height,
    open_entry,
    open_series,
    small_targets,
    start_table,
    stored,
    tap_keys,
    wait_until,
    width,
)
from tests.browser.visitor import PHONE
from tests.ledger.conftest import join, make_user

pytestmark = pytest.mark.django_db(transaction=True)
GAME = BY_SLUG["call-break"]
SMALL_PHONE = {"width": 360, "height": 640}


def start() -> Table:
    return start_table(bobs_circle(), GAME, "kathmandu")


def save(page: Page) -> None:
    page.get_by_role("button", name="Save hand 1").tap()


def test_calls_are_seen_on_another_phone_before_the_tricks_are_known(visit):
    me, series = start()
    vera = join(series.circle, make_user("Vera"), Role.VIEWER)
    followed = open_series(visit(), vera, series)
    page = open_entry(visit(bypass_csp=True), me, series)
    assert (width(page), height(page)) == (PHONE["width"], PHONE["height"])
    assert small_targets(page) == []
    assert cut_texts(page) == []
    assert findings(page) == []

    for seat, call in enumerate("3242"):
        page.locator(f"[name=bid_{seat}]").tap()
        tap_keys(page, call)
    page.get_by_role("button", name="Save before the play").tap()
    expect(page.get_by_text("Everyone sees it").first).to_be_visible()
    assert stored() == []
    for call in (3, 2, 4):
        expect(followed.get_by_text(f"Call: {call}").first).to_be_visible()

    # The keys go from tricks to tricks now, and the last one fills in 13 less 9.
    for tricks in "423":
        tap_keys(page, tricks, "next")
    expect(page.locator("[name=figure_3]")).to_have_value("4")
    save(page)
    wait_until(page, lambda: len(stored()) == 1)
    assert stored() == [{"calls": [3, 2, 4, 2], "tricks": [4, 2, 3, 4]}]
    # 3 called and 4 taken; 2 and 2; 4 and 3; 2 and 4.
    for total in ("3.1", "2", "−4", "2.2"):
        expect(followed.get_by_text(total, exact=True).first).to_be_visible()


def test_a_small_phone_has_room_for_calls_and_tricks(visit):
    me, series = start()
    page = open_entry(visit(size=SMALL_PHONE), me, series)
    assert width(page) == SMALL_PHONE["width"]
    assert cut_texts(page) == []
    for key in page.locator(".entry .key").all():
        around = key.bounding_box()
        assert around["y"] + around["height"] <= SMALL_PHONE["height"]


def test_a_wrong_card_is_named_when_it_shows(visit):
    me, series = start()
    note_bids(series=series, submit=Submit(me, series.version), bids=[3, 2, 4, 2])
    page = open_series(visit(bypass_csp=True), me, series, "cards")
    page.locator("[name=first_leader][value='0']").check(force=True)
    page.get_by_role("button", name="Begin").click()  # the calls are there already
    # Play goes round anticlockwise. Deepa's 5 of hearts is the best card, and Chandra lays the 3 under it.
    for card in ("2H", "5H", "3H", "4H", "2C"):
        page.locator(f"[name=card][value='{card}']").tap()
    assert width(page) == PHONE["width"]
    expect(page.get_by_text("had to beat")).to_have_count(0)
    page.locator("[name=card][value='KH']").tap()
    named = page.get_by_role("region", name="A card that was not allowed")
    expect(named).to_contain_text("Chandra played the 3 of hearts but had to beat 5 of hearts.")
    expect(named).to_contain_text("It showed in trick 2.")
    assert findings(page) == []
    assert cut_texts(page) == []
