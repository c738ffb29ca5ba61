"""Four players and a series of Jaago-Chalis with the J-40 rules. Alice owns the circle, and Bob scores."""

from decimal import Decimal
from typing import Any

import pytest

from games.registry import BY_SLUG
from ledger.circles.models import Circle, Member, Player
from ledger.circles.services.players import add_player
from ledger.series.models import Series
from ledger.series.services import Done, Submit, correct_hand, record_hand, reopen_series, stop_series, undo
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

    def correct(self, number: int, record: Any, reason: str = "A mistake.") -> Done:
        return correct_hand(series=self.series, submit=self.submit(), number=number, record=record, reason=reason)

    def undo(self) -> Done:
        return undo(series=self.series, submit=self.submit())

    def stop(self, *, with_standard: bool = True) -> Done:
        return stop_series(series=self.series, submit=self.submit(), with_standard=with_standard)

    def reopen(self, reason: str) -> Done:
        return reopen_series(series=self.series, submit=self.submit(), reason=reason)


def start_game(
    me: Member,
    slug: str,
    players: list[Player],
    *,
    preset: str = "",
    point_value: str = "0.25",
    first_dealer: int | None = None,
    **rules: Any,
) -> Scorer:
    """Start a series of any game, by its default preset or another one, with these rules changed."""
    game = BY_SLUG[slug]
    chosen = game.presets[preset] if preset else game.default_preset
    read = game.read_rules(chosen.rules.model_dump(mode="json") | rules)
    assert not read.problems
    kept = "" if rules else chosen.slug
    agreed = Agreement(game, players, read.value, Decimal(point_value), kept, first_dealer)
    return Scorer(me, start_series(me=me, agreed=agreed))


@pytest.fixture
def bob_scores(scorer: Member, series: Series) -> Scorer:
    return Scorer(scorer, series)
