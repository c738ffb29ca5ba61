"""Importing a circle from a file on a phone, with and without JavaScript."""

import re

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.axe import faults
from tests.ledger.conftest import alice, bob, circle, owner, scorer
from tests.ledger.series.conftest import J40, Scorer, agreed, players, series
from tests.ledger.transfer.circle_files import empty_the_database, sealed_export

__all__ = ["agreed", "alice", "bob", "circle", "owner", "players", "scorer", "series"]


@pytest.fixture
def file(transactional_db, scorer, series):
    Scorer(scorer, series).record(*J40)
    text = sealed_export(scorer.circle)
    empty_the_database()
    return {"name": "friday-table.json", "mimeType": "application/json", "buffer": text.encode()}


def check_file(page: Page, file: FilePayload) -> None:
    page.get_by_label("File of a circle").set_input_files([file])
    page.get_by_role("button", name="See what is in it").click()
    expect(page.get_by_role("heading", level=1, name="Friday table")).to_be_visible()


@pytest.mark.parametrize("has_script", [True, False], ids=["script", "no-script"])
def test_a_circle_is_imported_from_the_first_page(visit, file, has_script):
    page = visit(java_script_enabled=has_script).open("/")
    page.get_by_role("link", name="Start from a file").click()
    check_file(page, file)
    expect(page.locator(".facts")).to_contain_text("A, B, C, D")
    page.get_by_role("button", name="Import").click()
    expect(page).to_have_url(re.compile("/circles/[a-z0-9]{12}/$"))
    expect(page.get_by_text("Friday table has been imported.")).to_be_visible()
    expect(page.get_by_role("button", name="Same as last time")).to_be_visible()
    page.goto(page.url + "balances/")
    expect(page.get_by_text("46.00").first).to_be_visible()


def test_both_steps_in_every_size_and_theme(visit, file):
    page = visit(bypass_csp=True).open("/start/file/")
    assert faults(page) == []
    check_file(page, file)
    assert faults(page) == []
