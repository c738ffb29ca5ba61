"""Entering totals with thumbs, with a keyboard, with two phones, and with a network that comes and goes."""

import gzip
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Request, Route, expect

from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.series.models import Event, Series
from ledger.series.services import Submit, record_hand
from tests.browser.axe import findings
from tests.browser.conftest import DESK, PHONE, Visitor, first_load, ready
from tests.browser.table import (
    J40,
    bobs_series,
    height,
    open_entry,
    sign_in,
    small_targets,
    stop_the_clock,
    stored,
    wait_until,
    width,
)
from tests.ledger.conftest import join, make_user
from tests.ledger.series.weight import STYLE_SHEET, style_sheet

MOST_TAPS = 12
FIRST_LOAD_LIMIT = 60_000
SAVE = "**/hands/new/"
LOOK = "**/hands/preview/*"
THE_SERIES = re.compile(r"/series/\w+/$")
TOTALS = [
    (["14", "11½", "8"], {"points_won": [14, 11.5, 8, 6.5]}),
    (["16", "8½", "8½"], {"points_won": [16, 8.5, 8.5, 7]}),
]


@dataclass
class Phone:
    """A thumb on the entry screen, which counts what it taps."""

    page: Page
    taps: int = 0

    def tap(self, selector: str) -> None:
        self.taps += 1
        self.page.locator(selector).tap()

    def type(self, figure: str) -> None:
        for sign in figure:
            self.tap(f"[data-key='{'half' if sign == '½' else sign}']")

    def enter(self, figures: list[str]) -> None:
        """All but the last are typed; the last is filled in by the key that leads to it."""
        for figure in figures:
            self.type(figure)
            self.tap("[data-key=next]")

    def save(self) -> None:
        self.tap(".entry .button--primary")


@pytest.fixture
def bob(transactional_db: None) -> tuple[Member, Series]:
    """Three hands of the J-40 document are on the books: A stands at 25, B at 8½, C at 14½, D at −8."""
    return bobs_series(hands=3)


@pytest.fixture
def open_phone(visit: Callable[..., Visitor], bob: tuple[Member, Series]) -> Callable[..., Phone]:
    def open_one(**options: Any) -> Phone:
        me, series = bob
        visitor = visit(**options)
        page = open_entry(visitor, me.user, series)
        if options.get("java_script_enabled", True):
            expect(page.locator(".entry [data-keys]")).to_be_visible()
        return Phone(page)

    return open_one


@pytest.fixture
def phone(open_phone: Callable[..., Phone]) -> Phone:
    return open_phone()


@pytest.fixture
def noisy(visit: Callable[..., Visitor], bob: tuple[Member, Series]) -> Any:
    """A visitor whose requests fail on purpose: Chromium and htmx say so in the console, which is as it should be."""
    visitor = visit()
    yield visitor
    visitor.complaints.clear()


@pytest.fixture
def shaky(noisy: Visitor, bob: tuple[Member, Series]) -> Phone:
    """Its time can be stopped, so that nothing is tried again before the test is ready for it."""
    me, series = bob
    noisy.context.clock.install()
    page = open_entry(noisy, me.user, series)
    expect(page.locator(".entry [data-keys]")).to_be_visible()
    return Phone(page)


def shows(page: Page, figures: list[str]) -> None:
    for seat, figure in enumerate(figures):
        expect(page.locator(f"#figure_{seat}")).to_have_value(figure)


def tells(page: Page, details: list[str]) -> None:
    for seat, detail in enumerate(details):
        expect(page.locator(f"#figure_{seat}-detail")).to_have_text(detail)


def unsaved(page: Page) -> Any:
    return page.locator("[data-unsaved]")


def kept(page: Page) -> str | None:
    return page.evaluate("Object.keys(localStorage).length ? JSON.stringify(localStorage) : null")


def saved(page: Page, number: int) -> None:
    expect(page.get_by_role("button", name=f"Save hand {number + 1}")).to_be_visible()


