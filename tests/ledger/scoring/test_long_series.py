"""Saving a hand takes about as long late in a series as early in it: docs/promises.md."""

import sys
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from types import FrameType
from typing import Any

import pytest
from django.urls import reverse

from games.kit.running import add_up
from games.registry import BY_SLUG
from ledger.circles.models import Member
from ledger.circles.services.players import add_player
from ledger.series import starting
from ledger.series.changes import Recorded
from ledger.series.models import Event, Hand, Series

SCORECARD: dict[str, Any] = {"end": "table", "settlement": "difference"}
CASES = {
    "whole points": ("scorecard", 12, SCORECARD, {"points": [1, 2, 3] * 4}),
    "tenths": ("scorecard", 12, SCORECARD | {"step": "1/10"}, {"points": [1.1, 2.2, 3.3] * 4}),
    "the last one wins": ("scorecard", 12, SCORECARD | {"end": "out", "target": 100_000}, {"points": [1, 2, 3] * 4}),
    "Jaago-Chalis": ("jaago-chalis", 4, {"target": 100_000}, {"points_won": [10, 9.5, 10.5, 10]}),
}


def series_with(owner: Member, hands: int, case: str) -> Series:
    """A series with so many equal hands, written straight into the database."""
    slug, seats, rules, record = CASES[case]
    game = BY_SLUG[slug]
    players = [add_player(circle=owner.circle, name=f"{hands} {seat}") for seat in range(seats)]
    chosen = game.rules_model.model_validate(game.default_preset.rules.model_dump(mode="json") | rules)
    agreed = starting.Agreement(game=game, players=players, rules=chosen, point_value=Decimal(0))
    series = starting.start_series(me=owner, agreed=agreed)
    Event.objects.bulk_create(
        Event(
            series=series,
            number=number + 1,
            kind=Recorded.kind,
            hand_number=number,
            content=record,
            at=series.started_at,
        )
        for number in range(1, hands + 1)
    )
    Hand.objects.bulk_create(
        Hand(series=series, number=event.hand_number, event=event)
        for event in Event.objects.filter(series=series, kind=Recorded.kind)
    )
    series.version += hands
    series.save()
    return series


def calls_of(work: Callable[[], object], *functions: Callable[..., object]) -> Counter[str]:
    """How often each of the functions is called while `work` runs."""
    names = {function.__code__: function.__name__ for function in functions}
    calls: Counter[str] = Counter()

    def count(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code in names:
            calls[names[frame.f_code]] += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.parametrize("case", CASES)
def test_a_late_hand_is_scored_as_often_as_an_early_one(owner, alice, client, case):
    """`make bench ARGS=crowd` measures the time: at most twice as long for the 500th hand as for the 10th."""
    client.force_login(alice)
    slug, _seats, _rules, record = CASES[case]
    figures = next(iter(record.values()))

    def save(series: Series) -> None:
        series.refresh_from_db()
        sent = {"base_version": series.version, "key": f"{series.version}"}
        sent |= {f"figure_{seat}": figure for seat, figure in enumerate(figures)}
        address = reverse("series:enter_hand", args=[series.pk])
        assert client.post(address, sent, headers={"hx-request": "true"}).status_code == 200

    early, late = series_with(owner, 8, case), series_with(owner, 100, case)
    save(early), save(late)  # now both are in memory, as during an evening
    counted = BY_SLUG[slug].score, add_up
    calls = calls_of(lambda: save(late), *counted)
    assert calls == calls_of(lambda: save(early), *counted)
    assert calls["add_up"] == 1  # its sums are what grows with the series
