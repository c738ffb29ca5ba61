"""Views to list, start and read series, and for their notes, settlements and payments."""

from collections.abc import Callable
from typing import Any

from django.http.response import HttpResponseBase
from django.utils.translation import get_language
from django.views.decorators.http import condition
from drf_spectacular.utils import extend_schema
from pydantic import BaseModel
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.contract import CARD_FACES
from games.kit.problems import Problem
from games.kit.sentences import say
from games.registry import BY_SLUG
from ledger.api.formats import PROBLEM_TYPE
from ledger.api.idempotency import StoredAnswer, Work, read_key, safe_to_repeat
from ledger.api.pagination import page_newest_first
from ledger.api.schemas import series as schemas
from ledger.api.schemas import series_input as inputs
from ledger.api.schemas.base import Problem as ProblemAnswer
from ledger.api.schemas.base import read_body, read_query
from ledger.api.schemas.circles import Covered as CoveredProblem
from ledger.api.schemas.circles import SeriesPaymentInput
from ledger.api.views.circles import players_named
from ledger.api.views.games import rules_from
from ledger.api.views.writing import SeriesWrite, read_keyed_body, write_and_answer
from ledger.circles.access import enter_circle
from ledger.circles.roles import Role
from ledger.lib.refusals import Refused
from ledger.money.amounts import problem_with, to_minor
from ledger.money.selectors import book_of
from ledger.money.services import PlannedAmount
from ledger.series import models, settling, starting
from ledger.series.access import enter_series
from ledger.series.changes import Started
from ledger.series.notes import change_notes
from ledger.series.selectors import bids_step, series_matching
from ledger.series.settling import point_value_problems
from ledger.series.state import SeriesState, series_state
from ledger.verdicts.selectors import etag_of as verdicts_etag

TAG = "Series"


class CircleSeriesView(APIView):
    @extend_schema(
        operation_id="list_series",
        tags=[TAG],
        summary="The series of a circle, page by page",
        description="A series that is started meanwhile never shifts a page.",
        parameters=[inputs.SeriesQuery],  # type: ignore[list-item]  # described by the extension for pydantic
        responses=schemas.SeriesPage,
    )
    def get(self, request: Request, circle_id: str) -> Response:
        me, query = enter_circle(request.user, circle_id), read_query(inputs.SeriesQuery, request)
        player = None if query.player is None else players_named(me, {"player": query.player})[0]
        matching = series_matching(
            me.circle,
            status=query.status,
            game=query.game,
            player=player,
            since=query.since,
            until=query.until,
            text=query.text or "",
        )
        page = page_newest_first(matching, query, request, "started_at", "pk")
        heads = [schemas.SeriesHead.of_listed(series) for series in page.rows]
        return Response(schemas.SeriesPage.made_of(page, results=heads))

    @extend_schema(
        operation_id="start_series",
        tags=[TAG],
        summary="Start a series (scorer)",
        description="The rules are those of the preset, or of the game's first preset, changed by `rules`. The series "
        "keeps them. 409 (`id_taken`) if a series already has the `id`.",
        request=inputs.SeriesInput,
        responses={201: schemas.Series, (409, PROBLEM_TYPE): ProblemAnswer},
    )
    def post(self, request: Request, circle_id: str) -> Response:
        me = enter_circle(request.user, circle_id, at_least=Role.SCORER)
        starts = models.Event.objects.filter(series__circle=me.circle_id, kind=Started.kind)
        body = read_keyed_body(inputs.SeriesInput, request, starts)
        if body.game not in BY_SLUG:
            raise Refused(Problem("game", "unknown_game", say("There is no such game.")))
        game = BY_SLUG[body.game]
        faces = {CARD_FACES: me.circle.card_faces} if me.circle.card_faces and game.has_card_faces else {}
        rules = rules_from(game, body.preset, faces | dict(body.rules or {}))
        players = players_named(me, {f"players.{index}": pk for index, pk in enumerate(body.players)})
        if body.point_value is not None and (problems := point_value_problems(body.point_value)):
            raise Refused(*problems)
        preset = body.preset or game.default_preset.slug
        agreed = starting.Agreement(
            game=game,
            players=players,
            rules=rules,
            point_value=body.point_value,
            preset=preset if game.is_preset(preset, rules) else "",
            first_dealer=body.first_dealer,
            place=body.place,
            note=body.note,
            verdicts=body.rules_of_record.setting if body.rules_of_record else None,
        )
        key = read_key(request)
        return write_and_answer(
            request,
            lambda: starting.start_once(me=me, agreed=agreed, key=key, series_id=body.id, played_at=body.played_at),
            status=201,
        )


