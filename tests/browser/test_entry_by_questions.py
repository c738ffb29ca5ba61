"""Games in which a player declares what is played: who, what and how it went are on one screen of a small phone."""

from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from games.registry import BY_SLUG
from ledger.series.state import series_state
from tests.browser.axe import findings_in
from tests.browser.cut import broken_words, cut_texts
from tests.browser.table import bobs_circle, box, height, open_entry, small_targets, start_table, tap_keys, width

pytestmark = pytest.mark.django_db(transaction=True)
SMALL_PHONE = {"width": 360, "height": 640}


SHORT_LINE = 30  # pixels: lower than elsewhere, so that the whole hand is in sight


class Entered(NamedTuple):
    """What a scorer taps and reads. The sums and points are from the rules' own examples."""

    game: str
    preset: str
    seats: int
    taps: tuple[str, ...]  # an answer such as "contract=diamonds", or the name of a key
    figure: str
    says: str
    points: list[int]


HANDS = {
    "skat": Entered(
        "skat",
        "list",
        4,
        ("declarer=1", "contract=diamonds", "Matadors: one more", "hand"),
        "61",
        "with 2, play 3, hand 4: 4 × 9 = 36",
        [0, 86, 0, 0],
    ),
    "doppelkopf": Entered(
        "doppelkopf",
        "ddv",
        4,
        ("re=0", "re=2", "kontra_said=name"),
        "80",
        "won 1, Kontra said 2, below 90 1, Against the old 1 = 5",
        [-5, 5, -5, 5],
    ),
    "skat announced": Entered(
        "skat",
        "pub",
        3,
        ("declarer=1", "contract=clubs", "Matadors: one more", "hand", "schneider_announced", "kontra=2"),
        "95",
        "with 2, play 3, hand 4, Schneider 5, announced 6: 6 × 12 = 72, Kontra × 2 = 144",
        [0, 144, 0],
    ),
    "doppelkopf at home": Entered(
        "doppelkopf",
        "home",
        5,
        ("re=1", "re=2", "kontra_said=name"),
        "80",
        "won 1, below 90 1, Against the old 1 = 3, Kontra × 2 = 6",
        [0, -6, -6, 6, 6],
    ),
    "schafkopf": Entered(
        "schafkopf",
        "private",
        4,
        ("declarer=0", "game=call", "partner=2", "Runners: one more"),
        "91",
        "Rufspiel 20, Schneider 10, 3 runners 30 = 60",
        [60, -60, 60, -60],
    ),
    "tarot": Entered(
        "tarot",
        "",
        5,
        ("taker=0", "contract=garde", "partner=2", "bouts=1"),
        "60",
        "(25 + 9) × 2 = 68",
        [136, -68, 68, -68, -68],
    ),
    "belote": Entered(
        "belote",
        "coinche",
        4,
        ("team=0", "bid=100", "trump=hearts"),
        "122",
        "100 made with 122: 222 to 40",
        [222, 40, 222, 40],
    ),
}


def enter(page: Page, hand: Entered) -> None:
    for tapped in hand.taps:
        name, _equals, value = tapped.partition("=")
        if ":" in tapped:
            page.get_by_role("button", name=tapped, exact=True).tap()
        else:
            chosen = f"[name='{name}'][value='{value}']" if value else f"[name='{name}']"
            page.locator(f"label:has({chosen})").tap()
    tap_keys(page, *hand.figure)


@pytest.mark.parametrize("hand", HANDS.values(), ids=HANDS.keys())
def test_a_hand_is_entered_on_one_screen(visit, hand):
    game = BY_SLUG[hand.game]
    me, series = start_table(bobs_circle(), game, hand.preset, others=["Esha"], seats=hand.seats)
    page = open_entry(visit(size=SMALL_PHONE, bypass_csp=True), me, series)
    enter(page, hand)
    expect(page.locator(".entry__sum")).to_contain_text(hand.says)
    assert (width(page), height(page)) == (SMALL_PHONE["width"], SMALL_PHONE["height"])
    assert small_targets(page, SHORT_LINE) == []
    assert cut_texts(page) == []
    assert broken_words(page) == []
    assert findings_in(page) == []
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.locator("[data-saves=hand]")).to_have_text("Save hand 2")
    series.refresh_from_db()
    assert [*series_state(series).play.standing.cumulative] == hand.points


def chosen(page: Page, name: str) -> list[str | None]:
    return [each.get_attribute("value") for each in page.locator(f"[name='{name}']:checked").all()]


