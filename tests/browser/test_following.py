"""Reading a series on another phone: how soon it shows news, and without a network or a script."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import pairwise, product
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, Response, Route, expect

from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.live import polling
from ledger.series.models import Series
from ledger.series.services import Submit, record_hand, undo
from tests.browser.axe import faults
from tests.browser.table import open_series, record_next, sign_in, small_targets, wait_until, width
from tests.browser.visitor import ANYTHING, DESK, PHONE, SMALLEST_PHONE, Visitor
from tests.ledger.conftest import join, make_user

PERIOD = polling.PERIOD * 1000  # milliseconds: of the promised three seconds, one is left for the network
SETTLING = 100  # htmx counts the period from the end of the previous swap
A_MINUTE = 60_000
FAILED = "ERR_|40[34]|htmx:"  # what the console says of a request that has failed
LIVE = "**/live/"
NOON = datetime(2026, 11, 20, 12, tzinfo=ZoneInfo("Asia/Kathmandu"))
HIDE = """isHidden => {
    Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def follower_of(series: Series) -> Member:
    return join(series.circle, make_user("Vera"), Role.VIEWER)


@pytest.fixture
def follow(visit, table):
    def open_one(member: Member | None = None, **options: object) -> tuple[Visitor, Page]:
        visitor = visit(**options)
        sign_in(visitor, (member or follower_of(table.series)).user)
        return visitor, visitor.open(reverse("series:page", args=[table.series.pk]))

    return open_one


class Phone:
    """Vera's phone. The tests move its clock, so the speed of the machine makes no difference."""

    def __init__(self, visitor: Visitor, page: Page) -> None:
        self.visitor, self.page, self.minutes = visitor, page, 1
        self.page.clock.pause_at(NOON + timedelta(minutes=1))
        self.freshness = page.locator("[data-freshness-here]")
        self.wait_for_next_request()  # a minute has passed since the page was opened

    def two_seconds_later(self) -> None:
        """Move the clock and wait for the answer to the next request: the page shows its time."""
        self.minutes += 1
        self.page.clock.set_system_time(NOON + timedelta(minutes=self.minutes))
        self.page.clock.run_for(PERIOD + SETTLING)
        self.wait_for_next_request()

    def wait_for_next_request(self) -> None:
        expect(self.freshness).to_have_text(f"Updated at 12:{self.minutes:02}")

    @property
    def ranking(self) -> Locator:
        return self.page.get_by_role("list", name="Ranking")

    def listen(self) -> list[Response]:
        answers: list[Response] = []
        self.page.on("response", lambda answer: answers.append(answer) if answer.url.endswith("/live/") else None)
        return answers


@pytest.fixture
def phone(visit, table):
    return open_phone(visit(), follower_of(table.series))


def open_phone(visitor: Visitor, member: Member) -> Phone:
    sign_in(visitor, member.user)
    visitor.context.clock.install(time=NOON)
    return Phone(visitor, visitor.open(reverse("series:page", args=[member.circle.series.get().pk])))


# --- Live ------------------------------------------------------------------------------------------------------------


def test_a_save_on_one_phone_is_on_the_other_within_three_seconds(visit, phone, table):
    entry = open_series(visit(), *table)
    entry.get_by_role("link", name="Record hand 4").click()
    for name, figure in zip(("Asha", "Bimal", "Chandra", "Deepa"), ("16", "10", "2", "12"), strict=True):
        entry.get_by_label(name, exact=False).first.fill(figure)
    with entry.expect_response("**/hands/new/"):
        entry.get_by_role("button", name="Save hand 4").click()
    expect(phone.ranking).to_have_count(0)
    phone.two_seconds_later()
    expect(phone.ranking.get_by_text("41")).to_be_visible()
    phone.page.clock.run_for(100)
    expect(phone.page.get_by_role("status")).to_have_text(
        "Hand 4: Asha +16 makes 41; Bimal +10 makes 18½; Chandra −8 makes 6½; Deepa +12 makes 4. Asha won with 41."
    )


def test_an_unchanged_series_is_answered_without_a_body(phone):
    page = phone.page
    page.evaluate("document.getElementById('score').dataset.mine = 'yes'")
    answers = phone.listen()
    for _time in range(3):
        phone.two_seconds_later()
    assert [answer.status for answer in answers] == [304, 304, 304]
    assert page.evaluate("document.getElementById('score').dataset.mine") == "yes"
    page.clock.run_for(100)
    expect(page.get_by_role("status")).to_be_empty()


def test_a_hidden_page_does_not_poll_until_it_is_shown_again(phone, table):
    phone.page.evaluate(HIDE, True)
    answers = phone.listen()
    record_next(table, 4)
    phone.page.clock.run_for(A_MINUTE)
    assert answers == []
    phone.page.evaluate(HIDE, False)
    expect(phone.ranking).to_be_visible()


def test_without_a_network_the_time_of_the_last_check_is_shown(phone, table):
    phone.visitor.may_log = FAILED
    phone.visitor.context.set_offline(True)
    expect(phone.freshness).to_contain_text("No connection. Last updated at 12:01")
    record_next(table, 4)
    phone.page.clock.run_for(A_MINUTE)
    expect(phone.freshness).to_contain_text("No connection")
    phone.visitor.context.set_offline(False)

    # A browser may say "online" a moment before its requests pass. Then it is the next request that arrives.
    def asks_again() -> bool:
        phone.page.clock.run_for(PERIOD)
        return phone.ranking.is_visible()

    wait_until(phone.page, asks_again)
    expect(phone.freshness).to_contain_text("Updated at 12:0")


def test_polling_slows_down_after_server_errors(visit, table):
    visitor = visit(may_log=ANYTHING)
    visitor.context.add_init_script(
        """window.asked = [];
        const send = XMLHttpRequest.prototype.send;
        XMLHttpRequest.prototype.send = function (...body) {
            if (!window.inTrouble) return send.apply(this, body);
            window.asked.push(Date.now() / 1000);
            for (const [name, value] of Object.entries({ status: 503, response: "" })) {
                Object.defineProperty(this, name, { value });
            }
            setTimeout(() => this.dispatchEvent(new Event("load")));
        };"""
    )
    phone = open_phone(visitor, follower_of(table.series))
    phone.page.evaluate("window.inTrouble = true")
    for _second in range(100):
        phone.page.clock.run_for(1000)
    asked = phone.page.evaluate("window.asked")
    assert [round(later - earlier) for earlier, later in pairwise(asked)] == [4, 8, 16, 30, 30]
    expect(phone.freshness).to_contain_text("No connection")
    phone.page.evaluate("window.inTrouble = false")
    phone.page.evaluate("dispatchEvent(new Event('online'))")
    expect(phone.freshness).to_contain_text("Updated at")
    expect(phone.page.locator("#trouble")).to_be_empty()


def test_the_longer_nothing_changes_the_less_often_it_asks(visit, table):
    visitor = visit()
    visitor.context.add_init_script(
        """window.asked = [];
        const send = XMLHttpRequest.prototype.send;
        XMLHttpRequest.prototype.send = function (...body) {
            if (!window.isQuiet) return send.apply(this, body);
            window.asked.push(Date.now() / 1000);
            const getResponseHeader = (name) => (name === "X-Khata" ? "1" : null);
            for (const [name, value] of Object.entries({ status: 304, response: "", getResponseHeader })) {
                Object.defineProperty(this, name, { value });
            }
            setTimeout(() => this.dispatchEvent(new Event("load")));
        };"""
    )
    clock = open_phone(visitor, follower_of(table.series)).page.clock
    page = visitor.context.pages[0]
    page.evaluate("window.isQuiet = true")

    def seconds_between_requests() -> list[int]:
        page.evaluate("window.asked = []")
        for _second in range(50):
            clock.run_for(1000)
        return [round(later - earlier) for earlier, later in pairwise(page.evaluate("window.asked"))]

    assert set(seconds_between_requests()) == {2}
    clock.fast_forward(8 * A_MINUTE)
    assert set(seconds_between_requests()) == {2}
    clock.fast_forward(50 * A_MINUTE)  # an hour: 12 seconds
    assert all(10 <= pause <= 14 for pause in seconds_between_requests()[1:])
    clock.fast_forward(600 * A_MINUTE)
    assert all(14 <= pause <= 15 for pause in seconds_between_requests()[1:])
    page.evaluate("window.isQuiet = false")
    record_next(table, 4)
    clock.run_for(15_000)
    expect(page.get_by_role("list", name="Ranking")).to_be_visible()
    page.evaluate("window.isQuiet = true")
    assert set(seconds_between_requests()[1:]) == {2}


def test_polling_goes_on_after_a_request_without_an_answer(phone, table):
    phone.visitor.may_log = FAILED
    held: list[Route] = []
    phone.page.route(LIVE, lambda route: held.append(route))  # noqa: PLW0108 (Playwright sets attributes on it)
    phone.page.clock.run_for(PERIOD)
    wait_until(phone.page, lambda: held)
    expect(phone.freshness).to_have_text("Updated at 12:01")
    phone.page.clock.run_for(10_000)
    expect(phone.freshness).to_contain_text("No connection")
    assert len(held) == 1
    phone.page.unroute(LIVE)
    record_next(table, 4)
    phone.page.clock.run_for(2 * PERIOD)
    expect(phone.ranking).to_be_visible()


def test_an_update_keeps_the_focus(phone, table):
    every_hand = phone.page.get_by_role("region", name="Every hand of the series")
    second = every_hand.get_by_role("link", name="2")
    second.focus()
    me, series = table
    series.refresh_from_db()
    record_hand(series=series, submit=Submit(me, series.version), record={"points_won": [10, 10, 10, 10]})
    phone.two_seconds_later()
    expect(every_hand.get_by_role("rowheader")).to_have_count(4)
    expect(second).to_be_focused()
    every_hand.focus()
    series.refresh_from_db()
    undo(series=series, submit=Submit(me, series.version))
    phone.two_seconds_later()
    expect(every_hand.get_by_role("rowheader")).to_have_count(3)
    expect(every_hand).to_be_focused()


def test_a_removed_member_sees_no_score(visit, table):
    member = follower_of(table.series)
    phone = open_phone(visit(may_log=FAILED), member)
    expect(phone.page.get_by_text("25").locator("visible=true").first).to_be_visible()
    member.delete()
    phone.page.clock.run_for(PERIOD)
    expect(phone.page.get_by_text("25")).to_have_count(0)


def test_the_page_without_a_script_is_complete_and_reloads(follow):
    _vera, page = follow(java_script_enabled=False)
    expect(page.get_by_role("figure", name="The totals after each hand")).to_have_count(0)
    expect(page.get_by_role("row", name="3 25")).to_be_visible()
    expect(page.locator("meta[http-equiv=refresh]")).to_have_count(1)


# --- A hand, trick by trick ------------------------------------------------------------------------------------------


def open_hand(follow: Callable[..., tuple[Visitor, Page]], number: str, **options: object) -> Page:
    _vera, page = follow(**options)
    page.get_by_role("region", name="Every hand of the series").get_by_role("link", name=number).click()
    return page


def test_tricks_are_shown_one_at_a_time(follow):
    page = open_hand(follow, "2")
    trick = page.locator(".replay__trick")
    expect(trick.locator("visible=true")).to_have_count(1)
    expect(page.get_by_role("heading", name="Trick 1", exact=True)).to_be_visible()
    expect(page.get_by_text("Chandra played the 5 of spades but had to beat 6 of spades.")).to_be_visible()
    page.get_by_role("button", name="Next trick").click()
    expect(page.get_by_role("heading", name="Trick 2")).to_be_visible()
    page.get_by_role("link", name="Trick 13").click()
    expect(page.get_by_role("heading", name="Trick 13")).to_be_visible()
    expect(page.get_by_role("button", name="Next trick")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("heading", name="Trick 12")).to_be_visible()
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_role("heading", name="Trick 11")).to_be_visible()


