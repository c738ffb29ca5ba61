"""The tokens on the account page, and the API documentation, in a browser."""

import pytest
from django.test import Client
from playwright.sync_api import expect

from ledger.circles.models import User
from tests.browser.axe import findings_in
from tests.browser.table import width
from tests.browser.visitor import DESK, SMALLEST_PHONE, Visitor
from tests.ledger.conftest import make_user

TIMEOUT = 120_000  # the API documentation is a long page
NEW, MANUAL, ANSWER = "/account/tokens/new/", "/api/v1/docs", "/api/v1/games"


def signed_in(visitor: Visitor, user: User) -> Visitor:
    client = Client()
    client.force_login(user)
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": visitor.site}
    visitor.context.add_cookies([cookie])
    visitor.context.set_default_navigation_timeout(TIMEOUT)
    return visitor


def test_a_token_is_made_used_and_revoked(visit, transactional_db):
    visitor = signed_in(visit(), make_user("Alice"))
    page = visitor.open("/account/")
    page.get_by_role("link", name="Make a token").click()
    page.get_by_label("What it is for").fill("Scoreboard")
    page.get_by_label("It may only read").check()
    page.get_by_role("button", name="Make the token").click()
    secret = page.get_by_label("Token", exact=True).input_value()
    answer = Client(headers={"Authorization": f"Bearer {secret}"}).get("/api/v1/circles")
    assert (answer.status_code, answer.json()) == (200, [])
    page.get_by_role("link", name="Back to your account").click()
    row = page.get_by_role("listitem").filter(has_text="Scoreboard")
    expect(row).to_contain_text("may only read")
    expect(row).to_contain_text("last used")
    row.get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("The token no longer works.")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Scoreboard")).to_have_count(0)
    assert Client(headers={"Authorization": f"Bearer {secret}"}).get("/api/v1/circles").status_code == 401


@pytest.mark.parametrize("path", ["/account/", NEW, MANUAL, ANSWER])
def test_every_page_in_every_size_and_theme(visit, transactional_db, path):
    page = signed_in(visit(bypass_csp=True), make_user("Alice")).open(path)
    assert findings_in(page, "light", "dark") == []
    for fold in page.locator("main summary").all():
        fold.click()
    for size in (SMALLEST_PHONE, DESK):
        page.set_viewport_size(size)
        assert width(page) <= size["width"]
