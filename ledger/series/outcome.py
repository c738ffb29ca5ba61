"""What a series comes to if it is settled as it stands: who pays whom, in points and money. No database, no clock."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from games.kit.transfers import Transfer, matrix, nets
from ledger.circles.models import Player
from ledger.money.amounts import in_minor
from ledger.money.rounding import Rounded, round_nets
from ledger.money.settle_up import PaymentPlan, settle_up
from ledger.series.models import Series

if TYPE_CHECKING:
    from ledger.series.state import Replay


@dataclass(frozen=True)
class SeriesOutcome:
    """Each figure is worked out once, when it is first asked for."""

    play: "Replay"
    series: Series
    players: Sequence[Player]
    with_standard: bool

    @cached_property
    def transfers(self) -> tuple[Transfer, ...]:
        """What the game's settlement pays, with the cause of each payment."""
        return self.play.game.settle(self.play.scores, self.play.table, with_standard=self.with_standard)

    @cached_property
    def points(self) -> tuple[Fraction, ...]:
        """What each seat receives in all; negative is what it pays."""
        return nets(self.transfers, len(self.players))

    @cached_property
    def pairs(self) -> tuple[tuple[Fraction, ...], ...]:
        """What the seat of the row receives from the seat of the column."""
        return matrix(self.transfers, len(self.players))

    @cached_property
    def money(self) -> Rounded:
        """What each seat receives in the currency of the series; negative is what it pays."""
        series = self.series
        exact = [in_minor(points * Fraction(series.point_value), series.currency) for points in self.points]
        return round_nets(exact, series.coin_minor, [lot(series, player.pk) for player in self.players])

    @cached_property
    def payments(self) -> PaymentPlan:
        """The fewest payments of money that clear the series."""
        return settle_up(self.money.amounts_minor)


def lot(series: Series, player_id: str) -> str:
    """The player's lot, which decides where rounding cannot. It follows from random ids, so that it can be checked."""
    return hashlib.sha256(f"{series.pk} {player_id}".encode()).hexdigest()
