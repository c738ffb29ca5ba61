"""What a scorer sees of the players' verdicts, says for them, and what an owner waives. Vera has claimed B."""

import json
import re
from html import unescape
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.series.models import Series
from tests.ledger.pages import address, client_of, markup_of, submit, text_of
from tests.ledger.scoring.entry.conftest import HTMX
from tests.ledger.series.conftest import J40
from tests.ledger.verdicts.conftest import Table, agreed, players, series, table, vera_is_b

__all__ = ["agreed", "players", "series", "table", "vera_is_b"]

ON_MARKS = HTMX | {"hx-target": "marks"}


def said_so(client: Client, table: Table, seat: int, *, headers: Any = None, **more: Any) -> Any:
    sent = {"player": table.players[seat].pk, "hand": "1", "seen": "1", "verdict": "agreed", **more}
    return client.post(address("verdict_for_player", table.series), sent, headers=headers or {})


def test_the_entry_screen_has_a_mark_for_each_seat(table, bobs_phone, vera_is_b):
    entry = address("enter_hand", table.series)
    assert "says__mark" not in markup_of(bobs_phone.get(entry))
    table.record(J40[0])
    table.says(vera_is_b, 1, 1, "agreed")
    page = text_of(bobs_phone.get(entry))
    assert "Hand 1: right for 1 of 4" in page
    assert "A: not yet" in page
    assert "B: right" in page


def test_a_dispute_stands_there_at_once_with_the_way_to_correct_it(table, bobs_phone, vera_is_b):
    table.record(J40[0])
    page = bobs_phone.get(address("enter_hand", table.series))
    (found,) = re.findall(r'hx-headers="([^"]+X-Ticket[^"]+)"', page.content.decode())
    headers = json.loads(unescape(found))
    marks = address("marks", table.series)
    assert bobs_phone.get(marks, headers=headers).status_code == 304
    table.says(vera_is_b, 1, 1, "disputed", note="9, not 8½")
    news = bobs_phone.get(marks, headers=headers)
    assert (news.status_code, "B : not right Hand 1, my points, 9, not 8½ Correct" in text_of(news)) == (200, True)
    assert f'href="{address("correct", table.series, 1)}"' in news.content.decode()
    assert "Hand 1 is not right, my points, 9, not 8½." in text_of(bobs_phone.get(address("page", table.series)))


def test_a_scorer_says_so_for_a_player(table, bobs_phone):
    table.record(J40[0])
    answer = said_so(bobs_phone, table, 0, headers=ON_MARKS)
    assert (answer.status_code, "A: right, as Bob said" in text_of(answer)) == (200, True)
    assert said_so(bobs_phone, table, 2)["Location"] == address("page", table.series)
    assert said_so(bobs_phone, table, 3, on_entry="yes")["Location"] == address("enter_hand", table.series)
    assert [seat for seat, _verdict in table.given(1)] == [0, 2, 3]


def test_never_over_what_the_player_said(table, bobs_phone, vera_is_b):
    table.record(J40[0])
    table.says(vera_is_b, 1, 1, "disputed")
    answer = said_so(bobs_phone, table, 1, headers=ON_MARKS)
    assert (answer.status_code, "B has answered already. Only B can change it." in text_of(answer)) == (409, True)
    assert table.given(1) == [(1, "disputed")]


def test_a_save_asks_for_no_marks(table, bobs_phone):
    """A save in a series with verdicts makes no more queries than in one without."""
    figures = {"figure_0": "5", "figure_1": "8½", "figure_2": "18", "figure_3": "8½", "last_trick": "0"}
    counts = []
    for setting, key in (("off", "one"), ("required", "another")):
        Series.objects.update(verdicts=setting)
        sent = figures | submit(table.series, key)
        with CaptureQueriesContext(connection) as queries:
            assert bobs_phone.post(address("enter_hand", table.series), sent, headers=HTMX).status_code == 200
        counts.append(len(queries))
    assert counts[1] <= counts[0]


