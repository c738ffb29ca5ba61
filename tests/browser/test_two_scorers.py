"""Two people score one series on phones with an unreliable network: no hand is lost or saved twice.

Totals from one phone, or from two in turn, are in totals/. Here both phones save at the same moment or without a
network, and hands that are written down card by card go from phone to phone.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.series.models import Draft
from ledger.series.services import Submit, record_hand
from tests.browser.axe import findings
from tests.browser.table import J40, NAMES, in_order, open_series, stored, width, write_down
from tests.browser.visitor import ANYTHING
from tests.ledger.conftest import join, make_user

pytestmark = pytest.mark.hands(0)

ENTRY = "**/hands/new/"
SAVE = "**/cards/save/"
TAP = "**/cards/tap/"
LOOK = "**/cards/?seen=*"
FIRST = J40[0]
ORDER = in_order(FIRST)
MINE, THEIRS = [14, 11.5, 8, 6.5], [12, 12, 8, 8]
SLOW = 60_000  # milliseconds, for actions that the page repeats every few seconds


@pytest.fixture
def carla(table):
    return join(table.scorer.circle, make_user("Carla"), Role.SCORER)


@pytest.fixture
def phone_of(visit, table):
    """Opens a phone with one of the screens. Its console is not checked, because Chromium logs aborted requests."""

    def open_one(me: Member, screen: str, **options: Any) -> Page:
        page = open_series(visit(**options, may_log=ANYTHING), me, table.series, screen)
        expect(page.locator(".entry [data-keys], #cards, [name=first_leader]").first).to_be_attached()
        return page

    return open_one


def enter(page: Page, figures: list[Any]) -> None:
    for seat, figure in enumerate(figures):
        page.locator(f"#figure_{seat}").fill(str(figure))


def save(page: Page, number: int) -> None:
    page.get_by_role("button", name=f"Save hand {number}").tap()


def next_hand(page: Page, number: int) -> None:
    """Check that the screen for that hand is shown, so the hand before it is saved."""
    expect(page.get_by_role("button", name=f"Save hand {number}")).to_be_visible()


def asked(page: Page) -> None:
    expect(page.get_by_role("heading", name="Another scorer was quicker")).to_be_visible()


def not_saved(page: Page) -> None:
    expect(page.locator("[data-unsaved]").get_by_text("Not saved", exact=True)).to_be_visible()


def playing(page: Page) -> None:
    expect(page.locator(".trick").get_by_text("to play")).to_be_visible()


def has_steps(page: Page, count: int) -> None:
    """Check that the server has answered this many changes, which the keys do not show."""
    expect(page.locator("#cards")).to_have_attribute("data-steps", str(count))


def hold(page: Page, address: str) -> list[Route]:
    """Hold the first request until the test continues it."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(address, keep, times=1)
    return held


def lose_answer(page: Page, address: str) -> None:
    """The server gets the request, but the phone does not get the answer."""

    def lose(route: Route) -> None:
        route.fetch(max_redirects=0)
        route.abort()

    page.route(address, lose, times=1)


# --- Totals ----------------------------------------------------------------------------------------------------------


def test_two_hands_saved_at_the_same_moment_are_shown_side_by_side(phone_of, table, carla):
    pages = {"mine": phone_of(table.scorer, "enter_hand"), "theirs": phone_of(carla, "enter_hand")}
    held = {who: hold(page, ENTRY) for who, page in pages.items()}
    for who, figures in (("mine", MINE), ("theirs", THEIRS)):
        enter(pages[who], figures)
        with pages[who].expect_request(ENTRY):
            save(pages[who], 1)
    for routes in held.values():
        routes[0].continue_()
    question = [page for page in pages.values() if is_asked(page)]
    assert len(question) == 1
    question[0].get_by_role("button", name="It is another hand: add mine").tap()
    next_hand(question[0], 3)
    assert sorted(record["points_won"] for record in stored()) == sorted([MINE, THEIRS])


