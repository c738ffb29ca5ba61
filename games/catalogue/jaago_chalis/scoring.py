"""Points won, points entered, and the bonus for a big hand. [J E.7 to E.10]"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from games.catalogue.jaago_chalis.play import LAW, SHAPE, duty_in_words
from games.catalogue.jaago_chalis.record import SEATS, Record, Totals
from games.catalogue.jaago_chalis.rules import BigHandBonus, Rules
from games.contract import Line, Score, Table
from games.kit.figures import ZERO
from games.kit.judging import judge_play, shown_by_cards
from games.kit.ladders import places, ranked, shared_sum
from games.kit.plays import PlayRecord
from games.kit.records import ThrownIn, score_thrown_in
from games.kit.sentences import Seat, say
from games.kit.transfers import Transfer

_NOTHING = (ZERO,) * SEATS


def score(rules: Rules, record: Record, table: Table) -> Score:
    match record:
        case ThrownIn():
            return score_thrown_in(SEATS)
        case Totals(points_won=won, last_trick=last_trick):
            entered = points_entered(rules, won)
            return Score(
                points_won=won,
                points_entered=entered,
                lines=tuple(_entries(rules, won, entered)),
                transfers=tuple(big_hand_bonus(rules, won)),
                last_trick_winner=last_trick,
            )
        case PlayRecord():
            return score_play(rules, record)


def score_play(rules: Rules, play: PlayRecord) -> Score:
    """Score a hand from its cards. Before the last card has been played, no points are entered and no bonus is owed."""
    judged = judge_play(play, SHAPE)
    won = tuple([LAW.points[halves] for halves in judged.points])
    finished = judged.complete
    entered = points_entered(rules, won) if finished else _NOTHING
    return Score(
        points_won=won,
        points_entered=entered,
        lines=tuple(_entries(rules, won, entered)) if finished else (),
        transfers=tuple(big_hand_bonus(rules, won)) if finished else (),
        **shown_by_cards(play, SHAPE, judged, duty_in_words),
    )


def points_entered(rules: Rules, won: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Enter points won; below the threshold, won − threshold (as in the tables of [J E.9], not its text)."""
    needed = rules.entry_threshold
    return tuple(points if points >= needed else points - needed for points in won)


def _entries(rules: Rules, won: Sequence[Fraction], entered: Sequence[Fraction]) -> Iterator[Line]:
    for seat, (points, entry) in enumerate(zip(won, entered, strict=True)):
        if entry == points:
            yield Line(seat, entry, say("{seat} won {won} and enters {won}.", seat=Seat(seat), won=points))
        else:
            fewer = say(
                "{seat} won {won}, fewer than {needed}, and enters {won} − {needed} = {entered}.",
                seat=Seat(seat),
                won=points,
                needed=rules.entry_threshold,
                entered=entry,
            )
            yield Line(seat, entry, fewer)


def big_hand_bonus(rules: Rules, won: Sequence[Fraction]) -> Iterator[Transfer]:
    """[J E.10] "give him standard money as the bonus and continue the game". Never doubled."""
    if rules.big_hand_bonus is BigHandBonus.OFF:
        return
    for payee, points in enumerate(won):
        if points < rules.big_hand:
            continue
        others = [seat for seat in range(SEATS) if seat != payee]
        shares = dict.fromkeys(others, sum(rules.sums, ZERO) / len(others))
        if rules.big_hand_bonus is BigHandBonus.RANKED:
            shares = {
                seat: shared_sum(place, rules.sums) for place in places(ranked(won, others)) for seat in place.seats
            }
        for payer, owed in shares.items():
            if owed:
                why = say(
                    "{payer} pays {payee} {owed} for a big hand: {points} points won in one hand.",
                    payer=Seat(payer),
                    payee=Seat(payee),
                    owed=owed,
                    points=points,
                )
                yield Transfer(payer, payee, owed, "big_hand", why)
