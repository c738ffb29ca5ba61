"""The record of a hand: the box, and either its team's card points or every card."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, model_validator

from games.catalogue.coiffeur.rules import Box, Kind, Rules
from games.contract import Frozen, Table
from games.kit.card_faces import called
from games.kit.choices import Choice
from games.kit.jass_cards import MATCH_POINTS, POINTS_IN_A_ROUND, POSSIBLE_POINTS, SEATS, Trump, made_of_no_cards
from games.kit.jass_teams import TEAMS, Melds, Team, check_weis_and_stoeck, shape_with
from games.kit.plays import PlayRecord, check_play
from games.kit.problems import Problem
from games.kit.records import ThrownIn, check_thrown_in, next_to_deal, reader_of
from games.kit.running import player_after
from games.kit.sentences import Sentence, gettext_noop, say

NO_JOKER = tuple(kind for kind in Kind if kind is not Kind.JOKER)
PLAYED_AS = gettext_noop("Joker played as")


class SlalomBegins(Choice):
    TOP_DOWN = "top_down", Trump.TOP_DOWN.label
    BOTTOM_UP = "bottom_up", Trump.BOTTOM_UP.label


class BoxAnnounced(Frozen):
    """The box that is played and the announcements of its team, in records of totals and of cards."""

    team: Team = Field(title=gettext_noop("Team whose box is played"))
    kind: Kind = Field(title=gettext_noop("Box"))
    played_as: Kind | None = Field(None, title=PLAYED_AS)
    melds: Melds = Field((), title=gettext_noop("Weis of this team"))
    stoeck: bool = Field(default=False, strict=True, title=gettext_noop("This team has Stöck"))

    @property
    def kind_played(self) -> Kind | None:
        """The kind that was played; None if it is not recorded what a joker was played as."""
        if self.kind is not Kind.JOKER:
            return self.kind
        return None if self.played_as is Kind.JOKER else self.played_as

    @property
    def trump(self) -> Trump:
        """The trump of the kind that was played. Top down if it is unknown what a joker was played as."""
        return trump_of(self.kind_played or Kind.TOP_DOWN, getattr(self, "slalom_begins", None))


class Totals(BoxAnnounced):
    """The card points that the team took, in misère too. 257 is read as a match."""

    card_points: Annotated[int, Field(ge=0, le=POINTS_IN_A_ROUND, strict=True, title=gettext_noop("Card points"))]
    match: bool = Field(default=False, strict=True, title=gettext_noop("Match"))
    counter_match: bool = Field(default=False, strict=True, title=gettext_noop("Counter-match"))

    @model_validator(mode="before")
    @classmethod
    def read_match(cls, data: Any) -> Any:
        if isinstance(data, Mapping) and data.get("card_points") == MATCH_POINTS:
            return {**data, "card_points": POINTS_IN_A_ROUND, "match": True}
        return data


class Play(BoxAnnounced, PlayRecord):
    """Every card of the hand. A slalom begins top down unless the record says otherwise."""

    slalom_begins: SlalomBegins | None = Field(None, title=gettext_noop("The slalom begins"))


Record = Totals | Play | ThrownIn[Play]
RECORD: TypeAdapter[Record] = reader_of(Totals, thrown_in=ThrownIn[Play], tricks=Play)


def trump_of(kind: Kind, begins: SlalomBegins | None) -> Trump:
    if kind is Kind.SLALOM:
        return Trump.SLALOM_UP if begins is SlalomBegins.BOTTOM_UP else Trump.SLALOM_DOWN
    return Trump[kind.name]


# --- Boxes -----------------------------------------------------------------------------------------------------------


def filled_boxes(rules: Rules, records: Sequence[Any]) -> tuple[dict[int, int], ...]:
    """Return for each team the number of the hand in which each box was filled, by the box's index in the list.

    If a kind has two boxes, the first of them in the list is filled first.
    """
    filled: tuple[dict[int, int], ...] = tuple({} for _team in TEAMS)
    for number, record in enumerate(records, 1):
        if isinstance(record, ThrownIn):
            continue
        team_boxes = filled[record.team]
        for index, box in enumerate(rules.boxes):
            if box.kind is record.kind and index not in team_boxes:
                team_boxes[index] = number
                break
    return filled


def open_boxes(rules: Rules, records: Sequence[Any], team: int) -> list[tuple[int, Box]]:
    """Return the open boxes of a team with their indexes, in order."""
    filled = filled_boxes(rules, records)[team]
    return [(index, box) for index, box in enumerate(rules.boxes) if index not in filled]


def box_of(rules: Rules, record: BoxAnnounced, table: Table) -> Box:
    """Return the first open box of the record's kind, or the last box of this kind if none is open.

    The history of a hand also scores its earlier records. A correction may since have filled their box in another hand.
    """
    filled = filled_boxes(rules, table.earlier)[record.team]
    of_kind = [(index, box) for index, box in enumerate(rules.boxes) if box.kind is record.kind]
    return next((box for index, box in of_kind if index not in filled), of_kind[-1][1])


def whose_turn(rules: Rules, table: Table) -> int | None:
    """Return the team of the player after the dealer, or the only team that still has an open box.

    If the dealer is not known, the teams take turns. None in the first hand then, and if no box is open.
    """
    with_open_box = [team for team in range(len(TEAMS)) if open_boxes(rules, table.earlier, team)]
    if len(with_open_box) < len(TEAMS):
        return next(iter(with_open_box), None)
    dealer = next_to_deal(table, rules.direction)
    if dealer is not None:
        return player_after(dealer, SEATS, rules.direction) % len(TEAMS)
    counted = [record for record in table.earlier if not isinstance(record, ThrownIn)]
    return len(TEAMS) - 1 - counted[-1].team if counted else None


# --- Problems --------------------------------------------------------------------------------------------------------


def check(rules: Rules, record: Record, table: Table) -> list[Problem]:
    match record:
        case Totals():
            return [*_check_box(rules, record, table), *_check_totals(record)]
        case Play():
            return [*_check_box(rules, record, table), *check_play(record, shape_with(rules, record.trump))]
        case ThrownIn(play=play):
            return check_thrown_in(record, shape_with(rules, play.trump) if play else None)


def _check_box(rules: Rules, record: BoxAnnounced, table: Table) -> Iterator[Problem]:
    kind = record.kind
    filled = filled_boxes(rules, table.earlier)[record.team]
    of_kind = [index for index, box in enumerate(rules.boxes) if box.kind is kind]
    if not of_kind:
        yield Problem("kind", "not_played", say("The list of this series has no such box."))
    elif all(index in filled for index in of_kind):
        box = name_of(rules, rules.boxes[of_kind[-1]])
        again = say("This team has played {box} already, in hand {number}.", box=box, number=filled[of_kind[-1]])
        yield Problem("kind", "played_before", again)
    if kind is not Kind.JOKER and record.played_as is not None:
        yield Problem("played_as", "no_joker", say("Only a joker is played as another kind."))
    elif record.played_as is Kind.JOKER:
        yield Problem("played_as", "not_played", say("A joker is played as one of the other kinds."))
    elif kind is Kind.JOKER and record.played_as is None and isinstance(record, Play):
        yield Problem("played_as", "missing", say("Say what the joker was played as: cards are judged by it."))
    trump = record.trump if record.kind_played else None
    yield from check_weis_and_stoeck(rules, record.melds, trump, has_stoeck=record.stoeck)


def _check_totals(record: Totals) -> Iterator[Problem]:
    if record.card_points not in POSSIBLE_POINTS:
        yield Problem("card_points", "impossible", made_of_no_cards(record.card_points))
    if record.match and record.counter_match:
        yield Problem("match", "both", say("A match and a counter-match cannot be in one hand."))
        return
    for field, all_points in (("match", POINTS_IN_A_ROUND), ("counter_match", 0)):
        if not getattr(record, field):
            continue
        if record.kind_played is Kind.MISERE:
            yield Problem(field, "misere", say("In misère there is no match."))
        elif record.card_points != all_points:
            yield Problem(field, "no_match", say("A team with all nine tricks has all 157 points."))


def name_of(rules: Rules, box: Box) -> Sentence | str:
    return box.name or Sentence(called(box.kind.label, rules.card_faces))
