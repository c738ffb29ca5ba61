"""Following a series on another phone: what it shows, how soon, and what it does without a network or a script."""

import re
import time
from collections.abc import Callable
from itertools import pairwise

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Response, Route, expect

from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.series.models import Series
from ledger.series.services import Submit, record_hand, undo
from tests.browser.axe import findings
from tests.browser.conftest import DESK, Visitor
from tests.browser.table import J40, bobs_series, sign_in, small_targets, width
from tests.ledger.conftest import join, make_user

SMALLEST_PHONE = {"width": 320, "height": 640}
THREE_SECONDS = 3000
AT_ONCE = 1500
LIVE = "**/live/"
HIDE = """isHidden => {
    Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def bob(transactional_db: None) -> tuple[Member, Series]:
    return bobs_series(hands=3)


def record(bob: tuple[Member, Series], number: int = 4) -> None:
    """Bob saves a hand, on a phone of his own."""
    me, series = bob
    series.refresh_from_db()
    record_hand(series=series, submit=Submit(me, series.version), record=J40[number - 1])


def follower_of(series: Series) -> Member:
    return join(series.circle, make_user("Vera"), Role.VIEWER)


@pytest.fixture
def follow(visit: Callable[..., Visitor], bob: tuple[Member, Series]) -> Callable[..., tuple[Visitor, Page]]:
    def open_one(member: Member | None = None, **options: object) -> tuple[Visitor, Page]:
        visitor = visit(**options)
        sign_in(visitor, (member or follower_of(bob[1])).user)
        return visitor, visitor.open(reverse("series:page", args=[bob[1].pk]))

    return open_one


def watched(page: Page) -> list[Response]:
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer) if answer.url.endswith("/live/") else None)
    return answers


# --- Live ------------------------------------------------------------------------------------------------------------


def test_a_save_on_one_phone_is_on_the_other_within_three_seconds(
    visit: Callable[..., Visitor], follow: Callable[..., tuple[Visitor, Page]], bob: tuple[Member, Series]
) -> None:
    _vera, page = follow()
    scorer = visit()
    sign_in(scorer, bob[0].user)
    entry = scorer.open(reverse("series:page", args=[bob[1].pk]))
    entry.get_by_role("link", name="Record hand 4").click()
    for name, figure in zip(("Asha", "Bimal", "Chandra", "Deepa"), ("16", "10", "2", "12"), strict=True):
        entry.get_by_label(name, exact=False).first.fill(figure)
    page.wait_for_timeout(2500)  # so that it has asked before
    with entry.expect_response("**/hands/new/"):
        entry.get_by_role("button", name="Save hand 4").click()
    saved = time.monotonic()
    expect(page.get_by_role("list", name="Ranking").get_by_text("41")).to_be_visible(timeout=THREE_SECONDS)
    assert time.monotonic() - saved < 3
    expect(page.get_by_role("status")).to_have_text(
        "Hand 4: Asha 41, Bimal 18½, Chandra 6½, Deepa 4. Asha won with 41."
    )


def test_while_nothing_happens_nothing_is_sent_or_changed(follow: Callable[..., tuple[Visitor, Page]]) -> None:
    _vera, page = follow()
    page.evaluate("document.getElementById('score').dataset.mine = 'yes'")
    answers = watched(page)
    page.wait_for_timeout(5000)
    assert [answer.status for answer in answers] == [304, 304]
    assert page.evaluate("document.getElementById('score').dataset.mine") == "yes"
    expect(page.get_by_role("status")).to_be_empty()


def test_a_hidden_page_asks_nothing_and_a_shown_one_at_once(
    follow: Callable[..., tuple[Visitor, Page]], bob: tuple[Member, Series]
) -> None:
    _vera, page = follow()
    page.evaluate(HIDE, True)
    answers = watched(page)
    record(bob)
    page.wait_for_timeout(3500)
    assert answers == []
    page.evaluate(HIDE, False)
    expect(page.get_by_role("list", name="Ranking")).to_be_visible(timeout=AT_ONCE)


def test_without_a_network_it_says_since_when(
    follow: Callable[..., tuple[Visitor, Page]], bob: tuple[Member, Series]
) -> None:
    vera, page = follow()
    freshness = page.locator("[data-freshness-here]")
    expect(freshness).to_contain_text("Fresh at")
    vera.context.set_offline(True)
    expect(freshness).to_contain_text("No connection. Last fresh at")
    record(bob)
    page.wait_for_timeout(2500)
    expect(freshness).to_contain_text("No connection")
    vera.context.set_offline(False)
    expect(page.get_by_role("list", name="Ranking")).to_be_visible(timeout=AT_ONCE)
    expect(freshness).to_contain_text("Fresh at")
    vera.complaints.clear()


def test_a_server_in_trouble_is_asked_less_and_less(follow: Callable[..., tuple[Visitor, Page]]) -> None:
    vera, page = follow()
    asked: list[float] = []

    def fail(route: Route) -> None:
        asked.append(time.monotonic())
        route.fulfill(status=503)

    page.route(LIVE, fail)
    page.wait_for_timeout(15_000)
    pauses = [later - earlier for earlier, later in pairwise(asked)]
    assert len(pauses) >= 2
    assert all(later > 1.5 * earlier for earlier, later in pairwise(pauses))
    expect(page.locator("[data-freshness-here]")).to_contain_text("No connection")
    page.unroute(LIVE)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("[data-freshness-here]")).to_contain_text("Fresh at")
    vera.complaints.clear()


def test_an_answer_that_never_comes_does_not_stop_it(
    follow: Callable[..., tuple[Visitor, Page]], bob: tuple[Member, Series]
) -> None:
    vera, page = follow()
    held: list[Route] = []
    page.route(LIVE, lambda route: held.append(route))  # noqa: PLW0108 (Playwright sets attributes on it)
    expect(page.locator("[data-freshness-here]")).to_contain_text("No connection", timeout=15_000)
    assert len(held) == 1
    page.unroute(LIVE)
    record(bob)
    expect(page.get_by_role("list", name="Ranking")).to_be_visible(timeout=10_000)
    vera.complaints.clear()


def test_the_focus_stays_where_it_is(follow: Callable[..., tuple[Visitor, Page]], bob: tuple[Member, Series]) -> None:
    _vera, page = follow()
    second = page.get_by_role("region", name="Every hand of the series").get_by_role("link", name="2")
    second.focus()
    record(bob)
    expect(page.get_by_role("list", name="Ranking")).to_be_visible(timeout=THREE_SECONDS)
    expect(second).to_be_focused()
    table = page.get_by_role("region", name="Every hand of the series")
    table.focus()
    bob[1].refresh_from_db()
    undo(series=bob[1], submit=Submit(bob[0], bob[1].version))
    expect(page.get_by_role("list", name="Ranking")).to_have_count(0, timeout=THREE_SECONDS)
    expect(table).to_be_focused()


def test_whoever_is_removed_sees_nothing_more(
    follow: Callable[..., tuple[Visitor, Page]], bob: tuple[Member, Series]
) -> None:
    member = follower_of(bob[1])
    vera, page = follow(member)
    member.delete()
    expect(page.get_by_text("25")).to_have_count(0, timeout=THREE_SECONDS)
    vera.complaints.clear()


def test_without_a_script_everything_is_there_and_comes_again(follow: Callable[..., tuple[Visitor, Page]]) -> None:
    _vera, page = follow(java_script_enabled=False)
    expect(page.get_by_role("figure", name="The totals after each hand")).to_have_count(0)
    expect(page.get_by_role("row", name="3 25")).to_be_visible()
    expect(page.locator("meta[http-equiv=refresh]")).to_have_count(1)


# --- A hand, trick by trick ------------------------------------------------------------------------------------------


def open_hand(follow: Callable[..., tuple[Visitor, Page]], number: str, **options: object) -> Page:
    _vera, page = follow(**options)
    page.get_by_role("region", name="Every hand of the series").get_by_role("link", name=number).click()
    return page


def test_one_trick_after_the_other(follow: Callable[..., tuple[Visitor, Page]]) -> None:
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


def test_without_a_script_all_tricks_stand_below_each_other(follow: Callable[..., tuple[Visitor, Page]]) -> None:
    page = open_hand(follow, "1", java_script_enabled=False)
    expect(page.locator(".replay__trick").locator("visible=true")).to_have_count(13)
    expect(page.get_by_role("button", name="Next trick")).to_be_hidden()
    page.get_by_role("link", name="Trick 9").click()
    expect(page).to_have_url(re.compile("#trick-9$"))
    expect(page.get_by_role("heading", name="Trick 9")).to_be_in_viewport()


# --- Others ----------------------------------------------------------------------------------------------------------


def test_a_link_shown_at_the_table_brings_others_in(
    visit: Callable[..., Visitor], follow: Callable[..., tuple[Visitor, Page]], bob: tuple[Member, Series]
) -> None:
    _bob, page = follow(bob[0])
    page.get_by_role("button", name="Let others follow").click()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    link = page.get_by_role("textbox", name="Link").input_value()
    guest = visit()
    other = guest.open(link.removeprefix(guest.site))
    other.get_by_label("Your name at the table").fill("Gita")
    other.get_by_role("button", name="Join").click()
    other.get_by_role("link", name="Jaago-Chalis").click()
    expect(other.get_by_text("15 to go")).to_be_visible()
    expect(other.get_by_role("link", name="Record hand 4")).to_have_count(0)


def test_the_example_needs_nobody(open_page: Callable[..., Page]) -> None:
    page = open_page("/")
    page.get_by_role("link", name="See an example").click()
    expect(page.get_by_text("A won with 41.")).to_be_visible()
    page.get_by_role("region", name="Every hand of the series").get_by_role("link", name="1").click()
    page.get_by_role("button", name="Next trick").click()
    expect(page.get_by_role("heading", name="Trick 2")).to_be_visible()


# --- How it looks ----------------------------------------------------------------------------------------------------

PAGES = ["page", "history", "hand 2", "hand 3"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_page_is_usable_by_everybody(
    visit: Callable[..., Visitor], bob: tuple[Member, Series], theme: str
) -> None:
    for size in (None, DESK):
        visitor = visit(size=size, color_scheme=theme, bypass_csp=True)
        sign_in(visitor, bob[0].user)
        for name, *more in (name.split() for name in PAGES):
            page = visitor.open(reverse(f"series:{name}", args=[bob[1].pk, *map(int, more)]))
            assert findings(page) == [], (name, size)
            assert width(page) <= page.viewport_size["width"]
            page.close()


def test_it_fits_the_smallest_phone_and_a_finger(visit: Callable[..., Visitor], bob: tuple[Member, Series]) -> None:
    visitor = visit(size=SMALLEST_PHONE, locale="ne")
    sign_in(visitor, bob[0].user)
    record(bob)
    for name, *more in (name.split() for name in PAGES):
        page = visitor.open(reverse(f"series:{name}", args=[bob[1].pk, *map(int, more)]))
        assert width(page) <= 320, name
        assert [each for each in small_targets(page) if "list-row__title" not in each] == [], name
        page.close()
