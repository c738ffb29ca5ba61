"""Series and their seats."""

from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus
from typing import Any

from django.http.response import HttpResponseBase
from django.utils.translation import get_language, gettext_lazy
from django.views.decorators.http import condition
from drf_spectacular.utils import extend_schema
from pydantic import BaseModel
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.contract import CARD_FACES
from games.kit.problems import Problem
from games.kit.sentences import say
from games.registry import BY_SLUG
from ledger.agreeing.selectors import etag_of as verdicts_etag
from ledger.api.auth import caller
from ledger.api.formats import PROBLEM_TYPE
from ledger.api.idempotency import Work, Written, as_repeated, read_key, safe_to_repeat
from ledger.api.openapi import OUT_OF_DATE
from ledger.api.pagination import NewestFirst
from ledger.api.schemas import series as schemas
from ledger.api.schemas import series_input as inputs
from ledger.api.schemas.base import Problem as ProblemAnswer
from ledger.api.schemas.base import read_body, read_query
from ledger.api.schemas.circles import Covered as CoveredProblem
from ledger.api.schemas.circles import SeriesPaymentInput as PaymentInput
from ledger.api.views.games import rules_from
from ledger.api.views.writing import Change, SeriesWrite, answered_with_series, begin_write, read_keyed_body
from ledger.circles.access import enter_circle, players_of_circle
from ledger.circles.models import Member, Player
from ledger.circles.roles import Role
from ledger.lib.refusals import Refused
from ledger.money.amounts import problem_with, to_minor
from ledger.money.selectors import book_of
from ledger.money.services import PlannedAmount
from ledger.series import models, seating, services, settling, starting
from ledger.series.access import Entrance, enter_series
from ledger.series.discarding import discard_series, has_discarded
from ledger.series.notes import change_notes
from ledger.series.selectors import bids_step, series_matching
from ledger.series.services import Submit
from ledger.series.settling import point_value_problems
from ledger.series.state import SeriesState, series_state

TAG = "Series"


def player_of_circle(me: Member, player_id: str) -> Player:
    """The player that the field `player` of a request names."""
    player = players_of_circle(me, [player_id]).get(player_id)
    if player is None:
        raise Refused(Problem("player", "unknown_player", say("One of them is not a player of this circle.")))
    return player


class VersionRequired(APIException):
    status_code = HTTPStatus.PRECONDITION_REQUIRED
    default_detail = gettext_lazy("Say in If-Match or base_version which version of the series you have seen.")


def read_deletion(request: Request, entrance: Entrance) -> Submit:
    """At the version that the request has seen: 0, which no series has, if that is not the one of today. Then the
    service refuses it, unless it knows its key."""
    asked, if_match = read_query(inputs.VersionQuery, request), request.headers.get("If-Match")
    if if_match is None and asked.base_version is None:
        raise VersionRequired
    version = entrance.series.version
    seen = {stated for stated in (asked.base_version, if_match and if_match.strip()) if stated is not None}
    base_version = version if seen <= {version, f'"{version}"'} else 0
    return Submit(entrance.me, base_version, read_key(request), played_at=asked.played_at)


