"""The pages of the standings, and the pages that explain ratings and luck."""

from functools import cache
from math import exp
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.kit.playouts import PLAYOUTS
from ledger.circles.access import enter_circle
from ledger.face.cached_pages import hash_key
from ledger.standings.columns import columns_on_page
from ledger.standings.counted import ALL_GAMES, PlayedGame, Scope, choose_scope, games_played
from ledger.standings.declared import DeclaredHands, declared_hands, games_declared
from ledger.standings.figures import standings
from ledger.standings.forms import StandingsForm, game_chips, time_chips
from ledger.standings.luck import ENOUGH_HANDS, FEWEST_HANDS
from ledger.standings.ratings import CENTRE, FEWEST_SURE, UNIT
from ledger.standings.table import column_link, sorted_rows, table_key

BEST_FIRST = "order"  # the column by which the table is sorted if the reader chooses none


@require_safe
def standings_page(request: HttpRequest, circle_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id)
    games = games_played(me.circle)
    all_games = [PlayedGame(ALL_GAMES, "", sum(game.series for game in games))] if len(games) > 1 else []
    form = StandingsForm([*games, *all_games, *games_declared(me.circle, games)], request.GET)
    context: dict[str, Any] = {"me": me, "circle": me.circle, "form": form}
    context |= {"shown": None, "game_chips": [], "declared": DeclaredHands()}
    if (played := form.played) is None:
        return render(request, "standings/standings.html", context)
    filters = form.chosen()
    sorted_filters = filters | ({"sort": request.GET["sort"]} if "sort" in request.GET else {})
    context |= {
        "played": played,
        "game_chips": game_chips(form, sorted_filters),
        "time_chips": time_chips(sorted_filters),
    }
    if not played.series:
        scope = choose_scope(me.circle, form.days, played.game)
        context |= {"declared": declared_hands(me.circle, scope), "declared_query": csv_query(scope)}
        return render(request, "standings/standings.html", context)
    period, least = form.days, form.least_series
    shown = standings(me, game=played.game, title=played.title, period=period, least=least).with_luck()
    sort = request.GET.get("sort", BEST_FIRST)
    columns = columns_on_page(shown, sort)
    context |= {
        "shown": shown,
        "columns": columns,
        "rows": cache(lambda: sorted_rows(shown, columns, sort)),
        "cache_key": hash_key(table_key(shown), sort, urlencode(filters), shown.luck_missing),
        "sort": sort,
        "headings": [column_link(column, sort, filters) for column in columns],
        "by_name": urlencode({**filters, "sort": "-name" if sort == "name" else "name"}),
        "everybody": urlencode({**filters, "least": 1}) if least is None and shown.least > 1 else "",
        "filtered": bool({"since", "until", "least"} & filters.keys()),
        "csv_query": csv_query(shown.scope, title=shown.scope.title, least=shown.least),
        "declared": declared_hands(me.circle, shown.scope),
        "declared_query": csv_query(shown.scope),
    }
    return render(request, "standings/standings.html", context)


def csv_query(scope: Scope, **more: Any) -> str:
    """Return the query of the API's address for the same table as a CSV file."""
    query = {"game": scope.game, "from": scope.period.since, "to": scope.period.until, **more}
    return urlencode({name: value for name, value in query.items() if value})


@require_safe
def rating_page(request: HttpRequest, circle_id: str) -> HttpResponse:
    """Explain ratings. `chances` says for some leads in points, in how many of 100 series the leader finishes above."""
    me = enter_circle(request.user, circle_id)
    chances = [(points, round(100 / (1 + exp(-points / UNIT)))) for points in (0, 50, 100, 200, 400, 600)]
    context = {"me": me, "circle": me.circle, "centre": CENTRE, "sure": FEWEST_SURE, "chances": chances}
    return render(request, "standings/rating.html", context)


@require_safe
def luck_page(request: HttpRequest, circle_id: str) -> HttpResponse:
    """What luck and play mean."""
    me = enter_circle(request.user, circle_id)
    hands = {"enough": ENOUGH_HANDS, "fewest": FEWEST_HANDS}
    context = {"me": me, "circle": me.circle, "playouts": PLAYOUTS} | hands
    return render(request, "standings/luck_page.html", context)
