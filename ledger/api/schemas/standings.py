"""Standings, rivals and seasons."""

from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import Field, PlainSerializer, WithJsonSchema

from games.contract import Frozen
from games.kit.points import write_points
from games.registry import BY_SLUG
from ledger.api.schemas.base import Answer, Id, Moment, Money, Points, Text, number_in_address, one_of
from ledger.api.schemas.series import Day
from ledger.circles.models import Player
from ledger.money.amounts import plain_amount
from ledger.standings import ratings, rivals, table
from ledger.standings.counted import Period
from ledger.standings.models import Points as SeasonPoints
from ledger.standings.models import Season
from ledger.standings.seasons.table import SeasonInList, SeasonRow, SeasonTable
from ledger.standings.table import Chosen, Standings, rounded

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
    least: Annotated[
        int,
        number_in_address(1, LARGEST_LEAST),
        Field(description="Players with fewer series are left out; 1 if it is."),
    ] = 1


# --- What is answered ------------------------------------------------------------------------------------------------

Mean = Annotated[int | float, WithJsonSchema({"type": "number", "description": "Rounded to four decimals."})]
WrittenDay = Annotated[date, PlainSerializer(date.isoformat), WithJsonSchema({"type": "string", "format": "date"})]


class NamedPlayer(Answer):
    id: Id | None
    """Null, as the name, of a player who is left out."""
    name: str | None

    @classmethod
    def of(cls, player: Player | None) -> "NamedPlayer":
        return cls(id=player.pk, name=player.name) if player else cls(id=None, name=None)


class BestHand(Answer):
    points: Points
    series: Id
    number: int


class Rating(Answer):
    mu: Mean
    sigma: Mean
    shown: int
    """1000 + 40 × (mu − 3 × sigma)."""

    @classmethod
    def of(cls, rating: ratings.Rating) -> "Rating":
        return cls(mu=write_points(rounded(rating.mu)), sigma=write_points(rounded(rating.sigma)), shown=rating.shown)


class StandingsRow(Answer):
    player: NamedPlayer
    series: int
    hands: int
    """Those that count and in which the player sat."""
    places: list[int]
    """How often first, second and so on."""
    won: int
    average_place: Mean
    """Level sides have the mean of the places that they take."""
    total: Points
    average_total: Mean
    best_total: Points
    worst_total: Points
    points_won_per_hand: Mean
    best_hand: BestHand
    hands_below_zero: int
    """In which the points entered were below zero."""
    bonus_hands: int
    ended_below_zero: int
    streak: int
    """Series won without a break up to the latest one."""
    longest_streak: int
    money: Money | None
    """By these series' settlements; null where they are in several currencies, or hidden from the caller."""
    rating: Rating | None
    """From all series of the game, whatever the period. Null before the player's third one, or without ratings."""

    @classmethod
    def of(cls, row: table.Row, currency: str | None) -> "StandingsRow":
        figures = row.figures
        best, amount = figures.best_hand, figures.amount_minor
        return cls(
            player=NamedPlayer.of(row.player),
            series=figures.series,
            hands=figures.hands,
            places=list(figures.places),
            won=figures.won,
            average_place=write_points(rounded(figures.average_place)),
            total=write_points(figures.total),
            average_total=write_points(rounded(figures.average_total)),
            best_total=write_points(figures.best_total),
            worst_total=write_points(figures.worst_total),
            points_won_per_hand=write_points(rounded(figures.points_won_per_hand)),
            best_hand=BestHand(points=write_points(best.points), series=best.series, number=best.number),
            hands_below_zero=figures.hands_below_zero,
            bonus_hands=figures.bonus_hands,
            ended_below_zero=figures.ended_below_zero,
            streak=figures.streak,
            longest_streak=figures.longest_streak,
            money=None if amount is None or currency is None else plain_amount(amount, currency),
            rating=figures.rating and Rating.of(figures.rating),
        )


class OfPeriod(Answer):
    game: str | None
    """Null where no series of the circle counts."""
    title: str
    since: WrittenDay | None = Field(serialization_alias="from")
    until: WrittenDay | None = Field(serialization_alias="to")


class StandingsAnswer(OfPeriod):
    least: int
    rows: list[StandingsRow]
    """By average place, then more series, then name."""

    @classmethod
    def of(cls, shown: Standings) -> "StandingsAnswer":
        return cls(
            game=shown.game,
            title=shown.title,
            since=shown.period.since,
            until=shown.period.until,
            least=shown.least,
            rows=[StandingsRow.of(row, shown.currency) for row in shown.rows],
        )


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
        return cls(
            a=NamedPlayer.of(pair.a),
            b=NamedPlayer.of(pair.b),
            series=pair.tally.series,
            a_above=pair.tally.above,
            b_above=pair.tally.below,
            level=pair.tally.level,
            points=write_points(pair.tally.points),
        )


class Rivals(OfPeriod):
    pairs: list[RivalPair]

    @classmethod
    def of(cls, chosen: Chosen, pairs: list[rivals.Pair]) -> "Rivals":
        return cls(
            game=chosen.game,
            title=chosen.title,
            since=chosen.period.since,
            until=chosen.period.until,
            pairs=[RivalPair.of(pair) for pair in pairs],
        )


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
        return cls(**cls.fields_of(listed.season, listed.series, listed.champions, listed.reopened))

    @staticmethod
    def fields_of(
        season: Season, series: int, champions: Sequence[Player | None], reopened: Sequence[str]
    ) -> dict[str, Any]:
        return {
            "id": season.pk,
            "name": season.name,
            "game": season.game,
            "title": season.title,
            "since": season.since,
            "until": season.until,
            "points": season.points,
            "status": "closed" if season.is_closed else "open",
            "closed_at": season.closed_at,
            "series": series,
            "champions": [NamedPlayer.of(player) for player in champions],
            "reopened": list(reopened),
        }


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
        return cls(
            place=row.place,
            player=NamedPlayer.of(row.player),
            points=None if by_money or row.points is None else write_points(row.points),
            money=None if amount is None else plain_amount(int(amount), table.currency),
            series=row.series,
            movement=row.movement,
        )


class SeasonAnswer(SeasonSummary):
    currency: str | None
    """Of the money in it."""
    rows: list[SeasonTableRow]
    """By place, then name. None in a season by money whose series are in several currencies."""

    @classmethod
    def of_table(cls, table: SeasonTable) -> "SeasonAnswer":
        champions, reopened = [row.player for row in table.champions], [series.pk for series in table.reopened]
        fields = cls.fields_of(table.season, table.series, champions, reopened)
        rows = [SeasonTableRow.of(row, table) for row in table.rows]
        return cls(**fields, currency=table.currency or None, rows=rows)
