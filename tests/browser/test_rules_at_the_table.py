"""What a player needs at the table fits on one screen of a phone, in every language."""

import pytest

from games.registry import GAMES
from tests.browser.visitor import PHONE
from tests.games.test_rules_pages import LANGUAGES

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_for_the_table_fits_on_one_screen(visit, transactional_db, language):
    visitor = visit(locale=language)
    for game in GAMES:
        page = visitor.open(f"/rules/{game.slug}/")
        box = page.locator(".at-the-table").bounding_box()
        assert box
        assert box["height"] <= PHONE["height"], game.slug
        page.close()
