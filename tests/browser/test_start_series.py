"""Starting a series: by tapping names, by dragging with a mouse, and without a script."""

import re
from itertools import product

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.registry import BY_SLUG
from ledger.circles.models import Player
from ledger.series.models import Seat, Series
from tests.browser.axe import faults
from tests.browser.table import NAMES, open_as, small_targets, width
from tests.browser.visitor import DESK, PHONE, SMALLEST_PHONE


def person(page: Page, name: str):
    return page.locator(f"[data-player][data-name='{name}']")


def expect_seats(page: Page, *seats: str) -> None:
    """Check the names round the table."""
    expect(page.locator(".round-table__place .round-table__name")).to_have_text(list(seats))


def seated() -> list[str]:
    return list(Seat.objects.order_by("number").values_list("player__name", flat=True))


def tap_on(page: Page, *names: str) -> None:
    for name in names:
        person(page, name).tap()


def seat_all(page: Page) -> None:
    """Seat the four players, and go on to the second step."""
    tap_on(page, *NAMES)
    page.get_by_role("link", name="Next").tap()


def start(page: Page) -> None:
    """Go through the steps on a phone, and start the series."""
    page.get_by_role("link", name="Next").click()
    page.get_by_role("button", name="Start", exact=True).click()


def test_four_taps_seat_the_players_and_start_the_series(open_start):
    page = open_start()
    tap_on(page, "Chandra", "Asha", "Deepa", "Bimal")
    expect(page.locator("[data-count]")).to_have_text("4 of 4 seated")
    start(page)
    expect(page).to_have_url(re.compile(r"/series/\w+/hands/new/"))
    assert seated() == ["Chandra", "Asha", "Deepa", "Bimal"]


def test_a_second_tap_frees_the_seat_for_the_next_player(open_start):
    page = open_start()
    tap_on(page, "Asha", "Bimal", "Chandra", "Asha")
    expect_seats(page, "1", "Bimal", "Chandra", "4")
    expect(person(page, "Asha")).to_have_attribute("aria-pressed", "false")
    person(page, "Deepa").tap()
    expect_seats(page, "Deepa", "Bimal", "Chandra", "4")
    page.get_by_role("button", name="Seat 2: Bimal, stand up").tap()
    expect_seats(page, "Deepa", "2", "Chandra", "4")
    expect(page.get_by_role("status")).to_have_text("Bimal stands.")


def test_next_says_at_once_how_many_are_missing(open_start):
    page = open_start()
    next_step, complaint = page.get_by_role("link", name="Next"), page.locator("[data-short]")
    next_step.click()
    expect(complaint).to_have_text("Nobody is seated yet. Jaago-Chalis needs 4 players.")
    expect(next_step).to_be_visible()
    expect(page.get_by_role("status")).to_have_text("Nobody is seated yet. Jaago-Chalis needs 4 players.")
    tap_on(page, "Asha", "Bimal", "Chandra")
    expect(complaint).to_have_text("Jaago-Chalis needs 4 players. Seated so far: 3.")
    page.get_by_label("New player").fill("Ekta")  # the part with the seats is replaced
    page.get_by_role("button", name="Add").click()
    expect(complaint).to_be_hidden()
    person(page, "Ekta").tap()
    next_step.click()
    expect(complaint).to_have_text("Jaago-Chalis needs 4 players. Seated so far: 3.")
    person(page, "Deepa").tap()
    expect(complaint).to_be_hidden()
    start(page)
    expect(page).to_have_url(re.compile(r"/series/\w+/hands/new/"))


def test_a_refusal_for_empty_seats_goes_when_they_are_taken(visit, scorer):
    visitor = visit(size=DESK, may_log="422")
    page = open_as(visitor, scorer, reverse("start_series", args=[scorer.circle_id]) + "?game=jaago-chalis")
    page.get_by_role("button", name="Start", exact=True).click()
    refusals = page.get_by_text("0 are seated")
    expect(refusals).to_have_count(2)
    for name in NAMES[:3]:
        person(page, name).click()
    expect(refusals).to_have_count(2)
    person(page, NAMES[3]).click()
    expect(refusals).to_have_count(0)
    expect(page.locator(".error-summary")).to_have_count(0)


