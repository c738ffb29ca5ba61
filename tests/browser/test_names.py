"""Names of players on a small phone: never broken inside a word, in both languages and with large letters."""

from decimal import Decimal

import pytest
from django.urls import reverse

from games.game import Game
from games.registry import BY_SLUG, GAMES
from ledger.circles.services.players import add_player
from ledger.series.starting import Agreement, start_series
from tests.browser.cut import RESIZE, broken_words
from tests.browser.table import Table, bobs_circle, sign_in
from tests.games.random_hands import numbers_of_players
from tests.ledger.series.conftest import Scorer

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

# Finds the boxes that hide a part of the name.
HIDDEN = """(name) => {
    const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
        if (texts.currentNode.data.trim() !== name) continue;
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        const { right, width } = range.getBoundingClientRect();
        for (let box = texts.currentNode.parentElement; width > 1 && box; box = box.parentElement) {
            const hides = getComputedStyle(box).overflowX !== "visible" && getComputedStyle(box).display !== "inline";
            if (hides && right > box.getBoundingClientRect().right + 1) found.push(box.className);
        }
    }
    return found;
}"""


def long_names(game: type[Game]) -> Table:
    me = bobs_circle()
    for name in NAMES:
        add_player(circle=me.circle, name=name)
    players = sorted(me.circle.players.filter(name__in=NAMES), key=lambda player: NAMES.index(player.name))
    seats = [count for count in numbers_of_players(game) if count <= len(NAMES)]
    agreed = Agreement(game, players[: max(seats)], game.default_preset.rules, Decimal(0), first_dealer=0)
    return Table(me, start_series(me=me, agreed=agreed))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
@pytest.mark.parametrize("language", ["en", "ne"])
def test_no_name_is_broken(visit, game, language):
    me, series = long_names(game)
    visitor = visit(size=SHORT, language=language)
    sign_in(visitor, me.user)
    pages = ["enter_hand", "page", *(["cards"] if game.by_card else [])]
    for address in (reverse(f"series:{name}", args=[series.pk]) for name in pages):
        page = visitor.open(address)
        for letters in ("100%", "200%"):
            page.evaluate(RESIZE, letters)
            assert names_in(broken_words(page, longest=40)) == [], (address, letters)


def names_in(broken: list[str]) -> list[str]:
    return [each for each in broken if each.split(" in ")[0] in NAMES]


def test_a_name_of_eight_letters_is_whole(visit):
    """On the first page, among the hands and where one says who declared."""
    me = bobs_circle()
    players = [add_player(circle=me.circle, name=name) for name in ("Fauvette", "Merle", "Pinson", "Geai")]
    tarot = BY_SLUG["tarot"]
    series = start_series(me=me, agreed=Agreement(tarot, players, tarot.default_preset.rules, Decimal(1)))
    Scorer(me, series).record({"taker": 0, "contract": "garde", "bouts": 3, "points": 56})
    visitor = visit(size=SHORT)
    sign_in(visitor, me.user)
    pages = [reverse("home"), reverse("series:page", args=[series.pk]), reverse("series:correct", args=[series.pk, 1])]
    for address in pages:
        page = visitor.open(address)
        assert [page.evaluate(HIDDEN, name) for name in ("Fauvette", "Geai")] == [[], []], address
