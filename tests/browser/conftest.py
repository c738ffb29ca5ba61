"""Chromium at two sizes and in both themes, with a live server.

`open_page(path)` is all that most tests need: it returns a page that fails the test if the console says anything.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Response,
    expect,
    sync_playwright,
)

from ledger.sheets import printer
from ledger.transfer import file_process

SMALLEST_PHONE = {"width": 320, "height": 640}
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
HERE = Path(__file__).parent
PATIENCE = 20_000  # milliseconds to wait on a busy machine; quick answers are not slowed down
# A busy machine answers late, or after the page is gone. What the server refuses is reported in other words.
LATE = re.compile(r"htmx:(afterRequest|timeout|sendAbort)\b")

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session", autouse=True)
def wait_for_sheets() -> None:
    """However busy the machine of the tests is."""
    printer.WAITS = 60


@pytest.fixture(scope="session", autouse=True)
def read_files_here() -> None:
    """Another process does not see what a test has written."""
    file_process.ask = file_process.work


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """There can be only one in a process."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright, chromium_path: str) -> Iterator[Browser]:
    chromium = playwright.chromium.launch(executable_path=chromium_path, args=FLAGS)
    yield chromium
    chromium.close()


@pytest.fixture
def site(live_server: Any, settings: Any) -> str:
    """The server's address. A test page for htmx is routed too."""
    settings.ROOT_URLCONF = "tests.browser.urls"
    return str(live_server.url)


def ready(page: Page) -> None:
    """Wait for the scripts. Before that, buttons work as without scripts."""
    page.locator("html[data-ready]").wait_for(state="attached")


def first_load(page: Page, address: str) -> list[Response]:
    responses: list[Response] = []
    # A bound method of a builtin has no attributes, which Playwright wants to set on it.
    page.on("response", lambda response: responses.append(response))  # noqa: PLW0108
    page.goto(address, wait_until="networkidle")
    return responses


@dataclass
class Visitor:
    """A person with a browser of their own: cookies, size, theme."""

    context: BrowserContext
    site: str
    has_script: bool = True
    console_errors: list[str] = field(default_factory=list)

    def open(self, path: str) -> Page:
        page = self.context.new_page()
        page.on("console", self._listen)
        page.on("pageerror", lambda error: self.console_errors.append(str(error)))
        page.goto(self.site + path)
        if self.has_script:
            ready(page)
        return page

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not LATE.match(message.text):
            self.console_errors.append(message.text)


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Callable[..., Visitor]]:
    """`visit(size=DESK, color_scheme="dark", locale="ne")` makes a visitor, with any option of a browser context."""
    visitors = []

    def make(size: dict[str, int] | None = None, **options: Any) -> Visitor:
        options = {"viewport": size or PHONE, "has_touch": size is not DESK, "reduced_motion": "reduce"} | options
        visitor = Visitor(browser.new_context(**options), site, options.get("java_script_enabled", True))
        visitors.append(visitor)
        return visitor

    yield make
    for visitor in visitors:
        visitor.context.close()
    console_errors = [error for visitor in visitors for error in visitor.console_errors]
    assert console_errors == [], "the browser's console is not clean"


@pytest.fixture
def open_page(visit: Callable[..., Visitor]) -> Callable[..., Page]:
    def open_one(path: str, **options: Any) -> Page:
        return visit(**options).open(path)

    return open_one
