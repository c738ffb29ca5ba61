"""The base class of games in which one player declares what is played: see declaring.py."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from games.contract import Score, Standing, Table
from games.game import Game
from games.kit.declaring import COLUMNS, HandStake, sit_out
from games.kit.plays import Direction
from games.kit.running import add_up, next_dealer
from games.kit.standard_money import standard_money
from games.kit.transfers import Transfer, pairwise_differences


class DeclaringGame(Game):
    """A game in which each hand has a worth. A series ends after a number of hands, or when the table stops."""

    columns = COLUMNS
    open_ended: ClassVar[Sequence[Mapping[str, Any]]] = (MappingProxyType({"hands": None}),)

    def fields_by_dealer(self, dealer: int | None) -> Mapping[str, Any]:
        """Return who sits out, if there are more players than play a hand and it is known who deals."""
        asked = (question.after_dealer for question in self.questions(by_card=False) if question.after_dealer)
        sitting_out = sit_out(dealer, self.seats, next(asked, ()))
        return {"sitting_out": list(sitting_out)} if sitting_out else {}

    def standing(self, scores: Sequence[Score], table: Table) -> Standing:
        """Every hand moves the deal on, also a hand that all passed."""
        so_far = add_up(scores, table.seats, most_hands=self.rules.hands)
        direction = self.direction or Direction.CLOCKWISE
        return so_far.standing(next_dealer(table.first_dealer, len(so_far.played), table.seats, direction))

    def settle(self, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
        now = self.standing(scores, table)
        match self.rules.settlement:
            case HandStake.AT_ONCE:
                return tuple(paid for score in scores[: now.counted] for paid in score.transfers)
            case HandStake.DIFFERENCE:
                return tuple(pairwise_differences(now.cumulative, self.rules.rate))
            case HandStake.LADDER if with_standard:
                sums = [self.rules.place_sum * place for place in range(1, len(now.cumulative))]
                return tuple(standard_money(now, sums))
            case _:
                return ()
