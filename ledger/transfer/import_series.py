"""The series of a circle, from a file to the database.

Only their events are believed, as far as the hashes hold: each series is told again from them, as the audit does it,
and what comes of that is what is stored. What the file says beside its events has to be the same.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from django.utils.translation import gettext as _
from pydantic import Field, Strict, TypeAdapter

from games.kit.reading import read
from games.registry import BY_SLUG
from ledger.circles.models import User
from ledger.lib import currencies
from ledger.lib.hash_chain import faults
from ledger.series.audit.rebuilding import CannotRebuild, RebuiltSeries, rebuild_series
from ledger.series.chain import event_hash
from ledger.series.models import Event, Hand, HandPoints, Kind, Seat, Series, Status
from ledger.series.services import MOST_REASON
from ledger.series.settling import SOURCE, point_value_problems, source_of
from ledger.transfer.file_format import ByName, Coin, Currency, Hash, Id, Key, Moment, Number, Part, PreviousHash, Rows
from ledger.transfer.import_books import EntryPart
from ledger.transfer.import_people import here_already, twice

Json = dict[str, Any]
Slug = Annotated[str, Field(pattern=r"^[-a-zA-Z0-9_]*$", max_length=40)]
PointValue = Annotated[str, Field(pattern=r"^[0-9]{1,8}\.[0-9]{4}$")]
Dealer = Annotated[int, Field(ge=0, le=100)]


class Agreed(Part):
    """What the first event says."""

    game: Slug
    preset: Slug
    rules: Json
    players: Rows[Id]
    point_value: PointValue
    currency: Currency
    coin_minor: Coin
    first_dealer: Dealer | None
    started_at: Moment


class Seated(Part):
    """What an event says with which somebody joins or goes."""

    player: Id
    name: str
    seat: Annotated[int, Field(ge=0, le=100)]


class EventPart(Part):
    number: Number
    kind: Annotated[Kind, Strict(strict=False)]
    hand_number: Number | None
    content: Json
    reason: Annotated[str, Field(max_length=MOST_REASON)]
    by: Id | None
    by_name: ByName
    at: Moment
    key: Key | None
    previous_hash: PreviousHash
    hash: Hash


class SeriesPart(Agreed):
    id: Id
    status: Annotated[Status, Strict(strict=False)]
    with_standard: bool
    changed_at: Moment
    version: Number
    latest_hash: Hash
    events: Annotated[Rows[EventPart], Field(min_length=1)]


_AGREED, _SEATED = TypeAdapter(Agreed), TypeAdapter(Seated)
_AS_IT_STANDS = (
    "game preset rules currency coin_minor first_dealer started_at status with_standard changed_at version latest_hash"
).split()


_EXPLAINED = (Kind.CORRECTED, Kind.REOPENED)
_OF_A_HAND = (Kind.RECORDED, Kind.CORRECTED, Kind.WITHDRAWN)


# --- Telling it again ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Told:
    part: SeriesPart
    series: Series
    events: Sequence[Event]
    telling: RebuiltSeries


class UnfitSeriesError(Exception):
    """The message is the problem, in a sentence."""


def tell_again(part: SeriesPart, circle_id: str) -> Told:
    events = [_row(part.id, event) for event in part.events]
    for fault in faults(events, event_hash):
        changed = _(
            "Series %(series)s: event %(number)s does not fit into the chain: it or the one before it was changed or "
            "taken out."
        )
        raise UnfitSeriesError(changed % {"series": part.id, "number": fault.link.number})
    series = Series(pk=part.id, circle_id=circle_id)
    telling = _begin(series, events[0])
    for event in events[1:]:
        _go_on(telling, event)
    series = telling.state.series
    series.version, series.latest_hash, series.changed_at = events[-1].number, events[-1].hash, events[-1].at
    return Told(part, series, events, telling)


def _row(series_id: str, event: EventPart) -> Event:
    return Event(series_id=series_id, **event.model_dump(exclude={"by"}))


def _begin(series: Series, event: Event) -> RebuiltSeries:
    agreed = read(_AGREED, event.content).value
    if agreed is None or event.reason or event.hand_number:
        raise UnfitSeriesError(_impossible(event))
    game = BY_SLUG.get(agreed.game)
    if game is None:
        unknown = _("Series %(series)s is of a game that is not known here: %(game)s.")
        raise UnfitSeriesError(unknown % {"series": series.pk, "game": agreed.game})
    try:
        telling = rebuild_series(series, [event])
    except CannotRebuild as error:
        raise UnfitSeriesError(_impossible(event)) from error
    state = telling.state
    too_many = game.fits(state.rules, len(state.players)) if game.fits else ()
    known = currencies.is_known(state.series.currency)
    if too_many or point_value_problems(state.series.point_value) or not known:
        raise UnfitSeriesError(_impossible(event))
    return telling


def _go_on(telling: RebuiltSeries, event: Event) -> None:
    try:
        if not _could_happen(telling, event):
            raise UnfitSeriesError(_impossible(event))
        telling.apply(event)
    except CannotRebuild as error:
        raise UnfitSeriesError(_impossible(event)) from error


def _impossible(event: Event) -> str:
    sentence = _("Series %(series)s: event %(number)s is none that could have happened.")
    return sentence % {"series": event.series_id, "number": event.number}


def _could_happen(telling: RebuiltSeries, event: Event) -> bool:
    """What the services would not have let anybody do; whether the hand itself can be, the telling finds out."""
    says_why, is_of_a_hand = bool(event.reason.strip()), event.hand_number is not None
    well_formed = says_why == (event.kind in _EXPLAINED) and is_of_a_hand == (event.kind in _OF_A_HAND)
    return well_formed and _is_its_time(telling, event)


def _is_its_time(telling: RebuiltSeries, event: Event) -> bool:
    state, content = telling.state, event.content
    match event.kind:
        case Kind.RECORDED:
            return state.takes_hands
        case Kind.WITHDRAWN:
            return not content and (state.series.is_open or _has_just_ended_it(telling, event))
        case Kind.REOPENED:
            return not content and not state.series.is_open
        case Kind.STOPPED:
            return set(content) == {"with_standard"} and state.series.is_open
        case Kind.JOINED | Kind.UNSEATED:
            return state.series.is_open and _may_move(telling, event)
        case _:
            return event.kind == Kind.CORRECTED and state.series.is_open


def _may_move(telling: RebuiltSeries, event: Event) -> bool:
    """Onto a seat, or off it; whose seat it is, the telling finds out."""
    state, seated = telling.state, read(_SEATED, event.content).value
    if seated is None or event.kind == Kind.UNSEATED:
        return seated is not None
    sits = seated.player in {player.pk for player in state.players}
    crowded = state.game.fits and state.game.fits(state.rules, len(state.players) + 1)
    return not sits and not crowded and not state.play.standing.over


def _has_just_ended_it(telling: RebuiltSeries, event: Event) -> bool:
    state = telling.state
    return state.series.status == Status.FINISHED and bool(state.events) and state.events[-1].number == event.number - 1


# --- Is it what the file says? ---------------------------------------------------------------------------------------


def series_problems(
    told: Sequence[Told], entries: Sequence[EntryPart], members: Collection[str], players: Collection[str]
) -> Iterator[str]:
    yield from twice(one.part.id for one in told)
    yield from twice(key for one in told if (key := one.events[0].key))
    by_source: dict[str, list[EntryPart]] = defaultdict(list)
    for entry in entries:
        by_source[entry.source].append(entry)
    by_source.pop("", None)  # payments
    for one in told:
        yield from _problems(one, by_source.pop(source_of(one.series), []), members, players)
    for entry in (entry for found in by_source.values() for entry in found):
        nowhere = _("Entry %(number)s is of a series that is not in this file: %(series)s.")
        yield nowhere % {"number": entry.number, "series": entry.source.removeprefix(SOURCE)}


def _problems(
    told: Told, entries: Sequence[EntryPart], members: Collection[str], players: Collection[str]
) -> Iterator[str]:
    series = {"series": told.part.id}
    if not set(told.part.players) <= set(players):
        yield _("Series %(series)s: somebody sits there who is not among the players.") % series
    if not {event.by for event in told.part.events if event.by} <= set(members):
        yield _("Series %(series)s was recorded by somebody who is not among the members.") % series
    yield from twice(f"{told.part.id}, {event.key}" for event in told.part.events if event.key)
    if unlike := _unlike(told):
        beside = _("Series %(series)s: the file says something else than its events (%(fields)s).")
        yield beside % {**series, "fields": ", ".join(unlike)}
    if not _posted_alike(told, entries):
        yield _("Series %(series)s: the books say something else than its hands come to.") % series


def _unlike(told: Told) -> list[str]:
    comes_to: Json = {name: getattr(told.series, name) for name in _AS_IT_STANDS}
    comes_to["players"] = [player.pk for player in told.telling.state.players]
    comes_to["point_value"] = f"{told.series.point_value:.4f}"
    return [name for name, value in comes_to.items() if getattr(told.part, name) != value]


def _posted_alike(told: Told, entries: Sequence[EntryPart]) -> bool:
    currency = told.series.currency
    should_be = [(posted.version, posted.kind, currency, dict(posted.amounts)) for posted in told.telling.entries]
    return should_be == [(entry.source_version, entry.kind, entry.currency, entry.postings) for entry in entries]


def series_here_already(told: Iterable[Told]) -> Iterator[str]:
    return here_already(Series.objects.in_bulk([one.part.id for one in told]))


# --- Into the database -----------------------------------------------------------------------------------------------


def write_series(told: Sequence[Told], recorders: Mapping[str, User]) -> None:
    Series.objects.bulk_create(one.series for one in told)
    Seat.objects.bulk_create(
        Seat(series=one.series, number=number, player_id=player.pk)
        for one in told
        for number, player in enumerate(one.telling.state.players)
    )
    for one in told:
        for event, part in zip(one.events, one.part.events, strict=True):
            event.by = recorders.get(part.by or "")
    Event.objects.bulk_create(event for one in told for event in one.events)
    hands = [
        Hand(series=one.series, number=number, event=event)
        for one in told
        for number, event in enumerate(one.telling.state.events, start=1)
    ]
    Hand.objects.bulk_create(hands)
    played = (hand for one in told for hand in one.telling.state.play.hands)
    HandPoints.objects.bulk_create(
        HandPoints(hand=hand, seat=seat, won=each.score.points_won[seat], entered=each.score.points_entered[seat])
        for hand, each in zip(hands, played, strict=True)
        for seat in each.score.seats
    )
