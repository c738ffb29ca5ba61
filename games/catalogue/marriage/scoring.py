"""The account of a deal: in every pair, who pays whom how much, and why."""

from typing import NamedTuple

from games.catalogue.marriage.record import PlayerReport, Record
from games.catalogue.marriage.rules import FoulCounts, Rules, UnseenMaal
from games.contract import Line, Score, Table
from games.kit.accounts import reports_by_seat, settle_pairs
from games.kit.figures import whole
from games.kit.sentences import Seat, Sentence, Several, say

Players = dict[int, PlayerReport]  # the players who sit in the deal, by seat


class PartOfDebt(NamedTuple):
    """A part of what one player owes another, and why. A negative part is owed by the other player."""

    points: int
    why: Sentence


def score(rules: Rules, record: Record, table: Table) -> Score:
    """Every two players settle the difference of their maal, losers pay the winner, a foul is paid to all."""
    players = reports_by_seat(record.players)
    names = {seat: Seat(seat) for seat in players}
    maal = counted_maal(rules, record, players)
    fouled = who_pays_for_fouls(rules, record, table)

    def besides_maal(one: int, other: int) -> list[PartOfDebt]:
        return game_points(rules, record.winner, players, one, other) + foul_points(rules, fouled, one, other)

    def owes(one: int, other: int) -> int:
        return sum([part.points for part in besides_maal(one, other)], maal[other] - maal[one])

    def why(payer: int, payee: int, points: int) -> Sentence:
        """Return the sentence of a transfer. Parts that the payee owes the payer are subtracted."""
        parts = [*besides_maal(payer, payee), *maal_points(maal[payer], maal[payee])]
        reasons = [part.why if part.points >= 0 else say("less {reason}", reason=part.why) for part in parts]
        return say(
            "{payer} pays {payee} {points}: {reasons}.",
            payer=names[payer],
            payee=names[payee],
            points=points,
            reasons=Several(tuple(reasons)),
        )

    nets, account = settle_pairs(players, table.seats, owes, why)
    lines = []
    for seat in players:
        net = say("{seat}: maal {maal}; in all {net}.", seat=names[seat], maal=maal[seat], net=nets[seat])
        lines.append(Line(seat, whole(nets[seat]), net))
    return Score(
        points_won=tuple(whole(players[seat].maal if seat in players else 0) for seat in range(table.seats)),
        points_entered=tuple(map(whole, nets)),
        lines=tuple(lines),
        account=account,
        sitting=tuple(players),
    )


def counted_maal(rules: Rules, record: Record, players: Players) -> dict[int, int]:
    """Return what each player's maal is worth in this deal."""
    if record.foul is not None and not rules.foul_settles_maal:
        return dict.fromkeys(players, 0)
    if rules.unseen_maal is UnseenMaal.COUNTS:
        return {seat: player.maal for seat, player in players.items()}
    counted = {seat: player.maal if player.seen else 0 for seat, player in players.items()}
    if rules.unseen_maal is UnseenMaal.KIDNAPPED and record.winner is not None:
        counted[record.winner] += sum(player.maal for player in players.values() if not player.seen)
    return counted


def game_points(rules: Rules, winner: int | None, players: Players, one: int, other: int) -> list[PartOfDebt]:
    """Return what `one` owes `other` because one of them has won: nothing in a pair without the winner."""
    if winner is None or winner not in (one, other):
        return []
    loser, sign = (other, -1) if winner == one else (one, 1)
    seat, with_dublees = Seat(loser), players[winner].dublee
    parts = []
    if players[loser].dublee and rules.dublee_pays_nothing and not with_dublees:
        parts.append(PartOfDebt(0, say("nothing for the game because {seat} had shown dublees", seat=seat)))
    elif players[loser].seen:
        why = say("{points} because {seat} had seen", points=rules.seen_pays, seat=seat)
        parts.append(PartOfDebt(sign * rules.seen_pays, why))
    else:
        why = say("{points} because {seat} had not seen", points=rules.unseen_pays, seat=seat)
        parts.append(PartOfDebt(sign * rules.unseen_pays, why))
    if with_dublees and rules.dublee_bonus:
        why = say("{points} because {seat} won with dublees", points=rules.dublee_bonus, seat=Seat(winner))
        parts.append(PartOfDebt(sign * rules.dublee_bonus, why))
    return parts


def who_pays_for_fouls(rules: Rules, record: Record, table: Table) -> list[int]:
    """Return the players who pay for a foul in this deal.

    By the rules of the series that is the deal of the foul, or the next deal in which the player sits.
    """
    if rules.foul_counts is FoulCounts.NOW:
        return [] if record.foul is None else [record.foul]
    fouled = []
    for seat in reports_by_seat(record.players):
        last = next((deal for deal in reversed(table.earlier) if seat in reports_by_seat(deal.players)), None)
        if last is not None and last.foul == seat:
            fouled.append(seat)
    return fouled


def foul_points(rules: Rules, fouled: list[int], one: int, other: int) -> list[PartOfDebt]:
    """Return what `one` owes `other` for fouls. `fouled` are the players who pay for one in this deal."""
    parts = []
    for seat in fouled:
        if seat in (one, other):
            sign = 1 if seat == one else -1
            why = say("{points} because {seat} finished wrongly", points=rules.foul_pays, seat=Seat(seat))
            parts.append(PartOfDebt(sign * rules.foul_pays, why))
    return parts


def maal_points(payers_maal: int, payees_maal: int) -> list[PartOfDebt]:
    """Return what the payer owes the payee for maal: the player with less pays the other the difference."""
    if payers_maal == payees_maal:
        return []
    higher, lower = max(payers_maal, payees_maal), min(payers_maal, payees_maal)
    why = say("{points} for maal {higher} against {lower}", points=higher - lower, higher=higher, lower=lower)
    return [PartOfDebt(payees_maal - payers_maal, why)]
