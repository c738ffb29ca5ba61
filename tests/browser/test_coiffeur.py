"""A round of Coiffeur on a phone: the team, one of its open boxes, and the points."""

from playwright.sync_api import expect

from games.registry import BY_SLUG
from tests.browser.table import open_entry, start_table, stored, tap_keys

COIFFEUR = BY_SLUG["coiffeur"]


def test_a_round_takes_a_box_and_a_figure(visit, scorer):
    page = open_entry(visit(), *start_table(scorer, COIFFEUR))
    teams = page.locator(".segments__option:has([name=team])")
    teams.nth(1).tap()
    expect(page.locator("[data-team='0']")).to_be_hidden()
    page.locator("[data-team='1'] .segments__option", has_text="spades").tap()
    tap_keys(page, *"100")
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.get_by_role("button", name="Save hand 2")).to_be_visible()
    assert [{name: record[name] for name in ("team", "kind", "card_points")} for record in stored()] == [
        {"team": 1, "kind": "spades", "card_points": 100}
    ]
    teams.nth(1).tap()
    expect(page.locator("[data-team='1'] .segments__option", has_text="spades")).to_have_count(0)
