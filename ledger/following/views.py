"""The pages of one series: the score, a hand, the history and the settlement."""

import json
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ledger.agreeing.models import VerdictEntry
from ledger.face.cached_pages import SITE_MARK, render_cached
from ledger.following import seen, tickets
from ledger.following.agreement import AgreementPart, agreement_part, seat_of
from ledger.following.ending import Ending, new_records
from ledger.following.hand_page import HandPage, compare, neighbours
from ledger.following.moment import moment_of
from ledger.following.overview import Overview, hand_addresses, part_asked_for
from ledger.following.settlement import SettlementPage, settlement_text
from ledger.lib import formatting
from ledger.series import descriptions, selectors
from ledger.series.access import Entrance, enter_series, token_of
from ledger.series.changes import Recorded, Withdrawn
from ledger.series.models import Event
from ledger.series.settling import account_of_series
from ledger.series.state import SeriesState, seated_players, series_state

EVENTS_A_PAGE = 50


@require_safe
def page(request: HttpRequest, series_id: str) -> HttpResponse:
    return score_page(request, enter_series(request.user, series_id), "following/page.html")


@require_safe
def live(request: HttpRequest, series_id: str) -> HttpResponse:
    """The part of the page that changes, with a new ticket. While nothing is new, the middleware answers 304."""
    return score_page(request, enter_series(request.user, series_id), "following/page.html#score")


def score_page(
    request: HttpRequest, entrance: Entrance, template: str, *, toast: str = "", notice: str = "", status: int = 200
) -> HttpResponse:
    """`notice` is why an answer to "Right?" was not taken."""
    # The summary comes first: a page may be newer than its ETag, never older.
    summary = tickets.summary_of(entrance)
    series, state, latest = entrance.series, series_state(entrance.series), selectors.latest_event(entrance.series)
    moment = moment_of(state, latest)
    ending = None if series.is_open else Ending(state)
    news = descriptions.announcement(state, latest, moment.sentence if moment else "")
    context = {
        "entrance": entrance,
        "series": series,
        "seal_code": seen.code_of(state),
        "changed": seen.what_was_changed(request, state),
        "moment": moment if moment and moment.is_now else None,
        "overview": Overview(
            state,
            hand_addresses(series),
            selectors.hand_notes(series),
            selectors.noted_bids(state, entrance.me.user_id),
            part=part_asked_for(request, state),
        ),
        "ending": ending,
        "agreement": agreement_part(
            state,
            reverse("series:answer", args=[series.pk]),
            seat=seat_of(state, entrance.me),
            notice=notice,
        ),
        "new_records": new_records(state) if ending else [],
        "ended_by_hand": latest.hand_number if latest.kind == Recorded.kind and not series.is_open else None,
        "toast": toast,
        "has_form": state.game.can_be_entered,
        "latest": latest,
        "latest_text": latest_text(state, latest),
        "news": notice or toast or (ending and ending.latest_payment) or news,
        "again": latest.kind == Withdrawn.kind,
        "now": formatting.clock(timezone.now()),
        "writer": summary.writer,
        "silence": summary.silence,
        "live_headers": json.dumps({"X-Ticket": tickets.issue(entrance), "If-None-Match": summary.etag}),
    }
    return render(request, template, context, status=status)


def latest_text(state: SeriesState, latest: Event) -> str:
    """What happened last, or how the series has ended."""
    return descriptions.describe_event(latest) if state.series.is_open else descriptions.ending_sentence(state, latest)


@require_safe
def hand(request: HttpRequest, series_id: str, number: int) -> HttpResponse:
    """One hand and its revisions. A hand that was withdrawn has only revisions."""
    entrance = enter_series(request.user, series_id)
    state = series_state(entrance.series)
    events = list(selectors.revisions(entrance.series, number))
    if not events:
        raise Http404
    count = len(state.events)
    context = {
        "entrance": entrance,
        "series": entrance.series,
        "number": number,
        "page": HandPage(state, state.play.hands[number - 1]) if number <= count else None,
        "comparison": compare(state, number, events),
        "events": events,
        "is_last": number == count,
        "note": selectors.hand_notes(entrance.series).get(number, ""),
        "agreement": hand_agreement(state, entrance, number),
        **neighbours(number, count, hand_addresses(entrance.series)),
    }
    return render(request, "following/hand.html", context)


def hand_agreement(state: SeriesState, entrance: Entrance, number: int) -> AgreementPart | None:
    """The question about one hand, for the player who sat in it."""
    seat = seat_of(state, entrance.me)
    part = agreement_part(state, reverse("series:answer", args=[state.series.pk]), seat=seat, number=number)
    return part if part and part.marks.seats else None


@require_safe
def history(request: HttpRequest, series_id: str) -> HttpResponse:
    """The events, or with `?of=verdicts` what was said of the hands. The latest on top."""
    entrance = enter_series(request.user, series_id)
    series, number = entrance.series, request.GET.get("page")
    said = VerdictEntry.objects.filter(series=series).select_related("player").order_by("-number")
    of_verdicts = request.GET.get("of") == "verdicts"
    rows = said if of_verdicts else selectors.history(series).reverse()
    tabs = [
        {"label": _("Hands and changes"), "href": "?", "current": not of_verdicts},
        {"label": _("Is it right?"), "href": "?of=verdicts", "current": of_verdicts},
    ]
    context = {
        "series": series,
        "page": Paginator(rows, EVENTS_A_PAGE).get_page(number),
        "contradictions": seen.contradictions_of(series),
        "of_verdicts": of_verdicts,
        "tabs": tabs if of_verdicts or said.exists() else [],
    }
    return render(request, "following/history.html", context)


@require_safe
def settlement(request: HttpRequest, series_id: str) -> HttpResponse:
    """Computed only where the page is not kept yet: the chain's hash covers the hands."""
    entrance = enter_series(request.user, series_id)
    series = entrance.series
    has_whole_record = entrance.is_owner or not series.circle.points_only
    with_standard = series.with_standard
    if series.is_open:  # the reader may ask for either way
        with_standard = request.GET.get("standard") != "without"
    link = selectors.shared_link(series)
    link_address = SITE_MARK + reverse("follow:page", args=[token_of(link)]) if link else ""
    players = seated_players(series)
    account = account_of_series(series, players)

    def context() -> dict[str, Any]:
        page = SettlementPage(series_state(series), with_standard=with_standard, account=account)
        return {
            "series": series,
            "page": page,
            "outcome": descriptions.outcome_sentence(page.state),
            "ending": "" if series.is_open else latest_text(page.state, selectors.latest_event(series)),
            "text": settlement_text(page, link_address, shows_money=link is None or link.shows_payments),
            "has_whole_record": has_whole_record,
        }

    people = [series.circle.name, *((player.name, player.face) for player in players)]
    sees = [series.circle.points_only, series.circle.zone.key, has_whole_record, link and link.shows_payments]
    paid = account.facts if account else []
    cache_key = [series.pk, series.latest_hash, people, with_standard, link_address, sees, paid]
    return render_cached(request, "following/settlement/settlement.html", context, cache_key=cache_key)
