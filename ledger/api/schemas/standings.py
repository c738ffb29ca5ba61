"""Standings, rivals and seasons."""

from datetime import date
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, PlainSerializer, WithJsonSchema

from games.contract import Frozen
from games.kit.points import write_points
from games.registry import BY_SLUG
from ledger.api.schemas.base import Answer, Id, Moment, Money, Points, Text, number_in_address, one_of
from ledger.api.schemas.series_input import Day
from ledger.circles.models import Player
from ledger.money.amounts import plain_amount
from ledger.standings import rivals
from ledger.standings.counted import ALL_GAMES, Period
from ledger.standings.figures import SHARED, Chosen, Row, Standings, rounded
from ledger.standings.models import Points as SeasonPoints
from ledger.standings.models import Season
from ledger.standings.seasons.table import SeasonInList, SeasonRow, SeasonTable

MOST_TITLE = 80
LARGEST_LEAST = 1_000_000


# --- What is read ----------------------------------------------------------------------------------------------------


class PeriodQuery(Frozen):
    game: Annotated[str, one_of(*BY_SLUG)] | None = Field(None, description="The one most played, if left out.")
    title: Annotated[Text, Field(max_length=MOST_TITLE)] | None = Field(
        None, description="What the table calls a game of its own. The one most played, if left out."
    )
    since: Day | None = Field(None, alias="from", description="Ended on this day or later.")
    until: Day | None = Field(None, alias="to", description="Ended on this day or earlier.")

    @property
    def period(self) -> Period:
        return Period(self.since, self.until)


class StandingsQuery(PeriodQuery):
    game: Annotated[str, one_of(ALL_GAMES, *BY_SLUG)] | None = Field(
        None, description="The one most played, if left out; or all, for what all games share."
    )
    least: Annotated[
        int,
        number_in_address(1, LARGEST_LEAST),
        Field(description="Players with fewer series are left out; 1 if it is."),
    ] = 1


# --- What is answered ------------------------------------------------------------------------------------------------

Mean = Annotated[
    int | float,
    BeforeValidator(lambda value: write_points(rounded(value))),
    WithJsonSchema({"type": "number", "description": "Rounded to four decimals."}),
]
WrittenDay = Annotated[date, PlainSerializer(date.isoformat), WithJsonSchema({"type": "string", "format": "date"})]


class NamedPlayer(Answer):
    id: Id | None
    """Null, as the name, of a player who is left out."""
    name: str | None

    @classmethod
    def of(cls, player: Player | None) -> "NamedPlayer":
        return cls.made_of(player) if player else cls(id=None, name=None)


class BestHand(Answer):
    points: Points
    series: Id
    number: int


class Rating(Answer):
    value: int
    """1500 is the mean of all players; 400 points more: ten times as often above."""
    error: int
    """The true figure lies within it in two of three cases."""


class StandingsRow(Answer):
    player: NamedPlayer
    series: int
    hands: int
    """Those that count and in which the player sat."""
    places: list[int] | None
    """How often first, second and so on. Null over all games, as all that games do not share."""
    won: int
    average_place: Mean | None
    """Level sides have the mean of the places that they take."""
    beaten: Mean | None
    """The share of opponents beaten. Null without a series of two sides or more."""
    order: Mean
    """The same, drawn towards a half by five imaginary series."""
    total: Points | None
    average_total: Mean | None
    best_total: Points | None
    worst_total: Points | None
    points_won_per_hand: Mean | None
    best_hand: BestHand | None
    hands_below_zero: int | None
    """In which the points entered were below zero."""
    bonus_hands: int | None
    ended_below_zero: int | None
    streak: int
    """Series won without a break up to the latest one."""
    longest_streak: int
    money: Money | None
    """By these series' settlements; null where they are in several currencies, or hidden from the caller."""
    rating: Rating | None
    """From all series of the game, whatever the period. Null before the player's third one, or without ratings."""

    @classmethod
    def of(cls, row: Row, currency: str | None, game: str | None) -> "StandingsRow":
        unknown = dict.fromkeys(cls.model_fields.keys() - SHARED) if game == ALL_GAMES else {}
        amount = row.figures.amount_minor
        money = None if amount is None or currency is None else plain_amount(amount, currency)
        return cls.made_of(row.figures, player=NamedPlayer.of(row.player), money=money, **unknown)


