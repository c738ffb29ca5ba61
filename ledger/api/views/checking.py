"""Public keys, seals, and checking what the site has signed. Keys and checks are open to all."""

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ledger.api.schemas import checking as schemas
from ledger.api.schemas.base import read_body, read_query
from ledger.api.views.series import answer_if_changed
from ledger.circles.accounts.limits import WRONG_CODES, address_of
from ledger.series.access import enter_series
from ledger.signing import answers
from ledger.signing.keys import key_id, public_keys
from ledger.signing.seals import read_code, read_parts, seal_of

TAG = "Checking"


class KeysView(APIView):
    authentication_classes = ()
    permission_classes = ()

    @extend_schema(
        operation_id="list_keys",
        tags=[TAG],
        summary="The public keys of this site, oldest first",
        description="Open to all. The site signs with the last key today. What earlier keys have signed stays true.",
        responses=schemas.KeyList,
    )
    def get(self, _request: Request) -> Response:
        return Response(schemas.KeyList.of(public_keys()))


class SealView(APIView):
    @extend_schema(
        operation_id="get_seal",
        tags=[TAG],
        summary="The present state of the series as a code that anybody can check",
        parameters=[schemas.SealQuery],  # type: ignore[list-item]  # described by the extension for pydantic
        responses=schemas.Seal,
    )
    def get(self, request: Request, series_id: str) -> HttpResponseBase:
        payments = bool(read_query(schemas.SealQuery, request).payments)
        series = enter_series(request.user, series_id).series
        return answer_if_changed(
            request,
            series,
            lambda state: schemas.Seal.made_of(answers.store_short_code(seal_of(state, payments=payments))),
            f"-{payments:d}-{key_id()}",
        )


class CheckView(APIView):
    permission_classes = ()
    takes_key = False  # Idempotency-Key: the answer is always that of today

    @extend_schema(
        operation_id="check",
        tags=[TAG],
        summary="Check whether the site has signed a code, and whether the series is still the same",
        description="Open to all, and stores nothing. Anything wrong is answered with `true: false`, never with an "
        "error. 429 after 30 wrong ones in a minute.",
        request=schemas.CheckInput,
        responses=schemas.Check,
    )
    def post(self, request: Request) -> Response:
        body = read_body(schemas.CheckInput, request)
        if body.code is not None:
            seal = read_code(body.code)
        elif body.short is not None:
            seal = answers.find_short(body.short)
        else:
            seal = read_parts(body.text or "", body.signature or "", body.key or "")
        answer = answers.check(seal, request.user)
        # The limit counts bad links too, but neither true seals nor links that work.
        if not answer.is_true and WRONG_CODES.refuses(address_of(request)):
            raise Throttled(WRONG_CODES.seconds)
        return Response(schemas.Check.of(answer).model_dump(mode="json", exclude_unset=True))
