"""The files of a link to a series: the preview for a chat at any time, and after the end a picture and the sheet.

Pictures are in the circle's language, because everyone in a chat sees the same one.
"""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from ledger.following.link_pages import shows_one_series
from ledger.series.access import token_of
from ledger.series.models import Series, SeriesLink
from ledger.sheets.cache import SheetRequest, UnknownChoice, sheet_request
from ledger.sheets.papers import PREVIEW, RESULT, Paper
from ledger.sheets.pdf import RETRY_AFTER, CannotPrint, PrinterBusy


@require_safe
@shows_one_series
def preview(request: HttpRequest, link: SeriesLink) -> HttpResponse:
    return file_response(request, picture_of(link.series, PREVIEW), "image/png")


@require_safe
@shows_one_series
def result(request: HttpRequest, link: SeriesLink) -> HttpResponse:
    if link.series.is_open:
        return _still_open(request)
    return file_response(request, picture_of(link.series, RESULT), "image/png")


@require_safe
@shows_one_series
def sheet(request: HttpRequest, link: SeriesLink) -> HttpResponse:
    if link.series.is_open:
        return _still_open(request)
    page = reverse("follow:page", args=[token_of(link)])
    try:
        wanted = sheet_request(request, link.series, get_language() or "en", page)
    except UnknownChoice as unknown:
        raise Http404(str(unknown)) from unknown
    return file_response(request, wanted, "application/pdf")


def picture_of(series: Series, paper: Paper) -> SheetRequest:
    """It has no address on it, so all links to a series share it."""
    return SheetRequest(series, series.circle.language, paper, address="")


def file_response(request: HttpRequest, wanted: SheetRequest, content_type: str) -> HttpResponse:
    try:
        response = HttpResponse(wanted.get_or_make(), content_type=content_type)
    except CannotPrint:
        return render(request, "sheets/cannot_print.html", status=HTTPStatus.SERVICE_UNAVAILABLE)
    except PrinterBusy:
        response = render(request, "sheets/busy.html", status=HTTPStatus.SERVICE_UNAVAILABLE)
        response["Retry-After"] = response["Refresh"] = str(RETRY_AFTER)
        return response
    series, ending = wanted.series, content_type.rpartition("/")[2]
    name = f"{series.game}-{timezone.localdate(series.started_at):%Y-%m-%d}.{ending}"
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response


def _still_open(request: HttpRequest) -> HttpResponse:
    return render(request, "sheets/still_open.html", status=HTTPStatus.NOT_FOUND)