# --- Thumbs ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("typed", "record"), TOTALS, ids=["14 11½ 8 6½", "16 8½ 8½ 7"])
def test_four_ordinary_totals_take_few_taps(phone: Phone, typed: list[str], record: dict[str, Any]) -> None:
    phone.enter(typed)
    phone.save()
    if record["points_won"][0] == 14:
        saved(phone.page, 4)
    else:
        expect(phone.page.get_by_role("heading", name="The series is over")).to_be_visible()
    assert stored()[3:] == [record]
    assert phone.taps <= MOST_TAPS
    assert phone.taps == 10


def test_the_tile_that_is_typed_is_marked_and_a_tap_chooses_another(phone: Phone) -> None:
    typing = phone.page.locator(".seat-tile--typing")
    expect(typing).to_contain_text("Asha")
    phone.type("16")
    phone.tap(".seat-tile >> nth=2")
    expect(typing).to_contain_text("Chandra")
    phone.type("2")
    shows(phone.page, ["16", "", "2", ""])
    expect(typing).to_have_count(1)


def test_what_is_left_is_said_at_every_key(phone: Phone) -> None:
    left = phone.page.locator("[data-remainder]")
    expect(left).to_have_text("40 left")
    for key, sentence in [
        ("1", "39 left"),
        ("4", "26 left"),
        ("next", "26 left"),
        ("1", "25 left"),
        ("1", "15 left"),
        ("half", "14½ left"),
        ("delete", "15 left"),
        ("half", "14½ left"),
    ]:
        phone.tap(f"[data-key={key}]" if key.isalpha() else f"[data-key='{key}']")
        expect(left).to_have_text(sentence)


def test_the_last_player_gets_the_rest_by_one_tap_and_can_be_changed(phone: Phone) -> None:
    phone.enter(["16", "10", "2"])
    expect(phone.page.locator("#figure_3")).to_have_value("12")
    expect(phone.page.locator("#figure_3-detail")).to_have_text("+12 makes 4")
    expect(phone.page.locator(".seat-tile--typing")).to_contain_text("Deepa")
    phone.type("11½")
    shows(phone.page, ["16", "10", "2", "11½"])
    expect(phone.page.locator(".entry__note--wrong")).to_contain_text("½ are missing to 40")


def test_the_key_says_what_it_fills_in(phone: Phone) -> None:
    key = phone.page.locator("[data-key=next]")
    phone.type("14")
    expect(key).to_have_text("Next")
    phone.tap("[data-key=next]")
    phone.type("11½")
    phone.tap(".seat-tile >> nth=3")
    phone.type("6½")
    expect(key).to_have_text("Fill in 8")
    phone.tap("[data-key=next]")
    shows(phone.page, ["14", "11½", "8", "6½"])


def test_a_figure_is_replaced_by_the_first_key_and_shortened_by_delete(phone: Phone) -> None:
    phone.type("14")
    phone.tap("[data-key=next]")
    phone.tap("[data-key=delete]")
    expect(phone.page.locator(".seat-tile--typing")).to_contain_text("Asha")
    phone.tap("[data-key=delete]")
    asha = phone.page.locator("#figure_0")
    expect(asha).to_have_value("1")
    phone.type("6½")
    expect(asha).to_have_value("16½")
    phone.type("½33")
    phone.tap("[data-key=delete]")
    expect(asha).to_have_value("16")


def test_the_winner_of_the_last_trick_may_be_named(phone: Phone) -> None:
    phone.enter(["14", "11½", "8"])
    phone.tap(".entry__choice .segments__option >> nth=2")
    phone.save()
    saved(phone.page, 4)
    assert stored()[3] == {"points_won": [14, 11.5, 8, 6.5], "last_trick": 1}
    assert phone.taps <= MOST_TAPS


