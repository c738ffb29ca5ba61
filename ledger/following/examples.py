"""The example of a game, shown as a series that has ended. No account is needed. The series is never stored."""

from datetime import UTC, datetime
from functools import cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.game import Game
from games.registry import BY_SLUG
from ledger.circles.models import Circle, Player
from ledger.following.hand_page import HandPage, neighbours
from ledger.following.overview import HandAddress, Overview
from ledger.following.settlement import SettlementPage
from ledger.following.tricks import play_of
from ledger.series.changes import Recorded
from ledger.series.models import Event, Series, Status
from ledger.series.state import SeriesState, assemble

NO_DATE = datetime(1970, 1, 1, tzinfo=UTC)


@cache
def example_of(slug: str) -> SeriesState:
    """Return the example of a game. 404 for a game that does not exist or has no example."""
    game = BY_SLUG.get(slug)
    if game is None or game.example is None:
        raise Http404
    example, preset = game.example, game.default_preset
    series = Series(
        circle=Circle(),
        game=game.slug,
        preset=preset.slug,
        rules=preset.rules.model_dump(mode="json"),
        point_value=example.point_value,
        currency=example.currency,
        coin_minor=1,
        status=Status.FINISHED,
        started_at=NO_DATE,
    )
    players = [Player(name=name) for name in example.players]
    events = [
        Event(series=series, kind=Recorded.kind, hand_number=number, content=record, at=NO_DATE)
        for number, record in enumerate(example.records, start=1)
    ]
    state = assemble(series, players, events)
    if not state.play.standing.over:
        series.status = Status.STOPPED
    return state


@require_safe
def example(request: HttpRequest, slug: str) -> HttpResponse:
    state = example_of(slug)
    overview = Overview(state, _hand_addresses(state.game))
    context = {
        "game": state.game,
        "overview": overview,
        "settlement": SettlementPage(state, with_standard=True),
        "has_cards": any(map(play_of, state.records())),
    }
    return render(request, "following/example.html", context)


@require_safe
def example_hand(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    state = example_of(slug)
    if not 1 <= number <= len(state.events):
        raise Http404
    context = {
        "game": state.game,
        "number": number,
        "page": HandPage(state, state.play.hands[number - 1]),
        **neighbours(number, len(state.events), _hand_addresses(state.game)),
    }
    return render(request, "following/example_hand.html", context)


def _hand_addresses(game: Game) -> HandAddress:
    return lambda number: reverse("example_hand", args=[game.slug, number])
