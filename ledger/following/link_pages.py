"""What a link shows: a series, live, and after the end its result, and then those that continue it.

No login, no name, and no way to anything else.
"""

import json
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from functools import wraps
from http import HTTPStatus
from math import ceil
from typing import Any, Concatenate, ParamSpec

from django.conf import settings
from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from ledger.agreeing.services import Speaker
from ledger.circles.models import Member
from ledger.circles.views.shortcuts import secret_page
from ledger.face.cached_pages import render_cached
from ledger.following import seen, tickets
from ledger.following.agreeing import give_answer
from ledger.following.agreement import agreement_part
from ledger.following.ending import Ending
from ledger.following.moment import LASTS as MOMENT_LASTS
from ledger.following.moment import moment_of
from ledger.following.overview import Overview, part_asked_for
from ledger.following.views import latest_text
from ledger.series import descriptions, selectors
from ledger.series.access import LinkEntrance, enter_by_link
from ledger.series.models import Seat, Series
from ledger.series.state import SeriesState, series_state

SEAT_COOKIE = "seat"
SEAT_COOKIE_LASTS = 180 * 24 * 3600

Arguments = ParamSpec("Arguments")


class BadLinkThrottle(SimpleRateThrottle):
    """Links that do not work, by the address that they come from. Counted in memory, so that a guess writes nothing."""

    scope = "bad_links"
    rate = "30/min"
    cache = caches["memory"]

    def get_cache_key(self, request: Request, _view: Any) -> str:
        return f"bad-links-{self.get_ident(request)}"


class AnswerThrottle(SimpleRateThrottle):
    """Answers to "Right?" by one link: a whole table may come from one address."""

    scope = "link_answers"
    rate = "120/min"
    cache = caches["memory"]

    def get_cache_key(self, request: Request, _view: Any) -> str:
        return f"link-answers-{request.path_info}-{self.get_ident(request)}"


def too_many(request: HttpRequest, throttle: SimpleRateThrottle) -> HttpResponse | None:
    """The answer 429, once the limit is reached."""
    if throttle.allow_request(Request(request), None):  # type: ignore[arg-type]  # its key needs no view
        return None
    response = render(request, "429.html", status=HTTPStatus.TOO_MANY_REQUESTS)
    response["Retry-After"] = str(max(1, ceil(throttle.wait() or 1)))
    return response


def shows_one_series(
    view: Callable[Concatenate[HttpRequest, LinkEntrance, Arguments], HttpResponse],
) -> Callable[..., HttpResponse]:
    """For a view of a link: finds link and series by the token, and answers 404 if it does not work.

    A visitor who has chosen no language reads the circle's.
    """

    @wraps(view)
    @secret_page
    def guarded(request: HttpRequest, /, token: str, *args: Arguments.args, **kwargs: Arguments.kwargs) -> HttpResponse:
        entrance = enter_by_link(token)
        if entrance is None:
            closed = render(request, "circles/join_closed.html", status=HTTPStatus.NOT_FOUND)
            return too_many(request, BadLinkThrottle()) or closed
        has_language = request.user.is_authenticated or settings.LANGUAGE_COOKIE_NAME in request.COOKIES
        with nullcontext() if has_language else translation.override(entrance.series.circle.language):
            return view(request, entrance, *args, **kwargs)

    return guarded


@require_safe
@shows_one_series
def page(request: HttpRequest, entrance: LinkEntrance) -> HttpResponse:
    return _score(request, entrance, "following/link/page.html")


@require_safe
@shows_one_series
def live(request: HttpRequest, entrance: LinkEntrance) -> HttpResponse:
    """The part of the page that changes, with a new ticket. While nothing is new, the middleware answers 304."""
    return _score(request, entrance, "following/link/page.html#score")


