"""A game of CHA on a phone: outcomes, both hands, purchases and the extra round; also without a script."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.registry import BY_SLUG
from tests.browser.axe import findings_in
from tests.browser.table import Table, open_entry, small_targets, start_table, stored, width
from tests.browser.visitor import DESK, PHONE, SMALLEST_PHONE, Visitor

pytestmark = pytest.mark.django_db(transaction=True)
GAME = BY_SLUG["cha"]


@pytest.fixture
def short(scorer):
    """Asha and Bimal play with three chest cards, ace to three; 4 of 6 points win."""
    return start_table(scorer, GAME, "short", seats=2)


def open_round(visitor: Visitor, short: Table) -> Page:
    me, series = short
    return open_entry(visitor, me, series)


def choose(page: Page, group: str, answer: str) -> None:
    page.get_by_role("group", name=group).locator("label", has_text=answer).click()


def buy(page: Page, *worths: int) -> None:
    for worth in worths:
        page.locator(f".cha-card--diamond:has([value='{worth}'])").click()


def give(page: Page, *cards: str, taps: int) -> None:
    for code in cards:
        for tap in range(1, taps + 1):
            page.locator(f".cha-card:has([name=card_{code}]) .cha-card__face--{tap}").click()


def pile(page: Page, seat: int) -> Any:
    return page.locator(f"[data-pile='{seat}'] .card")


def save(page: Page, number: int) -> None:
    page.get_by_role("button", name=f"Save hand {number}").click()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["390", "1280"])
def test_a_game_entered_in_both_ways_with_an_extra_round(visit, short, size):
    page = open_round(visit(size=size), short)
    choose(page, "Who won the round?", "Bimal")
    expect(page.get_by_text("Bimal wins: tap what is bought from the chest.")).to_be_visible()
    buy(page, 3)
    # The three of diamonds moves to Bimal.
    expect(pile(page, 1)).to_have_count(1)
    save(page, 1)
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    expect(pile(page, 1)).to_have_count(1)

    choose(page, "What do you write down?", "Both hands")
    give(page, "KD", "QD", taps=1)
    give(page, "KC", "KS", taps=2)
    expect(page.get_by_text("Asha may buy two diamonds: the rich couple is valid.")).to_be_visible()
    buy(page, 1, 2)
    expect(pile(page, 0)).to_have_count(2)
    save(page, 2)
    expect(page.get_by_role("heading", name="Hand 3")).to_be_visible()

    expect(page.get_by_text("The chest is empty and both are level: an extra round decides.")).to_be_visible()
    choose(page, "Who won the round?", "Asha")
    expect(page.get_by_text("With this hand the series is over.")).to_be_visible()
    save(page, 3)
    expect(page.get_by_role("heading", name="Asha won")).to_be_visible()
    assert stored() == [
        {"winner": 1, "bought": [3]},
        {"hands": [["KD", "QD"], ["KC", "KS"]], "led_by": 1, "drew_on": [], "bought": [1, 2]},
        {"winner": 0, "bought": []},
    ]


def test_the_first_tap_after_a_save_ends_the_moment_and_counts(visit, short):
    page = open_round(visit(), short)
    choose(page, "Who won the round?", "Bimal")
    buy(page, 3)
    save(page, 1)
    moment = page.locator(".moment[data-shown]")
    expect(moment.locator(".moment__total")).to_have_text(["0", "3"])
    choose(page, "Who won the round?", "Asha")
    expect(moment).to_have_count(0)
    expect(page.get_by_text("Asha wins: tap what is bought from the chest.")).to_be_visible()


def test_tapped_cards_are_judged_and_the_judgement_can_be_overruled(visit, short):
    page = open_round(visit(), short)
    choose(page, "What do you write down?", "Both hands")
    give(page, "KH", "QH", taps=1)
    give(page, "KC", "QD", taps=2)
    give(page, "JC", taps=2)
    # A third tap takes it back.
    page.locator(".cha-card:has([name=card_JC]) .cha-card__face--0").click()
    expect(page.get_by_text("Valid couples: 1 to 1, a tie.")).to_be_visible()
    page.get_by_text("The players decided otherwise, or a player drew on").click()
    choose(page, "What did the table decide?", "Bimal")
    expect(page.get_by_text("The table decided: Bimal wins.")).to_be_visible()
    buy(page, 2)
    expect(pile(page, 1)).to_have_count(1)
    save(page, 1)
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    (record,) = stored()
    assert (record["hands"], record["overruled"]) == ([["KH", "QH"], ["KC", "QD"]], {"winner": 1})


def test_a_round_can_be_saved_without_a_script(visit, short):
    page = open_round(visit(java_script_enabled=False), short)
    choose(page, "What do you write down?", "Both hands")
    give(page, "KS", "QS", "JOKER", taps=1)
    give(page, "KH", "JH", taps=2)
    buy(page, 1)
    save(page, 1)
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    expect(pile(page, 0)).to_have_count(1)
    assert stored()[0]["hands"] == [["KS", "QS", "JOKER"], ["KH", "JH"]]


def test_the_screen_fits_and_buttons_are_large_enough(visit, short):
    page = open_round(visit(), short)
    choose(page, "What do you write down?", "Both hands")
    for size in (SMALLEST_PHONE, PHONE, DESK):
        page.set_viewport_size(size)
        assert width(page) <= size["width"]
        assert small_targets(page) == []
        cards = page.locator(".cha-card__face:visible, .cha-card--diamond").evaluate_all(
            "cards => cards.map(card => card.getBoundingClientRect()).map(({width, height}) => Math.min(width, height))"
        )
        assert len(cards) == 16
        assert min(cards) >= 44


def test_the_screen_in_every_theme(visit, short):
    page = open_round(visit(bypass_csp=True), short)
    assert findings_in(page, "light", "dark") == []
    choose(page, "What do you write down?", "Both hands")
    give(page, "KD", "QD", taps=1)
    give(page, "KC", "KS", taps=2)
    expect(page.get_by_text("Valid couples: 1 to 0.")).to_be_visible()
    assert findings_in(page, "light", "dark") == []


def test_the_screen_links_to_the_rules(visit, short):
    page = open_round(visit(), short)
    assert page.locator(f"a[href='{reverse('rules', args=['cha'])}']").count() == 1
