"""Settling up on a phone: a debt paid in full or in part, on two phones at once, and a payment taken back."""

from decimal import Decimal

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from ledger.circles.models import Circle, Member, User
from ledger.circles.roles import Role
from ledger.circles.services.circles import change_circle
from ledger.circles.services.players import add_player, remove_player, rename_player
from ledger.money.models import Entry, EntryKind
from ledger.money.selectors import balances
from ledger.money.services import Payment, record_payment
from ledger.series.models import Series
from tests.browser.axe import faults
from tests.browser.table import open_as, sign_in, small_targets
from tests.browser.visitor import Visitor

# After the J-40 series Bimal owes Asha 4.00, Chandra 18.50, Deepa 23.50.
pytestmark = [pytest.mark.hands(4), pytest.mark.usefixtures("table")]

LONG_NAME = "Bahadur-Shrestha-Maharjan " * 3


def open_balances(visitor: Visitor, user: User, circle: Circle) -> Page:
    sign_in(visitor, user)
    page = visitor.open(reverse("circle", args=[circle.pk]))
    page.get_by_role("link", name="Balances").click()
    expect(page.get_by_role("heading", name="Balances", level=1)).to_be_visible()
    return page


def owed(circle: Circle) -> dict[str, int]:
    return {row.player.name: row.amount_minor for row in balances(circle)[0].rows}


def test_debts_can_be_paid_in_full_and_in_part(visit, scorer):
    page = open_balances(visit(), scorer.user, scorer.circle)
    page.get_by_role("button", name="Mark as paid: Deepa to Asha").click()
    expect(page.get_by_text("Recorded: Deepa paid Asha.")).to_be_visible()
    page.get_by_label("How much Chandra paid Asha").fill("10,50")
    page.get_by_role("button", name="Mark as paid: Chandra to Asha").click()
    expect(page.get_by_text("2 payments settle everything.")).to_be_visible()
    expect(page.get_by_label("How much Chandra paid Asha")).to_have_value("8.00")
    assert owed(scorer.circle) == {"Asha": 1200, "Bimal": -400, "Chandra": -800, "Deepa": 0}


def test_a_wrong_amount_is_corrected_in_the_same_form(visit, scorer):
    page = open_balances(visit(may_log="422"), scorer.user, scorer.circle)
    page.get_by_label("How much Deepa paid Asha").fill("all")
    page.get_by_role("button", name="Mark as paid: Deepa to Asha").click()
    expect(page.get_by_text("“all” is not an amount. Write it like 18.50.").first).to_be_visible()
    expect(page.get_by_label("From")).to_have_value(scorer.circle.players.get(name="Deepa").pk)
    page.get_by_label("Amount").fill("23.50")
    page.get_by_role("button", name="Record the payment").click()
    expect(page.get_by_text("Recorded: Deepa paid Asha.")).to_be_visible()


def test_a_debt_marked_as_paid_on_two_phones_is_paid_once(visit, scorer):
    alice = User.objects.get(username="alice")
    one, two = visit(), visit(may_log="409")
    bobs, alices = open_balances(one, scorer.user, scorer.circle), open_balances(two, alice, scorer.circle)
    bobs.get_by_role("button", name="Mark as paid: Deepa to Asha").click()
    expect(bobs.get_by_text("Recorded: Deepa paid Asha")).to_be_visible()
    alices.get_by_role("button", name="Mark as paid: Deepa to Asha").click()
    expect(alices.get_by_text("Not recorded: the books have changed")).to_be_visible()
    alices.get_by_role("link", name="Back to the balances").click()
    expect(alices.get_by_text("2 payments settle everything.")).to_be_visible()
    assert Entry.objects.filter(kind=EntryKind.PAYMENT).count() == 1


