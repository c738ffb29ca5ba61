"""A visitor with a separate browser, and sizes of screens."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Response

SMALLEST_PHONE = {"width": 320, "height": 640}
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
PATIENCE = 20_000  # milliseconds to wait on a busy machine; quick answers are not slowed down
# Messages about answers that a busy machine sends late, or after the page was left.
LATE = re.compile(r"htmx:(afterRequest|timeout|sendAbort)\b")
ANYTHING = "."  # what `may_log` is where requests fail on purpose: Chromium and htmx log each of them


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
    """A visitor with separate cookies, size of screen and theme."""

    context: BrowserContext
    site: str
    has_script: bool = True
    may_log: str = ""  # a pattern of errors that a test causes, such as "422"
    console_errors: list[str] = field(default_factory=list)

    def open(self, path: str) -> Page:
        page = self.context.new_page()
        page.on("console", self._listen)
        page.on("pageerror", lambda error: self._note(str(error)))
        page.goto(self.site + path)
        if self.has_script:
            ready(page)
        return page

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not LATE.match(message.text):
            self._note(message.text)

    def _note(self, error: str) -> None:
        if not (self.may_log and re.search(self.may_log, error)):
            self.console_errors.append(error)


Visit = Callable[..., Visitor]  # the fixture `visit`
