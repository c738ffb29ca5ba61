"""Rounding exact amounts to coins, so that they still sum to zero."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from django.utils.translation import gettext_lazy as _

RULE = _(
    "Each amount is rounded down to whole coins, and the coins left over go one by one to the amounts that lost most "
    "by it; where two lost the same, to the lower amount first, and between two equal amounts by a lot that was drawn "
    "when the series began."
)


@dataclass(frozen=True, slots=True)
class Rounded:
    exact: tuple[Fraction, ...]  # in minor units
    amounts_minor: tuple[int, ...]
    by_lot: tuple[int, ...] = ()  # the indices of equal amounts between which the lot decided

    @property
    def changed(self) -> bool:
        """Whether rounding changed any amount."""
        return self.exact != self.amounts_minor

    @property
    def differences(self) -> tuple[Fraction, ...]:
        """What rounding added to each amount; negative where rounding took something away."""
        return tuple(amount - exact for amount, exact in zip(self.amounts_minor, self.exact, strict=True))


def round_nets(nets: Sequence[Fraction], coin_minor: int, lots: Sequence[str]) -> Rounded:
    """Round by the largest remainder; see RULE. `nets` are in minor units.

    Each net has a different lot, which decides between equal amounts, so that no seat is favoured.
    """
    assert sum(nets) == 0, f"these nets do not sum to zero: {nets}"
    assert len(set(lots)) == len(nets), "every net needs a lot of its own"
    coins = [Fraction(net) / coin_minor for net in nets]
    whole = [floor(count) for count in coins]
    # The nets that get a coin that was left over come first: those that lost most, and of these the lowest.
    ranks = [(whole[index] - count, count) for index, count in enumerate(coins)]
    order = sorted(range(len(nets)), key=lambda index: (ranks[index], lots[index]))
    left_over = -sum(whole)
    for index in order[:left_over]:
        whole[index] += 1
    amounts = tuple(count * coin_minor for count in whole)
    assert sum(amounts) == 0, f"these amounts do not sum to zero: {amounts}"
    by_lot: tuple[int, ...] = ()
    # The lot has decided if the last net that got a coin and the next net differ in nothing else.
    if left_over and ranks[order[left_over - 1]] == ranks[order[left_over]]:
        by_lot = tuple(index for index, rank in enumerate(ranks) if rank == ranks[order[left_over]])
    return Rounded(tuple(map(Fraction, nets)), amounts, by_lot)
