"""A circle, its settings and its end."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from ledger.circles import selectors
from ledger.circles.access import enter_circle
from ledger.circles.forms import CircleForm, DeleteForm
from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.circles.services.circles import change_circle, delete_circle
from ledger.circles.views.kit import faults_into, page, posted


@require_safe
def circle(request: HttpRequest, circle_id: str) -> HttpResponse:
    return circle_page(request, enter_circle(request.user, circle_id))


def circle_page(request: HttpRequest, me: Member, fault: str = "") -> HttpResponse:
    context = {"me": me, "circle": me.circle, "players": selectors.players_of(me.circle), "fault": fault}
    return page(request, "circles/circle.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, circle_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    currency = me.circle.currency
    form = CircleForm(me.circle, posted(request))
    if form.is_valid():
        with faults_into(form):
            changed = change_circle(circle=me.circle, **form.cleaned_data)
            messages.success(request, _saved(currency, changed.currency))
            return redirect("circle", circle_id)
    return page(request, "circles/settings.html", {"me": me, "circle": me.circle, "form": form})


def _saved(before: str, now: str) -> str:
    """A circle may change its currency, but what it means for what is owed already is said."""
    if before == now:
        return _("Saved.")
    return _(
        "Saved. Series that begin from now on count in %(now)s. What has been played for in %(before)s stays in "
        "%(before)s: the balances of two currencies are kept apart."
    ) % {"now": now, "before": before}


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, circle_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    form = DeleteForm(me.circle, posted(request))
    if form.is_valid():
        delete_circle(circle=me.circle)
        messages.success(request, _("%(circle)s has been deleted.") % {"circle": me.circle.name})
        return redirect("home")
    return page(request, "circles/delete.html", {"me": me, "circle": me.circle, "form": form})
