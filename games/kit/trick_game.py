"""The base class of most trick games."""

from games.game import Game


class TrickGame(Game):
    """A game whose hands can be recorded card by card or thrown in."""

    by_card = True
    can_throw_in = True