class CircleSeries(APIView):
    @extend_schema(
        operation_id="list_series",
        tags=[TAG],
        summary="The series of a circle, page by page",
        description="What is started meanwhile never shifts a page that is being read.",
        parameters=[inputs.SeriesQuery],  # type: ignore[list-item]  # described by the extension for pydantic
        responses=schemas.SeriesPage,
    )
    def get(self, request: Request, circle_id: str) -> Response:
        me, query = enter_circle(request.user, circle_id), read_query(inputs.SeriesQuery, request)
        player = None if query.player is None else player_of_circle(me, query.player)
        found = series_matching(
            me.circle,
            status=query.status,
            game=query.game,
            player=player,
            since=query.since,
            until=query.until,
            text=query.text or "",
        )
        pages = NewestFirst(query, "started_at", "pk")
        rows = [schemas.SeriesHead.of_listed(series) for series in pages.paginate_queryset(found, request)]
        return Response(schemas.SeriesPage(results=rows, next=pages.next, next_cursor=pages.next_cursor))

    @extend_schema(
        operation_id="start_series",
        tags=[TAG],
        summary="Start a series (scorer)",
        description="Rules are those of the preset, or of the game's first one, with what `rules` changes in them. The "
        "series keeps them. A phone without signal has given it an `id`: 409 (`id_taken`) if there is one with it.",
        request=inputs.SeriesInput,
        responses={201: schemas.Series, (409, PROBLEM_TYPE): ProblemAnswer},
    )
    @answered_with_series(201)
    def post(self, request: Request, circle_id: str) -> Change:
        me = enter_circle(request.user, circle_id, at_least=Role.SCORER)
        starts = models.Event.objects.filter(series__circle=me.circle_id, kind=models.Kind.STARTED)
        body = read_keyed_body(inputs.SeriesInput, request, starts)
        if body.game not in BY_SLUG:
            raise Refused(Problem("game", "unknown_game", say("There is no such game.")))
        game = BY_SLUG[body.game]
        faces = {CARD_FACES: me.circle.card_faces} if me.circle.card_faces and game.has_card_faces else {}
        rules = rules_from(game, body.preset, faces | dict(body.rules or {}))
        players = players_of_circle(me, body.players)
        if missing := [index for index, pk in enumerate(body.players) if pk not in players]:
            unknown = say("One of them is not a player of this circle.")
            raise Refused(*(Problem(f"players.{index}", "unknown_player", unknown) for index in missing))
        if body.point_value is not None and (problems := point_value_problems(body.point_value)):
            raise Refused(*problems)
        preset = body.preset or game.default_preset.slug
        agreed = starting.Agreement(
            game=game,
            players=[players[pk] for pk in body.players],
            rules=rules,
            point_value=body.point_value,
            preset=preset if game.is_preset(preset, rules) else "",
            first_dealer=body.first_dealer,
            place=body.place,
            note=body.note,
            verdicts=body.rules_of_record.setting if body.rules_of_record else None,
        )
        return lambda: starting.start_once(
            me=me, agreed=agreed, key=read_key(request), series_id=body.id, played_at=body.played_at
        )


class Series(SeriesWrite):
    @extend_schema(
        operation_id="get_series", tags=[TAG], summary="A series with all its hands", responses=schemas.Series
    )
    def get(self, request: Request, series_id: str) -> HttpResponseBase:
        series = enter_series(request.user, series_id).series
        asked = inputs.HandsQuery.of(request)
        part = f"-{asked.hands}-{asked.before}" if asked.hands or asked.before else ""
        return unless_unchanged(request, series, lambda state: schemas.Series.of(state, request), part)

    @extend_schema(
        operation_id="change_notes",
        tags=[TAG],
        summary="Change the place or the note of a series (scorer)",
        description="What is left out stays as it is. The version stays too, because neither is part of the score.",
        request=inputs.NotesInput,
        responses=schemas.Series,
    )
    @safe_to_repeat
    def patch(self, request: Request, series_id: str) -> Work:
        entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
        body = read_body(inputs.NotesInput, request)

        def change() -> Written:
            changed = change_notes(series=entrance.series, me=entrance.me, place=body.place, note=body.note)
            return self.written(request, series_state(changed))

        return change

    @extend_schema(
        operation_id="discard_series",
        tags=[TAG],
        summary="Discard a series in which no hand was ever recorded (scorer)",
        description="It is in no list any more and 404 for everybody, and its links end. 409 (`has_hands`) if a hand "
        "was recorded, also one that was thrown in or withdrawn.",
        responses={204: None} | OUT_OF_DATE,
    )
    def delete(self, request: Request, series_id: str) -> Response:
        if has_discarded(caller(request), series_id, read_key(request)):
            return as_repeated(Response(status=204))
        entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
        discard_series(series=entrance.series, submit=read_deletion(request, entrance))
        return Response(status=204)


class Settlement(APIView):
    @extend_schema(
        operation_id="get_settlement",
        tags=[TAG],
        summary="Who owes whom how much, and for what",
        responses=schemas.SettlementWithPayments,
    )
    def get(self, request: Request, series_id: str) -> HttpResponseBase:
        series = enter_series(request.user, series_id).series
        book = book_of(series.circle)  # a payment in it changes what is open
        return unless_unchanged(request, series, schemas.SettlementWithPayments.of, f"-{book.version}")


class Payments(SeriesWrite):
    @extend_schema(
        operation_id="pay_series",
        tags=[TAG],
        summary="Mark a payment of an ended series as paid, or a part of it (scorer)",
        description="More than is open is 409 (`covered`) with the `balances` of both players, unless `anyway`.",
        request=PaymentInput,
        responses={201: schemas.Series, (409, PROBLEM_TYPE): CoveredProblem},
    )
    @safe_to_repeat
    def post(self, request: Request, series_id: str) -> Work:
        entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
        body = read_body(PaymentInput, request)
        state = series_state(entrance.series)
        ends, seated = {"from": body.payer, "to": body.payee}, {player.pk for player in state.players}
        unknown = say("One of them is not a player of this series.")
        if missing := [Problem(end, "unknown_player", unknown) for end, pk in ends.items() if pk not in seated]:
            raise Refused(*missing)
        if problem := problem_with(body.amount, entrance.series.currency):
            raise Refused(problem)
        payment = PlannedAmount(body.payer, body.payee, to_minor(body.amount, entrance.series.currency))

        def pay() -> Written:
            settling.pay(state, entrance.me, payment, anyway=body.anyway)
            return replace(self.written(request, state), status=201)

        return pay


