"""What a hand is worth, and the points of each player. [S "The tariff", "Who pays whom"]"""

from collections.abc import Iterator, Sequence

from games.catalogue.schafkopf.record import (
    CAN_BE_TOUT,
    IN_SIE,
    Record,
    SchafkopfHand,
    SchafkopfRamschHand,
    runners_count_from,
)
from games.catalogue.schafkopf.rules import Rules
from games.contract import Declared, Line, Score, Table
from games.kit.card_points import ALL_POINTS, pay_ramsch, ramsch_in_words
from games.kit.declaring import HandStake, Passed, multiply, pay_at_once, payment_lines, playing, score_without_points
from games.kit.figures import whole
from games.kit.problems import Problem
from games.kit.running import sums_by_seat
from games.kit.sentences import Seat, Sentence, Several, say, say_many
from games.kit.transfers import Transfer

SIE_COUNTS = 4  # times the worth


def score(rules: Rules, record: Record, table: Table) -> Score:
    declared: Declared | None = None
    missed: tuple[Sentence, ...] = ()
    warnings: tuple[Problem, ...] = ()
    match record:
        case Passed():
            return score_without_points(record, table.seats)
        case SchafkopfRamschHand():
            lines, paid = _ramsch(rules, record, table.seats)
        case SchafkopfHand():
            if not record.is_finished:
                return score_without_points(record, table.seats, complete=False)
            lines, paid = _game(rules, record, playing(record, table.seats), table.seats)
            partners = () if record.partner is None else (record.partner,)
            game, won = record.game, record.goal_reached
            declared = Declared(record.declarer, game.value, game.label, won, partners)
            missed, warnings = tuple(_missed(record)), tuple(_doubts(record))
    points = sums_by_seat(lines, table.seats)
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
    """With a partner each loser pays one winner, in seat order. A declarer alone pays all three, or is paid by them."""
    words, points = _worth(rules, record)
    others = [seat for seat in players if seat not in (record.declarer, record.partner)]
    side = [record.declarer] * len(others) if record.partner is None else sorted([record.declarer, record.partner])
    if record.goal_reached:
        why = say("{seat} wins {worth}", seat=Seat(record.declarer), worth=words)
    else:
        why = say("{seat} loses {worth}", seat=Seat(record.declarer), worth=words)
        points = -points
    paid = pay_at_once(others, side, whole(points), say("{payer} pays {payee} {points} for the game."))
    return list(payment_lines(paid, seats, why)), paid


def _worth(rules: Rules, record: SchafkopfHand) -> tuple[Sentence, int]:
    """Return the worth, in words as players count it: “Solo 50, 4 runners 40 = 90, Tout × 2 = 180”."""
    parts = list(_parts(rules, record))
    points = sum(worth for _what, worth in parts)
    words = [say("{what} {points}", what=what, points=worth) for what, worth in parts]
    counted = words[0] if len(words) == 1 else say("{parts} = {points}", parts=Several(tuple(words)), points=points)
    return multiply(
        counted,
        points,
        (rules.tout_times if record.tout else 1, say("Tout")),
        (SIE_COUNTS if record.is_sie else 1, say("Sie")),
        (2**record.doubled, say("doubled")),
    )


def _parts(rules: Rules, record: SchafkopfHand) -> Iterator[tuple[Sentence, int]]:
    """Yield the parts of the worth. A Tout or a Sie has no Schneider and Schwarz, because it is multiplied instead."""
    yield say(record.game.label), rules.call if record.is_call else rules.solo
    extra = rules.extra if record.is_call else rules.extra_solo
    if not record.tout and not record.is_sie:
        if record.has_schneider:
            yield say("Schneider"), extra
        if record.is_schwarz:
            yield say("Schwarz"), extra
    runners = IN_SIE if record.is_sie else record.runners
    counted_from = runners_count_from(rules, record.game)
    if runners and counted_from is not None and runners >= counted_from:
        yield say_many("{count} runner", "{count} runners", count=runners), runners * rules.extra


def _ramsch(rules: Rules, record: SchafkopfRamschHand, seats: int) -> tuple[list[Line], tuple[Transfer, ...]]:
    ramsch = record.ramsch
    words, points = multiply(
        ramsch_in_words(ramsch, rules.ramsch), rules.ramsch * ramsch.factor, (2**record.doubled, say("doubled"))
    )
    return pay_ramsch(ramsch, playing(record, seats), points, words, seats)


def _missed(record: SchafkopfHand) -> Iterator[Sentence]:
    """Yield the Tout that the declarer reached, and could have announced."""
    if record.game in CAN_BE_TOUT and not record.tout and record.goal_reached and record.is_schwarz:
        yield say("Tout was there to be announced.")


def _doubts(record: SchafkopfHand) -> Iterator[Problem]:
    """Doubt all card points without all tricks. A side with all points nearly always took all tricks."""
    has_all_tricks = record.is_sie or (record.tout and record.won)
    if record.points in (0, ALL_POINTS) and record.tricks == "some" and not has_all_tricks:
        why = say("One side has all card points. If it took all tricks, say so: they count more.")
        yield Problem("tricks", "all_points", why)
