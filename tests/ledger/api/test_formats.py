"""`Accept` is respected: JSON for programs, a page for browsers, 406 for any other format."""

import pytest
from django.test import Client

from ledger.circles.models import Circle
from tests.ledger.api.conftest import BASE, start
from tests.ledger.api.test_hostile import assert_problem

pytestmark = pytest.mark.django_db
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"


@pytest.fixture
def browser(alice) -> Client:
    client = Client(headers={"Accept": BROWSER})
    client.force_login(alice)
    return client


def test_a_browser_sees_a_page_in_our_own_template(browser, circle):
    page = browser.get(f"{BASE}circles")
    text = page.content.decode()
    assert (page.status_code, page.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert {"rest_framework/api.html", "base.html"} <= {template.name for template in page.templates}
    assert circle.name in text
    assert "application/json" in text or "GET" in text
    assert "rest_framework/css" not in text
    assert "<style" not in text
    assert 'style="' not in text
    assert all("src=" in script for script in text.split("<script")[1:])


def test_typed_text_is_escaped_on_the_page(browser, circle):
    Circle.objects.update(name="<img src=x onerror=alert(1)>")
    assert "<img src=x" not in browser.get(f"{BASE}circles").content.decode()


def test_browsers_get_refusals_as_a_page(browser):
    page = browser.get(f"{BASE}circles/{'a' * 12}")
    assert (page.status_code, page.headers["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert "urn:khata:problem:not-found" in page.content.decode()
    assert Client(headers={"Accept": BROWSER}).get(f"{BASE}circles").status_code == 401


def test_every_read_has_a_page_for_browsers(browser, circle, at):
    of = f"circles/{circle.pk}"
    for address in ("games", of, f"{of}/players", f"{of}/series", f"{of}/balances", f"{of}/settle-up", f"{of}/entries"):
        assert browser.get(f"{BASE}{address}").status_code == 200, address
    for address in (at, f"{at}/settlement"):
        page = browser.get(f"{BASE}{address}")
        assert page.headers["Content-Type"].startswith("text/html"), address
        as_json = browser.get(f"{BASE}{address}", headers={"Accept": "application/json"})
        assert as_json.headers["Content-Type"] == "application/json"
        assert as_json.headers["ETag"] != page.headers["ETag"]


def test_a_page_of_a_list_links_to_the_next(browser, bobs, circle, players):
    for _ in range(2):
        start(bobs, circle, players)
    text = browser.get(f"{BASE}circles/{circle.pk}/series?limit=1").content.decode()
    assert f'<a href="http://testserver{BASE}circles/{circle.pk}/series?limit=1&amp;cursor=' in text


@pytest.mark.parametrize("accept", ["application/json", "*/*", "application/*", "text/csv, */*;q=0.1", None])
def test_programs_get_json(alices, accept):
    answer = alices.client.get(f"{BASE}circles", headers={"Accept": accept} if accept else {})
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/json")


@pytest.mark.parametrize("accept", ["image/png", "application/xml", "text/csv", "nonsense"])
def test_an_unavailable_format_is_406(alices, accept):
    assert_problem(alices.client.get(f"{BASE}circles", headers={"Accept": accept}), 406)
    written = alices.client.post(
        f"{BASE}circles", {"name": "x"}, content_type="application/json", headers={"Accept": accept}
    )
    assert_problem(written, 406)
    assert alices.get("circles").json() == []


def test_the_format_can_be_chosen_in_the_address(browser):
    assert browser.get(f"{BASE}circles?format=json").headers["Content-Type"] == "application/json"
    assert browser.get(f"{BASE}circles?format=xml").status_code == 404


@pytest.mark.parametrize("accept", ["application/problem+json", "application/json", BROWSER])
def test_a_caller_that_accepts_problem_json_gets_the_answer(alices, accept):
    answer = alices.client.get(f"{BASE}circles", headers={"Accept": accept})
    assert answer.status_code == 200
    assert "problem" not in answer.headers["Content-Type"]
    assert alices.client.get(f"{BASE}circles/{'a' * 12}", headers={"Accept": accept}).status_code == 404


@pytest.mark.parametrize(
    "accept", ["image/png", "text/html", "application/json", "application/pdf", "nonsense", "application/problem+json"]
)
@pytest.mark.parametrize("file", ["sheet.pdf", "export.csv", "export.json"])
def test_an_address_with_an_ending_is_never_406(bobs, started, file, accept):
    at = f"{BASE}series/{started['id']}/{file}"
    assert bobs.client.get(at, headers={"Accept": accept}).status_code in (200, 503)
    assert_problem(bobs.client.get(at.replace(started["id"], "a" * 12), headers={"Accept": accept}), 404)
    assert_problem(Client().get(at, headers={"Accept": accept}), 401)


def test_every_read_has_an_etag_that_holds_while_nothing_changes(alices, circle, at):
    for address in ("games", "circles", f"circles/{circle.pk}/entries", at, f"{at}/settlement", f"{at}/export.csv"):
        first = alices.get(address)
        assert first.headers["Cache-Control"] == "private, no-cache", address
        again = alices.get(address, **{"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b""), address
        assert again.headers["ETag"] == first.headers["ETag"]
