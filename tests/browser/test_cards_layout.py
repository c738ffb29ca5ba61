"""A report of an illegal play fits on the card-by-card screen without scrolling, and no key moves."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.table import J40, height, in_order, sign_in, small_targets, width, write_down
from tests.browser.visitor import DESK, PHONE

pytestmark = pytest.mark.hands(0)

SECOND = J40[1]  # its ninth card shows a revoke in the first trick; after twenty cards there are two
LANGUAGES = pytest.mark.parametrize("language", ["en", "ne"])


@pytest.fixture
def after(visit, table):
    """`after(8, "ne")` opens the screen in Nepali with eight cards laid."""
    me, series = table

    def open_one(cards: int, language: str) -> Page:
        write_down(me, series, SECOND, cards)
        visitor = visit(language=language)
        sign_in(visitor, me.user)
        return visitor.open(reverse("series:cards", args=[series.pk]))

    return open_one


def place_of_keys(page: Page) -> list[float]:
    tops: list[float] = page.eval_on_selector_all(
        ".card-key, #cards-back", "keys => keys.map(key => key.getBoundingClientRect().top)"
    )
    return tops


@LANGUAGES
def test_a_report_fits_without_moving_the_keys(after, language):
    page = after(8, language)
    before = place_of_keys(page)
    page.locator(f"[name=card][value='{in_order(SECOND)[8]}']").tap()
    expect(page.locator(".cards-wrong")).to_be_visible()
    assert (width(page), height(page)) == (PHONE["width"], PHONE["height"])
    assert place_of_keys(page) == before
    assert small_targets(page) == []


@LANGUAGES
def test_a_report_fits_beside_a_note_of_an_earlier_one(after, language):
    page = after(20, language)
    expect(page.locator(".cards-reports > details")).to_be_visible()
    assert (width(page), height(page)) == (PHONE["width"], PHONE["height"])
    assert small_targets(page) == []


def test_the_next_player_and_the_best_card_stay_visible(after):
    """The ninth card is Chandra's: the ten of spades, with which the third trick begins."""
    trick = after(9, "en").get_by_role("group", name="The trick on the table")
    expect(trick).to_contain_text("Chandrabest so far")
    expect(trick.get_by_text("to play")).to_be_visible()


@pytest.mark.parametrize("size", [{"width": 360, "height": 640}, {"width": 640, "height": 360}])
def test_the_trick_stays_in_sight_on_a_short_screen(after, size):
    page = after(9, "en")
    page.set_viewport_size(size)
    bar = page.locator(".app-bar").bounding_box()
    for key in ("first", "last"):
        getattr(page.locator(".card-key"), key).scroll_into_view_if_needed()
        trick = page.get_by_role("group", name="The trick on the table").bounding_box()
        assert bar["height"] <= trick["y"]
        assert trick["y"] + trick["height"] <= size["height"]
    assert width(page) == size["width"]
    assert small_targets(page) == []


def test_every_card_is_wide_enough_for_a_finger(after):
    widths = after(0, "en").eval_on_selector_all(".card-key", "keys => keys.map(key => key.clientWidth)")
    assert len(widths) == 52
    assert min(widths) >= 46  # and a line on both sides


@pytest.mark.parametrize(
    ("size", "below_ace"), [(PHONE, "7 of spades"), (DESK, "ace of hearts")], ids=["phone", "desk"]
)
def test_cards_are_one_tab_stop_and_arrow_keys_move_between_rows(after, size, below_ace):
    page = after(0, "en")
    page.set_viewport_size(size)
    expect(page.locator(".card-key[tabindex='0']")).to_have_count(1)
    page.get_by_role("button", name="ace of spades").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="king of spades")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("button", name=below_ace)).to_be_focused()
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="2 of diamonds")).to_be_focused()
    expect(page.locator(".card-key[tabindex='0']")).to_have_count(1)
    page.keyboard.press("Home")
    expect(page.get_by_role("button", name="ace of spades")).to_be_focused()


def test_turn_round_is_on_one_line(after):
    page = after(0, "en")
    tops = page.locator("#cards-turn").evaluate(
        """(button) => {
            const range = document.createRange();
            range.selectNodeContents(button.lastChild);
            return new Set([...range.getClientRects()].map((line) => line.top)).size;
        }"""
    )
    assert tops == 1
