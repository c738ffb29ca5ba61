"""The form that corrects a hand shows what players say against the hand."""

from tests.ledger.pages import address, client_of, text_of
from tests.ledger.series.conftest import J40
from tests.ledger.verdicts.conftest import agreed, players, series, table, vera_is_b

__all__ = ["agreed", "players", "series", "table", "vera_is_b"]


def test_the_form_shows_who_objects_and_why(table):
    table.record(J40[0], J40[1])
    table.says(table.me, 2, 1, "disputed", note="it was 9½")
    table.says(table.me, 3, 2, "disputed")
    table.says(table.me, 0, 1, "agreed")
    first, second = (text_of(client_of(table.me.user).get(address("correct", table.series, n))) for n in (1, 2))
    assert "C: Hand 1 is not right, my points, it was 9½." in first
    assert "D: Hand 2" not in first
    assert "D: Hand 2 is not right, my points." in second
    table.correct(1, J40[2], "the third line")
    assert "C: Hand 1 is not right" not in text_of(client_of(table.me.user).get(address("correct", table.series, 1)))


def test_without_disputes_nothing_is_shown(table):
    table.record(J40[0])
    table.all_agree(1)
    page = client_of(table.me.user).get(address("correct", table.series, 1)).content.decode()
    assert "is not right" not in page
    assert "says.css" not in page
