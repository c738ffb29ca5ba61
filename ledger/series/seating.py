"""Who sits at the table, and who deals: what can change between two hands, by the same steps as in services.py."""

from typing import Any

from django.db import transaction

from games.kit.problems import Problem
from games.kit.sentences import say
from ledger.circles.models import Player
from ledger.lib.refusals import Refused
from ledger.series.models import Kind, Seat, Series
from ledger.series.requirements import refusal, require_open
from ledger.series.selectors import seats_without_hands
from ledger.series.services import Done, Submit, append_event, finish, lock_series, repeated
from ledger.series.state import SeriesState


@transaction.atomic
def join_series(*, series: Series, submit: Submit, player: Player) -> Done:
    """Give a player the next seat, between two hands. The earlier hands do not concern this player."""
    state, first = lock_series(series, submit, Kind.JOINED)
    if first:
        return repeated(state, first, same=first.content["player"] == player.pk)
    require_open(state)
    if problems := joining_problems(state, player):
        raise Refused(*problems)
    seat = Seat.objects.create(series=state.series, number=len(state.players), player=player)
    append_event(state.series, submit, Kind.JOINED, content=seat_content(seat))
    return finish(state.with_players((*state.players, player)), submit)


@transaction.atomic
def unseat_last(*, series: Series, submit: Submit) -> Done:
    """Take back the last joining, as long as no hand was recorded since."""
    state, first = lock_series(series, submit, Kind.UNSEATED)
    if first:
        return repeated(state, first)
    require_open(state)
    if not seats_without_hands(state.series):
        raise refusal("nobody_joined", say("No player has joined since the latest hand was recorded."))
    seat = Seat.objects.select_related("player").get(series=state.series, number=len(state.players) - 1)
    append_event(state.series, submit, Kind.UNSEATED, content=seat_content(seat))
    seat.delete()
    return finish(state.with_players(state.players[:-1]), submit)


@transaction.atomic
def name_dealer(*, series: Series, submit: Submit, seat: int) -> Done:
    """Say who deals the next hand, where it is not the player whose turn it would be. The deal goes on from there."""
    state, first = lock_series(series, submit, Kind.DEALER)
    if first:
        return repeated(state, first, same=first.content["seat"] == seat)
    require_open(state)
    if state.play.standing.over:
        raise refusal("series_over", say("The series has reached its end: no more hands can be added."))
    if not 0 <= seat < len(state.players):
        raise refusal("no_such_seat", say("There is no player on this seat."), field="seat")
    player = state.players[seat]
    content = {"player": player.pk, "name": player.name, "seat": seat, "hand": state.next_number}
    append_event(state.series, submit, Kind.DEALER, content=content)
    return finish(state.with_dealer(seat), submit)


def joining_problems(state: SeriesState, player: Player) -> list[Problem]:
    game, seats = state.game, len(state.players) + 1
    if not game.joining:
        return [Problem("", "closed_table", say("In this game players cannot join after the start."))]
    if state.play.standing.over:
        return [Problem("", "series_over", say("The series has reached its end."))]
    problems = [] if seats in game.allowed_seats else [Problem("", "table_full", say("There is no seat left."))]
    problems += type(game)(game.rules, seats).fits()
    if player in state.players:
        problems.append(Problem("player", "seated_twice", say("{name} sits there already.", name=player.name)))
    if player.circle_id != state.series.circle_id or player.hidden_at:
        problems.append(Problem("player", "unknown_player", say("One of them is not a player of this circle.")))
    return problems


def seat_content(seat: Seat) -> dict[str, Any]:
    return {"player": seat.player_id, "name": seat.player.name, "seat": seat.number}
