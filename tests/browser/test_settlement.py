"""The settlement on a phone: who pays whom, why, and how to copy or share it."""

import re
from collections.abc import Callable
from decimal import Decimal
from operator import attrgetter
from random import Random

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.catalogue.putz.game import Putz
from games.game import Game
from games.registry import GAMES
from ledger.circles.models import Member
from ledger.circles.services.players import add_player
from ledger.lib.languages import LANGUAGES
from ledger.series.models import Series
from ledger.series.services import Submit, record_hand
from ledger.series.starting import Agreement, start_series
from ledger.series.state import series_state
from tests.browser.axe import faults
from tests.browser.conftest import DESK, SMALLEST_PHONE, Visitor
from tests.browser.table import GAME, bobs_circle, bobs_series, sign_in, wait_until, width
from tests.needs import daily
from tests.proving.hands import random_hand

NARROW = {"width": 360, "height": 640}
# A big hand and two players below zero: every kind of line, and amounts that are rounded.
HANDS = ([27, 6, 4, 3], [14, 12.5, 8, 5.5])


def sit_down(visitor: Visitor, me: Member, series: Series) -> Page:
    sign_in(visitor, me.user)
    return visitor.open(reverse("series:page", args=[series.pk]))


@pytest.fixture
def j40(transactional_db: None) -> tuple[Member, Series]:
    return bobs_series(4)


@pytest.fixture
def rounded(transactional_db: None) -> tuple[Member, Series]:
    me = bobs_circle()
    rules, players = GAME.default_preset.rules, list(me.circle.players.order_by("created_at"))
    series = start_series(me=me, agreed=Agreement(GAME, players, rules, Decimal("0.0333")))
    for number, won in enumerate(HANDS, start=1):
        record_hand(series=series, submit=Submit(me, number), record={"points_won": won})
    return me, series


def test_the_series_page_leads_to_the_settlement(visit: Callable[..., Visitor], j40: tuple[Member, Series]) -> None:
    page = sit_down(visit(), *j40)
    page.get_by_role("link", name="Why: the settlement in detail").click()
    account = page.get_by_role("region", name="The account, by place")
    expect(account.get_by_role("row", name=re.compile("^Total"))).to_contain_text("+184")
    expect(account.get_by_role("row", name=re.compile("^In NPR"))).to_contain_text("−23.50")
    expect(page.get_by_text("Bimal pays Asha standard money, 20, for place 2.")).to_be_visible()
    page.get_by_role("link", name="Balances over all series").click()
    expect(page.get_by_text("3 payments settle everything.")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("game", daily([game for game in GAMES if 4 in game.allowed_seats]), ids=attrgetter("slug"))
def test_four_places_fit_beside_each_other_on_a_phone(
    visit: Callable[..., Visitor], transactional_db: None, game: type[Game]
) -> None:
    me, dice = bobs_circle(), Random(7)
    players, preset = list(me.circle.players.order_by("created_at")), game.default_preset
    series = start_series(me=me, agreed=Agreement(game, players, preset.rules, Decimal("0.25"), preset.slug))
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
def crowded(transactional_db: None) -> tuple[Member, Series]:
    """Five at the table: ten pairs."""
    me = bobs_circle()
    add_player(circle=me.circle, name="Esha Maharjan Shrestha of Bhaktapur")
    players = list(me.circle.players.order_by("created_at"))
    series = start_series(me=me, agreed=Agreement(Putz, players, Putz.default_preset.rules, Decimal(1)))
    hand = {"card_points": [60, 40, 25, 12, 20], "trump": "hearts"}
    record_hand(series=series, submit=Submit(me, 1), record=hand)
    return me, series


@pytest.mark.thorough
@pytest.mark.parametrize("size", [SMALLEST_PHONE, DESK], ids=["phone", "desk"])
def test_a_large_table_is_shown_player_by_player(
    visit: Callable[..., Visitor], crowded: tuple[Member, Series], size: dict[str, int]
) -> None:
    me, series = crowded
    visitor = visit(size=size, bypass_csp=True)
    sign_in(visitor, me.user)
    page = visitor.open(reverse("series:settlement", args=[series.pk]))
    matrix = page.get_by_role("region", name="What every two owe each other")
    expect(matrix.get_by_role("row")).to_have_count(6)
    name = matrix.get_by_role("columnheader", name="Asha").locator("bdi")
    assert name.evaluate("name => name.scrollWidth <= name.clientWidth")  # not "A…" below the mark
    asha = page.locator("details").filter(has_text="Asha against each")
    expect(asha.get_by_text("from Deepa")).to_be_hidden()
    asha.get_by_text("Asha against each").click()
    expect(asha.get_by_text("from Deepa")).to_be_visible()
    heading = matrix.get_by_role("rowheader", name="Asha", exact=True)
    before = heading.bounding_box()
    matrix.evaluate("region => { region.scrollLeft = region.scrollWidth }")
    assert heading.bounding_box() == before  # the first column stays
    assert faults(page, ((size, "dark" if size is DESK else "light"),)) == []


def test_what_was_not_copied_is_not_said_to_be(visit: Callable[..., Visitor], j40: tuple[Member, Series]) -> None:
    """As over http on the home network, where a phone has no clipboard for pages."""
    visitor = visit()
    visitor.context.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', {value: undefined}); document.execCommand = () => false;"
    )
    page = sit_down(visitor, *j40)
    page.get_by_role("link", name="Why: the settlement in detail").click()
    for _tap in range(2):
        page.get_by_role("button", name="Copy").click()
        expect(page.locator("[data-said]")).to_contain_text("Not copied")
    expect(page.locator("#status")).to_contain_text("Not copied")
    selected = (
        "(box => box.value.slice(box.selectionStart, box.selectionEnd))(document.getElementById('settlement-text'))"
    )
    assert page.evaluate(selected) == page.get_by_label("As text").input_value()


