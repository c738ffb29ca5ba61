""" "Start a table": from nothing to a circle with players, on one page."""

from allauth.decorators import rate_limit
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache

from ledger.circles.forms import StartForm
from ledger.circles.models import Member, User
from ledger.circles.services.circles import start_table
from ledger.circles.views.kit import faults_into, page, posted, sign_in_guest
from ledger.lib import currencies


@rate_limit(action="start_table")
@never_cache
def start(request: HttpRequest) -> HttpResponse:
    if "more" in request.POST:
        return page(request, "circles/start.html", {"form": StartForm.with_one_more_line(request.POST)})
    form = StartForm(posted(request), initial={"currency": _usual_currency(request)})
    if form.is_valid():
        with faults_into(form):
            owner = _start(form, request.user if isinstance(request.user, User) else None)
            sign_in_guest(request, owner.user)
            return redirect("circle", owner.circle_id)
    return page(request, "circles/start.html", {"form": form})


def _start(form: StartForm, starter: User | None) -> Member:
    return start_table(
        starter=starter,
        circle_name=form.cleaned_data["circle_name"],
        player_names=form.cleaned_data["players"],
        currency=form.cleaned_data["currency"],
        language=get_language() or "en",
        first_is_starter=form.cleaned_data["first_is_me"],
        form_key=form.cleaned_data["form_key"],
    )


def _usual_currency(request: HttpRequest) -> str:
    if get_language() == "ne":
        return "NPR"
    return currencies.guess(request.headers.get("Accept-Language", ""))
