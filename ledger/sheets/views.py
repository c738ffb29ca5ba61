"""The files of a series: its sheet, a picture, CSV for a spreadsheet, and JSON for a program."""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from ledger.lib.files import answer_with_file
from ledger.live.links import shared_link
from ledger.series.access import Entrance, enter_for_chain, enter_series
from ledger.series.models import Series
from ledger.series.state import series_state
from ledger.sheets.cache import SheetRequest, UnknownChoice, sheet_request
from ledger.sheets.csv_file import series_csv
from ledger.sheets.json_file import series_file_parts
from ledger.sheets.link_files import day_of, file_response, missing_sheet_page, picture_of
from ledger.sheets.papers import RESULT
from ledger.sheets.pdf import CannotPrint
from ledger.sheets.printer import BeingMade, TooLarge
from ledger.signing.minisign import ENDING, minisig_of

Arguments = ParamSpec("Arguments")


def explain_missing_sheet(view: Callable[Arguments, HttpResponseBase]) -> Callable[Arguments, HttpResponseBase]:
    """Decorate a view of a sheet: if the sheet cannot be made or is not ready yet, answer with a page that says so."""

    @wraps(view)
    def answer(*args: Arguments.args, **kwargs: Arguments.kwargs) -> HttpResponseBase:
        request: Any = args[0]
        try:
            return view(*args, **kwargs)
        except (BeingMade, CannotPrint, TooLarge) as reason:
            return missing_sheet_page(request, reason)

    return answer


@require_safe
@explain_missing_sheet
def sheet(request: HttpRequest, series_id: str) -> HttpResponseBase:
    entrance = enter_series(request.user, series_id)
    try:
        return pdf_response(request, sheet_of_member(request, entrance))
    except UnknownChoice as unknown:
        raise Http404(str(unknown)) from unknown


@require_safe
def result(request: HttpRequest, series_id: str) -> HttpResponse:
    """The picture that the Share button of the end screen sends. It has payments if the link sent with it has them."""
    series = enter_series(request.user, series_id).series
    if series.is_open:
        raise Http404
    return file_response(request, picture_of(series, RESULT, shared_link(series)), "image/png")


@require_safe
def export_csv(request: HttpRequest, series_id: str) -> HttpResponse:
    return csv_response(enter_series(request.user, series_id).series)


@require_safe
def export_json(request: HttpRequest, series_id: str) -> HttpResponse:
    return json_response(enter_for_chain(request.user, series_id).series)


@require_safe
def export_json_minisig(request: HttpRequest, series_id: str) -> HttpResponse:
    return minisig_response(enter_for_chain(request.user, series_id).series)


# --- For pages and the API -------------------------------------------------------------------------------------------


def sheet_of_member(request: HttpRequest, entrance: Entrance) -> SheetRequest:
    """Return the sheet, with the record attached for members who may read it. Raise UnknownChoice."""
    language, with_record = get_language() or "en", entrance.may_read_chain
    return sheet_request(request, entrance.series, language, with_record=with_record)


@cache_control(private=True, no_cache=True)
@condition(etag_func=lambda _request, wanted: wanted.etag)
def pdf_response(_request: HttpRequest, wanted: SheetRequest) -> HttpResponse:
    """Answer with the PDF, to show in the browser. A reader who has the same sheet gets 304, and nothing is printed."""
    name = file_name(wanted.series, "pdf")
    return answer_with_file(wanted.get_or_make(), "application/pdf", name, disposition="inline")


def csv_response(series: Series) -> HttpResponse:
    return answer_with_file(series_csv(series_state(series)), "text/csv", file_name(series, "csv"))


def json_response(series: Series) -> HttpResponse:
    content = "".join(series_file_parts(series_state(series)))
    return answer_with_file(content, "application/json", file_name(series, "json"))


def minisig_response(series: Series) -> HttpResponse:
    """Answer with the signature of the file of `json_response`. An unchanged series gives the same file all day."""
    name = file_name(series, "json")
    parts = (part.encode() for part in series_file_parts(series_state(series)))
    return answer_with_file(minisig_of(parts, name), "text/plain", f"{name}{ENDING}")


def file_name(series: Series, ending: str) -> str:
    return f"{series.game}-{day_of(series)}-{series.pk}.{ending}"
