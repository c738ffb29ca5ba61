"""Standings, rivals, records and seasons of a circle."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ledger.api.schemas import standings as schemas
from ledger.api.schemas.base import read_query
from ledger.api.views.files import TEXT, FileView
from ledger.circles.access import enter_circle
from ledger.standings.counted import choose_scope
from ledger.standings.csv_file import declared_file, standings_file
from ledger.standings.declared import DeclaredHands, declared_hands
from ledger.standings.figures import Standings, standings
from ledger.standings.records import circle_records
from ledger.standings.rivals import rivals
from ledger.standings.seasons.table import list_seasons, load_season, season_table

TAG = "Standings"


def standings_of(request: Request, circle_id: str) -> Standings:
    me, query = enter_circle(request.user, circle_id), read_query(schemas.StandingsQuery, request)
    return standings(me, game=query.game, title=query.title, period=query.period, least=query.least)


def declared_of(request: Request, circle_id: str) -> tuple[str, DeclaredHands]:
    me, query = enter_circle(request.user, circle_id), read_query(schemas.DeclaredQuery, request)
    return query.game, declared_hands(me.circle, choose_scope(me.circle, query.period, query.game))


class StandingsView(APIView):
    @extend_schema(
        operation_id="get_standings",
        tags=[TAG],
        summary="What each player has done in the series of one game, or of all",
        parameters=[schemas.StandingsQuery],  # type: ignore[list-item]  # described by the extension for pydantic
        responses=schemas.StandingsAnswer,
    )
    def get(self, request: Request, circle_id: str) -> Response:
        return Response(schemas.StandingsAnswer.of(standings_of(request, circle_id)))


class StandingsCsvView(FileView):
    @extend_schema(
        operation_id="export_standings",
        tags=[TAG],
        summary="The same table for a spreadsheet",
        parameters=[schemas.StandingsQuery],  # type: ignore[list-item]
        responses={(200, "text/csv"): TEXT},
    )
    def get(self, request: Request, circle_id: str) -> HttpResponse:
        return standings_file(standings_of(request, circle_id))


class DeclaredView(APIView):
    @extend_schema(
        operation_id="get_declared",
        tags=[TAG],
        summary="Who declared which contracts of one game, and how many were made",
        parameters=[schemas.DeclaredQuery],  # type: ignore[list-item]
        responses=schemas.DeclaredAnswer,
    )
    def get(self, request: Request, circle_id: str) -> Response:
        return Response(schemas.DeclaredAnswer.of(*declared_of(request, circle_id)))


class DeclaredCsvView(FileView):
    @extend_schema(
        operation_id="export_declared",
        tags=[TAG],
        summary="The rows of the players for a spreadsheet",
        parameters=[schemas.DeclaredQuery],  # type: ignore[list-item]
        responses={(200, "text/csv"): TEXT},
    )
    def get(self, request: Request, circle_id: str) -> HttpResponse:
        return declared_file(*declared_of(request, circle_id))


class RivalsView(APIView):
    @extend_schema(
        operation_id="get_rivals",
        tags=[TAG],
        summary="Every two players against each other",
        parameters=[schemas.PeriodQuery],  # type: ignore[list-item]
        responses=schemas.Rivals,
    )
    def get(self, request: Request, circle_id: str) -> Response:
        me, query = enter_circle(request.user, circle_id), read_query(schemas.PeriodQuery, request)
        scope = choose_scope(me.circle, query.period, query.game, query.title)
        return Response(schemas.Rivals.of(scope, rivals(me.circle, scope)))


class RecordsView(APIView):
    @extend_schema(
        operation_id="get_records",
        tags=[TAG],
        summary="The records of one game, and each time they were broken",
        parameters=[schemas.GameQuery],  # type: ignore[list-item]
        responses=schemas.Records,
    )
    def get(self, request: Request, circle_id: str) -> Response:
        me, query = enter_circle(request.user, circle_id), read_query(schemas.GameQuery, request)
        return Response(schemas.Records.of(circle_records(me.circle, query.game, query.title)))


class SeasonsView(APIView):
    @extend_schema(
        operation_id="list_seasons",
        tags=[TAG],
        summary="The seasons of the circle, those that are not closed first",
        responses=schemas.Seasons,
    )
    def get(self, request: Request, circle_id: str) -> Response:
        me = enter_circle(request.user, circle_id)
        listed = list_seasons(me.circle)
        return Response(schemas.Seasons(seasons=[schemas.SeasonSummary.of(season) for season in listed]))


class SeasonView(APIView):
    @extend_schema(
        operation_id="get_season",
        tags=[TAG],
        summary="One season with its table",
        responses=schemas.SeasonAnswer,
    )
    def get(self, request: Request, circle_id: str, season_id: str) -> Response:
        me = enter_circle(request.user, circle_id)
        return Response(schemas.SeasonAnswer.of_table(season_table(me, load_season(me, season_id))))
