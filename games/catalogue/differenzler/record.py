"""The record of a round: announcements with card points or with every card, or a deal that was thrown in."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field, TypeAdapter

from games.catalogue.differenzler.rules import Rules
from games.contract import UNFINISHED, Frozen, Table
from games.kit.jass_cards import POINTS_IN_A_ROUND, SEATS, TRUMP, Trump, jass_shape
from games.kit.plays import PlayRecord, check_play
from games.kit.problems import Problem, wrong_length
from games.kit.records import ThrownIn, check_thrown_in, reader_of
from games.kit.seats import BY_SEAT
from games.kit.sentences import gettext_noop, say
from games.kit.taken import fill_in

ANNOUNCED = gettext_noop("Announced")

Points = Annotated[int, Field(ge=0, le=POINTS_IN_A_ROUND, strict=True)]
Announcements = Annotated[tuple[Points, ...], Field(max_length=SEATS, title=ANNOUNCED, json_schema_extra=BY_SEAT)]


class Totals(Frozen):
    """With announcements alone, the round is still being played. One entry of `card_points` may be None: 157 less the
    others."""

    announced: Announcements
    card_points: Annotated[tuple[Points | None, ...], Field(max_length=SEATS)] = Field(
        (), title=gettext_noop("Card points"), json_schema_extra=BY_SEAT
    )
    trump: Trump | None = Field(None, title=TRUMP)

    @property
    def points_by_seat(self) -> tuple[int | None, ...]:
        return fill_in(self.card_points or (None,) * SEATS, POINTS_IN_A_ROUND)


class Play(PlayRecord):
    """Every card of the round."""

    announced: Announcements
    trump: Trump = Field(title=TRUMP)


Record = Totals | Play | ThrownIn[Play]
RECORD: TypeAdapter[Record] = reader_of(Totals, thrown_in=ThrownIn[Play], tricks=Play)


def check(rules: Rules, record: Record, table: Table) -> list[Problem]:
    match record:
        case Totals():
            return [*_check_announced(record), *_check_points(record)]
        case Play():
            return [*_check_announced(record), *check_play(record, jass_shape(record.trump))]
        case ThrownIn(play=play):
            return check_thrown_in(record, jass_shape(play.trump) if play else None)


def _check_announced(record: Totals | Play) -> Iterator[Problem]:
    if len(record.announced) != SEATS:
        yield wrong_length("announced", SEATS)
    if record.trump is not None and record.trump.suit is None:
        yield Problem("trump", "not_played", say("By the rules of this series there is always a trump suit."))


def _check_points(record: Totals) -> Iterator[Problem]:
    """Check number and sum, but not whether the cards can make each figure."""
    if record.card_points and len(record.card_points) != SEATS:
        yield wrong_length("card_points", SEATS)
        return
    given = [points for points in record.card_points if points is not None]
    total = sum(given)
    if total > POINTS_IN_A_ROUND or (total < POINTS_IN_A_ROUND and len(given) == SEATS):
        yield Problem("card_points", "wrong_sum", say("A round is worth 157; these come to {total}.", total=total))
    elif None in record.points_by_seat:
        missing = say("The card points of {count} players are missing.", count=SEATS - len(given))
        yield Problem("card_points", UNFINISHED, missing)
