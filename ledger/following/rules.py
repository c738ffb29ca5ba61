"""The rules of every game, for everybody: what is open is what a table can look up before it quarrels."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.registry import BY_SLUG, GAMES
from ledger.following.rules_page import rules_page


@require_safe
def every_game(request: HttpRequest) -> HttpResponse:
    return render(request, "following/rules_list.html", {"games": GAMES})


@require_safe
def one_game(request: HttpRequest, slug: str) -> HttpResponse:
    game = BY_SLUG.get(slug)
    if game is None:
        raise Http404
    return render(request, "following/rules.html", {"game": game, "rules": rules_page(slug)})