@pytest.mark.parametrize("language", ["en", "ne"])
def test_the_screen_fits_without_scrolling_whatever_it_says(
    visit: Callable[..., Visitor], bob: tuple[Member, Series], language: str
) -> None:
    me, series = bob
    visitor = visit()
    visitor.context.add_cookies([{"name": "django_language", "value": language, "url": visitor.site}])
    phone = Phone(open_entry(visitor, me.user, series))
    heights = [height(phone.page)]
    phone.type("1")
    expect(phone.page.locator(".entry__note--wrong")).to_be_visible()
    heights.append(height(phone.page))
    phone.type("6")
    phone.tap("[data-key=next]")
    phone.enter(["10", "2"])
    expect(phone.page.locator(".entry__note")).to_be_visible()
    heights.append(height(phone.page))
    assert heights == [PHONE["height"]] * 3
    assert width(phone.page) <= PHONE["width"]
    assert small_targets(phone.page) == []


# --- The look before saving ------------------------------------------------------------------------------------------


def test_before_saving_everybody_sees_what_it_would_come_to(phone: Phone) -> None:
    phone.enter(["14", "11½", "8"])
    expect(phone.page.locator("#figure_3-detail")).to_have_text("−3½ makes −11½")
    tells(phone.page, ["+14 makes 39", "+11½ makes 20", "−2 makes 12½", "−3½ makes −11½"])
    assert len(stored()) == 3


def test_what_cannot_be_is_named_while_typing(phone: Phone) -> None:
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


def test_an_older_answer_does_not_overwrite_a_newer_one(noisy: Visitor, shaky: Phone) -> None:
    """The answer to 2 comes when there is a 4 in the tile already."""
    page, held = shaky.page, []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    shaky.enter(["16", "10"])
    expect(page.locator("#figure_1-detail")).to_have_text("stands at 8½")
    page.route(LOOK, hold_the_first)
    page.evaluate(
        """() => {
            window.said = [];
            const note = () => said.push(document.getElementById("figure_2-detail").textContent);
            new MutationObserver(note).observe(document.querySelector(".entry"), { childList: true, subtree: true });
        }"""
    )
    shaky.type("2")
    shaky.tap("[data-key=next]")
    wait_until(page, lambda: held)
    assert "figure_2=2" in held[0][0].request.url
    shaky.tap(".seat-tile >> nth=2")
    shaky.type("4")
    shaky.tap(".seat-tile >> nth=3")
    shaky.type("10")
    route, answer = held[0]
    route.fulfill(response=answer)
    expect(page.locator("#figure_2-detail")).to_have_text("−6 makes 8½")
    tells(page, ["+16 makes 41", "+10 makes 18½", "−6 makes 8½", "+10 makes 2"])
    assert "−8 makes 6½" not in page.evaluate("window.said")


def test_an_answer_that_comes_after_saving_says_nothing_of_the_next_hand(noisy: Visitor, shaky: Phone) -> None:
    page, held = shaky.page, []
    stop_the_clock(page)
    shaky.enter(["14", "11½"])
    shaky.type("8")
    page.route(LOOK, lambda route: held.append((route, route.fetch())))
    shaky.tap("[data-key=next]")
    shows(page, ["14", "11½", "8", "6½"])
    page.clock.resume()
    wait_until(page, lambda: held)
    shaky.save()
    saved(page, 4)
    route, answer = held[0]
    with page.expect_response(LOOK):
        route.fulfill(response=answer)
    page.wait_for_timeout(100)
    tells(page, ["stands at 39", "stands at 20", "stands at 12½", "stands at −11½"])


# --- A keyboard ------------------------------------------------------------------------------------------------------


def test_typing_and_enter_are_as_quick(open_phone: Callable[..., Phone]) -> None:
    page = open_phone(size=DESK).page
    for figure in ("14", "11.5", "8"):
        page.keyboard.type(figure)
        page.keyboard.press("Enter")
    shows(page, ["14", "11.5", "8", "6½"])
    page.keyboard.press("Enter")
    saved(page, 4)
    assert stored()[3] == TOTALS[0][1]
    expect(page.locator("#figure_0")).to_be_focused()


def test_the_rest_that_was_filled_in_is_replaced_by_typing(open_phone: Callable[..., Phone]) -> None:
    page = open_phone(size=DESK).page
    for figure in ("14", "11,5", "8"):
        page.keyboard.type(figure)
        page.keyboard.press("Enter")
    page.keyboard.type("7")
    expect(page.locator("#figure_3")).to_have_value("7")


