"""What a hand brings each team. [B "What it is worth"]"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.catalogue.belote.record import ALL_POINTS, BeloteHand, BelotePassed, Record, unfinished
from games.catalogue.belote.rules import Bidding, Counts, Litige, Rules
from games.contract import Declared, Line, Score, Table
from games.kit.figures import ZERO
from games.kit.jass_cards import SEATS
from games.kit.jass_teams import TEAMS, Part, by_seat, in_cards, lines_of
from games.kit.running import sums_by_seat
from games.kit.sentences import Sentence, Value, say

BELOTE, FAILED = 20, 160  # points, of the belote and where the other team failed
COINCHED = 2  # times the points
NOTHING = (ZERO,) * SEATS


@dataclass(frozen=True, slots=True)
class BeloteScore(Score):
    """A score with the points that wait for the winner of the next hand, those of earlier level hands included."""

    waiting: int = 0


def score(rules: Rules, record: Record, table: Table) -> BeloteScore:
    waited = waiting_after(rules, table.earlier)
    if isinstance(record, BelotePassed):
        return BeloteScore(NOTHING, NOTHING, waiting=waited)
    if any(unfinished(rules, record)):
        return BeloteScore(NOTHING, NOTHING, complete=False, waiting=waited)
    made = is_made(rules, record)
    lines = list(_bid_lines(rules, record) if rules.bidding is Bidding.COINCHE else _classic_lines(rules, record))
    lines += _belote_and_announcements(rules, record)
    if waited and made is not None:
        winner = record.team if made else 1 - record.team
        lines += lines_of(winner, [(waited, say("{one} and {other}: {points} that waited"))])
    card_points = record.card_points or 0
    by_team = [card_points if team == record.team else ALL_POINTS - card_points for team in range(len(TEAMS))]
    points = sums_by_seat(lines, SEATS)
    return BeloteScore(
        points_won=by_seat(by_team),
        points_entered=points,
        lines=tuple(lines),
        declared=_declared(record, made=made),
        missed=tuple(_missed(rules, record)),
        summary=_summary(record, points, made=made),
        waiting=waited + _points_that_wait(rules, record) if made is None else 0,
    )


def is_made(rules: Rules, record: BeloteHand) -> bool | None:
    """Return whether the team that plays has made its contract; None if its points wait for the next hand.

    A team with all tricks has made it, and a team without a trick has not, whatever was bid.
    """
    if record.tricks in ("all", "none"):
        return record.tricks == "all"
    mine, theirs = (_points_to_make_it(rules, record, team) for team in (record.team, 1 - record.team))
    if rules.bidding is Bidding.NONE:
        return None if mine == theirs and rules.litige is Litige.WAIT else mine > theirs
    return not isinstance(record.bid, str) and mine >= (record.bid or 0)


def _points_to_make_it(rules: Rules, record: BeloteHand, team: int) -> int:
    points = _in_cards(rules, record, team)
    if rules.belote_helps:
        points += record.announced[team] + (BELOTE if record.belote == team else 0)
    return points


def _in_cards(rules: Rules, record: BeloteHand, team: int) -> int:
    """Return the points of a team in cards: those of a capot for all tricks, 0 for none."""
    if record.tricks in ("all", "none"):
        return rules.capot if (record.tricks == "all") == (team == record.team) else 0
    of_taker = record.card_points or 0
    return of_taker if team == record.team else ALL_POINTS - of_taker


def _card_part(rules: Rules, record: BeloteHand, team: int) -> Part:
    exact = _in_cards(rules, record, team)
    points = rules.rounding.of(exact)
    if record.tricks in ("all", "none") and points:
        return points, say("{one} and {other}: {points} for all tricks")
    if points != exact:
        return points, say("{one} and {other}: {exact} in cards, rounded to {points}", exact=exact)
    return in_cards(points)


def _summary(record: BeloteHand, points: Sequence[Fraction], *, made: bool | None) -> Sentence:
    """Return the hand in short, such as “100 made with 122: 222 to 40”."""
    named = {"capot": say("Capot"), "generale": say("Générale"), None: say("Contract")}
    words: dict[str, Value] = {
        "bid": record.bid if isinstance(record.bid, int) else named[record.bid],
        "cards": record.card_points or 0,
        "points": points[record.team],
        "others": points[1 - record.team],
    }
    if made is None:
        return say("{bid} level with {cards}: {points} to {others}", **words)
    if made:
        return say("{bid} made with {cards}: {points} to {others}", **words)
    return say("{bid} failed with {cards}: {points} to {others}", **words)


# --- With bids -------------------------------------------------------------------------------------------------------


def worth_of_bid(rules: Rules, record: BeloteHand) -> int:
    if isinstance(record.bid, str):
        return rules.capot if record.bid == "capot" else rules.generale
    return record.bid or 0


def _bid_lines(rules: Rules, record: BeloteHand) -> Iterator[Line]:
    """Yield the lines of a hand with a bid.

    If the bid is made, its team scores the bid and its card points, and the other team its card points unless the bid
    was coinched. If the bid fails, only the other team scores: the bid and 160. Where only bids count, no card points
    are scored.
    """
    bid = worth_of_bid(rules, record)
    factor = {1: 1, 2: COINCHED, 4: rules.surcoinche}[record.coinche]
    made = is_made(rules, record)
    winner = record.team if made else 1 - record.team
    parts: list[Part] = []
    if not made:
        parts.append((FAILED, say("{one} and {other}: {points}, the others failed")))
    elif rules.counts is Counts.BOTH:
        parts.append(_card_part(rules, record, winner))
    parts.append((bid, say("{one} and {other}: {points} for the bid")))
    yield from lines_of(winner, parts, factor)
    if made and factor == 1 and rules.counts is Counts.BOTH:
        yield from lines_of(1 - winner, [_card_part(rules, record, 1 - winner)])


def _missed(rules: Rules, record: BeloteHand) -> Iterator[Sentence]:
    """Yield the capot that a team reached, and could have bid."""
    if rules.bidding is Bidding.COINCHE and record.tricks == "all" and not record.needs_all_tricks:
        yield say("Capot was there to be bid.")


# --- Without bids ----------------------------------------------------------------------------------------------------


def _classic_lines(rules: Rules, record: BeloteHand) -> Iterator[Line]:
    """Yield the lines of a hand without a bid.

    If the contract is made, each team scores its card points; if it fails, the other team scores those of both. In a
    level hand the points of the taker's team wait.
    """
    made, others = is_made(rules, record), 1 - record.team
    mine, theirs = _card_part(rules, record, record.team), _card_part(rules, record, others)
    if made:
        yield from lines_of(record.team, [mine])
    if made is not False:
        yield from lines_of(others, [theirs])
        if made is None:
            why = say("{points} wait for the winner of the next hand.", points=_points_that_wait(rules, record))
            yield from lines_of(record.team, [(0, why)])
        return
    both = rules.rounding.of(sum(_in_cards(rules, record, team) for team in range(len(TEAMS))))
    yield from lines_of(others, [(both, say("{one} and {other}: {points} in cards, the others failed"))])


def _points_that_wait(rules: Rules, record: BeloteHand) -> int:
    """Return the points of the taker's team that wait after a level hand: cards, belote and announcements."""
    points, _why = _card_part(rules, record, record.team)
    return points + record.announced[record.team] + (BELOTE if record.belote == record.team else 0)


