"""Luck and play of series that have ended: what is kept, when it is worked out, and what takes it back.

In most tests the worths of the cards are made up, so that the figures can be worked out by hand.
"""

import threading
import time
from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from io import StringIO
from typing import Any
from unittest import mock

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import OperationalError

from ledger.circles.models import Member, Player
from ledger.operations.after_answers import LuckThread
from ledger.series import luck
from ledger.series.models import CardWorth, Event, Luck, Series
from ledger.series.selectors import history
from ledger.series.starting import start_series
from ledger.transfer.import_circle import check_file, import_circle
from tests.ledger.following.test_worth import SUITS
from tests.ledger.series.conftest import J40, Scorer, start_game
from tests.ledger.threads import run_together
from tests.ledger.transfer.circle_files import export

pytestmark = pytest.mark.django_db

WORTH = {
    "won": ["18", "10", "8", "4"],
    "mean": ["41/5", "12", "10", "49/5"],
    "lowest": ["6", "14", "10", "10"],
    "spread": [1.0] * 4,
    "playouts": 500,
}
# Of 40 points, an even share is 10.
LUCK = [Fraction(-9, 5), 2, 0, Fraction(-1, 5)]
PLAY = [Fraction(49, 5), -2, -2, Fraction(-29, 5)]


@pytest.fixture(autouse=True)
def nothing_due() -> Iterator[None]:
    luck.luck_is_due.clear()
    yield
    luck.luck_is_due.clear()


def make_up(event: Event, **figures: list[str]) -> None:
    CardWorth.objects.create(pk=event.hash, series=event.series, figures=WORTH | figures)


def stop(scorer: Scorer) -> Series:
    """Stop the series, unless it has reached its end."""
    if scorer.state().series.is_open:
        scorer.stop(with_standard=False)
        scorer.series.refresh_from_db()
    return scorer.series


def kept(*columns: str) -> list[Any]:
    """The stored columns, in seat order."""
    return list(Luck.objects.order_by("result__seat").values_list(*columns, flat=len(columns) == 1))


def points(name: str) -> list[Fraction]:
    """A column in points, in seat order."""
    return [Fraction(value, parts) for value, parts in kept(name, "parts")]


def squares(name: str) -> list[Fraction]:
    return [Fraction(value, parts * parts) for value, parts in kept(f"{name}_squares", "parts")]


# --- What is kept ----------------------------------------------------------------------------------------------------


def test_one_hand_by_hand(bob_scores):
    make_up(bob_scores.record(SUITS).events[0])
    luck.work_out_luck(stop(bob_scores))
    assert kept("hands", "parts") == [(1, 5), (1, 1), (1, 1), (1, 5)]
    assert (points("luck"), points("play")) == (LUCK, PLAY)
    assert squares("play") == [Fraction(2401, 25), 4, 4, Fraction(841, 25)]


def test_hands_are_added_up(bob_scores):
    """In the second hand luck is 10/3, 5/3, −5/3 and −10/3, and play the opposite."""
    events = bob_scores.record(SUITS, SUITS).events
    make_up(events[0])
    make_up(events[1], won=["10"] * 4, mean=["40/3", "35/3", "25/3", "20/3"], lowest=["10"] * 4)
    luck.work_out_luck(stop(bob_scores))
    assert kept("hands", "parts") == [(2, 15), (2, 3), (2, 3), (2, 15)]
    assert points("luck") == [Fraction(23, 15), Fraction(11, 3), Fraction(-5, 3), Fraction(-53, 15)]
    assert points("play") == [Fraction(97, 15), Fraction(-11, 3), Fraction(-1, 3), Fraction(-37, 15)]


def test_hands_that_do_not_count_and_totals_are_left_out(bob_scores):
    state = bob_scores.record(J40[2], {"thrown_in": True, "reason": "", "play": SUITS}, SUITS)
    make_up(state.events[1], won=["40", "0", "0", "0"])
    make_up(state.events[2])
    luck.work_out_luck(stop(bob_scores))
    assert kept("hands") == [1] * 4
    assert points("luck") == LUCK


def test_hands_after_the_end_are_left_out(bob_scores):
    """A corrected total of the second hand ends the series before the third one."""
    state = bob_scores.record(SUITS, {"points_won": [10, 10, 10, 10]}, SUITS)
    make_up(state.events[0])
    make_up(state.events[2], won=["40", "0", "0", "0"])
    bob_scores.reopen("a mistake")
    bob_scores.correct(2, {"points_won": [2, 34, 2, 2]}, "typed wrong")
    luck.work_out_luck(stop(bob_scores))
    assert [hand.counts for hand in bob_scores.state().play.hands] == [True, True, False]
    assert kept("hands") == [1] * 4
    assert points("luck") == LUCK


def test_a_series_without_cards_is_looked_at_once(bob_scores):
    bob_scores.record(J40[2])
    luck.work_out_luck(stop(bob_scores))
    assert kept("hands", "luck", "play") == [(0, 0, 0)] * 4
    assert luck.work_out_missing_luck() == (0, 0)