def test_keypad_and_keyboard_can_be_used_in_turn(open_phone: Callable[..., Phone]) -> None:
    page = open_phone(size=DESK).page
    page.keyboard.type("1")
    page.locator("[data-key='4']").click()
    page.keyboard.press("Tab")
    page.keyboard.type("11")
    page.locator("[data-key=half]").click()
    shows(page, ["14", "11½"])


# --- After saving ----------------------------------------------------------------------------------------------------


def test_a_save_is_one_request_and_says_what_it_did(phone: Phone) -> None:
    page, sent = phone.page, []
    phone.enter(["14", "11½", "8"])
    expect(page.locator("#figure_3-detail")).to_have_text("−3½ makes −11½")
    page.on("request", lambda request: sent.append(request.method))
    phone.save()
    saved(page, 4)
    assert sent == ["POST"]
    tells(page, ["stands at 39", "stands at 20", "stands at 12½", "stands at −11½"])
    expect(page.get_by_role("status")).to_have_text("Hand 4 saved. Asha 39, Bimal 20, Chandra 12½, Deepa −11½.")
    expect(page.locator(".toast")).to_contain_text("Hand 4 saved")
    expect(page.locator("#figure_0")).to_be_focused()


def test_undo_withdraws_the_hand_and_brings_its_figures_back(phone: Phone) -> None:
    page = phone.page
    phone.enter(["14", "11½", "8"])
    phone.save()
    page.locator(".toast", has_text="Hand 4 saved").get_by_role("button", name="Undo").tap()
    expect(page).to_have_url(THE_SERIES)
    assert len(stored()) == 3
    page.goto(page.url + "hands/new/")
    shows(page, ["14", "11½", "8", "6½"])


def test_the_way_back_to_an_earlier_hand_goes_when_the_next_is_sent(phone: Phone) -> None:
    """Bob has saved hand 3 a moment ago: until he saves hand 4 that can be undone."""
    page, held = phone.page, []
    expect(page.locator(".toast")).to_contain_text("Hand 3 saved")
    page.route(SAVE, lambda route: held.append(route))  # noqa: PLW0108 (Playwright sets attributes on it)
    phone.enter(["14", "11½", "8"])
    phone.save()
    wait_until(page, lambda: held)
    expect(page.locator(".toast")).to_have_count(0)
    held[0].continue_()
    expect(page.locator(".toast")).to_contain_text("Hand 4 saved")


def test_the_toast_stays_for_ten_seconds(visit: Callable[..., Visitor], bob: tuple[Member, Series]) -> None:
    me, series = bob
    visitor = visit()
    sign_in(visitor, me.user)
    page = visitor.context.new_page()
    page.clock.install()
    page.goto(visitor.site + reverse("series:totals", args=[series.pk]))
    ready(page)
    phone, toast = Phone(page), page.locator(".toast", has_text="Hand 4 saved")
    phone.enter(["14", "11½", "8"])
    stop_the_clock(page)
    phone.save()
    running = page.locator("[data-toast-running]", has_text="Hand 4 saved")
    wait_until(page, lambda: page.clock.run_for(10) or running.count())
    page.clock.run_for(8_000)
    expect(toast).to_be_visible()
    page.clock.run_for(2_000)
    expect(toast).to_have_count(0)


def test_a_double_tap_is_one_hand(phone: Phone) -> None:
    phone.enter(["14", "11½", "8"])
    phone.page.locator(".entry .button--primary").dblclick()
    saved(phone.page, 4)
    phone.page.wait_for_timeout(300)  # for what must not come
    assert len(stored()) == 4


def test_a_slip_leads_to_its_tile_and_nothing_is_lost(noisy: Visitor, shaky: Phone) -> None:
    page = shaky.page
    for figure in ("16", "1½"):
        shaky.type(figure)
        shaky.tap("[data-key=next]")
    shaky.save()
    expect(page.locator(".entry__note--wrong").first).to_contain_text("Chandra: A number is missing here.")
    expect(page.locator(".seat-tile--typing")).to_contain_text("Chandra")
    shows(page, ["16", "1½", "", ""])
    expect(page.get_by_role("status")).to_contain_text("Not saved yet")


