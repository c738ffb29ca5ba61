"""A player takes the next seat between two hands, and has no part in the earlier hands."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from django.utils.translation import gettext_lazy as _
from pydantic import Field

from games.kit.problems import Problem
from games.kit.records import STORABLE
from games.kit.sentences import say
from ledger.circles.models import Player
from ledger.lib.refusals import Refused
from ledger.series.changes.change import Address, Change, Effect, Seated
from ledger.series.models import Event, Seat
from ledger.series.requirements import refusal, require_open
from ledger.series.state import SeriesState


@dataclass(frozen=True, kw_only=True)
class Joined(Change):
    kind: ClassVar[str] = "joined"
    sentence: ClassVar = _("%(who)s had %(player)s join the table.")
    content: ClassVar = Seated
    is_on_sheet: ClassVar = True
    address: ClassVar = Address(
        "POST",
        "seats",
        "take_seat",
        "A player takes the next seat (scorer)",
        "Between two hands, in a game that players can join after the start.",
        body="SeatInput",
        status=201,
    )

    player: Annotated[str, Field(pattern=STORABLE, max_length=40)]

    def refuse(self, state: SeriesState) -> None:
        require_open(state)
        game, seats = state.game, len(state.players) + 1
        if not game.joining:
            raise refusal("closed_table", say("In this game players cannot join after the start."))
        if state.play.standing.over:
            raise refusal("series_over", say("The series has reached its end."))
        if seats in game.allowed_seats:
            problems = type(game)(game.rules, seats).fits()
        else:
            problems = [Problem("", "table_full", say("There is no seat left."))]
        if seated := next((player for player in state.players if player.pk == self.player), None):
            problems.append(Problem("player", "seated_twice", say("{name} sits there already.", name=seated.name)))
        if problems:
            raise Refused(*problems)

    def effect(self, state: SeriesState) -> Effect:
        players = Player.objects.filter(circle=state.series.circle_id, hidden_at=None)
        player = players.filter(pk=self.player).first()
        if player is None:
            unknown = say("One of them is not a player of this circle.")
            raise refusal("unknown_player", unknown, field="player")
        content = content_of_seat(player, len(state.players))
        return Effect(state.with_players((*state.players, player)), content)

    def store(self, _before: SeriesState, effect: Effect, _event: Event) -> SeriesState:
        players = effect.state.players
        Seat.objects.create(series=effect.state.series, number=len(players) - 1, player=players[-1])
        return effect.state

    @classmethod
    def words_for(cls, event: Event) -> dict[str, str]:
        return {"player": event.content.get("name", "")}


def content_of_seat(player: Player, seat: int) -> dict[str, Any]:
    return {"player": player.pk, "name": player.name, "seat": seat}
