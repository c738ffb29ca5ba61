"""What every page of the site must fulfil, in every size and in both themes."""

import gzip
from itertools import product

import pytest

from tests.browser.axe import faults
from tests.browser.conftest import DESK, PHONE, SMALLEST_PHONE, first_load
from tests.browser.table import width

SCREENS = [f"/design/{name}/" for name in ("entry", "cards", "series", "tonight", "opening")]
PAGES = ["/", "/design/", *SCREENS]
FIRST_LOAD_LIMIT = 60_000
TOUCH = 48
# WCAG 2.5.8 asks less of links that stand in a line of text; these are the only small targets.
INLINE_LINKS = "p a, .soft a, .breadcrumbs a, .error-summary a, .table a"


@pytest.mark.parametrize("path", PAGES)
def test_every_page_in_every_size_and_theme(open_page, path):
    # axe changes styles while it measures contrast, which our policy would rightly forbid.
    page = open_page(path, bypass_csp=True)
    assert small_targets_of(page) == []
    page.set_viewport_size(SMALLEST_PHONE)
    assert width(page) <= SMALLEST_PHONE["width"]
    assert faults(page, tuple(product((PHONE, DESK), ("light", "dark")))) == []


def small_targets_of(page):
    return page.evaluate(
        """([touch, inline]) => [...document.querySelectorAll(
                "a[href], button, select, summary, .choice, .segments__option")]
            .filter(element => element.checkVisibility() && !element.matches(inline) && !element.matches(".skip-link"))
            .map(element => [element, targetOf(element)])
            .filter(([, box]) => box.height < touch)
            .map(([element, box]) => `${box.height}: ${element.outerHTML.slice(0, 120)}`);

        // A link that spreads over its row is as large as the row.
        function targetOf(element) {
            const row = element.matches(".list-row__title") && element.closest(".list-row");
            return (row || element).getBoundingClientRect();
        }""",
        [TOUCH, INLINE_LINKS],
    )


@pytest.mark.parametrize("path", ["/design/entry/", "/design/cards/"])
def test_score_screens_fit_without_scrolling(open_page, path):
    page = open_page(path)
    assert page.evaluate("document.documentElement.scrollHeight") <= PHONE["height"]


def test_card_keys_are_wide_enough_for_a_finger(open_page):
    page = open_page("/design/cards/")
    widths = page.eval_on_selector_all(".card-key", "keys => keys.map(key => key.getBoundingClientRect().width)")
    assert len(widths) == 52
    assert min(widths) >= TOUCH


@pytest.mark.parametrize("path", ["/", "/design/entry/", "/design/cards/", "/design/series/"])
def test_the_first_load_is_small(visit, path):
    visitor = visit()
    responses = first_load(visitor.context.new_page(), visitor.site + path)
    bodies = {response.url: response.body() for response in responses}
    assert len(bodies) > 20, "the page loaded without its style or scripts"
    # collectstatic makes one file of the style sheets (ledger/face/static_files.py), which is compressed as a whole.
    styles = [url for url in bodies if url.endswith(".css")]
    bodies["styles"] = b"".join(bodies.pop(url) for url in styles)
    sizes = {url: len(body if url.endswith(".woff2") else gzip.compress(body)) for url, body in bodies.items()}
    assert sum(sizes.values()) < FIRST_LOAD_LIMIT, sizes


def without_local_fonts(visitor):
    """As on a phone without a Devanagari font."""

    def strip(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace('local("', 'local("none '))

    visitor.context.route("**/fonts*.css", strip)


def fonts_loaded(visitor, path: str) -> list[str]:
    without_local_fonts(visitor)
    responses = first_load(visitor.context.new_page(), visitor.site + path)
    return [response.url for response in responses if response.url.endswith(".woff2")]


def test_an_english_page_loads_only_the_font_of_titles_before_its_menu_is_opened(visit):
    visitor = visit()
    (titles,) = fonts_loaded(visitor, "/")
    assert "zilla-slab" in titles
    page = visitor.open("/")
    with page.expect_response("**/*.woff2") as font:
        page.locator(".menu summary").click()
    assert "language-name" in font.value.url


@pytest.mark.parametrize("screen", ["entry", "cards"])
def test_a_screen_of_entry_loads_no_font_of_titles(visit, screen):
    assert [font for font in fonts_loaded(visit(), f"/design/{screen}/") if "zilla-slab" in font] == []


def test_nepali_pages_load_the_devanagari_font(visit):
    fonts = fonts_loaded(visit(), "/design/")
    assert len([font for font in fonts if "language-name" not in font and "devanagari" in font]) == 2


def test_no_page_loads_anything_from_another_host(visit):
    visitor = visit()
    responses = first_load(visitor.context.new_page(), visitor.site + "/design/")
    assert {response.url for response in responses if not response.url.startswith(visitor.site)} == set()
