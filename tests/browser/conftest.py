"""Chromium at two sizes and in both themes, with a live server.

Most tests need only `open_page(path)`. A test fails if the browser's console has errors or warnings.
"""

from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect, sync_playwright

from ledger.sheets import printer
from ledger.transfer import file_process
from tests.browser.table import bobs_circle, open_as, start_j40
from tests.browser.visitor import DESK, PATIENCE, PHONE, Visitor
from tests.needs import leaves_out_thorough

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
HERE = Path(__file__).parent

expect.set_options(timeout=PATIENCE)

# The browser tests of `make test`: a test of each screen of entry, one of readers and one without signal.
JOURNEYS = {
    "pocket/test_going_over.py": "test_the_phone_goes_on_with_what_is_typed",
    "test_asked.py": "test_weis_takes_three_taps",
    "test_call_break.py": "test_calls_are_seen_on_another_phone_before_the_tricks_are_known",
    "test_cards.py": "test_a_mistyped_card_is_corrected",
    "test_cha.py": "test_tapped_cards_are_judged_and_the_judgement_can_be_overruled",
    "test_coiffeur.py": "test_a_round_takes_a_box_and_a_figure",
    "test_following.py": "test_a_save_on_one_phone_is_on_the_other_within_three_seconds",
    "test_jewel.py": "test_chips_count_up_and_down_and_can_be_typed",
    "test_marriage.py": "test_a_deal_of_six_fits_on_one_screen_and_is_saved",
    "test_scorecards.py": "test_two_taps_and_a_figure_record_a_hand_of_sides",
    "totals/test_entering.py": "test_the_first_hand_of_the_j40_document",
}


def journey_in(file: Path) -> str | None:
    return JOURNEYS.get(str(file.relative_to(HERE)))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave files without a test in JOURNEYS out of `make test`."""
    is_left_out = collection_path.name.startswith("test_") and not journey_in(collection_path)
    return True if is_left_out and leaves_out_thorough(config) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith("tests/browser/"):
            item.add_marker(pytest.mark.browser)
            if journey_in(item.path) != item.name.partition("[")[0]:
                item.add_marker(pytest.mark.thorough)


@pytest.fixture(scope="session", autouse=True)
def wait_for_sheets():
    """Let requests wait for their sheet on a busy machine, too."""
    printer.WAITS = 60


@pytest.fixture(scope="session", autouse=True)
def read_files_here():
    """Read files in this process: another process does not see the test's rows."""
    file_process.ask = file_process.work


@pytest.fixture(scope="session")
def playwright():
    """One Playwright for all tests, because a process can have only one."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright, chromium_path):
    chromium = playwright.chromium.launch(executable_path=chromium_path, args=FLAGS)
    yield chromium
    chromium.close()


@pytest.fixture
def site(live_server, settings):
    """The server's address. The server also has a test page for htmx."""
    settings.ROOT_URLCONF = "tests.browser.urls"
    return str(live_server.url)


@pytest.fixture
def visit(browser, site):
    """`visit(size=DESK, language="ne", may_log="422")` makes a visitor, with any option of a browser context."""
    visitors = []

    def make(size: dict[str, int] | None = None, language: str = "", may_log: str = "", **options: Any) -> Visitor:
        options = {"viewport": size or PHONE, "has_touch": size is not DESK, "reduced_motion": "reduce"} | options
        has_script = options.get("java_script_enabled", True)
        visitor = Visitor(browser.new_context(**options), site, has_script, may_log)
        if language:
            visitor.context.add_cookies([{"name": "django_language", "value": language, "url": site}])
        visitors.append(visitor)
        return visitor

    yield make
    for visitor in visitors:
        visitor.context.close()
    console_errors = [error for visitor in visitors for error in visitor.console_errors]
    assert console_errors == [], "the browser's console is not clean"


@pytest.fixture
def open_page(visit):
    def open_one(path: str, **options: Any) -> Page:
        return visit(**options).open(path)

    return open_one


@pytest.fixture
def scorer(transactional_db):
    """Bob's membership in Alice's circle."""
    return bobs_circle()


@pytest.fixture
def table(scorer, request):
    """A series with three hands of the J-40 document: A 25, B 8½, C 14½, D −8. `hands(4)` marks another number."""
    marker = request.node.get_closest_marker("hands")
    return start_j40(scorer, hands=marker.args[0] if marker else 3)


@pytest.fixture
def open_start(visit, scorer):
    """Opens the start of a series of Jaago-Chalis."""

    def open_it(**options: Any) -> Page:
        visitor = visit(**options)
        return open_as(visitor, scorer, reverse("start_series", args=[scorer.circle_id]) + "?game=jaago-chalis")

    return open_it
