"""The results of an ended series, one row for each seat, from which the standings are made."""

from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction
from typing import Any

from ledger.series.models import Result
from ledger.series.state import PlayedHand, SeriesState

NONE_DECLARED = {"hands": 0, "made": 0, "as_partner": 0, "made_as_partner": 0, "dearest": None, "dearest_hand": None}


def declared_by(seat: int, hands: Iterable[PlayedHand]) -> list[dict[str, Any]]:
    """Return a row for each contract that this seat declared or was a partner in.

    The row counts the hands as declarer and as partner, and how many of each were made. It also has the *dearest* hand
    as declarer: the hand with the largest figure, above or below zero, among the points entered of all players. This
    figure is stored as negative if the contract was not made.
    """
    rows: dict[str, dict[str, Any]] = {}
    for hand in hands:
        declared = hand.score.declared
        if declared is None or seat not in (declared.seat, *declared.partners):
            continue
        row = rows.setdefault(declared.contract, {"contract": declared.contract, **NONE_DECLARED})
        hands_key, made_key = ("hands", "made") if seat == declared.seat else ("as_partner", "made_as_partner")
        row[hands_key] += 1
        row[made_key] += declared.made is True
        largest = max(abs(points) for points in hand.score.points_entered)
        if seat == declared.seat and (row["dearest"] is None or largest > abs(Fraction(row["dearest"]))):
            row["dearest"] = str(-largest if declared.made is False else largest)
            row["dearest_hand"] = hand.number
    return list(rows.values())


def write_results(state: SeriesState) -> None:
    """Store the results of a series if it has ended, else delete them, in the transaction of the event."""
    Result.objects.filter(series=state.series).delete()
    Result.objects.bulk_create(results_of(state, state.series.changed_at))


def results_of(state: SeriesState, ended_at: datetime) -> list[Result]:
    """Return a result for each seat that played a hand that counts, in seat order. Empty while the series is open."""
    series, game, play = state.series, state.game, state.play
    if series.is_open:
        return []
    counting = [hand for hand in play.hands if hand.counts]
    hands_of = {seat: [hand for hand in counting if seat in hand.score.seats] for seat in range(len(state.players))}
    sides = [side for seats in game.sides if (side := [seat for seat in seats if hands_of[seat]])]
    level_of = {seat: number for number, level in enumerate(play.standing.ranking) for seat in level}
    levels = [level_of[side[0]] for side in sides]
    received, amounts = state.outcome.pairs, state.outcome.money.amounts_minor
    low_wins = game.low_wins
    sign = -1 if low_wins else 1  # points times this sign: more is better

    results = []
    for side in sides:
        for seat in side:
            hands = hands_of[seat]  # `best` and `worst` are the first of equal hands
            best = max(hands, key=lambda hand: sign * hand.score.points_won[seat])
            worst = min(hands, key=lambda hand: sign * hand.score.points_won[seat])
            results.append(
                Result(
                    series=series,
                    seat=seat,
                    player_id=state.players[seat].pk,
                    title=game.title_of(series.rules),
                    ended_at=ended_at,
                    series_hands=len(counting),
                    low_wins=low_wins,
                    sides=len(sides),
                    side=side[0],
                    place=1 + sum(level < level_of[seat] for level in levels),
                    level=levels.count(level_of[seat]),
                    total=play.standing.cumulative[seat],
                    worst_total=sign * min(sign * hand.cumulative[seat] for hand in counting),
                    hands=len(hands),
                    points_won=sum((hand.score.points_won[seat] for hand in hands), Fraction(0)),
                    best_points=best.score.points_won[seat],
                    best_hand=best.number,
                    worst_points=worst.score.points_won[seat],
                    worst_hand=worst.number,
                    hands_below_zero=sum(hand.score.points_entered[seat] < 0 for hand in hands),
                    bonus_hands=sum(
                        any(bonus.payee == seat for bonus in game.bonuses_of(hand.score)) for hand in hands
                    ),
                    wrong_cards=sum(wrong.seat == seat for hand in hands for wrong in hand.score.illegal_plays),
                    declared=declared_by(seat, hands),
                    doubled=any(transfer.doubled and transfer.payer == seat for transfer in state.outcome.transfers),
                    received=[str(points) for points in received[seat]],
                    amount_minor=amounts[seat],
                )
            )
    return sorted(results, key=lambda result: result.seat)
