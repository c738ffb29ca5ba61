"""Entering a hand card by card on a phone: the number of taps, wrong cards, and a lost network."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from games.kit.cards import CARD_BY_SPELLING
from games.registry import BY_SLUG
from ledger.scoring.cards import drafts
from ledger.series.models import Draft, Event
from ledger.series.state import series_state
from tests.browser.axe import findings
from tests.browser.table import GAME, J40, height, in_order, open_series, small_targets, start_table, width, write_down
from tests.browser.visitor import DESK, ready

pytestmark = pytest.mark.hands(0)

FIRST, SECOND = J40[0], J40[1]
PLAY = GAME.read_record(FIRST).value
ORDER = in_order(FIRST)


@pytest.fixture
def begin(visit, table):
    def at_the_table(**options: Any) -> Page:
        page = open_series(visit(**options, may_log="net::ERR_FAILED"), *table, "cards")  # requests that are aborted
        page.locator(f"[name=first_leader][value='{FIRST['first_leader']}']").check(force=True)
        page.get_by_role("button", name="Begin").click()
        expect(page.get_by_text("to play")).to_be_visible()
        ready(page)
        return page

    return at_the_table


def key(page: Page, code: str) -> Locator:
    return page.locator(f"[name=card][value='{code}']")


def test_a_hand_of_52_cards_takes_51_taps(begin):
    page = begin()
    for code in ORDER[:-1]:
        key(page, code).tap()
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.get_by_text("Hand 1 saved").first).to_be_visible()
    assert GAME.read_record(Event.objects.get(hand_number=1).content).value == PLAY


def test_the_card_screen_fits_without_scrolling(begin):
    page = begin()
    for before, cards in pairwise((0, 0, 1, 2, 6, 30)):
        for code in ORDER[before:cards]:
            key(page, code).tap()
        expect(page.locator("[aria-disabled=true][name=card]")).to_have_count(cards)
        assert (width(page), height(page)) == (390, 844)


def test_cards_are_buttons_with_names_in_one_tab_stop(begin):
    page = begin(size=DESK)
    queen = page.get_by_role("button", name="queen of hearts", exact=True)
    queen.focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="jack of hearts", exact=True)).to_be_focused()
    assert page.locator("[data-roving] button[tabindex='0']").count() == 1
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_have_text("Deepa to play.")
    played = page.get_by_role("button", name="jack of hearts, played")
    expect(played).to_be_focused()  # the grid was replaced, and the focus stays
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="10 of hearts", exact=True)).to_be_focused()


def test_the_deal_is_entered_by_tap_or_keyboard(visit, table):
    page = open_series(visit(bypass_csp=True), *table, "cards")
    page.locator("[name=first_leader][value='2']").check(force=True)
    page.get_by_role("checkbox", name="Enter the dealt cards first").check()
    page.get_by_role("button", name="Begin").tap()
    for row in FIRST["tricks"][:12]:
        page.locator(".card-key").filter(has=page.locator(f"[value='{row[0]}']")).tap()
    expect(page.get_by_role("button", name="Next 12 / 13")).to_be_visible()
    last = FIRST["tricks"][12][0]
    page.locator("[data-roving] [tabindex='0']").focus()
    assert page.locator("[data-roving] [tabindex='0']").count() == 1
    page.keyboard.press("End")
    expect(page.get_by_role("checkbox", name="2 of diamonds")).to_be_focused()
    page.locator(f"[name=cards][value='{last}']").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Next 13 / 13")).to_be_visible()
    assert findings(page) == []
    assert (width(page), height(page)) == (390, 844)
    page.get_by_role("button", name="Next").tap()
    expect(page.get_by_role("heading", name="What was Bimal dealt?")).to_be_visible()
    page.get_by_role("button", name="Undo").tap()
    expect(page.get_by_role("heading", name="What was Asha dealt?")).to_be_visible()


def test_a_trick_is_won_only_when_it_is_complete(begin):
    """Chandra leads the four of clubs, Deepa plays the ace and wins: two points for black cards."""
    page = begin()
    trick = page.get_by_role("group", name="The trick on the table")
    for code in ORDER[:3]:
        key(page, code).tap()
    expect(page.locator("[aria-disabled=true][name=card]")).to_have_count(3)
    expect(trick).to_contain_text("best so far")
    expect(trick).not_to_contain_text("takes it")
    key(page, ORDER[3]).tap()
    expect(trick).to_contain_text("Deepa takes it, 2 points")
    expect(trick).not_to_contain_text("best so far")
    expect(trick.get_by_role("img")).to_have_count(4)  # the trick stays until the next one is led
    expect(page.locator("#status")).to_have_text("Deepa takes it, 2 points. Deepa to play.")
    key(page, ORDER[4]).tap()
    expect(trick.get_by_role("img")).to_have_count(1)


def test_answers_that_are_given_fast_are_all_kept_and_the_total_is_in_sight(visit, scorer):
    """Seat 0 has all nine trumps, clubs, so Weis and Stöck. The answer to the first tap is late."""
    me, series = start_table(scorer, BY_SLUG["jass"], "schieber", point_value="0")
    state = series_state(series)
    start = {"direction": "anticlockwise", "first_leader": 0, "trump": "clubs"}
    draft = drafts.begin(state=state, me=me, start=start)
    for code in [f"{rank}{suit}" for rank in ("J", "9", "A", "K", "Q", "10", "8", "7", "6") for suit in "CSHD"][:35]:
        tap = drafts.Tap(me, draft.steps, f"tap {draft.steps}")
        draft = drafts.lay(state=state, tap=tap, card=CARD_BY_SPELLING[code])
    page = open_series(visit(size={"width": 390, "height": 844}), me, series, "cards")
    ready(page)
    assert page.locator(".cards-result .table-scroll").evaluate("(box) => box.scrollWidth <= box.clientWidth")

    def late(route: Route) -> None:
        page.wait_for_timeout(600)
        route.continue_()

    page.route("**/cards/tap/", late)
    page.get_by_role("group", name="Stöck that was announced").locator("label").nth(1).tap()
    page.get_by_role("group", name="Weis that was announced").locator("label").nth(1).tap()
    page.wait_for_timeout(1500)  # the answer to the second tap
    expect(page.locator("[name=stoeck]").nth(1)).to_be_checked()
    expect(page.locator("[name=weis]").nth(1)).to_be_checked()


# --- A wrong card ----------------------------------------------------------------------------------------------------


@pytest.fixture
def wrong(visit, table):
    """Hand 2 of the J-40 document, whose ninth card shows a revoke in the first trick."""
    me, series = table
    write_down(me, series, SECOND, 8)
    page = open_series(visit(bypass_csp=True), me, series, "cards")
    expect(page.get_by_role("button", name="Keep as played")).to_have_count(0)
    key(page, in_order(SECOND)[8]).tap()
    expect(page.locator(".cards-wrong")).to_contain_text("Chandra played the 5 of spades but had to beat 6 of spades")
    return page


def test_a_reported_wrong_card_is_kept_with_one_tap(wrong):
    expect(wrong.locator("#status")).to_contain_text("Chandra played the 5 of spades but had to beat 6 of spades.")
    assert findings(wrong) == []
    assert width(wrong) == 390
    assert small_targets(wrong) == []
    wrong.get_by_role("button", name="Keep as played").tap()
    expect(wrong.get_by_role("button", name="Keep as played")).to_have_count(0)
    wrong.reload()
    expect(wrong.get_by_text("to play")).to_be_visible()
    expect(wrong.get_by_role("button", name="Keep as played")).to_have_count(0)
    wrong.locator(".cards-more summary").first.tap()
    expect(wrong.get_by_text("1 wrong card kept as played")).to_be_visible()


def test_a_mistyped_card_is_corrected(wrong):
    """The ten of spades, which beats the six, is replaced by the five."""
    wrong.get_by_role("link", name="Correct the card").tap()
    expect(wrong.get_by_role("heading", name="Which card did Chandra play in trick 1?")).to_be_visible()
    key(wrong, "10S").tap()
    expect(wrong.get_by_text("to play")).to_be_visible()
    expect(wrong.get_by_role("button", name="Keep as played")).to_have_count(0)
    assert Draft.objects.get().record["tricks"][0][2] == "10S"


def test_a_hand_with_a_wrong_card_can_be_thrown_in(wrong):
    wrong.locator(".cards-wrong").get_by_role("link", name="Throw the hand in").tap()
    wrong.get_by_label("What happened?").fill("a revoke")
    wrong.get_by_role("button", name="Save").tap()
    expect(wrong.get_by_role("heading", name="Hand 2")).to_be_attached()
    content = Event.objects.get(hand_number=1).content
    assert (content["thrown_in"], len(content["play"]["tricks"])) == (True, 3)


# --- The network -----------------------------------------------------------------------------------------------------


def test_taps_without_a_network_are_sent_when_it_is_back(begin):
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


def test_a_tap_with_a_lost_answer_lays_one_card(begin):
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


def test_unsent_taps_are_sent_after_a_reload(begin):
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


def test_an_unsent_card_can_be_undone_without_a_network(begin):
    page = begin()
    page.route("**/cards/tap/", lambda route: route.abort())
    for code in ORDER[:3]:
        key(page, code).tap()
    expect(page.get_by_text("Not sent yet", exact=True)).to_be_visible()
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator("[aria-disabled=true][name=card]")).to_have_count(2)
    page.unroute("**/cards/tap/")
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.get_by_text("clubs led")).to_be_visible()
    expect(page.get_by_text("Asha").first).to_be_visible()
    expect(page.locator("[aria-disabled=true][name=card]")).to_have_count(2)
    assert Draft.objects.get().record["tricks"] == [[None, None, *ORDER[:2]]]


def test_undo_during_a_request_takes_back_the_card_being_sent(begin):
    page = begin()
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route("**/cards/tap/", keep, times=1)
    with page.expect_request("**/cards/tap/"):
        key(page, ORDER[0]).tap()
    page.get_by_role("button", name="Undo").tap()
    held[0].continue_()
    expect(page.locator("[aria-disabled=true][name=card]")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    assert Draft.objects.get().record["tricks"] == []


def test_undo_takes_back_a_card_and_the_page_is_accessible(begin):
    page = begin(bypass_csp=True)
    for code in ORDER[:3]:
        key(page, code).tap()
    expect(page.locator("[aria-disabled=true][name=card]")).to_have_count(3)
    assert findings(page) == []
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator("[aria-disabled=true][name=card]")).to_have_count(2)