def jass_hand(me: Member, players: list[Player]) -> Scorer:
    """Each seat has one suit: the worth of the cards is the same for both teams, and hearts were trump."""
    tricks = [[rank + suit for suit in "CSDH"] for rank in ("6", "7", "8", "9", "10", "J", "Q", "K", "A")]
    scored = start_game(me, "jass", players)
    scored.record({"direction": "clockwise", "trump": "hearts", "first_leader": 3, "tricks": tricks})
    return scored


def test_partners_have_the_luck_of_their_team(scorer, players):
    """Of 157 points an even share is 78½. The cards were worth 157 to one team, and it won 100 with them."""
    scored = jass_hand(scorer, players)
    make_up(scored.state().events[0], won=["57", "100"] * 2, mean=["0", "157"] * 2, lowest=["0", "157"] * 2)
    luck.work_out_luck(stop(scored))
    assert kept("hands", "parts", "luck", "play") == [(1, 2, -157, 114), (1, 2, 157, -114)] * 2


def test_it_is_the_worth_of_the_cards(bob_scores):
    """No worth is made up here: each seat has one suit, so any play comes to the same (see following/test_worth.py)."""
    bob_scores.record(SUITS)
    luck.work_out_luck(stop(bob_scores))
    assert kept("luck", "play") == [(8, 0), (12, 0), (-10, 0), (-10, 0)]


# --- What takes it back ----------------------------------------------------------------------------------------------


def test_reopening_undoing_and_correcting(bob_scores):
    events = bob_scores.record(SUITS, SUITS).events
    make_up(events[0])
    make_up(events[1])
    series = stop(bob_scores)
    luck.work_out_luck(series)
    assert kept("hands") == [2] * 4

    bob_scores.reopen("a mistake")
    assert kept("hands") == []
    luck.work_out_missing_luck()
    assert kept("hands") == []  # the series is open
    bob_scores.undo()
    changed = SUITS | {"first_leader": 1}
    bob_scores.correct(1, changed, "who led")
    make_up(bob_scores.state().events[0], won=["10"] * 4)
    luck.work_out_luck(stop(bob_scores))
    assert kept("hands") == [1] * 4
    assert points("luck") == LUCK
    assert points("play") == [Fraction(9, 5), -2, 0, Fraction(1, 5)]  # 10 in place of 18, 10, 8, 4

    assert CardWorth.objects.get().pk == bob_scores.state().events[0].hash


def test_rows_go_with_the_circle(bob_scores, circle):
    make_up(bob_scores.record(SUITS).events[0])
    luck.work_out_luck(stop(bob_scores))
    circle.delete()
    assert not CardWorth.objects.exists()
    assert not Luck.objects.exists()


def test_nothing_is_kept_of_a_series_that_moves_on_meanwhile(bob_scores):
    make_up(bob_scores.record(SUITS).events[0])
    series = stop(bob_scores)

    def reopen() -> None:
        bob_scores.reopen("a mistake")
        bob_scores.record(J40[2])
        stop(bob_scores)

    luck.work_out_luck(Series.objects.get(pk=series.pk), pause=reopen)
    assert kept("hands") == []
    assert luck.work_out_missing_luck() == (1, 0)
    assert kept("hands") == [1] * 4


def test_the_same_after_an_import(bob_scores, circle):
    """Worths are not in the file. They follow from the hashes of the events, which are in it."""
    bob_scores.record(*J40[:2])
    luck.work_out_luck(stop(bob_scores))
    columns = ("hands", "parts", "luck", "play", "play_squares")
    before, hashes = kept(*columns), set(CardWorth.objects.values_list("pk", flat=True))
    assert len(hashes) == before[0][0] == 2
    assert any(row[2] for row in before)
    text = export(circle)
    circle.delete()
    import_circle(check_file(text.encode()), None)
    assert kept("hands") == []
    assert luck.work_out_missing_luck() == (1, 0)
    assert kept(*columns) == before
    assert set(CardWorth.objects.values_list("pk", flat=True)) == hashes


# --- When it is worked out -------------------------------------------------------------------------------------------