def is_asked(page: Page) -> bool:
    heading = page.get_by_role("heading", name="Another scorer was quicker")
    expect(heading.or_(page.get_by_role("button", name="Save hand 2"))).to_be_visible()
    return heading.is_visible()


def test_a_hand_saved_offline_is_compared_with_newer_hands(phone_of, table, carla):
    page = phone_of(carla, "enter_hand")
    enter(page, THEIRS)
    page.context.set_offline(True)
    save(page, 1)
    not_saved(page)
    record_hand(series=table.series, submit=Submit(table.scorer, 1), record={"points_won": MINE})
    page.context.set_offline(False)
    asked(page)
    assert page.locator("tbody tr").first.inner_text().split()[-2:] == ["14", "12"]
    page.get_by_role("button", name="It is another hand: add mine").tap()
    next_hand(page, 3)
    assert [record["points_won"] for record in stored()] == [MINE, THEIRS]


def test_the_same_request_from_two_phones_saves_one_hand(phone_of, table):
    page = phone_of(table.scorer, "enter_hand")
    enter(page, MINE)
    with page.expect_request(ENTRY) as sent:
        save(page, 1)
    next_hand(page, 2)
    again = """async (body) => {
        const headers = { "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true" };
        return (await fetch("", { method: "POST", body, headers })).status;
    }"""
    assert [page.evaluate(again, sent.value.post_data) for _time in range(3)] == [200, 200, 200]
    assert len(stored()) == 1


# --- One hand goes from phone to phone -------------------------------------------------------------------------------


def test_the_first_phone_shows_a_takeover(phone_of, table, carla):
    write_down(*table, FIRST, 17)
    first, second = phone_of(table.scorer, "cards"), phone_of(carla, "cards", bypass_csp=True)
    expect(second.get_by_text("Bob is writing this hand down, 17 cards so far.")).to_be_visible()
    assert findings(second) == []
    assert width(second) == 390
    second.get_by_role("button", name="Go on from here").tap()
    playing(second)
    second.locator(f"[name=card][value='{ORDER[17]}']").tap()
    expect(first.locator("#cards-progress")).to_contain_text("Carla is writing this hand down", timeout=SLOW)
    expect(first.locator("#cards-progress")).to_contain_text("18 cards so far", timeout=SLOW)
    expect(first.locator("[name=card]")).to_have_count(0)
    first.get_by_role("button", name="Go on from here").tap()
    playing(first)
    assert Draft.objects.get().by_name == "Bob"


def test_a_card_tapped_after_a_takeover_is_refused(phone_of, table, carla):
    """Bob's phone does not check for changes: it only sends taps, late."""
    write_down(*table, FIRST, 4)
    first, second = phone_of(table.scorer, "cards"), phone_of(carla, "cards")
    first.route(LOOK, lambda route: route.abort())
    first.route(TAP, lambda route: route.abort())
    for card in ORDER[5:8]:
        first.locator(f"[name=card][value='{card}']").tap()
    expect(first.get_by_text("Not sent yet", exact=True)).to_be_visible()
    second.get_by_role("button", name="Go on from here").tap()
    playing(second)
    second.locator(f"[name=card][value='{ORDER[4]}']").tap()
    has_steps(second, 6)  # four cards, going on, and the fifth card
    first.unroute(TAP)
    first.evaluate("window.dispatchEvent(new Event('online'))")
    expect(first.get_by_text("Carla has gone on with this hand.")).to_be_visible()
    expect(first.locator("#cards-progress")).to_contain_text("Carla is writing this hand down")
    laid = {card for row in Draft.objects.get().record["tricks"] for card in row if card}
    assert laid == set(ORDER[:5])
    assert first.evaluate("localStorage.length") == 0


def test_taps_on_two_phones_at_the_same_moment_lay_one_card(phone_of, table):
    """Both phones are Bob's."""
    write_down(*table, FIRST, 4)
    pages = [phone_of(table.scorer, "cards") for _ in range(2)]
    held = [hold(page, TAP) for page in pages]
    for page, card in zip(pages, ORDER[4:6], strict=True):
        with page.expect_request(TAP):
            page.locator(f"[name=card][value='{card}']").tap()
    for routes in held:
        routes[0].continue_()
    for page in pages:
        has_steps(page, 5)
    assert sum(page.get_by_text("This hand has changed on another phone").count() for page in pages) == 1
    assert Draft.objects.get().steps == 5