class SeriesView(SeriesWrite):
    @extend_schema(
        operation_id="get_series",
        tags=[TAG],
        summary="A series with all its hands",
        description="With `hands` only its latest hands.",
        responses=schemas.Series,
    )
    def get(self, request: Request, series_id: str) -> HttpResponseBase:
        series = enter_series(request.user, series_id).series
        asked = inputs.HandsQuery.of(request)
        choice = f"-{asked.hands}-{asked.before}" if asked.hands or asked.before else ""
        return answer_if_changed(request, series, lambda state: schemas.Series.of(state, request), choice)

    @extend_schema(
        operation_id="change_notes",
        tags=[TAG],
        summary="Change the place or the note of a series (scorer)",
        description="A field that is left out stays as it is. The version stays, because neither is part of the score; "
        "the ETag changes.",
        request=inputs.NotesInput,
        responses=schemas.Series,
    )
    @safe_to_repeat
    def patch(self, request: Request, series_id: str) -> Work:
        entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
        body = read_body(inputs.NotesInput, request)

        def change() -> StoredAnswer:
            changed = change_notes(series=entrance.series, me=entrance.me, place=body.place, note=body.note)
            return self.stored_answer(request, series_state(changed))

        return change


class SettlementView(APIView):
    @extend_schema(
        operation_id="get_settlement",
        tags=[TAG],
        summary="Who owes whom how much, and for what",
        responses=schemas.SettlementWithPayments,
    )
    def get(self, request: Request, series_id: str) -> HttpResponseBase:
        series = enter_series(request.user, series_id).series
        book = book_of(series.circle)  # a payment in the book changes what is open
        return answer_if_changed(request, series, schemas.SettlementWithPayments.of, f"-{book.version}")


class SeriesPaymentsView(SeriesWrite):
    @extend_schema(
        operation_id="pay_series",
        tags=[TAG],
        summary="Mark a payment of an ended series as paid, or a part of it (scorer)",
        description="More than is open is 409 (`covered`) with the `balances` of both players, unless `anyway`. More "
        "than is open and covered is 422 (`not_planned`).",
        request=SeriesPaymentInput,
        responses={201: schemas.Series, (409, PROBLEM_TYPE): CoveredProblem},
    )
    @safe_to_repeat
    def post(self, request: Request, series_id: str) -> Work:
        entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
        body = read_body(SeriesPaymentInput, request)
        state = series_state(entrance.series)
        ids, seated = {"from": body.payer, "to": body.payee}, {player.pk for player in state.players}
        unknown = say("One of them is not a player of this series.")
        if missing := [Problem(field, "unknown_player", unknown) for field, pk in ids.items() if pk not in seated]:
            raise Refused(*missing)
        if problem := problem_with(body.amount, entrance.series.currency):
            raise Refused(problem)
        payment = PlannedAmount(body.payer, body.payee, to_minor(body.amount, entrance.series.currency))

        def pay() -> StoredAnswer:
            settling.pay(state, entrance.me, payment, anyway=body.anyway)
            return self.stored_answer(request, state, status=201)

        return pay


def series_etag(request: Request, series: models.Series, _answer: Any, more: str = "") -> str:
    """Return the ETag of an answer about a series. `more` is what else the answer depends on.

    Notes, bids, verdicts and the circle's switch to points only change without an event, and so without a new hash.
    """
    notes = f"{series.notes_hash[:12]}-{bids_step(series)}-{series.circle.points_only:d}{verdicts_etag(series)}"
    return f'"{series.latest_hash[:24]}-{notes}{more}-{get_language()}-{request.accepted_renderer.format}"'


@condition(etag_func=series_etag)
def answer_if_changed(
    _request: Request, series: models.Series, answer: Callable[[SeriesState], BaseModel], _more: str = ""
) -> HttpResponseBase:
    """Answer 304 if the caller has this answer already, without working out the series.

    `_more` is for `series_etag`, which gets the same arguments.
    """
    return Response(answer(series_state(series)))
