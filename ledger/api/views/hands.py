"""Notes and revisions of hands, and the bids before the play. `changes.py` records, corrects and withdraws hands."""

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ledger.api.idempotency import StoredAnswer, Work, safe_to_repeat
from ledger.api.openapi import OUT_OF_DATE
from ledger.api.schemas import series as schemas
from ledger.api.schemas import series_input as inputs
from ledger.api.schemas.base import read_body
from ledger.api.views.writing import SeriesWrite, begin_write
from ledger.circles.roles import Role
from ledger.series.access import enter_series
from ledger.series.bids import note_bids
from ledger.series.notes import change_hand_note
from ledger.series.selectors import revisions
from ledger.series.state import series_state

TAG = "Hands"


class BidsView(SeriesWrite):
    @extend_schema(
        operation_id="note_bids",
        tags=[TAG],
        summary="Write down what is bid before the play (scorer)",
        description="In a game with bids, else 422. Every phone shows the bids. They count only when the hand is "
        "recorded, and the record has them again. The last bids replace earlier ones. "
        "The version stays, and the ETag changes.",
        request=inputs.BidsInput,
        responses={200: schemas.Series} | OUT_OF_DATE,
    )
    @safe_to_repeat
    def post(self, request: Request, series_id: str) -> Work:
        series, submit, body = begin_write(request, series_id, inputs.BidsInput)
        return lambda: self.stored_answer(request, note_bids(series=series, submit=submit, bids=body.bids))


class HandView(SeriesWrite):
    @extend_schema(
        operation_id="change_hand_note",
        tags=[TAG],
        summary="Change the note on a hand (scorer)",
        description="The note stays with the number of the hand, also if the hand is corrected, or withdrawn and "
        "recorded again. The version stays, because a note is no part of the score; the ETag changes.",
        request=inputs.HandNoteInput,
        responses=schemas.Series,
    )
    @safe_to_repeat
    def patch(self, request: Request, series_id: str, number: int) -> Work:
        entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
        body = read_body(inputs.HandNoteInput, request)
        if not revisions(entrance.series, number).exists():
            raise Http404

        def change() -> StoredAnswer:
            changed = change_hand_note(series=entrance.series, me=entrance.me, number=number, note=body.note)
            return self.stored_answer(request, series_state(changed))

        return change


class RevisionsView(APIView):
    @extend_schema(
        operation_id="list_revisions",
        tags=[TAG],
        summary="Every revision of a hand, oldest first, with the withdrawn ones",
        responses=schemas.RevisionList,
    )
    def get(self, request: Request, series_id: str, number: int) -> Response:
        events = revisions(enter_series(request.user, series_id).series, number)
        if not events:
            raise Http404
        return Response(schemas.RevisionList([schemas.Revision.of(event) for event in events]))
