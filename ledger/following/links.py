"""For scorers: "Let others follow" and Share. The link that shows this one series, and all its links with Revoke."""

from http import HTTPStatus

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from ledger.agreeing.services import said_by, take_back_what_was_said_by
from ledger.circles.models import Verdicts
from ledger.circles.roles import Role
from ledger.circles.views.shortcuts import secret_page
from ledger.following.settlement import SettlementPage, settlement_text
from ledger.lib.addresses import address_for_others, network_address
from ledger.lib.refusals import Refused
from ledger.series.access import enter_series, load_link, token_of
from ledger.series.links import change_link, link_to_share, revoke_link, usual_choices
from ledger.series.models import Series, SeriesLink
from ledger.series.selectors import open_links, shared_link
from ledger.series.settling import account_of_series
from ledger.series.state import series_state
from ledger.series.wording import refusal_in_words


def choices(request: HttpRequest, series: Series) -> dict[str, bool]:
    """What the link shows, from the boxes of the form that are ticked. Where there is no box, nothing is chosen."""
    boxes = ["this_series_only"]
    if series.shows_money:
        boxes.append("shows_payments")
    if series.verdicts != Verdicts.OFF:
        boxes.append("may_agree")
    return {name: name in request.POST for name in boxes}


@require_http_methods(["GET", "HEAD", "POST"])
@secret_page
def link(request: HttpRequest, series_id: str) -> HttpResponse:
    """A POST makes the link if there is none yet: as usual, or as chosen in a form with boxes. The page can be opened
    again at any time."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    problem = ""
    if request.method == "POST":
        try:
            chosen = choices(request, entrance.series) if "chosen" in request.POST else {}
            link_to_share(me=entrance.me, series=entrance.series, **chosen)
            return redirect("series:link", series_id)
        except Refused as refused:
            problem = refusal_in_words(refused)
    series, shared, text = entrance.series, shared_link(entrance.series), ""
    address = link_address(request, shared) if shared else ""
    if shared and not series.is_open:
        text = text_to_share(series, shared, address)
    context = {
        "series": series,
        "shared": shared,
        "usual": usual_choices(series),
        "token": token_of(shared) if shared else "",
        "address": address,
        "in_network": network_address(request),
        "text": text,
        "links": [(link, len(said_by(link))) for link in open_links(series)],
        "problem": problem,
    }
    return render(request, "following/links.html", context, status=422 if problem else 200)


@require_POST
@secret_page
def share(request: HttpRequest, series_id: str) -> HttpResponse:
    """The text that the Share button of the end screen hands to the phone. It makes the link if there is none yet."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    try:
        shared = link_to_share(me=entrance.me, series=entrance.series)
    except Refused as refused:
        problem = refusal_in_words(refused)
        return JsonResponse({"problem": problem}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return JsonResponse({"text": text_to_share(entrance.series, shared, link_address(request, shared))})


@require_POST
@secret_page
def change(request: HttpRequest, series_id: str, link_id: str) -> HttpResponse:
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    change_link(link=load_link(entrance, link_id), **choices(request, entrance.series))
    return redirect("series:link", series_id)


@require_POST
@secret_page
def let_agree(request: HttpRequest, series_id: str) -> HttpResponse:
    """The link that the pages hand out lets its readers say whether a hand is right, and is made if there is none."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    try:
        change_link(link=link_to_share(me=entrance.me, series=entrance.series), may_agree=True)
    except Refused as refused:
        messages.warning(request, refusal_in_words(refused))
    return redirect("series:link", series_id)


@require_POST
def revoke(request: HttpRequest, series_id: str, link_id: str) -> HttpResponse:
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    link = load_link(entrance, link_id)
    with transaction.atomic():
        revoke_link(link=link)
        if "take_back" in request.POST:
            take_back_what_was_said_by(link, entrance.me)
    return redirect("series:link", series_id)


def text_to_share(series: Series, link: SeriesLink, address: str) -> str:
    state = series_state(series)
    page = SettlementPage(state, series.with_standard, account=account_of_series(series, state.players))
    return settlement_text(page, address, shows_money=link.shows_payments)


def link_address(request: HttpRequest, link: SeriesLink) -> str:
    return address_for_others(request, reverse("follow:page", args=[token_of(link)]))
