"""Starting a series: the agreement and the first event. services.py has the later changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.game import Game
from games.kit.problems import Problem
from games.kit.sentences import say
from ledger.circles.models import Circle, Member, Player, Verdicts
from ledger.lib.ids import new_id
from ledger.lib.refusals import InTheWay, KeyReused, Refused
from ledger.lib.typed import tidy_text
from ledger.series.chain import time_entered
from ledger.series.changes import Started
from ledger.series.changes.started import RULES_OF_RECORD
from ledger.series.models import Event, Seat, Series, Status
from ledger.series.notes import notes_hash, place_and_note_problems, tidy_place
from ledger.series.requirements import refusal, require_no_money_in_points_only
from ledger.series.selectors import continued_by_start, last_point_value
from ledger.series.services import Done, Submit, append_event
from ledger.series.settling import point_value_problems
from ledger.series.state import assemble, series_state


@dataclass(frozen=True)
class Agreement:
    """What the players agree on before the first hand."""

    game: type[Game]
    players: Sequence[Player]  # in seat order
    rules: Any  # the game's own model; the series keeps a copy
    point_value: Decimal | None  # None: the point value of the circle's last series
    preset: str = ""
    first_dealer: int | None = None
    place: str = ""
    note: str = ""
    again: Series | None = None  # the series that is played again
    verdicts: Verdicts | None = None  # None: the setting of the circle


def start_series(*, me: Member, agreed: Agreement, key: str | None = None) -> Series:
    """Start a series. A form that is sent twice, even at the same time, starts one series."""
    return start_once(me=me, agreed=agreed, key=key).state.series


@transaction.atomic
def start_once(
    *,
    me: Member,
    agreed: Agreement,
    key: str | None = None,
    series_id: str | None = None,
    played_at: datetime | None = None,
) -> Done:
    """Start a series, or return the series that an earlier request with the same key has started.

    Raise KeyReused if the requests come from two users, or if their agreements differ in more than the place, the note
    and the series that is played again.

    A phone without signal passes `series_id` and the time at which the series was started.
    """
    now = timezone.now()
    series = new_series(me, agreed, key, series_id, started_at=time_entered(played_at, None, now), now=now)
    # The agreement is in the first event too, so that the audit finds later changes outside the app.
    content = {
        "game": series.game,
        "rules": series.rules,
        "players": [player.pk for player in agreed.players],
        "point_value": f"{series.point_value:.4f}",
        "first_dealer": series.first_dealer,
        "preset": series.preset,
    }
    # What a repeated request must have in common with the first. A default may have changed since the first request.
    requested = content | {RULES_OF_RECORD: {"verdicts": series.verdicts}}
    if agreed.point_value is None:
        del requested["point_value"]
    if agreed.verdicts is None:
        del requested[RULES_OF_RECORD]
    if earlier := started_before(me, requested, key, series_id):
        return earlier
    require_free_id(series)
    if problems := problems_before_start(me, agreed):
        raise Refused(*problems)
    require_no_money_in_points_only(series)
    require_room_for_a_series(me.circle)
    continues = continued_by_start(me.circle, agreed.players, agreed.again, series.started_at)
    content |= {
        "currency": series.currency,
        "coin_minor": series.coin_minor,
        "started_at": series.started_at.isoformat(),
    }
    if continues:
        content["continues"] = continues
    if series.verdicts != Verdicts.OFF:
        content[RULES_OF_RECORD] = {"verdicts": series.verdicts}
    try:
        write_new_series(
            series, agreed.players, continues, Submit(me, 0, key, played_at=played_at), now=now, content=content
        )
    except IntegrityError:  # a request with the same key or id was quicker
        if earlier := started_before(me, requested, key, series_id):
            return earlier
        require_free_id(series)
        raise
    return Done(assemble(series, agreed.players, ()))


@transaction.atomic
def write_new_series(
    series: Series,
    players: Sequence[Player],
    continues: Sequence[str],
    submit: Submit,
    *,
    now: datetime,
    content: dict[str, Any],
) -> None:
    """Write the series with its seats, the ids of the series that it continues, and its first event."""
    series.save(force_insert=True)
    Seat.objects.bulk_create(Seat(series=series, number=number, player=player) for number, player in enumerate(players))
    series.continues.set(Series.objects.filter(pk__in=continues))
    append_event(series, submit, Started.kind, now=now, content=content)
    series.save(update_fields=["version", "latest_hash", "changed_at"])


def new_series(
    me: Member, agreed: Agreement, key: str | None, series_id: str | None, *, started_at: datetime, now: datetime
) -> Series:
    """Return an unsaved series with the agreed values."""
    point_value = agreed.point_value
    if point_value is None:
        point_value = last_point_value(me.circle) or Decimal(0)
    series = Series(
        id=series_id or new_id(),
        circle=me.circle,
        game=agreed.game.slug,
        preset=agreed.preset,
        rules=agreed.rules.model_dump(mode="json"),
        point_value=point_value,
        currency=me.circle.currency,
        coin_minor=me.circle.coin_minor,
        first_dealer=agreed.first_dealer,
        verdicts=agreed.verdicts or me.circle.verdicts,
        start_key=key,
        started_at=started_at,
        changed_at=now,
        place=tidy_place(agreed.place),
        note=tidy_text(agreed.note),
    )
    series.notes_hash = notes_hash(series, {})
    return series


def require_room_for_a_series(circle: Circle) -> None:
    most = settings.MOST_SERIES
    if Series.objects.filter(circle=circle).count() >= most:
        raise refusal("too_many_series", say("A circle can have at most {most} series.", most=most))


def require_free_id(series: Series) -> None:
    if Series.with_discarded.filter(pk=series.pk).exists():
        raise InTheWay(Problem("id", "id_taken", say("There is a series with this id already.")))


def started_before(me: Member, requested: Mapping[str, Any], key: str | None, series_id: str | None) -> Done | None:
    """Return the series that was started with this key, or None.

    Raise KeyReused if another user started it, if its agreement has other values than `requested`, or if it has another
    id than `series_id`.
    """
    of_circle = Series.with_discarded.select_for_update().filter(circle=me.circle_id)
    started = of_circle.filter(start_key=key).first() if key else None
    if started is None:
        return None
    if started.status == Status.DISCARDED:
        raise refusal("discarded", say("The series that was started with this has been discarded."))
    started.circle = me.circle
    state, first = series_state(started), Event.objects.get(series=started, number=1)
    content = {RULES_OF_RECORD: {"verdicts": Verdicts.OFF}} | first.content
    same = first.by_id == me.user_id and requested.items() <= content.items()
    if not same or series_id not in (None, started.pk):
        raise KeyReused(state)
    return Done(state, first)


def problems_before_start(me: Member, agreed: Agreement) -> list[Problem]:
    """Return why a series cannot be started with this agreement."""
    players = agreed.players
    problems = [] if agreed.point_value is None else point_value_problems(agreed.point_value)
    if len({player.pk for player in players}) < len(players):
        problems.append(Problem("players", "seated_twice", say("A player has been seated twice.")))
    if any(player.circle_id != me.circle_id or player.hidden_at for player in players):
        problems.append(Problem("players", "unknown_player", say("One of them is not a player of this circle.")))
    if agreed.first_dealer is not None and agreed.first_dealer >= len(players):
        problems.append(Problem("first_dealer", "no_such_seat", say("There is no player on this seat.")))
    if len(players) not in agreed.game.allowed_seats:
        message = say("This game is not played by {count}.", count=len(players))
        problems.append(Problem("players", "wrong_number", message))
    else:
        problems += agreed.game(agreed.rules, len(players)).fits()
    return problems + place_and_note_problems(tidy_place(agreed.place), tidy_text(agreed.note))