def test_all_tricks_are_listed_without_a_script(follow):
    page = open_hand(follow, "1", java_script_enabled=False)
    expect(page.locator(".replay__trick").locator("visible=true")).to_have_count(13)
    expect(page.get_by_role("button", name="Next trick")).to_be_hidden()
    page.get_by_role("link", name="Trick 9").click()
    expect(page).to_have_url(re.compile("#trick-9$"))
    expect(page.get_by_role("heading", name="Trick 9")).to_be_in_viewport()


# --- Others ----------------------------------------------------------------------------------------------------------


def test_the_example_needs_no_account(open_page):
    page = open_page("/")
    page.get_by_role("link", name="See an example").click()
    expect(page.get_by_text("Asha won with 41.")).to_be_visible()
    page.get_by_role("region", name="Every hand of the series").get_by_role("link", name="1").click()
    page.get_by_role("button", name="Next trick").click()
    expect(page.get_by_role("heading", name="Trick 2")).to_be_visible()


# --- How it looks ----------------------------------------------------------------------------------------------------

PAGES = ["page", "history", "hand 2", "hand 3"]


def test_every_page_in_every_size_and_theme(visit, table):
    visitor = visit(bypass_csp=True)
    sign_in(visitor, table.scorer.user)
    for name, *more in (name.split() for name in PAGES):
        page = visitor.open(reverse(f"series:{name}", args=[table.series.pk, *map(int, more)]))
        assert faults(page, tuple(product((PHONE, DESK), ("light", "dark")))) == [], name
        page.close()


