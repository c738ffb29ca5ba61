"""The end of a series on a phone: the last hand, who pays whom, Play again and Share."""

from decimal import Decimal

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from ledger.circles.roles import Role
from ledger.live.links import token_of
from ledger.money.models import Entry, EntryKind
from ledger.money.services import Payment, record_payment
from ledger.series.again import agreement_of
from ledger.series.models import Series, SeriesLink
from ledger.series.services import Submit, record_hand
from ledger.series.starting import start_series
from ledger.series.state import seated_players, series_state
from tests.browser.axe import faults
from tests.browser.sharing import CAN_SHARE_FILES, CAN_SHARE_TEXT
from tests.browser.table import J40, box, open_entry, open_more, open_series, tap_keys, wait_until, width
from tests.browser.visitor import DESK, PHONE, SMALLEST_PHONE, ready
from tests.ledger.conftest import join, make_user

pytestmark = pytest.mark.hands(4)

LAST_HAND = ("16", "10", "2")  # and 12 for Deepa, which is filled in


def payment(page: Page, names: str) -> Locator:
    return page.locator(".end__payment", has_text=names)


def is_in_sight(element: Locator) -> bool:
    box, size = element.bounding_box(), element.page.viewport_size
    return bool(box and size and box["y"] >= 0 and box["y"] + box["height"] <= size["height"])


@pytest.mark.hands(3)
def test_the_last_hand_leads_to_who_pays_whom(visit, table):
    """One tap on Save; the second one ends the moment."""
    page = open_entry(visit(), *table)
    for figure in LAST_HAND:
        tap_keys(page, *figure, "next")
    page.locator(".entry .button--primary").tap()
    expect(page.get_by_role("heading", name="Asha won", exact=True)).to_be_visible()
    ready(page)
    moment = page.locator(".moment[data-shown]")
    expect(moment.locator(".moment__closing")).to_have_text("Asha won with 41")
    moment.tap()
    expect(moment).to_have_count(0)
    assert is_in_sight(page.get_by_role("heading", name="Who pays whom"))
    assert is_in_sight(payment(page, "Deepa pays Asha"))
    expect(page.get_by_role("list", name="Ranking").locator(".figure")).to_have_text(["41", "18½", "6½", "4"])


def test_the_toast_lies_below_the_bar(visit, table):
    page = open_series(visit(size={"width": 360, "height": 640}), *table)
    page.get_by_role("button", name="Mark as paid: Chandra to Asha").tap()
    toast = page.locator(".toast")
    toast.evaluate("toast => Promise.all(toast.getAnimations().map(each => each.finished))")
    lies, bar = box(toast), box(page.locator(".app-bar"))
    assert bar["y"] + bar["height"] <= lies["y"]


def test_a_payment_is_marked_and_every_phone_shows_it(visit, table):
    me, series = table
    page = open_series(visit(), me, series)
    vera = open_series(visit(), join(series.circle, make_user("Vera"), Role.VIEWER), series)
    expect(vera.get_by_role("button", name="Mark as paid")).to_have_count(0)
    page.get_by_role("button", name="Mark as paid: Chandra to Asha").tap()
    expect(payment(page, "Chandra pays Asha").get_by_role("link", name="Paid")).to_be_visible()
    expect(page.locator(".toast")).to_contain_text("Chandra paid Asha NPR 18.50")
    for each in (page, vera):
        expect(each.get_by_role("status")).to_have_text("Chandra paid Asha NPR 18.50")
    expect(page.get_by_role("button", name="Mark as paid")).to_have_count(2)
    expect(payment(vera, "Chandra pays Asha").get_by_role("link", name="Paid")).to_be_visible()
    assert Entry.objects.filter(kind=EntryKind.PAYMENT).count() == 1

    payment(page, "Chandra pays Asha").get_by_role("link", name="Paid").tap()
    page.get_by_text("Take this payment back…").tap()
    page.get_by_role("button", name="Take it back").tap()
    page.wait_for_url("**/balances/")
    page.goto(page.url.partition("/circles/")[0] + reverse("series:page", args=[series.pk]))
    expect(page.get_by_role("button", name="Mark as paid: Chandra to Asha")).to_be_visible()


