"""Every text of the pages of a series can be read: on the smallest phones, with long names, and with large letters."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from ledger.series.access import token_of
from ledger.series.links import link_to_share
from tests.browser.conftest import PHONE, Visitor
from tests.browser.cut import cut_texts
from tests.browser.table import J40, bobs_series, sign_in

SMALL_PHONE = {"width": 360, "height": 640}


@pytest.fixture
def pages(visit: Callable[..., Visitor], transactional_db: None) -> list[Page]:
    """The series, a hand, the settlement, the circle, Share, and the link's own page, after the last hand."""
    me, series = bobs_series(hands=len(J40))
    me.circle.players.filter(name="Chandra").update(name="Maximiliane Theodora Habsburg-Lora")
    visitor = visit(bypass_csp=True)
    sign_in(visitor, me.user)
    addresses = [reverse(f"series:{name}", args=[series.pk]) for name in ("page", "settlement")]
    addresses += [reverse("series:hand", args=[series.pk, 1]), reverse("circle", args=[me.circle_id])]
    token = token_of(link_to_share(me=me, series=series))
    addresses += [reverse("series:link", args=[series.pk]), reverse("follow:page", args=[token])]
    return [visitor.open(address) for address in addresses]


def test_every_text_can_be_read(pages: list[Page]) -> None:
    for page in pages:
        for size, letters in ((SMALL_PHONE, "100%"), (PHONE, "100%"), (PHONE, "130%"), (PHONE, "200%")):
            page.set_viewport_size(size)
            assert cut_texts(page, letters) == [], (page.url, size, letters)


def test_tables_of_four_players_fit_on_a_phone(pages: list[Page]) -> None:
    """A hand with its total on the smallest phones; the account, the widest table, on a usual one."""
    for page, size in ((pages[0], SMALL_PHONE), (pages[2], SMALL_PHONE), (pages[1], PHONE)):
        page.set_viewport_size(size)
        hidden = page.locator(".table-scroll").first.evaluate("area => area.scrollWidth - area.clientWidth")
        assert hidden == 0, page.url
