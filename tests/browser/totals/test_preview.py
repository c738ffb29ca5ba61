"""The preview before saving: the new totals, and problems."""

from playwright.sync_api import Route, expect

from tests.browser.table import stop_the_clock, stored, wait_until
from tests.browser.totals.conftest import HAND, LOOK, expect_details, expect_figures, saved


def test_the_preview_shows_every_players_total_before_saving(phone):
    phone.enter(HAND)
    expect(phone.page.locator("#tile-3")).to_have_text("−3½ makes −11½")
    expect_details(phone.page, ["+14 makes 39", "+11½ makes 20", "−2 makes 12½", "−3½ makes −11½"])
    assert len(stored()) == 3


def test_problems_are_named_while_typing(phone):
    phone.type("1½")
    note = phone.page.locator(".entry__note--wrong")
    expect(note).to_have_text("Asha: 1½ cannot be won: the smallest trick, four black cards, is worth 2.")
    expect(phone.page.locator("#figure_0")).to_have_attribute("aria-invalid", "true")
    phone.tap("[data-key=delete]")
    phone.type("6")
    expect(note).to_have_count(0)
    expect(phone.page.locator("#figure_0")).not_to_have_attribute("aria-invalid", "true")
    phone.tap("[data-key=next]")
    phone.type("30")
    expect(phone.page.locator("[data-remainder]")).to_have_text("6 too many")
    expect(note).to_have_text("The four totals come to 46; that is 6 more than 40.")


def test_an_older_answer_does_not_overwrite_a_newer_one(failing):
    """The preview of 2 is on its way when the tile already shows 4: it is given up for the preview of 4."""
    page, held, given_up = failing.page, [], []
    page.on("requestfailed", lambda request: given_up.append(request.url))

    def hold_the_first(route: Route) -> None:
        if held or "figure_2=2" not in route.request.url:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    failing.enter(["16", "10"])
    expect(page.locator("#tile-1")).to_have_text("stands at 8½")
    page.route(LOOK, hold_the_first)
    page.evaluate(
        """() => {
            window.said = [];
            const note = () => said.push(document.getElementById("tile-2").textContent);
            new MutationObserver(note).observe(document.querySelector(".entry"), { childList: true, subtree: true });
        }"""
    )
    failing.type("2")
    failing.tap("[data-key=next]")
    wait_until(page, lambda: held)
    failing.tap(".seat-tile >> nth=2")
    failing.type("4")
    page.evaluate("said.length = 0")
    failing.tap(".seat-tile >> nth=3")
    failing.type("10")
    expect(page.locator("#tile-2")).to_have_text("−6 makes 8½")
    expect_details(page, ["+16 makes 41", "+10 makes 18½", "−6 makes 8½", "+10 makes 2"])
    assert any("figure_2=2" in address for address in given_up)
    assert "−8 makes 6½" not in page.evaluate("window.said")


def test_a_late_preview_does_not_change_the_next_hand(failing):
    """The preview is given up when the hand is saved, and leaves the network to the save."""
    page, held, given_up = failing.page, [], []
    page.on("requestfailed", lambda request: given_up.append(request.url))
    stop_the_clock(page)
    failing.enter(["14", "11½"])
    failing.type("8")
    page.route(LOOK, lambda route: held.append((route, route.fetch())))
    failing.tap("[data-key=next]")
    expect_figures(page, ["14", "11½", "8", "6½"])
    page.clock.resume()
    wait_until(page, lambda: held)
    failing.save()
    saved(page, 4)
    wait_until(page, lambda: len(given_up) == len(held))
    expect_details(page, ["stands at 39", "stands at 20", "stands at 12½", "stands at −11½"])
