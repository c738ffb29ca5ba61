"""The end of a series, the ranking, and who owes whom. [J E.11 to E.15]"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from games.catalogue.jaago_chalis.record import SEATS
from games.catalogue.jaago_chalis.rules import Rules, Ties
from games.contract import Score, Standing, Table
from games.kit.figures import ZERO
from games.kit.ladders import Place, places, ranked, shared_sum
from games.kit.running import run_up
from games.kit.sentences import Seat, Sentence, say
from games.kit.transfers import Transfer, pairwise_differences

Ranking = tuple[tuple[int, ...], ...]


def standing(rules: Rules, scores: Sequence[Score], table: Table) -> Standing:
    def is_over(totals: Sequence[Fraction]) -> bool:
        best = max(totals)
        level_for_first = list(totals).count(best) > 1
        return best >= rules.target and not (rules.ties is Ties.PLAY_ON and level_for_first)

    so_far = run_up(scores, SEATS, is_over)
    ranking = ranked(so_far.totals, range(SEATS))
    if rules.ties is Ties.LAST_HAND:
        ranking = tuple(part for level in ranking for part in by_latest_hands(level, so_far.played))
    return Standing(
        cumulative=so_far.totals,
        running=so_far.running,
        ranking=ranking,
        over=so_far.over,
        counted=len(so_far.running),
        dealer=so_far.played[-1].last_trick_winner if so_far.played else table.first_dealer,
    )


def by_latest_hands(level: tuple[int, ...], scores: Sequence[Score]) -> Ranking:
    """The better in the latest hand in which they differ ranks higher; players who never differed stay level."""
    if len(level) == 1:
        return (level,)
    entered = {seat: [score.points_entered[seat] for score in reversed(scores)] for seat in level}
    best_first = sorted(level, key=lambda seat: entered[seat], reverse=True)
    parts: list[tuple[int, ...]] = []
    for seat in best_first:
        if parts and entered[parts[-1][0]] == entered[seat]:
            parts[-1] += (seat,)
        else:
            parts.append((seat,))
    return tuple(parts)


def settle(rules: Rules, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
    """Differences, standard money, and the big-hand bonuses that were owed already."""
    now = standing(rules, scores, table)
    paid = pairwise_differences(now.cumulative)
    if with_standard:
        paid += standard_money(rules, now.ranking, now.cumulative)
    paid += [transfer for score in scores[: now.counted] for transfer in score.transfers]
    return tuple(paid)


def standard_money(rules: Rules, ranking: Ranking, totals: Sequence[Fraction]) -> Iterator[Transfer]:
    """Level payers each pay the mean of the sums of their places; level winners share what comes in and pay nothing."""
    winners, *payers = places(ranking)
    for place in payers:
        mean = shared_sum(place, (ZERO, *rules.sums))
        for payer in place.seats:
            doubled = rules.negative_pays_double and totals[payer] < 0
            share = (2 * mean if doubled else mean) / len(winners.seats)
            if share:
                cause = "standard_doubled" if doubled else "standard"
                for payee in winners.seats:
                    why = _why(place, payer, payee, share, totals[payer] if doubled else None)
                    yield Transfer(payer, payee, share, cause, why)


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
