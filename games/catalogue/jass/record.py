"""The record of a round of Jass: the card points of the teams, or every card."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, model_validator

from games.catalogue.jass.rules import EndOrder, Rules
from games.catalogue.jass.weis import can_hold, held_weis, holdings_of, stoeck_holder, worths_of_weis
from games.contract import Frozen, Table
from games.kit.cards import CODES, Card
from games.kit.jass_cards import (
    MATCH_POINTS,
    POINTS_IN_A_ROUND,
    POSSIBLE_POINTS,
    SEATS,
    TRICKS,
    TRUMP,
    Trump,
    made_of_no_cards,
)
from games.kit.jass_teams import TEAMS, Melds, Team, check_weis_and_stoeck, shape_with
from games.kit.plays import PlayRecord, check_play
from games.kit.problems import Problem
from games.kit.records import ThrownIn, check_thrown_in, reader_of
from games.kit.running import next_dealer
from games.kit.seats import BY_SEAT, SEAT
from games.kit.sentences import Seat, gettext_noop, say

MOST_WEIS = 600  # the most that the 18 cards of a team can hold: docs/rules/jass.md
MOST_WEIS_LONG_100 = 590  # the same with `long_sequences_count_100`
WEIS = gettext_noop("Weis")
ANNOUNCED_WEIS = gettext_noop("Weis that was announced")
ANNOUNCED_STOECK = gettext_noop("Stöck that was announced")

CardPoints = Annotated[int, Field(strict=True)]
SeatNumber = Annotated[int, Field(ge=0, lt=SEATS, strict=True, json_schema_extra=SEAT)]


class Announced(Frozen):
    """The announcements before and during a round, in records of totals and of cards."""

    trump: Trump = Field(title=TRUMP)
    chosen_by: SeatNumber | None = Field(None, title=gettext_noop("Who chose trump"))
    passed: bool = Field(default=False, strict=True, title=gettext_noop("The choice was passed to the partner"))
    meld_team: Team | None = Field(None, title=gettext_noop("Team with the best Weis"))
    melds: Melds = Field((), title=WEIS)
    stoeck: Team | None = Field(None, title=gettext_noop("Team with Stöck"))

    @property
    def leader(self) -> int | None:
        """[S] Who had the first choice of trump leads the first trick, even if the partner then chose."""
        if self.chosen_by is None:
            return None
        return (self.chosen_by + 2) % SEATS if self.passed else self.chosen_by


class Totals(Announced):
    """The card points of both teams; one may be None: 157 less the other. 257 of one team is read as its match."""

    card_points: tuple[CardPoints | None, CardPoints | None] = Field(
        title=gettext_noop("Card points"), json_schema_extra=BY_SEAT
    )
    match: Team | None = Field(None, title=gettext_noop("Team that took all nine tricks"))
    first_past: Team | None = Field(None, title=gettext_noop("Team that reached the target first"))

    @model_validator(mode="before")
    @classmethod
    def read_match(cls, data: Any) -> Any:
        points = data.get("card_points") if isinstance(data, Mapping) else None
        if not isinstance(points, list | tuple) or len(points) != len(TEAMS):
            return data
        for team in range(len(TEAMS)):
            if points[team] == MATCH_POINTS and points[1 - team] in (0, None):
                in_cards = [POINTS_IN_A_ROUND if figure == MATCH_POINTS else figure for figure in points]
                match = team if data.get("match") is None else data["match"]
                return {**data, "card_points": in_cards, "match": match}
        return data

    @property
    def points_by_team(self) -> tuple[int, int]:
        one, other = self.card_points
        if one is None:
            one = POINTS_IN_A_ROUND - (other or 0)
        return one, POINTS_IN_A_ROUND - one if other is None else other


class Play(Announced, PlayRecord):
    """Every card of the round."""

    @property
    def leader(self) -> int:
        return self.first_leader


Record = Totals | Play | ThrownIn[Play]
RECORD: TypeAdapter[Record] = reader_of(Totals, thrown_in=ThrownIn[Play], tricks=Play)


def check(rules: Rules, record: Record, table: Table) -> list[Problem]:
    match record:
        case Totals():
            return [*check_totals(rules, record), *_check_announced(rules, record)]
        case Play():
            problems = check_play(record, shape_with(rules, record.trump))
            return [*problems, *_check_announced(rules, record), *_check_against_cards(record)]
        case ThrownIn(play=play):
            return check_thrown_in(record, shape_with(rules, play.trump) if play else None)


def check_totals(rules: Rules, record: Totals) -> Iterator[Problem]:
    """Both teams' card points must be possible, and come to 157."""
    if record.card_points == (None, None):
        yield Problem("card_points", "missing", say("Enter the card points of at least one team."))
        return
    one, other = record.points_by_team
    if one + other != POINTS_IN_A_ROUND:
        wrong = say("A round is worth 157; {one} and {other} come to {total}.", one=one, other=other, total=one + other)
        yield Problem("card_points", "wrong_sum", wrong)
    for team, points in enumerate((one, other)):
        if points not in POSSIBLE_POINTS:
            yield Problem(f"card_points.{team}", "impossible", made_of_no_cards(points))
    if record.first_past is not None and rules.end_order is not EndOrder.STOECK_WEIS_STICH:
        yield Problem("first_past", "not_played", say("By the rules of this series the higher total has won."))
    if record.match is not None and not rules.match_bonus:
        yield Problem("match", "not_played", say("A match does not count by the rules of this series."))
    elif record.match is not None and record.points_by_team[record.match] != POINTS_IN_A_ROUND:
        yield Problem("match", "no_match", say("A team with all nine tricks has all 157 points."))


