"""Small phones: cards of Jass and Putz at 360×640, and the forms of single games on a phone that lies on its side."""

import pytest
from playwright.sync_api import FloatRect, Page, expect

from games.registry import BY_SLUG
from ledger.lib.languages import LANGUAGES
from ledger.scoring.cards import drafts
from ledger.series.state import series_state
from tests.browser.cut import cut_texts
from tests.browser.table import (
    Table,
    bobs_circle,
    box,
    height,
    open_entry,
    open_series,
    small_targets,
    start_table,
    width,
)

pytestmark = pytest.mark.django_db(transaction=True)
SHORT, ON_ITS_SIDE = {"width": 360, "height": 640}, {"width": 844, "height": 390}


def a_series(slug: str, seats: int, preset: str = "", **options: object) -> Table:
    me, game = bobs_circle(), BY_SLUG[slug]
    rules = game.presets[preset].rules if preset else game.default_preset.rules
    rules = game.rules_model.model_validate(rules.model_dump(mode="json") | options)
    others = ("Esha", "Farah", "Gita", "Hari", "Indu")
    return start_table(me, game, preset, rules=rules, others=others, seats=seats, point_value="0")


@pytest.mark.parametrize(("slug", "seats"), [("jass", 4), ("putz", 3), ("putz", 5)])
@pytest.mark.parametrize("language", ["en", "ne"])
def test_every_card_and_undo_are_on_a_short_screen(visit, slug, seats, language):
    me, series = a_series(slug, seats)
    start = {"direction": "clockwise", "first_leader": 1, "trump": "hearts"}
    drafts.begin(state=series_state(series), me=me, start=start)
    page = open_series(visit(size=SHORT, language=language), me, series, "cards")
    for card in ("JC", "AC"):
        page.locator(f"[name=card][value='{card}']").tap()
        expect(page.locator(".trick .card--taken")).to_have_count(1)
        assert (width(page), height(page)) == (SHORT["width"], SHORT["height"])
    expect(page.locator("#cards-back")).to_be_in_viewport(ratio=1)
    assert small_targets(page) == []


def test_long_names_of_teams_make_the_cards_no_wider(visit):
    me, series = a_series("jass", 4)
    for name in ("Asha", "Bimal", "Chandra", "Deepa"):
        me.circle.players.filter(name=name).update(name=f"Maximiliane-{name}")
    start = {"direction": "clockwise", "first_leader": 1, "trump": "hearts"}
    drafts.begin(state=series_state(series), me=me, start=start)
    page = open_series(visit(size=SHORT), me, series, "cards")
    assert width(page) == SHORT["width"]


def lines_of(page: Page, selector: str) -> int:
    """Return the number of lines of Chandra's name."""
    count_lines = """name => {
        const range = document.createRange();
        range.selectNodeContents(name);
        return range.getClientRects().length;
    }"""
    return int(page.locator(selector).get_by_text("Chandra").first.evaluate(count_lines))


def test_names_stay_whole_on_a_small_phone(visit):
    me, series = a_series("marriage", 6)
    page = open_entry(visit(size=SHORT, language="ne"), me, series)
    assert lines_of(page, ".seat-tile__name bdi") == 1


def test_the_totals_of_five_fit_into_the_bar(visit):
    me, series = a_series("putz", 5)
    page = open_series(visit(size=SHORT, language="ne"), me, series, "cards")
    page.locator(".segments__option", has_text="Chandra").tap()
    assert lines_of(page, ".segments__option bdi") == 1
    start = {"direction": "clockwise", "first_leader": 1, "trump": "hearts"}
    drafts.begin(state=series_state(series), me=me, start=start)
    page.reload()
    bar, title = (box(page.locator(part)) for part in (".app-bar", ".app-bar__context"))
    assert title["y"] >= bar["y"]
    assert title["y"] + title["height"] <= bar["y"] + bar["height"]
    assert page.locator(".app-bar__name").bounding_box()["height"] <= 1


