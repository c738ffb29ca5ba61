"""A season from its name to its champion on a phone, and its pages in every size and theme."""

from datetime import date

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from ledger.circles.roles import Role
from ledger.standings.models import Points
from ledger.standings.seasons.services import Terms, close_season, make_season
from ledger.standings.seasons.table import season_table
from tests.browser.axe import faults
from tests.browser.cut import cut_texts
from tests.browser.table import open_as, sign_in, small_targets
from tests.browser.visitor import DESK, PHONE
from tests.ledger.standings.test_api import play

NARROW = {"width": 360, "height": 640}


@pytest.fixture
def alice(scorer):
    """The owner, after three series."""
    players = list(scorer.circle.players.order_by("created_at"))
    for hand in ([18, 12, 10, 0], [12, 18, 10, 0], [18, 12, 10, 0]):
        play(scorer, players, hand)
    return scorer.circle.members.select_related("user", "circle").get(role=Role.OWNER)


def test_open_name_and_close(visit, alice):
    page = open_as(visit(may_log="422"), alice, reverse("standings", args=[alice.circle_id]))
    page.get_by_role("link", name="Seasons").click()
    expect(page.get_by_text("No seasons yet")).to_be_visible()
    page.get_by_role("link", name="Name a season").click()
    page.get_by_label("Name of the season").fill("Winter")
    page.get_by_label("First day").fill("2000-01-01")
    page.get_by_label("Last day").fill("1999-12-31")
    page.get_by_role("button", name="Name the season").click()
    expect(page.get_by_text("The last day is before the first.").first).to_be_visible()
    page.get_by_label("Last day").fill("2099-12-31")
    page.get_by_role("button", name="Name the season").click()
    expect(page.get_by_role("heading", name="Winter")).to_be_visible()
    page.get_by_text("Close the season…").click()
    expect(page.get_by_text("What is played from now on would not count.")).to_be_visible()
    page.get_by_role("button", name="Close the season").click()
    expect(page.get_by_role("heading", name="Champion")).to_be_visible()
    expect(page.locator(".champions")).to_contain_text("Asha")  # 3 + 2 + 3; Bimal has 2 + 3 + 2
    expect(page.get_by_text("Close the season…")).to_have_count(0)


def test_every_page_in_every_size_and_theme(visit, alice):
    for name in ("Closed", "Open"):
        terms = Terms(name, "jaago-chalis", "", date(2000, 1, 1), date(2099, 12, 31), Points.PLACE)
        season = make_season(me=alice, terms=terms)
        if name == "Closed":
            closed = close_season(me=alice, season=season, seen=season_table(alice, season).seen)
    visitor = visit(bypass_csp=True)  # axe sets styles while it measures
    sign_in(visitor, alice.user)
    for path in (
        reverse("seasons", args=[alice.circle_id]),
        reverse("new_season", args=[alice.circle_id]),
        reverse("season", args=[alice.circle_id, closed.pk]),
        reverse("season", args=[alice.circle_id, season.pk]),
        reverse("edit_season", args=[alice.circle_id, season.pk]),
    ):
        page = visitor.open(path)
        for size in (PHONE, NARROW):
            page.set_viewport_size(size)
            assert small_targets(page) == [], path
            assert cut_texts(page) == [], path
        page.evaluate("document.querySelectorAll('main details').forEach(details => { details.open = true; })")
        assert small_targets(page) == [], path
        assert faults(page, ((NARROW, "light"), (DESK, "dark"))) == [], path
