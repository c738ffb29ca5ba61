"""The settlement on a phone: who pays whom, why, and how to copy or share it."""

import re
from operator import attrgetter
from random import Random

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.catalogue.putz.game import Putz
from games.registry import GAMES
from ledger.lib.languages import LANGUAGES
from ledger.series.services import Submit, record_hand
from ledger.series.state import series_state
from tests.browser.axe import faults
from tests.browser.table import GAME, open_series, sign_in, start_table, wait_until, width
from tests.browser.visitor import DESK, SMALLEST_PHONE
from tests.proving.hands import random_hand

pytestmark = pytest.mark.hands(4)

NARROW = {"width": 360, "height": 640}
# A big hand and two players below zero: every kind of line, and amounts that are rounded.
HANDS = ([27, 6, 4, 3], [14, 12.5, 8, 5.5])


@pytest.fixture
def rounded(scorer):
    return start_table(scorer, GAME, "", *({"points_won": won} for won in HANDS), point_value="0.0333")


def test_the_series_page_leads_to_the_settlement(visit, table):
    page = open_series(visit(), *table)
    page.get_by_role("link", name="Why: the settlement in detail").click()
    account = page.get_by_role("region", name="The account, by place")
    expect(account.get_by_role("row", name=re.compile("^Total"))).to_contain_text("+184")
    expect(account.get_by_role("row", name=re.compile("^In NPR"))).to_contain_text("−23.50")
    expect(page.get_by_text("Bimal pays Asha standard money, 20, for place 2.")).to_be_visible()
    page.get_by_role("link", name="Balances over all series").click()
    expect(page.get_by_text("3 payments settle everything.")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game in GAMES if 4 in game.allowed_seats], ids=attrgetter("slug"))
def test_four_places_fit_beside_each_other_on_a_phone(visit, scorer, game):
    (me, series), dice = start_table(scorer, game, point_value="0.25"), Random(7)
    while series.is_open and series.version < 5:
        state = series_state(series)
        record = random_hand(game, state.rules, state.table_for(state.next_number), dice)
        record_hand(series=series, submit=Submit(me, series.version), record=record)
        series.refresh_from_db()
    visitor = visit(size=NARROW)
    sign_in(visitor, me.user)
    for language in LANGUAGES:
        visitor.context.add_cookies([{"name": "django_language", "value": language.code, "url": visitor.site}])
        page = visitor.open(reverse("series:settlement", args=[series.pk]))
        page.wait_for_load_state()
        tables = page.locator(".table-scroll")
        hidden = tables.evaluate_all("regions => regions.map(region => region.scrollWidth - region.clientWidth)")
        assert (language.code, max(hidden)) == (language.code, 0)
        assert width(page) <= NARROW["width"]


@pytest.fixture
def crowded(scorer):
    """A series of five players, so ten pairs."""
    hand = {"card_points": [60, 40, 25, 12, 20], "trump": "hearts"}
    return start_table(scorer, Putz, "", hand, others=["Esha Maharjan Shrestha of Bhaktapur"])


@pytest.mark.parametrize("size", [SMALLEST_PHONE, DESK], ids=["phone", "desk"])
def test_a_large_table_is_shown_player_by_player(visit, crowded, size):
    page = open_series(visit(size=size, bypass_csp=True), *crowded, "settlement")
    matrix = page.get_by_role("region", name="What every two owe each other")
    expect(matrix.get_by_role("row")).to_have_count(6)
    name = matrix.get_by_role("columnheader", name="Asha").locator("bdi")
    assert name.evaluate("name => name.scrollWidth <= name.clientWidth")  # whole, not "A…"
    asha = page.locator("details").filter(has_text="Asha against each")
    expect(asha.get_by_text("from Deepa")).to_be_hidden()
    asha.get_by_text("Asha against each").click()
    expect(asha.get_by_text("from Deepa")).to_be_visible()
    heading = matrix.get_by_role("rowheader", name="Asha", exact=True)
    before = heading.bounding_box()
    matrix.evaluate("region => { region.scrollLeft = region.scrollWidth }")
    assert heading.bounding_box() == before  # the first column stays
    assert faults(page, ((size, "dark" if size is DESK else "light"),)) == []


def test_what_was_not_copied_is_not_said_to_be(visit, table):
    """As over http on the home network, where a phone has no clipboard for pages."""
    visitor = visit()
    visitor.context.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', {value: undefined}); document.execCommand = () => false;"
    )
    page = open_series(visitor, *table)
    page.get_by_role("link", name="Why: the settlement in detail").click()
    for _tap in range(2):
        page.get_by_role("button", name="Copy").click()
        expect(page.locator("[data-said]")).to_contain_text("Not copied")
    expect(page.locator("#status")).to_contain_text("Not copied")
    selected = (
        "(box => box.value.slice(box.selectionStart, box.selectionEnd))(document.getElementById('settlement-text'))"
    )
    assert page.evaluate(selected) == page.get_by_label("As text").input_value()


def test_the_settlement_is_copied_as_text(visit, table):
    page = open_series(visit(permissions=["clipboard-read", "clipboard-write"]), *table)
    page.get_by_role("link", name="Why: the settlement in detail").click()
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("#status")).to_have_text("Copied")
    expect(page.locator("[data-said]")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "Deepa pays Asha NPR\N{NO-BREAK SPACE}23.50" in copied
    assert copied == page.get_by_label("As text").input_value()


def test_the_settlement_is_shared_as_text(visit, table):
    visitor = visit()
    visitor.context.add_init_script("navigator.share = async what => { window.shared = what }")
    page = open_series(visitor, *table)
    page.get_by_role("link", name="Why: the settlement in detail").click()
    page.get_by_role("button", name="Share").click()
    wait_until(page, lambda: page.evaluate("window.shared"))
    assert page.evaluate("window.shared") == {"text": page.get_by_label("As text").input_value()}


def test_the_text_can_be_copied_without_a_script(visit, table):
    page = open_series(visit(java_script_enabled=False), *table)
    page.get_by_role("link", name="Why: the settlement in detail").click()
    expect(page.get_by_label("As text")).to_be_visible()
    expect(page.get_by_role("button", name="Copy")).to_be_hidden()


@pytest.mark.parametrize("language", ["en", "ne"])
def test_the_page_in_every_size_and_theme(visit, rounded, language):
    me, series = rounded
    visitor = visit(bypass_csp=True, locale=language)
    sign_in(visitor, me.user)
    assert faults(visitor.open(reverse("series:settlement", args=[series.pk]))) == []
