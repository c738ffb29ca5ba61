"""What bids and tricks are worth: contracts, bags, and nil. [P "Points"]"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from games.catalogue.spades.play import shape, wrong_lead
from games.catalogue.spades.record import BLIND_NIL, Bidden, Play, Record, Totals
from games.catalogue.spades.rules import NilTricks, Rules
from games.contract import Line, Score, Table
from games.kit.figures import ZERO, whole
from games.kit.jass_teams import Part
from games.kit.judging import Judgement, judge_play, shown_by_cards
from games.kit.offences import beat_or_follow
from games.kit.plays import Direction
from games.kit.records import ThrownIn, next_to_deal
from games.kit.running import doubts_about_leader, sums_by_seat
from games.kit.sentences import Seat, Several, Value, say, say_many
from games.kit.spades_trump import SEATS

FOR_EACH_TRICK, BLIND_COUNTS = 10, 2


@dataclass(frozen=True, slots=True)
class SpadesScore(Score):
    """A score with the number of bags that each side has after the hand, without those that were paid for."""

    bags: tuple[int, ...] = ()


def score(rules: Rules, record: Record, table: Table) -> SpadesScore:
    """Return the score of a hand. Nobody has points entered before all tricks are known."""
    nothing = (ZERO,) * table.seats
    if isinstance(record, ThrownIn):
        return SpadesScore(points_won=nothing, points_entered=nothing, counts=False)
    won, complete = tricks_of(record)
    sides = rules.sides(table.seats)
    lines: list[Line] = []
    bags = []
    for side, before in enumerate(bags_before(rules, table)) if complete else ():
        seats = sides[side]
        after = before + bags_of(rules, record, won, seats)
        parts = _points(rules, record, won, side, seats)
        parts += _full_bags(rules, seats, after // rules.bags - before // rules.bags)
        lines += [Line(seat, whole(points), why) for points, why in parts for seat in seats]
        bags.append(after % rules.bags)
    counted = SpadesScore(
        points_won=tuple(
            whole(sum(won[partner] for partner in seats))
            for seat in range(table.seats)
            for seats in sides
            if seat in seats
        ),
        points_entered=sums_by_seat(lines, table.seats),
        complete=complete,
        lines=tuple(lines),
        bags=tuple(bags),
    )
    return _with_cards(counted, record, table) if isinstance(record, Play) else counted


# --- Tricks ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)  # the bags of a hand are counted again for each later hand
def judgement_of(play: Play) -> Judgement:
    return judge_play(play, shape())


def tricks_of(record: Bidden) -> tuple[Sequence[int], bool]:
    """Return the tricks of each seat as far as they are known, and whether they are all known."""
    if isinstance(record, Play):
        judgement = judgement_of(record)
        return [cards // SEATS for cards in judgement.points], judgement.complete  # each card won counts 1
    assert isinstance(record, Totals)
    tricks = record.tricks_by_seat
    return [won or 0 for won in tricks], None not in tricks


def _with_cards(counted: SpadesScore, play: Play, table: Table) -> SpadesScore:
    judgement = judgement_of(play)
    shown = shown_by_cards(play, shape(), judgement, beat_or_follow)
    lead = wrong_lead(play, judgement.winners)
    if lead is not None:
        shown["illegal_plays"] = tuple(sorted((*shown["illegal_plays"], lead), key=lambda wrong: wrong.trick))
    dealer = next_to_deal(table, Direction.CLOCKWISE)
    return replace(counted, warnings=doubts_about_leader(dealer, play.first_leader, SEATS, play.direction), **shown)


# --- Points ----------------------------------------------------------------------------------------------------------


def contract_of(
    rules: Rules, bids: Sequence[int | str], won: Sequence[int], seats: Sequence[int]
) -> tuple[int, int, int]:
    """Return a side's contract, the tricks that count for the contract, and the tricks of failed nils that are bags."""
    contract = sum(bid for seat in seats if isinstance(bid := bids[seat], int))
    by_nil = sum(won[seat] for seat in seats if isinstance(bids[seat], str))
    tricks = sum(won[seat] for seat in seats)
    return (contract, tricks, 0) if rules.nil_tricks is NilTricks.HELP else (contract, tricks - by_nil, by_nil)


def bags_of(rules: Rules, record: Bidden, won: Sequence[int], seats: Sequence[int]) -> int:
    """Return the bags that partners take in a hand: tricks above a contract that is made, and tricks of failed nils."""
    contract, tricks, by_nil = contract_of(rules, record.bids, won, seats)
    return max(tricks - contract, 0) + by_nil


def bags_before(rules: Rules, table: Table) -> list[int]:
    """Return all bags that each side took in the earlier hands, also those for which it has paid the penalty."""
    sides = rules.sides(table.seats)
    bags = [0] * len(sides)
    for record in table.earlier:
        won, complete = tricks_of(record) if isinstance(record, Bidden) else ((), False)
        for side, seats in enumerate(sides) if complete else ():
            bags[side] += bags_of(rules, record, won, seats)
    return bags


def _points(rules: Rules, record: Bidden, won: Sequence[int], side: int, seats: Sequence[int]) -> list[Part]:
    contract, tricks, _by_nil = contract_of(rules, record.bids, won, seats)
    players = Several(tuple(map(Seat, seats)))
    parts: list[Part] = []
    if contract:
        is_blind = side in record.blind
        points = FOR_EACH_TRICK * contract * (BLIND_COUNTS if is_blind else 1) * (1 if tricks >= contract else -1)
        figures: dict[str, Value] = {"players": players, "bid": contract, "tricks": tricks, "points": whole(points)}
        why = say("{players}: bid {bid}, took {tricks}: {points}", **figures)
        if is_blind:
            why = say("{players}: bid {bid} blind, took {tricks}: {points}", **figures)
        parts.append((points, why))
    if bags := bags_of(rules, record, won, seats):
        parts.append((bags, say_many("{players}: {count} bag", "{players}: {count} bags", count=bags, players=players)))
    return [*parts, *_nils(rules, record, won, seats)]


def _nils(rules: Rules, record: Bidden, won: Sequence[int], seats: Sequence[int]) -> Iterator[Part]:
    for seat in seats:
        bid = record.bids[seat]
        if isinstance(bid, str):
            worth = (rules.blind_nil or 0) if bid == BLIND_NIL else rules.nil
            points = -worth if won[seat] else worth
            figures: dict[str, Value] = {"seat": Seat(seat), "tricks": won[seat], "points": whole(points)}
            why = say("{seat}: nil, took {tricks}: {points}", **figures)
            if bid == BLIND_NIL:
                why = say("{seat}: blind nil, took {tricks}: {points}", **figures)
            yield points, why


def _full_bags(rules: Rules, seats: Sequence[int], times: int) -> Iterator[Part]:
    if times and rules.bag_penalty:
        points = -times * rules.bag_penalty
        players = Several(tuple(map(Seat, seats)))
        bags = times * rules.bags
        yield points, say("{players}: {bags} bags are full: {points}", players=players, bags=bags, points=whole(points))