def test_every_page_fits_the_smallest_phone_in_nepali(visit, table):
    visitor = visit(size=SMALLEST_PHONE, locale="ne")
    sign_in(visitor, table.scorer.user)
    record_next(table, 4)
    for name, *more in (name.split() for name in PAGES):
        page = visitor.open(reverse(f"series:{name}", args=[table.series.pk, *map(int, more)]))
        assert width(page) <= 320, name
        assert [each for each in small_targets(page) if "list-row__title" not in each] == [], name
        page.close()


def test_the_frame_of_a_phone_without_signal_asks_for_no_news(visit, table, monkeypatch):
    """The frame requests only the earlier hands of a long series, when the reader taps the button for them."""
    me, series = table
    monkeypatch.setattr("ledger.following.overview.HANDS_A_PAGE", 2)
    visitor, asked = visit(), []
    sign_in(visitor, me.user)
    visitor.context.route(
        f"{visitor.site}/pocket/**", lambda route: route.fulfill(response=route.fetch(url=at_site(route)))
    )
    visitor.context.on("request", lambda request: asked.append(request.url) if "/live/" in request.url else None)
    page = visitor.open("/pocket" + reverse("series:page", args=[series.pk]))
    page.wait_for_timeout(PERIOD + 500)
    assert asked == []
    expect(page.locator("[data-freshness-here]")).to_be_hidden()
    page.get_by_role("link", name="Earlier").tap()
    expect(page.get_by_role("link", name="Later")).to_be_visible()
    assert len(asked) == 1


def at_site(route: Route) -> str:
    return route.request.url.replace("/pocket/", "/")