def etag_of(request: Request, series: models.Series, _answer: Any, part: str = "") -> str:
    """Notes, bids and verdicts change without a new version, and so does the switch of the circle that hides money."""
    notes = f"{series.notes_hash[:12]}-{bids_step(series)}-{series.circle.points_only:d}{verdicts_etag(series)}"
    return f'"{series.latest_hash[:24]}-{notes}{part}-{get_language()}-{request.accepted_renderer.format}"'


@condition(etag_func=etag_of)
def unless_unchanged(
    _request: Request, series: models.Series, answer: Callable[[SeriesState], BaseModel], _part: str = ""
) -> HttpResponseBase:
    """304 where the caller has this version already; then nothing is worked out."""
    return Response(answer(series_state(series)))


class Undo(APIView):
    @extend_schema(
        operation_id="undo",
        tags=[TAG],
        summary="Withdraw the latest hand (scorer)",
        description="It is kept as a withdrawn revision.",
        request=inputs.ChangeInput,
        responses={200: schemas.Series} | OUT_OF_DATE,
    )
    @answered_with_series()
    def post(self, request: Request, series_id: str) -> Change:
        series, submit, _body = begin_write(request, series_id, inputs.ChangeInput)
        return lambda: services.undo(series=series, submit=submit)


class Stop(APIView):
    @extend_schema(
        operation_id="stop_series",
        tags=[TAG],
        summary="End a series early (scorer)",
        request=inputs.StopInput,
        responses={200: schemas.Series} | OUT_OF_DATE,
    )
    @answered_with_series()
    def post(self, request: Request, series_id: str) -> Change:
        series, submit, body = begin_write(request, series_id, inputs.StopInput)
        return lambda: services.stop_series(series=series, submit=submit, with_standard=body.with_standard)


class Reopen(APIView):
    @extend_schema(
        operation_id="reopen_series",
        tags=[TAG],
        summary="Open a series again (owner)",
        description="Posts the reversal of its settlement. It stays open until a hand is added or it is stopped.",
        request=inputs.ReopenInput,
        responses={200: schemas.Series} | OUT_OF_DATE,
    )
    @answered_with_series()
    def post(self, request: Request, series_id: str) -> Change:
        series, submit, body = begin_write(request, series_id, inputs.ReopenInput, at_least=Role.OWNER)
        return lambda: services.reopen_series(series=series, submit=submit, reason=body.reason)


# --- Seats -----------------------------------------------------------------------------------------------------------


class Seats(APIView):
    @extend_schema(
        operation_id="take_seat",
        tags=[TAG],
        summary="A player takes the next seat (scorer)",
        description="Between two hands, in a game that players can join after the start.",
        request=inputs.SeatInput,
        responses={201: schemas.Series} | OUT_OF_DATE,
    )
    @answered_with_series(201)
    def post(self, request: Request, series_id: str) -> Change:
        series, submit, body = begin_write(request, series_id, inputs.SeatInput)
        player = player_of_circle(submit.me, body.player)
        return lambda: seating.join_series(series=series, submit=submit, player=player)


class Dealer(APIView):
    @extend_schema(
        operation_id="name_dealer",
        tags=[TAG],
        summary="Say who deals the next hand (scorer)",
        description="Where it is not the player whose turn it would be. The deal goes on from there.",
        request=inputs.DealerInput,
        responses={200: schemas.Series} | OUT_OF_DATE,
    )
    @answered_with_series()
    def post(self, request: Request, series_id: str) -> Change:
        series, submit, body = begin_write(request, series_id, inputs.DealerInput)
        return lambda: seating.name_dealer(series=series, submit=submit, seat=body.seat)


class LastSeat(APIView):
    @extend_schema(
        operation_id="leave_seat",
        tags=[TAG],
        summary="Take back the last seat, while no hand was recorded since (scorer)",
        responses={200: schemas.Series} | OUT_OF_DATE,
    )
    @answered_with_series()
    def delete(self, request: Request, series_id: str) -> Change:
        entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
        submit = read_deletion(request, entrance)
        return lambda: seating.unseat_last(series=entrance.series, submit=submit)