def test_a_series_without_verdicts_has_no_marks(table, bobs_phone):
    Series.objects.update(verdicts="off")
    table.record(J40[0])
    assert "marks" not in markup_of(bobs_phone.get(address("enter_hand", table.series)))
    assert bobs_phone.get(address("marks", table.series)).status_code == 404


def test_at_the_end_a_scorer_says_so_for_the_hands_too(table, bobs_phone):
    """Otherwise everybody could have agreed to the settlement, and the series would still not be agreed to."""
    Series.objects.update(verdicts="required")
    table.record(*J40)
    page = bobs_phone.get(address("page", table.series))
    assert "“Said it is right” counts for the hands without an answer too." in text_of(page)
    (also,) = re.findall(r'name="also" value="([^"]*)"', page.content.decode())
    seen = str(table.state().series.version)
    for seat in range(4):
        said_so(bobs_phone, table, seat, hand="", seen=seen, also=also)
    assert table.verdicts().agreed
    assert "Not everybody has agreed" not in text_of(bobs_phone.get(address("page", table.series)))


def test_whoever_has_not_answered_a_hand_is_missing_at_the_end(table, bobs_phone):
    table.record(*J40)
    table.all_agree(*range(2, len(J40) + 1), None)
    table.says(table.me, 0, 1, "agreed")
    page = text_of(bobs_phone.get(address("page", table.series)))
    assert "A: right, as Bob said" in page
    assert "C: not yet (Hand 1)" in page


# --- Waiving ---------------------------------------------------------------------------------------------------------


def test_an_owner_waives_what_is_missing(table, owner, vera):
    table.record(*J40)
    alice = client_of(owner.user)
    page = address("page", table.series)
    assert "Let it count without those who are missing" in text_of(alice.get(page))
    sent = submit(table.series) | {"reason": "Dipak went home early"}
    assert alice.post(address("waive", table.series), sent)["Location"] == page
    shown = text_of(client_of(vera).get(page))
    assert "Alice let it count without those who have not agreed: “Dipak went home early”" in shown
    assert "Is it right? Waived" in shown
    assert table.verdicts().agreed


def test_a_waiver_needs_a_reason_and_the_version_of_today(table, owner):
    table.record(*J40)
    alice, waive = client_of(owner.user), address("waive", table.series)
    assert "required" in text_of(alice.post(waive, submit(table.series) | {"reason": " "}, follow=True))
    assert alice.post(waive, submit(table.series) | {"base_version": 2, "reason": "late"}).status_code == 409
    assert table.verdicts().waiver is None


# --- What a correction asks again ------------------------------------------------------------------------------------


def test_a_correction_says_who_is_asked_again(table, bobs_phone):
    """C and D of hand 3 change places; A and B keep their figures."""
    table.record(*J40[:2], {"points_won": [16, 8.5, 7, 8.5], "last_trick": 1})
    table.all_agree(2, 3)
    figures = {"figure_0": "16", "figure_1": "8½", "figure_2": "8.5", "figure_3": "7", "last_trick": "1"}
    sent = figures | {"reason": "wrong pile", "step": "preview"}
    shown = text_of(bobs_phone.post(address("correct", table.series, 3), sent))
    assert "C and D are asked again about hand 3." in shown
    assert "hand 2" not in shown


def test_a_dispute_of_the_corrected_hand_is_asked_again(table, bobs_phone, vera_is_b):
    table.record(J40[2])
    table.says(vera_is_b, 1, 1, "disputed")
    sent = {"figure_0": "16", "figure_1": "8½", "figure_2": "7", "figure_3": "8½", "last_trick": "1"}
    shown = text_of(bobs_phone.post(address("correct", table.series, 1), sent | {"reason": "pile", "step": "preview"}))
    assert "B is asked again about hand 1." in shown
