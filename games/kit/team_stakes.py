"""What two teams play for: a fixed sum, or the difference of their totals."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Protocol

from games.contract import SettlementColumn, Standing
from games.kit.figures import ZERO
from games.kit.jass_cards import SEATS
from games.kit.jass_teams import TEAMS
from games.kit.options import TeamStake
from games.kit.sentences import Sentence, gettext_noop, say
from games.kit.standard_money import DIFFERENCE
from games.kit.transfers import Transfer

COLUMNS = (
    DIFFERENCE,
    SettlementColumn("match", gettext_noop("The match"), frozenset({"match"})),
)


class TeamStakeRules(Protocol):
    @property
    def stake(self) -> TeamStake: ...
    @property
    def stake_points(self) -> Fraction: ...
    @property
    def point_rate(self) -> Fraction: ...


def settle_between_teams(
    rules: TeamStakeRules, now: Standing, *, with_standard: bool, schneider: bool = False
) -> Iterator[Transfer]:
    """Return what each loser pays the next player of the winning team: a fixed sum, or the difference times a rate.

    Without `with_standard` the fixed sum is left out. With `schneider` it is doubled: the losers had too few points.
    """
    if rules.stake is TeamStake.NONE or len(now.ranking) == 1:
        return
    winner, loser = now.ranking[0][0], now.ranking[-1][0]  # the first seat of a team has the same number as the team
    if rules.stake is TeamStake.PER_POINT:
        # The team that was first at the target may have the lower total: then there is no difference to pay.
        difference = max(now.cumulative[winner] - now.cumulative[loser], ZERO)
        points = difference * rules.point_rate
        why = say("{payer} pays {payee} {points} for a difference of {difference}.", difference=difference)
        yield from each_pays(loser, points, "difference", why)
    elif with_standard and schneider:
        why = say("{payer} pays {payee} {points} for the match, doubled: Schneider.")
        yield from each_pays(loser, 2 * rules.stake_points, "match", why)
    elif with_standard:
        why = say("{payer} pays {payee} {points} for the match.")
        yield from each_pays(loser, rules.stake_points, "match", why)


def each_pays(team: int, points: Fraction, cause: str, why: Sentence) -> Iterator[Transfer]:
    """Return a transfer from each player of this team to the next player, who is in the other team."""
    for payer in TEAMS[team] if points else ():
        yield Transfer.because(payer, (payer + 1) % SEATS, points, cause, why)
