"""Games in which every two players settle each hand between them, and players join and leave between hands."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Annotated, TypeVar

from pydantic import Field

from games.contract import Score, SettlementColumn, Table
from games.game import Game
from games.kit.figures import whole
from games.kit.plays import Direction
from games.kit.problems import Problem
from games.kit.reading import MOST_SEATS
from games.kit.seats import BY_SEAT
from games.kit.sentences import Sentence, gettext_noop, say
from games.kit.transfers import Transfer

HANDS = SettlementColumn("hands", gettext_noop("All hands"), frozenset({"hands"}))

Report = TypeVar("Report")  # what the record says of one player; None for a player who does not sit in the hand
ReportsBySeat = Annotated[
    tuple[Report | None, ...],
    Field(max_length=MOST_SEATS, title=gettext_noop("Players, in seat order"), json_schema_extra=BY_SEAT),
]


def reports_by_seat(players: Sequence[Report | None]) -> dict[int, Report]:
    """Return the reports of the players who sit in the hand, by seat."""
    return {seat: report for seat, report in enumerate(players) if report is not None}


def settle_pairs(
    players: Iterable[int],
    seats: int,
    owes: Callable[[int, int], int],
    why: Callable[[int, int, int], Sentence],
) -> tuple[list[int], tuple[Transfer, ...]]:
    """Return each seat's net of a hand, and the account of the hand: a transfer for every two players.

    `owes(one, other)` returns what one owes the other, negative if the other owes; `why(payer, payee, points)` returns
    the reason. Only whole numbers are added, which is many times faster than adding fractions.
    """
    nets, paid = [0] * seats, []
    for one, other in combinations(players, 2):
        points = owes(one, other)
        nets[one] -= points
        nets[other] += points
        if points:
            payer, payee = (one, other) if points > 0 else (other, one)
            reason = why(payer, payee, abs(points))
            paid.append(Transfer(payer, payee, whole(abs(points)), "hand", reason))
    return nets, tuple(paid)


def check_number_of_players(recorded: int, players: int, seats: int, fewest: int, most: int) -> list[Problem]:
    """Return problems with the number of seats that are in a record, and of players who sit in the hand."""
    problems = []
    if recorded > seats:
        more = say("There are more players than seats in this series.")
        problems.append(Problem("players", "wrong_length", more))
    if not fewest <= players <= most:
        number = say("{fewest} to {most} play a hand, not {count}.", fewest=fewest, most=most, count=players)
        problems.append(Problem("players", "wrong_number", number))
    return problems


def dealer_after(
    first_dealer: int | None, played: Sequence[Score], seats: int, direction: Direction = Direction.CLOCKWISE
) -> int | None:
    """Return the next dealer. The deal goes round and skips players who do not sit in a hand.

    If the player whose turn it was to deal did not sit in the hand, the next player who did has dealt it.
    """
    dealer, step = first_dealer, 1 if direction is Direction.CLOCKWISE else -1
    for score in played:
        if dealer is not None and score.seats:
            turn = dealer
            dealt = min(score.seats, key=lambda seat: step * (seat - turn) % seats)
            dealer = min(score.seats, key=lambda seat: (step * (seat - dealt) - 1) % seats)
    return dealer


class AccountGame(Game):
    """A game whose settlement is the sum of the hands' accounts, pair by pair, however the series ended."""

    columns = (HANDS,)
    has_form = True
    joining = True

    def settle(self, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:  # noqa: ARG002
        """Return a transfer for every two players: the sum of their accounts over the hands that count."""
        owed: dict[tuple[int, int], Fraction] = {}
        for score in scores[: self.standing(scores, table).counted]:
            for paid in score.account:
                first, second = sorted((paid.payer, paid.payee))
                signed = paid.points if paid.payee == first else -paid.points
                owed[first, second] = owed.get((first, second), Fraction(0)) + signed
        transfers = []
        for (first, second), points in sorted(owed.items()):
            if points:
                payer, payee = (second, first) if points > 0 else (first, second)
                why = say("{payer} pays {payee} {points}, the sum of all hands between the two.")
                transfers.append(Transfer.because(payer, payee, abs(points), "hands", why))
        return tuple(transfers)
