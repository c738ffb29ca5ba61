"""The score of a hand: the recorded points, or points for bids, or points for the side that won."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import gcd

from games.catalogue.scorecard.options import Bidders, Settlement, Step
from games.catalogue.scorecard.payments import between_players, by_difference, from_losers
from games.catalogue.scorecard.record import BidsRecord, PointsRecord, Record, SidesRecord
from games.catalogue.scorecard.rules import Rules, seats_of
from games.contract import Line, Score, Table
from games.kit.figures import ZERO, DecimalPoints
from games.kit.problems import Problem
from games.kit.records import ThrownIn, score_thrown_in
from games.kit.sentences import Seat, Sentence, Value, say
from games.kit.transfers import Transfer


def score(rules: Rules, record: Record, table: Table) -> Score:
    match record:
        case ThrownIn():
            return score_thrown_in(table.seats)
        case PointsRecord():
            scored = _score_points(rules, record, table)
        case BidsRecord():
            scored = _score_bids(rules, record, table)
        case SidesRecord():
            scored = _score_sides(record, table)
    if rules.step in (Step.TENTH, Step.HUNDREDTH):  # such points are written as 2.5, not as 2½
        won, entered = scored.points_won, scored.points_entered
        scored = replace(
            scored,
            points_won=tuple(DecimalPoints(points) for points in won),
            points_entered=tuple(DecimalPoints(points) for points in entered),
        )
    warnings = tuple(_doubts(rules, record))
    if rules.by_rank and rules.ladder[0] < 0 and not table.earlier:  # once in a series is enough
        pays = say("By the sums of this series the first place pays {points}.", points=-rules.ladder[0])
        warnings += (Problem("ladder", "winner_pays", pays),)
    transfers = tuple(_paid_at_once(rules, scored, table)) if scored.complete else ()
    return replace(scored, transfers=transfers, warnings=warnings)


def _doubts(rules: Rules, record: Record) -> Iterator[Problem]:
    """Doubt bids below the lowest or above the highest, and all points with a player who may have shot the moon."""
    if isinstance(record, BidsRecord):
        for side, bid in enumerate(record.bids):
            words: dict[str, Value] = {"seat": Seat(side), "bid": bid or 0}
            if bid is not None and rules.lowest_bid is not None and bid < rules.lowest_bid:
                low = say("{seat} bids {bid}: the lowest bid is {lowest}.", lowest=rules.lowest_bid, **words)
                yield Problem(f"bids.{side}", "bid_too_low", low)
            if bid is not None and rules.highest_bid is not None and bid > rules.highest_bid:
                high = say("{seat} bids {bid}: the highest bid is {highest}.", highest=rules.highest_bid, **words)
                yield Problem(f"bids.{side}", "bid_too_high", high)
    elif isinstance(record, PointsRecord) and rules.turn and not record.turned and rules.hand_total in record.points:
        seat = Seat(record.points.index(rules.hand_total))
        ask = say("{seat} has all {points} points: shot the moon?", seat=seat, points=rules.hand_total or ZERO)
        yield Problem("turned", "perhaps_turned", ask)


# --- Points ----------------------------------------------------------------------------------------------------------


def _score_points(rules: Rules, record: PointsRecord, table: Table) -> Score:
    """Score the recorded points. If a player shot the moon, that player has 0, and each of the others all points."""
    playing = [side for side, points in enumerate(record.points) if points is not None]
    written = [points or ZERO for points in record.points]
    entered, lines = written, []
    if record.turned and rules.hand_total is not None:
        shooter = written.index(rules.hand_total)
        entered = [rules.hand_total if side in playing and side != shooter else ZERO for side in range(len(written))]
        why = say(
            "{seat} shot the moon: each of the others gets {points}, {seat} 0.",
            seat=Seat(shooter),
            points=rules.hand_total,
        )
        lines = [Line(shooter, ZERO, why)]
    cost = -rules.merit(rules.penalty)  # above zero where the fewest points win
    for seat in sorted(record.penalised or ()):
        side = seat % len(entered)  # partners share their points, and a penalty
        entered = [points + cost if at == side else points for at, points in enumerate(entered)]
        lines.append(Line(seat, cost, say("{seat} has a penalty: {points}.", seat=Seat(seat), points=cost)))
    return Score(
        points_won=_by_seat(written, table),
        points_entered=_by_seat(entered, table),
        lines=tuple(lines),
        sitting=seats_of(playing, len(written), table.seats),
    )


def _by_seat(row: Sequence[Fraction], table: Table) -> tuple[Fraction, ...]:
    """Return the figures by seat: partners have the figure of their side."""
    return tuple(row[seat % len(row)] for seat in range(table.seats))


# --- Bids ------------------------------------------------------------------------------------------------------------


def _score_bids(rules: Rules, record: BidsRecord, table: Table) -> Score:
    """Score the bids. A bid has no points before its tricks are recorded."""
    sides = len(record.bids)
    bidding = [side for side, bid in enumerate(record.bids) if bid is not None]
    entered, lines = [ZERO] * sides, []
    complete = True
    for side in bidding:
        bid, won = record.bids[side], record.won(side)
        if bid is None or won is None:
            complete = False
            continue
        bags = _bags(table.earlier, side) if rules.bags else 0
        entered[side], why = _score_bid(rules, Seat(side), bid, won, bags, record.factor)
        lines.append(Line(side, entered[side], why))
    return Score(
        complete=complete,
        points_won=_by_seat([Fraction(record.won(side) or 0) for side in range(sides)], table),
        points_entered=_by_seat(entered, table),
        lines=tuple(lines),
        sitting=seats_of(bidding, sides, table.seats) if rules.bidders is Bidders.ALL else None,
    )


def _score_bid(rules: Rules, seat: Seat, bid: int, won: int, bags: int, times: int) -> tuple[Fraction, Sentence]:
    """Return the points for one bid, and why.

    `bags` is the number of tricks above made bids in earlier hands. `times` is how often the hand counts; it does not
    multiply `bags_cost`.
    """
    more = won - bid
    if more < 0 or (rules.exact and more):
        once = -(rules.missed + rules.missed_per_bid * bid + rules.missed_per_off * abs(more))
        words: dict[str, Value] = {"seat": seat, "bid": bid, "won": won, "points": multiplied(once, times)}
        return once * times, say("{seat} bid {bid} and won {won}, bid missed: {points}.", **words)
    once = rules.made + rules.made_per_bid * bid + rules.made_per_more * more
    words = {"seat": seat, "bid": bid, "won": won, "points": multiplied(once, times)}
    due = (bags + more) // rules.bags - bags // rules.bags if rules.bags else 0  # how often `bags_cost` is paid
    if not due:
        return once * times, say("{seat} bid {bid} and won {won}, bid made: {points}.", **words)
    cost = due * rules.bags_cost
    return once * times - cost, say(
        "{seat} bid {bid} and won {won}, bid made: {points}; {bags} tricks above the bids cost {cost}.",
        bags=due * rules.bags,
        cost=cost,
        **words,
    )


def _bags(earlier: Sequence[Record], side: int) -> int:
    """Return the tricks above made bids in these hands."""
    return sum(
        max((record.won(side) or 0) - bid, 0)
        for record in earlier
        if isinstance(record, BidsRecord) and (bid := record.bids[side]) is not None
    )


# --- Sides -----------------------------------------------------------------------------------------------------------


def _score_sides(record: SidesRecord, table: Table) -> Score:
    """Each player wins or loses the worth so often that the hand sums to zero: one against three, three times."""
    won, lost = record.sides
    common = gcd(len(won), len(lost))
    entered, lines = [ZERO] * table.seats, []
    for side, sign, others in ((won, 1, lost), (lost, -1, won)):
        count = len(others) // common
        for seat in sorted(side):
            entered[seat] = sign * record.value * record.factor * count
            words: dict[str, Value] = {"seat": Seat(seat), "points": multiplied(record.value, count, record.factor)}
            why = say("{seat} wins {points}.", **words) if sign > 0 else say("{seat} loses {points}.", **words)
            lines.append(Line(seat, entered[seat], why))
    return Score(
        points_won=tuple(entered),
        points_entered=tuple(entered),
        lines=tuple(lines),
        sitting=seats_of({*won, *lost}, table.seats, table.seats),
    )


def multiplied(once: Fraction, *times: int) -> Value:
    """Return “46 × 2 = 92”, or only the figure if the hand counts once."""
    words: Value = once
    points = once
    for factor in times:
        if factor != 1:
            words, points = say("{before} × {times}", before=words, times=factor), points * factor
    return once if words == once else say("{before} = {points}", before=words, points=points)


# --- Payment at once -------------------------------------------------------------------------------------------------


def _paid_at_once(rules: Rules, scored: Score, table: Table) -> Iterator[Transfer]:
    """Points that sum to zero are paid as they are. Otherwise, of every two sides that played, the worse pays."""
    if rules.settlement is not Settlement.AT_ONCE:
        return
    sides, number = rules.sides(table.seats), len(table.earlier) + 1
    sums = {side: rules.merit(scored.points_entered[side]) * rules.rate for side in scored.seats if side < sides}
    paid = from_losers(sums) if rules.sums_to_zero else by_difference(sums)
    for payer, payee, points in between_players(paid, sides, table.seats):
        why = say("{payer} pays {payee} {points} for hand {number}.", number=number)
        yield Transfer.because(payer, payee, points, "at_once", why)