# --- Saving what was written down ------------------------------------------------------------------------------------


@pytest.fixture
def finished(phone_of, table):
    """Bob has tapped 51 cards; the page added the last one."""
    write_down(*table, FIRST, 51)
    page = phone_of(table.scorer, "cards", bypass_csp=True)
    expect(page.get_by_role("button", name="Save hand 1")).to_be_visible()
    return page


def test_a_double_tap_on_save_saves_one_hand(finished):
    finished.get_by_role("button", name="Save hand 1").dblclick()
    next_hand(finished, 2)
    assert len(stored()) == 1
    assert not Draft.objects.exists()


def test_a_hand_finished_offline_is_saved_when_the_network_is_back(finished):
    finished.context.set_offline(True)
    save(finished, 1)
    not_saved(finished)
    expect(finished.get_by_role("status").first).to_contain_text("Not saved")
    assert stored() == []
    finished.context.set_offline(False)
    next_hand(finished, 2)
    assert len(stored()) == 1


def test_a_save_with_a_lost_answer_saves_one_hand(finished):
    lose_answer(finished, SAVE)
    save(finished, 1)
    not_saved(finished)
    assert len(stored()) == 1
    next_hand(finished, 2)  # the page tries again
    assert len(stored()) == 1
    assert not Draft.objects.exists()


def test_a_newer_hand_is_shown_beside_the_unsaved_one(finished, table, carla):
    """Hand 1 of the J-40 document: 5, 8½, 18, 8½."""
    record_hand(series=table.series, submit=Submit(carla, 1), record={"points_won": THEIRS})
    save(finished, 1)
    asked(finished)
    expect(finished.get_by_text("Carla recorded hand 1.")).to_be_visible()
    rows = [row.inner_text().split()[-2:] for row in finished.locator("tbody tr").all()]
    assert rows == [["12", "5"], ["12", "8½"], ["8", "18"], ["8", "8½"]]
    assert findings(finished) == []
    assert width(finished) == 390
    finished.get_by_role("button", name="It is another hand: add mine").dblclick()
    next_hand(finished, 3)
    assert [len(record) for record in stored()] == [1, 3]
    assert stored()[1]["tricks"] == FIRST["tricks"]


def test_the_unsaved_hand_can_be_dropped(finished, table, carla):
    record_hand(series=table.series, submit=Submit(carla, 1), record={"points_won": THEIRS})
    asked_soon = finished.get_by_role("heading", name="Another scorer was quicker")
    expect(asked_soon).to_be_visible(timeout=SLOW)  # without a tap
    finished.get_by_role("link", name="Keep theirs").tap()
    finished.get_by_role("button", name="Discard").tap()
    next_hand(finished, 2)
    assert [record["points_won"] for record in stored()] == [THEIRS]
    assert not Draft.objects.exists()


def test_equal_hands_of_two_scorers_are_marked(finished, table, carla):
    record_hand(series=table.series, submit=Submit(carla, 1), record={"points_won": [5, 8.5, 18, 8.5]})
    save(finished, 1)
    expect(finished.get_by_text("Yours is the same")).to_be_visible()
    assert len(NAMES) == finished.locator("tbody tr").count()


def test_adding_the_second_hand_survives_a_lost_answer(finished, table, carla):
    record_hand(series=table.series, submit=Submit(carla, 1), record={"points_won": THEIRS})
    save(finished, 1)
    asked(finished)
    lose_answer(finished, SAVE)
    finished.get_by_role("button", name="It is another hand: add mine").tap()
    not_saved(finished)
    next_hand(finished, 3)
    assert len(stored()) == 2


def test_the_result_is_accessible(finished):
    assert findings(finished) == []
    assert width(finished) == 390
