"""Starting a circle, its page and its settings."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from ledger.circles.access import enter_circle
from ledger.circles.accounts.limits import STARTED_TABLES, address_of, too_often
from ledger.circles.accounts.signup import may_start, signup_closed
from ledger.circles.forms import CircleForm, StartForm
from ledger.circles.models import User
from ledger.circles.roles import Role
from ledger.circles.services.circles import change_circle, start_table
from ledger.circles.views.shortcuts import add_errors_to, form_data, render_page, sign_in_guest
from ledger.lib import currencies


def start(request: HttpRequest) -> HttpResponse:
    """Make a circle with its players on one page. A visitor without an account becomes a guest."""
    if not may_start(request):
        return signup_closed(request)
    language = get_language() or "en"
    likely = currencies.likely(language, request.headers.get("Accept-Language", ""))
    if "more" in request.POST:
        return render_page(request, "circles/start.html", {"form": StartForm.with_one_more_line(request.POST, likely)})
    form = StartForm(form_data(request), likely=likely)
    if form.is_valid():
        if STARTED_TABLES.is_reached(address := address_of(request)):
            return too_often(request, STARTED_TABLES.seconds)
        with add_errors_to(form):
            owner = start_table(
                starter=request.user if isinstance(request.user, User) else None,
                circle_name=form.cleaned_data["circle_name"],
                player_names=form.cleaned_data["players"],
                currency=form.cleaned_data["currency"],
                language=language,
                points_only=form.cleaned_data["points_only"] == "yes",
                time_zone=form.cleaned_data["time_zone"],
                first_is_starter=form.cleaned_data["first_is_me"],
                form_key=form.cleaned_data["form_key"],
            )
            STARTED_TABLES.count(address)
            sign_in_guest(request, owner.user)
            return redirect("circle", owner.circle_id)
    return render_page(request, "circles/start.html", {"form": form})


@require_safe
def circle(request: HttpRequest, circle_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id)
    return render(request, "circles/circle.html", {"me": me, "circle": me.circle})


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, circle_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    currency = me.circle.currency
    form = CircleForm(me.circle, form_data(request))
    if form.is_valid():
        with add_errors_to(form):
            changed = change_circle(circle=me.circle, **form.cleaned_data)
            message = _("Saved.")
            if changed.currency != currency:
                message = _(
                    "Saved. Series that begin from now on count in %(now)s. What has been played for in %(before)s "
                    "stays in %(before)s: the balances of two currencies are kept apart."
                ) % {"now": changed.currency, "before": currency}
            messages.success(request, message)
            return redirect("circle", circle_id)
    return render_page(request, "circles/settings.html", {"me": me, "circle": me.circle, "form": form})