# --- A network that comes and goes -----------------------------------------------------------------------------------


def test_without_a_network_the_entry_stays_and_is_sent_when_it_is_back(noisy: Visitor, shaky: Phone) -> None:
    page = shaky.page
    shaky.enter(["14", "11½", "8"])
    noisy.context.set_offline(True)
    shaky.save()
    expect(unsaved(page)).to_contain_text("Not saved")
    expect(page.get_by_role("status")).to_contain_text("Not saved")
    shows(page, ["14", "11½", "8", "6½"])
    assert len(stored()) == 3
    noisy.context.set_offline(False)
    saved(page, 4)
    assert stored()[3] == TOTALS[0][1]
    assert kept(page) is None


def test_trying_again_by_hand_sends_the_same_hand(noisy: Visitor, shaky: Phone) -> None:
    page, keys = shaky.page, []

    def refuse(route: Route) -> None:
        keys.append(key_of(route.request))
        route.abort()

    shaky.enter(["14", "11½", "8"])
    stop_the_clock(page)
    page.route(SAVE, refuse)
    shaky.save()
    expect(unsaved(page)).to_be_visible()
    page.unroute(SAVE)
    unsaved(page).get_by_role("button", name="Try again").tap()
    saved(page, 4)
    page.clock.resume()
    assert set(keys) == {Event.objects.get(hand_number=4).key}


def key_of(request: Request) -> str:
    found = re.search(r"(?:^|&)key=([^&]+)", request.post_data or "")
    return found[1] if found else ""


