"""The first page: the tables of whoever has some, and where to begin for everybody else."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.registry import GAMES
from ledger.circles.models import User
from ledger.circles.selectors import Table, tables_of
from ledger.following.series_list import open_by_circle


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    circles = _shelf(request.user) if isinstance(request.user, User) else []
    return render(request, "home.html", {"circles": circles, "example_url": _example()})


def _shelf(user: User) -> list[Table]:
    """Circles know nothing of series, so the two meet here."""
    tables = tables_of(user)
    going_on = open_by_circle([table.id for table in tables])
    return [replace(table, open_series=going_on.get(table.id, [])) for table in tables]


def _example() -> str:
    return next((reverse("example", args=[game.slug]) for game in GAMES if game.example), "")
