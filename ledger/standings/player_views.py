"""The page of one player, and two players side by side."""

from collections.abc import Sequence
from functools import cache
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.registry import BY_SLUG
from ledger.circles.access import enter_circle, load_player
from ledger.circles.models import Member, Player
from ledger.face.cached_pages import hash_key
from ledger.standings.counted import Period, results_key
from ledger.standings.figures import choose, standings
from ledger.standings.luck import (
    SURE,
    PlayerLuck,
    differ_for_sure,
    evenings_until_sure,
    luck_of_players,
)
from ledger.standings.players import (
    Step,
    course_of,
    draw_totals,
    games_of,
    games_of_both,
    partners_of,
    rivals_of,
    side_by_side,
    split_of,
)
from ledger.standings.profile import Compared, compare, profile_of
from ledger.standings.ratings import SURE_OF_TWO
from ledger.standings.views import table_key

SERIES_A_PAGE = 25


@require_safe
def player_page(request: HttpRequest, circle_id: str, player_id: str) -> HttpResponse:
    """One player: what the standings say, game by game, and against whom."""
    me = enter_circle(request.user, circle_id)
    player = load_named_player(me, player_id)
    key = results_key(me.circle)
    games = games_of(me.circle, key, player)
    context = {"me": me, "circle": me.circle, "player": player, "games": games}
    if not games:
        return render(request, "standings/player_page.html", context)
    played = next((each for each in games if each.choice == request.GET.get("game")), games[0])
    shown = standings(me, game=played.game, title=played.title, key=key)
    chosen = choose(me.circle, Period(), played.game, played.title, key)
    luck = luck_of_players(shown)
    page = request.GET.get("page")
    steps = cache(lambda: course_of(chosen, player))
    # Nothing of it is worked out while the part of the page is in memory.
    context |= {
        "played": played,
        "shown": shown,
        "days": lambda: len({day for each in games for day in each.days}),
        "series": sum(each.series for each in games),
        "profile": cache(lambda: profile_of(shown, chosen, BY_SLUG[played.game], player, steps())),
        "page": cache(lambda: Paginator(steps()[::-1], SERIES_A_PAGE).get_page(page)),
        "query": urlencode({"game": played.choice}),
        "totals": cache(lambda: draw_totals(player, steps())),
        "rivals": cache(lambda: rivals_of(me.circle, chosen, player)),
        "partners": cache(lambda: partners_of(me.circle, chosen, player)),
        "others": [row.player for row in shown.rows if row.player and row.player != player],
        "luck": luck.of_players.get(player.pk),
        "luck_missing": luck.missing,
        "evenings_until_sure": cache(lambda: evenings_of_one(luck.of_players.get(player.pk), steps())),
        "cache_key": hash_key(table_key(shown), player.pk, player.name, player.face, page, luck.missing),
    }
    return render(request, "standings/player_page.html", context)


@require_safe
def two_players(request: HttpRequest, circle_id: str, player_id: str, other_id: str) -> HttpResponse:
    """Two players side by side, in a game that both have played."""
    me = enter_circle(request.user, circle_id)
    if player_id == other_id:
        raise Http404
    player, other = load_named_player(me, player_id), load_named_player(me, other_id)
    key = results_key(me.circle)
    games = games_of_both(me.circle, key, player, other)
    context = {"me": me, "circle": me.circle, "player": player, "other": other, "games": games}
    if not games:
        return render(request, "standings/two_players.html", context)
    played = next((each for each in games if each.choice == request.GET.get("game")), games[0])
    shown = standings(me, game=played.game, title=played.title, key=key)
    chosen = choose(me.circle, Period(), played.game, played.title, key)
    page = request.GET.get("page")
    luck = luck_of_players(shown)
    lucks = [luck.of_players.get(each.pk) for each in (player, other)]
    courses = cache(lambda: {each: course_of(chosen, each) for each in (player, other)})

    def parts() -> list[list[Compared]]:
        game = BY_SLUG[played.game]
        one, two = (profile_of(shown, chosen, game, each, steps) for each, steps in courses().items())
        return compare(one, two, lucks)

    both = [[each.pk, each.name, each.face] for each in (player, other)]
    context |= {
        "played": played,
        "shown": shown,
        "both": [player, other],
        "parts": cache(parts),
        "has_luck": all(lucks),
        "differ_for_sure": all(lucks) and differ_for_sure(*filter(None, lucks)),
        "evenings_until_sure": cache(lambda: evenings_of_two(lucks, list(courses().values()))),
        "rival": cache(lambda: split_of(me.circle, chosen, player, other)),
        "partner": cache(lambda: next((p for p in partners_of(me.circle, chosen, player) if p.other == other), None)),
        "page": cache(lambda: Paginator(side_by_side(chosen, *courses().values()), SERIES_A_PAGE).get_page(page)),
        "query": urlencode({"game": played.choice}),
        "cache_key": hash_key("two players", table_key(shown), both, page, luck.missing),
    }
    return render(request, "standings/two_players.html", context)


def evenings_of_one(luck: PlayerLuck | None, steps: Sequence[Step]) -> int | None:
    """How many more, until the play of a player is more than chance."""
    if luck is None or luck.play.error is None:
        return None
    return evenings_until_sure({step.series.ended_on for step in steps}, luck.play.value, SURE * luck.play.error)


def evenings_of_two(lucks: Sequence[PlayerLuck | None], steps: Sequence[Sequence[Step]]) -> int | None:
    """The same for the difference of two, where both have played."""
    one, other = lucks
    if one is None or other is None or one.play.error is None or other.play.error is None:
        return None
    evenings = set.intersection(*({step.series.ended_on for step in each} for each in steps))
    error = SURE_OF_TWO * max(one.play.error, other.play.error)
    return evenings_until_sure(evenings, one.play.value - other.play.value, error)


def load_named_player(me: Member, player_id: str) -> Player:
    """A player who is left out has no page."""
    player = load_player(me, player_id)
    if player.is_left_out:
        raise Http404
    return player
