"""A possible but doubtful hand: the screen says so, and asks once before it saves."""

import pytest
from playwright.sync_api import Page, expect

from games.registry import BY_SLUG
from tests.browser.cut import cut_texts
from tests.browser.table import open_entry, small_targets, start_table, stored, tap_keys
from tests.browser.totals.conftest import LOOK, SAVE

pytestmark = pytest.mark.django_db(transaction=True)

WARNING = "Asha dealt, so the choice of trump is with Bimal, not with Chandra."


@pytest.fixture
def jass(scorer):
    """Asha deals the first round, so Bimal chooses trump."""
    return start_table(scorer, BY_SLUG["jass"], point_value="0")


@pytest.fixture
def page(visit, jass):
    """The screen with a doubtful answer: Chandra chose trump."""
    page = open_entry(visit(may_log="422"), *jass)
    page.route(LOOK, lambda _route: None)  # the preview is late
    type_round(page, "Chandra")
    return page


def type_round(page: Page, chosen_by: str) -> None:
    tap_keys(page, *"100")
    page.locator("[data-key=next]").tap()
    page.get_by_role("group", name="Trump").get_by_text("Hearts").tap()
    more = page.get_by_text("More about this hand")
    if more.is_visible():
        more.tap()
    page.get_by_role("group", name="chose trump").get_by_text(chosen_by).tap()


def test_save_anyway_saves_what_was_asked_about(page):
    statuses: list[int] = []
    page.on("response", lambda answer: statuses.append(answer.status) if answer.request.method == "POST" else None)
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.locator(".refused")).to_have_text(f"Not saved yet: is this right? {WARNING}")
    expect(page.get_by_role("status")).to_have_text(f"Not saved yet: is this right? {WARNING}")
    anyway = page.get_by_role("button", name="Save anyway")
    expect(anyway).to_be_in_viewport(ratio=1)
    assert stored() == []
    assert small_targets(page) == []
    assert cut_texts(page) == []
    expect(page.locator("#figure_0")).to_have_value("100")
    anyway.tap()
    expect(page.get_by_role("button", name="Save hand 2")).to_be_visible()
    assert [record["chosen_by"] for record in stored()] == [2]
    assert statuses == [422, 200]


def test_what_is_corrected_is_not_asked_about(page):
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.get_by_role("button", name="Save anyway")).to_be_visible()
    page.unroute(LOOK)
    page.get_by_role("group", name="chose trump").get_by_text("Bimal").tap()
    expect(page.locator(".refused")).to_have_text("Complete now: save again.")
    expect(page.get_by_role("button", name="Save anyway")).to_have_count(0)
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.get_by_role("button", name="Save hand 2")).to_be_visible()
    assert [record["chosen_by"] for record in stored()] == [1]


def test_a_doubt_that_the_preview_has_shown_is_asked_about_once(visit, jass):
    """The scorer may not have read the preview. Once the doubt is answered, a later preview does not ask again."""
    page = open_entry(visit(may_log="422"), *jass)
    type_round(page, "Chandra")
    expect(page.get_by_text(WARNING)).to_be_visible()
    with page.expect_response(SAVE) as answer:
        page.get_by_role("button", name="Save hand 1").tap()
    assert answer.value.status == 422
    assert stored() == []
    expect(page.locator("#figure_0")).to_be_focused()  # in the new form, once its keypad is ready
    with page.expect_response(LOOK):
        page.locator("#figure_1").focus()
    with page.expect_response(SAVE) as answer:
        page.get_by_role("button", name="Save anyway").tap()
    assert answer.value.status == 200
    assert len(stored()) == 1


def test_without_scripts_it_is_asked_too(visit, jass):
    page = open_entry(visit(java_script_enabled=False, may_log="422"), *jass)
    page.locator("#figure_0").fill("100")
    page.locator("#figure_1").fill("57")
    page.get_by_role("group", name="Trump").get_by_text("Hearts").tap()
    page.get_by_text("More about this hand").tap()
    page.get_by_role("group", name="chose trump").get_by_text("Chandra").tap()
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.get_by_text(WARNING)).to_be_visible()
    page.get_by_role("button", name="Save anyway").tap()
    expect(page.get_by_role("button", name="Save hand 2")).to_be_visible()
    assert len(stored()) == 1
