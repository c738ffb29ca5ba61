"""axe-core against a page: what a machine can find of WCAG 2.2 AA."""

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@cache
def source() -> str:
    return (Path(__file__).parent / "vendor" / "axe" / "axe.min.js").read_text(encoding="utf-8")


def findings(page: Page) -> list[str]:
    """One line per fault: the rule, the element and why. Empty is what we want."""
    page.wait_for_load_state()
    page.evaluate(source())
    result = page.evaluate("tags => axe.run(document, { runOnly: tags })", TAGS)
    return [
        f"{violation['id']}: {node['html'][:160]} ({node['failureSummary']})"
        for violation in result["violations"]
        for node in violation["nodes"]
    ]
