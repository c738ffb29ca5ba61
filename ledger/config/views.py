"""The first page, and the address that says whether the site is up."""

from dataclasses import replace

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.registry import GAMES
from ledger.circles.models import User
from ledger.circles.selectors import circle_cards
from ledger.following.series_list import open_by_circle


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The visitor's circles with their open series. Without any, how to begin."""
    cards = circle_cards(request.user) if isinstance(request.user, User) else []
    if cards:
        open_series = open_by_circle([card.id for card in cards])
        cards = [replace(card, open_series=open_series.get(card.id, [])) for card in cards]
    example = next((reverse("example", args=[game.slug]) for game in GAMES if game.example), "")
    return render(request, "home.html", {"circles": cards, "example_url": example})


@require_safe
@never_cache
def healthz(_request: HttpRequest) -> HttpResponse:
    """Answer "ok" if the database answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")
