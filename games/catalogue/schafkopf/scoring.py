"""What a hand brings each player. [S "Who pays whom"]"""

from collections.abc import Iterator, Sequence

from games.catalogue.schafkopf.record import CAN_BE_TOUT, Record, SchafkopfHand, SchafkopfRamschHand
from games.catalogue.schafkopf.rules import Rules
from games.catalogue.schafkopf.worth import worth_of
from games.contract import Declared, Line, Score, Table
from games.kit.card_points import ALL_POINTS, pay_ramsch, ramsch_in_words
from games.kit.declaring import HandStake, Passed, entered, lines_of, nothing, pay_at_once, playing, times
from games.kit.figures import whole
from games.kit.problems import Problem
from games.kit.sentences import Seat, Sentence, gettext_noop, say
from games.kit.transfers import Transfer


def score(rules: Rules, record: Record, table: Table) -> Score:
    declared: Declared | None = None
    missed: tuple[Sentence, ...] = ()
    warnings: tuple[Problem, ...] = ()
    match record:
        case Passed():
            return nothing(record, table.seats)
        case SchafkopfRamschHand():
            lines, paid = _ramsch(rules, record, table.seats)
        case SchafkopfHand():
            if not record.is_finished:
                return nothing(record, table.seats, complete=False)
            lines, paid = _game(rules, record, playing(record, table.seats), table.seats)
            partners = () if record.partner is None else (record.partner,)
            game, won = record.game, record.goal_reached
            declared = Declared(record.declarer, game.value, game.label, won, partners)
            missed, warnings = tuple(_missed(record)), tuple(_doubts(record))
    points = entered(lines, table.seats)
    return Score(
        points_won=points,
        points_entered=points,
        lines=tuple(lines),
        transfers=paid if rules.settlement is HandStake.AT_ONCE else (),
        sitting=playing(record, table.seats),
        declared=declared,
        missed=missed,
        warnings=warnings,
    )


def _game(
    rules: Rules, record: SchafkopfHand, players: Sequence[int], seats: int
) -> tuple[list[Line], tuple[Transfer, ...]]:
    """With a partner each loser pays one winner, in seat order. Otherwise each of the three pays the declarer."""
    words, points = worth_of(rules, record)
    others = [seat for seat in players if seat not in (record.declarer, record.partner)]
    side = [record.declarer] * len(others) if record.partner is None else sorted([record.declarer, record.partner])
    if record.goal_reached:
        why = say("{seat} wins {worth}", seat=Seat(record.declarer), worth=words)
    else:
        why = say("{seat} loses {worth}", seat=Seat(record.declarer), worth=words)
        points = -points
    paid = pay_at_once(others, side, whole(points), gettext_noop("{payer} pays {payee} {points} for the game."))
    return list(lines_of(paid, seats, why)), paid


def _ramsch(rules: Rules, record: SchafkopfRamschHand, seats: int) -> tuple[list[Line], tuple[Transfer, ...]]:
    ramsch = record.ramsch
    words, points = times(
        ramsch_in_words(ramsch, rules.ramsch), rules.ramsch * ramsch.factor, (2**record.doubled, say("doubled"))
    )
    return pay_ramsch(ramsch, playing(record, seats), points, words, seats)


def _missed(record: SchafkopfHand) -> Iterator[Sentence]:
    if record.game in CAN_BE_TOUT and not record.tout and record.goal_reached and record.is_schwarz:
        yield say("Tout was there to be announced.")


def _doubts(record: SchafkopfHand) -> Iterator[Problem]:
    """All card points are nearly always all tricks, and all tricks count more."""
    told = record.is_sie or (record.tout and record.won)
    if record.points in (0, ALL_POINTS) and record.tricks == "some" and not told:
        why = say("One side has all card points. If it took all tricks, say so: they count more.")
        yield Problem("tricks", "all_points", why)
