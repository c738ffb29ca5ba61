"""Standard money: each of the lower places pays the winner a sum, the last the most."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from games.contract import SettlementColumn
from games.kit.figures import ZERO
from games.kit.ladders import Place, places, shared_sum
from games.kit.sentences import Seat, Sentence, gettext_noop, say
from games.kit.transfers import Transfer

STANDARD = SettlementColumn("standard", gettext_noop("Standard"), frozenset({"standard", "standard_doubled"}))


def standard_money(
    ranking: Sequence[tuple[int, ...]],
    totals: Sequence[Fraction],
    sums: Sequence[Fraction],
    *,
    doubled_below_zero: bool,
) -> Iterator[Transfer]:
    """Return what the other places pay the first. `sums` has a sum for the second place, the third, and so on.

    Level payers each pay the mean of the sums of their places; level winners share each sum and pay nothing.
    """
    winners, *payers = places(ranking)
    for place in payers:
        mean = shared_sum(place, (ZERO, *sums))
        for payer in place.seats:
            doubled = doubled_below_zero and totals[payer] < 0
            share = (2 * mean if doubled else mean) / len(winners.seats)
            if share:
                cause = "standard_doubled" if doubled else "standard"
                for payee in winners.seats:
                    why = _why(place, payer, payee, share, totals[payer] if doubled else None)
                    yield Transfer(payer, payee, share, cause, why, doubled)


def _why(place: Place, payer: int, payee: int, share: Fraction, below_zero: Fraction | None) -> Sentence:
    if below_zero is not None:
        return say(
            "{payer} pays {payee} double standard money, {points}, because the total of {payer} is {total}.",
            payer=Seat(payer),
            payee=Seat(payee),
            points=share,
            total=below_zero,
        )
    if len(place.seats) > 1:
        return say(
            "{payer} pays {payee} standard money, {points}: a mean share, being level on places {first} to {last}.",
            payer=Seat(payer),
            payee=Seat(payee),
            points=share,
            first=place.first + 1,
            last=place.last + 1,
        )
    return say(
        "{payer} pays {payee} standard money, {points}, for place {place}.",
        payer=Seat(payer),
        payee=Seat(payee),
        points=share,
        place=place.first + 1,
    )
