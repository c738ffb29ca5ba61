"""The example of a game is shown without an account, and without a query of the database."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.series.models import Series
from tests.ledger.pages import text_of

pytestmark = pytest.mark.django_db

EXAMPLE = "/example/jaago-chalis/"


def test_the_example_shows_the_figures_of_its_source():
    shown = text_of(Client().get(EXAMPLE))
    assert "place 1 A Asha 41 place 2 B Bimal 18½ place 3 C Chandra 6½ place 4 D Deepa 4" in shown
    assert "Asha won with 41." in shown
    assert "The J-40 team's document of 2004" in shown


def test_the_example_says_who_pays_whom():
    """By difference Asha receives 22½ + 34½ + 37 and Deepa pays 37 + 14½ + 2½; the standard money is +90 and −40.
    Deepa pays 94 points, and a point is worth NPR 5."""
    shown = text_of(Client().get(EXAMPLE))
    assert "D Deepa pays Asha NPR 470.00" in shown
    assert "One point is worth NPR 5.00." in shown
    assert "scan" not in shown


def test_hands_are_shown_card_by_card_or_as_totals():
    shown = [text_of(Client().get(f"{EXAMPLE}hands/{number}/")) for number in (1, 2, 3, 4)]
    assert ["Trick 13" in page for page in shown] == [True, True, False, False]
    assert "2 cards were played that the rules did not allow." in shown[1]
    assert "A Asha 16 +16 41" in shown[3]


@pytest.mark.parametrize("path", [EXAMPLE, f"{EXAMPLE}hands/1/"])
def test_the_example_takes_no_query(path):
    with CaptureQueriesContext(connection) as queries:
        page = Client().get(path).content.decode()
    assert not len(queries)
    assert not Series.objects.exists()
    main = page[page.index("<main") : page.index("</main>")]
    assert "<form" not in main


@pytest.mark.parametrize("path", ["/example/chess/", f"{EXAMPLE}hands/0/", f"{EXAMPLE}hands/5/"])
def test_a_game_without_an_example_is_404(path):
    assert Client().get(path).status_code == 404


def test_the_first_page_links_to_the_example():
    page = Client().get("/").content.decode()
    assert f'href="{EXAMPLE}"' in page


@pytest.mark.parametrize(
    ("slug", "told"),
    [
        ("skat", ["Stopped with Bernd in front: 208", "Anna · Grand"]),
        ("doppelkopf", ["Stopped with Bernd in front: 6", "Solo · Re: Anna"]),
        ("schafkopf", ["Dieter won with 480.", "Dieter · Solo"]),
        ("tarot", ["Alice won with 479.", "Chloé · Garde"]),
        ("belote", ["Alice & Chloé won with 2078.", "Alice & Chloé · Capot · All trump"]),
        ("spades", ["Alice & Carol won with 534.", "(4, 3)"]),
    ],
)
def test_games_without_a_source_of_their_own_have_worked_hands(slug, told):
    shown = text_of(Client().get(f"/example/{slug}/"))
    assert [words for words in told if words not in shown] == []
    assert "to see how it was counted" in shown
    assert "The worked hands of the rules" in shown or slug == "spades"
    assert f'href="/example/{slug}/"' in Client().get(f"/rules/{slug}/").content.decode()


def test_a_hand_of_an_example_says_how_it_was_counted():
    shown = text_of(Client().get("/example/skat/hands/5/"))
    assert "Anna plays with 4, play 5, hand 6, Schneider 7, announced 8: 8 × 24 = 192, lost × 2 = 384" in shown
