"""Four players and a series of Jaago-Chalis with the J-40 rules. Alice owns the circle, and Bob scores."""

from decimal import Decimal
from typing import Any

import pytest

from games.registry import BY_SLUG
from ledger.circles.models import Circle, Member, Player
from ledger.circles.services.players import add_player
from ledger.series.models import Series
from ledger.series.services import Submit, record_hand
from ledger.series.starting import Agreement, start_series
from ledger.series.state import SeriesState, series_state

GAME = BY_SLUG["jaago-chalis"]

# The J-40 document's own series: hands 1 and 2 card by card, 3 and 4 as totals.
assert GAME.example is not None
J40 = list(GAME.example.records)


@pytest.fixture
def players(circle: Circle) -> list[Player]:
    return [add_player(circle=circle, name=name) for name in "ABCD"]


@pytest.fixture
def agreed(players: list[Player]) -> Agreement:
    preset = GAME.default_preset
    return Agreement(GAME, players, preset.rules, Decimal("0.25"), preset.slug)


@pytest.fixture
def series(scorer: Member, agreed: Agreement) -> Series:
    return start_series(me=scorer, agreed=agreed)


class Scorer:
    """Bob records hands, always with the latest version."""

    def __init__(self, me: Member, series: Series) -> None:
        self.me = me
        self.series = series

    def state(self) -> SeriesState:
        self.series.refresh_from_db()
        return series_state(self.series)

    def submit(self, key: str | None = None) -> Submit:
        self.series.refresh_from_db()
        return Submit(self.me, self.series.version, key)

    def record(self, *records: dict[str, Any]) -> SeriesState:
        for record in records:
            record_hand(series=self.series, submit=self.submit(), record=record)
        return self.state()


@pytest.fixture
def bob_scores(scorer: Member, series: Series) -> Scorer:
    return Scorer(scorer, series)
