"""A game's own example as a series to look at. It is put together in memory: no database knows of it."""

from datetime import UTC, datetime
from functools import cache

from games.registry import BY_SLUG
from ledger.circles.models import Circle, Player
from ledger.series.models import Event, Kind, Series, Status
from ledger.series.state import SeriesState, assemble

NEVER = datetime(1970, 1, 1, tzinfo=UTC)


@cache
def example_of(slug: str) -> SeriesState:
    game = BY_SLUG[slug]
    example, preset = game.example, game.default_preset
    assert example is not None
    series = Series(
        circle=Circle(),
        game=game.slug,
        preset=preset.slug,
        rules=preset.rules.model_dump(mode="json"),
        status=Status.FINISHED,
        started_at=NEVER,
    )
    players = [Player(name=name) for name in example.players]
    events = [
        Event(series=series, kind=Kind.RECORDED, hand_number=number, content=record, at=NEVER)
        for number, record in enumerate(example.records, start=1)
    ]
    return assemble(series, players, events)
