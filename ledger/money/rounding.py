"""From exact nets to money that can be handed over: whole coins that still sum to zero."""

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
    by_lot: tuple[int, ...] = ()  # whose equal amounts were told apart by lot: their indices

    @property
    def changed(self) -> bool:
        """Did rounding move anything at all?"""
        return self.exact != self.amounts_minor

    @property
    def differences(self) -> tuple[Fraction, ...]:
        """What rounding gave to each, and took where it is negative."""
        return tuple(amount - exact for amount, exact in zip(self.amounts_minor, self.exact, strict=True))


def round_nets(nets: Sequence[Fraction], coin_minor: int, lots: Sequence[str]) -> Rounded:
    """By the largest remainder; see RULE. `nets` are in minor units. `lots` has something different for each of them,
    which only tells equal amounts apart, so that nobody is favoured for the seat that they happen to have."""
    assert sum(nets) == 0, f"these nets do not sum to zero: {nets}"
    assert len(set(lots)) == len(nets), "every net draws a lot of its own"
    coins = [Fraction(net) / coin_minor for net in nets]
    whole = [floor(count) for count in coins]
    claims = [(whole[index] - count, count) for index, count in enumerate(coins)]  # lost most, then lowest, first
    order = sorted(range(len(nets)), key=lambda index: (claims[index], lots[index]))
    left_over = -sum(whole)
    for index in order[:left_over]:
        whole[index] += 1
    amounts = tuple(count * coin_minor for count in whole)
    assert sum(amounts) == 0, f"these amounts do not sum to zero: {amounts}"
    return Rounded(tuple(map(Fraction, nets)), amounts, _told_apart(claims, order, left_over))


def _told_apart(claims: Sequence[tuple[Fraction, Fraction]], order: Sequence[int], left_over: int) -> tuple[int, ...]:
    """Those with the same claim, where some of them got a coin and some did not."""
    if not left_over or claims[order[left_over - 1]] != claims[order[left_over]]:
        return ()
    return tuple(index for index, claim in enumerate(claims) if claim == claims[order[left_over]])
