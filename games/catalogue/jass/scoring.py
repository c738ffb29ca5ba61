"""The score of a round: card points and, by Swiss custom, the match, Weis, Stöck and the factor of the trump."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.catalogue.jass.record import Announced, Play, Record, Totals, dealer_from_leaders, is_first_round
from games.catalogue.jass.rules import MATCH_BONUS, Rules
from games.catalogue.jass.weis import held_weis, holdings_of, stoeck_holder, team_with_the_best
from games.contract import Line, Score, Table
from games.kit.cards import BITS, CODES, Card
from games.kit.jass_cards import POINTS_IN_A_ROUND, SEATS, Trump, duty_in_words
from games.kit.jass_teams import FOR_STOECK, STOECK, TEAMS, by_seat, for_weis, in_cards, lines_of, names_of, shape_with
from games.kit.judging import judge_play, shown_by_cards
from games.kit.problems import Problem
from games.kit.records import ThrownIn, next_to_deal, score_thrown_in
from games.kit.running import doubts_about_leader, player_after, sums_by_seat
from games.kit.sentences import Seat, Sentence, cards_named, say
from games.kit.tricks import turn_orders


@dataclass(frozen=True, slots=True)
class JassScore(Score):
    """A score with what shows which team was first, if both teams reach the target in one round."""

    in_order: tuple[tuple[int, Fraction], ...] = ()  # team and points: Stöck, Weis, then the tricks, as far as known
    first_past: int | None = None  # the team that was first, as the scorer says

    def first_at(self, target: Fraction, before: Sequence[Fraction]) -> int | None:
        """Return the team that reached the target first; None if unknown. `before` has totals below the target."""
        totals = list(before[: len(TEAMS)])
        for team, points in self.in_order:
            totals[team] += points
            if totals[team] >= target:
                return team
        return self.first_past


def score(rules: Rules, record: Record, table: Table) -> Score:
    match record:
        case ThrownIn():
            return score_thrown_in(SEATS)
        case Totals():
            lines = tuple(_lines(rules, record, record.points_by_team, record.match))
            return JassScore(
                points_won=by_seat(record.points_by_team),
                points_entered=sums_by_seat(lines, SEATS),
                lines=lines,
                first_leader=record.leader,
                warnings=(*_doubts(rules, record, table), *_perhaps_a_match(rules, record)),
                in_order=_in_order(rules, record, (), record.match),
                first_past=record.first_past,
            )
        case Play():
            return score_play(rules, record, table)


def score_play(rules: Rules, play: Play, table: Table) -> Score:
    """Score a round from its cards. No points are entered before the last card has been played."""
    shape = shape_with(rules, play.trump)
    judged = judge_play(play, shape)
    card_points = [sum(judged.points[seat] for seat in team) for team in TEAMS]
    match = next((team for team, seats in enumerate(TEAMS) if set(judged.winners) <= set(seats)), None)
    tricks = list(zip((winner % len(TEAMS) for winner in judged.winners), judged.trick_points, strict=True))
    complete = judged.complete
    lines = tuple(_lines(rules, play, card_points, match)) if complete else ()
    return JassScore(
        points_won=by_seat(card_points),
        points_entered=sums_by_seat(lines, SEATS),
        lines=lines,
        first_leader=play.leader,
        reasoning=tuple(_held_in_words(rules, play)) if complete else (),
        warnings=(*_doubts(rules, play, table), *(_not_claimed(rules, play, match, table) if complete else ())),
        in_order=_in_order(rules, play, tricks, match) if complete else (),
        **shown_by_cards(play, shape, judged, duty_in_words),
    )


# --- Warnings --------------------------------------------------------------------------------------------------------


def _perhaps_a_match(rules: Rules, record: Totals) -> Iterator[Problem]:
    """157 points do not prove a match: the other team may have a trick that is worth nothing."""
    points = record.points_by_team
    if rules.match_bonus and record.match is None and POINTS_IN_A_ROUND in points:
        names = names_of(points.index(POINTS_IN_A_ROUND))
        ask = say("{one} and {other} have all 157 points: was it a match?", **names)
        yield Problem("match", "perhaps_a_match", ask)


def _not_claimed(rules: Rules, play: Play, match: int | None, table: Table) -> Iterator[Problem]:
    """Warn about Weis, Stöck and the first choice of trump, where the record differs from the cards."""
    holdings = holdings_of(play)
    order = turn_orders(SEATS, play.clockwise)[play.first_leader]
    held = held_weis(rules, holdings) if rules.melds else []
    best = team_with_the_best(held, play.trump, order)
    points = sum(weis.points for weis in held if weis.seat % len(TEAMS) == best)
    if best is not None and not _loses_weis(rules, best, match) and (play.meld_team, sum(play.melds)) != (best, points):
        why = say("By the cards {one} and {other} have the best Weis: {points}.", points=points, **names_of(best))
        yield Problem("melds", "not_claimed", why)
    holder = stoeck_holder(holdings, play.trump) if rules.stoeck and play.stoeck is None else None
    if holder is not None:
        yield Problem("stoeck", "not_claimed", say("{seat} held Stöck, which is not written down.", seat=Seat(holder)))
    if rules.first_chooser_card and is_first_round(table):
        card = CODES.index(rules.first_chooser_card)
        had = next(seat for seat, holding in enumerate(holdings) if holding & BITS[card])
        if had != play.leader:
            chose = say("{seat} had {card}, and so the choice of trump.", seat=Seat(had), card=Card(card))
            yield Problem("chosen_by", "not_the_holder", chose)


def _held_in_words(rules: Rules, play: Play) -> Iterator[Sentence]:
    holdings = holdings_of(play)
    for weis in held_weis(rules, holdings) if rules.melds else ():
        cards = cards_named(weis.cards)
        yield say("{seat} held {cards}: Weis of {points}.", seat=Seat(weis.seat), cards=cards, points=weis.points)
    holder = stoeck_holder(holdings, play.trump) if rules.stoeck else None
    if holder is not None:
        yield say("{seat} held king and queen of trump: Stöck.", seat=Seat(holder))


def _doubts(rules: Rules, record: Totals | Play, table: Table) -> tuple[Problem, ...]:
    """Warn if another player than the one after the dealer had the first choice of trump, or led first. [S]"""
    if rules.first_chooser_card and is_first_round(table):
        return ()  # the holder of a card chooses, wherever the dealer sits
    leader, dealer = record.leader, dealer_of(rules, table)
    direction = record.direction if isinstance(record, Play) else rules.direction
    if leader is None or dealer is None:
        return ()
    if record.chosen_by is None:
        return doubts_about_leader(dealer, leader, SEATS, direction)
    expected = player_after(dealer, SEATS, direction)
    if leader == expected:
        return ()
    names = {"dealer": Seat(dealer), "expected": Seat(expected), "seat": Seat(leader)}
    why = say("{dealer} dealt, so the choice of trump is with {expected}, not with {seat}.", **names)
    return (Problem("chosen_by", "not_after_dealer", why),)


def dealer_of(rules: Rules, table: Table) -> int | None:
    """Return the dealer of this round, if known.

    If the holder of a card chose in the first round, the dealers of later rounds follow from who led, not from the
    first dealer.
    """
    from_first_dealer = bool(table.named_dealers) or rules.first_chooser_card is None or is_first_round(table)
    if from_first_dealer and (dealer := next_to_deal(table, rules.direction)) is not None:
        return dealer
    return dealer_from_leaders(rules, [record.leader for record in table.earlier if not isinstance(record, ThrownIn)])


# --- Points ----------------------------------------------------------------------------------------------------------


def _lines(rules: Rules, record: Announced, card_points: Sequence[int], match: int | None) -> Iterator[Line]:
    for team in range(len(TEAMS)):
        parts = [in_cards(card_points[team])]
        if record.trump is Trump.MISERE:
            parts = [(card_points[1 - team], say("{one} and {other}: {points} in the others' cards"))]
        if rules.match_bonus and match == team:
            parts.append((MATCH_BONUS, say("{one} and {other}: {points} for all nine tricks")))
        if record.melds and record.meld_team == team:
            lost = say("{one} and {other}: Weis of {points} is lost without a trick", points=sum(record.melds))
            parts.append((0, lost) if _loses_weis(rules, team, match) else for_weis(record.melds))
        if record.stoeck == team:
            parts.append(FOR_STOECK)
        yield from lines_of(team, parts, rules.factor(record.trump))


def _loses_weis(rules: Rules, team: int | None, match: int | None) -> bool:
    return rules.weis_needs_a_trick and match not in (None, team)


def _in_order(
    rules: Rules, record: Announced, tricks: Sequence[tuple[int, int]], match: int | None
) -> tuple[tuple[int, Fraction], ...]:
    """Return points in the order in which they count: Stöck, Weis, the tricks, and a match after the last trick."""
    counted = [(record.stoeck, STOECK)] if record.stoeck is not None else []
    if record.meld_team is not None and not _loses_weis(rules, record.meld_team, match):
        counted.append((record.meld_team, sum(record.melds)))
    is_misere = record.trump is Trump.MISERE
    counted += [(1 - team if is_misere else team, points) for team, points in tricks]
    if tricks and match is not None and rules.match_bonus:
        counted.append((match, MATCH_BONUS))
    factor = rules.factor(record.trump)
    return tuple((team, Fraction(points * factor)) for team, points in counted)
