"""The settlement of a series with its current hands, in points and money. No database, no clock."""

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
    """The figures of a settlement, each worked out when first needed."""

    play: "Replay"
    series: Series
    players: Sequence[Player]
    with_standard: bool

    @cached_property
    def transfers(self) -> tuple[Transfer, ...]:
        """The transfers of the game's settlement, with their causes."""
        return self.play.game.settle(self.play.scores, self.play.table, with_standard=self.with_standard)

    @cached_property
    def points(self) -> tuple[Fraction, ...]:
        """The points that each seat receives in all; negative if it pays."""
        return nets(self.transfers, len(self.players))

    @cached_property
    def pairs(self) -> tuple[tuple[Fraction, ...], ...]:
        """The points that the seat of the row receives from the seat of the column."""
        return matrix(self.transfers, len(self.players))

    @cached_property
    def money(self) -> Rounded:
        """The money that each seat receives, in the currency of the series; negative if it pays."""
        series = self.series
        exact = [in_minor(points * Fraction(series.point_value), series.currency) for points in self.points]
        return round_nets(exact, series.coin_minor, [lot(series, player.pk) for player in self.players])

    @cached_property
    def payments(self) -> PaymentPlan:
        """The fewest payments by which the settlement is paid."""
        return settle_up(self.money.amounts_minor)


def lot(series: Series, player_id: str) -> str:
    """Return the lot that decides between equal amounts in rounding. It is a hash of ids, so that it can be checked."""
    return hashlib.sha256(f"{series.pk} {player_id}".encode()).hexdigest()
