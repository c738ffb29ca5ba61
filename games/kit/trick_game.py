"""What most trick games have in common."""

from typing import Any

from games.game import Game
from games.kit.choices import Choice
from games.kit.records import throw_in


class TrickGame(Game):
    """A game whose hands can be recorded card by card or thrown in, with the direction of play in its rules."""

    by_card = True

    @property
    def direction(self) -> Choice:
        chosen: Choice = self.rules.direction
        return chosen

    @property
    def can_throw_in(self) -> bool:
        return True

    @staticmethod
    def throw_in(reason: str, play: Any = None) -> dict[str, Any]:
        return throw_in(reason, play)
