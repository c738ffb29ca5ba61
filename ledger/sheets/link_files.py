"""The files of a link to a series: a preview for a chat, and once the series has ended, a picture and the sheet.

Pictures are in the circle's language, because everyone in a chat sees the same picture.
"""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from ledger.circles.accounts.limits import LINK_FILES, address_of, too_often
from ledger.following.link_pages import opened_by_link
from ledger.lib.files import answer_with_file
from ledger.live.links import LinkEntrance
from ledger.series.models import Series, SeriesLink
from ledger.sheets.cache import SheetRequest, UnknownChoice, sheet_request
from ledger.sheets.papers import PREVIEW, RESULT, Paper
from ledger.sheets.pdf import CannotPrint
from ledger.sheets.printer import RETRY_AFTER, BeingMade, TooLarge


class TooOften(Exception):
    """Too many new sheets and pictures were made for one link and one IP address."""


@require_safe
@opened_by_link
def preview_picture(request: HttpRequest, entrance: LinkEntrance) -> HttpResponse:
    return file_response(request, picture_of(entrance.series, PREVIEW), "image/png", entrance.link)


@require_safe
@opened_by_link
def result_picture(request: HttpRequest, entrance: LinkEntrance) -> HttpResponse:
    link, series = entrance.link, entrance.series
    if series.is_open:
        return _still_open(request)
    return file_response(request, picture_of(series, RESULT, link), "image/png", link)


@require_safe
@opened_by_link
def sheet(request: HttpRequest, entrance: LinkEntrance) -> HttpResponse:
    link, series = entrance.link, entrance.series
    if series.is_open:
        return _still_open(request)
    page = reverse("follow:page", args=[entrance.token])
    try:
        language, shows_money = get_language() or "en", link.shows_payments
        wanted = sheet_request(request, series, language, page, shows_money=shows_money)
    except UnknownChoice as unknown:
        raise Http404(str(unknown)) from unknown
    return file_response(request, wanted, "application/pdf", link)


def picture_of(series: Series, paper: Paper, link: SeriesLink | None = None) -> SheetRequest:
    """Return a picture of the result, with the payments if the link shows them. Without a link it has no payments."""
    shows_money = link is not None and link.shows_payments
    return SheetRequest(series, series.circle.language, paper, address="", shows_money=shows_money)


def file_response(
    request: HttpRequest, wanted: SheetRequest, content_type: str, link: SeriesLink | None = None
) -> HttpResponse:
    """Answer with the file, or with a page that says why there is none. LINK_FILES limits new files for a link."""

    def check_limit() -> None:
        if link and LINK_FILES.refuses(f"{link.pk}:{address_of(request)}"):
            raise TooOften

    try:
        content = wanted.get_or_make(before_printing=check_limit)
    except (BeingMade, CannotPrint, TooLarge, TooOften) as reason:
        return missing_sheet_page(request, reason)
    name = f"{wanted.series.game}-{day_of(wanted.series)}.{content_type.rpartition('/')[2]}"
    return answer_with_file(content, content_type, name, disposition="inline")


def day_of(series: Series) -> str:
    """Return the day on which the series began, for the name of a file."""
    return localdate(series.started_at, series.circle.zone).isoformat()


def missing_sheet_page(request: HttpRequest, reason: Exception) -> HttpResponse:
    """Answer with a page that says why there is no sheet. While the sheet is being made, the page reloads itself."""
    if isinstance(reason, TooOften):
        return too_often(request, LINK_FILES.seconds)
    if isinstance(reason, BeingMade):
        response = render(request, "sheets/being_made.html", status=HTTPStatus.SERVICE_UNAVAILABLE)
        response["Retry-After"] = response["Refresh"] = str(RETRY_AFTER)  # browsers follow only Refresh
        return response
    template = "too_large" if isinstance(reason, TooLarge) else "cannot_print"
    return render(request, f"sheets/{template}.html", status=HTTPStatus.SERVICE_UNAVAILABLE)


def _still_open(request: HttpRequest) -> HttpResponse:
    return render(request, "sheets/still_open.html", status=HTTPStatus.NOT_FOUND)
