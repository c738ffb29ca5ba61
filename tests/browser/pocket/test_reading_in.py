"""Reading in what a phone has saved as a file, on another phone."""

import json

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.axe import faults
from tests.browser.table import open_as
from tests.ledger.pocket.evenings import taken_along
from tests.ledger.pocket.test_reading_in import Phone, three_hands

pytestmark = pytest.mark.hands(1)


@pytest.fixture
def file(table):
    saved = Phone(*table).saved(three_hands)
    return {"name": "khata.json", "mimeType": "application/json", "buffer": json.dumps(saved).encode()}


def choose(page: Page, file: FilePayload) -> None:
    page.get_by_label("File that a phone has saved").set_input_files([file])
    page.get_by_role("button", name="See what is in it").click()
    expect(page.get_by_role("heading", level=1, name="What is in the file")).to_be_visible()


@pytest.mark.parametrize("has_script", [True, False], ids=["script", "no-script"])
def test_hands_are_read_in_from_the_account_page(visit, table, file, has_script):
    me, series = table
    visitor = visit(java_script_enabled=has_script)
    page = open_as(visitor, me, "/account/")
    page.get_by_role("link", name="Read in what a phone has saved").click()
    choose(page, file)
    expect(page.get_by_text("3 changes can be recorded.")).to_be_visible()
    page.get_by_role("button", name="Record it").click()
    expect(page.get_by_text("3 changes are recorded.")).to_be_visible()
    page.get_by_role("link", name="See the series").click()
    expect(page).to_have_url(f"{visitor.site}/series/{series.pk}/")
    series.refresh_from_db()
    assert series.version == 5


SAVE = """async ([user, series, changes]) => {
    const { fileOf } = await import("/static/js/pocket/sending.js");
    return fileOf({ user, series }, changes).text();
}"""


def test_the_file_that_the_phone_writes_is_read(visit, table, file):
    me, series = table
    page = open_as(visit(), me, "/pocket/file/")
    changes = json.loads(file["buffer"])["changes"]
    user = {"id": str(me.user_id), "name": "Bob"}
    for shown in (taken_along(me, series), None):
        text = page.evaluate(SAVE, [user, {series.pk: shown} if shown else {}, changes])
        choose(page, file | {"buffer": text.encode()})
        expect(page.get_by_text("3 changes can be recorded.")).to_be_visible()
        page.get_by_role("link", name="Choose another file").click()


def test_both_steps_are_accessible(visit, table, file):
    page = open_as(visit(bypass_csp=True), table.scorer, "/pocket/file/")
    assert faults(page) == []
    choose(page, file)
    assert faults(page) == []
