"""A series as a file: the same files that the pages hand out."""

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import get_language
from rest_framework.exceptions import APIException
from rest_framework.request import Request

from games.kit.problems import Problem
from games.kit.sentences import say
from ledger.api.base import ApiView
from ledger.api.queries import SheetQuery, asked_for
from ledger.lib.refusals import Refused
from ledger.series.access import enter_series
from ledger.series.models import Series
from ledger.sheets import views as files
from ledger.sheets.orders import Order, UnknownChoiceError, order
from ledger.sheets.pdf import CannotPrintError


class NoPrinterError(APIException):
    status_code = 503
    default_detail = "This server cannot make PDF sheets."


class Sheet(ApiView):
    def get(self, request: Request, series_id: str) -> HttpResponseBase:
        asked_for(SheetQuery, request)
        wanted = _order(request, enter_series(request.user, series_id).series)
        try:
            return files.pdf_response(request, wanted)
        except CannotPrintError as error:
            raise NoPrinterError from error


class ExportCsv(ApiView):
    def get(self, request: Request, series_id: str) -> HttpResponse:
        return files.csv_response(enter_series(request.user, series_id).series)


class ExportJson(ApiView):
    def get(self, request: Request, series_id: str) -> HttpResponse:
        return files.json_response(enter_series(request.user, series_id).series)


def _order(request: Request, series: Series) -> Order:
    try:
        return order(request, series, get_language() or "en")
    except UnknownChoiceError as unknown:
        not_there = say("This is not one of the choices.")
        raise Refused(Problem(unknown.field, "not_a_choice", not_there)) from unknown
