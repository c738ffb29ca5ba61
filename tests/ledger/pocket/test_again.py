"""The site has moved on: changes that wait in a phone are made again above it, or are reported if they cannot be."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.utils.timezone import now

from ledger.pocket.phone.again import make_again
from ledger.pocket.phone.waiting import waiting
from ledger.series.models import Draft, Event
from ledger.series.notes import change_hand_note
from ledger.series.services import correct_hand, record_hand, undo
from tests.browser.table import write_down
from tests.ledger.api.conftest import Program
from tests.ledger.pocket.evenings import changes_in_phone, send, shown_of, taken_along
from tests.ledger.series.conftest import J40, Scorer

pytestmark = pytest.mark.django_db

FIGURES = ([18, 4, 9, 9], [4, 18, 9, 9], [9, 9, 4, 18], [9, 9, 18, 4], [9, 4, 9, 18])
FIRST, SECOND, THIRD, FOURTH, MINE = ({"points_won": figures} for figures in FIGURES)
REASON = "Mistyped"


@pytest.fixture
def table(bob_scores) -> Scorer:
    """Two hands, which the site and the phone have."""
    bob_scores.record(FIRST, SECOND)
    return bob_scores


Act = Callable[[Scorer], None]


def waits(table: Scorer, act: Act) -> list[dict[str, Any]]:
    return changes_in_phone(table.me, table.series, lambda: act(table))


def hand_3_4_and_its_correction(table: Scorer) -> None:
    record_hand(series=table.series, submit=table.submit("k3"), record=THIRD)
    record_hand(series=table.series, submit=table.submit("k4"), record=FOURTH)
    correct_hand(series=table.series, submit=table.submit("kc"), number=3, record=MINE, reason=REASON)
    change_hand_note(series=table.series, me=table.me, number=4, note="All four aces")


def made_again(table: Scorer, changes: list[dict[str, Any]], *drop: str) -> tuple[list[Any], list[Any], Any]:
    """Return the changes that are left over, those that wait then, and the series as the phone shows it."""
    site = taken_along(table.me, table.series)
    with transaction.atomic():
        left = make_again(table.series.pk, site["rows"], changes, list(drop))
        found = json.loads(json.dumps(waiting({table.series.pk: site})))
        assert [change for change in found["changes"] if change.get("damaged")] == []
        shown = shown_of(Program(table.me.user), table.series)
        transaction.set_rollback(True)
    return left, found["changes"], shown


def test_both_hands_were_played(table):
    changes = waits(table, hand_3_4_and_its_correction)
    record_hand(series=table.series, submit=table.submit("other"), record=THIRD)
    assert send(Program(table.me.user), changes[0]).status_code == 409
    left, again_waiting, shown = made_again(table, changes)
    assert left == []
    assert [(each["key"], each["hand"], each["base_version"]) for each in again_waiting[:3]] == [
        *(("k3", 4, 4), ("k4", 5, 5)),
        ("kc", 4, 6),
    ]
    assert again_waiting[3]["hand"] == 5
    assert [each["played_at"] for each in again_waiting[:3]] >= [each["played_at"] for each in changes[:3]]
    for change in again_waiting:
        assert send(Program(table.me.user), change).status_code < 300
    assert shown_of(Program(table.me.user), table.series) == shown
    played = [hand.record.points_won for hand in table.state().play.hands]
    assert [[float(won) for won in each] for each in played] == [*FIGURES[:3], FIGURES[4], FIGURES[3]]


def test_a_hand_that_is_left_out_is_not_corrected_either(table):
    """Nobody can know whether the correction is right for the hand of the others."""
    changes = waits(table, hand_3_4_and_its_correction)
    record_hand(series=table.series, submit=table.submit("other"), record=THIRD)
    assert [each["key"] for each in made_again(table, changes, "k3")[0]] == ["kc"]
    left, again_waiting, _shown = made_again(table, changes, "k3", "kc")
    assert left == []
    assert [(each["key"], each["hand"]) for each in again_waiting] == [("k4", 4), (f"{table.series.pk}-hand-4", 4)]


def test_what_the_site_has_by_now_is_not_made_again(table):
    changes = waits(table, hand_3_4_and_its_correction)
    assert send(Program(table.me.user), changes[0]).status_code == 201
    record_hand(series=table.series, submit=table.submit("other"), record=FOURTH)
    left, again_waiting, _shown = made_again(table, changes)
    assert left == []
    assert [(each["key"], each["hand"]) for each in again_waiting[:2]] == [("k4", 5), ("kc", 3)]


def test_another_hand_than_the_last_is_not_withdrawn(table):
    changes = waits(table, lambda table: undo(series=table.series, submit=table.submit("ku")))
    record_hand(series=table.series, submit=table.submit("other"), record=THIRD)
    [left], again_waiting, _shown = made_again(table, changes)
    assert left == {"key": "ku", "problems": ["What this would change is different at the site by now."]}
    assert again_waiting == []


def test_a_hand_that_others_have_corrected_is_not_corrected(table):
    def act(table: Scorer) -> None:
        correct_hand(series=table.series, submit=table.submit("kc"), number=1, record=MINE, reason=REASON)

    changes = waits(table, act)
    correct_hand(series=table.series, submit=table.submit("other"), number=1, record=THIRD, reason=REASON)
    [left], _waiting, _shown = made_again(table, changes)
    assert left["key"] == "kc"
    assert made_again(table, changes, "kc")[0] == []


def test_nothing_is_changed_if_something_is_left_over(table):
    def act(table: Scorer) -> None:
        undo(series=table.series, submit=table.submit("ku"))
        record_hand(series=table.series, submit=table.submit("k3"), record=FOURTH)

    changes = waits(table, act)
    record_hand(series=table.series, submit=table.submit("other"), record=THIRD)
    left, again_waiting, _shown = made_again(table, changes)
    assert [each["key"] for each in left] == ["ku"]
    assert again_waiting == []
    left, again_waiting, _shown = made_again(table, changes, "ku")
    assert (left, [each["key"] for each in again_waiting]) == ([], ["k3"])


def test_a_hand_that_is_being_written_down_stays(table):
    changes = waits(table, hand_3_4_and_its_correction)
    record_hand(series=table.series, submit=table.submit("other"), record=THIRD)
    site = taken_along(table.me, table.series)
    write_down(table.me, table.series, J40[0], 7)
    assert make_again(table.series.pk, site["rows"], changes, []) == []
    [draft] = Draft.objects.all()
    assert (draft.steps, draft.base_version) == (7, Event.objects.count())


def test_the_time_at_which_a_hand_was_entered_stays(table):
    changes = waits(table, hand_3_4_and_its_correction)
    record_hand(series=table.series, submit=table.submit("other"), record=THIRD)
    later = [change | {"played_at": now().isoformat()} for change in changes]
    for entered, is_corrected in ((later, False), (changes, True)):  # the hand of the others came between
        _left, again_waiting, _shown = made_again(table, entered)
        assert again_waiting[0]["clock_corrected"] == is_corrected
        assert (again_waiting[0]["played_at"] == entered[0]["played_at"]) != is_corrected


def test_mine_is_right(table):
    """The phone's hand 3 takes the place of the site's, as a correction under its own key; its next hand follows."""
    changes = waits(table, hand_3_4_and_its_correction)
    table.record(SECOND)
    site = taken_along(table.me, table.series)
    with transaction.atomic():
        left = make_again(table.series.pk, site["rows"], changes, [], ["k3"])
        found = json.loads(json.dumps(waiting({table.series.pk: site})))["changes"]
        transaction.set_rollback(True)
    assert left == []
    assert [(each["kind"], each["key"], each["hand"]) for each in found[:3]] == [
        ("corrected", "k3", 3),
        ("recorded", "k4", 4),
        ("corrected", "kc", 3),
    ]
    for change in found:
        assert send(Program(table.me.user), change).status_code < 300
    won = Program(table.me.user).get(f"series/{table.series.pk}").json()["hands"]
    assert [hand["points_won"] for hand in won[2:]] == [MINE["points_won"], FOURTH["points_won"]]


def test_my_correction_is_right_where_others_have_corrected_the_same_hand(table):
    def correct(table: Scorer) -> None:
        correct_hand(series=table.series, submit=table.submit("kc"), number=2, record=MINE, reason=REASON)

    changes = waits(table, correct)
    correct_hand(series=table.series, submit=table.submit("other"), number=2, record=THIRD, reason=REASON)
    site = taken_along(table.me, table.series)
    with transaction.atomic():
        assert [one["key"] for one in make_again(table.series.pk, site["rows"], changes, [])] == ["kc"]
        assert make_again(table.series.pk, site["rows"], changes, [], ["kc"]) == []
        transaction.set_rollback(True)
