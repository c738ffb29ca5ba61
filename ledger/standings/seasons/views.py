"""The pages of seasons: the list, one season, and what its owner does with it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.circles.access import enter_circle
from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.circles.views.shortcuts import form_data, render_page
from ledger.lib.refusals import Refused
from ledger.series.wording import add_refusal_to, refusal_in_words
from ledger.standings.models import Season
from ledger.standings.seasons import services
from ledger.standings.seasons.forms import SeasonForm
from ledger.standings.seasons.table import (
    champions_of,
    count_open_series,
    game_of_season,
    load_season,
    season_table,
    seasons_of,
)


@require_safe
def seasons(request: HttpRequest, circle_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id)
    all_seasons = list(seasons_of(me.circle))
    champions = champions_of(all_seasons)
    listed = [(season, game_of_season(season), champions[season.pk]) for season in all_seasons]
    return render(request, "standings/seasons/seasons.html", {"me": me, "circle": me.circle, "listed": listed})


@require_safe
def season(request: HttpRequest, circle_id: str, season_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id)
    return season_page(request, me, load_season(me, season_id))


def season_page(request: HttpRequest, me: Member, shown: Season, error: str = "") -> HttpResponse:
    """The page of a season, with status 422 if there is an error. `error` says why a change was refused."""
    context = {
        "me": me,
        "circle": me.circle,
        "season": shown,
        "game": game_of_season(shown),
        "table": season_table(me, shown),
        "open_series": count_open_series(shown) if me.may(Role.OWNER) and not shown.is_closed else 0,
        "ends_later": shown.until >= localdate(),
        "error": error,
    }
    return render_page(request, "standings/seasons/season.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new_season(request: HttpRequest, circle_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    form = SeasonForm(me.circle, form_data(request))
    if form.is_valid():
        with add_refusal_to(form):
            named = services.make_season(me=me, terms=form.terms, form_key=form.cleaned_data["form_key"])
            return redirect("season", circle_id, named.pk)
    return render_page(request, "standings/seasons/edit.html", {"me": me, "circle": me.circle, "form": form})


@require_http_methods(["GET", "HEAD", "POST"])
def edit_season(request: HttpRequest, circle_id: str, season_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    changed = load_season(me, season_id)
    form = SeasonForm(me.circle, form_data(request), changed)
    if form.is_valid():
        with add_refusal_to(form):
            services.change_season(season=changed, terms=form.terms)
            messages.success(request, _("The season has been changed."))
            return redirect("season", circle_id, season_id)
    elif changed.is_closed:
        return redirect("season", circle_id, season_id)
    context = {"me": me, "circle": me.circle, "form": form, "season": changed}
    return render_page(request, "standings/seasons/edit.html", context)


@require_POST
def close_season(request: HttpRequest, circle_id: str, season_id: str) -> HttpResponse:
    """Close the season. After a refusal, show the season as it is now."""
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    closed = load_season(me, season_id)
    try:
        services.close_season(me=me, season=closed, seen=request.POST.get("seen", ""))
    except Refused as error:
        return season_page(request, me, load_season(me, season_id), refusal_in_words(error))
    messages.success(request, _("The season is closed."))
    return redirect("season", circle_id, season_id)


@require_POST
def delete_season(request: HttpRequest, circle_id: str, season_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    deleted = load_season(me, season_id)
    try:
        services.delete_season(season=deleted)
    except Refused as error:
        return season_page(request, me, load_season(me, season_id), refusal_in_words(error))
    messages.success(request, _("The season has been deleted."))
    return redirect("seasons", circle_id)
