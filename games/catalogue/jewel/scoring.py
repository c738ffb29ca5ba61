"""The account of a hand: in every pair, who pays whom how much. [S] "Example hand", the chart and the editor's notes"""

from typing import NamedTuple

from games.catalogue.jewel.record import Ended, Record
from games.catalogue.jewel.rules import Rules
from games.contract import Line, Score, Table
from games.kit.accounts import reports_by_seat, settle_pairs
from games.kit.figures import whole
from games.kit.problems import Problem
from games.kit.sentences import Seat, Sentence, say

JEWELS_IN_THE_PACKS = 6


class JewelFigures(NamedTuple):
    """The figures of one player, from which the account is made."""

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
    players = {}
    for seat, shown in reports_by_seat(record.players).items():
        stayed = shown.ended.stayed
        packing = 0 if stayed else rules.pack if shown.ended is Ended.PACKED else rules.mid_pack
        arranged = shown.bonus_points(rules) - shown.penalty if stayed else 0
        players[seat] = JewelFigures(Seat(seat), shown.jewel_points(rules), stayed, arranged, shown.ended, packing)

    def owes(one: int, other: int) -> int:
        return sum(account(players[other], players[one]))

    def why(payer: int, payee: int, points: int) -> Sentence:
        return _why(players[payer], players[payee], points)

    nets, paid = settle_pairs(players, table.seats, owes, why)
    won = [0] * table.seats
    for seat, player in players.items():
        won[seat] = player.jewels + player.arranged
    return Score(
        points_won=tuple(map(whole, won)),
        points_entered=tuple(map(whole, nets)),
        lines=tuple(_line(player, nets[seat]) for seat, player in players.items()),
        account=paid,
        sitting=tuple(players),
        warnings=_doubts(record),
    )


def _doubts(record: Record) -> tuple[Problem, ...]:
    """Warn if over six jewels are shown: three packs have two each. [S]"""
    jewels = sum(shown.jewel_cards for shown in reports_by_seat(record.players).values())
    if jewels <= JEWELS_IN_THE_PACKS:
        return ()
    many = say("{count} jewels are shown; there are {most} in three packs.", count=jewels, most=JEWELS_IN_THE_PACKS)
    return (Problem("players", "too_many_jewels", many),)


def account(one: JewelFigures, other: JewelFigures) -> Account:
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


def _why(payer: JewelFigures, payee: JewelFigures, points: int) -> Sentence:
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


def _line(player: JewelFigures, net: int) -> Line:
    if player.stayed:
        why = say(
            "{seat}: jewels {jewels}, bonus less penalty {arranged}; in all {net}.",
            seat=player.seat,
            jewels=player.jewels,
            arranged=player.arranged,
            net=net,
        )
    elif player.ended is Ended.PACKED:
        why = say("{seat}: jewels {jewels}, packed; in all {net}.", seat=player.seat, jewels=player.jewels, net=net)
    else:
        why = say("{seat}: jewels {jewels}, mid-packed; in all {net}.", seat=player.seat, jewels=player.jewels, net=net)
    return Line(player.seat.number, whole(net), why)
