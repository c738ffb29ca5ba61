"""Check a page with axe-core, which finds many violations of WCAG 2.2 AA."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.browser.table import width
from tests.browser.visitor import DESK, SMALLEST_PHONE
from tests.needs import THOROUGH

ALL_RULES = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
COLOURS_HAVE_CHANGED = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    do await frame(); while ([...document.querySelectorAll("link[rel=stylesheet]")].some((link) => !link.sheet));
    const isChanging = (animation) => animation instanceof CSSTransition && animation.playState === "running";
    do { await frame(); await frame(); } while (document.getAnimations().some(isChanging));
}"""
SMALL_LIGHT_LARGE_DARK = ((SMALLEST_PHONE, "light"), (DESK, "dark"))


@cache
def source() -> str:
    return (Path(__file__).parent / "vendor" / "axe" / "axe.min.js").read_text(encoding="utf-8")


def findings(page: Page) -> list[str]:
    """Return a line for each violation: the rule, the element and the reason."""
    page.wait_for_load_state()
    if not page.evaluate("'axe' in window"):
        page.evaluate(source())
    result = page.evaluate("rules => axe.run(document, { runOnly: rules })", ALL_RULES)
    return [
        f"{violation['id']}: {node['html'][:160]} ({node['failureSummary']})"
        for violation in result["violations"]
        for node in violation["nodes"]
    ]


def findings_in(page: Page, *themes: str) -> list[str]:
    """Return the faults in each theme. The page stays loaded; only its colours change."""
    return faults(page, tuple((page.viewport_size, theme) for theme in themes))


def faults(page: Page, looks: Sequence[tuple[Any, str]] = SMALL_LIGHT_LARGE_DARK) -> list[str]:
    """Return pages that are too wide and violations, in each size and theme. The page stays loaded.

    `make test` runs axe for the first look only, and checks the width of all.
    """
    found = []
    for index, (size, theme) in enumerate(looks):
        page.set_viewport_size(size)
        if width(page) > size["width"]:
            found.append(f"{size['width']} wide: the page is {width(page)} wide")
        if index and not THOROUGH:
            continue
        page.emulate_media(color_scheme=theme)
        page.evaluate(COLOURS_HAVE_CHANGED)
        found += [f"{size['width']} wide, {theme}: {finding}" for finding in findings(page)]
    return found
