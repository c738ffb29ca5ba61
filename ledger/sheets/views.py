"""A series as a file: the sheet to hang on the wall, a table for a spreadsheet, and everything for a program."""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from ledger.series.access import Entrance, enter_series, enter_whole_record
from ledger.series.models import Series
from ledger.series.selectors import shared_link
from ledger.series.state import series_state
from ledger.sheets.cache import SheetRequest, UnknownChoice, sheet_request
from ledger.sheets.csv_file import series_csv
from ledger.sheets.json_file import series_file_parts
from ledger.sheets.link_files import day_of, file_response, no_sheet, picture_of
from ledger.sheets.papers import RESULT
from ledger.sheets.pdf import CannotPrint
from ledger.sheets.printer import BeingMade, TooLarge
from ledger.signing.minisign import ENDING, minisig_of

Arguments = ParamSpec("Arguments")


def pages_for_printer(view: Callable[Arguments, HttpResponseBase]) -> Callable[Arguments, HttpResponseBase]:
    """A page says so if the sheet cannot be made, or is not ready yet."""

    @wraps(view)
    def answer(*args: Arguments.args, **kwargs: Arguments.kwargs) -> HttpResponseBase:
        request: Any = args[0]
        try:
            return view(*args, **kwargs)
        except (BeingMade, CannotPrint, TooLarge) as reason:
            return no_sheet(request, reason)

    return answer


@require_safe
@pages_for_printer
def sheet(request: HttpRequest, series_id: str) -> HttpResponseBase:
    entrance = enter_series(request.user, series_id)
    try:
        return pdf_response(request, sheet_of_member(request, entrance))
    except UnknownChoice as unknown:
        raise Http404(str(unknown)) from unknown


@require_safe
def result(request: HttpRequest, series_id: str) -> HttpResponse:
    """The picture of the result, which the Share button of the end screen sends with the text. It shows what the link
    in that text shows."""
    series = enter_series(request.user, series_id).series
    if series.is_open:
        raise Http404
    return file_response(request, picture_of(series, RESULT, shared_link(series)), "image/png")


@require_safe
def export_csv(request: HttpRequest, series_id: str) -> HttpResponse:
    return csv_response(enter_series(request.user, series_id).series)


@require_safe
def export_json(request: HttpRequest, series_id: str) -> HttpResponse:
    return json_response(enter_whole_record(request.user, series_id).series)


@require_safe
def export_json_minisig(request: HttpRequest, series_id: str) -> HttpResponse:
    return minisig_response(enter_whole_record(request.user, series_id).series)


# --- The same for pages and API --------------------------------------------------------------------------------------


def sheet_of_member(request: HttpRequest, entrance: Entrance) -> SheetRequest:
    """With the record inside, for whoever may read it. Raises UnknownChoice."""
    language, with_record = get_language() or "en", entrance.may_read_whole_record
    return sheet_request(request, entrance.series, language, with_record=with_record)


@cache_control(private=True, no_cache=True)
@condition(etag_func=lambda _request, wanted: wanted.etag)
def pdf_response(_request: HttpRequest, wanted: SheetRequest) -> HttpResponse:
    """Shown in the browser, not only saved. A reader who has this very sheet gets 304, and nothing is made."""
    answer = HttpResponse(wanted.get_or_make(), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{file_name(wanted.series, "pdf")}"'
    return answer


def csv_response(series: Series) -> HttpResponse:
    return _download(series, "csv", HttpResponse(series_csv(series_state(series)), content_type="text/csv"))


def json_response(series: Series) -> HttpResponse:
    content = "".join(series_file_parts(series_state(series)))
    return _download(series, "json", HttpResponse(content, content_type="application/json"))


def minisig_response(series: Series) -> HttpResponse:
    """Of the file of `json_response`, which is the same bytes for a day if nothing changes."""
    name = file_name(series, "json")
    parts = (part.encode() for part in series_file_parts(series_state(series)))
    return _download(series, f"json{ENDING}", HttpResponse(minisig_of(parts, name), content_type="text/plain"))


def _download(series: Series, ending: str, response: HttpResponse) -> HttpResponse:
    response["Content-Disposition"] = f'attachment; filename="{file_name(series, ending)}"'
    return response


def file_name(series: Series, ending: str) -> str:
    return f"{series.game}-{day_of(series)}-{series.pk}.{ending}"