def test_a_double_tap_records_one_payment(visit, scorer):
    page = open_balances(visit(), scorer.user, scorer.circle)
    page.get_by_role("button", name="Mark as paid: Deepa to Asha").dblclick()
    expect(page.get_by_text("Recorded: Deepa paid Asha").first).to_be_visible()
    assert Entry.objects.filter(kind=EntryKind.PAYMENT).count() == 1


def test_a_payment_is_recorded_and_reversed_without_a_script(visit, scorer):
    page = open_balances(visit(java_script_enabled=False), scorer.user, scorer.circle)
    page.get_by_role("link", name="Record a payment").click()
    page.get_by_label("From").select_option("Bimal")
    page.get_by_label("To").select_option("Chandra")
    page.get_by_label("Amount").fill("५०")
    page.get_by_label("Note").fill("for the taxi")
    page.get_by_role("button", name="Record the payment").click()
    page.get_by_role("link", name="Bimal paid Chandra").click()
    page.get_by_text("Take this payment back…").click()
    page.get_by_label("Note").fill("it was Deepa")
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_text("Taken back: Bimal paid Chandra.")).to_be_visible()
    page.get_by_role("link", name="Chandra", exact=True).click()
    expect(page.get_by_text("“it was Deepa”")).to_be_visible()
    expect(page.get_by_role("list", name="Every entry, the latest first").get_by_role("listitem")).to_have_count(3)


def test_an_owner_switches_to_points_only(visit, scorer):
    """In the settings. The tab Balances disappears, and the settlement says who gives whom points."""
    Member.objects.filter(pk=scorer.pk).update(role=Role.OWNER)
    visitor = visit(bypass_csp=True)
    page = open_as(visitor, scorer, reverse("circle_settings", args=[scorer.circle_id]))
    page.get_by_role("link", name="Change…").click()
    page.get_by_role("button", name="Play for points only").click()
    expect(page.get_by_text("This circle plays for points only.")).to_be_visible()
    expect(page.get_by_text("Points only since")).to_be_visible()
    expect(page.get_by_role("link", name="Balances")).to_have_count(0)
    assert faults(page) == []
    assert small_targets(page) == []
    page = visitor.open(reverse("series:page", args=[Series.objects.get().pk]))
    expect(page.get_by_text("Deepa gives Asha")).to_be_visible()
    assert faults(page) == []


# --- What holds on every page ----------------------------------------------------------------------------------------

PAGES = ["", "balances/", "balances/{player}/", "payments/new/", "payments/{payment}/"]


@pytest.fixture
def busy(scorer):
    """Two currencies, a player who has left, long names and large sums."""
    asha, bimal, _chandra, deepa = scorer.circle.players.order_by("created_at")
    rename_player(player=asha, name=LONG_NAME)
    remove_player(player=deepa)
    change_circle(circle=scorer.circle, name=LONG_NAME, currency="CHF", coin_minor=5, language="en")
    scorer.circle.refresh_from_db()
    david = add_player(circle=scorer.circle, name="דוד בן־גוריון")
    for payee in (asha, david):
        paid = record_payment(me=scorer, payment=Payment(bimal, payee, Decimal(9_999_999_999), note=LONG_NAME)).entry
    return {"player": asha.pk, "payment": paid.pk, "me": scorer}


@pytest.mark.parametrize("language", ["en", "ne"])
def test_every_page_in_every_size_and_theme(visit, busy, language):
    visitor = visit(bypass_csp=True, locale=language)
    sign_in(visitor, busy["me"].user)
    for path in PAGES:
        page = visitor.open(f"/circles/{busy['me'].circle_id}/" + path.format(**busy))
        assert faults(page) == [], path
        page.close()


def test_buttons_are_at_least_48_pixels_high(visit, scorer):
    visitor = visit()
    sign_in(visitor, scorer.user)
    for path in ("balances/", "payments/new/"):
        page = visitor.open(f"/circles/{scorer.circle_id}/{path}")
        assert [target for target in small_targets(page) if "list-row__title" not in target] == []