@pytest.mark.parametrize("language", ["en", "ne"])
def test_the_bar_has_room_above_and_below_its_text(visit, language):
    me, series = a_series("jaago-chalis", 4)
    series.started_at = series.started_at.replace(month=11, day=23)
    series.save()
    page = open_series(visit(size=SHORT, language=language), me, series)
    bar, name, context = (box(page.locator(f".app-bar__{part}")) for part in ("inner", "name", "context"))
    assert name["y"] >= bar["y"] + 4
    assert context["y"] + context["height"] <= bar["y"] + bar["height"] - 4
    assert bar["height"] == 52


USUAL = [("jewel", 4), ("putz", 5), ("marriage", 6), ("jewel", 9), ("jaago-chalis", 4), ("call-break", 4), ("jass", 4)]
USUAL += [("coiffeur", 4)]


@pytest.mark.parametrize(("slug", "seats"), [*USUAL, ("cha", 2), ("scorecard", 9)])
def test_save_is_in_sight_on_a_short_screen(visit, slug, seats):
    me, series = a_series(slug, seats)
    for language in ("ne", "en"):
        page = open_entry(visit(size=SHORT, language=language), me, series)
        expect(page.locator(".entry .button--primary")).to_be_in_viewport(ratio=1)
        assert width(page) == SHORT["width"]


@pytest.mark.parametrize("preset", ["schieber", "einzelschieber"])
@pytest.mark.parametrize("language", ["en", "de", "ne"])
def test_the_keypad_with_all_kinds_of_jass_is_one_screen(visit, preset, language):
    kinds = ["slalom_down", "slalom_up", "misere", "guschti", "mary"]
    me, series = a_series("jass", 4, preset, kinds=kinds)
    page = open_entry(visit(size=SHORT, language=language), me, series)
    expect(page.locator(".entry [data-keys]")).to_be_visible()
    kinds_on_keys = page.locator("[name=trump]")
    expect(kinds_on_keys).to_have_count(11)
    keys, lowest = (
        page.locator(".entry__keys").bounding_box(),
        page.locator("label:has([name=trump])").last.bounding_box(),
    )
    assert lowest["y"] + lowest["height"] <= keys["y"]
    expect(page.locator(".entry .button--primary")).to_be_in_viewport(ratio=1)
    assert (width(page), page.evaluate("scrollY")) == (SHORT["width"], 0)
    assert small_targets(page) == []
    assert cut_texts(page) == []


@pytest.mark.parametrize(("slug", "seats"), [("jewel", 9), ("cha", 2)])
def test_save_stays_in_sight_on_a_phone_on_its_side(visit, slug, seats):
    me, series = a_series(slug, seats)
    page = open_entry(visit(size=ON_ITS_SIDE), me, series)
    save = page.get_by_role("button", name="Save hand 1")
    expect(save).to_be_in_viewport(ratio=1)
    last = page.locator("#entry > :is(.by-player, .cha) :is(input:not([type=hidden]), summary):visible").last
    last.scroll_into_view_if_needed()
    expect(save).to_be_in_viewport(ratio=1)
    fields = page.locator("#entry > :is(.by-player, .cha)")
    assert not overlap(save.bounding_box(), fields.bounding_box())
    assert width(page) == ON_ITS_SIDE["width"]


def overlap(one: FloatRect | None, other: FloatRect | None) -> bool:
    assert one is not None
    assert other is not None
    return one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]


def test_the_other_ways_to_enter_a_hand_stand_beside_each_other(visit):
    me, series = a_series("jass", 4)
    me.circle.players.filter(name="Asha").update(name="Bhubaneshwari")  # deals
    for language in LANGUAGES:
        page = open_entry(visit(size=SHORT, language=language.code), me, series)
        ways = page.locator(".entry__other .button")
        expect(ways).to_have_count(3)
        middles = {round(box["y"] + box["height"] / 2) for way in ways.all() if (box := way.bounding_box())}
        assert (language.code, len(middles)) == (language.code, 1)
        expect(ways.last).to_be_in_viewport(ratio=1)
        assert cut_texts(page) == []
