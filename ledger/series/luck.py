"""Luck and play: what the cards of a hand were worth, beside what was won with them."""

from contextlib import suppress
from fractions import Fraction
from typing import Any

from django.db import DatabaseError, transaction

from games.kit.playouts import Worth, worth_of_cards
from games.kit.plays import PlayRecord
from ledger.series.models import CardWorth
from ledger.series.state import SeriesState


def worth_of_hand(state: SeriesState, number: int) -> Worth | None:
    """None for a hand of which not every card is known. Kept by the event's hash, which is also the seed of chance."""
    record, event = state.play.hands[number - 1].record, state.events[number - 1]
    if not isinstance(record, PlayRecord):
        return None
    if kept := CardWorth.objects.filter(pk=event.hash).first():
        return _read(kept.figures)
    worth = worth_of_cards(state.game, state.rules, record, seed=int(event.hash, 16))
    if worth is not None:
        # A reader sees it even where nothing can be written just now.
        with suppress(DatabaseError), transaction.atomic():
            CardWorth.objects.get_or_create(pk=event.hash, defaults={"figures": _write(worth)})
    return worth


def _write(worth: Worth) -> dict[str, Any]:
    """As JSON: fractions are texts, so that they stay exact."""
    rows = {name: list(map(str, getattr(worth, name))) for name in ("won", "mean", "lowest")}
    return rows | {"spread": list(worth.spread), "playouts": worth.playouts}


def _read(figures: Any) -> Worth:
    won, mean, lowest = (tuple(map(Fraction, figures[name])) for name in ("won", "mean", "lowest"))
    return Worth(won, mean, tuple(figures["spread"]), lowest, figures["playouts"])
