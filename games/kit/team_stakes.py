"""What two teams play for: a fixed sum for each match, or the difference of their totals. Jass and Coiffeur do."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Protocol

from games.contract import Column
from games.kit.options import TeamStake
from games.kit.sentences import Seat, gettext_noop, say
from games.kit.transfers import Transfer

COLUMNS = (
    Column("difference", gettext_noop("Point difference"), frozenset({"difference"})),
    Column("match", gettext_noop("The match"), frozenset({"match"})),
)


class Stakes(Protocol):
    @property
    def stake(self) -> TeamStake: ...
    @property
    def stake_points(self) -> Fraction: ...
    @property
    def point_rate(self) -> Fraction: ...


def settle_between_teams(
    totals: Sequence[Fraction], teams: Sequence[Sequence[int]], rules: Stakes, *, with_standard: bool
) -> tuple[Transfer, ...]:
    """Each loser pays the next player of the winning team. The sum for a match may be left out."""
    difference = abs(totals[0] - totals[1])
    losers = teams[0] if totals[0] < totals[1] else teams[1]
    if not difference or rules.stake is TeamStake.NONE:
        return ()
    if rules.stake is TeamStake.PER_POINT:
        return tuple(_payments(losers, difference * rules.point_rate, len(totals), difference))
    return tuple(_payments(losers, rules.stake_points, len(totals), None)) if with_standard else ()


def _payments(losers: Sequence[int], points: Fraction, seats: int, difference: Fraction | None) -> Iterator[Transfer]:
    for payer in losers if points else ():
        payee = (payer + 1) % seats
        names = {"payer": Seat(payer), "payee": Seat(payee)}
        if difference is None:
            why = say("{payer} pays {payee} {points} for the match.", points=points, **names)
            yield Transfer(payer, payee, points, "match", why)
        else:
            why = say(
                "{payer} pays {payee} {points} for a difference of {difference}.",
                points=points,
                difference=difference,
                **names,
            )
            yield Transfer(payer, payee, points, "difference", why)
