"""Adding up a series hand by hand, until it is over."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.contract import Line, Score, Standing
from games.kit.figures import HALVES, ZERO, DecimalPoints, halves, whole
from games.kit.ladders import ranked
from games.kit.plays import Direction
from games.kit.problems import Problem
from games.kit.sentences import Seat, Sentence, say

SeriesTotals = tuple[Fraction, ...]
Ranking = tuple[tuple[int, ...], ...]  # level seats together


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a series has come, up to its end. Later hands are left out."""

    running: tuple[SeriesTotals, ...]  # the totals after each hand, with deals that were thrown in
    totals: SeriesTotals
    over: bool
    played: tuple[Score, ...]  # the hands that count: without deals that were thrown in

    def standing(
        self,
        dealer: int | None = None,
        *,
        ranking: Ranking | None = None,
        reminders: tuple[Sentence, ...] = (),
        remarks: tuple[Sentence, ...] = (),
        out: tuple[int, ...] = (),
    ) -> Standing:
        """Return the standing. By default the highest total is the best."""
        return Standing(
            cumulative=self.totals,
            running=self.running,
            ranking=ranked(self.totals, range(len(self.totals))) if ranking is None else ranking,
            over=self.over,
            counted=len(self.running),
            dealer=dealer,
            reminders=reminders,
            remarks=remarks,
            out=out,
        )


def add_up(
    scores: Sequence[Score],
    seats: int,
    is_over: Callable[[SeriesTotals], bool] = lambda _totals: False,
    *,
    most_hands: int | None = None,
) -> Progress:
    """Add up the hands until `is_over` holds for the totals, or until `most_hands` hands have counted."""
    totals: SeriesTotals = (ZERO,) * seats
    running: list[SeriesTotals] = []
    played: list[Score] = []
    over = False
    for score in scores:
        if over:
            break
        if score.counts:
            totals = tuple(_sum(total, entered) for total, entered in zip(totals, score.points_entered, strict=True))
            played.append(score)
            over = is_over(totals) or len(played) == most_hands
        running.append(totals)
    return Progress(tuple(running), totals, over, tuple(played))


def sums_by_seat(lines: Iterable[Line], seats: int) -> tuple[Fraction, ...]:
    """Return what the lines of a hand come to for each seat."""
    sums = [ZERO] * seats
    for line in lines:
        sums[line.seat] += line.points
    return tuple(sums)


def _sum(total: Fraction, entered: Fraction) -> Fraction:
    """Keep the type of the entered points. Fast, because a long series spends most of its time on these sums."""
    if type(entered) is DecimalPoints:
        numerator = total.numerator * entered.denominator + entered.numerator * total.denominator
        return DecimalPoints(numerator, total.denominator * entered.denominator)
    if total.denominator == entered.denominator == 1:
        return whole(total.numerator + entered.numerator)
    if total.denominator <= HALVES and entered.denominator <= HALVES:
        return halves(
            total.numerator * (HALVES // total.denominator) + entered.numerator * (HALVES // entered.denominator)
        )
    return total + entered


def next_dealer(first_dealer: int | None, hands_played: int, seats: int, direction: Direction) -> int | None:
    """Return who deals after so many hands. Deals that were thrown in are not counted."""
    if first_dealer is None:
        return None
    return player_after(first_dealer, seats, direction, further=hands_played)


def player_after(seat: int, seats: int, direction: Direction, further: int = 1) -> int:
    """Return the seat of the player who sits so many seats further in the direction of play."""
    return (seat + (further if direction is Direction.CLOCKWISE else -further)) % seats


def doubts_about_leader(dealer: int | None, leader: int, seats: int, direction: Direction) -> tuple[Problem, ...]:
    """Return a warning if the player who led the first trick does not sit next after the dealer."""
    if dealer is None:
        return ()
    expected = player_after(dealer, seats, direction)
    if leader == expected:
        return ()
    why = say(
        "{dealer} dealt, so {expected} leads the first trick, not {seat}.",
        dealer=Seat(dealer),
        expected=Seat(expected),
        seat=Seat(leader),
    )
    return (Problem("first_leader", "not_after_dealer", why),)
