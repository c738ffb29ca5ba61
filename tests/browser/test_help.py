"""The pages of help on a phone: one and a half screens at most, in every language, with a way back."""

import pytest

from ledger.following.help_pages import SCREENS
from ledger.lib.languages import LANGUAGES

SCREEN = {"width": 390, "height": 844}
MOST_SCREENS = 1.5

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.mark.parametrize("language", [language.code for language in LANGUAGES])
def test_a_page_of_help_is_one_and_a_half_screens_at_most(visit, language):
    visitor = visit(locale=language, viewport=SCREEN)
    page = visitor.context.new_page()
    heights = {}
    for name in SCREENS:
        page.goto(f"{visitor.site}/help/{name}/")
        page.evaluate("document.fonts.ready")
        heights[name] = page.evaluate("document.documentElement.scrollHeight")
    assert {name: height for name, height in heights.items() if height > MOST_SCREENS * SCREEN["height"]} == {}


def test_back_leads_to_where_one_came_from(visit):
    page = visit(viewport=SCREEN).open("/check/")
    page.locator(".app-bar__help").tap()
    page.wait_for_url("**/help/check/**")
    page.get_by_role("link", name="All of the help").tap()
    page.wait_for_url("**/help/?from=**")
    page.locator(".app-bar a").first.tap()
    page.wait_for_url("**/check/")