def lose_answers(page: Page) -> list[int]:
    """The server gets what is sent and does it; the phone never hears of it."""
    statuses: list[int] = []

    def lose(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        statuses.append(route.fetch().status)
        route.abort()

    page.route(SAVE, lose)
    return statuses


def test_a_lost_answer_does_not_make_a_second_hand(noisy: Visitor, shaky: Phone) -> None:
    page = shaky.page
    shaky.enter(["14", "11½", "8"])
    stop_the_clock(page)
    statuses = lose_answers(page)
    shaky.save()
    expect(unsaved(page)).to_be_visible()
    assert statuses == [200]
    assert len(stored()) == 4
    page.unroute(SAVE)
    page.clock.resume()
    saved(page, 4)  # it tries again by itself
    assert len(stored()) == 4
    expect(page.locator(".toast")).to_contain_text("Hand 4 saved")


def test_a_phone_that_died_before_the_answer_does_not_offer_the_hand_again(noisy: Visitor, shaky: Phone) -> None:
    page = shaky.page
    shaky.enter(["14", "11½", "8"])
    lose_answers(page)
    shaky.save()
    expect(unsaved(page)).to_be_visible()
    page.unroute(SAVE)
    page.reload()
    saved(page, 4)
    shows(page, ["", "", "", ""])
    assert kept(page) is None
    assert len(stored()) == 4


def test_a_save_that_never_left_is_sent_after_a_reload(noisy: Visitor, shaky: Phone) -> None:
    page = shaky.page
    shaky.enter(["14", "11½", "8"])
    page.route(SAVE, lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    shaky.save()
    expect(unsaved(page)).to_be_visible()
    page.unroute(SAVE)
    page.reload()
    saved(page, 4)
    assert stored()[3:] == [TOTALS[0][1]]


def test_figures_that_are_changed_after_a_failure_are_not_sent_by_themselves(noisy: Visitor, shaky: Phone) -> None:
    page = shaky.page
    shaky.enter(["14", "11½", "8"])
    stop_the_clock(page)
    noisy.context.set_offline(True)
    shaky.save()
    expect(unsaved(page)).to_be_visible()
    shaky.tap(".seat-tile >> nth=2")
    shaky.type("1")
    expect(unsaved(page)).to_contain_text("the figures have been changed since")
    noisy.context.set_offline(False)
    page.clock.run_for(60_000)
    page.wait_for_timeout(300)  # for what must not come
    assert len(stored()) == 3
    page.clock.resume()
    shaky.tap("[data-key=delete]")
    shaky.type("8")
    shaky.save()
    saved(page, 4)
    assert stored()[3:] == [TOTALS[0][1]]


def test_figures_changed_after_a_lost_answer_are_shown_beside_what_was_saved(noisy: Visitor, shaky: Phone) -> None:
    page = shaky.page
    shaky.enter(["14", "11½", "8"])
    stop_the_clock(page)
    lose_answers(page)
    shaky.save()
    expect(unsaved(page)).to_be_visible()
    shaky.tap(".seat-tile >> nth=0")
    shaky.type("12")
    shaky.tap(".seat-tile >> nth=1")
    shaky.type("13½")
    shows(page, ["12", "13½", "8", "6½"])
    page.unroute(SAVE)
    page.clock.resume()
    shaky.save()
    expect(page.get_by_role("heading", name="Somebody else was quicker")).to_be_visible()
    expect(page.locator("tbody tr").first).to_contain_text("14")
    page.get_by_role("link", name="Drop mine").tap()
    saved(page, 4)
    assert len(stored()) == 4


def test_a_reload_keeps_what_was_typed_until_it_is_saved(phone: Phone) -> None:
    page = phone.page
    phone.enter(["14", "11½"])
    phone.tap(".entry__choice .segments__option >> nth=4")
    expect(page.get_by_role("radio", name="Deepa")).to_be_checked()
    page.reload()
    expect(page.locator("[data-restored]")).to_be_visible()
    expect(page.locator("[data-remainder]")).to_have_text("14½ left")
    shows(page, ["14", "11½", "", ""])
    expect(page.get_by_role("radio", name="Deepa")).to_be_checked()
    phone.type("8")
    phone.tap("[data-key=next]")
    phone.save()
    saved(page, 4)
    page.reload()
    shows(page, ["", "", "", ""])


def test_what_was_typed_earlier_can_be_cleared(phone: Phone) -> None:
    page = phone.page
    phone.type("14")
    expect(page.locator("#figure_0")).to_have_value("14")
    page.reload()
    page.locator("[data-restored]").get_by_role("button", name="Clear").tap()
    expect(page.locator("#figure_0")).to_have_value("")
    expect(page.locator("[data-restored]")).to_be_hidden()
    assert kept(page) is None


def test_a_look_that_fails_is_no_trouble(noisy: Visitor, shaky: Phone) -> None:
    page, looks = shaky.page, []

    def fail(route: Route) -> None:
        route.abort()
        looks.append(route)

    page.route(LOOK, fail)
    shaky.enter(["14", "11½", "8"])
    wait_until(page, lambda: looks)
    page.wait_for_timeout(100)
    expect(page.locator("#trouble")).to_be_empty()
    expect(page.locator("[data-remainder]")).to_have_text("Comes to 40")
    shaky.save()
    saved(page, 4)


def test_the_screen_stays_on_while_somebody_keeps_score(
    visit: Callable[..., Visitor], bob: tuple[Member, Series]
) -> None:
    me, series = bob
    visitor = visit(bypass_csp=True)  # the page is asked again and again, which the policy would not allow
    visitor.context.add_init_script(
        """window.asked = [];
        const wakeLock = { request: async (kind) => window.asked.push(kind) };
        Object.defineProperty(navigator, "wakeLock", { value: wakeLock });"""
    )
    page = open_entry(visitor, me.user, series)
    page.wait_for_function("window.asked.length > 0")
    assert page.evaluate("window.asked") == ["screen"]


# --- Two scorers -----------------------------------------------------------------------------------------------------


@pytest.fixture
def carla(bob: tuple[Member, Series]) -> Member:
    """Keeps score as well, on a phone of her own."""
    me, _series = bob
    return join(me.circle, make_user("Carla"), Role.SCORER)


@pytest.fixture
def second(visit: Callable[..., Visitor], carla: Member, bob: tuple[Member, Series]) -> Any:
    visitor = visit()
    page = open_entry(visitor, carla.user, bob[1])
    expect(page.locator(".entry [data-keys]")).to_be_visible()
    yield Phone(page)
    visitor.complaints.clear()  # Chromium notes the 409


def test_the_second_scorer_sees_both_and_drops_hers(phone: Phone, second: Phone) -> None:
    second.enter(["12", "12", "8"])
    phone.enter(["14", "11½", "8"])
    phone.save()
    saved(phone.page, 4)
    second.save()
    page = second.page
    expect(page.get_by_role("heading", name="Somebody else was quicker")).to_be_focused()
    expect(page.get_by_text("Bob recorded hand 4.")).to_be_visible()
    rows = [row.inner_text().split() for row in page.locator("tbody tr").all()]
    assert [row[-2:] for row in rows] == [["14", "12"], ["11½", "12"], ["8", "8"], ["6½", "8"]]
    page.get_by_role("link", name="Drop mine").tap()
    saved(page, 4)
    shows(page, ["", "", "", ""])
    assert kept(page) is None
    assert len(stored()) == 4


def test_the_second_scorer_adds_hers_as_the_next_hand(phone: Phone, second: Phone) -> None:
    second.enter(["5", "12", "8"])
    phone.enter(["14", "11½", "8"])
    phone.save()
    saved(phone.page, 4)
    second.save()
    second.page.get_by_role("button", name="Add mine as hand 5").dblclick()
    saved(second.page, 5)
    assert [record["points_won"] for record in stored()[3:]] == [[14, 11.5, 8, 6.5], [5, 12, 8, 15]]
    assert kept(second.page) is None


def test_both_wrote_down_the_same_hand(phone: Phone, second: Phone) -> None:
    for one in (phone, second):
        one.enter(["14", "11½", "8"])
    phone.save()
    saved(phone.page, 4)
    second.save()
    expect(second.page.get_by_text("Yours is the same")).to_be_visible()
    assert len(stored()) == 4


def test_the_choice_too_survives_a_lost_network(phone: Phone, second: Phone) -> None:
    second.enter(["5", "12", "8"])
    phone.enter(["14", "11½", "8"])
    phone.save()
    saved(phone.page, 4)
    second.save()
    page = second.page
    add = page.get_by_role("button", name="Add mine as hand 5")
    expect(add).to_be_visible()
    statuses = lose_answers(page)
    add.tap()
    expect(unsaved(page)).to_be_visible()
    assert set(statuses) == {200}
    page.unroute(SAVE)
    saved(page, 5)
    assert len(stored()) == 5


# --- Without a script, and for everybody -----------------------------------------------------------------------------


def test_without_a_script_the_phones_own_keyboard_writes(open_phone: Callable[..., Phone]) -> None:
    page = open_phone(java_script_enabled=False).page
    assert page.locator("#figure_0").get_attribute("inputmode") == "decimal"
    expect(page.locator("[data-keys]")).to_be_hidden()
    for seat, figure in enumerate(["14", "11,5", "8", "6.5"]):
        page.locator(f"#figure_{seat}").fill(figure)
    page.get_by_role("button", name="Save hand 4").click()
    expect(page.get_by_text("Hand 4 saved")).to_be_visible()
    assert stored()[3] == TOTALS[0][1]
    page.get_by_role("button", name="Undo").click()
    expect(page).to_have_url(THE_SERIES)
    assert len(stored()) == 3


def test_without_a_script_the_second_scorer_chooses_too(
    visit: Callable[..., Visitor], bob: tuple[Member, Series], carla: Member
) -> None:
    me, series = bob
    visitor = visit(java_script_enabled=False)
    page = open_entry(visitor, carla.user, series)
    for seat, figure in enumerate(["5", "12", "8", "15"]):
        page.locator(f"#figure_{seat}").fill(figure)
    record_hand(series=series, submit=Submit(me, 4), record={"points_won": [14, 11.5, 8, 6.5]})
    page.get_by_role("button", name="Save hand 4").click()
    page.get_by_role("button", name="Add mine as hand 5").click()
    expect(page.get_by_text("Hand 5 saved")).to_be_visible()
    assert stored()[4] == {"points_won": [5, 12, 8, 15]}
    visitor.complaints.clear()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_axe_finds_nothing(
    visit: Callable[..., Visitor], bob: tuple[Member, Series], size: dict[str, int], theme: str
) -> None:
    me, series = bob
    visitor = visit(size=size, color_scheme=theme, bypass_csp=True)
    page = open_entry(visitor, me.user, series)
    expect(page.locator(".entry [data-keys]")).to_be_visible()
    page.keyboard.type("1")
    expect(page.locator(".entry__note--wrong")).to_be_visible()
    assert findings(page) == []
    record_hand(series=series, submit=Submit(me, 4), record={"points_won": [14, 11.5, 8, 6.5]})
    for figure in ("14", "12", "8"):
        page.keyboard.press("Control+a")
        page.keyboard.type(figure)
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Somebody else was quicker")).to_be_visible()
    assert findings(page) == []
    page.get_by_role("button", name="Add mine as hand 5").click()
    expect(page.get_by_role("heading", name="The series is over")).to_be_visible()
    assert findings(page) == []
    visitor.complaints.clear()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_where_a_deal_is_thrown_in(open_phone: Callable[..., Phone], theme: str) -> None:
    page = open_phone(color_scheme=theme, bypass_csp=True).page
    page.get_by_role("link", name="Thrown in").tap()
    expect(page.get_by_role("heading", name="The deal was thrown in")).to_be_visible()
    assert findings(page) == []
    page.get_by_label("What happened?").fill("A card lay face up")
    page.get_by_role("button", name="Save").tap()
    saved(page, 4)
    assert stored()[3] == {"thrown_in": True, "reason": "A card lay face up"}


@pytest.mark.parametrize("size", [{"width": 320, "height": 640}, {"width": 375, "height": 553}, PHONE, DESK], ids=str)
def test_nothing_runs_over_the_edge_and_a_finger_hits(open_phone: Callable[..., Phone], size: dict[str, int]) -> None:
    page = open_phone(size=size).page
    page.keyboard.type("1")
    expect(page.locator(".entry__note--wrong")).to_be_visible()
    assert width(page) <= size["width"]
    assert small_targets(page) == []


def test_a_short_phone_shows_everything_that_is_typed_with(open_phone: Callable[..., Phone]) -> None:
    """An iPhone's browser leaves 664 of 844 pixels: down to Save everything is in sight."""
    page = open_phone(size={"width": 390, "height": 664}).page
    lowest = page.locator(".entry .button--primary").bounding_box()
    assert lowest is not None
    assert lowest["y"] + lowest["height"] <= 664


def test_the_first_load_is_light(visit: Callable[..., Visitor], bob: tuple[Member, Series]) -> None:
    me, series = bob
    visitor = visit()
    sign_in(visitor, me.user)
    responses = first_load(visitor.context.new_page(), visitor.site + reverse("series:totals", args=[series.pk]))
    loaded = {response.url.partition("/static/")[2] or "page": response.body() for response in responses}
    # Users get the parts of the style sheet in one file, as collectstatic puts them together.
    parts = {f"css/{name.decode()}" for name in re.findall(rb'@import url\("(.+?)"\)', loaded[STYLE_SHEET])}
    loaded = {name: body for name, body in loaded.items() if name not in parts} | {STYLE_SHEET: style_sheet()}
    sizes = {name: len(gzip.compress(body)) for name, body in loaded.items()}
    assert any("keypad" in name for name in sizes)
    assert sum(sizes.values()) < FIRST_LOAD_LIMIT, sizes


def test_the_first_hand_of_the_j40_document(visit: Callable[..., Visitor], transactional_db: None) -> None:
    me, series = bobs_series()
    phone = Phone(open_entry(visit(), me.user, series))
    phone.enter(["5", "8½", "18"])
    phone.save()
    saved(phone.page, 1)
    tells(phone.page, ["stands at −5", "stands at −1½", "stands at 18", "stands at −1½"])
    assert stored()[0]["points_won"] == [5, 8.5, 18, 8.5]
    assert J40[2]["points_won"] == [16, 8.5, 8.5, 7]
