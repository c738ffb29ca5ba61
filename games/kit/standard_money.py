"""Standard money: each of the lower places pays the winner the sum on which the table has agreed for it."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from games.contract import SettlementColumn, Standing
from games.kit.figures import ZERO
from games.kit.ladders import Place, places, shared_sum
from games.kit.sentences import Sentence, gettext_noop, say
from games.kit.transfers import Transfer

DIFFERENCE = SettlementColumn("difference", gettext_noop("Point difference"), frozenset({"difference"}))
STANDARD = SettlementColumn("standard", gettext_noop("Standard"), frozenset({"standard", "standard_doubled"}))


def standard_money(now: Standing, sums: Sequence[Fraction], *, doubled_below_zero: bool = False) -> Iterator[Transfer]:
    """Return what the other places pay the first. `sums` has a sum for the second place, the third, and so on.

    Level payers each pay the mean of the sums of their places; level winners share each sum and pay nothing.
    """
    totals = now.cumulative
    winners, *payers = places(now.ranking)
    for place in payers:
        mean = shared_sum(place, (ZERO, *sums))
        for payer in place.seats:
            doubled = doubled_below_zero and totals[payer] < 0
            share = (2 * mean if doubled else mean) / len(winners.seats)
            if share:
                cause = "standard_doubled" if doubled else "standard"
                why = _why(place, totals[payer] if doubled else None)
                for payee in winners.seats:
                    yield Transfer.because(payer, payee, share, cause, why, doubled=doubled)


def _why(place: Place, below_zero: Fraction | None) -> Sentence:
    if below_zero is not None:
        return say(
            "{payer} pays {payee} double standard money, {points}, because the total of {payer} is {total}.",
            total=below_zero,
        )
    if len(place.seats) > 1:
        return say(
            "{payer} pays {payee} standard money, {points}: a mean share, being level on places {first} to {last}.",
            first=place.first + 1,
            last=place.last + 1,
        )
    return say("{payer} pays {payee} standard money, {points}, for place {place}.", place=place.first + 1)
