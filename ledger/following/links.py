"""The page of the links to a series, "Let others follow" or "Share the result", and its buttons, for scorers."""

from collections import Counter
from collections.abc import Mapping
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from ledger.circles.models import Verdicts
from ledger.circles.roles import Role
from ledger.circles.views.shortcuts import secret_page
from ledger.following.settlement import SettlementPage, settlement_text
from ledger.lib.addresses import address_for_others, network_address
from ledger.lib.refusals import Refused
from ledger.live.links import (
    change_link,
    link_to_share,
    load_link,
    open_links,
    revoke_link,
    shared_link,
    token_of,
    usual_choices,
)
from ledger.series.access import enter_series
from ledger.series.descriptions import series_name
from ledger.series.models import Series, SeriesLink
from ledger.series.settling import account_of_series
from ledger.series.state import series_state
from ledger.series.wording import refusal_in_words
from ledger.verdicts.services import NotTakenBack, take_back_verdicts_by, verdicts_by
from ledger.verdicts.wording import hand_or_settlement


def read_choices(request: HttpRequest, series: Series) -> dict[str, bool]:
    """Return by choice of a link whether its box in the form is ticked. Choices that have no box are left out."""
    boxes = ["this_series_only"]
    if series.shows_money:
        boxes.append("shows_payments")
    if series.verdicts != Verdicts.OFF:
        boxes.append("may_agree")
    return {name: name in request.POST for name in boxes}


@require_http_methods(["GET", "HEAD", "POST"])
@secret_page
def link(request: HttpRequest, series_id: str) -> HttpResponse:
    """The page of the links. A POST makes the link to share if there is none yet: with the choices of the form, or with
    the defaults if the form has no choices."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    problem = ""
    if request.method == "POST":
        try:
            chosen = read_choices(request, entrance.series) if "chosen" in request.POST else {}
            link_to_share(me=entrance.me, series=entrance.series, **chosen)
            return redirect("series:link", series_id)
        except Refused as refused:
            problem = refusal_in_words(refused)
    series, shared = entrance.series, shared_link(entrance.series)
    address = link_address(request, shared) if shared else ""
    links = open_links(series)
    verdict_counts = Counter(verdict.link for _state, _number, verdict in verdicts_by(*links))
    context = {
        "series": series,
        "title": _("Let others follow") if series.is_open else _("Share the result"),
        "shared": shared,
        "usual": usual_choices(series),
        "token": token_of(shared) if shared else "",
        "address": address,
        "in_network": network_address(request),
        "text": text_to_share(series, shared, address) if shared and not series.is_open else "",
        "links": [(each, verdict_counts[each.pk]) for each in links],
        "problem": problem,
    }
    return render(request, "following/links.html", context, status=422 if problem else 200)


@require_POST
@secret_page
def share(request: HttpRequest, series_id: str) -> HttpResponse:
    """Return the text that the Share button of a series that is over hands to the phone. Make the link if needed."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    try:
        shared = link_to_share(me=entrance.me, series=entrance.series)
    except Refused as refused:
        return JsonResponse({"problem": refusal_in_words(refused)}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return JsonResponse({"text": text_to_share(entrance.series, shared, link_address(request, shared))})


@require_POST
@secret_page
def change(request: HttpRequest, series_id: str, link_id: str) -> HttpResponse:
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    change_choices(request, load_link(entrance, link_id), read_choices(request, entrance.series))
    return redirect("series:link", series_id)


def change_choices(request: HttpRequest, link: SeriesLink, chosen: Mapping[str, bool]) -> None:
    """Change the link's choices. A message on the next page says what has changed."""
    sentences = {
        ("shows_payments", True): _("Whoever has the link now sees the payments."),
        ("shows_payments", False): _("Whoever has the link no longer sees the payments."),
        ("this_series_only", True): _("The link now shows this series only."),
        ("this_series_only", False): _("The link now also shows the series that they play after this one."),
        ("may_agree", True): _("Whoever has the link may now say whether a hand is right."),
        ("may_agree", False): _("Whoever has the link may no longer say whether a hand is right."),
    }
    done = [sentences[choice] for choice in chosen.items() if getattr(link, choice[0]) != choice[1]]
    change_link(link=link, **chosen)
    if done:
        messages.success(request, " ".join(done))
    else:
        messages.info(request, _("The link is as it was: nothing was changed."))


@require_POST
@secret_page
def allow_verdicts(request: HttpRequest, series_id: str) -> HttpResponse:
    """Let readers of the shared link give verdicts. Make the link if there is none."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    try:
        change_choices(request, link_to_share(me=entrance.me, series=entrance.series), {"may_agree": True})
    except Refused as refused:
        messages.warning(request, refusal_in_words(refused))
    return redirect("series:link", series_id)


@require_POST
def revoke(request: HttpRequest, series_id: str, link_id: str) -> HttpResponse:
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    link = load_link(entrance, link_id)
    revoke_link(link=link)
    if "take_back" in request.POST:
        for answer in take_back_verdicts_by(link, entrance.me):
            messages.warning(request, not_taken_back_in_words(answer))
    return redirect("series:link", series_id)


def not_taken_back_in_words(answer: NotTakenBack) -> str:
    """Say which answer could not be taken back, and why."""
    why = _("The series has changed meanwhile. Please look at it again.")
    if isinstance(answer.why, Refused):
        why = refusal_in_words(answer.why)
    sentence = _("The answer for %(player)s (%(series)s, %(hand)s) could not be taken back. %(why)s")
    return sentence % {
        "player": answer.state.names[answer.verdict.seat],
        "series": series_name(answer.state.series),
        "hand": hand_or_settlement(answer.number),
        "why": why,
    }


def text_to_share(series: Series, link: SeriesLink, address: str) -> str:
    """Return the settlement as text, with the address of the link. It has money only if the link shows payments."""
    state = series_state(series)
    account = account_of_series(series, state.players)
    return settlement_text(SettlementPage(state, series.with_standard, link.shows_payments, account), address)


def link_address(request: HttpRequest, link: SeriesLink) -> str:
    return address_for_others(request, reverse("follow:page", args=[token_of(link)]))
