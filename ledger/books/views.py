"""Pages of balances, of a player's statement, of payments, and of the switch "Points only"."""

from functools import cache
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from ledger.books.balances import all_players, shown_balances
from ledger.books.forms import PaymentForm, PointsOnlyForm, ReversalForm
from ledger.books.statements import months, statement
from ledger.books.wording import describe_entries, describe_switch, payment_words
from ledger.circles.access import enter_circle, load_player
from ledger.circles.roles import Role
from ledger.circles.views.shortcuts import form_data, render_page
from ledger.face.cached_pages import hash_key
from ledger.lib.refusals import InTheWay
from ledger.money import selectors, services
from ledger.money.access import enter_books, load_entry
from ledger.money.models import EntryKind
from ledger.money.services import BookOutOfDate
from ledger.series.points_only import open_for_money, switch_points_only
from ledger.series.selectors import games_found_in
from ledger.series.settling import series_paid_by
from ledger.series.wording import add_refusal_to, refusal_in_words
from ledger.standings.counted import PlayedGame
from ledger.standings.forms import Chip, GameAndTimeForm, game_chips, time_chips

LATEST_PAYMENTS = 5
LINES_A_PAGE = 25


@require_safe
def balances(request: HttpRequest, circle_id: str) -> HttpResponse:
    me = enter_books(request.user, circle_id)
    book = selectors.book_of(me.circle)  # read first, so that the form's version is never newer than the balances
    players = [
        (player.pk, player.name, player.face, player.hidden_at is None, player.claimed_by_id == me.pk)
        for player in all_players(me.circle)
    ]
    context = {
        "me": me,
        "circle": me.circle,
        "version": book.version,
        "currencies": shown_balances(me.circle),
        # A function, because the template reads the payments only if it does not have them in its cache.
        "payments": cache(lambda: describe_entries(selectors.payments(me.circle)[:LATEST_PAYMENTS])),
        "cache_key": hash_key(book.pk, book.latest_hash, me.circle.zone.key, players),
    }
    return render(request, "books/balances.html", context)


@require_safe
def player_balance(request: HttpRequest, circle_id: str, player_id: str) -> HttpResponse:
    me = enter_books(request.user, circle_id)
    player = load_player(me, player_id)
    slugs_and_titles = games_found_in(me.circle)
    # A game to which rules of the circle give names, such as Schieber, is listed by these names and not by its own.
    # The list does not show how many series there are.
    with_titles = {slug for slug, title in slugs_and_titles if title}
    games = [PlayedGame(slug, title, series=0) for slug, title in slugs_and_titles if title or slug not in with_titles]
    form = GameAndTimeForm(games, request.GET)
    chosen = form.chosen()
    lines = statement(player, form.days, form.played)
    shown = Paginator(lines, LINES_A_PAGE).get_page(request.GET.get("page"))
    other_filters = {name: value for name, value in chosen.items() if name != "game"}
    every_game = Chip(_("Every game"), urlencode(other_filters), is_current=form.played is None)
    context = {
        "me": me,
        "circle": me.circle,
        "player": player,
        "balances": selectors.balances_of(player),
        "page": shown,
        "months": list(months(lines, list(shown.object_list))),
        "game_chips": [every_game, *game_chips(form, chosen)] if len(form.games) > 1 else [],
        "time_chips": time_chips(chosen),
        "query": urlencode(chosen),
    }
    return render(request, "books/player.html", context)


# --- Payments --------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def new_payment(request: HttpRequest, circle_id: str) -> HttpResponse:
    """Show the form and record a payment. The button that marks a debt as paid posts here too."""
    me = enter_books(request.user, circle_id, at_least=Role.SCORER)
    version = selectors.book_of(me.circle).version
    form = PaymentForm(all_players(me.circle), selectors.currencies_of(me.circle), form_data(request))
    context = {"me": me, "circle": me.circle, "form": form}
    if form.is_valid():
        key, base_version = form.cleaned_data["key"], form.cleaned_data["base_version"]
        try:
            with add_refusal_to(form):
                done = services.record_payment(me=me, payment=form.payment(me), key=key, base_version=base_version)
                messages.success(request, payment_words(done.entry).recorded_message)
                return redirect("balances", circle_id)
        except BookOutOfDate as error:  # perhaps someone else has recorded the same payment
            news = describe_entries(selectors.entries_since(me.circle, base_version))
            context |= {"version": error.version, "news": news}
            return render(request, "books/new_payment.html", context, status=409)
    return render_page(
        request, "books/new_payment.html", context | {"version": form["base_version"].value() or version}
    )


@require_http_methods(["GET", "HEAD", "POST"])
def payment(request: HttpRequest, circle_id: str, entry_id: str) -> HttpResponse:
    """Show a payment. A POST by a scorer reverses the payment."""
    me = enter_books(request.user, circle_id, at_least=Role.SCORER if request.method == "POST" else Role.VIEWER)
    entry = load_entry(me, entry_id)
    if entry.kind != EntryKind.PAYMENT:
        raise Http404
    form, paid = ReversalForm(form_data(request)), payment_words(entry)
    if form.is_valid():
        note, key = form.cleaned_data["note"], form.cleaned_data["key"]
        with add_refusal_to(form):
            services.reverse_payment(me=me, entry=entry, note=note, key=key)
            messages.success(request, paid.taken_back_message)
            return redirect("balances", circle_id)
    (described,) = describe_entries([entry])
    context = {"me": me, "circle": me.circle, "described": described, "paid": paid, "form": form}
    context["series"] = series_paid_by(entry) if entry.source else None
    return render_page(request, "books/payment.html", context)


# --- Points only -----------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def points_only(request: HttpRequest, circle_id: str) -> HttpResponse:
    """Show who turned the switch, and when. A POST by an owner turns the switch."""
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER if request.method == "POST" else Role.VIEWER)
    form, error = PointsOnlyForm(form_data(request)), ""
    if form.is_valid():
        try:
            switch_points_only(me=me, points_only=form.cleaned_data["points_only"])
            return redirect("points_only", circle_id)
        except InTheWay as refused:
            error = refusal_in_words(refused)
    context = {
        "me": me,
        "circle": me.circle,
        "form": form,
        "error": error,
        "in_the_way": open_for_money(me.circle) if error else [],
        "switches": [describe_switch(switch) for switch in me.circle.points_only_switches.all().reverse()],
    }
    return render_page(request, "books/points_only.html", context)
