"""Templates of the scorecard on a phone: the screen of each, bids that are saved, sides, and a list of many players."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.registry import BY_SLUG
from ledger.series.models import Series
from tests.browser.axe import findings_in
from tests.browser.cut import cut_texts
from tests.browser.table import (
    Table,
    bobs_circle,
    height,
    open_entry,
    small_targets,
    start_table,
    stored,
    tap_keys,
    width,
)
from tests.browser.visitor import PHONE, ready

pytestmark = pytest.mark.django_db(transaction=True)
GAME = BY_SLUG["scorecard"]
SMALL_PHONE = {"width": 360, "height": 640}


def start(template: str, seats: int = 4, *hands: Any, **changes: Any) -> Table:
    others = [f"Player {number}" for number in range(5, seats + 1)]
    rules = GAME.read_rules(GAME.presets[template].rules.model_dump(mode="json") | changes).value
    return start_table(bobs_circle(), GAME, template, *hands, rules=rules, others=others, seats=seats)


def figures(page: Page, kind: str) -> list[str]:
    return [each.input_value() for each in page.locator(f"input[name^={kind}_]").all()]


@pytest.mark.parametrize(
    ("template", "seats", "hands"),
    [
        ("hearts", 4, []),
        ("wizard", 6, []),
        ("kitti", 4, []),
        ("dhumbal", 4, [{"points": [1, 100, 0, 3]}]),
        ("twenty-nine", 4, []),
    ],
)
def test_every_template_fits_on_one_screen(visit, template, seats, hands):
    me, series = start(template, seats, *hands)
    page = open_entry(visit(bypass_csp=True), me, series)
    assert (width(page), height(page)) == (PHONE["width"], PHONE["height"])
    assert small_targets(page) == []
    assert cut_texts(page) == []
    assert findings_in(page) == []
    page.set_viewport_size(SMALL_PHONE)
    assert width(page) <= SMALL_PHONE["width"]
    for each in (*page.locator(".entry .key").all(), page.locator(".entry .button--wide")):
        around = each.bounding_box()
        assert around["y"] + around["height"] <= SMALL_PHONE["height"]


def test_bids_come_first_and_survive_a_reload(visit):
    me, series = start("free", written="bids", teams=2, hand_total=13)
    page = open_entry(visit(), me, series)
    tap_keys(page, "6", "next")
    expect(page.locator("[data-remainder]")).to_have_text("Bid, all together: 6 of 13")
    tap_keys(page, "5", "next")
    assert figures(page, "bid") == ["6", "5"]
    expect(page.locator("[data-remainder]")).to_have_text("13 left")
    page.reload()
    ready(page)
    assert figures(page, "bid") == ["6", "5"]
    tap_keys(page, "8")
    expect(page.locator("[data-key=next]")).to_contain_text("Fill in 5")
    tap_keys(page, "next")
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.locator(".toast")).to_be_visible()
    assert stored() == [{"bids": [6, 5], "tricks": [8, 5]}]
    assert figures(page, "bid") == ["", ""]


def test_only_the_team_that_bids_is_asked_what_it_won(visit):
    me, series = start("twenty-nine")
    page = open_entry(visit(), me, series)
    page.locator("[name=bid_1]").tap()
    tap_keys(page, "1", "8", "next", "2", "0")
    assert (figures(page, "bid"), figures(page, "figure")) == (["", "18"], ["", "20"])
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.locator(".toast")).to_be_visible()
    assert stored() == [{"bids": [None, 18], "tricks": [None, 20]}]


def test_who_deals_stands_below_the_name_of_a_team(visit):
    me, series = start("twenty-nine")
    tile = open_entry(visit(size=SMALL_PHONE), me, series).locator(".seat-tile").first
    name, dealer = (tile.locator(f".seat-tile__{part}").bounding_box() for part in ("name", "dealer"))
    assert name["y"] + name["height"] <= dealer["y"] + 1


def test_two_taps_and_a_figure_record_a_hand_of_sides(visit):
    me, series = start("kitti", 3)
    page = open_entry(visit(), me, series)
    page.get_by_role("group", name="Bimal").locator("label", has_text="Won").tap()
    tap_keys(page, "2", "4")
    expect(page.locator("#part-1")).to_have_text("+48 makes 48")
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.locator("#part-1")).to_have_text("stands at 48")
    assert stored() == [{"value": 24, "sides": [[1], [0, 2]]}]


def test_a_player_sits_out_with_a_key(visit):
    me, series = start("free", 3)
    Series.objects.filter(pk=series.pk).update(rules=series.rules | {"sits_out": True})
    page = open_entry(visit(), me, series)
    tap_keys(page, "5", "next", "absent", "7")
    assert figures(page, "figure") == ["5", "–", "7"]
    expect(page.locator("#tile-1")).to_have_text("sits out")
    tap_keys(page, "next")
    page.locator("[name=figure_1]").tap()
    tap_keys(page, "4")
    assert figures(page, "figure") == ["5", "4", "7"]


def test_many_players_are_a_list_and_stay_in_sight(visit):
    me, series = start("uno", 9, {"points": [40, 500, 3, 0, 44, 61, 7, 8, 0]})
    page = open_entry(visit(bypass_csp=True), me, series)
    assert width(page) <= PHONE["width"]
    assert small_targets(page) == []
    assert cut_texts(page) == []
    assert findings_in(page) == []
    for number in range(8):  # one of the nine is out
        tap_keys(page, str(number), "next")
        typing = page.locator(".seat-tile--typing").bounding_box()
        keys = page.locator(".entry__keys").bounding_box()
        assert typing["y"] + typing["height"] <= keys["y"] + 1
    assert sorted(figures(page, "figure")) == [str(number) for number in range(8)]


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE], ids=["phone", "small"])
def test_places_names_and_figures_of_many_players_are_columns(visit, size):
    me, series = start("rummy", 9, {"points": [40, 12, 3, 0, 44, 61, 7, 8, 0]})
    me.circle.players.filter(name="Chandra").update(name="Chandrakumari")
    page = open_entry(visit(size=size), me, series)
    for tile in page.locator(".seat-tile").all():
        place, name, figure = (
            tile.locator(f".seat-tile__{part}").bounding_box() for part in ("place", "name", "input")
        )
        assert place["x"] + place["width"] <= name["x"]
        assert name["x"] + name["width"] <= figure["x"]
        assert place["y"] < name["y"] + name["height"] / 2 < place["y"] + place["height"]  # on one line
    lefts = page.locator(".seat-tile__name").evaluate_all("names => names.map(each => each.getBoundingClientRect().x)")
    assert len(lefts) == 9
    assert len(set(lefts)) == 1
    assert cut_texts(page) == []
