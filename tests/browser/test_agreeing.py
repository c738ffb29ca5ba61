"""Three phones at a table: Bob scores, Asha's player follows by her account, and Deepa by a link."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from ledger.agreeing.models import VerdictEntry
from ledger.circles.models import Circle, Member
from ledger.circles.roles import Role
from ledger.circles.services.players import claim_player
from ledger.series.access import token_of
from ledger.series.links import make_link
from ledger.series.models import Series
from ledger.series.services import Submit, correct_hand, record_hand
from tests.browser.axe import faults
from tests.browser.conftest import Visitor
from tests.browser.table import J40, bobs_series, open_entry, sign_in, small_targets
from tests.ledger.conftest import join, make_user

AWAKE = 800  # milliseconds after which the buttons of a new question hear a tap

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def bob(transactional_db: None) -> tuple[Member, Series]:
    """With the first hand of the J-40 document: A −5, B and D −1½, C +18."""
    me, series = bobs_series()
    Series.objects.update(verdicts="offered")
    series.refresh_from_db()
    series.circle = Circle.objects.get()
    record(me, series, 0)
    return me, series


@pytest.fixture
def asha(bob: tuple[Member, Series]) -> Member:
    member = join(bob[1].circle, make_user("Asha"), Role.VIEWER)
    claim_player(player=bob[1].circle.players.get(name="Asha"), member=member)
    return member


def record(me: Member, series: Series, number: int) -> None:
    series.refresh_from_db()
    record_hand(series=series, submit=Submit(me, series.version), record=J40[number])


def said() -> list[tuple[int | None, str, str]]:
    return list(VerdictEntry.objects.order_by("number").values_list("hand_number", "verdict", "reason"))


@pytest.fixture
def asha_reads(visit: Callable[..., Visitor], bob: tuple[Member, Series], asha: Member) -> Visitor:
    visitor = visit(bypass_csp=True)
    sign_in(visitor, asha.user)
    return visitor


@pytest.fixture
def phone(asha_reads: Visitor, bob: tuple[Member, Series]) -> Page:
    return asha_reads.open(reverse("series:page", args=[bob[1].pk]))


def right(page: Page) -> None:
    page.get_by_role("button", name="Right", exact=True).click()


def top_of(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box
    return round(box["y"], 1)


def room_of(page: Page) -> float:
    box = page.locator("#ask").bounding_box()
    assert box
    return round(box["height"], 1)


def test_right_is_one_tap_and_nothing_moves(phone: Page, bob: tuple[Member, Series]) -> None:
    below, room = top_of(phone, ".follow__status"), room_of(phone)
    expect(phone.get_by_text("Hand 1: you won 5, that is −5. Right?")).to_be_visible()
    right(phone)
    expect(phone.get_by_text("You said: right.")).to_be_visible()
    assert (said(), top_of(phone, ".follow__status")) == ([(1, "agreed", "")], below)
    record(*bob, 1)
    expect(phone.get_by_text("Hand 2: +14 for you. Right?")).to_be_visible()
    assert room_of(phone) == room
    phone.wait_for_timeout(AWAKE)
    phone.get_by_role("button", name="Right", exact=True).dblclick()
    expect(phone.get_by_text("You said: right.")).to_be_visible()
    phone.wait_for_timeout(300)
    assert said() == [(1, "agreed", ""), (2, "agreed", "")]
    phone.get_by_role("button", name="Take back").click()
    expect(phone.get_by_text("Hand 2: +14 for you. Right?")).to_be_visible()


def test_a_dispute_reaches_the_scorer_while_a_hand_is_typed(
    phone: Page, bob: tuple[Member, Series], visit: Callable[..., Visitor]
) -> None:
    entry = open_entry(visit(), bob[0].user, bob[1])
    entry.get_by_label("Asha", exact=False).first.fill("7")
    save = top_of(entry, ".entry__keys .button--primary")
    phone.get_by_text("Not right", exact=True).click()
    phone.get_by_role("button", name="My points", exact=True).click()
    expect(phone.get_by_text("You said: not right, my points.")).to_be_visible()
    dispute = entry.get_by_role("link", name="Asha: not right")
    expect(dispute).to_contain_text("Hand 1, my points")
    expect(entry.locator("#status")).to_contain_text("Asha: Hand 1 is not right, my points.")
    assert top_of(entry, ".entry__keys .button--primary") == save
    assert entry.get_by_label("Asha", exact=False).first.input_value() == "7"
    dispute.click()
    expect(entry.get_by_role("heading", name="Correct hand 1")).to_be_visible()


def test_what_was_typed_stays_when_news_come(phone: Page, bob: tuple[Member, Series]) -> None:
    phone.get_by_text("Not right", exact=True).click()
    words = phone.get_by_label("Something else, in a few words")
    words.fill("it was 6")
    Series.objects.filter(pk=bob[1].pk).update(note="Rain", notes_hash="1")
    expect(phone.get_by_text("Rain")).to_be_visible()
    expect(words).to_have_value("it was 6")
    phone.get_by_role("button", name="Send").click()
    expect(phone.get_by_text("You said: not right, something else, it was 6.")).to_be_visible()


def test_a_correction_between_reading_and_tapping(phone: Page, asha_reads: Visitor, bob: tuple[Member, Series]) -> None:
    phone.evaluate("document.querySelector('[data-live]').addEventListener('htmx:beforeRequest', (event) => "
                   "event.detail.elt.id === 'score' && event.preventDefault())")  # fmt: skip
    bob[1].refresh_from_db()
    submit = Submit(bob[0], bob[1].version)
    correct_hand(series=bob[1], submit=submit, number=1, record={"points_won": [6, 8.5, 17, 8.5]}, reason="Mistyped")
    right(phone)
    expect(phone.locator("#ask-notice")).to_have_text("The hand was corrected meanwhile. Please look at it again.")
    expect(phone.get_by_text("Hand 1, corrected: you won 6, that is −4. Right?")).to_be_visible()
    assert said() == []
    right(phone)
    expect(phone.get_by_text("You said: right.")).to_be_visible()
    asha_reads.console_errors.clear()  # the browser itself reports a 409


def test_a_tap_without_network_says_so(phone: Page, asha_reads: Visitor) -> None:
    phone.context.set_offline(True)
    right(phone)
    expect(phone.locator("#trouble")).to_contain_text("The last step did not reach the server.")
    phone.context.set_offline(False)
    right(phone)
    expect(phone.get_by_text("You said: right.")).to_be_visible()
    expect(phone.locator("#trouble")).to_be_empty()
    asha_reads.console_errors.clear()


def test_three_phones_and_asha_said_so(phone: Page, bob: tuple[Member, Series], visit: Callable[..., Visitor]) -> None:
    link = make_link(me=bob[0], series=bob[1], may_agree=True)
    guest = visit().open(reverse("follow:page", args=[token_of(link)]))
    guest.get_by_role("button", name="Deepa").click()
    expect(guest.get_by_text("Hand 1: you won 8½, that is −1½. Right?")).to_be_visible()
    right(guest)
    expect(guest.get_by_text("You said by the link: right.")).to_be_visible()
    right(phone)
    entry = open_entry(visit(), bob[0].user, bob[1])
    marks = entry.locator(".marks summary")
    expect(marks).to_have_text("Hand 1: right for 2 of 4")
    marks.click()
    for left in (2, 1):
        expect(entry.get_by_role("button", name="Said so")).to_have_count(left)
        entry.get_by_role("button", name="Said so").first.click()
    expect(marks).to_have_text("Hand 1: right for 4 of 4")
    expect(entry.get_by_text("Bimal: right, as Bob said")).to_be_visible()
    entry.keyboard.press("Escape")
    expect(entry.get_by_text("Bimal: right, as Bob said")).to_be_hidden()


def test_it_works_without_a_script(visit: Callable[..., Visitor], bob: tuple[Member, Series], asha: Member) -> None:
    visitor = visit(java_script_enabled=False)
    sign_in(visitor, asha.user)
    page = visitor.open(reverse("series:page", args=[bob[1].pk]))
    page.get_by_text("Not right", exact=True).click()
    page.get_by_role("button", name="The last trick").click()
    expect(page.get_by_text("You said: not right, the last trick.")).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    right(page)
    expect(page.get_by_text("You said: right.")).to_be_visible()


def test_the_screens_have_no_faults(phone: Page, bob: tuple[Member, Series], visit: Callable[..., Visitor]) -> None:
    phone.get_by_text("Not right", exact=True).click()
    assert small_targets(phone) == []
    assert faults(phone) == []
    phone.get_by_role("button", name="A card", exact=True).click()
    expect(phone.get_by_text("You said: not right, a card.")).to_be_visible()
    entry = open_entry(visit(bypass_csp=True), bob[0].user, bob[1])
    entry.locator(".marks summary").click()
    assert faults(entry) == []
    record(*bob, 1)
    record(*bob, 2)
    record(*bob, 3)
    expect(phone.get_by_text("You receive NPR 46.00 in all. Right?")).to_be_visible()
    assert small_targets(phone) == []
    assert faults(phone) == []
