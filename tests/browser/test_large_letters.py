"""All text on the pages of a series can be read on the smallest phones, with long names and large letters."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.lib.languages import LANGUAGES
from ledger.live.links import link_to_share, token_of
from tests.browser.cut import broken_words, cut_texts
from tests.browser.table import sign_in, tap_keys
from tests.browser.visitor import PHONE

LETTERS = ("100%", "130%", "160%", "200%")
SMALL_PHONE = {"width": 360, "height": 640}


@pytest.fixture
def pages(visit, table):
    """After the last hand: the pages of the series, a hand, the settlement, the circle, Share, and the link."""
    me, series = table
    me.circle.players.filter(name="Chandra").update(name="Maximiliane Theodora Habsburg-Lora")
    visitor = visit(bypass_csp=True)
    sign_in(visitor, me.user)
    addresses = [reverse(f"series:{name}", args=[series.pk]) for name in ("page", "settlement")]
    addresses += [reverse("series:hand", args=[series.pk, 1]), reverse("circle", args=[me.circle_id])]
    token = token_of(link_to_share(me=me, series=series))
    addresses += [reverse("series:link", args=[series.pk]), reverse("follow:page", args=[token])]
    return [visitor.open(address) for address in addresses]


@pytest.mark.hands(4)
def test_every_text_can_be_read(pages):
    for page in pages:
        read_in_every_size(page)


def read_in_every_size(page: Page) -> None:
    for size, letters in ((SMALL_PHONE, "100%"), *((PHONE, letters) for letters in LETTERS)):
        page.set_viewport_size(size)
        assert cut_texts(page, letters) == [], (page.url, size, letters)
        if letters != "100%":
            assert broken_words(page) == [], (page.url, size, letters)


@pytest.mark.hands(1)
def test_the_way_from_the_first_page_to_a_saved_hand(visit, table):
    """No word is cut or broken in the bar of a page or in the toast after Save either."""
    me, series = table
    Member.objects.filter(pk=me.pk).update(role=Role.OWNER)
    visitor = visit(bypass_csp=True)
    sign_in(visitor, me.user)
    places = ("circle", "start_series", "standings", "balances", "people", "links", "circle_series")
    addresses = [reverse("home"), *(reverse(place, args=[me.circle_id]) for place in places)]
    addresses += [f"{reverse('start_series', args=[me.circle_id])}?game=jaago-chalis", reverse("rules", args=["jass"])]
    for address in addresses:
        read_in_every_size(visitor.open(address))
    page = visitor.open(reverse("series:enter_hand", args=[series.pk]))
    tap_keys(page, "1", "6", "next", "1", "0", "next", "2", "next", "next")
    page.get_by_role("button", name="Save hand 2").tap()
    expect(page.locator(".toast")).to_contain_text("Hand 2")
    page.clock.install()
    page.locator("[data-key='1']").tap()  # the moment is over
    read_in_every_size(page)


@pytest.mark.parametrize("language", sorted(each.code for each in LANGUAGES))
def test_tables_of_four_players_fit_on_a_small_phone(pages, language):
    """On the pages of the series, its settlement and a hand, no table has to be scrolled sideways."""
    for page in pages[:3]:
        cookie = {"name": "django_language", "value": language, "url": page.url}
        page.context.add_cookies([cookie])
        page.set_viewport_size(SMALL_PHONE)
        page.reload()
        tables = page.locator(".table-scroll")
        hidden = tables.evaluate_all("areas => areas.map(area => area.scrollWidth - area.clientWidth)")
        assert {*hidden} == {0}, page.url
