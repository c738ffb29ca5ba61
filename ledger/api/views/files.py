"""A series as a file: the same files as on the pages. The address decides the format, and `Accept` does not."""

from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.views import APIView

from games.kit.problems import Problem
from games.kit.sentences import say
from ledger.api.formats import PROBLEM_TYPE, FileRenderer
from ledger.api.schemas import base
from ledger.api.schemas.series import SeriesFile
from ledger.api.schemas.series_input import SheetQuery
from ledger.lib.refusals import Refused
from ledger.series.access import enter_for_chain, enter_series
from ledger.sheets import views as files
from ledger.sheets.cache import UnknownChoice
from ledger.sheets.pdf import CannotPrint
from ledger.sheets.printer import RETRY_AFTER, BeingMade, TooLarge

TAG = "Files"
TEXT: dict[str, Any] = {"type": "string"}


class FileView(APIView):
    renderer_classes = (FileRenderer,)


class NoSheet(APIException):
    """The sheet cannot be made, or is not ready yet. Only in the second case, `wait` says how many seconds to wait."""

    status_code = 503

    def __init__(self, detail: str, wait: int | None = None) -> None:
        super().__init__(detail)
        self.wait = wait


class SheetView(FileView):
    @extend_schema(
        operation_id="get_sheet",
        tags=[TAG],
        summary="The score sheet as PDF",
        parameters=[SheetQuery],  # type: ignore[list-item]  # described by the extension for pydantic
        responses={(200, "application/pdf"): TEXT, (503, PROBLEM_TYPE): base.Problem},
    )
    def get(self, request: Request, series_id: str) -> HttpResponseBase:
        base.read_query(SheetQuery, request)
        entrance = enter_series(request.user, series_id)
        try:
            return files.pdf_response(request, files.sheet_of_member(request, entrance))
        except UnknownChoice as unknown:
            not_a_choice = say("This is not one of the choices.")
            raise Refused(Problem(unknown.field, "not_a_choice", not_a_choice)) from unknown
        except CannotPrint as error:
            raise NoSheet(_("This server cannot make PDF sheets.")) from error
        except TooLarge as error:
            too_large = _("This series is too large for a PDF sheet. Its export as CSV has every hand.")
            raise NoSheet(too_large) from error
        except BeingMade as error:
            raise NoSheet(_("The sheet is being made. Please try again in a few seconds."), RETRY_AFTER) from error


class ExportCsvView(FileView):
    @extend_schema(
        operation_id="export_csv",
        tags=[TAG],
        summary="One row for each hand",
        responses={(200, "text/csv"): TEXT},
    )
    def get(self, request: Request, series_id: str) -> HttpResponse:
        return files.csv_response(enter_series(request.user, series_id).series)


class ExportJsonView(FileView):
    @extend_schema(
        operation_id="export_json",
        tags=[TAG],
        summary="The whole record of a series, with its chain of events",
        description="In the form of a file: its fields may change with its own `format`. In a circle for points only "
        "it is for owners: it is the whole record, with the amounts of earlier times.",
        responses={(200, "application/json"): SeriesFile},
    )
    def get(self, request: Request, series_id: str) -> HttpResponse:
        return files.json_response(enter_for_chain(request.user, series_id).series)


class ExportJsonMinisigView(FileView):
    @extend_schema(
        operation_id="export_json_minisig",
        tags=[TAG],
        summary="The signature of export.json, for `minisign -V`",
        description="`GET keys` has the public key as `minisign -P` takes it. The file is the same for a day as long "
        "as nothing changes in it.",
        responses={(200, "text/plain"): TEXT},
    )
    def get(self, request: Request, series_id: str) -> HttpResponse:
        return files.minisig_response(enter_for_chain(request.user, series_id).series)
