"""Who wins a hand, what it is worth, and the points of each player. [K "Who wins", "What it is worth"]"""

from collections.abc import Iterator

from games.catalogue.doppelkopf.record import (
    KONTRA_SAID,
    LIMITS,
    PROMISES,
    RE_SAID,
    DoppelkopfHand,
    DoppelkopfKind,
    DoppelkopfSide,
    Said,
)
from games.catalogue.doppelkopf.rules import OPPONENTS, Announcements, Extra, Rules
from games.contract import Declared, Line, Score, Table
from games.kit.declaring import HandStake, multiply, pay_at_once, playing, score_without_points
from games.kit.figures import whole
from games.kit.problems import Problem
from games.kit.running import sums_by_seat
from games.kit.sentences import Sentence, Several, gettext_noop, say
from games.kit.transfers import Transfer

RE_NEEDS, RE_NEEDS_IF_ONLY_KONTRA_WAS_SAID = 121, 120
FOR_A_NAME = 2  # points, where Re or Kontra was said
# The card points that bring a side one point more, if the other side has made this promise.
POINTS_AGAINST = {Said.NO_90: 120, Said.NO_60: 90, Said.NO_30: 60, Said.BLACK: 30}
RESULTS = {
    DoppelkopfSide.RE: gettext_noop("Re wins: {parts} = {points}"),
    DoppelkopfSide.KONTRA: gettext_noop("Kontra wins: {parts} = {points}"),
    None: gettext_noop("nobody wins; for Re: {parts} = {points}"),
}

Part = tuple[DoppelkopfSide, int, Sentence]  # points that a side has, and for what


def score(rules: Rules, record: DoppelkopfHand, table: Table) -> Score:
    if not record.complete:
        return score_without_points(record, table.seats, complete=False)
    winner, sitting = winner_of(record), playing(record, table.seats)
    words, worth = _worth(rules, record, winner)
    to_re = -worth if winner is DoppelkopfSide.KONTRA else worth
    lines = []
    for seat in sitting:
        solo = rules.solo_times if record.re == (seat,) else 1
        why, _points = multiply(words, worth, (solo, say("solo")))
        lines.append(Line(seat, whole(to_re * solo if seat in record.re else -to_re), why))
    points = sums_by_seat(lines, table.seats)
    declared, marked = None, False
    if record.kind is DoppelkopfKind.SOLO:
        made = None if winner is None else winner is DoppelkopfSide.RE
        declared = Declared(record.re[0], record.kind.value, record.kind.label, made)
        # Only the first solo of a player is the required one.
        earlier = [(hand.kind, hand.re) for hand in table.earlier]
        marked = rules.required_solos > 0 and (record.kind, record.re) not in earlier
    alone = say("This wedding has found nobody: it is counted as a solo.")
    return Score(
        points_won=points,
        points_entered=points,
        lines=tuple(lines),
        transfers=_paid(record, to_re, sitting) if rules.settlement is HandStake.AT_ONCE else (),
        sitting=sitting,
        declared=declared,
        missed=tuple(_could_have_promised(record, winner)) if winner else (),
        warnings=(Problem("re", "no_partner", alone),) if record.is_lone_wedding else (),
        begins_bock=record.bock_begins,
        marked=record.re if marked else (),
    )


def winner_of(record: DoppelkopfHand) -> DoppelkopfSide | None:
    """Return the side that wins; None if both have broken a promise besides their names."""
    promising = [side for side in DoppelkopfSide if record.promises(side)]
    for side in promising:
        if record.stays_below(side.other, record.promises(side)[-1]):
            return side
    if promising:
        return promising[0].other if len(promising) == 1 else None
    only_kontra = record.kontra_said is not None and record.re_said is None
    needed = RE_NEEDS_IF_ONLY_KONTRA_WAS_SAID if only_kontra else RE_NEEDS
    return DoppelkopfSide.RE if record.points(DoppelkopfSide.RE) >= needed else DoppelkopfSide.KONTRA


