"""The account of a deal: in every pair, who pays whom how much, and why."""

from itertools import combinations
from typing import NamedTuple

from games.catalogue.marriage.record import PlayerReport, Record
from games.catalogue.marriage.rules import FoulCounts, Rules, UnseenMaal
from games.contract import Line, Score, Table
from games.kit.figures import whole
from games.kit.sentences import Seat, Sentence, Several, say
from games.kit.transfers import Transfer

Players = dict[int, PlayerReport]  # those who sit in the deal, by seat


class Part(NamedTuple):
    """A part of what one of a pair owes the other, with what it is for."""

    points: int
    why: Sentence


def score(rules: Rules, record: Record, table: Table) -> Score:
    """Every two settle the difference of their maal; each loser pays the winner; a foul is paid to all."""
    players = dict(record.sitting())
    maal = counted_maal(rules, record, players)
    fouls = fouls_to_pay(rules, record, table)
    nets = [0] * table.seats
    paid = []
    for one, other in combinations(players, 2):
        # What `one` owes `other`; below zero it is the other way round.
        parts = [*game_points(rules, record.winner, players, one, other), *foul_points(rules, fouls, one, other)]
        owed = sum(part.points for part in parts) + maal[other] - maal[one]
        nets[one] -= owed
        nets[other] += owed
        if owed:
            paid.append(payment(one, other, parts, maal, owed))
    won, lines = [0] * table.seats, []
    for seat, player in players.items():
        won[seat] = player.maal
        why = say("{seat}: maal {maal}; in all {net}.", seat=Seat(seat), maal=maal[seat], net=nets[seat])
        lines.append(Line(seat, whole(nets[seat]), why))
    return Score(
        points_won=tuple(map(whole, won)),
        points_entered=tuple(map(whole, nets)),
        lines=tuple(lines),
        account=tuple(paid),
        sitting=tuple(players),
    )


def counted_maal(rules: Rules, record: Record, players: Players) -> dict[int, int]:
    """What each player's maal is worth in this deal."""
    if record.foul is not None and not rules.foul_settles_maal:
        return dict.fromkeys(players, 0)
    if rules.unseen_maal is UnseenMaal.COUNTS:
        return {seat: player.maal for seat, player in players.items()}
    counted = {seat: player.maal if player.seen else 0 for seat, player in players.items()}
    if rules.unseen_maal is UnseenMaal.KIDNAPPED and record.winner is not None:
        counted[record.winner] += sum(player.maal for player in players.values() if not player.seen)
    return counted


def game_points(rules: Rules, winner: int | None, players: Players, one: int, other: int) -> list[Part]:
    """What the loser of a pair pays the winner, as seen from `one`."""
    if winner is None or winner not in (one, other):
        return []
    loser, sign = (other, -1) if winner == one else (one, 1)
    seat, with_dublees = Seat(loser), players[winner].dublee
    parts = []
    if players[loser].dublee and rules.dublee_pays_nothing and not with_dublees:
        parts.append(Part(0, say("nothing for the game because {seat} had shown dublees", seat=seat)))
    elif players[loser].seen:
        why = say("{points} because {seat} had seen", points=rules.seen_pays, seat=seat)
        parts.append(Part(sign * rules.seen_pays, why))
    else:
        why = say("{points} because {seat} had not seen", points=rules.unseen_pays, seat=seat)
        parts.append(Part(sign * rules.unseen_pays, why))
    if with_dublees and rules.dublee_bonus:
        why = say("{points} because {seat} won with dublees", points=rules.dublee_bonus, seat=Seat(winner))
        parts.append(Part(sign * rules.dublee_bonus, why))
    return parts


def fouls_to_pay(rules: Rules, record: Record, table: Table) -> list[int]:
    """The players who pay for a foul in this deal: of this deal, or of the last deal in which they sat."""
    if rules.foul_counts is FoulCounts.NOW:
        return [] if record.foul is None else [record.foul]
    fouled = []
    for seat, _player in record.sitting():
        for earlier in reversed(table.earlier):
            if seat in dict(earlier.sitting()):
                if earlier.foul == seat:
                    fouled.append(seat)
                break
    return fouled


def foul_points(rules: Rules, fouls: list[int], one: int, other: int) -> list[Part]:
    parts = []
    for seat in fouls:
        if seat in (one, other):
            sign = 1 if seat == one else -1
            why = say("{points} because {seat} finished wrongly", points=rules.foul_pays, seat=Seat(seat))
            parts.append(Part(sign * rules.foul_pays, why))
    return parts


def payment(one: int, other: int, parts: list[Part], maal: dict[int, int], owed: int) -> Transfer:
    """One payment for the pair. What goes the other way is taken off."""
    payer, payee, sign = (one, other, 1) if owed > 0 else (other, one, -1)
    for_maal = maal[payee] - maal[payer]
    reasons: list[Sentence] = []
    for points, why in parts:
        reasons.append(why if sign * points >= 0 else say("less {reason}", reason=why))
    if for_maal:
        higher, lower = sorted((maal[payer], maal[payee]), reverse=True)
        why = say("{points} for maal {higher} against {lower}", points=abs(for_maal), higher=higher, lower=lower)
        reasons.append(why if for_maal > 0 else say("less {reason}", reason=why))
    text = say(
        "{payer} pays {payee} {points}: {reasons}.",
        payer=Seat(payer),
        payee=Seat(payee),
        points=abs(owed),
        reasons=Several(tuple(reasons)),
    )
    return Transfer(payer, payee, whole(abs(owed)), "hand", text)
