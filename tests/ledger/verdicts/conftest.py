"""The J-40 table, where verdicts are offered. Vera, who only views, has claimed B; C and D have no member."""

from dataclasses import replace
from typing import Any

import pytest

from ledger.circles.models import Member, Player, Verdicts
from ledger.circles.services.players import claim_player
from ledger.series.models import Series
from ledger.series.selectors import revision_counts
from ledger.series.starting import Agreement, start_series
from ledger.verdicts.current import SeriesVerdicts, verdicts_of
from ledger.verdicts.services import Speaker, VerdictResult, give_verdict
from tests.ledger.series.conftest import Scorer, agreed, players

__all__ = ["agreed", "players"]


class Table(Scorer):
    """Bob records hands, and the players say whether they are right."""

    def __init__(self, me: Member, series: Series, players: list[Player]) -> None:
        super().__init__(me, series)
        self.players = players

    def says(
        self, speaker: Speaker | Member, seat: int, number: int | None, verdict: str, **more: Any
    ) -> VerdictResult:
        state = self.state()
        if "seen" not in more:
            more["seen"] = state.series.version if number is None else revision_counts(state)[number]
        if isinstance(speaker, Member):
            speaker = Speaker(speaker)
        if verdict == "disputed":
            more.setdefault("reason", "my_points")
        player = self.players[seat].pk
        return give_verdict(
            speaker=speaker, series=self.series, number=number, player_id=player, verdict=verdict, **more
        )

    def all_agree(self, *numbers: int | None) -> None:
        """Bob agrees for everybody, by proxy."""
        for number in numbers:
            for seat in range(len(self.players)):
                self.says(self.me, seat, number, "agreed")

    def verdicts(self) -> SeriesVerdicts:
        return verdicts_of(self.state())

    def given(self, number: int | None) -> list[tuple[int, str]]:
        verdicts = self.verdicts()
        given = verdicts.on(None) if number is None else verdicts.on(number)
        return [(verdict.seat, str(verdict.verdict)) for verdict in given]


@pytest.fixture
def series(scorer: Member, agreed: Agreement) -> Series:
    return start_series(me=scorer, agreed=replace(agreed, verdicts=Verdicts.OFFERED))


@pytest.fixture
def vera_is_b(viewer: Member, players: list[Player]) -> Member:
    claim_player(player=players[1], member=viewer)
    return viewer


@pytest.fixture
def table(scorer: Member, series: Series, players: list[Player], vera_is_b: Member) -> Table:
    return Table(scorer, series, players)
