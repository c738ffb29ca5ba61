"""The first page, and the files that each page loads."""

import gzip
from itertools import product
from typing import Any

import pytest
from django.urls import reverse

from ledger.face.static_files import COMMENT
from ledger.lib.languages import LANGUAGES
from tests.browser.axe import faults
from tests.browser.table import J40, sign_in, small_targets, width, write_down
from tests.browser.visitor import DESK, PHONE, SMALLEST_PHONE, Visitor, first_load

FIRST_LOAD_LIMIT = 60_000


@pytest.fixture
def open_at(visit, table):
    """`open_at("enter_hand")` returns a signed-in visitor and the address of that page of a series with three hands."""

    def visitor_at(name: str, **options: Any) -> tuple[Visitor, str]:
        visitor = visit(**options)
        if name == "home":
            return visitor, visitor.site
        me, series = table
        if name == "cards":
            write_down(me, series, J40[1], cards=1)
        sign_in(visitor, me.user)
        return visitor, visitor.site + reverse(f"series:{name}", args=[series.pk])

    return visitor_at


def test_the_opening_has_no_faults_in_any_size_and_theme(open_page):
    # axe changes styles while it measures contrast, which our Content-Security-Policy would rightly forbid.
    page = open_page("/", bypass_csp=True)
    assert small_targets(page) == []
    page.set_viewport_size(SMALLEST_PHONE)
    assert width(page) <= SMALLEST_PHONE["width"]
    assert faults(page, tuple(product((PHONE, DESK), ("light", "dark")))) == []


CODES = [language.code for language in LANGUAGES]


@pytest.mark.parametrize(("name", "language"), [("enter_hand", "en"), *product(("home", "cards"), CODES)])
def test_the_first_load_is_small(open_at, name, language):
    """On a phone that has a font for its language, as phones do."""
    visitor, address = open_at(name, locale=language)
    responses = first_load(visitor.context.new_page(), address)
    bodies = {response.url: response.body() for response in responses}
    assert len(bodies) > 20, "the page loaded without its style or scripts"
    # collectstatic makes one file of them, without comments (ledger/face/static_files.py), which is compressed.
    styles = [url for url in bodies if url.endswith(".css")]
    bodies["styles"] = COMMENT.sub("", b"".join(bodies.pop(url) for url in styles).decode()).encode()
    own_letters = [url for url in bodies if "devanagari" in url]
    for url in own_letters:
        del bodies[url]
    sizes = {url: len(body if url.endswith(".woff2") else gzip.compress(body)) for url, body in bodies.items()}
    assert sum(sizes.values()) < FIRST_LOAD_LIMIT, sizes


def without_local_fonts(visitor):
    """Let the page load no local fonts, as on a phone without a Devanagari font."""

    def strip(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace('local("', 'local("none '))

    visitor.context.route("**/fonts*.css", strip)


def fonts_loaded(visitor: Visitor, address: str) -> list[str]:
    without_local_fonts(visitor)
    responses = first_load(visitor.context.new_page(), address)
    return [response.url for response in responses if response.url.endswith(".woff2")]


def test_an_english_page_loads_no_font_before_its_menu_is_opened(visit):
    """So titles do not change their look while the page loads."""
    visitor = visit()
    assert fonts_loaded(visitor, visitor.site) == []
    page = visitor.open("/")
    with page.expect_response("**/*.woff2") as font:
        page.locator(".menu summary").click()
    assert "language-name" in font.value.url


def test_nepali_pages_load_the_devanagari_font(visit):
    visitor = visit(locale="ne")
    fonts = fonts_loaded(visitor, visitor.site)
    assert len([font for font in fonts if "language-name" not in font and "devanagari" in font]) == 2


def test_no_page_loads_anything_from_another_host(open_at):
    visitor, address = open_at("page")
    responses = first_load(visitor.context.new_page(), address)
    assert {response.url for response in responses if not response.url.startswith(visitor.site)} == set()
