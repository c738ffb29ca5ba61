"""A hand of Jewel on a phone: nine players on one screen, chips that count, and players who join later."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.registry import BY_SLUG
from tests.browser.axe import findings, findings_in
from tests.browser.table import (
    Table,
    bobs_circle,
    height,
    open_entry,
    small_targets,
    start_table,
    stored,
    wait_until,
    width,
)
from tests.browser.visitor import DESK, PHONE
from tests.games.jewel.test_account import NETS

JEWEL = BY_SLUG["jewel"]
OTHERS = ("Esha", "Firoz", "Gita", "Hari", "Indira")
CHIPS = {"jewel": 0, "alike": 1, "sequence": 2, "marriage": 3, "set": 4}

# The hand of the source, players A to I: how it ended for each player, and the chips that are tapped.
WORKED = [
    ("declared", ["sequence", "marriage"]),
    ("played", ["marriage", "jewel"]),
    ("played", ["alike", "jewel", "full hand"]),
    ("played", ["set", "penalty", "penalty", "penalty", "penalty"]),
    ("packed", []),
    ("packed", ["jewel"]),
    ("mid_packed", []),
    ("mid_packed", ["jewel"]),
    ("played", ["set", "set", "full hand"]),
]


def series_of(seats: int) -> Table:
    return start_table(bobs_circle(), JEWEL, "source", others=OTHERS, seats=seats, point_value="0.25")


class Screen:
    """The screen of a hand, and taps on it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def choose(self, seat: int) -> None:
        self.page.locator(f"[name=shown][value='{seat}']").check(force=True)
        expect(self.page.locator(f"#player-{seat}")).to_be_visible()

    def end(self, seat: int, ended: str) -> None:
        self.page.locator(f"[name=ended_{seat}][value='{ended}']").check(force=True)

    def tap(self, seat: int, chip: str) -> None:
        part = self.page.locator(f"#player-{seat}")
        if chip == "full hand":
            part.locator("[data-puts]").click()
        elif chip == "penalty":
            part.locator(".player-part__penalty [data-counter] .counter__chip").click()
        else:
            part.locator(":is(.player-part__jewels, .player-part__arranged) .counter__chip").nth(CHIPS[chip]).click()

    def enter(self, seat: int, ended: str, chips: list[str]) -> None:
        self.choose(seat)
        self.end(seat, ended)
        for chip in chips:
            self.tap(seat, chip)

    def expect_worth(self, seat: int, expected: str) -> None:
        expect(self.page.locator(f"#player-{seat}-worth .visually-hidden")).to_have_text(expected)

    def save(self) -> None:
        self.page.locator(".entry .button--primary").click()


@pytest.fixture
def open_screen(visit, transactional_db):
    def sit_down(seats: int, **options: Any) -> Screen:
        me, series = series_of(seats)
        return Screen(open_entry(visit(**options), me, series))

    return sit_down


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_hand_of_nine_players_fits_on_one_screen(open_screen, size):
    nine = open_screen(9, size=size, bypass_csp=True)
    page = nine.page
    assert width(page) <= size["width"]
    # The whole form fits on the screen, with Save at the bottom. Links to other pages may be below.
    expect(page.locator(".player-tile").last).to_be_in_viewport(ratio=1)
    expect(page.locator(".entry .button--primary")).to_be_in_viewport(ratio=1)
    assert height(page) <= size["height"] + 100
    for seat, (ended, chips) in enumerate(WORKED):
        nine.enter(seat, ended, chips)
    nine.expect_worth(0, "+58 makes 58")
    nine.expect_worth(8, "−41 makes −41")
    assert small_targets(page) == []
    assert findings(page) == []
    nine.save()
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    figures = page.locator(".player-tile__worth")
    expect(figures).to_have_text([f"stands at {str(net).replace('-', '−')}" for net in NETS])