def waiting_after(rules: Rules, earlier: Sequence[Record]) -> int:
    """Return the points that wait after these hands: those of the level hands since a team last won a hand."""
    points = 0
    for record in reversed(earlier):
        if isinstance(record, BelotePassed) or any(unfinished(rules, record)):
            continue
        if is_made(rules, record) is not None:
            break
        points += _points_that_wait(rules, record)
    return points


# --- Belote and announcements ----------------------------------------------------------------------------------------


def _belote_and_announcements(rules: Rules, record: BeloteHand) -> Iterator[Line]:
    """Yield the lines of belote and announcements, which no factor multiplies.

    The belote stays with its team. If the contract fails, the other team scores the announcements of both.
    """
    made = is_made(rules, record)
    waiting_teams = [record.team] if made is None else []
    if record.belote is not None and record.belote not in waiting_teams:
        yield from lines_of(record.belote, [(BELOTE, say("{one} and {other}: {points} for the belote"))])
    for team, points in enumerate(record.announced):
        if points and team not in waiting_teams:
            winner = 1 - record.team if made is False else team
            yield from lines_of(winner, [(points, say("{one} and {other}: {points} for announcements"))])


def _declared(record: BeloteHand, *, made: bool | None) -> Declared | None:
    if record.taker is None:
        return None
    partner = (record.taker + 2) % SEATS
    return Declared(record.taker, record.trump.value, record.trump.label, made, (partner,))