def test_without_a_button_the_names_have_the_whole_line(visit, table):
    """The amount stands below the names, as with a button."""
    vera = open_series(visit(), join(table.series.circle, make_user("Vera"), Role.VIEWER), table.series)
    line = payment(vera, "Chandra pays Asha")
    who, money = (line.locator(part).bounding_box() for part in (".transfer__who", ".transfer__money"))
    assert who["width"] > 300
    assert money["y"] >= who["y"] + who["height"]


def test_a_page_from_before_pays_nothing_twice(visit, table):
    me, series = table
    first, second = open_series(visit(), me, series), open_series(visit(), me, series)
    second.route("**/live/", lambda route: route.abort("timedout"))
    second.evaluate("htmx.config.timeout = 1")
    first.get_by_role("button", name="Mark as paid: Bimal to Asha").tap()
    expect(payment(first, "Bimal pays Asha").get_by_role("link", name="Paid")).to_be_visible()
    second.unroute("**/live/")
    button = second.get_by_role("button", name="Mark as paid: Bimal to Asha")
    if button.count():  # the page may show the payment already
        button.tap()
    expect(payment(second, "Bimal pays Asha").get_by_role("link", name="Paid")).to_be_visible()
    assert Entry.objects.filter(kind=EntryKind.PAYMENT).count() == 1


def test_what_has_been_opened_stays_open_when_news_come(visit, table):
    me, series = table
    page = open_series(visit(), me, series)
    every_hand = page.get_by_role("region", name="Every hand of the series")
    expect(every_hand).to_be_hidden()
    open_more(page)
    page.get_by_role("button", name="Mark as paid: Chandra to Asha").tap()
    expect(payment(page, "Chandra pays Asha").get_by_role("link", name="Paid")).to_be_visible()
    expect(every_hand).to_be_visible()


def test_a_desk_has_room_for_all_of_it(visit, table):
    page = open_series(visit(size=DESK), *table)
    expect(page.get_by_role("region", name="Every hand of the series")).to_be_visible()
    expect(page.get_by_text("More", exact=True)).to_be_hidden()


def test_play_again_opens_the_first_hand_of_a_new_series(visit, table):
    """Asha won the last trick of the last hand, so she deals."""
    me, series = table
    page = open_series(visit(), me, series)
    page.get_by_role("button", name="Play again").tap()
    expect(page.get_by_role("button", name="Save hand 1")).to_be_visible()
    again = Series.objects.exclude(pk=series.pk).get()
    assert (again.game, again.rules, again.point_value) == (series.game, series.rules, series.point_value)
    assert again.first_dealer == 0


def share_on(page: Page) -> None:
    page.wait_for_load_state("networkidle")
    page.get_by_role("button", name="Share", exact=True).tap()


def test_share_hands_picture_and_text_to_the_phone_in_one_tap(visit, table):
    """The picture is fetched once the page is there; the link is made by the tap."""
    visitor = visit()
    visitor.context.add_init_script(CAN_SHARE_FILES)
    with visitor.context.expect_event("requestfinished", lambda request: "/result.png" in request.url):
        page = open_series(visitor, *table)
    assert SeriesLink.objects.count() == 0
    share_on(page)
    wait_until(page, lambda: page.evaluate("'shared' in window"))
    shared = page.evaluate("({ text: shared.text, files: shared.files.map((file) => [file.name, file.type]) })")
    assert shared["files"] == [["result.png", "image/png"]]
    assert "Asha, total" in shared["text"]
    assert "pays" not in shared["text"]
    assert shared["text"].endswith(reverse("follow:page", args=[token_of(SeriesLink.objects.get())]))
    expect(page.get_by_role("heading", name="Asha won", exact=True)).to_be_visible()

    for name in ("AbortError", "NotAllowedError"):  # the person closed the share sheet; the phone did not open one
        page.evaluate(
            """name => {
                delete window.shared;
                navigator.share = async () => { window.shared = true; throw new DOMException("", name); };
            }""",
            name,
        )
        expect(page.get_by_role("heading", name="Asha won", exact=True)).to_be_visible()
        share_on(page)
        if name == "AbortError":
            wait_until(page, lambda: page.evaluate("'shared' in window"))
    expect(page.get_by_role("heading", name="Share the result")).to_be_visible()


