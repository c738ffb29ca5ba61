"""The J-40 table, where verdicts are offered. Vera, who only views, has claimed B; C and D have no member."""

from dataclasses import replace
from typing import Any

import pytest

from ledger.agreeing.holding import SeriesAgreement, agreement_of
from ledger.agreeing.services import Said, Speaker, give_verdict
from ledger.circles.models import Member, Player, Verdicts
from ledger.circles.services.players import claim_player
from ledger.series.models import Series
from ledger.series.selectors import revision_counts
from ledger.series.services import correct_hand, stop_series
from ledger.series.starting import Agreement, start_series
from tests.ledger.series.conftest import Scorer, agreed, players

__all__ = ["agreed", "players"]


class Table(Scorer):
    """Bob records hands, and the players say whether they are right."""

    def __init__(self, me: Member, series: Series, players: list[Player]) -> None:
        super().__init__(me, series)
        self.players = players

    def says(self, speaker: Speaker | Member, seat: int, number: int | None, verdict: str, **more: Any) -> Said:
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
        """Bob says so for everybody."""
        for number in numbers:
            for seat in range(len(self.players)):
                self.says(self.me, seat, number, "agreed")

    def correct(self, number: int, record: dict[str, Any]) -> None:
        correct_hand(series=self.series, submit=self.submit(), number=number, record=record, reason="A mistake.")

    def stop(self) -> None:
        stop_series(series=self.series, submit=self.submit(), with_standard=True)

    def agreement(self) -> SeriesAgreement:
        return agreement_of(self.state())

    def held(self, number: int | None) -> list[tuple[int, str]]:
        agreement = self.agreement()
        all_held = agreement.of_settlement if number is None else agreement.of_hand(number)
        return [(held.seat, str(held.verdict)) for held in all_held]


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