def test_seats_are_shown_clockwise_round_the_table(open_start):
    """Seat 1 is nearest to the reader, then clockwise: left, far, right."""
    page = open_start()
    boxes = [place.bounding_box() for place in page.locator(".round-table__seat:has(button)").all()]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = middles
    assert y1 > y2 > y3
    assert y1 > y4 > y3
    assert x2 < x1 < x4
    assert abs(x1 - x3) < 1


def test_players_can_be_dragged_with_a_mouse(open_start):
    page = open_start(size=DESK)
    for name in NAMES:
        person(page, name).click()
    place = page.locator(".round-table__seat")
    page.get_by_role("button", name="Seat 1: Asha").drag_to(place.nth(2))
    expect_seats(page, "Chandra", "Bimal", "Asha", "Deepa")
    page.get_by_role("button", name="Seat 4: Deepa").click()
    person(page, "Deepa").drag_to(place.nth(3))
    expect_seats(page, "Chandra", "Bimal", "Asha", "Deepa")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/hands/new/")
    assert seated() == ["Chandra", "Bimal", "Asha", "Deepa"]


@pytest.mark.hands(0)
def test_one_tap_seats_the_players_of_the_last_series(visit, table):
    me, series = table
    page = open_as(visit(), me, reverse("start_series", args=[me.circle_id]) + "?game=jaago-chalis")
    page.get_by_role("button", name="Same as last time").tap()
    expect_seats(page, *NAMES)
    page.get_by_role("button", name="Start", exact=True).tap()
    page.wait_for_url("**/hands/new/")
    assert Series.objects.exclude(pk=series.pk).count() == 1


def test_a_new_player_is_seated_by_name(open_start):
    page = open_start()
    person(page, "Deepa").tap()
    page.get_by_label("New player").fill("Ekta")
    page.get_by_label("New player").press("Enter")
    expect(person(page, "Ekta")).to_have_attribute("aria-pressed", "true")
    expect_seats(page, "Deepa", "Ekta", "3", "4")
    expect(page.get_by_label("New player")).to_have_value("")
    assert Player.objects.filter(name="Ekta").count() == 1
    person(page, "Asha").tap()
    expect_seats(page, "Deepa", "Ekta", "Asha", "4")


def test_the_first_dealer_is_chosen_by_name(open_start):
    page = open_start()
    seat_all(page)
    page.get_by_label("Who deals first").select_option(label="Chandra")
    page.get_by_role("button", name="Start", exact=True).tap()
    page.wait_for_url("**/hands/new/")
    assert Series.objects.get().first_dealer == 2


def test_another_rule_set_is_shown_and_keeps_typed_values(open_start):
    page = open_start()
    seat_all(page)
    page.locator("main summary").tap()
    page.get_by_label("Lowest standard sum").fill("25")
    expect(page.get_by_label("Below zero pays double")).to_be_checked()
    page.get_by_label("Rules", exact=True).select_option("As on the pagat page")
    expect(page.locator(".start__chosen")).to_have_text(BY_SLUG["jaago-chalis"].presets["pagat"].about)
    page.locator("main summary").tap()
    expect(page.get_by_label("Lowest standard sum")).to_have_value("25")
    expect(page.get_by_label("Below zero pays double")).not_to_be_checked()
    expect_seats(page, *NAMES)


def test_what_is_played_for_is_asked_above_start(open_start):
    """In sight without scrolling. A figure typed there chooses money, and the next series begins with it."""
    page = open_start(size=SMALLEST_PHONE)
    seat_all(page)
    expect(page.get_by_label("For points only")).to_be_checked()
    expect(page.get_by_label("A point is worth", exact=True)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("A point is worth", exact=True)).to_have_value("")
    page.get_by_label("A point is worth", exact=True).fill("0.5")
    expect(page.get_by_label("For money")).to_be_checked()
    page.get_by_role("button", name="Start", exact=True).tap()
    page.wait_for_url("**/hands/new/")
    assert str(Series.objects.get().point_value) == "0.5000"

    page.goto(page.url.split("/series/")[0] + reverse("start_series", args=[Series.objects.get().circle_id]))
    page.get_by_role("link", name="Jaago-Chalis").tap()
    line = page.locator("#terms")
    expect(line).to_have_text("0.5 NPR a point · to 40 · players may answer · As the J-40 team wrote it (2004)")
    expect(page.get_by_label("For points only")).to_be_hidden()
    line.tap()
    page.get_by_text("For points only", exact=True).tap()
    expect(line).to_have_text("For points only · to 40 · players may answer · As the J-40 team wrote it (2004)")


