"""A refused Save can be seen on the screen of every game, on a small phone: the sentence is in sight, and the screen
changes."""

import os
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.kit.cards import CARD_BY_SPELLING
from games.registry import BY_SLUG
from ledger.circles.models import Member
from ledger.scoring.cards import drafts
from ledger.series.models import Series
from ledger.series.state import series_state
from tests.browser.table import Table, bobs_circle, box, open_as, open_entry, start_table, stored
from tests.browser.visitor import ANYTHING, Visitor, ready

pytestmark = pytest.mark.django_db(transaction=True)
SMALL_PHONE = {"width": 360, "height": 640}
Type = dict[str, str]
ORDER = [rank + suit for rank in ("6", "7", "8", "9", "10", "J", "Q", "K", "A") for suit in "SCDH"]
JASS_START = {"direction": "anticlockwise", "first_leader": 1, "trump": "hearts"}


def a_series(slug: str, seats: int, template: str = "") -> Table:
    others = [f"Player {number}" for number in range(5, seats + 1)]
    return start_table(bobs_circle(), BY_SLUG[slug], template, others=others, seats=seats)


@pytest.fixture
def phone(visit):
    """A phone whose console may have errors: Chromium logs the 422 of each refusal."""
    return visit(size=SMALL_PHONE, bypass_csp=True, may_log="422")


def look(page: Page, name: str) -> bytes:
    page.mouse.move(0, 0)
    page.wait_for_timeout(300)  # for previews that must not come
    shot = page.screenshot(caret="hide")
    if os.environ.get("SHOTS"):
        Path(os.environ["SHOTS"], f"{name}.png").write_bytes(shot)
    return shot


def refuse(page: Page, save: str, sentence: str, name: str) -> None:
    """Save twice. Both refusals can be seen, and nothing is saved."""
    shots = [look(page, f"{name}-0")]
    for again in (1, 2):
        page.locator(save).scroll_into_view_if_needed()
        with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
            page.locator(save).tap()
        assert answer.value.status == 422
        ready(page)
        refused = page.locator(".refused")
        expect(refused.locator("[name=refused]")).to_have_value(str(again))
        expect(refused).to_be_in_viewport(ratio=1)
        expect(refused).to_contain_text("Still" if again > 1 else "Not saved yet. " + sentence)
        shots.append(look(page, f"{name}-{again}"))
        expect(refused).to_be_in_viewport(ratio=1)
        covered = page.evaluate(
            """() => { const box = document.querySelector(".refused").getBoundingClientRect();
            return !document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2).closest(".refused"); }"""
        )
        assert not covered
    assert len(set(shots)) == 3
    assert stored() == []


@pytest.mark.parametrize(
    ("slug", "seats", "template", "typed", "sentence"),
    [
        ("jaago-chalis", 4, "", {"figure_0": "14"}, "3 figures are missing."),
        ("call-break", 4, "", {"bid_0": "3", "bid_1": "2", "bid_2": "4"}, "5 figures are missing."),
        ("marriage", 6, "", {}, "Choose who finished"),
        ("jass", 4, "", {"figure_0": "100", "figure_1": "57"}, "Please choose: Trump"),
        ("putz", 5, "", {"figure_0": "40", "figure_1": "50"}, "3 figures are missing. Please choose: Trump"),
        ("jewel", 9, "", {"ended_0": "declared", "ended_1": "declared"}, "Only one player can declare."),
        ("cha", 2, "", {}, "Say who won the round"),
        ("scorecard", 4, "hearts", {"figure_0": "13"}, "3 figures are missing."),
        ("scorecard", 6, "wizard", {"bid_0": "1"}, "11 figures are missing."),
        ("scorecard", 4, "twenty-nine", {}, "2 figures are missing."),
        ("scorecard", 4, "kitti", {"figure_0": "3"}, "Please choose: Winners and losers"),
        ("scorecard", 3, "kitti", {}, "1 figure is missing."),
        ("scorecard", 9, "uno", {}, "9 figures are missing."),
    ],
)
def test_a_refused_hand_says_what_is_missing(phone, slug, seats, template, typed, sentence):
    me, series = a_series(slug, seats, template)
    page = open_entry(phone, me, series)
    for name, value in typed.items():
        if name.startswith("ended"):
            page.locator(".player-tile").nth(int(name[-1])).tap()
            page.locator(f"[name={name}][value={value}]").check(force=True)
        else:
            page.locator(f"[name={name}]").fill(value)
    refuse(page, ".entry .button--primary", sentence, f"{slug}-{template}")


def test_a_refused_sum_says_what_is_wrong(phone):
    me, series = a_series("jaago-chalis", 4)
    page = open_entry(phone, me, series)
    for seat, figure in enumerate(("16", "8", "8", "9")):
        page.locator(f"[name=figure_{seat}]").fill(figure)
    expect(page.locator(".entry__note--wrong")).to_be_visible()  # before Save, too
    refuse(page, ".entry .button--primary", "The four totals come to 41; that is 1 more than 40.", "sum")


