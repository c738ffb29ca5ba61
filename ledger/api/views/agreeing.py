"""What the players say of each hand and of the settlement, and what an owner waives."""

from collections.abc import Callable
from typing import TypeAlias

from django.db import transaction
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ledger.agreeing.holding import agreement_by
from ledger.agreeing.models import VerdictEntry
from ledger.agreeing.selectors import entries_of, open_disputes
from ledger.agreeing.services import Said, Speaker, give_verdict, waive
from ledger.api.idempotency import as_repeated, read_key
from ledger.api.openapi import OUT_OF_DATE
from ledger.api.schemas import agreeing as schemas
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

TAG = "Agreeing"
Say: TypeAlias = Callable[[], Said]
WHO = (
    "By the member who has claimed the player, or by a scorer on the player's behalf, but never over what the player "
    "said: 409 (`has_spoken`). Over what was said by a link only with `anyway`. It moves no version."
)


def begin(request: Request, series_id: str, schema: type[Body], role: Role = Role.VIEWER) -> tuple[Entrance, Body]:
    entrance = enter_series(request.user, series_id, at_least=role)
    HandsQuery.of(request)  # refused before anything is written
    body = read_keyed_body(schema, request, VerdictEntry.objects.filter(series=entrance.series))
    series_state(entrance.series)  # worked out before the database is locked
    return entrance, body


def answered(request: Request, speak: Say) -> Response:
    """201 with the series; where it was said before with the same key, as it was then."""
    with transaction.atomic():  # an answer that cannot be made takes the verdict back
        said = speak()
        answer = None if said.repeated else SeriesAnswer.of(said.state, request)
    if not said.repeated:
        return Response(answer, 201)
    series, first = said.state.series, said.entry
    assert first
    until_then = Event.objects.filter(series=series, at__lte=first.at).order_by("number").last()
    assert until_then
    then = state_at(series, until_then.number)
    agreement = agreement_by(then, list(entries_of(series).filter(number__lte=first.number)))
    return as_repeated(Response(SeriesAnswer.of(then, request, agreement), 201))


class HandVerdicts(APIView):
    @extend_schema(
        operation_id="give_verdict",
        tags=[TAG],
        summary="Say that a hand is right, or not (the player, or a scorer for them)",
        description=WHO,
        request=schemas.HandVerdictInput,
        responses={201: SeriesAnswer} | OUT_OF_DATE,
    )
    def post(self, request: Request, series_id: str, number: int) -> Response:
        entrance, body = begin(request, series_id, schemas.HandVerdictInput)

        def speak() -> Said:
            try:
                return say_verdict(request, entrance, number, body, body.revision)
            except Refused as refused:
                if any(problem.code == "no_such_hand" for problem in refused.problems):
                    raise Http404 from refused  # the hand is part of the address
                raise

        return answered(request, speak)


class SettlementVerdicts(APIView):
    @extend_schema(
        operation_id="give_verdict_on_settlement",
        tags=[TAG],
        summary="Say that the settlement is right, or not (the player, or a scorer for them)",
        description=f"{WHO} 409 (`not_over`) while the series is open.",
        request=schemas.SettlementVerdictInput,
        responses={201: SeriesAnswer} | OUT_OF_DATE,
    )
    def post(self, request: Request, series_id: str) -> Response:
        entrance, body = begin(request, series_id, schemas.SettlementVerdictInput)
        return answered(request, lambda: say_verdict(request, entrance, None, body, body.version))


def say_verdict(
    request: Request, entrance: Entrance, number: int | None, body: schemas.VerdictInput, seen: int
) -> Said:
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


class Waivers(APIView):
    @extend_schema(
        operation_id="waive",
        tags=[TAG],
        summary="Let a series that is over count as agreed to, without those who have not said so (owner)",
        description="Until the series moves on.",
        request=schemas.WaiverInput,
        responses={201: SeriesAnswer} | OUT_OF_DATE,
    )
    def post(self, request: Request, series_id: str) -> Response:
        entrance, body = begin(request, series_id, schemas.WaiverInput, Role.OWNER)
        return answered(
            request,
            lambda: waive(
                me=entrance.me,
                series=entrance.series,
                version=body.version,
                reason=body.reason,
                key=read_key(request),
            ),
        )


class Disputes(APIView):
    @extend_schema(
        operation_id="list_disputes",
        tags=[TAG],
        summary="What players of the circle say is not right, and nobody has corrected",
        responses=schemas.DisputeList,
    )
    def get(self, request: Request, circle_id: str) -> Response:
        circle = enter_circle(request.user, circle_id).circle
        return Response(schemas.DisputeList([schemas.Dispute.of(entry) for entry in open_disputes(circle)]))
