"""The account of a hand: in every pair, who pays whom how much. [S] "Example hand", the chart and the editor's notes"""

from typing import NamedTuple

from games.catalogue.jewel.record import Ended, Record
from games.catalogue.jewel.rules import Rules
from games.contract import Line, Score, Table
from games.kit.accounts import settle_pairs, sitting
from games.kit.figures import whole
from games.kit.problems import Problem
from games.kit.sentences import Seat, Sentence, say

JEWELS_IN_THE_PACKS = 6


class CountedHand(NamedTuple):
    """The figures of a player's hand from which the account is made."""

    seat: Seat
    jewels: int
    stayed: bool
    arranged: int  # bonus less penalty, for players who stayed
    ended: Ended
    packing: int  # what the player owes the declarer for having packed or mid-packed


class Account(NamedTuple):
    """What the first player of a pair receives from the second, by cause."""

    jewels: int
    arranged: int
    packing: int


def score(rules: Rules, record: Record, table: Table) -> Score:
    hands = {}
    for seat, shown in sitting(record.players).items():
        stayed = shown.ended.stayed
        packing = 0 if stayed else rules.pack if shown.ended is Ended.PACKED else rules.mid_pack
        arranged = shown.bonus_points(rules) - shown.penalty if stayed else 0
        hands[seat] = CountedHand(Seat(seat), shown.jewel_points(rules), stayed, arranged, shown.ended, packing)

    def owes(one: int, other: int) -> int:
        return sum(account(hands[other], hands[one]))

    def why(payer: int, payee: int, points: int) -> Sentence:
        return _why(hands[payer], hands[payee], points)

    nets, paid = settle_pairs(hands, table.seats, owes, why)
    own = [0] * table.seats
    for seat, hand in hands.items():
        own[seat] = hand.jewels + hand.arranged
    return Score(
        points_won=tuple(map(whole, own)),
        points_entered=tuple(map(whole, nets)),
        lines=tuple(_line(hand, nets[seat]) for seat, hand in hands.items()),
        account=paid,
        sitting=tuple(hands),
        warnings=_doubts(record),
    )


def _doubts(record: Record) -> tuple[Problem, ...]:
    """Warn if over six jewels are shown: three packs have two each. [S]"""
    jewels = sum(shown.jewel_cards for shown in sitting(record.players).values())
    if jewels <= JEWELS_IN_THE_PACKS:
        return ()
    many = say("{count} jewels are shown; there are {most} in three packs.", count=jewels, most=JEWELS_IN_THE_PACKS)
    return (Problem("players", "too_many_jewels", many),)


def account(one: CountedHand, other: CountedHand) -> Account:
    """Return the account of a pair.

    Jewels count in every pair, bonus and penalty between players who stayed. Who packed pays only the declarer for it.
    """
    arranged = one.arranged - other.arranged if one.stayed and other.stayed else 0
    packing = 0
    if one.ended is Ended.DECLARED:
        packing = other.packing
    elif other.ended is Ended.DECLARED:
        packing = -one.packing
    return Account(one.jewels - other.jewels, arranged, packing)


def _why(payer: CountedHand, payee: CountedHand, points: int) -> Sentence:
    paid = account(payee, payer)
    return say(
        "{payer} pays {payee} {points}: {jewels} for jewels, {arranged} for bonus and penalty, {packing} for packing.",
        payer=payer.seat,
        payee=payee.seat,
        points=points,
        jewels=paid.jewels,
        arranged=paid.arranged,
        packing=paid.packing,
    )


def _line(hand: CountedHand, net: int) -> Line:
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
