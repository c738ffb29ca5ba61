"""The rows that keep what a series has come to, beside what its events come to."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from django.db.models import TextField
from django.db.models.functions import Cast

from ledger.series.audit.retelling import Retelling
from ledger.series.models import HandPoints, Series

Names: TypeAlias = Mapping[str, str]  # of the players, by id
Points: TypeAlias = dict[tuple[int, int], tuple[str, str]]  # won and entered, by hand and seat

# What of a series' own row was agreed at its start, and what it has come to since; and what that is called.
FIELDS = {
    "game": "game",
    "preset": "preset",
    "point_value": "point value",
    "currency": "currency",
    "coin_minor": "smallest coin",
    "first_dealer": "first dealer",
    "started_at": "start",
    "start_key": "key",
    "status": "status",
    "with_standard": "standard money",
}


def row_differences(series: Series, told: Retelling, names: Names) -> Iterator[str]:
    yield from _field_differences(series, told.state.series)
    yield from _seat_differences(series, told, names)
    yield from _hand_differences(series, told)
    yield from _points_differences(series, told)


def _field_differences(series: Series, told: Series) -> Iterator[str]:
    for field, name in FIELDS.items():
        stored, should_be = getattr(series, field), getattr(told, field)
        if stored != should_be:
            yield f"its {name} is stored as {stored}, and should be {should_be}."
    rules = series.rules if isinstance(series.rules, dict) else {}
    for rule, (has, should) in _unlike(rules, told.rules):
        yield f"its rule {rule} is stored as {has}, and should be {should}."
    latest = max(series.events.all(), key=lambda event: event.number)
    if series.changed_at != latest.at:
        yield f"it is stored as changed at {series.changed_at}, and its latest event was at {latest.at}."


def _seat_differences(series: Series, told: Retelling, names: Names) -> Iterator[str]:
    stored = {seat.number: seat.player_id for seat in series.seats.all()}
    agreed = {number: player.pk for number, player in enumerate(told.state.players)}
    for number, (has, should) in _unlike(stored, agreed):
        is_, should_be = (names.get(player or "", player or "nobody") for player in (has, should))
        yield f"seat {number + 1} is stored as taken by {is_}, and should be by {should_be}."
    for player in agreed.values():
        if player not in names:
            yield f"{player} sits there, and is not a player of this circle."


def _hand_differences(series: Series, told: Retelling) -> Iterator[str]:
    numbers = {event.pk: event.number for event in series.events.all()}
    stored = {hand.number: hand.event_id for hand in series.hands.all()}
    latest = {number: event.pk for number, event in enumerate(told.state.events, start=1)}
    for number, (has, should) in _unlike(stored, latest):
        is_, should_be = (_event_named(numbers, event) for event in (has, should))
        yield f"hand {number} is stored as written by {is_}, and should be by {should_be}."


def _event_named(numbers: Mapping[int, int], event: int | None) -> str:
    if event is None:
        return "no event"
    return f"event {numbers[event]}" if event in numbers else "an event of another series"


def _points_differences(series: Series, told: Retelling) -> Iterator[str]:
    scored: Points = {
        (hand.number, seat): (str(hand.score.points_won[seat]), str(hand.score.points_entered[seat]))
        for hand in told.state.play.hands
        for seat in hand.score.seats
    }
    for (hand, seat), (has, should) in _unlike(_stored_points(series), scored):
        is_, should_be = (_points_named(points) for points in (has, should))
        yield f"hand {hand}, seat {seat + 1}: stored are {is_}, and by its record there should be {should_be}."


def _stored_points(series: Series) -> Points:
    """As text, since what was put there behind the app's back need not be a number."""
    rows = HandPoints.objects.filter(hand__series=series)
    texts = rows.annotate(won_text=Cast("won", TextField()), entered_text=Cast("entered", TextField()))
    return {
        (hand, seat): (won, entered)
        for hand, seat, won, entered in texts.values_list("hand__number", "seat", "won_text", "entered_text")
    }


def _points_named(points: tuple[str, str] | None) -> str:
    return "{} points won and {} entered".format(*points) if points else "no points"


def _unlike(stored: Mapping[Any, Any], should_be: Mapping[Any, Any]) -> Iterator[tuple[Any, tuple[Any, Any]]]:
    """What two mappings do not have in common: the key, and what each has there."""
    for key in sorted(stored.keys() | should_be.keys()):
        if stored.get(key) != should_be.get(key):
            yield key, (stored.get(key), should_be.get(key))
