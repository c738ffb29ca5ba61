"""What a hand is worth: points as they were written down, or what follows from bids, or from the side that won."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from games.catalogue.scorecard.options import Bidders, Settlement, Step
from games.catalogue.scorecard.payments import between_players, by_difference, from_losers
from games.catalogue.scorecard.record import BidsRecord, PointsRecord, Record, SidesRecord
from games.catalogue.scorecard.rules import Rules, seats_of
from games.catalogue.scorecard.two_sides import multiplied, score_sides
from games.contract import Line, Score, Table
from games.kit.figures import ZERO, DecimalPoints
from games.kit.problems import Problem
from games.kit.records import ThrownIn
from games.kit.sentences import Seat, Sentence, Value, say
from games.kit.transfers import Transfer


def score(rules: Rules, record: Record, table: Table) -> Score:
    match record:
        case ThrownIn():
            nothing = (ZERO,) * table.seats
            return Score(points_won=nothing, points_entered=nothing, counts=False)
        case PointsRecord():
            scored = _score_points(rules, record, table)
        case BidsRecord():
            scored = _score_bids(rules, record, table)
        case SidesRecord():
            scored = score_sides(rules, record, table)
    if rules.step in (Step.TENTH, Step.HUNDREDTH):
        won, entered = scored.points_won, scored.points_entered
        scored = replace(
            scored,
            points_won=tuple(DecimalPoints(points) for points in won),
            points_entered=tuple(DecimalPoints(points) for points in entered),
        )
    warnings: tuple[Problem, ...] = ()
    if rules.by_rank and rules.ladder[0] < 0 and not table.earlier:  # once in a series is enough
        pays = say("By the sums of this series the first place pays {points}.", points=-rules.ladder[0])
        warnings = (Problem("ladder", "winner_pays", pays),)
    transfers = tuple(_paid_at_once(rules, scored, table)) if scored.complete else ()
    return replace(scored, transfers=transfers, warnings=warnings, marked=tuple(sorted(record.marked or ())))


# --- Points ----------------------------------------------------------------------------------------------------------


def _score_points(rules: Rules, record: PointsRecord, table: Table) -> Score:
    """As they were written down. Turned points go to everybody but the one who had them all."""
    playing = [side for side, points in enumerate(record.points) if points is not None]
    written = [points or ZERO for points in record.points]
    entered, lines = written, []
    if record.turned and rules.hand_total is not None:
        turner = written.index(rules.hand_total)
        entered = [rules.hand_total if side in playing and side != turner else ZERO for side in range(len(written))]
        why = say(
            "{seat} has turned all {points} points: they are the others', and {seat} has 0.",
            seat=Seat(turner),
            points=rules.hand_total,
        )
        lines = [Line(turner, ZERO, why)]
    cost = -rules.good(rules.penalty)
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
    """Partners have the figure of their side."""
    return tuple(row[seat % len(row)] for seat in range(table.seats))


# --- Bids ------------------------------------------------------------------------------------------------------------


def _score_bids(rules: Rules, record: BidsRecord, table: Table) -> Score:
    """Nothing is entered for a bid before it is written down what was won."""
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
    """The points for one bid, and why. `bags` are the tricks above the bids of the hands before; their price does not
    depend on how often the hand counts."""
    more = won - bid
    if more < 0 or (rules.exact and more):
        once = -(rules.missed + rules.missed_per_bid * bid + rules.missed_per_off * abs(more))
        words: dict[str, Value] = {"seat": seat, "bid": bid, "won": won, "points": multiplied(once, times)}
        return once * times, say("{seat} bid {bid} and won {won}, bid missed: {points}.", **words)
    once = rules.made + rules.made_per_bid * bid + rules.made_per_more * more
    words = {"seat": seat, "bid": bid, "won": won, "points": multiplied(once, times)}
    due = (bags + more) // rules.bags - bags // rules.bags if rules.bags else 0  # how often the price is due
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
    """The tricks above made bids in these hands."""
    return sum(
        max((record.won(side) or 0) - bid, 0)
        for record in earlier
        if isinstance(record, BidsRecord) and (bid := record.bids[side]) is not None
    )


# --- Payment at once -------------------------------------------------------------------------------------------------


def _paid_at_once(rules: Rules, scored: Score, table: Table) -> Iterator[Transfer]:
    """Points that come to zero are paid as they are. Else every two who play settle the difference of their points."""
    if rules.settlement is not Settlement.AT_ONCE:
        return
    sides, number = rules.sides(table.seats), len(table.earlier) + 1
    sums = {seat: rules.good(scored.points_entered[seat]) * rules.rate for seat in scored.seats if seat < sides}
    paid = from_losers(sums) if rules.sums_to_zero else by_difference(sums)
    for payer, payee, points in between_players(paid, sides, table.seats):
        names = {"payer": Seat(payer), "payee": Seat(payee)}
        why = say("{payer} pays {payee} {points} for hand {number}.", points=points, number=number, **names)
        yield Transfer(payer, payee, points, "at_once", why)
