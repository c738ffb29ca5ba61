"""A deal of Marriage on a phone: six players on one screen, and maal that is counted by taps."""

from collections.abc import Callable
from decimal import Decimal

import pytest
from playwright.sync_api import expect

from games.registry import BY_SLUG
from ledger.circles.services.players import add_player
from ledger.series.services import Agreement, start_series
from tests.browser.axe import findings
from tests.browser.conftest import Visitor
from tests.browser.table import bobs_circle, height, open_entry, small_targets, stored, wait_until, width

MARRIAGE = BY_SLUG["marriage"]


@pytest.mark.django_db(transaction=True)
def test_a_deal_of_six_fits_on_one_screen_and_is_saved(visit: Callable[..., Visitor]) -> None:
    me = bobs_circle()
    for name in ("Esha", "Firoz"):
        add_player(circle=me.circle, name=name)
    players = list(me.circle.players.order_by("created_at"))[:6]
    agreed = Agreement(MARRIAGE, players, MARRIAGE.default_preset.rules, Decimal(1), "murder", first_dealer=0)
    series = start_series(me=me, agreed=agreed)
    page = open_entry(visit(bypass_csp=True), me.user, series)

    assert width(page) <= 390
    # Who finished is on the first screen, with Save at the bottom.
    expect(page.locator(".by-player__hand .segments__option").last).to_be_in_viewport(ratio=0.95)
    expect(page.get_by_role("button", name="Save hand 1")).to_be_in_viewport(ratio=1)
    assert height(page) <= 844
    assert small_targets(page) == []
    assert findings(page) == []

    page.set_viewport_size({"width": 360, "height": 640})
    assert width(page) <= 360
    expect(page.get_by_role("button", name="Save hand 1")).to_be_in_viewport(ratio=0.95)
    page.set_viewport_size({"width": 390, "height": 844})

    page.locator("[name=maal_0]").fill("13")
    page.locator(".player-tile").nth(1).click()
    page.locator("[name=state_1][value=unseen]").check(force=True)
    page.locator(".player-tile").nth(2).click()
    counting = page.locator("#player-2 details")
    counting.locator("summary").click()
    for card in ("Tiplu", "Poplu", "Jhiplu", "Marriage +10"):
        counting.get_by_role("button", name=card, exact=False).first.click()
    expect(page.locator("#player-2-status")).to_have_text("Seen · 17")
    counting.locator("summary").click()
    page.locator(".by-player__hand .segments__option").first.click()
    # The maal is 13 and 17 of six: 6 × 13 − 30 = 48, and the winner gets 10 and four times 3.
    expect(page.locator("#player-0-worth .visually-hidden")).to_have_text("+70 makes 70")
    page.get_by_role("button", name="Save hand 1").click()
    wait_until(page, lambda: len(stored()) == 1)
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
