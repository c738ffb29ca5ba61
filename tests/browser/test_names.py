"""Names of players on a small phone: never broken inside a word, in both languages and with large letters."""

from decimal import Decimal

import pytest
from django.urls import reverse

from games.game import Game
from games.registry import GAMES
from ledger.circles.services.players import add_player
from ledger.series.starting import Agreement, start_series
from tests.browser.cut import RESIZE, broken_words
from tests.browser.table import Table, bobs_circle, sign_in
from tests.browser.visitor import Visit
from tests.games.random_hands import numbers_of_players
from tests.needs import daily

pytestmark = pytest.mark.django_db(transaction=True)
SHORT = {"width": 360, "height": 640}
NAMES = (
    "Maheshwari",
    "Konstantinos",
    "Wolfeschlegelsteinhausen",
    "राजेन्द्रबहादुर",
    "Christopher",
    "चन्द्रप्रकाश",
    "Dhanalakshmi",
    "Annemarie",
    "Chandrakala",
)


def long_names(game: type[Game]) -> Table:
    me = bobs_circle()
    for name in NAMES:
        add_player(circle=me.circle, name=name)
    players = sorted(me.circle.players.filter(name__in=NAMES), key=lambda player: NAMES.index(player.name))
    seats = [count for count in numbers_of_players(game) if count <= len(NAMES)]
    agreed = Agreement(game, players[: max(seats)], game.default_preset.rules, Decimal(0), first_dealer=0)
    return Table(me, start_series(me=me, agreed=agreed))


@pytest.mark.parametrize("game", daily(list(GAMES), 1), ids=lambda game: game.slug)
@pytest.mark.parametrize("language", ["en", "ne"])
def test_no_name_is_broken(visit: Visit, game: type[Game], language: str) -> None:
    me, series = long_names(game)
    visitor = visit(size=SHORT)
    sign_in(visitor, me.user)
    visitor.context.add_cookies([{"name": "django_language", "value": language, "url": visitor.site}])
    pages = ["enter_hand", "page", *(["cards"] if game.by_card else [])]
    for address in (reverse(f"series:{name}", args=[series.pk]) for name in pages):
        page = visitor.open(address)
        for letters in ("100%", "200%"):
            page.evaluate(RESIZE, letters)
            assert names_in(broken_words(page, longest=40)) == [], (address, letters)


def names_in(broken: list[str]) -> list[str]:
    return [each for each in broken if each.split(" in ")[0] in NAMES]
