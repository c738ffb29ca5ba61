"""Saving a hand takes about as long late in a series as early in it: docs/promises.md."""

from decimal import Decimal
from time import process_time
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.registry import BY_SLUG
from ledger.circles.models import Member, User
from ledger.circles.services.players import add_player
from ledger.series import services
from ledger.series.models import Event, Hand, Kind, Series

SCORECARD: dict[str, Any] = {"end": "table", "settlement": "difference"}
CASES = {
    "whole points": ("scorecard", 12, SCORECARD, {"points": [1, 2, 3] * 4}),
    "tenths": ("scorecard", 12, SCORECARD | {"step": "1/10"}, {"points": [1.1, 2.2, 3.3] * 4}),
    "Jaago-Chalis": ("jaago-chalis", 4, {"target": 100_000}, {"points_won": [10, 9.5, 10.5, 10]}),
}


def series_with(owner: Member, hands: int, case: str) -> Series:
    """A series with so many equal hands, written straight into the database."""
    slug, seats, rules, record = CASES[case]
    game = BY_SLUG[slug]
    players = [add_player(circle=owner.circle, name=f"{hands} {seat}") for seat in range(seats)]
    chosen = game.rules.model_validate(game.default_preset.rules.model_dump(mode="json") | rules)
    agreed = services.Agreement(game=game, players=players, rules=chosen, point_value=Decimal(0))
    series = services.start_series(me=owner, agreed=agreed)
    Event.objects.bulk_create(
        Event(
            series=series,
            number=number + 1,
            kind=Kind.RECORDED,
            hand_number=number,
            content=record,
            at=series.started_at,
        )
        for number in range(1, hands + 1)
    )
    Hand.objects.bulk_create(
        Hand(series=series, number=event.hand_number, event=event)
        for event in Event.objects.filter(series=series, kind=Kind.RECORDED)
    )
    series.version += hands
    series.save()
    return series


@pytest.mark.parametrize("case", CASES)
def test_the_500th_hand_costs_at_most_twice_the_10th(owner: Member, alice: User, client: Client, case: str) -> None:
    client.force_login(alice)
    figures = next(iter(CASES[case][3].values()))

    def seconds_to_save(series: Series) -> float:
        series.refresh_from_db()
        sent = {"base_version": series.version, "key": f"{series.version}"}
        sent |= {f"figure_{seat}": figure for seat, figure in enumerate(figures)}
        began = process_time()
        answer = client.post(reverse("series:enter_hand", args=[series.pk]), sent, headers={"hx-request": "true"})
        took = process_time() - began
        assert answer.status_code == 200
        return took

    early, late = series_with(owner, 8, case), series_with(owner, 470, case)
    seconds_to_save(early), seconds_to_save(late)  # now both are in memory, as during an evening
    for _attempt in range(3):  # on a busy machine a long series suffers more, because it needs more memory
        tenth = min(seconds_to_save(early) for _ in range(6))
        latest = min(seconds_to_save(late) for _ in range(6))
        if latest <= 2 * tenth:
            return
    pytest.fail(f"the 10th hand took {tenth:.3f} s, the 500th {latest:.3f} s")