class OfPeriod(Answer):
    game: str | None
    """Null where no series of the circle counts."""
    title: str
    since: WrittenDay | None = Field(serialization_alias="from")
    until: WrittenDay | None = Field(serialization_alias="to")


class StandingsAnswer(OfPeriod):
    least: int
    rows: list[StandingsRow]
    """By order, the highest first, then more series, then name."""

    @classmethod
    def of(cls, shown: Standings) -> "StandingsAnswer":
        rows = [StandingsRow.of(row, shown.currency, shown.game) for row in shown.rows]
        return cls.made_of(shown, shown.period, rows=rows)


class RivalPair(Answer):
    a: NamedPlayer
    b: NamedPlayer
    series: int
    """In which they sat on different sides."""
    a_above: int
    b_above: int
    level: int
    points: Points
    """What a received from b by all settlements; negative if a paid."""

    @classmethod
    def of(cls, pair: rivals.Pair) -> "RivalPair":
        a, b, tally = NamedPlayer.of(pair.a), NamedPlayer.of(pair.b), pair.tally
        return cls.made_of(tally, a=a, b=b, a_above=tally.above, b_above=tally.below)


class Rivals(OfPeriod):
    pairs: list[RivalPair]

    @classmethod
    def of(cls, chosen: Chosen, pairs: list[rivals.Pair]) -> "Rivals":
        return cls.made_of(chosen, chosen.period, pairs=[RivalPair.of(pair) for pair in pairs])


class SeasonSummary(Answer):
    id: Id
    name: str
    game: str
    title: str
    since: WrittenDay = Field(serialization_alias="from")
    until: WrittenDay = Field(serialization_alias="to")
    points: Literal["place", "total", "money"]
    """What gives points."""
    status: Literal["open", "closed"]
    closed_at: Moment | None
    series: int
    """How many count; of a closed season how many counted."""
    champions: list[NamedPlayer]
    """Empty until the season is closed."""
    reopened: list[Id]
    """Series that were reopened after the season was closed. The table is still the one that was kept."""

    @classmethod
    def of(cls, listed: SeasonInList) -> "SeasonSummary":
        champions = [NamedPlayer.of(player) for player in listed.champions]
        return cls.made_of(listed, listed.season, status=_status(listed.season), champions=champions)


def _status(season: Season) -> str:
    return "closed" if season.is_closed else "open"


class Seasons(Answer):
    seasons: list[SeasonSummary]


class SeasonTableRow(Answer):
    place: int
    player: NamedPlayer
    points: Points | None
    """Null in a season by money."""
    money: Money | None
    """In a season by money; null where it is hidden from the caller."""
    series: int
    movement: int | None
    """Places won in seven days, negative if lost. Null if the player was not in the table then, or it is closed."""

    @classmethod
    def of(cls, row: SeasonRow, table: SeasonTable) -> "SeasonTableRow":
        by_money = table.season.points == SeasonPoints.MONEY
        amount = row.points if by_money and table.currency else None
        money = None if amount is None else plain_amount(int(amount), table.currency)
        return cls.made_of(row, player=NamedPlayer.of(row.player), points=None if by_money else row.points, money=money)


class SeasonAnswer(SeasonSummary):
    currency: str | None
    """Of the money in it."""
    rows: list[SeasonTableRow]
    """By place, then name. None in a season by money whose series are in several currencies."""

    @classmethod
    def of_table(cls, table: SeasonTable) -> "SeasonAnswer":
        return cls.made_of(
            table,
            table.season,
            status=_status(table.season),
            champions=[NamedPlayer.of(row.player) for row in table.champions],
            reopened=[series.pk for series in table.reopened],
            currency=table.currency or None,
            rows=[SeasonTableRow.of(row, table) for row in table.rows],
        )