def test_share_opens_the_link_where_no_file_can_be_shared(visit, table):
    visitor = visit()
    visitor.context.add_init_script(CAN_SHARE_TEXT)
    asked: list[str] = []
    visitor.context.on("request", lambda request: asked.append(request.url))
    share_on(open_series(visitor, *table))
    expect(visitor.context.pages[0].get_by_role("heading", name="Share the result")).to_be_visible()
    assert not any("/series/" in address and "result.png" in address for address in asked)


def test_it_works_without_a_script(visit, table):
    page = open_series(visit(java_script_enabled=False), *table)
    page.get_by_role("button", name="Mark as paid: Chandra to Asha").click()
    expect(page).to_have_url(f"{page.url.partition('#')[0]}#pays")
    expect(payment(page, "Chandra pays Asha").get_by_role("link", name="Paid")).to_be_visible()
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_role("button", name="Save hand 1")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "ne"])
def test_it_is_accessible_and_fits(visit, table, language):
    page = open_series(visit(bypass_csp=True, language=language), *table)
    expect(page.locator(".end__payment")).to_have_count(3)
    targets = page.locator(".end :is(a, button)")
    assert min(targets.nth(at).bounding_box()["height"] for at in range(targets.count())) >= 48
    page.set_viewport_size(SMALLEST_PHONE)
    assert width(page) <= SMALLEST_PHONE["width"]
    assert faults(page, ((PHONE, "light"), (PHONE, "dark"), (DESK, "light"))) == []


@pytest.mark.parametrize("size", [PHONE, SMALLEST_PHONE])
def test_what_was_settled_is_marked_only_after_a_question(size, visit, table):
    """The settlement was paid on the page of the balances, and the next series has ended with other debts."""
    me, series = table
    players = seated_players(series)
    for payer, amount in zip(players[1:], ("4", "18.50", "23.50"), strict=True):
        record_payment(me=me, payment=Payment(payer, players[0], Decimal(amount)))
    again = start_series(me=me, agreed=agreement_of(series_state(series)))
    for number, record in enumerate(J40, start=1):
        record_hand(series=again, submit=Submit(me, number), record=record)
    page = open_series(visit(size=size, bypass_csp=True), me, series)
    expect(page.get_by_role("button", name="Mark as paid")).to_have_count(0)
    expect(payment(page, "Chandra pays Asha")).to_contain_text("settled on")
    page.get_by_role("link", name="Paid all the same: Chandra to Asha").tap()
    expect(page.get_by_role("heading", name="Paid all the same?")).to_be_visible()
    assert width(page) == size["width"]
    assert faults(page) == []
    page.get_by_role("link", name="Leave it as it is").tap()
    expect(payment(page, "Chandra pays Asha")).to_contain_text("settled on")
    assert Entry.objects.filter(kind=EntryKind.PAYMENT).count() == 3
    page.get_by_role("link", name="Paid all the same: Chandra to Asha").tap()
    page.get_by_role("button", name="Mark as paid").tap()
    expect(payment(page, "Chandra pays Asha").get_by_role("link", name="Paid")).to_be_visible()
    assert Entry.objects.filter(kind=EntryKind.PAYMENT).count() == 4
