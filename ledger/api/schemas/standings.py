"""Standings, rivals, records and seasons."""

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, PlainSerializer, WithJsonSchema, create_model

from games.contract import Frozen
from games.kit.points import write_points
from games.registry import BY_SLUG
from ledger.api.schemas.base import Answer, Id, Moment, Money, Points, Text, number_in_address, one_of
from ledger.api.schemas.series_input import Day
from ledger.circles.models import Player
from ledger.money.amounts import plain_amount
from ledger.standings import rivals
from ledger.standings.cells import rounded
from ledger.standings.columns import columns_for_programs
from ledger.standings.counted import ALL_GAMES, Period, Scope
from ledger.standings.declared import COLUMNS, DeclaredHands
from ledger.standings.figures import Standings
from ledger.standings.models import Points as SeasonPoints
from ledger.standings.models import Season
from ledger.standings.records import ALL_RECORDS
from ledger.standings.records import Records as FoundRecords
from ledger.standings.seasons.table import SeasonInList, SeasonRow, SeasonTable

MOST_TITLE = 80  # letters
LARGEST_LEAST = 1_000_000  # the highest value of the parameter `least`


# --- What is read ----------------------------------------------------------------------------------------------------


class GameQuery(Frozen):
    game: Annotated[str, one_of(*BY_SLUG)] | None = Field(
        None, description="Defaults to the game that the circle plays most."
    )
    title: Annotated[Text, Field(max_length=MOST_TITLE)] | None = Field(
        None, description="The name of a circle's own scorecard. Defaults to the title that the circle plays most."
    )


class PeriodQuery(GameQuery):
    since: Day | None = Field(None, alias="from", description="Only series that ended on this day or later.")
    until: Day | None = Field(None, alias="to", description="Only series that ended on this day or earlier.")

    @property
    def period(self) -> Period:
        return Period(self.since, self.until)


class DeclaredQuery(Frozen):
    game: Annotated[str, one_of(*BY_SLUG)]
    since: Day | None = Field(
        None,
        alias="from",
        description="Only series that ended on this day or later. An open one counts on the day of its latest change.",
    )
    until: Day | None = Field(None, alias="to", description="Only series that ended on this day or earlier, likewise.")

    @property
    def period(self) -> Period:
        return Period(self.since, self.until)


