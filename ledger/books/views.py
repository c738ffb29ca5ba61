"""Balances, a player's own account, and payments."""

from dataclasses import astuple

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ledger.books.accounts import accounts
from ledger.books.forms import PaymentForm, ReversalForm
from ledger.books.people import people_of
from ledger.books.telling import paid, tell
from ledger.circles.access import enter_circle, load_player
from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.circles.views.shortcuts import form_data, render_page
from ledger.face.cached_pages import hash_key
from ledger.lib.refusals import OutOfDate, Refused
from ledger.money import selectors, services
from ledger.money.access import load_entry
from ledger.money.models import EntryKind

LATEST = 5
LINES_A_PAGE = 25


@require_safe
@never_cache
def balances(request: HttpRequest, circle_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id)
    book = selectors.book_of(me.circle)  # first: the page may know more than it says, never less
    book.circle = me.circle
    people = people_of(me)
    context = {
        "me": me,
        "circle": me.circle,
        "version": book.version,
        "accounts": accounts(book, people),
        "payments": SimpleLazyObject(lambda: tell(selectors.payments(me.circle)[:LATEST])),
        "cache_key": hash_key(book.pk, book.latest_hash, *map(astuple, people.values())),
    }
    return render(request, "books/balances.html", context)


@require_safe
@never_cache
def player_balance(request: HttpRequest, circle_id: str, player_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id)
    player = load_player(me, player_id)
    pages = Paginator(selectors.ledger_of(player), LINES_A_PAGE)
    shown = pages.get_page(request.GET.get("page"))
    lines = selectors.ledger_lines(shown.object_list)
    context = {
        "me": me,
        "circle": me.circle,
        "player": player,
        "who": people_of(me)[player.pk],
        "balances": selectors.balances_of(player),
        "page": shown,
        "lines": list(zip(lines, tell(line.entry for line in lines), strict=True)),
    }
    return render(request, "books/player.html", context)


# --- Payments --------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def new_payment(request: HttpRequest, circle_id: str) -> HttpResponse:
    """The form, which is also where a debt is marked as paid."""
    me = enter_circle(request.user, circle_id, at_least=Role.SCORER)
    version = selectors.book_of(me.circle).version
    form = PaymentForm(people_of(me), selectors.currencies_of(me.circle), form_data(request))
    if form.is_valid():
        try:
            done = services.record_payment(submit=form.submit(me), payment=form.payment(me))
        except Refused as refused:
            form.refuse(refused.problems)
        except OutOfDate as late:
            return _moved_on(request, me, form, late.state)
        else:
            messages.success(request, _("Recorded: %(payment)s.") % {"payment": paid(done.entry)})
            return redirect("balances", circle_id)
    seen = form["base_version"].value() or version
    return render_page(
        request, "books/new_payment.html", {"me": me, "circle": me.circle, "form": form, "version": seen}
    )


def _moved_on(request: HttpRequest, me: Member, form: PaymentForm, version: int) -> HttpResponse:
    """Somebody else was quicker, perhaps with the very same payment."""
    news = selectors.entries_since(me.circle, form.cleaned_data["base_version"])
    context = {"me": me, "circle": me.circle, "form": form, "version": version, "news": tell(news)}
    return render(request, "books/new_payment.html", context, status=409)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def payment(request: HttpRequest, circle_id: str, entry_id: str) -> HttpResponse:
    """One payment for everybody to read, and for those who may, a way to take it back."""
    me = enter_circle(request.user, circle_id, at_least=Role.SCORER if request.method == "POST" else Role.VIEWER)
    entry = load_entry(me, entry_id)
    if entry.kind != EntryKind.PAYMENT:
        raise Http404
    form = ReversalForm(form_data(request))
    if form.is_valid():
        try:
            services.reverse_payment(submit=form.submit(me), entry=entry, note=form.cleaned_data["note"])
        except Refused as refused:
            form.refuse(refused.problems)
        else:
            messages.success(request, _("Taken back: %(payment)s.") % {"payment": paid(entry)})
            return redirect("balances", circle_id)
    (told,) = tell([entry])
    context = {"me": me, "circle": me.circle, "told": told, "paid": paid(entry), "form": form}
    return render_page(request, "books/payment.html", context | {"version": selectors.book_of(me.circle).version})