def test_who_sits_out_changes_with_one_tap(visit):
    me, series = start_table(bobs_circle(), BY_SLUG["skat"], "list", others=["Esha"], seats=4)
    page = open_entry(visit(size=SMALL_PHONE, bypass_csp=True), me, series)
    assert chosen(page, "sitting_out") == ["0"]
    enter(page, HANDS["skat"]._replace(taps=("declarer=2", "sitting_out=2"), figure=""))
    assert (chosen(page, "sitting_out"), chosen(page, "declarer")) == (["2"], [])


def test_no_third_player_is_re_and_a_soloist_is_alone(visit):
    me, series = start_table(bobs_circle(), BY_SLUG["doppelkopf"], "ddv", others=["Esha"], seats=4)
    page = open_entry(visit(size=SMALL_PHONE, bypass_csp=True), me, series)
    enter(page, HANDS["doppelkopf"]._replace(taps=("re=0", "re=2", "re=1"), figure=""))
    assert chosen(page, "re") == ["1", "2"]  # the first player is taken out
    enter(page, HANDS["doppelkopf"]._replace(taps=("kind=solo",), figure=""))
    assert chosen(page, "re") == ["1"]


def test_with_card_points_nobody_is_asked_who_won(visit):
    me, series = start_table(bobs_circle(), BY_SLUG["skat"], "list", others=["Esha"], seats=3)
    page = open_entry(visit(size=SMALL_PHONE, bypass_csp=True), me, series)
    won_or_lost = page.locator("fieldset", has=page.locator("[name='won']"))
    expect(won_or_lost).to_be_visible()
    enter(page, HANDS["skat"]._replace(taps=("declarer=1", "contract=clubs", "won=False"), figure="95"))
    expect(won_or_lost).to_be_hidden()
    expect(page.locator(".entry__sum")).to_contain_text("with 1, play 2, Schneider 3: 3 × 12 = 36")
    enter(page, HANDS["skat"]._replace(taps=("contract=null",), figure=""))  # Null has no card points
    expect(won_or_lost).to_be_visible()


def test_what_was_typed_earlier_is_said_in_sight(visit):
    hand = HANDS["doppelkopf"]
    me, series = start_table(bobs_circle(), BY_SLUG[hand.game], hand.preset, others=["Esha"], seats=hand.seats)
    page = open_entry(visit(size=SMALL_PHONE, bypass_csp=True), me, series)
    enter(page, hand)
    page.reload()
    notice = page.locator("[data-restored]")
    expect(notice).to_be_in_viewport(ratio=1)
    notice.get_by_role("button", name="Clear").tap()  # nothing lies over the button
    expect(notice).to_be_hidden()


def test_a_dealer_who_is_named_meanwhile_sits_out(visit):
    """The typed hand is restored, and who sits out is not a part of it."""
    me, series = start_table(bobs_circle(), BY_SLUG["skat"], "list", seats=4, first_dealer=None)
    page = open_entry(visit(size=SMALL_PHONE, bypass_csp=True), me, series)
    enter(page, HANDS["skat"])
    expect(page.locator("#entry-notes")).to_contain_text("Say who sits out: 1 of 4 players.")
    page.get_by_role("link", name="Who deals?").tap()
    page.locator(".person", has_text="Asha").tap()
    expect(page.locator(".entry__sum")).to_contain_text(HANDS["skat"].says)
    assert (chosen(page, "sitting_out"), chosen(page, "declarer")) == (["0"], ["1"])
    page.locator("[data-saves=hand]").tap()  # it is not refused as late
    expect(page.get_by_role("heading", name="Hand 2")).to_be_attached()


def test_the_toast_covers_no_question_and_no_figure_is_broken(visit):
    """In French the toast has the longest words."""
    hand = HANDS["belote"]
    me, series = start_table(bobs_circle(), BY_SLUG[hand.game], hand.preset, seats=hand.seats)
    page = open_entry(visit(size=SMALL_PHONE, locale="fr", bypass_csp=True), me, series)
    enter(page, hand._replace(taps=(*hand.taps, "coinche=2", "belote=0")))
    page.locator("[data-saves=hand]").tap()
    figure, arrow = (page.locator(f".moment[data-shown] .moment__{part}").first for part in ("entered", "arrow"))
    expect(figure).to_have_text("+464")
    letters = figure.evaluate("figure => parseFloat(getComputedStyle(figure).fontSize)")
    assert box(figure)["height"] < 1.5 * letters
    assert box(figure)["x"] + box(figure)["width"] <= box(arrow)["x"]
    page.locator(".toast").evaluate("(toast) => Promise.all(toast.getAnimations().map((each) => each.finished))")
    toast = box(page.locator(".toast"))
    assert toast["y"] + toast["height"] <= box(page.locator(".entry .seats"))["y"]