def test_a_save_and_an_end_only_say_that_it_is_due(bob_scores, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        bob_scores.record(SUITS)
    assert not luck.luck_is_due.is_set()
    with django_capture_on_commit_callbacks(execute=True):
        stop(bob_scores)
    assert luck.luck_is_due.is_set()
    assert not CardWorth.objects.exists()
    assert not Luck.objects.exists()


def test_an_import_says_so_too(bob_scores, circle, django_capture_on_commit_callbacks):
    bob_scores.record(SUITS)
    stop(bob_scores)
    text = export(circle)
    circle.delete()
    with django_capture_on_commit_callbacks(execute=True):
        import_circle(check_file(text.encode()), None)
    assert luck.luck_is_due.is_set()


def test_the_command_works_out_what_is_missing(bob_scores):
    bob_scores.record(SUITS)
    stop(bob_scores)
    for count in (1, 0):
        out = StringIO()
        call_command("luck", stdout=out)
        assert out.getvalue().split() == [str(count), "series", "worked", "out"]
    assert kept("hands") == [1] * 4


def test_a_series_that_fails_does_not_keep_the_others_back(scorer, agreed):
    first, second = (Scorer(scorer, start_series(me=scorer, agreed=agreed)) for _number in range(2))
    for scored in (first, second):
        scored.record(SUITS)
        stop(scored)
    broken = history(second.series).get(kind="recorded")
    Event.objects.filter(pk=broken.pk).update(content={"tricks": "none"}, hash="0" * 64)
    with mock.patch.object(luck, "series_state", side_effect=lambda series: _state_or_fail(series, second.series)):
        assert luck.work_out_missing_luck() == (1, 1)
    assert set(Luck.objects.values_list("result__series", flat=True)) == {first.series.pk}


def _state_or_fail(series: Series, broken: Series) -> Any:
    if series == broken:
        raise ValueError("its events cannot be read")
    from ledger.series.state import series_state

    return series_state(series)


# --- The thread of the server ----------------------------------------------------------------------------------------


def wait_for(thread: LuckThread) -> None:
    assert thread.thread is not None
    thread.thread.join(30)
    assert not thread.thread.is_alive()


@pytest.mark.django_db(transaction=True)
def test_two_processes_at_the_same_moment(bob_scores):
    bob_scores.record(SUITS)
    stop(bob_scores)
    outcomes = run_together(luck.work_out_missing_luck, luck.work_out_missing_luck)
    assert set(outcomes) <= {(1, 0), (0, 0)}  # the second may find that all is done
    assert kept("luck") == [8, 12, -10, -10]


@pytest.mark.django_db(transaction=True)
def test_the_thread_begins_when_it_is_due(bob_scores):
    thread = LuckThread(pause=0)
    bob_scores.record(SUITS)
    thread.start_if_due()
    assert thread.thread is None
    stop(bob_scores)
    thread.start_if_due()
    assert not luck.luck_is_due.is_set()
    wait_for(thread)
    assert kept("luck") == [8, 12, -10, -10]


def test_there_is_one_thread_at_a_time(monkeypatch):
    may_end, calls = threading.Event(), []

    def work(_pause: Any) -> tuple[int, int]:
        calls.append(1)
        may_end.wait(30)
        return 1, 0

    monkeypatch.setattr("ledger.operations.after_answers.work_out_missing_luck", work)
    thread = LuckThread(pause=0)
    for _answer in range(3):
        luck.luck_is_due.set()
        thread.start_if_due()
    assert len(calls) == 1
    assert luck.luck_is_due.is_set()  # for the next thread
    may_end.set()
    wait_for(thread)
    thread.start_if_due()
    wait_for(thread)
    assert len(calls) == 2


@pytest.mark.parametrize("outcome", [OperationalError("database or disk is full"), (3, 1)])
def test_after_a_failure_it_waits_for_an_hour(outcome, monkeypatch, caplog):
    work = mock.Mock(side_effect=[outcome, (1, 0)])
    monkeypatch.setattr("ledger.operations.after_answers.work_out_missing_luck", work)
    thread = LuckThread(pause=0)
    luck.luck_is_due.set()
    thread.start_if_due()
    wait_for(thread)
    assert ("database or disk is full" in caplog.text) == isinstance(outcome, Exception)
    luck.luck_is_due.set()
    thread.start_if_due()
    assert work.call_count == 1
    thread.not_before = time.monotonic()
    thread.start_if_due()
    wait_for(thread)
    assert work.call_count == 2


def test_nothing_can_be_written(bob_scores, monkeypatch):
    """The worth of a hand is shown all the same, and the thread gives up at the first series."""
    state = bob_scores.record(SUITS)
    stop(bob_scores)
    full = OperationalError("attempt to write a readonly database")
    monkeypatch.setattr(CardWorth.objects, "get_or_create", mock.Mock(side_effect=full))
    monkeypatch.setattr(Luck.objects, "bulk_create", mock.Mock(side_effect=full))
    worth = luck.worth_of_hand(state, 1)
    assert worth is not None
    assert worth.mean == (Fraction(18), Fraction(22), Fraction(0), Fraction(0))
    with pytest.raises(OperationalError):
        luck.work_out_missing_luck()


# --- The migration ---------------------------------------------------------------------------------------------------


def test_where_trump_is_chosen_it_is_worked_out_again(bob_scores, scorer, players):
    """Luck that took the chosen trump as given is deleted, and worked out again; other games keep theirs."""
    make_up(bob_scores.record(SUITS).events[0])
    luck.work_out_luck(stop(bob_scores))
    chosen = jass_hand(scorer, players)
    luck.work_out_luck(stop(chosen))
    migration = import_module("ledger.series.migrations.0011_luck_without_the_choice_of_trump")
    migration.delete_what_was_worked_out(apps, None)
    assert CardWorth.objects.get().series == bob_scores.series
    assert set(Luck.objects.values_list("result__series", flat=True)) == {bob_scores.series.pk}
    assert luck.work_out_missing_luck() == (1, 0)
    assert CardWorth.objects.get(series=chosen.series).figures["mean"] == ["157/2"] * 4