def test_enter_in_any_field_starts_the_series(open_start):
    page = open_start()
    seat_all(page)
    page.get_by_label("A point is worth", exact=True).fill("0.5")
    page.get_by_label("A point is worth", exact=True).press("Enter")
    page.wait_for_url("**/hands/new/")
    assert str(Series.objects.get().point_value) == "0.5000"


def test_everything_can_be_done_from_the_keyboard(open_start):
    page = open_start(size=DESK)
    for name in NAMES:
        person(page, name).focus()
        page.keyboard.press("Enter" if name == "Asha" else "Space")
    page.get_by_role("button", name="Start", exact=True).press("Enter")
    page.wait_for_url("**/hands/new/")
    assert seated() == list(NAMES)


def test_seats_are_lists_without_a_script(open_start):
    page = open_start(java_script_enabled=False)
    page.get_by_label("New player").fill("Ekta")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_label("Seat 1")).to_have_value(Player.objects.get(name="Ekta").pk)
    for number, name in enumerate(NAMES[:3], start=2):
        page.get_by_label(f"Seat {number}").select_option(label=name)
    start(page)
    expect(page).to_have_url(re.compile(r"/hands/new/"))
    assert seated() == ["Ekta", "Asha", "Bimal", "Chandra"]


def test_a_table_with_too_few_players_is_refused_without_a_script(visit, scorer):
    visitor = visit(java_script_enabled=False, may_log="422")
    page = open_as(visitor, scorer, reverse("start_series", args=[scorer.circle_id]) + "?game=jaago-chalis")
    start(page)
    expect(page.locator(".error-summary")).to_contain_text(
        "Who sits where? Jaago-Chalis needs 4 players; 0 are seated."
    )
    expect(page.get_by_role("link", name="Next")).to_be_visible()


def test_the_page_in_every_size_and_theme(open_start):
    page = open_start(bypass_csp=True)
    person(page, "Asha").click()
    looks = tuple(product((PHONE, DESK), ("light", "dark")))
    assert faults(page, looks) == []
    page.set_viewport_size(PHONE)
    tap_on(page, *NAMES[1:])
    page.get_by_role("link", name="Next").click()
    page.locator("main summary").click()
    assert faults(page, looks) == []


def test_the_page_fits_and_buttons_are_large_enough(open_start):
    page = open_start()
    tap_on(page, *NAMES)
    for step in ("people", "agreed"):
        if step == "agreed":
            page.set_viewport_size(PHONE)
            page.get_by_role("link", name="Next").click()
            page.locator("main summary").click()
        for size in (SMALLEST_PHONE, PHONE, DESK):
            page.set_viewport_size(size)
            assert width(page) <= size["width"]
            assert small_targets(page) == []


def test_the_way_back_leads_to_the_players(open_start):
    page = open_start()
    seat_all(page)
    expect(person(page, "Asha")).to_be_hidden()
    page.get_by_role("link", name="Asha · Bimal · Chandra · Deepa").tap()
    expect(person(page, "Asha")).to_be_visible()
    page.go_back()
    expect(page.get_by_label("Who deals first")).to_be_visible()
    page.go_back()
    expect_seats(page, *NAMES)
    expect(person(page, "Asha")).to_be_visible()


# Stops the animation for which Start waits, a third of a second after Next.
STOP_THE_WAIT = """(next) => new Promise((resolve) => {
    addEventListener("hashchange", () => {
        for (const wait of document.querySelector(".start__start").getAnimations()) {
            wait.pause();
            wait.currentTime = 333;
        }
        resolve();
    }, { once: true });
    next.click();
})"""
END_THE_WAIT = "(start) => start.getAnimations().forEach((wait) => wait.finish())"


@pytest.mark.parametrize("reduced_motion", ["reduce", "no-preference"])
def test_a_double_tap_on_next_starts_nothing(open_start, reduced_motion):
    page = open_start(reduced_motion=reduced_motion)
    tap_on(page, *NAMES)
    page.get_by_role("link", name="Next").evaluate(STOP_THE_WAIT)
    expect(page.get_by_label("Who deals first")).to_be_visible()
    button = page.get_by_role("button", name="Start", exact=True)
    button.tap(force=True)
    page.wait_for_load_state("networkidle")
    assert not Series.objects.exists()
    button.evaluate(END_THE_WAIT)
    button.tap()
    expect(page).to_have_url(re.compile(r"/series/\w+/hands/new/"))
