"""The duties of the player whose turn it is, as sentences."""

import pytest

from games.catalogue.jaago_chalis import GAME
from games.catalogue.jaago_chalis.play import SHAPE
from games.kit.table_view import view_table
from tests.games.jaago_chalis.reference import PACK
from tests.games.jaago_chalis.table import cards, read

BLACK = ["5C", "6C", "7C", "8C", "9C", "10C", "JC", "QC", "KC", "AC", "2C", "2S"]


def owed(*held):
    """A has led the 9H, and B plays after A. What the others hold does not matter."""
    hand = [*held, *BLACK[: 13 - len(held)]]
    rest = [code for code in PACK if code not in ["9H", *hand]]
    view = view_table(
        read(cards([["9H", None, None, None]], holdings=[["9H", *rest[:12]], hand, rest[12:25], rest[25:]])), SHAPE
    )
    return str(GAME.owes(view.turn, view.duty, view.situation)) if view.duty else None


@pytest.mark.parametrize(
    ("held", "sentence"),
    [
        (["10H", "2H", "2D"], "seat 2 must beat 9♥."),
        (["8H", "2D"], "seat 2 must follow hearts."),
        (["2D"], "seat 2 must play Jaago, diamonds."),
        (["3S"], None),
    ],
)
def test_on_the_nine_of_hearts(held, sentence):
    assert owed(*held) == sentence
