"""The pages that a link opens: a series, live and after its end, and the series that continue it."""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from ledger.circles.accounts.limits import LINK_VERDICTS, WRONG_CODES, too_many
from ledger.circles.views.shortcuts import secret_page
from ledger.following.reader import Reader, read_seat, reader_of_link
from ledger.following.score_page import page_context, score_page
from ledger.following.verdicts import after_verdict, take_verdict
from ledger.lib.addresses import address_for_others
from ledger.live.links import LinkEntrance, enter_by_link
from ledger.live.tickets import LinkTicket, summary_of_page
from ledger.series.models import Seat, Series
from ledger.series.state import series_state
from ledger.verdicts.services import Speaker

SEAT_COOKIE = "seat"
SEAT_COOKIE_LASTS = 180 * 24 * 3600  # seconds

Arguments = ParamSpec("Arguments")


def opened_by_link(
    view: Callable[Concatenate[HttpRequest, LinkEntrance, Arguments], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Decorate a view below /follow/<token>/: find the link and the series by the token. 404 if the link does not work.

    A visitor who has chosen no language sees the page in the language of the circle.
    """

    @wraps(view)
    @secret_page
    def guarded(request: HttpRequest, /, token: str, *args: Arguments.args, **kwargs: Arguments.kwargs) -> HttpResponse:
        entrance = enter_by_link(token)
        if entrance is None:
            closed = render(request, "circles/join_closed.html", status=HTTPStatus.NOT_FOUND)
            return too_many(request, WRONG_CODES) or closed
        has_language = request.user.is_authenticated or settings.LANGUAGE_COOKIE_NAME in request.COOKIES
        with nullcontext() if has_language else translation.override(entrance.series.circle.language):
            return view(request, entrance, *args, **kwargs)

    return guarded


@require_safe
@opened_by_link
def page(request: HttpRequest, entrance: LinkEntrance) -> HttpResponse:
    return score_page(request, reader_of(request, entrance))


@require_safe
@opened_by_link
def live(request: HttpRequest, entrance: LinkEntrance) -> HttpResponse:
    """The part of the page that changes, with a new ticket. ledger/live/middleware.py answers 304 if nothing is new."""
    return score_page(request, reader_of(request, entrance), in_place=True)


@require_safe
@opened_by_link
def big_screen(request: HttpRequest, entrance: LinkEntrance) -> HttpResponse:
    """The series on a television, live. Once it is over and continued, the page goes to the next series by itself."""
    in_place = "HX-Request" in request.headers
    if next_series := next_series_of(entrance):
        next_url = reverse("follow:screen", args=[LinkEntrance(entrance.link, next_series).token])
        return HttpResponseClientRedirect(next_url) if in_place else redirect(next_url)
    reader = replace(reader_of_link(entrance, ""), live_url=reverse("follow:screen", args=[entrance.token]))
    summary, state = summary_of_page(reader.ticket, reader.series), series_state(reader.series)
    address = address_for_others(request, reverse("follow:page", args=[entrance.token]))
    template = "following/big_screen.html#score" if in_place else "following/big_screen.html"
    return render(request, template, {**page_context(reader, state, summary), "address": address})


@require_POST
@opened_by_link
def verdict(request: HttpRequest, entrance: LinkEntrance) -> HttpResponse:
    """Give a verdict for the player of the seat that the reader has chosen in this browser."""
    if refused := too_many(request, LINK_VERDICTS, f"{entrance.link.pk}:"):
        return refused
    reader = reader_of(request, entrance)
    speaker = Speaker(link=entrance.link, seat=reader.seat_in(series_state(entrance.series)))
    return after_verdict(request, reader, take_verdict(speaker, entrance.series, request.POST))


def reader_of(request: HttpRequest, entrance: LinkEntrance) -> Reader:
    return reader_of_link(entrance, request.COOKIES.get(SEAT_COOKIE, ""))


@require_POST
@opened_by_link
def choose_seat(request: HttpRequest, entrance: LinkEntrance) -> HttpResponse:
    """Remember which seat is the reader's, in a cookie for this link and series.

    If the form names no seat, the cookie is deleted. Choosing a seat does not claim its player.
    """
    count = Seat.objects.filter(series=entrance.series).count()
    return _to_page(entrance, read_seat(request.POST.get("seat", ""), count))


@require_safe
@opened_by_link
def to_next(request: HttpRequest, entrance: LinkEntrance) -> HttpResponse:
    """Redirect to the series that continues this one. The reader's seat there is that of the same player, if the player
    has one."""
    next_series = next_series_of(entrance)
    if next_series is None:
        return redirect("follow:page", entrance.token)
    seats = dict(Seat.objects.filter(series=entrance.series).values_list("number", "player"))
    seat = read_seat(request.COOKIES.get(SEAT_COOKIE, ""), len(seats))
    seat_there = Seat.objects.filter(series=next_series, player=seats[seat]).first() if seat is not None else None
    return _to_page(LinkEntrance(entrance.link, next_series), seat_there.number if seat_there else None)


def next_series_of(entrance: LinkEntrance) -> Series | None:
    """Return the series that continues this one, if this one is over and the link is not for one series only."""
    summary = LinkTicket.of(entrance).current_summary()
    return Series.objects.filter(pk=summary.next_series).first() if summary else None


def _to_page(entrance: LinkEntrance, seat: int | None) -> HttpResponse:
    """Redirect to the page of the series. Set the cookie for the reader's seat, or delete it if `seat` is None."""
    path = reverse("follow:page", args=[entrance.token])
    response = redirect(path)
    if seat is None:
        response.delete_cookie(SEAT_COOKIE, path=path, samesite="Lax")
    else:
        response.set_cookie(
            SEAT_COOKIE,
            str(seat),
            max_age=SEAT_COOKIE_LASTS,
            path=path,
            secure=settings.TLS,
            httponly=True,
            samesite="Lax",
        )
    return response
