"""What can be done to a series. Each verb is one transaction and ends in one more event of its chain.

Whoever writes says which version of the series they saw. If it has moved on meanwhile, nothing is written and they are
shown what it is now; unless the very same submit (by its key) is what moved it on: then it was only sent twice.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import wraps
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.contract import Game, Score
from games.kit.problems import Problem
from games.kit.sentences import say
from ledger.circles.models import Member, Player
from ledger.lib.prepared import Prepared, insert, insert_all, update
from ledger.lib.refusals import OutOfDate, Refused
from ledger.lib.texts import can_be_kept
from ledger.series.chain import event_hash
from ledger.series.models import Event, Hand, HandPoints, Kind, Seat, Series, Status
from ledger.series.replay import Replay, replay
from ledger.series.selectors import seats_without_hands
from ledger.series.settling import keep_books, point_value_problems
from ledger.series.state import SeriesState, preview, remember, series_state

MOST_REASON = 300


@dataclass(frozen=True)
class Submit:
    """One press of a button: who, having seen which version, and the key by which a second sending is known."""

    me: Member
    base_version: int
    key: str | None = None


@dataclass(frozen=True)
class Done:
    state: SeriesState
    replayed: bool = False


class _SentTwiceError(Exception):
    def __init__(self, state: SeriesState) -> None:
        self.state = state


def _verb(function: Callable[..., SeriesState]) -> Callable[..., Done]:
    """One transaction; and the same submit sent twice gives the first answer again."""

    @wraps(function)
    def once(*, series: Series, submit: Submit, **details: Any) -> Done:
        try:
            with transaction.atomic():
                return Done(function(series=series, submit=submit, **details))
        except _SentTwiceError as repeated:
            return Done(repeated.state, replayed=True)

    return once


def _begin(series: Series, submit: Submit) -> SeriesState:
    """Lock the series and read it afresh. Two writers meet here, and the second one waits."""
    current = _LOCKED.all(series=series.pk)[0]
    current.circle = submit.me.circle
    state = series_state(current)
    if current.version != submit.base_version:
        if submit.key and Event.objects.filter(series=current, key=submit.key).exists():
            raise _SentTwiceError(state)
        raise OutOfDate(state)
    return state


_LOCKED = Prepared(lambda series: Series.objects.select_for_update().filter(pk=series))


def _append(series: Series, submit: Submit, kind: Kind, **what: Any) -> Event:
    event = Event(
        series_id=series.pk,
        number=series.version + 1,
        kind=kind,
        by_id=submit.me.user_id,
        by_name=submit.me.name,
        at=timezone.now(),
        key=submit.key,
        previous_hash=series.latest_hash,
        **what,
    )
    event.hash = event_hash(event)
    insert(event)
    series.version, series.latest_hash, series.changed_at = event.number, event.hash, event.at
    return event


def _conclude(
    state: SeriesState, submit: Submit, status: Status | None = None, *, with_standard: bool = True
) -> SeriesState:
    """Store where the series stands now, and what is owed in the books, as the last thing that a verb does."""
    series, was_open = state.series, state.series.is_open
    series.status = status or (Status.FINISHED if state.play.standing.over else Status.OPEN)
    series.with_standard = with_standard
    update(series, "status", "with_standard", "version", "latest_hash", "changed_at")
    keep_books(state, submit.me, was_open=was_open)
    return remember(state)


# --- Starting --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Agreement:
    """What the table agrees on before the first hand."""

    game: Game
    players: Sequence[Player]  # in seat order
    rules: Any  # the game's own model; the series keeps a copy
    point_value: Decimal
    preset: str = ""
    first_dealer: int | None = None


def start_series(*, me: Member, agreed: Agreement, key: str | None = None) -> Series:
    """The same form sent twice, even at the same moment, starts one series: the database sees to that."""
    try:
        with transaction.atomic():
            return _start(me, agreed, key)
    except IntegrityError:
        started = Series.objects.filter(circle=me.circle_id, start_key=key).first() if key else None
        if started is None:
            raise
        return started


def _start(me: Member, agreed: Agreement, key: str | None) -> Series:
    _check_table(me, agreed)
    now = timezone.now()
    series = Series(
        circle=me.circle,
        game=agreed.game.slug,
        preset=agreed.preset,
        rules=agreed.rules.model_dump(mode="json"),
        point_value=agreed.point_value,
        currency=me.circle.currency,
        coin_minor=me.circle.coin_minor,
        first_dealer=agreed.first_dealer,
        start_key=key,
        started_at=now,
        changed_at=now,
    )
    series.save(force_insert=True)
    Seat.objects.bulk_create(
        Seat(series=series, number=number, player=player) for number, player in enumerate(agreed.players)
    )
    _append(series, Submit(me, 0, key), Kind.STARTED, content=_as_agreed(series, agreed.players))
    series.save(update_fields=["version", "latest_hash", "changed_at"])
    return series


def _as_agreed(series: Series, players: Sequence[Player]) -> dict[str, Any]:
    """In the chain, so that nothing of it can be changed afterwards without a trace."""
    return {
        "game": series.game,
        "rules": series.rules,
        "players": [player.pk for player in players],
        "point_value": f"{series.point_value:.4f}",
        "currency": series.currency,
        "coin_minor": series.coin_minor,
        "first_dealer": series.first_dealer,
        "preset": series.preset,
        "started_at": series.started_at.isoformat(),
    }


def _check_table(me: Member, agreed: Agreement) -> None:
    players = agreed.players
    problems = point_value_problems(agreed.point_value)
    if len(players) not in agreed.game.seats:
        count = say("This game is not played by {count}.", count=len(players))
        problems.append(Problem("players", "wrong_number", count))
    if len({player.pk for player in players}) < len(players):
        problems.append(Problem("players", "seated_twice", say("Somebody has been seated twice.")))
    if any(player.circle_id != me.circle_id or player.hidden_at for player in players):
        problems.append(Problem("players", "unknown_player", say("Somebody is not a player of this circle.")))
    if agreed.first_dealer is not None and agreed.first_dealer >= len(players):
        problems.append(Problem("first_dealer", "no_such_seat", say("Nobody sits there.")))
    if agreed.game.fits:
        problems += agreed.game.fits(agreed.rules, len(players))
    if problems:
        raise Refused(*problems)


# --- Hands -----------------------------------------------------------------------------------------------------------


@_verb
def record_hand(*, series: Series, submit: Submit, record: Any) -> SeriesState:
    """`record` is JSON, as a form, the API or an import made it."""
    state = _begin(series, submit)
    _require_open(state)
    if state.play.standing.over:
        raise Refused(Problem("", "series_over", say("The series has reached its end: no more hands can be added.")))
    seen = preview(state, state.next_number, record)
    if seen.problems or seen.hand is None or seen.play is None:
        raise Refused(*seen.problems)
    content = _as_stored(state.game, seen.hand.record)
    event = _append(state.series, submit, Kind.RECORDED, hand_number=state.next_number, content=content)
    insert(hand := Hand(series_id=series.pk, number=state.next_number, event_id=event.pk))
    _write_points([hand], seen.play)
    return _conclude(replace(state, events=(*state.events, event), play=seen.play), submit)


@_verb
def correct_hand(*, series: Series, submit: Submit, number: int, record: Any, reason: str) -> SeriesState:
    """The earlier revision stays; the hands after it are scored anew."""
    state = _begin(series, submit)
    _require_open(state)
    _require_reason(reason)
    if not 1 <= number <= len(state.events):
        raise Refused(Problem("number", "no_such_hand", say("There is no hand {number}.", number=number)))
    seen = preview(state, number, record)
    if seen.problems or seen.hand is None or seen.play is None:
        raise Refused(*seen.problems)
    content = _as_stored(state.game, seen.hand.record)
    event = _append(state.series, submit, Kind.CORRECTED, hand_number=number, content=content, reason=reason.strip())
    Hand.objects.filter(series=series, number=number).update(event=event)
    hands = list(Hand.objects.filter(series=series))
    HandPoints.objects.filter(hand__series=series).delete()
    _write_points(hands, seen.play)
    events = tuple(event if old.hand_number == number else old for old in state.events)
    return _conclude(replace(state, events=events, play=seen.play), submit)


@_verb
def undo(*, series: Series, submit: Submit) -> SeriesState:
    """Withdraw the latest hand. Of a series that this very hand has finished, it takes the end back too."""
    state = _begin(series, submit)
    if not state.events:
        raise Refused(Problem("", "no_hands", say("There is no hand to withdraw.")))
    last = state.events[-1]
    ended_by_it = state.series.status == Status.FINISHED and last.number == state.series.version
    if not ended_by_it:
        _require_open(state)
    _append(state.series, submit, Kind.WITHDRAWN, hand_number=last.hand_number, content={})
    Hand.objects.filter(event=last).delete()
    play = replay(state.game, state.rules, state.play.table, state.records()[:-1])
    return _conclude(replace(state, events=state.events[:-1], play=play), submit)


# --- The end, and back -----------------------------------------------------------------------------------------------


@_verb
def stop_series(*, series: Series, submit: Submit, with_standard: bool) -> SeriesState:
    """End it early, or close one that was reopened and has reached its end all the same."""
    state = _begin(series, submit)
    _require_open(state)
    over = state.play.standing.over
    _append(state.series, submit, Kind.STOPPED, content={"with_standard": with_standard or over})
    return _conclude(state, submit, Status.FINISHED if over else Status.STOPPED, with_standard=with_standard or over)


@_verb
def reopen_series(*, series: Series, submit: Submit, reason: str) -> SeriesState:
    state = _begin(series, submit)
    _require_reason(reason)
    if state.series.is_open:
        raise Refused(Problem("", "already_open", say("The series is open.")))
    _append(state.series, submit, Kind.REOPENED, content={}, reason=reason.strip())
    return _conclude(state, submit, Status.OPEN)


# --- Who sits there --------------------------------------------------------------------------------------------------


@_verb
def join_series(*, series: Series, submit: Submit, player: Player) -> SeriesState:
    """Somebody takes the next seat between two hands. In the hands before it nobody sat there."""
    state = _begin(series, submit)
    _require_open(state)
    if problems := joining_problems(state, player):
        raise Refused(*problems)
    seat = Seat.objects.create(series=state.series, number=len(state.players), player=player)
    _append(state.series, submit, Kind.JOINED, content=_seated(seat))
    return _conclude(state.seating((*state.players, player)), submit)


@_verb
def unseat_last(*, series: Series, submit: Submit) -> SeriesState:
    """Take back that somebody joined, as long as no hand has been written down since."""
    state = _begin(series, submit)
    _require_open(state)
    if not seats_without_hands(state.series):
        nobody = say("Nobody has joined since the latest hand was written down.")
        raise Refused(Problem("", "nobody_joined", nobody))
    seat = Seat.objects.select_related("player").get(series=state.series, number=len(state.players) - 1)
    _append(state.series, submit, Kind.UNSEATED, content=_seated(seat))
    seat.delete()
    return _conclude(state.seating(state.players[:-1]), submit)


def joining_problems(state: SeriesState, player: Player) -> list[Problem]:
    game, seats = state.game, len(state.players) + 1
    if not game.joining:
        return [Problem("", "closed_table", say("In this game nobody joins once it has begun."))]
    if state.play.standing.over:
        return [Problem("", "series_over", say("The series has reached its end."))]
    problems = [] if seats in game.seats else [Problem("", "table_full", say("There is no seat left."))]
    if game.fits:
        problems += game.fits(state.rules, seats)
    if player in state.players:
        problems.append(Problem("player", "seated_twice", say("{name} sits there already.", name=player.name)))
    if player.circle_id != state.series.circle_id or player.hidden_at:
        problems.append(Problem("player", "unknown_player", say("Somebody is not a player of this circle.")))
    return problems


def _seated(seat: Seat) -> dict[str, Any]:
    return {"player": seat.player_id, "name": seat.player.name, "seat": seat.number}


def _require_open(state: SeriesState) -> None:
    if not state.series.is_open:
        closed = say("The series is over. The owner can reopen it to correct it.")
        raise Refused(Problem("", "series_closed", closed))


def _require_reason(reason: str) -> None:
    if not reason.strip():
        raise Refused(Problem("reason", "missing", say("Please say why.")))
    if len(reason.strip()) > MOST_REASON:
        raise Refused(Problem("reason", "too_long", say("This text is too long.")))
    if not can_be_kept(reason):
        unfit = say("There are characters in this text that cannot be kept.")
        raise Refused(Problem("reason", "unfit_text", unfit))


def _as_stored(game: Game, record: Any) -> Any:
    return game.record.dump_python(record, mode="json", exclude_none=True)


def _write_points(hands: Sequence[Hand], play: Replay) -> None:
    insert_all(
        [
            HandPoints(hand=hand, seat=seat, won=won, entered=entered)
            for hand in hands
            for seat, won, entered in _points(play.hands[hand.number - 1].score)
        ]
    )


def _points(score: Score) -> Iterable[tuple[int, Fraction, Fraction]]:
    """Of those who sat in the hand."""
    return ((seat, score.points_won[seat], score.points_entered[seat]) for seat in score.seats)
