"""A game's own example, without an account and without a database."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.series.models import Series
from tests.ledger.series.pages import text_of

pytestmark = pytest.mark.django_db

EXAMPLE = "/example/jaago-chalis/"


def test_the_example_shows_the_figures_of_its_source() -> None:
    shown = text_of(Client().get(EXAMPLE))
    assert "place 1 A A 41 place 2 B B 18½ place 3 C C 6½ place 4 D D 4" in shown
    assert "A won with 41." in shown
    assert "The J-40 team's document of 2004" in shown


def test_hands_are_shown_card_by_card_or_as_totals() -> None:
    shown = [text_of(Client().get(f"{EXAMPLE}hands/{number}/")) for number in (1, 2, 3, 4)]
    assert ["Trick 13" in page for page in shown] == [True, True, False, False]
    assert "2 cards were played that the rules did not allow." in shown[1]
    assert "A A 16 +16 41" in shown[3]


@pytest.mark.parametrize("path", [EXAMPLE, f"{EXAMPLE}hands/1/"])
def test_the_example_takes_no_query(path: str) -> None:
    with CaptureQueriesContext(connection) as queries:
        page = Client().get(path).content.decode()
    assert not len(queries)
    assert not Series.objects.exists()
    main = page[page.index("<main") : page.index("</main>")]
    assert "<form" not in main


@pytest.mark.parametrize("path", ["/example/chess/", f"{EXAMPLE}hands/0/", f"{EXAMPLE}hands/5/"])
def test_a_game_without_an_example_is_404(path: str) -> None:
    assert Client().get(path).status_code == 404


def test_the_first_page_links_to_the_example() -> None:
    page = Client().get("/").content.decode()
    assert f'href="{EXAMPLE}"' in page
