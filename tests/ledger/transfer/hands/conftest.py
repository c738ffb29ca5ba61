"""The fixtures of the tests of the API, and files of hands."""

from typing import Any

import pytest

from ledger.circles.models import Circle, Player
from ledger.circles.services.players import add_player
from ledger.series.models import Series
from ledger.series.state import series_state
from ledger.transfer.file_format import UnreadableFile
from ledger.transfer.hands_csv import import_hands
from tests.ledger.api.conftest import Program, bobs, players, started

__all__ = ["bobs", "players", "started"]


@pytest.fixture
def import_into(bobs: Program, circle: Circle, players: list[Player]) -> Any:
    """Starts a series, imports a file of these lines, and returns the totals, or the problems."""

    def imported(game: str, seats: int, *lines: str, preset: str = "", **rules: Any) -> list[Any]:
        while len(players) < seats:
            players.append(add_player(circle=circle, name="ABCDEF"[len(players)]))
        body = {"game": game, "players": [player.pk for player in players[:seats]], "rules": rules}
        body |= {"preset": preset} if preset else {}
        answer = bobs.post(f"circles/{circle.pk}/series", body)
        series = Series.objects.get(pk=answer.json()["id"])
        try:
            me = circle.members.get(role="owner")
            import_hands(series=series, me=me, data="\n".join(lines).encode(), dry_run=False)
        except UnreadableFile as unreadable:
            return [problem.message for problem in unreadable.problems]
        series.refresh_from_db()
        return list(series_state(series).play.standing.cumulative)

    return imported
