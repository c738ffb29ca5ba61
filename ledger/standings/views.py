"""The standings of a circle, and what its ratings mean."""

from dataclasses import dataclass
from functools import cache
from math import exp
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.kit.playouts import PLAYOUTS
from ledger.circles.access import enter_circle
from ledger.face.cached_pages import hash_key
from ledger.standings.columns import Column, columns_of, sorted_rows
from ledger.standings.counted import ALL_GAMES, Played, games_played
from ledger.standings.figures import Standings, standings
from ledger.standings.forms import StandingsForm, game_chips, time_chips
from ledger.standings.luck import ENOUGH_HANDS, FEWEST_HANDS, luck_of_players
from ledger.standings.ratings import CENTRE, FEWEST_SURE, UNIT

BEST_FIRST = "order"


@dataclass(frozen=True)
class Heading:
    """The heading of a column is a link that sorts by it."""

    column: Column
    query: str
    sorted: str  # as aria-sort says it, or nothing


@require_safe
def standings_page(request: HttpRequest, circle_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id)
    games = games_played(me.circle)
    every = [Played(ALL_GAMES, "", sum(each.series for each in games))] if len(games) > 1 else []
    form = StandingsForm([*games, *every], request.GET)
    context = {"me": me, "circle": me.circle, "form": form, "games": games}
    if (played := form.played) is None:
        return render(request, "standings/standings.html", context)
    period, least = form.days, form.least_series
    shown = standings(me, game=played.game, title=played.title, period=period, least=least)
    luck = luck_of_players(shown)
    sort = request.GET.get("sort", BEST_FIRST)
    columns = columns_of(shown, luck, sort)
    chosen = form.chosen()
    kept = chosen | ({"sort": sort} if "sort" in request.GET else {})
    context |= {
        "shown": shown,
        "played": played,
        "columns": columns,
        "rows": cache(lambda: sorted_rows(shown, columns, sort)),
        "cache_key": hash_key(table_key(shown), sort, urlencode(chosen), luck.missing),
        "sort": sort,
        "headings": [heading(column, sort, chosen) for column in columns],
        "by_name": urlencode({**chosen, "sort": "-name" if sort == "name" else "name"}),
        "everybody": urlencode({**chosen, "least": 1}) if least is None and shown.least > 1 else "",
        "filtered": bool({"since", "until", "least"} & chosen.keys()),
        "game_chips": game_chips(form, kept),
        "time_chips": time_chips(kept),
        "csv_query": csv_query(shown),
        "has_luck": any(column.code == "luck" for column in columns),
    }
    return render(request, "standings/standings.html", context)


def heading(column: Column, sort: str, chosen: dict[str, object]) -> Heading:
    """A second press turns the order round."""
    is_sorted, is_turned = sort.removeprefix("-") == column.code, sort.startswith("-")
    code = f"-{column.code}" if is_sorted and not is_turned else column.code
    direction = "ascending" if column.lowest_first != is_turned else "descending"
    return Heading(column, urlencode({**chosen, "sort": code}), direction if is_sorted else "")


def table_key(shown: Standings) -> str:
    """All that the table shows."""
    players = [[row.player.pk, row.player.name, row.player.face] if row.player else None for row in shown.rows]
    return hash_key(*shown.key, str(shown.period), shown.least, shown.hides_money, shown.hides_ratings, players)


def csv_query(shown: Standings) -> str:
    """The same table from the API."""
    parts = {"game": shown.game, "title": shown.title, "from": shown.period.since, "to": shown.period.until}
    return urlencode({name: value for name, value in (*parts.items(), ("least", shown.least)) if value})


@require_safe
def rating_page(request: HttpRequest, circle_id: str) -> HttpResponse:
    """What a rating is, with what differences of it mean: of a hundred series, how many somebody finishes above."""
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
