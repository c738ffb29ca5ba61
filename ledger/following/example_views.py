"""A game's own example, for whoever wants to see what this is before starting a table."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.contract import Game
from games.registry import BY_SLUG
from ledger.following.examples import example_of
from ledger.following.hand_page import HandPage, neighbours
from ledger.following.overview import HandAddress, Overview


@require_safe
def series(request: HttpRequest, slug: str) -> HttpResponse:
    game = _find(slug)
    overview = Overview(example_of(slug), _hands(game))
    return render(request, "following/example.html", {"game": game, "overview": overview})


@require_safe
def hand(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    game = _find(slug)
    state = example_of(slug)
    if not 1 <= number <= len(state.events):
        raise Http404
    page = HandPage(state, state.play.hands[number - 1])
    beside = neighbours(number, len(state.events), _hands(game))
    return render(request, "following/example_hand.html", {"game": game, "number": number, "page": page, **beside})


def _find(slug: str) -> Game:
    game = BY_SLUG.get(slug)
    if game is None or game.example is None:
        raise Http404
    return game


def _hands(game: Game) -> HandAddress:
    return lambda number: reverse("example_hand", args=[game.slug, number])