def test_what_is_filled_in_after_a_refusal_is_marked_no_more(phone):
    me, series = a_series("jaago-chalis", 4)
    page = open_entry(phone, me, series)
    page.locator("[name=figure_0]").fill("14")
    save = page.get_by_role("button", name="Save hand 1")
    save.tap()
    expect(page.locator(".seat-tile--wrong")).to_have_count(3)
    expect(page.locator("[name=figure_1]")).to_be_focused()
    page.wait_for_timeout(600)  # for a preview that must not take the marks away
    expect(page.locator(".seat-tile--wrong")).to_have_count(3)
    height = box(page.locator(".refused"))["height"]
    page.locator("[data-key='1']").tap()
    page.locator("[data-key='0']").tap()
    expect(page.locator(".refused")).to_contain_text("2 figures are missing.")
    expect(page.locator(".seat-tile--wrong")).to_have_count(2)
    for figure in ("8", "8"):
        page.locator("[data-key=next]").tap()
        page.locator(f"[data-key='{figure}']").tap()
    expect(page.locator(".refused--mended")).to_be_visible()
    expect(page.locator(".seat-tile--wrong")).to_have_count(0)
    assert box(page.locator(".refused"))["height"] == height  # no key moves under the finger
    save.tap()
    expect(page.get_by_role("button", name="Save hand 2")).to_be_visible()
    expect(page.locator(".refused")).to_have_count(0)
    assert stored() == [{"points_won": [14, 10, 8, 8]}]


def test_a_question_that_was_not_answered_is_chosen(phone):
    me, series = a_series("jass", 4)
    page = open_entry(phone, me, series)
    page.locator("[name=figure_0]").fill("100")
    page.locator("[name=figure_1]").fill("57")
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.locator("[name=trump]").first).to_be_focused()
    page.locator("[name=trump][value=hearts]").check(force=True)
    expect(page.locator(".refused--mended")).to_be_visible()
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.get_by_role("button", name="Save hand 2")).to_be_visible()


@pytest.mark.parametrize("size", [SMALL_PHONE, {"width": 390, "height": 844}])
@pytest.mark.parametrize(
    ("slug", "figures", "titles"),
    [
        ("jaago-chalis", ["14", "10"], ("Not saved yet.", "Still missing:")),
        ("jaago-chalis", ["14", "11", "8"], ("Filled in with what is left.",)),
        ("jaago-chalis", ["50"] * 4, ("Chandrakumari, Deepa: A hand has only 40 points. The", "Still not saved.")),
        ("putz", ["40", "50"], ("Not saved yet.", "Still missing:")),
    ],
    ids=["missing", "filled in", "too many", "two questions"],
)
def test_no_key_covers_the_question(visit, size, slug, figures, titles):
    me, series = a_series(slug, 5 if slug == "putz" else 4)
    me.circle.players.filter(name="Chandra").update(name="Chandrakumari")
    page = open_entry(visit(size=size, may_log=ANYTHING), me, series)
    for seat, figure in enumerate(figures):
        page.locator(f"[name=figure_{seat}]").fill(figure)
    if "50" in figures[0]:  # the keys do not cover it before Save, either
        expect(page.locator(".entry__note--wrong")).to_have_count(2)
        no_key_covers_a_question(page)
    save = page.get_by_role("button", name="Save hand 1")
    for title in titles:
        save.tap()
        expect(page.locator(".refused")).to_contain_text(title)
        no_key_covers_a_question(page)
        expect(save).to_be_in_viewport(ratio=1)
        expect(page.locator(".seat-tile--typing")).to_be_in_viewport(ratio=1)


def no_key_covers_a_question(page: Page) -> None:
    """Check that no key covers a question, after the script has scrolled."""
    page.wait_for_function("""() => {
        const [keys, question] = [".entry__keys", ".entry__asks"].map((name) => document.querySelector(name));
        return question.getBoundingClientRect().bottom <= keys.getBoundingClientRect().top + 1;
    }""")


# --- Card by card ----------------------------------------------------------------------------------------------------


def open_cards(phone: Visitor, me: Member, series: Series, more: str = "") -> Page:
    return open_as(phone, me, reverse("series:cards", args=[series.pk]) + more)


def test_the_start_of_a_hand_of_cards(phone):
    me, series = a_series("jass", 4)
    page = open_cards(phone, me, series)
    refuse(page, "button:has-text('Begin')", "Please choose: Trump", "begin")
    expect(page.locator("[name=trump]").first).to_be_focused()


def test_a_deal_of_the_wrong_size_keeps_its_cards(phone):
    me, series = a_series("jaago-chalis", 4)
    start = {"direction": "anticlockwise", "first_leader": 1}
    drafts.begin(state=series_state(series), me=me, start=start, with_holdings=True)
    page = open_cards(phone, me, series)
    for card in ("AS", "KH"):
        page.locator(f"[value={card}]").check(force=True)
    refuse(page, "button[value=deal]", "13 cards were dealt to each player, not 2.", "deal")
    assert page.locator("[name=cards]:checked").count() == 2


def test_what_was_announced_while_cards_are_played(phone):
    me, series = a_series("coiffeur", 4)
    start = {"direction": "anticlockwise", "first_leader": 1, "team": 0, "kind": "clubs"}
    drafts.begin(state=series_state(series), me=me, start=start)
    page = open_cards(phone, me, series, "?answers")
    page.locator("[name=kind][value=joker]").check(force=True)
    refuse(page, "button[value=answer]", "Say what the joker was played as: cards are judged by it.", "announced")


def test_a_finished_hand_of_cards(phone):
    """What was announced does not fit the cards, which is found only when the hand is saved."""
    me, series = a_series("jass", 4, "swiss-club")
    state = series_state(series)
    draft = drafts.begin(state=state, me=me, start=JASS_START | {"stoeck": 0})
    for card in ORDER[:-1]:  # the last card follows from the others
        draft = drafts.lay(state=state, tap=drafts.Tap(me, draft.steps, card), card=CARD_BY_SPELLING[card])
    page = open_cards(phone, me, series)
    refuse(page, "#cards-save", "No player of this team had both king and queen of trump.", "finished")
