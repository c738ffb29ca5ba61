"""Starting a series on a small phone: names stay whole, and no step is long."""

from itertools import combinations
from math import dist

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.registry import BY_SLUG, GAMES
from ledger.circles.services.players import add_player
from tests.browser.cut import broken_words, cut_texts
from tests.browser.table import NAMES, height, open_as, width
from tests.browser.test_start_series import person
from tests.browser.visitor import ready

SHORT = {"width": 360, "height": 640}
LONG_NAMES = "Maheshwari Christopher Konstantinos Wolfeschlegelsteinhausenbergerdorff चन्द्रप्रकाश राजेन्द्रबहादुर".split()


@pytest.mark.parametrize("language", ["en", "ne"])
@pytest.mark.parametrize("letters", ["100%", "200%"])
def test_names_round_the_table_stay_whole(visit, scorer, language, letters):
    """With five and six players by name, with more by marks and numbers that lead to the names."""
    for name in (*LONG_NAMES, "Li", "Bo"):
        add_player(circle=scorer.circle, name=name)
    visitor = visit(size=SHORT, language=language)
    page = open_as(visitor, scorer, reverse("start_series", args=[scorer.circle_id]) + "?game=scorecard")
    for count, name in enumerate((*LONG_NAMES, *NAMES, "Li", "Bo"), start=1):
        person(page, name).tap()
        if count < 4 or count == 8:
            continue
        assert cut_texts(page, letters) == [], count
        assert broken_words(page, longest=40) == [], count
        assert width(page) <= SHORT["width"]
    if letters == "100%":
        expect(page.locator(".round-table__number:visible")).to_have_count(12)
        boxes = [place.bounding_box() for place in page.locator(".round-table__place").all()]
        middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
        assert min(dist(*pair) for pair in combinations(middles, 2)) > boxes[0]["width"]


@pytest.mark.parametrize("game", [game.slug for game in GAMES])
def test_no_step_is_higher_than_a_screen_and_a_half(visit, scorer, game):
    """With four players in the circle, on a small phone."""
    page = open_as(visit(size=SHORT), scorer, reverse("start_series", args=[scorer.circle_id]))
    assert height(page) <= 1.5 * SHORT["height"]
    page.goto(f"{page.url}?game={game}")
    ready(page)
    assert height(page) <= 1.5 * SHORT["height"]
    for name in NAMES[: max(count for count in BY_SLUG[game].allowed_seats if count <= len(NAMES))]:
        person(page, name).tap()
    page.get_by_role("link", name="Next").tap()
    expect(page.get_by_label("For points only")).to_be_in_viewport(ratio=1)
    assert height(page) <= 1.5 * SHORT["height"]