def _worth(rules: Rules, record: DoppelkopfHand, winner: DoppelkopfSide | None) -> tuple[Sentence, int]:
    """Return what the hand is worth to each winner, or to each of Re if nobody wins. It can be below zero."""
    side, worth, terms = winner or DoppelkopfSide.RE, 0, []
    parts = [*_won(rules, record, winner), *_for_points(record, winner), *_extra_points(rules, record, winner)]
    for whose, count, why in parts:
        points = count if whose is side else -count
        worth += points
        terms.append(say("{what} {points}", what=why, points=whole(points)))
    words = say(RESULTS[winner], parts=Several(tuple(terms)), points=whole(worth))
    doubles = winner is not None and rules.announcements is Announcements.DOUBLE
    return multiply(
        words,
        worth,
        (2 if doubles and record.re_said else 1, say("Re")),
        (2 if doubles and record.kontra_said else 1, say("Kontra")),
        (record.bock, say("Bock")),
    )


def _won(rules: Rules, record: DoppelkopfHand, winner: DoppelkopfSide | None) -> Iterator[Part]:
    """Return the points for winning and for all that was said by either side. The winners have all of them."""
    if winner is None:
        return
    yield winner, 1, say("won")
    for said, why in ((record.re_said, say(RE_SAID)), (record.kontra_said, say(KONTRA_SAID))):
        if said and rules.announcements is Announcements.ADD:
            yield winner, FOR_A_NAME, why
    for promise in (promise for side in DoppelkopfSide for promise in record.promises(side)):
        yield winner, 1, say("{promise} said", promise=_named(promise))


def _for_points(record: DoppelkopfHand, winner: DoppelkopfSide | None) -> Iterator[Part]:
    """Return the points for each limit that the other side stayed below, and for card points against its promises.

    Only the winners have such points. If nobody wins, each side has its own.
    """
    for side in (winner,) if winner else DoppelkopfSide:
        for promise in PROMISES:
            if record.stays_below(side.other, promise):
                limit = LIMITS.get(promise)
                yield side, 1, say("below {limit}", limit=limit) if limit else say("no trick")
        for promise in record.promises(side.other):
            least = POINTS_AGAINST[promise]
            if record.points(side) >= least:
                yield side, 1, say("{points} against {promise}", points=least, promise=_named(promise))


def _extra_points(rules: Rules, record: DoppelkopfHand, winner: DoppelkopfSide | None) -> Iterator[Part]:
    """Return the extra points. Each side has those that it made, whoever wins."""
    for extra in rules.extras if record.has_extras(rules) else ():
        if extra is Extra.AGAINST_THE_OLD and winner is DoppelkopfSide.KONTRA:
            yield winner, 1, say(extra.label)
        for side in DoppelkopfSide:
            if count := record.times(side, extra):
                yield side, count, say(extra.label)


def _named(promise: Said) -> Sentence:
    return say("“black”") if promise is Said.BLACK else say("“no {limit}”", limit=LIMITS[promise])


def _paid(record: DoppelkopfHand, to_re: int, sitting: tuple[int, ...]) -> tuple[Transfer, ...]:
    """Each loser pays one winner, in seat order. A soloist pays all three, or is paid by them."""
    kontra = [seat for seat in sitting if seat not in record.re]
    re = record.re * OPPONENTS if len(record.re) == 1 else sorted(record.re)
    return pay_at_once(kontra, re, whole(to_re), say("{payer} pays {payee} {points} for the hand."))


def _could_have_promised(record: DoppelkopfHand, winner: DoppelkopfSide) -> Iterator[Sentence]:
    """Return what the winners could have promised and did not."""
    for promise in PROMISES:
        if promise not in record.promises(winner) and record.stays_below(winner.other, promise):
            if promise is Said.BLACK:
                yield say("“Black” could have been said.")
            else:
                yield say("“No {limit}” could have been said.", limit=LIMITS[promise])
