"""What is wrong with the record of a hand. [K "The hand"]"""

from collections.abc import Iterator

from games.catalogue.skat.record import PLAYERS_IN_A_HAND, Record, SkatContract, SkatHand
from games.catalogue.skat.rules import Rules
from games.catalogue.skat.worth import worth_of
from games.contract import UNFINISHED, Table
from games.kit.card_points import RamschHand, check_counted, check_ramsch
from games.kit.declaring import Passed, check_bock, check_seats
from games.kit.problems import Problem
from games.kit.sentences import say

MOST_IN_GRAND = 4


def check(rules: Rules, record: Record, table: Table) -> list[Problem]:
    declarer = [("declarer", record.declarer)] if isinstance(record, SkatHand) else []
    problems = check_seats(record, table.seats, PLAYERS_IN_A_HAND, declarer)
    match record:
        case Passed():
            return problems
        case RamschHand():
            problems += check_ramsch(record.ramsch, PLAYERS_IN_A_HAND, played=rules.ramsch)
        case SkatHand():
            if record.kontra != 1 and not rules.kontra:
                problems.append(
                    Problem("kontra", "not_played", say("Kontra is not played by the rules of this series."))
                )
            problems += _check_null(record) if record.is_null else _check_trumps(record)
    return problems + check_bock(record, played=rules.bock)


def _check_null(record: SkatHand) -> Iterator[Problem]:
    for field in ("matadors", "schneider_announced", "schwarz_announced", "schneider", "schwarz", "points"):
        given = getattr(record, field)
        if given is not None and given is not False:  # 0 is a number of points
            yield Problem(field, "not_in_null", say("This does not belong to Null."))
    lost_by_bid = record.won is False and _is_overbid(record)
    if record.won is not None and record.tricks == ("all" if record.won else "none") and not lost_by_bid:
        yield Problem("won", "contradicts", say("Null is won without a trick."))
    elif record.goal_reached is None:
        yield Problem("won", UNFINISHED, say("Was the game won?"))


def _check_trumps(record: SkatHand) -> Iterator[Problem]:
    if record.matadors is None:
        yield Problem("matadors", UNFINISHED, say("How many matadors?"))
    elif record.contract is SkatContract.GRAND and record.matadors > MOST_IN_GRAND:
        yield Problem("matadors", "out_of_range", say("Grand has {most} matadors at most.", most=MOST_IN_GRAND))
    for field in ("schneider_announced", "schwarz_announced"):
        if getattr(record, field) and not record.plays_hand:
            yield Problem(field, "needs_hand", say("Only a hand game can be announced so."))
    lost_by_bid = record.won is False and _is_overbid(record)
    won = record.goal_reached and not lost_by_bid
    yield from check_counted(record, won=won, schneider=record.is_schneider())


def check_new(record: Record) -> list[Problem]:
    """Return a problem if the record says that an overbid game was won, although the card points or tricks are known.

    Where they are not known, `won` says that the declarer reached what was declared.
    """
    if not isinstance(record, SkatHand) or (record.points is None and record.tricks == "some"):
        return []
    if not record.won or not _is_overbid(record):
        return []
    why = say("The game is overbid, so it is lost.")
    return [Problem("won", "contradicts", why)]


def _is_overbid(record: SkatHand) -> bool:
    return bool(record.is_null or record.matadors) and worth_of(record).overbid
