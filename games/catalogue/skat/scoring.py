"""The points of each player for a hand: by the list, in the pub, for money. [K "The list", "The pub", "For money"]"""

from collections.abc import Iterator

from games.catalogue.skat.record import Record, SkatHand
from games.catalogue.skat.rules import Rules, Scoring
from games.catalogue.skat.worth import worth_of
from games.contract import Declared, Line, Score, Table
from games.kit.card_points import RamschHand, pay_ramsch, ramsch_in_words
from games.kit.declaring import Passed, multiply, pay_at_once, payment_lines, playing, score_without_points
from games.kit.figures import whole
from games.kit.running import sums_by_seat
from games.kit.sentences import Seat, Sentence, say
from games.kit.transfers import Transfer

LOST_COUNTS, KONTRA_COUNTS = 2, 2  # times the worth


def score(rules: Rules, record: Record, table: Table) -> Score:
    transfers: tuple[Transfer, ...] = ()
    missed: tuple[Sentence, ...] = ()
    match record:
        case Passed():
            return score_without_points(record, table.seats)
        case RamschHand():
            declared = None
            lines, transfers = _ramsch(rules, record, table.seats)
        case SkatHand():
            if record.goal_reached is None or not (record.matadors or record.is_null):
                return score_without_points(record, table.seats, complete=False)
            won, lines, transfers = _game(rules, record, table.seats)
            declared = Declared(record.declarer, record.contract.value, record.contract.label, won)
            missed = tuple(_missed(record, won=won))
    points = sums_by_seat(lines, table.seats)
    # By the list, who sits out has points too where the declarer lost.
    sitting = tuple(seat for seat in range(table.seats) if seat not in record.sitting_out or points[seat])
    return Score(
        points_won=points,
        points_entered=points,
        lines=tuple(lines),
        transfers=transfers,
        sitting=sitting,
        declared=declared,
        missed=missed,
        begins_bock=record.bock_begins,
    )


def _game(rules: Rules, record: SkatHand, seats: int) -> tuple[bool, list[Line], tuple[Transfer, ...]]:
    worth = worth_of(record)
    won = bool(record.goal_reached) and not worth.overbid
    words, points = multiply(
        worth.words,
        worth.points,
        (1 if won else LOST_COUNTS, say("lost")),
        (record.kontra, say("Kontra") if record.kontra == KONTRA_COUNTS else say("Re")),
        (record.bock, say("Bock")),
    )
    why = say("{seat} plays {worth}", seat=Seat(record.declarer), worth=words)
    if rules.scoring is Scoring.MONEY:
        others = [seat for seat in playing(record, seats) if seat != record.declarer]
        alone = [record.declarer] * len(others)
        payers, payees = (others, alone) if won else (alone, others)
        paid = pay_at_once(payers, payees, whole(points), say("{payer} pays {payee} {points} for the game."))
        return won, list(payment_lines(paid, seats, why)), paid
    lines = [Line(record.declarer, whole(points if won else -points), why)]
    if rules.scoring is Scoring.LIST:
        lines += _by_the_list(rules, record.declarer, seats, won=won)
    return won, lines, ()


def _by_the_list(rules: Rules, declarer: int, seats: int, *, won: bool) -> Iterator[Line]:
    """Yield lines for what the list adds to the worth. Each has the title of an option, and its points."""
    if won:
        yield Line(declarer, whole(rules.bonus_won), _named(say("Plus if won"), rules.bonus_won))
        return
    yield Line(declarer, whole(-rules.bonus_lost), _named(say("Minus if lost"), rules.bonus_lost))
    for_others = rules.others_lost.of(seats)
    for seat in range(seats):
        if seat != declarer:
            yield Line(seat, whole(for_others), _named(say("Each other player if lost"), for_others))


def _named(option: Sentence, points: int) -> Sentence:
    return say("{what} {points}", what=option, points=whole(points))


def _missed(record: SkatHand, *, won: bool) -> Iterator[Sentence]:
    """Yield what a declarer who played Hand, without the skat, reached and could have announced."""
    if won and record.plays_hand and not record.is_null:
        if record.is_schwarz and not record.says_schwarz:
            yield say("Schwarz was there to be announced.")
        elif record.is_schneider() and not record.says_schneider:
            yield say("Schneider was there to be announced.")


def _ramsch(rules: Rules, record: RamschHand, seats: int) -> tuple[list[Line], tuple[Transfer, ...]]:
    ramsch, most = record.ramsch, max(record.ramsch.points)
    words, points = multiply(ramsch_in_words(ramsch, most), most * ramsch.factor, (record.bock, say("Bock")))
    if rules.scoring is Scoring.MONEY:
        return pay_ramsch(ramsch, playing(record, seats), points, words, seats)
    scored = points if ramsch.march else -points
    return [Line(seat, whole(scored), words) for seat in ramsch.seats_with_most(playing(record, seats))], ()