def test_chips_count_up_and_down_and_can_be_typed(open_screen):
    two = open_screen(2)
    marriage = two.page.locator("#player-0 .counter", has_text="Marriage")
    two.end(0, "declared")
    for _tap in range(3):
        two.tap(0, "marriage")
    expect(marriage.locator("input")).to_have_value("3")
    two.expect_worth(0, "+9 makes 9")
    marriage.get_by_role("button", name="One less").click()
    two.expect_worth(0, "+6 makes 6")
    marriage.locator("input").fill("5")
    two.expect_worth(0, "+15 makes 15")
    for _tap in range(5):
        marriage.get_by_role("button", name="One less").click()
    expect(marriage.locator("input")).to_be_hidden()
    two.expect_worth(0, "0 makes 0")


def test_the_next_player_is_one_tap_away(open_screen):
    three = open_screen(3, size={"width": 360, "height": 640})
    nexts = three.page.locator(".player-part__next:visible")
    for seat, name in enumerate(("Bimal", "Chandra"), start=1):
        expect(nexts).to_have_text(name)
        nexts.tap()
        expect(three.page.locator(f"#player-{seat}")).to_be_visible()
    expect(nexts).to_have_count(0)  # the next tap is Save


def test_a_player_who_packed_counts_only_jewels(open_screen):
    two = open_screen(2)
    two.tap(0, "marriage")
    two.end(0, "packed")
    part = two.page.locator("#player-0")
    expect(part.locator(".player-part__jewels .counter__chip").first).to_be_visible()
    for group in (".player-part__arranged", ".player-part__penalty"):
        expect(part.locator(f"{group} .counter__chip").first).to_be_hidden()
    expect(two.page.locator("#player-0-status")).to_have_text("Packed")
    two.save()
    wait_until(two.page, stored)
    assert stored()[0]["players"][0]["ended"] == "packed"
    assert stored()[0]["players"][0]["marriages"] == 0


def test_players_join_and_leave_between_hands(open_screen):
    four = open_screen(4)
    page = four.page
    four.enter(0, "declared", ["marriage"])
    four.expect_worth(0, "+9 makes 9")
    four.save()
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    page.get_by_role("link", name="A player joins").click()
    page.get_by_role("button", name="Esha").click()
    expect(page.get_by_text("Esha has joined.")).to_be_visible()
    page.get_by_role("link", name="Record hand 2").click()
    expect(page.locator(".player-tile")).to_have_count(5)
    four.enter(4, "declared", ["set"])
    four.enter(1, "", [])
    # Asha, Chandra and Deepa pay Esha 2 each; Bimal has left.
    four.expect_worth(4, "+6 makes 6")
    four.save()
    expect(page.get_by_role("heading", name="Hand 3")).to_be_visible()
    expect(page.locator(".player-tile__worth")).to_have_text(
        ["stands at 7", "stands at −3", "stands at −5", "stands at −5", "stands at 6"]
    )
    expect(page.locator("#player-1-status")).to_have_text("Does not sit")
    expect(page.locator("#player-4-status")).to_have_text("Played")


def test_a_hand_can_be_typed_without_a_script(open_screen):
    two = open_screen(2, java_script_enabled=False)
    two.page.locator("[name=ended_0][value=declared]").check(force=True)
    two.page.get_by_label("Marriage +3").first.fill("2")
    two.save()
    expect(two.page.get_by_role("heading", name="Hand 2")).to_be_visible()
    expect(two.page.locator(".player-tile__worth").first).to_have_text("stands at 6")


def test_tapped_cards_survive_a_reload(open_screen):
    two = open_screen(2)
    two.end(0, "declared")
    two.tap(0, "sequence")
    two.expect_worth(0, "+4 makes 4")
    two.page.reload()
    expect(two.page.get_by_text("Typed earlier and not saved yet.")).to_be_visible()
    expect(two.page.locator("[name=super_sequences_0]")).to_have_value("1")
    expect(two.page.locator("#player-0 .counter[data-counted]")).to_have_count(1)


def test_the_seats_page_is_accessible(visit, transactional_db):
    me, series = series_of(5)
    visitor = visit(bypass_csp=True)
    open_entry(visitor, me, series)
    page = visitor.open(reverse("series:seats", args=[series.pk]))
    assert findings_in(page, "light", "dark") == []
    assert small_targets(page) == []
    assert width(page) <= PHONE["width"]
