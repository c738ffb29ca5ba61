"""A series on a television: everything can be read from five metres, and the screen stays on."""

from django.urls import reverse
from playwright.sync_api import expect

from ledger.live.links import link_to_share, token_of
from tests.browser.axe import findings_in
from tests.browser.cut import cut_texts
from tests.browser.table import NAMES, height, record_next, width

TELEVISION = {"width": 1920, "height": 1080}
SMALLEST_LETTER = 40  # pixels: a letter of 2 cm on a television of 60 cm
WAKE_LOCK = """Object.defineProperty(navigator, "wakeLock", {
    value: { request: async (kind) => (window.lock = kind) },
})"""
SMALL_LETTERS = """(smallest) => [...document.querySelectorAll(".big-screen *")]
    .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .filter((element) => !element.closest(".visually-hidden, .freshness, .chart, template"))
    .filter((element) => parseFloat(getComputedStyle(element).fontSize) < smallest)
    .map((element) => element.textContent.trim())"""


def test_a_television_shows_everything_without_scrolling(visit, table):
    visitor = visit(size=TELEVISION, bypass_csp=True)
    visitor.context.add_init_script(WAKE_LOCK)
    token = token_of(link_to_share(me=table.scorer, series=table.series))
    page = visitor.open(reverse("follow:screen", args=[token]))
    expect(page.locator(".big-screen__side")).to_have_count(len(NAMES))
    assert (width(page), height(page)) == (TELEVISION["width"], TELEVISION["height"])
    assert page.evaluate(SMALL_LETTERS, SMALLEST_LETTER) == []
    assert cut_texts(page) == []
    assert findings_in(page) == []
    assert page.evaluate("window.lock") == "screen"
    record_next(table, 4)
    expect(page.locator(".big-screen__headline")).to_have_text("Asha won", timeout=20_000)
    assert (width(page), height(page)) == (TELEVISION["width"], TELEVISION["height"])
