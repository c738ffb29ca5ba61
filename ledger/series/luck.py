"""Luck and play: what the cards of a hand were worth, and what was won above that.

The worth of a hand is worked out when its page is first opened. Missing luck and play of ended series are worked out
by the server after an answer (ledger/operations/after_answers.py), or by `manage.py luck`, never while a hand is saved.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from hashlib import sha256
from math import lcm
from operator import attrgetter
from threading import Event as Flag
from typing import Any, NamedTuple

from django.db import DatabaseError, transaction
from django.db.models import Max, QuerySet

from games.kit.playouts import Worth, worth_of_cards
from games.kit.plays import PlayRecord
from games.registry import GAMES
from ledger.series.models import CardWorth, Luck, Result, Series
from ledger.series.state import SeriesState, series_state

logger = logging.getLogger(__name__)

# A flag of this process. It is set when luck and play may be missing: a series has ended or was imported, or a page
# lacks figures.
luck_is_due = Flag()


def worth_of_hand(state: SeriesState, number: int) -> Worth | None:
    """Return the worth of the cards of a hand, or None if a card is not known. The event's hash is the random seed."""
    record, event = state.play.hands[number - 1].record, state.events[number - 1]
    if not isinstance(record, PlayRecord):
        return None
    key = key_of_worth(state, number)
    if kept := CardWorth.objects.filter(pk=key).first():
        return _from_json(kept.figures)
    earlier = state.records()[: number - 1]
    worth = worth_of_cards(state.game, record, seed=int(event.hash, 16), earlier=earlier)
    if worth is not None:
        # A reader sees the worth even if the database cannot be written.
        with suppress(DatabaseError), transaction.atomic():
            CardWorth.objects.get_or_create(pk=key, defaults={"series": state.series, "figures": _as_json(worth)})
    return worth


def key_of_worth(state: SeriesState, number: int) -> str:
    """Return the key of a hand's stored worth: the hash of the event that is the hand's latest revision.

    The worth of a hand may depend on the hands before it. So if one of these was corrected after that event, the key is
    a hash over both events.
    """
    event = state.events[number - 1]
    latest = max(state.events[:number], key=attrgetter("number"))
    return event.hash if latest is event else sha256(f"{event.hash} {latest.hash}".encode()).hexdigest()


def _as_json(worth: Worth) -> dict[str, Any]:
    """Return the worth as JSON. Fractions are written as texts, so that they stay exact."""
    rows = {name: list(map(str, getattr(worth, name))) for name in ("won", "mean", "lowest")}
    return rows | {"spread": list(worth.spread), "playouts": worth.playouts}


def _from_json(figures: Any) -> Worth:
    won, mean, lowest = (tuple(map(Fraction, figures[name])) for name in ("won", "mean", "lowest"))
    return Worth(won, mean, tuple(figures["spread"]), lowest, figures["playouts"])


# --- The luck of series that have ended ------------------------------------------------------------------------------


class HandLuck(NamedTuple):
    """The luck and the play of one seat in one hand."""

    luck: Fraction  # what the cards were worth at random, above an even share of the points
    play: Fraction  # what was won, above what the cards were worth


def luck_of_hand(state: SeriesState, worth: Worth) -> list[HandLuck]:
    """Return luck and play by seat. Partners have the figures of their team, and each team has an even share."""
    share = sum((worth.won[side.seat] for side in state.sides), Fraction(0)) / len(state.sides)
    return [HandLuck(mean - share, won - mean) for won, mean in zip(worth.won, worth.mean, strict=True)]


def luck_of_series(state: SeriesState, pause: Callable[[], object]) -> dict[int, list[HandLuck]]:
    """Return by seat the luck in each hand that counts and has every card. `pause` is called after each such hand."""
    of_seat: dict[int, list[HandLuck]] = {seat: [] for seat in range(len(state.players))}
    for hand in state.play.hands:
        if hand.counts and (worth := worth_of_hand(state, hand.number)):
            for seat, luck in enumerate(luck_of_hand(state, worth)):
                of_seat[seat].append(luck)
            pause()
    return of_seat


def results_without_luck() -> QuerySet[Result]:
    """Return the results whose luck is missing, of games that can be written down card by card: others have no luck."""
    return Result.objects.filter(luck=None, series__game__in=[game.slug for game in GAMES if game.by_card])


def work_out_luck(series: Series, pause: Callable[[], object] = lambda: None) -> None:
    """Store the luck and the play of an ended series, unless the series changes meanwhile.

    The old worths of corrected and withdrawn hands are deleted: no page shows them.
    """
    state = series_state(series)
    of_seat = luck_of_series(state, pause)
    with transaction.atomic():
        current = Series.objects.select_for_update(no_key=True).get(pk=series.pk)
        if current.latest_hash == series.latest_hash:
            missing = Result.objects.filter(series=series, luck=None)
            Luck.objects.bulk_create(_sums(result, of_seat[result.seat]) for result in missing)
            keys = [key_of_worth(state, hand.number) for hand in state.play.hands]
            CardWorth.objects.filter(series=series).exclude(pk__in=keys).delete()


def _sums(result: Result, hands: list[HandLuck]) -> Luck:
    """Return the sums over the hands. A point has as many parts as it takes to write every value in whole numbers."""
    parts = lcm(*(value.denominator for hand in hands for value in hand))
    play = [int(hand.play * parts) for hand in hands]
    return Luck(
        result=result,
        hands=len(hands),
        parts=parts,
        luck=sum(int(hand.luck * parts) for hand in hands),
        play=sum(play),
        play_squares=sum(value * value for value in play),
    )


def work_out_missing_luck(pause: Callable[[], object] = lambda: None) -> tuple[int, int]:
    """Work out missing luck, latest series first. Return the number of series, and of series that failed."""
    missing = results_without_luck().values("series").annotate(ended=Max("ended_at")).order_by("-ended", "series")
    done = failed = 0
    for pk in list(missing.values_list("series", flat=True)):
        try:
            work_out_luck(Series.objects.get(pk=pk), pause)
            done += 1
        except Series.DoesNotExist:  # deleted meanwhile
            continue
        except DatabaseError:
            raise
        except Exception:  # the other series can still be worked out
            logger.exception("luck and play of series %s cannot be worked out", pk)
            failed += 1
    return done, failed
