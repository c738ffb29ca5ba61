"""The page of one player, and two players side by side."""

from collections.abc import Sequence
from functools import cache
from typing import TypeVar
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ledger.circles.access import enter_circle, load_player
from ledger.circles.models import Member, Player
from ledger.face.cached_pages import hash_key
from ledger.standings.counted import PlayedGame, results_key
from ledger.standings.declared import declared_hands
from ledger.standings.figures import Row, standings
from ledger.standings.luck import SURE, differ_for_sure, evenings_until_sure
from ledger.standings.players import (
    draw_totals,
    games_of,
    games_of_both,
    partners_of,
    rivals_of,
    side_by_side,
    split_with,
)
from ledger.standings.profile import compare_profiles, profile_of, row_of_player
from ledger.standings.ratings import SURE_OF_TWO
from ledger.standings.table import table_key

SERIES_A_PAGE = 25


@require_safe
def player_page(request: HttpRequest, circle_id: str, player_id: str) -> HttpResponse:
    """One player: the games that the player plays, and figures, rivals and partners in one of them."""
    me = enter_circle(request.user, circle_id)
    player = load_named_player(me, player_id)
    key = results_key(me.circle)
    games = games_of(me.circle, key, player)
    context = {"me": me, "circle": me.circle, "player": player, "games": games}
    if not games:
        return render(request, "standings/player_page.html", context)
    played = chosen_game(request, games)
    shown = standings(me, game=played.game, title=played.title, key=key).with_luck()
    scope, page = shown.scope, request.GET.get("page")
    row = cache(lambda: row_of_player(shown, player))
    named = [player.pk, player.name, player.face]
    declared = declared_hands(me.circle, scope)
    # The template calls the functions in the context only if this part of the page is not cached.
    context |= {
        "played": played,
        "shown": shown,
        "days": lambda: len({day for game in games for day in game.days}),
        "series": sum(game.series for game in games),
        "profile": cache(lambda: profile_of(shown, row())),
        "page": cache(lambda: Paginator(row().all_series[::-1], SERIES_A_PAGE).get_page(page)),
        "query": urlencode({"game": played.choice}),
        "totals": cache(lambda: draw_totals(player, row().all_series)),
        "rivals": cache(lambda: rivals_of(me.circle, scope, player)),
        "partners": cache(lambda: partners_of(me.circle, scope, player)),
        "others": [row.player for row in shown.rows if row.player and row.player != player],
        "luck": cache(lambda: row().luck),
        "evenings_until_sure": cache(lambda: evenings_of_one(row())),
        "declared": cache(lambda: declared.summary(player)),
        "cache_key": hash_key(table_key(shown), named, page, shown.luck_missing, declared.key),
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
    played = chosen_game(request, games)
    shown = standings(me, game=played.game, title=played.title, key=key).with_luck()
    scope, page, both = shown.scope, request.GET.get("page"), [player, other]
    rows = cache(lambda: [row_of_player(shown, one) for one in both])
    names = [[one.pk, one.name, one.face] for one in both]
    # The template calls the functions in the context only if this part of the page is not cached.
    context |= {
        "played": played,
        "shown": shown,
        "both": both,
        "parts": cache(lambda: compare_profiles(*(profile_of(shown, row) for row in rows()))),
        "has_luck": cache(lambda: all(row.luck for row in rows())),
        "differ_for_sure": cache(lambda: differ_for_sure(*(row.luck for row in rows() if row.luck))),
        "evenings_until_sure": cache(lambda: evenings_of_two(*rows())),
        "rival": cache(lambda: split_with(other, rivals_of(me.circle, scope, player))),
        "partner": cache(lambda: split_with(other, partners_of(me.circle, scope, player))),
        "page": cache(lambda: Paginator(side_by_side(scope, *rows()), SERIES_A_PAGE).get_page(page)),
        "query": urlencode({"game": played.choice}),
        "cache_key": hash_key("two players", table_key(shown), names, page, shown.luck_missing),
    }
    return render(request, "standings/two_players.html", context)


AnyGame = TypeVar("AnyGame", bound=PlayedGame)


def chosen_game(request: HttpRequest, games: Sequence[AnyGame]) -> AnyGame:
    """Return the one of these games that the address names. Defaults to the first."""
    return next((game for game in games if game.choice == request.GET.get("game")), games[0])


def evenings_of_one(row: Row) -> int | None:
    """How many more evenings it takes until the player's play is more than chance. None if that cannot be told."""
    if row.luck is None or row.luck.play.error is None:
        return None
    return evenings_until_sure(row.evenings, row.luck.play.value, SURE * row.luck.play.error)


def evenings_of_two(one: Row, other: Row) -> int | None:
    """How many more evenings together it takes until the difference of the players' play is more than chance.

    None if that cannot be told.
    """
    if one.luck is None or other.luck is None:
        return None
    play, play_of_other = one.luck.play, other.luck.play
    if play.error is None or play_of_other.error is None:
        return None
    error = SURE_OF_TWO * max(play.error, play_of_other.error)
    return evenings_until_sure(one.evenings & other.evenings, play.value - play_of_other.value, error)


def load_named_player(me: Member, player_id: str) -> Player:
    """Return the player. 404 for a player who is left out, because such a player has no page."""
    player = load_player(me, player_id)
    if player.is_left_out:
        raise Http404
    return player
