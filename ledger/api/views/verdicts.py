"""Verdicts of the players on hands and settlements, waivers of owners, and open disputes."""

from collections.abc import Callable

from django.db import transaction
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ledger.api.idempotency import as_repeated, read_key
from ledger.api.openapi import OUT_OF_DATE
from ledger.api.schemas import verdicts as schemas
from ledger.api.schemas.series import Series as SeriesAnswer
from ledger.api.schemas.series_input import HandsQuery
from ledger.api.views.writing import Body, read_keyed_body
from ledger.circles.access import enter_circle
from ledger.circles.roles import Role
from ledger.lib.refusals import Refused
from ledger.series.access import Entrance, enter_series
from ledger.series.audit.rebuilding import state_at
from ledger.series.models import Event
from ledger.series.state import series_state
from ledger.verdicts.current import verdicts_of_entries
from ledger.verdicts.models import VerdictEntry
from ledger.verdicts.selectors import entries_of, open_disputes
from ledger.verdicts.services import Speaker, VerdictResult, give_verdict, waive

TAG = "Verdicts"
WHO = (
    "The member who has claimed the player may do this, or a scorer for the player; others get 403. A scorer cannot "
    "replace a verdict of the player: 409 (`has_spoken`). A verdict from a link is replaced only with "
    "`anyway`. 422: `verdicts_off`, or `too_many_verdicts` after 20 changes about one hand."
)


def enter_and_read(
    request: Request, series_id: str, schema: type[Body], *, at_least: Role = Role.VIEWER
) -> tuple[Entrance, Body]:
    """Return the entrance, and the body of a POST with a verdict or a waiver."""
    entrance = enter_series(request.user, series_id, at_least=at_least)
    HandsQuery.of(request)  # refuses a bad query before anything is written
    body = read_keyed_body(schema, request, VerdictEntry.objects.filter(series=entrance.series))
    series_state(entrance.series)  # the hands are scored, and the state cached, before the database is locked
    return entrance, body


def store_and_answer(request: Request, store: Callable[[], VerdictResult]) -> Response:
    """Store a verdict or a waiver by `store`, and answer 201 with the series.

    A repeat with the same key is answered with the series as it was after the first request.
    """
    with transaction.atomic():  # rolls the verdict back if the answer cannot be made
        result = store()
        answer = None if result.repeated else SeriesAnswer.of(result.state, request)
    if not result.repeated:
        return Response(answer, 201)
    series, first = result.state.series, result.entry
    assert first
    last_event = Event.objects.filter(series=series, at__lte=first.at).order_by("number").last()
    assert last_event
    state_then = state_at(series, last_event.number)
    verdicts = verdicts_of_entries(state_then, list(entries_of(series).filter(number__lte=first.number)))
    return as_repeated(Response(SeriesAnswer.of(state_then, request, verdicts), 201))


class HandVerdictsView(APIView):
    @extend_schema(
        operation_id="give_verdict",
        tags=[TAG],
        summary="Give a verdict on a hand (the player, or a scorer for the player)",
        description=f"{WHO} The version stays.",
        request=schemas.HandVerdictInput,
        responses={201: SeriesAnswer} | OUT_OF_DATE,
    )
    def post(self, request: Request, series_id: str, number: int) -> Response:
        entrance, body = enter_and_read(request, series_id, schemas.HandVerdictInput)

        def store() -> VerdictResult:
            try:
                return store_verdict(request, entrance, number, body, body.revision)
            except Refused as refused:
                if any(problem.code == "no_such_hand" for problem in refused.problems):
                    raise Http404 from refused  # the hand is part of the address
                raise

        return store_and_answer(request, store)


class SettlementVerdictsView(APIView):
    @extend_schema(
        operation_id="give_verdict_on_settlement",
        tags=[TAG],
        summary="Give a verdict on the settlement (the player, or a scorer for the player)",
        description="By the same people as a verdict on a hand. 409 (`not_over`) while the series is open.",
        request=schemas.SettlementVerdictInput,
        responses={201: SeriesAnswer} | OUT_OF_DATE,
    )
    def post(self, request: Request, series_id: str) -> Response:
        entrance, body = enter_and_read(request, series_id, schemas.SettlementVerdictInput)
        return store_and_answer(request, lambda: store_verdict(request, entrance, None, body, body.version))


def store_verdict(
    request: Request, entrance: Entrance, number: int | None, body: schemas.VerdictInput, seen: int
) -> VerdictResult:
    """Store a verdict on the hand with this number, or without a number on the settlement.

    `seen` is what the player was shown: the revision of the hand, or for the settlement the version of the series.
    """
    return give_verdict(
        speaker=Speaker(entrance.me),
        series=entrance.series,
        number=number,
        player_id=body.player,
        verdict=body.verdict,
        seen=seen,
        reason=body.reason or "",
        anyway=body.anyway,
        note=body.note,
        key=read_key(request),
    )


class WaiversView(APIView):
    @extend_schema(
        operation_id="waive",
        tags=[TAG],
        summary="Waive the missing verdicts of a series that is over (owner)",
        description="A later change of the series ends the waiver.",
        request=schemas.WaiverInput,
        responses={201: SeriesAnswer} | OUT_OF_DATE,
    )
    def post(self, request: Request, series_id: str) -> Response:
        entrance, body = enter_and_read(request, series_id, schemas.WaiverInput, at_least=Role.OWNER)
        key = read_key(request)
        return store_and_answer(
            request,
            lambda: waive(me=entrance.me, series=entrance.series, version=body.version, reason=body.reason, key=key),
        )


class DisputesView(APIView):
    @extend_schema(
        operation_id="list_disputes",
        tags=[TAG],
        summary="The open disputes of the circle",
        responses=schemas.DisputeList,
    )
    def get(self, request: Request, circle_id: str) -> Response:
        circle = enter_circle(request.user, circle_id).circle
        return Response(schemas.DisputeList([schemas.Dispute.of(entry) for entry in open_disputes(circle)]))
