"""The account of a hand: in every pair, who pays whom how much. [S] "Example hand", the chart and the editor's notes"""

from itertools import combinations
from typing import NamedTuple

from games.catalogue.jewel.record import Ended, Record
from games.catalogue.jewel.rules import Rules
from games.contract import Line, Score, Table
from games.kit.figures import whole
from games.kit.problems import Problem
from games.kit.sentences import Seat, say
from games.kit.transfers import Transfer

JEWELS_IN_THE_PACKS = 6


class Hand(NamedTuple):
    """What counts of a player's hand in the account."""

    seat: Seat
    jewels: int
    stayed: bool
    arranged: int  # bonus less penalty, for those who stayed
    ended: Ended
    packing: int  # what a packer owes the declarer


class Account(NamedTuple):
    """What the first of a pair receives from the second, and for what."""

    jewels: int
    arranged: int
    packing: int


def score(rules: Rules, record: Record, table: Table) -> Score:
    """The nets are added up along the way: exact whole numbers, many times quicker than fractions."""
    hands = []
    for seat, shown in record.sitting():
        stayed = shown.ended.stayed
        packing = 0 if stayed else rules.pack if shown.ended is Ended.PACKED else rules.mid_pack
        arranged = shown.bonus_points(rules) - shown.penalty if stayed else 0
        hands.append(Hand(Seat(seat), shown.jewel_points(rules), stayed, arranged, shown.ended, packing))
    nets = [0] * table.seats
    own = [0] * table.seats
    paid = []
    for one, other in combinations(hands, 2):
        between = account(one, other)
        points = sum(between)
        nets[one.seat.number] += points
        nets[other.seat.number] -= points
        if points:
            paid.append(_transfer(one, other, between, points))
    for hand in hands:
        own[hand.seat.number] = hand.jewels + hand.arranged
    return Score(
        points_won=tuple(map(whole, own)),
        points_entered=tuple(map(whole, nets)),
        lines=tuple(_line(hand, nets[hand.seat.number]) for hand in hands),
        account=tuple(paid),
        sitting=tuple(hand.seat.number for hand in hands),
        warnings=_doubts(record),
    )


def _doubts(record: Record) -> tuple[Problem, ...]:
    """[S] "all 6 jewels are dealt": two cards are jewels, and each is there three times."""
    jewels = sum(shown.jewel_cards for _seat, shown in record.sitting())
    if jewels <= JEWELS_IN_THE_PACKS:
        return ()
    many = say("{count} jewels are shown; there are {most} in three packs.", count=jewels, most=JEWELS_IN_THE_PACKS)
    return (Problem("players", "too_many_jewels", many),)


def account(one: Hand, other: Hand) -> Account:
    """Jewels count between all, the rest between those who stayed; packing is paid to the declarer alone."""
    arranged = one.arranged - other.arranged if one.stayed and other.stayed else 0
    packing = 0
    if one.ended is Ended.DECLARED:
        packing = other.packing
    elif other.ended is Ended.DECLARED:
        packing = -one.packing
    return Account(one.jewels - other.jewels, arranged, packing)


def _transfer(one: Hand, other: Hand, paid: Account, points: int) -> Transfer:
    """One payment of the pair's account, from the one who owes to the one who receives."""
    if points < 0:
        return _transfer(other, one, Account(-paid.jewels, -paid.arranged, -paid.packing), -points)
    payer, payee = other.seat, one.seat
    why = say(
        "{payer} pays {payee} {points}: {jewels} for jewels, {arranged} for bonus and penalty, {packing} for packing.",
        payer=payer,
        payee=payee,
        points=points,
        jewels=paid.jewels,
        arranged=paid.arranged,
        packing=paid.packing,
    )
    return Transfer(payer.number, payee.number, whole(points), "hand", why)


def _line(hand: Hand, net: int) -> Line:
    if hand.stayed:
        why = say(
            "{seat}: jewels {jewels}, bonus less penalty {arranged}; in all {net}.",
            seat=hand.seat,
            jewels=hand.jewels,
            arranged=hand.arranged,
            net=net,
        )
    elif hand.ended is Ended.PACKED:
        why = say("{seat}: jewels {jewels}, packed; in all {net}.", seat=hand.seat, jewels=hand.jewels, net=net)
    else:
        why = say("{seat}: jewels {jewels}, mid-packed; in all {net}.", seat=hand.seat, jewels=hand.jewels, net=net)
    return Line(hand.seat.number, whole(net), why)