def _score(
    request: HttpRequest, entrance: LinkEntrance, template: str, *, notice: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    """`notice` is why an answer to "Right?" was not taken.

    Rendered once for all visitors with the same language, theme and marked seat; docs/decisions/0110-speed.md."""
    link, series = entrance.link, entrance.series
    # The summary comes first: a page may be newer than its ETag, never older.
    current = tickets.summary_of_link(link.pk, series.pk)
    if current is None:  # it has been revoked since it was found
        raise Http404
    summary = replace(current, version=series.version, latest_hash=series.latest_hash, notes_hash=series.notes_hash)
    state = series_state(series)
    seat = read_seat(request.COOKIES.get(SEAT_COOKIE, ""), len(state.players))
    part = part_asked_for(request, state)
    changed = seen.what_was_changed(request, state)
    is_now = series.changed_at > timezone.now() - MOMENT_LASTS
    is_member = (
        request.user.is_authenticated and Member.objects.filter(user=request.user, circle=series.circle).exists()
    )

    def context() -> dict[str, Any]:
        shown = what_is_shown(entrance, state, summary, seat=seat, part=part, notice=notice)
        return shown | {
            "changed": changed,
            "moment": shown["moment"] if is_now else None,
            "is_member": is_member,
        }

    if changed:  # only this phone has seen it
        return render(request, template, context(), status=status)
    people = [series.circle.name, *((player.name, player.face) for player in state.players)]
    when = [is_now, timezone.localdate().isoformat(), tickets.period()]
    cache_key = [link.pk, series.pk, series.latest_hash, summary.etag, people, seat, part, is_member, when, notice]
    response = render_cached(request, template, context, cache_key=cache_key, with_messages=False)
    response.status_code = status
    return response


def what_is_shown(
    entrance: LinkEntrance,
    state: SeriesState,
    summary: tickets.PageSummary,
    *,
    seat: int | None,
    part: int,
    notice: str,
) -> dict[str, Any]:
    """The context of the page: all that depends on the series and not on who asks."""
    link, series = entrance.link, entrance.series
    latest = selectors.latest_event(series)
    moment = moment_of(state, latest)
    ending = None if series.is_open else Ending(state, shows_money=link.shows_payments)
    news = descriptions.announcement(state, latest, moment.sentence if moment else "")
    next_series = Series.objects.filter(pk=summary.next_series).first()
    if next_series:
        news = _("They play on.")
    return {
        "series": series,
        "seal_code": seen.code_of(state),
        "token": entrance.token,
        "next_game": next_series and descriptions.game_name(next_series),
        "summary": descriptions.summary(state),
        "moment": moment,
        "overview": Overview(state, lambda _number: "", bids=selectors.noted_bids(state, None), reader=seat, part=part),
        "ending": ending,
        "agreement": agreement_part(
            state,
            reverse("follow:answer", args=[entrance.token]),
            seat=seat,
            shows_money=link.shows_payments,
            notice=notice,
        )
        if link.may_agree
        else None,
        "seats": list(zip(state.names, state.faces, strict=True)),
        "seat": seat,
        "latest": latest,
        "latest_text": latest_text(state, latest),
        "news": notice or (ending and ending.latest_payment) or news,
        "writer": summary.writer,
        "silence": summary.silence,
        "live_headers": json.dumps({"X-Ticket": tickets.issue_for_link(entrance), "If-None-Match": summary.etag}),
    }


@require_POST
@shows_one_series
def answer(request: HttpRequest, entrance: LinkEntrance) -> HttpResponse:
    """A tap of whoever has said on this phone which seat is theirs."""
    if refused := too_many(request, AnswerThrottle()):
        return refused
    seat = read_seat(request.COOKIES.get(SEAT_COOKIE, ""), Seat.objects.filter(series=entrance.series).count())
    outcome = give_answer(Speaker(link=entrance.link, seat=seat), entrance.series, request.POST)
    in_place = "HX-Request" in request.headers
    if not (in_place or outcome.notice):
        return redirect("follow:page", entrance.token)
    template = "following/link/page.html#score" if in_place else "following/link/page.html"
    return _score(request, entrance, template, notice=outcome.notice, status=outcome.status)


@require_POST
@shows_one_series
def choose_seat(request: HttpRequest, entrance: LinkEntrance) -> HttpResponse:
    """Mark a seat on this page, in a cookie for this link and series. It claims no player."""
    seat = read_seat(request.POST.get("seat", ""), Seat.objects.filter(series=entrance.series).count())
    return _to_page(entrance, seat)


@require_safe
@shows_one_series
def to_next(request: HttpRequest, entrance: LinkEntrance) -> HttpResponse:
    """On to the series that continues this one. A marked seat goes along where the same player has one there."""
    link, series = entrance.link, entrance.series
    summary = tickets.summary_of_link(link.pk, series.pk)
    later = Series.objects.filter(pk=summary.next_series).first() if summary else None
    if later is None:
        return redirect("follow:page", entrance.token)
    seats = dict(Seat.objects.filter(series=series).values_list("number", "player"))
    seat = read_seat(request.COOKIES.get(SEAT_COOKIE, ""), len(seats))
    there = Seat.objects.filter(series=later, player=seats.get(seat)).first() if seat is not None else None
    return _to_page(LinkEntrance(link, later), there.number if there else None)


def _to_page(entrance: LinkEntrance, seat: int | None) -> HttpResponse:
    response, path = redirect("follow:page", entrance.token), reverse("follow:page", args=[entrance.token])
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


def read_seat(text: str, count: int) -> int | None:
    """The seat that the text names, if it is one of so many."""
    seats = {str(seat): seat for seat in range(count)}
    return seats.get(text)
