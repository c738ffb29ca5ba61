"""The pages of one series: the score, a hand, the history and the settlement."""

from dataclasses import replace

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ledger.following.hand_page import HandPage, compare_revisions, neighbours
from ledger.following.reader import reader_of_member
from ledger.following.score_page import latest_text, score_page
from ledger.following.settlement import SettlementPage, settlement_text
from ledger.live.links import shared_link, token_of
from ledger.series import descriptions, selectors
from ledger.series.access import enter_series
from ledger.series.settling import account_of_series
from ledger.series.state import series_state
from ledger.signing import seen
from ledger.verdicts.models import VerdictEntry
from ledger.verdicts.page import page_verdicts

EVENTS_A_PAGE = 50


@require_safe
def page(request: HttpRequest, series_id: str) -> HttpResponse:
    return score_page(request, reader_of_member(enter_series(request.user, series_id)))


@require_safe
def live(request: HttpRequest, series_id: str) -> HttpResponse:
    """The part of the page that changes, with a new ticket. ledger/live/middleware.py answers 304 if nothing is new."""
    return score_page(request, reader_of_member(enter_series(request.user, series_id)), in_place=True)


@require_safe
def hand(request: HttpRequest, series_id: str, number: int) -> HttpResponse:
    """One hand and its revisions. A hand that was withdrawn has only revisions."""
    entrance = enter_series(request.user, series_id)
    reader, state = reader_of_member(entrance), series_state(entrance.series)
    events = list(selectors.revisions(entrance.series, number))
    if not events:
        raise Http404
    count, seat = len(state.events), reader.seat_in(state)
    verdicts = page_verdicts(state, reader.verdict_url, seat=seat, number=number)
    context = {
        "reader": reader,
        "series": entrance.series,
        "number": number,
        "page": HandPage(state, state.play.hands[number - 1], seat) if number <= count else None,
        "comparison": compare_revisions(state, number, events),
        "events": events,
        "is_last": number == count,
        "note": selectors.hand_notes(entrance.series).get(number, ""),
        "verdicts": verdicts if verdicts and verdicts.marks.seats else None,  # None where no player is asked
        **neighbours(number, count, reader.hand_url),
    }
    return render(request, "following/hand.html", context)


@require_safe
def history(request: HttpRequest, series_id: str) -> HttpResponse:
    """The events, or with `?of=verdicts` the verdicts and waivers, the latest first."""
    entrance = enter_series(request.user, series_id)
    series = entrance.series
    verdicts = VerdictEntry.objects.filter(series=series).select_related("player").order_by("-number")
    of_verdicts = request.GET.get("of") == "verdicts"
    rows = verdicts if of_verdicts else selectors.history(series).reverse()
    tabs = [
        {"label": _("Hands and changes"), "href": "?", "current": not of_verdicts},
        {"label": _("Is it right?"), "href": "?of=verdicts", "current": of_verdicts},
    ]
    context = {
        "series": series,
        "page": Paginator(rows, EVENTS_A_PAGE).get_page(request.GET.get("page")),
        "contradictions": seen.contradictions_of(series),
        "of_verdicts": of_verdicts,
        "tabs": tabs if of_verdicts or verdicts.exists() else [],
    }
    return render(request, "following/history.html", context)


@require_safe
def settlement(request: HttpRequest, series_id: str) -> HttpResponse:
    entrance = enter_series(request.user, series_id)
    series, state = entrance.series, series_state(entrance.series)
    with_standard = series.with_standard
    if series.is_open:  # the reader chooses: with or without standard money
        with_standard = request.GET.get("standard") != "without"
    page = SettlementPage(state, with_standard, account=account_of_series(series, state.players))
    link = shared_link(series)
    link_address = request.build_absolute_uri(reverse("follow:page", args=[token_of(link)])) if link else ""
    context = {
        "series": series,
        "page": page,
        "outcome": descriptions.outcome_sentence(state),
        "ending": "" if series.is_open else latest_text(state, selectors.latest_event(series)),
        "text": settlement_text(replace(page, shows_money=link is None or link.shows_payments), link_address),
        "has_whole_record": entrance.may_read_chain,
    }
    return render(request, "following/settlement/settlement.html", context)
