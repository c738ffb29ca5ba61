"""What a hand is worth, and the points of each player. [T "What it is worth", "Who pays whom"]"""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from games.catalogue.tarot.record import Chelem, Record, TarotContract, TarotHand, TarotSide
from games.catalogue.tarot.rules import Rules
from games.contract import Declared, Line, Score, Table
from games.kit.declaring import HandStake, Passed, pay_at_once, payment_lines, playing, score_without_points
from games.kit.figures import whole
from games.kit.running import sums_by_seat
from games.kit.sentences import Seat, Sentence, Value, say
from games.kit.transfers import Transfer

BASE, PETIT_COUNTS = 25, 10
FACTORS = {TarotContract.PETITE: 1, TarotContract.GARDE: 2, TarotContract.GARDE_SANS: 4, TarotContract.GARDE_CONTRE: 6}
POIGNEES = (say("single poignée"), say("double poignée"), say("triple poignée"))
CHELEMS = {
    Chelem.ANNOUNCED_MADE: say("chelem announced and made"),
    Chelem.MADE: say("chelem without a word"),
    Chelem.ANNOUNCED_MISSED: say("chelem announced and missed"),
    Chelem.DEFENCE: say("chelem of the defence"),
}
Part = tuple[int, Sentence]  # the points that each defender pays, negative if each is paid them, and why


def score(rules: Rules, record: Record, table: Table) -> Score:
    """Return the score: each defender pays the worth of the hand to the taker's side, or gets it from that side."""
    if isinstance(record, Passed):
        return score_without_points(record, table.seats)
    if record.above_needed is None:
        return score_without_points(record, table.seats, complete=False)
    payers, payees = _who_pays(record, table.seats)
    parts = [_contract(record, record.above_needed), *_extras(rules, record)]
    for_the_hand = say("{payer} pays {payee} {points} for the hand.")
    lines: list[Line] = []
    for part, why in parts:
        lines += payment_lines(pay_at_once(payers, payees, whole(part), for_the_hand), table.seats, why)
    paid = pay_at_once(payers, payees, whole(sum(part for part, _why in parts)), for_the_hand)
    for seat in record.misere:
        misere = _misere(rules, record, seat, table.seats)
        why = say("misère of {player}: {points} from each", player=Seat(seat), points=rules.misere)
        lines += payment_lines(misere, table.seats, why)
        paid += misere
    points = sums_by_seat(lines, table.seats)
    contract, partners = record.contract, () if record.partner is None else (record.partner,)
    missed = (say("The chelem was there to be announced."),) if record.chelem is Chelem.MADE else ()
    return Score(
        points_won=points,
        points_entered=points,
        lines=tuple(lines),
        transfers=paid if rules.settlement is HandStake.AT_ONCE else (),
        sitting=playing(record, table.seats),
        declared=Declared(record.taker, contract.value, contract.label, record.made, partners),
        missed=missed,
    )


def _who_pays(record: TarotHand, seats: int) -> tuple[list[int], list[int]]:
    """Return the defenders, and whom each of them pays: the last defender after the taker pays the partner."""
    after_taker = [(record.taker + places) % seats for places in range(1, seats)]
    defenders = [seat for seat in after_taker if seat != record.partner and seat not in record.sitting_out]
    payees = [record.taker] * len(defenders)
    if record.partner is not None:
        payees[-1] = record.partner
    return defenders, payees


def _contract(record: TarotHand, above_needed: Fraction) -> Part:
    """Return (25 + difference ± petit) × factor. Half a point of the difference counts as a whole point."""
    difference, factor = ceil(abs(above_needed)), FACTORS[record.contract]
    points, words = BASE + difference, say("{base} + {difference}", base=BASE, difference=difference)
    if record.petit is not None and (record.petit is TarotSide.TAKER) == record.made:
        points += PETIT_COUNTS
        words = say("{sum} + {points} for the petit", sum=words, points=PETIT_COUNTS)
    elif record.petit is not None:
        points -= PETIT_COUNTS
        words = say("{sum} − {points} for the petit", sum=words, points=PETIT_COUNTS)
    points *= factor
    if factor == 1:
        words = say("{sum} = {points}", sum=words, points=points)
    else:
        words = say("({sum}) × {factor} = {points}", sum=words, factor=factor, points=points)
    played: dict[str, Value] = {"player": Seat(record.taker), "contract": say(record.contract.label)}
    played |= {"difference": difference, "worth": words}
    if record.made:
        return points, say("{player} wins {contract} by {difference}: {worth}", **played)
    return -points, say("{player} loses {contract} by {difference}: {worth}", **played)


def _extras(rules: Rules, record: TarotHand) -> Iterator[Part]:
    """Yield the parts for poignées and chelem, which are never multiplied."""
    for poignee in record.poignees:
        points = rules.poignee[poignee.size - 1]
        why = say("{poignee} for the winners: {points}", poignee=POIGNEES[poignee.size - 1], points=points)
        yield points if record.made else -points, why
    if record.chelem is not None:
        # The order of CHELEMS is that of the option, and after these the chelem of the defence.
        points = dict(zip(CHELEMS, (*rules.chelem, -rules.defence_chelem), strict=True))[record.chelem]
        yield points, say("{chelem}: {points}", chelem=CHELEMS[record.chelem], points=abs(points))


def _misere(rules: Rules, record: TarotHand, seat: int, seats: int) -> tuple[Transfer, ...]:
    others = [other for other in playing(record, seats) if other != seat]
    why = say("{payer} pays {payee} {points} for the misère.")
    return pay_at_once(others, [seat] * len(others), whole(rules.misere), why)
