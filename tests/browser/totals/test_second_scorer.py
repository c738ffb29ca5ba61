"""Two scorers save a hand: the second one sees both hands and chooses."""

from playwright.sync_api import expect

from ledger.series.services import Submit, record_hand
from tests.browser.table import open_entry, stored
from tests.browser.totals.conftest import HAND, SAVE, expect_figures, kept, lose_answers, saved, unsaved
from tests.browser.visitor import ANYTHING


def test_the_second_scorer_can_drop_her_hand(phone, second):
    second.enter(["12", "12", "8"])
    phone.enter(HAND)
    phone.save()
    saved(phone.page, 4)
    second.save()
    page = second.page
    expect(page.get_by_role("heading", name="Another scorer was quicker")).to_be_focused()
    expect(page.get_by_text("Bob recorded hand 4.")).to_be_visible()
    rows = [row.inner_text().split() for row in page.locator("tbody tr").all()]
    assert [row[-2:] for row in rows] == [["14", "12"], ["11½", "12"], ["8", "8"], ["6½", "8"]]
    page.get_by_role("link", name="Keep theirs").tap()
    saved(page, 4)
    expect_figures(page, ["", "", "", ""])
    assert kept(page) is None
    assert len(stored()) == 4


def test_the_second_scorer_can_add_her_hand_as_the_next_one(phone, second):
    second.enter(["5", "12", "8"])
    phone.enter(HAND)
    phone.save()
    saved(phone.page, 4)
    second.save()
    second.page.get_by_role("button", name="It is another hand: add mine").dblclick()
    saved(second.page, 5)
    assert [record["points_won"] for record in stored()[3:]] == [[14, 11.5, 8, 6.5], [5, 12, 8, 15]]
    assert kept(second.page) is None


def test_replacing_the_first_hand_survives_a_lost_network(phone, second):
    """The repeated request still replaces the hand, and does not add one."""
    second.enter(["5", "12", "8"])
    phone.enter(HAND)
    phone.save()
    saved(phone.page, 4)
    second.save()
    page = second.page
    replace = page.get_by_role("button", name="Replace it with mine")
    expect(replace).to_be_visible()
    page.route(SAVE, lambda route: route.abort())
    replace.tap()
    expect(unsaved(page)).to_be_visible()
    page.unroute(SAVE)
    page.get_by_role("button", name="Try again").tap()
    expect(page.locator(".toast__text", has_text="Hand 4 is corrected")).to_be_visible()
    assert [record["points_won"] for record in stored()[3:]] == [[5, 12, 8, 15]]


def test_equal_hands_of_two_scorers_are_marked(phone, second):
    for one in (phone, second):
        one.enter(HAND)
    phone.save()
    saved(phone.page, 4)
    second.save()
    expect(second.page.get_by_text("Yours is the same")).to_be_visible()
    assert len(stored()) == 4


def test_adding_the_second_hand_survives_a_lost_network(phone, second):
    second.enter(["5", "12", "8"])
    phone.enter(HAND)
    phone.save()
    saved(phone.page, 4)
    second.save()
    page = second.page
    add = page.get_by_role("button", name="It is another hand: add mine")
    expect(add).to_be_visible()
    statuses = lose_answers(page)
    add.tap()
    expect(unsaved(page)).to_be_visible()
    assert set(statuses) == {200}
    page.unroute(SAVE)
    saved(page, 5)
    assert len(stored()) == 5


def test_the_second_scorer_can_choose_without_a_script(visit, table, carla):
    me, series = table
    page = open_entry(visit(java_script_enabled=False, may_log=ANYTHING), carla, series)
    for seat, figure in enumerate(["5", "12", "8", "15"]):
        page.locator(f"#figure_{seat}").fill(figure)
    record_hand(series=series, submit=Submit(me, 4), record={"points_won": [14, 11.5, 8, 6.5]})
    page.get_by_role("button", name="Save hand 4").click()
    page.get_by_role("button", name="It is another hand: add mine").click()
    expect(page.get_by_text("Hand 5 saved").first).to_be_visible()
    assert stored()[4] == {"points_won": [5, 12, 8, 15]}