def test_the_settlement_is_copied_as_text(visit: Callable[..., Visitor], j40: tuple[Member, Series]) -> None:
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    page = sit_down(visitor, *j40)
    page.get_by_role("link", name="Why: the settlement in detail").click()
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("#status")).to_have_text("Copied")
    expect(page.locator("[data-said]")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "Deepa pays Asha NPR\N{NO-BREAK SPACE}23.50" in copied
    assert copied == page.get_by_label("As text").input_value()


@pytest.mark.thorough
def test_the_settlement_is_shared_as_text(visit: Callable[..., Visitor], j40: tuple[Member, Series]) -> None:
    visitor = visit()
    visitor.context.add_init_script("navigator.share = async what => { window.shared = what }")
    page = sit_down(visitor, *j40)
    page.get_by_role("link", name="Why: the settlement in detail").click()
    page.get_by_role("button", name="Share").click()
    wait_until(page, lambda: page.evaluate("window.shared"))
    assert page.evaluate("window.shared") == {"text": page.get_by_label("As text").input_value()}


@pytest.mark.thorough
def test_the_text_can_be_copied_without_a_script(visit: Callable[..., Visitor], j40: tuple[Member, Series]) -> None:
    page = sit_down(visit(java_script_enabled=False), *j40)
    page.get_by_role("link", name="Why: the settlement in detail").click()
    expect(page.get_by_label("As text")).to_be_visible()
    expect(page.get_by_role("button", name="Copy")).to_be_hidden()


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["en", "ne"])
def test_the_page_in_every_size_and_theme(
    visit: Callable[..., Visitor], rounded: tuple[Member, Series], language: str
) -> None:
    me, series = rounded
    visitor = visit(bypass_csp=True, locale=language)
    sign_in(visitor, me.user)
    assert faults(visitor.open(reverse("series:settlement", args=[series.pk]))) == []
