"""Three phones at a table: Bob scores, Asha follows by her account, and Deepa by a link."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from ledger.circles.models import Circle
from ledger.circles.roles import Role
from ledger.circles.services.players import claim_player
from ledger.live.links import change_link, make_link, token_of
from ledger.series.models import Series
from ledger.series.services import Submit, correct_hand
from ledger.verdicts.models import VerdictEntry
from tests.browser.axe import faults
from tests.browser.table import box, open_entry, open_series, record_next, sign_in, small_targets, tap_keys
from tests.ledger.conftest import join, make_user

AWAKE = 800  # milliseconds after which the buttons of a new question accept a tap

pytestmark = pytest.mark.hands(0)


@pytest.fixture
def agreeing(table):
    """A series asked for verdicts, with the first hand of the J-40 document: A −5, B and D −1½, C +18."""
    series = table.series
    Series.objects.update(verdicts="offered")
    series.refresh_from_db()
    series.circle = Circle.objects.get()
    record_next(table, 1)
    return table


@pytest.fixture
def asha(agreeing):
    member = join(agreeing.series.circle, make_user("Asha"), Role.VIEWER)
    claim_player(player=agreeing.series.circle.players.get(name="Asha"), member=member)
    return member


def said() -> list[tuple[int | None, str, str]]:
    return list(VerdictEntry.objects.order_by("number").values_list("hand_number", "verdict", "reason"))


@pytest.fixture
def asha_reads(visit, agreeing, asha):
    visitor = visit(bypass_csp=True)
    sign_in(visitor, asha.user)
    return visitor


@pytest.fixture
def phone(asha_reads, agreeing):
    return asha_reads.open(reverse("series:page", args=[agreeing.series.pk]))


def right(page: Page) -> None:
    page.get_by_role("button", name="Right", exact=True).click()


def top_of(page: Page, selector: str) -> float:
    return round(box(page.locator(selector).first)["y"], 1)


def room_of(page: Page) -> float:
    return round(box(page.locator("#ask"))["height"], 1)


def test_right_is_one_tap_and_nothing_moves(phone, agreeing):
    below, room = top_of(phone, ".follow__status"), room_of(phone)
    expect(phone.get_by_text("Hand 1: you won 5, that is −5. Right?")).to_be_visible()
    right(phone)
    expect(phone.get_by_text("You said: right.")).to_be_visible()
    assert (said(), top_of(phone, ".follow__status")) == ([(1, "agreed", "")], below)
    record_next(agreeing, 2)
    expect(phone.get_by_text("Hand 2: +14 for you. Right?")).to_be_visible()
    assert room_of(phone) == room
    phone.wait_for_timeout(AWAKE)
    phone.get_by_role("button", name="Right", exact=True).dblclick()
    expect(phone.get_by_text("You said: right.")).to_be_visible()
    phone.wait_for_timeout(300)
    assert said() == [(1, "agreed", ""), (2, "agreed", "")]
    phone.get_by_role("button", name="Take back").click()
    expect(phone.get_by_text("Hand 2: +14 for you. Right?")).to_be_visible()


def test_a_dispute_reaches_the_scorer_while_a_hand_is_typed(phone, agreeing, visit):
    entry = open_entry(visit(), *agreeing)
    entry.get_by_role("textbox", name="Asha").first.fill("7")
    save = top_of(entry, ".entry__keys .button--primary")
    phone.get_by_text("Not right", exact=True).click()
    phone.get_by_role("button", name="My points", exact=True).click()
    expect(phone.get_by_text("You said: not right, my points.")).to_be_visible()
    dispute = entry.get_by_role("link", name="Asha: not right")
    expect(dispute).to_contain_text("Hand 1, my points")
    expect(entry.locator("#status")).to_contain_text("Asha: Hand 1 is not right, my points.")
    assert top_of(entry, ".entry__keys .button--primary") == save
    assert entry.get_by_role("textbox", name="Asha").first.input_value() == "7"
    dispute.click()
    expect(entry.get_by_role("heading", name="Correct hand 1")).to_be_visible()


def test_what_was_typed_stays_when_news_come(phone, agreeing):
    phone.get_by_text("Not right", exact=True).click()
    words = phone.get_by_label("Something else, in a few words")
    words.fill("it was 6")
    Series.objects.filter(pk=agreeing.series.pk).update(note="Rain", notes_hash="1")
    expect(phone.get_by_text("Rain")).to_be_visible()
    expect(words).to_have_value("it was 6")
    phone.get_by_role("button", name="Send").click()
    expect(phone.get_by_text("You said: not right, something else, it was 6.")).to_be_visible()


def test_a_correction_between_reading_and_tapping(phone, asha_reads, agreeing):
    asha_reads.may_log = "409|htmx:"
    phone.evaluate("document.querySelector('[data-live]').addEventListener('htmx:beforeRequest', (event) => "
                   "event.detail.elt.id === 'score' && event.preventDefault())")  # fmt: skip
    me, series = agreeing
    series.refresh_from_db()
    submit = Submit(me, series.version)
    correct_hand(series=series, submit=submit, number=1, record={"points_won": [6, 8.5, 17, 8.5]}, reason="Mistyped")
    right(phone)
    expect(phone.locator("#ask-notice")).to_have_text("The hand was corrected meanwhile. Please look at it again.")
    expect(phone.get_by_text("Hand 1, corrected: you won 6, that is −4. Right?")).to_be_visible()
    assert said() == []
    right(phone)
    expect(phone.get_by_text("You said: right.")).to_be_visible()


def test_a_tap_without_network_says_so(phone, asha_reads):
    asha_reads.may_log = "ERR_|htmx:"
    phone.context.set_offline(True)
    right(phone)
    expect(phone.locator("#trouble")).to_contain_text("The last step did not reach the server.")
    phone.context.set_offline(False)
    right(phone)
    expect(phone.get_by_text("You said: right.")).to_be_visible()
    expect(phone.locator("#trouble")).to_be_empty()


def test_three_phones_and_asha_said_so(phone, agreeing, visit):
    link = make_link(me=agreeing.scorer, series=agreeing.series, may_agree=True)
    guest = visit().open(reverse("follow:page", args=[token_of(link)]))
    guest.get_by_role("button", name="Deepa").click()
    expect(guest.get_by_text("Hand 1: you won 8½, that is −1½. Right?")).to_be_visible()
    right(guest)
    expect(guest.get_by_text("You said by the link: right.")).to_be_visible()
    right(phone)
    entry = open_entry(visit(), *agreeing)
    marks = entry.locator(".marks summary")
    expect(marks).to_contain_text("Hand 1: right for 2 of 4")
    marks.click()
    for left in (2, 1):
        expect(entry.get_by_role("button", name="Said it is right")).to_have_count(left)
        entry.get_by_role("button", name="Said it is right").first.click()
    expect(marks).to_contain_text("Hand 1: right for 4 of 4")
    expect(entry.get_by_text("Bimal: right, as Bob said")).to_be_visible()
    entry.keyboard.press("Escape")
    expect(entry.get_by_text("Bimal: right, as Bob said")).to_be_hidden()


def test_the_toast_leaves_the_marks_in_sight(agreeing, visit):
    entry = open_entry(visit(), *agreeing)
    tap_keys(entry, "1", "4", "next", "1", "0", "next", "8", "next")
    entry.locator(".entry .button--wide").tap()
    expect(entry.locator(".marks summary")).to_contain_text("Hand 2: right for 0 of 4")
    entry.locator(".toast").evaluate("(toast) => Promise.all(toast.getAnimations().map((each) => each.finished))")
    toast, marks = box(entry.locator(".toast")), box(entry.locator(".marks"))
    assert toast["x"] + toast["width"] <= marks["x"]
    assert marks["x"] + marks["width"] <= box(entry.locator(".menu summary"))["x"]


def test_it_works_without_a_script(visit, agreeing, asha):
    page = open_series(visit(java_script_enabled=False), asha, agreeing.series)
    page.get_by_text("Not right", exact=True).click()
    page.get_by_role("button", name="The last trick").click()
    expect(page.get_by_text("You said: not right, the last trick.")).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    right(page)
    expect(page.get_by_text("You said: right.")).to_be_visible()


def test_the_screens_have_no_faults(phone, agreeing, visit):
    phone.get_by_text("Not right", exact=True).click()
    assert small_targets(phone) == []
    assert faults(phone) == []
    phone.get_by_role("button", name="A card", exact=True).click()
    expect(phone.get_by_text("You said: not right, a card.")).to_be_visible()
    entry = open_entry(visit(bypass_csp=True), *agreeing)
    entry.locator(".marks summary").click()
    assert faults(entry) == []
    record_next(agreeing, 2)
    record_next(agreeing, 3)
    record_next(agreeing, 4)
    expect(phone.get_by_text("You receive NPR 46.00 in all. Right?")).to_be_visible()
    assert small_targets(phone) == []
    assert faults(phone) == []


def test_an_open_page_has_the_style_of_the_question_when_the_link_begins_to_ask(agreeing, visit):
    link = make_link(me=agreeing.scorer, series=agreeing.series, may_agree=False)
    guest = visit().open(reverse("follow:page", args=[token_of(link)]))
    guest.get_by_role("button", name="Deepa").click()
    expect(guest.locator("#ask")).to_have_count(0)
    change_link(link=link, may_agree=True)
    expect(guest.locator("#ask")).to_be_visible()
    expect(guest.locator("#ask")).to_have_css("display", "grid")