class StandingsQuery(PeriodQuery):
    game: Annotated[str, one_of(ALL_GAMES, *BY_SLUG)] | None = Field(
        None,
        description="Defaults to the game that the circle plays most. With `all`, figures that not "
        "all games share are null.",
    )
    least: Annotated[
        int,
        number_in_address(1, LARGEST_LEAST),
        Field(description="Leaves out players with fewer series than this; defaults to 1."),
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
    """Null, as the name is, for a player whom the circle leaves out."""
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
    """1500 is the mean of all players. A player with 400 points more is placed above ten times as often."""
    error: int
    """In two of three cases the true figure differs by at most this."""


# The type of a figure in the standings, by the `api_type` that its column has (`column.kind.api_type`).
TYPES: dict[str, Any] = {
    "count": int,
    "mean": Mean,
    "points": Points,
    "places": list[int],
    "hand": BestHand,
    "money": Annotated[Money, BeforeValidator(lambda money: plain_amount(*money))],
    "rating": Rating,
}


def standings_row_model() -> type[Answer]:
    """Return the model of a row, with a field for each column of the standings."""
    fields: dict[str, Any] = {"player": (NamedPlayer, ...)}
    for column in columns_for_programs():
        type_ = TYPES[column.kind.api_type]
        is_nullable = column.nullable or not column.all_games
        fields[column.name] = (type_ | None if is_nullable else type_, Field(description=column.about or None))
    return create_model("StandingsRow", __base__=Answer, **fields)


StandingsRow = standings_row_model()


class PeriodAnswer(Answer):
    game: str | None
    """Null if no series of the circle counts."""
    title: str
    since: WrittenDay | None = Field(serialization_alias="from")
    until: WrittenDay | None = Field(serialization_alias="to")


class StandingsAnswer(PeriodAnswer):
    least: int
    rows: list[StandingsRow]  # type: ignore[valid-type]
    """By `order`, the highest first, then by the number of series, then by name."""

    @classmethod
    def of(cls, shown: Standings) -> "StandingsAnswer":
        rows = [
            StandingsRow(
                player=NamedPlayer.of(row.player),
                **{column.name: column.value_in(shown, row) for column in columns_for_programs()},
            )
            for row in shown.rows
        ]
        return cls.made_of(shown, shown.scope, shown.scope.period, rows=rows)


class DeclaredContract(Answer):
    contract: str | None
    """Null in the row for all contracts."""
    title: str
    """The players' word for the contract; empty in the row for all contracts."""


class DeclaredByPlayer(DeclaredContract):
    player: NamedPlayer


def declared_row_model(name: str, base: type[DeclaredContract]) -> type[DeclaredContract]:
    """Return the model of a row: for each column, how many hands were declared, and how many of these were made."""
    fields: dict[str, Any] = {}
    for column in COLUMNS:
        fields[column.hands] = (int, Field(description=column.about))
        fields[column.made] = (int, Field(description="How many of these were made."))
    return create_model(name, __base__=base, **fields)


DeclaredRow = declared_row_model("DeclaredRow", DeclaredByPlayer)
DeclaredInCircle = declared_row_model("DeclaredInCircle", DeclaredContract)


class DeclaredAnswer(Answer):
    game: str
    rows: list[DeclaredRow]  # type: ignore[valid-type]
    """The hands that count of ended and of open series. Who declared most hands comes first, each with a row for all
    contracts before the rows of each."""
    circle: list[DeclaredInCircle]  # type: ignore[valid-type]
    """The same for all players together."""

    @classmethod
    def of(cls, game: str, declared: DeclaredHands) -> "DeclaredAnswer":
        rows = [
            DeclaredRow(player=NamedPlayer.of(row.player), contract=row.contract, title=row.name, **row.figures)
            for row in declared.rows
        ]
        circle = [DeclaredInCircle(contract=row.contract, title=row.name, **row.figures) for row in declared.of_circle]
        return cls(game=game, rows=rows, circle=circle)


class RivalPair(Answer):
    """`a` is the first of the two by name."""

    a: NamedPlayer
    b: NamedPlayer
    series: int
    """Series in which the two sat on different sides."""
    a_above: int
    b_above: int
    level: int
    points: Points
    """What `a` received from `b` by all settlements; negative if `a` paid."""

    @classmethod
    def of(cls, pair: rivals.Pair) -> "RivalPair":
        a, b, tally = NamedPlayer.of(pair.a), NamedPlayer.of(pair.b), pair.tally
        return cls.made_of(tally, a=a, b=b, a_above=tally.above, b_above=tally.below)


class Rivals(PeriodAnswer):
    pairs: list[RivalPair]

    @classmethod
    def of(cls, scope: Scope, pairs: list[rivals.Pair]) -> "Rivals":
        return cls.made_of(scope, scope.period, pairs=[RivalPair.of(pair) for pair in pairs])


class Mark(Answer):
    value: Points
    players: list[NamedPlayer]
    """The players who reached the value in `series`."""
    series: Id
    number: int | None
    """The number of the hand; null if the record is not about a single hand."""
    date: WrittenDay
    """The day on which the series ended."""


class CircleRecord(Mark):
    record: Annotated[str, one_of(*ALL_RECORDS)]
    history: list[Mark]
    """Each time the record was broken, oldest first. Who only equals a record does not break it."""


class Records(Answer):
    game: str | None
    """Null if no series of the circle counts."""
    title: str
    low_wins: bool
    """Whether the lowest total and the lowest hand are the best."""
    records: list[CircleRecord]
    """The records that at least one player holds."""

    @classmethod
    def of(cls, found: FoundRecords) -> "Records":
        records = []
        for record in found.records:
            history = [
                Mark(
                    value=mark.value,
                    players=[NamedPlayer.of(found.players.get(player)) for player in mark.holders],
                    series=mark.series.id,
                    number=mark.hand,
                    date=mark.series.ended_on,
                )
                for mark in record.marks
            ]
            records.append(CircleRecord.made_of(history[-1], record=record.code, history=history))
        return cls.made_of(found, records=records)


class SeasonSummary(Answer):
    id: Id
    name: str
    game: str
    title: str
    since: WrittenDay = Field(serialization_alias="from")
    until: WrittenDay = Field(serialization_alias="to")
    points: Literal["place", "total", "money"]
    """What gives points in the season."""
    status: Literal["open", "closed"]
    closed_at: Moment | None
    series: int
    """How many series count; in a closed season, how many counted."""
    champions: list[NamedPlayer]
    """Empty until the season is closed."""
    reopened: list[Id]
    """Series that were reopened after the season was closed. The season keeps its table."""

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
    """By place: one point for each side beaten, and a half for each other side that was level. By total: the sum of the
    totals. Null in a season by money."""
    money: Money | None
    """The sum of the settlements in a season by money. Else null, and if the circle hides money from the caller."""
    series: int
    movement: int | None
    """Places won in seven days, negative if lost. Null if the player was not in the table seven days ago, and in a
    closed season."""

    @classmethod
    def of(cls, row: SeasonRow, table: SeasonTable) -> "SeasonTableRow":
        by_money = table.season.points == SeasonPoints.MONEY
        amount = row.points if by_money and table.currency else None
        money = None if amount is None else plain_amount(int(amount), table.currency)
        return cls.made_of(row, player=NamedPlayer.of(row.player), points=None if by_money else row.points, money=money)


class SeasonAnswer(SeasonSummary):
    currency: str | None
    """The currency of `money`."""
    rows: list[SeasonTableRow]
    """By place, then by name. Empty in a season by money whose series are in several currencies."""

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
