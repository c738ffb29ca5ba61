"""Fifty-two cards on a phone: as few taps as there are cards, as fast as anybody can, and with the network gone."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, Route, expect

from games.contract import Table
from games.kit.cards import CODES
from games.kit.table_view import walk
from ledger.circles.models import Member
from ledger.series.models import Draft, Event, Series
from tests.browser.axe import findings
from tests.browser.conftest import DESK, Visitor
from tests.browser.table import GAME, J40, bobs_series, height, sign_in, width

FIRST = J40[0]
PLAY = GAME.read_record(FIRST).value
assert GAME.shape is not None
ORDER = [CODES[step.card] for step in walk(PLAY, GAME.shape(None, PLAY, Table(4))).steps]


@pytest.fixture
def bobs(transactional_db: None) -> tuple[Member, Series]:
    return bobs_series()


@pytest.fixture
def begin(visit: Callable[..., Visitor], bobs: tuple[Member, Series]) -> Iterator[Callable[..., Page]]:
    visitors: list[Visitor] = []

    def at_the_table(**options: Any) -> Page:
        me, series = bobs
        visitor = visit(**options)
        visitors.append(visitor)
        sign_in(visitor, me.user)
        page = visitor.open(reverse("series:cards", args=[series.pk]))
        page.locator(f"[name=first_leader][value='{FIRST['first_leader']}']").check(force=True)
        page.get_by_role("button", name="Begin").click()
        expect(page.get_by_text("to play")).to_be_visible()
        return page

    yield at_the_table
    for visitor in visitors:  # Chromium writes down every request that a test has cut off
        visitor.complaints[:] = [told for told in visitor.complaints if "net::ERR_FAILED" not in told]


def key(page: Page, code: str) -> Locator:
    return page.locator(f"[name=card][value='{code}']")


def test_the_whole_hand_takes_51_taps_between_begin_and_save(begin: Callable[..., Page]) -> None:
    page = begin()
    for code in ORDER[:-1]:
        key(page, code).tap()
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.get_by_text("Hand 1 saved").first).to_be_visible()
    assert GAME.read_record(Event.objects.get(hand_number=1).content).value == PLAY


@pytest.mark.parametrize("cards", [0, 1, 2, 6, 30])
def test_while_playing_all_fits_on_one_screen(begin: Callable[..., Page], cards: int) -> None:
    page = begin()
    for code in ORDER[:cards]:
        key(page, code).tap()
    expect(page.locator("[aria-disabled=true][name=card]")).to_have_count(cards)
    assert (width(page), height(page)) == (390, 844)


def test_cards_are_buttons_with_names_in_one_tab_stop(begin: Callable[..., Page]) -> None:
    page = begin(size=DESK)
    queen = page.get_by_role("button", name="queen of hearts", exact=True)
    queen.focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="jack of hearts", exact=True)).to_be_focused()
    assert page.locator("[data-roving] button[tabindex='0']").count() == 1
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="jack of hearts, played")).to_be_visible()
    expect(page.locator("#status")).to_have_text("Deepa to play.")


def test_taps_without_a_network_are_kept_and_sent_when_it_is_back(begin: Callable[..., Page]) -> None:
    page = begin(offline=False)
    key(page, ORDER[0]).tap()
    expect(page.get_by_text("clubs led")).to_be_visible()
    page.route("**/cards/tap/", lambda route: route.abort())
    for code in ORDER[1:4]:
        key(page, code).tap()
    expect(page.get_by_text("Not sent yet", exact=True)).to_be_visible()
    assert Draft.objects.get().steps == 1
    page.unroute("**/cards/tap/")
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.get_by_text("Deepa takes it").first).to_be_visible()
    assert Draft.objects.get().steps == 4


def test_a_tap_whose_answer_was_lost_is_not_laid_twice(begin: Callable[..., Page]) -> None:
    page = begin()

    def arrive_and_be_lost(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/cards/tap/", arrive_and_be_lost, times=1)
    key(page, ORDER[0]).tap()
    expect(page.get_by_text("Not sent yet", exact=True)).to_be_visible()
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.get_by_text("clubs led")).to_be_visible()
    assert Draft.objects.get().record["tricks"] == [[None, None, ORDER[0], None]]


def test_a_phone_that_died_offline_sends_its_taps_after_a_reload(begin: Callable[..., Page]) -> None:
    page = begin()
    page.route("**/cards/tap/", lambda route: route.abort())
    for code in ORDER[:2]:
        key(page, code).tap()
    expect(page.get_by_text("Not sent yet", exact=True)).to_be_visible()
    page.unroute("**/cards/tap/")
    page.reload()
    expect(page.get_by_text("clubs led")).to_be_visible()
    expect(page.locator("#cards")).to_have_attribute("data-steps", "2")
    expect(page.locator("[aria-disabled=true][name=card]")).to_have_count(2)
    assert Draft.objects.get().steps == 2


def test_undo_leads_back_and_the_pages_are_accessible(begin: Callable[..., Page]) -> None:
    page = begin(bypass_csp=True)
    for code in ORDER[:3]:
        key(page, code).tap()
    expect(page.locator("[aria-disabled=true][name=card]")).to_have_count(3)
    assert findings(page) == []
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator("[aria-disabled=true][name=card]")).to_have_count(2)
