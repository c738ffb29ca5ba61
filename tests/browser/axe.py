"""axe-core against a page: what a machine can find of WCAG 2.2 AA."""

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.conftest import DESK, SMALLEST_PHONE
from tests.browser.table import width

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SMALL_LIGHT_LARGE_DARK = ((SMALLEST_PHONE, "light"), (DESK, "dark"))


@cache
def source() -> str:
    return (Path(__file__).parent / "vendor" / "axe" / "axe.min.js").read_text(encoding="utf-8")


def findings(page: Page) -> list[str]:
    """One line per fault: the rule, the element and why. Empty is what we want."""
    page.wait_for_load_state()
    if not page.evaluate("'axe' in window"):
        page.evaluate(source())
    result = page.evaluate("tags => axe.run(document, { runOnly: tags })", TAGS)
    return [
        f"{violation['id']}: {node['html'][:160]} ({node['failureSummary']})"
        for violation in result["violations"]
        for node in violation["nodes"]
    ]


def findings_in(page: Page, *themes: str) -> list[str]:
    """What axe finds in each theme. The page stays loaded; only its colours change."""
    found = []
    for theme in themes:
        page.emulate_media(color_scheme=theme)
        page.wait_for_function("[...document.querySelectorAll('link[rel=stylesheet]')].every(link => link.sheet)")
        found += [f"{theme}: {finding}" for finding in findings(page)]
    return found


def faults(page: Page, looks: tuple[tuple[dict[str, int], str], ...] = SMALL_LIGHT_LARGE_DARK) -> list[str]:
    """What runs over the edge and what axe finds, in each size and theme. The page stays loaded."""
    found = []
    for size, theme in looks:
        page.set_viewport_size(size)
        if width(page) > size["width"]:
            found.append(f"{size['width']} wide: the page is {width(page)} wide")
        found += [f"{size['width']} wide, {finding}" for finding in findings_in(page, theme)]
    return found
