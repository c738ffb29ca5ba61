"""The page of a series, which members and readers with a link see live."""

import json
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.circles.models import Member
from ledger.face.cached_pages import render_cached
from ledger.following.ending import Ending, new_records
from ledger.following.moment import MOMENT_LASTS, moment_of
from ledger.following.overview import Overview, part_asked_for
from ledger.following.reader import Reader
from ledger.lib import formatting
from ledger.live import tickets
from ledger.series import descriptions, selectors
from ledger.series.changes import Recorded, Withdrawn
from ledger.series.models import Event, Series
from ledger.series.state import SeriesState, series_state
from ledger.signing import seen
from ledger.verdicts.page import page_verdicts


def score_page(
    request: HttpRequest,
    reader: Reader,
    *,
    in_place: bool = False,
    toast: str = "",
    notice: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Render the page, or with `in_place` only the part of it that changes.

    `toast` is a message on what the reader has just done. `notice` says why the reader's verdict was refused.

    For readers with a link, the page is cached for each language, theme and chosen seat: docs/decisions/0110-speed.md.
    """
    template = "following/page.html#score" if in_place else "following/page.html"
    series = reader.series
    summary = tickets.summary_of_page(reader.ticket, series, reader.me.role if reader.me else "")
    state = series_state(series)
    part, changed = part_asked_for(request, state), seen.contradicting_state(request, state)
    has_moment = series.changed_at > timezone.now() - MOMENT_LASTS
    is_member = reader.me is not None or (
        request.user.is_authenticated and Member.objects.filter(user=request.user, circle=series.circle).exists()
    )

    def context() -> dict[str, Any]:
        return {
            **page_context(reader, state, summary, part=part, has_moment=has_moment, notice=notice, toast=toast),
            "changed": changed,
            "is_member": is_member,
        }

    if reader.me or changed:  # `changed` is a state that this phone alone was shown
        return render(request, template, context(), status=status)
    people = [series.circle.name, *((player.name, player.face) for player in state.players)]
    when = [has_moment, timezone.localdate().isoformat(), tickets.current_half_hour()]
    shown = [reader.token, series.pk, series.latest_hash, summary.etag, people, reader.seat_in(state), part, is_member]
    response = render_cached(request, template, context, cache_key=[*shown, when, notice])
    response.status_code = status
    return response


def page_context(
    reader: Reader,
    state: SeriesState,
    summary: tickets.PageSummary,
    *,
    part: int = 0,
    has_moment: bool = False,
    notice: str = "",
    toast: str = "",
) -> dict[str, Any]:
    """Return the context for the templates of the page, and of the part of it that changes.

    `part` says which hands are listed (`part_asked_for`). `has_moment` is true shortly after the series has changed.
    """
    series, seat = reader.series, reader.seat_in(state)
    latest = selectors.latest_event(series)
    moment = moment_of(state, latest)
    ending = None if series.is_open else Ending(state, shows_money=reader.shows_payments)
    news = descriptions.announcement(state, latest, moment.sentence if moment else "")
    next_series = Series.objects.filter(pk=summary.next_series).first() if summary.next_series else None
    if next_series:
        news = _("They play on.")
    verdicts = page_verdicts(state, reader.verdict_url, seat=seat, shows_money=reader.shows_payments, notice=notice)
    return {
        "reader": reader,
        "series": series,
        "seal_code": seen.code_of(state),
        "next_game": next_series and descriptions.game_name(next_series),
        "summary": descriptions.summary(state),
        "moment": moment if has_moment and moment and moment.is_now else None,
        "overview": Overview(
            state,
            reader.hand_url,
            selectors.hand_notes(series) if reader.me else {},
            selectors.noted_bids(state, reader.me.user_id if reader.me else None),
            reader=seat,
            part=part,
        ),
        "seats": list(zip(state.names, state.faces, strict=True)),
        "ending": ending,
        "verdicts": verdicts if reader.gives_verdicts else None,
        "new_records": new_records(state) if ending and reader.me else [],
        "ended_by_hand": latest.hand_number if latest.kind == Recorded.kind and not series.is_open else None,
        "toast": toast,
        "latest": latest,
        "latest_text": latest_text(state, latest),
        "news": notice or toast or (ending and ending.latest_payment) or news,
        "again": latest.kind == Withdrawn.kind,  # the next hand was withdrawn, and is entered again
        "now": formatting.clock(timezone.now()),
        "writer": summary.writer,
        "silence": summary.silence,
        "live_headers": json.dumps({"X-Ticket": reader.ticket.sign(), "If-None-Match": summary.etag}),
    }


def latest_text(state: SeriesState, latest: Event) -> str:
    """Return the latest event, or how the series has ended, in words."""
    return descriptions.describe_event(latest) if state.series.is_open else descriptions.ending_sentence(state, latest)