def _check_announced(rules: Rules, record: Announced) -> Iterator[Problem]:
    if record.trump.suit is None and not rules.without_trump:
        yield Problem("trump", "not_played", say("By the rules of this series there is always a trump suit."))
    elif record.trump not in rules.kinds_of_play:
        yield Problem("trump", "not_played", say("This is not played by the rules of this series."))
    yield from check_weis_and_stoeck(rules, record.melds, record.trump, has_stoeck=record.stoeck is not None)
    if bool(record.melds) != (record.meld_team is not None):
        yield Problem("meld_team", "incomplete", say("Say which team has Weis, and what it is worth."))


def _check_against_cards(record: Play) -> Iterator[Problem]:
    """The first card shows who chose trump, and all cards show where king and queen of trump were."""
    # The player after the dealer leads, and chose trump or passed the choice to the partner.
    chooser = (record.first_leader + 2) % SEATS if record.passed else record.first_leader
    if record.first_leader < SEATS and record.chosen_by not in (None, chooser):
        right = say("If {leader} led first, {seat} chose trump.", seat=Seat(chooser), leader=Seat(record.first_leader))
        yield Problem("chosen_by", "wrong_chooser", right)
    # One player of that team must have held both cards. Only the cards of all nine tricks show who did.
    if record.stoeck is None or record.trump.suit is None or len(record.whole_tricks) < TRICKS:
        return
    if stoeck_holder(holdings_of(record), record.trump) not in TEAMS[record.stoeck]:
        yield Problem("stoeck", "not_held", say("No player of this team had both king and queen of trump."))


def check_new_announcements(rules: Rules, record: Record, table: Table) -> list[Problem]:
    """Return problems of a new round's announcements. Rounds that are already recorded stay valid."""
    if isinstance(record, ThrownIn):
        return []
    problems = list(_check_weis(rules, record))
    if rules.first_chooser_card and record.leader is None and is_first_round(table):
        who = say("Say who had {card} and chose first.", card=Card(CODES.index(rules.first_chooser_card)))
        problems.append(Problem("chosen_by", "missing", who))
    return problems


def dealer_from_leaders(rules: Rules, leaders: Sequence[int | None]) -> int | None:
    """Return the next dealer, from the latest round with a known leader: the leader deals the round after."""
    for rounds_since, leader in enumerate(reversed(leaders)):
        if leader is not None:
            return next_dealer(leader, rounds_since, SEATS, rules.direction)
    return None


def is_first_round(table: Table) -> bool:
    """Is this the first round that counts?"""
    return all(isinstance(record, ThrownIn) for record in table.earlier)


def _check_weis(rules: Rules, record: Announced) -> Iterator[Problem]:
    weis = sum(record.melds)
    most = MOST_WEIS_LONG_100 if rules.long_sequences_count_100 else MOST_WEIS
    if unknown := sorted(set(record.melds) - set(worths_of_weis(rules))):
        yield Problem("melds", "not_played", say("By these rules no Weis is worth {points}.", points=unknown[0]))
    elif weis and isinstance(record, Totals) and weis > most:
        too_many = say("The cards of a team hold Weis of at most {most}, not {weis}.", most=most, weis=weis)
        yield Problem("melds", "too_many", too_many)
    elif weis and isinstance(record, Play) and len(record.whole_tricks) == TRICKS:
        held = [shown for shown in held_weis(rules, holdings_of(record)) if shown.seat % len(TEAMS) == record.meld_team]
        if not can_hold(rules, record.melds, held):
            yield Problem("melds", "not_held", say("The cards of this team do not hold Weis of {weis}.", weis=weis))
