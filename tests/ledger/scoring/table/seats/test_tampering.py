"""The audit finds direct changes of the seats and of their events."""

import pytest
from django.db import connection

from ledger.circles.models import Circle, Player
from ledger.circles.services.players import add_player
from tests.ledger.scoring.table.seats.conftest import AFTER, BEFORE, join, take_back
from tests.ledger.series.conftest import Scorer
from tests.ledger.series.evening import remove_database_protection, run_audit

SEAT_4 = "WHERE number = 3"
JOINED, UNSEATED = "WHERE number = 5", "WHERE number = 4"

TAMPERED = [
    (
        f"UPDATE series_seat SET player_id = '<Hari>' {SEAT_4}",
        "seat 4 is stored as taken by Hari, and should be by Esha",
    ),
    (f"DELETE FROM series_seat {SEAT_4}", "seat 4 is stored as taken by no player, and should be by Esha."),
    (f"DELETE FROM series_event {JOINED}", "event 6 (hand 2) comes where number 5 should: that one is missing."),
    (f"DELETE FROM series_event {JOINED}", "hand 2, event 6: the record cannot be. There are more players than seats"),
    (
        f"""UPDATE series_event SET content = '{{"player": "<Hari>", "name": "Hari", "seat": 3}}' {JOINED}""",
        "event 5 was changed after it was written",
    ),
    (
        f"""UPDATE series_event SET content = '{{"player": "<Hari>", "name": "Hari", "seat": 3}}' {JOINED}""",
        "seat 4 is stored as taken by Esha, and should be by Hari.",
    ),
    (
        f"""UPDATE series_event SET content = '{{"player": "<Esha>", "name": "Esha", "seat": 4}}' {JOINED}""",
        "event 5 seats a player where there is no seat.",
    ),
    (f"UPDATE series_event SET content = '[]' {JOINED}", "event 5 does not say who took which seat."),
    (f"UPDATE series_event SET kind = 'unseated' {JOINED}", "event 5 unseats a player who may have played."),
    (
        f"""UPDATE series_event SET content = '{{"player": "<Esha>", "name": "Esha", "seat": 3}}' {UNSEATED}""",
        "event 4 unseats a player who may have played.",
    ),
    (f"UPDATE series_event SET kind = 'joined' {UNSEATED}", "event 4 seats a player where there is no seat."),
]


@pytest.mark.parametrize(("statement", "sentence"), TAMPERED, ids=range(len(TAMPERED)))
def test_audit_finds_changed_joinings(
    bob_scores: Scorer, esha: Player, circle: Circle, statement: str, sentence: str
) -> None:
    hari = add_player(circle=circle, name="Hari")
    bob_scores.record(BEFORE)
    join(bob_scores, hari)
    take_back(bob_scores)
    join(bob_scores, esha)
    bob_scores.record(AFTER)
    assert run_audit()[1] == 0
    remove_database_protection()
    with connection.cursor() as cursor:
        cursor.execute(statement.replace("<Hari>", hari.pk).replace("<Esha>", esha.pk))
        assert cursor.rowcount == 1
    printed, code = run_audit()
    assert code == 1
    assert any(sentence in line for line in printed), printed
