"""The account of a hand: in every pair, who pays whom how much. [S] "Example hand", the chart and the editor's notes"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from games.catalogue.jewel.record import Ended, Record, Shown
from games.catalogue.jewel.rules import Rules
from games.contract import Line, Score, Table
from games.kit.sentences import Seat, Sentence, say
from games.kit.transfers import Transfer


class Hand(NamedTuple):
    """What counts of a player's hand in the account."""

    seat: int
    jewels: int
    stayed: bool
    arranged: int  # bonus less penalty, for those who stayed
    declared: bool
    packing: int  # what a packer owes the declarer


class Account(NamedTuple):
    """What the first of a pair receives from the second, and for what."""

    jewels: int
    arranged: int
    packing: int

    @property
    def total(self) -> int:
        return self.jewels + self.arranged + self.packing


def score(rules: Rules, record: Record, table: Table) -> Score:
    hands = [_hand(rules, seat, shown) for seat, shown in record.sitting()]
    pairs = [(one, other, account(one, other)) for one, other in combinations(hands, 2)]
    nets = [0] * table.seats
    own = [0] * table.seats
    for one, other, paid in pairs:
        nets[one.seat] += paid.total
        nets[other.seat] -= paid.total
    for hand in hands:
        own[hand.seat] = hand.jewels + hand.arranged
    return Score(
        points_won=tuple(map(Fraction, own)),
        points_entered=tuple(map(Fraction, nets)),
        lines=tuple(_lines(hands, nets)),
        transfers=tuple(_transfers(pairs)),
        sitting=tuple(hand.seat for hand in hands),
    )


def _hand(rules: Rules, seat: int, shown: Shown) -> Hand:
    stayed = shown.ended.stayed
    return Hand(
        seat,
        jewels=shown.jewel_points(rules),
        stayed=stayed,
        arranged=shown.bonus_points(rules) - shown.penalty if stayed else 0,
        declared=shown.ended is Ended.DECLARED,
        packing={Ended.PACKED: rules.pack, Ended.MID_PACKED: rules.mid_pack}.get(shown.ended, 0),
    )


def account(one: Hand, other: Hand) -> Account:
    """Jewels count between all, the rest between those who stayed; packing is paid to the declarer alone."""
    return Account(
        jewels=one.jewels - other.jewels,
        arranged=one.arranged - other.arranged if one.stayed and other.stayed else 0,
        packing=(other.packing if one.declared else 0) - (one.packing if other.declared else 0),
    )


def _transfers(pairs: Sequence[tuple[Hand, Hand, Account]]) -> Iterator[Transfer]:
    for one, other, paid in pairs:
        if paid.total > 0:
            yield _transfer(other.seat, one.seat, paid)
        elif paid.total < 0:
            yield _transfer(one.seat, other.seat, Account(*(-part for part in paid)))


def _transfer(payer: int, payee: int, paid: Account) -> Transfer:
    why = say(
        "{payer} pays {payee} {points}: {jewels} for jewels, {arranged} for bonus and penalty, {packing} for packing.",
        payer=Seat(payer),
        payee=Seat(payee),
        points=paid.total,
        jewels=paid.jewels,
        arranged=paid.arranged,
        packing=paid.packing,
    )
    return Transfer(payer, payee, Fraction(paid.total), "hand", why)


def _lines(hands: Sequence[Hand], nets: Sequence[int]) -> Iterator[Line]:
    for hand in hands:
        yield Line(hand.seat, Fraction(nets[hand.seat]), _why(hand, nets[hand.seat]))


def _why(hand: Hand, net: int) -> Sentence:
    if hand.stayed:
        return say(
            "{seat}: jewels {jewels}, bonus less penalty {arranged}; in all {net}.",
            seat=Seat(hand.seat),
            jewels=hand.jewels,
            arranged=hand.arranged,
            net=net,
        )
    return say("{seat}: jewels {jewels}, packed; in all {net}.", seat=Seat(hand.seat), jewels=hand.jewels, net=net)
