"""Players agree while the scorer saves: nothing is lost, and no request waits for another."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from io import StringIO
from threading import Event as Signal
from threading import Thread

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from ledger.circles.models import Verdicts
from ledger.lib.refusals import OutOfDate
from ledger.series.models import Series
from ledger.series.notes import change_notes
from ledger.series.services import Done, Submit, correct_hand, record_hand
from ledger.series.starting import start_series
from ledger.series.state import series_state
from ledger.verdicts.current import verdicts_of
from ledger.verdicts.models import VerdictBook, VerdictEntry
from ledger.verdicts.services import Speaker, VerdictResult, give_verdict
from tests.ledger.test_concurrency import J40, MINE, TIMES, Table
from tests.ledger.threads import run_together

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
HANDS = 5


class AskedTable(Table):
    """A table that is asked for verdicts after each hand. Bob agrees for the players, by proxy."""

    def series(self, *records: object) -> Series:
        agreed = replace(self.agreed(), rules=self.agreed().rules.model_copy(update={"target": 400}))
        series = start_series(me=self.bob, agreed=replace(agreed, preset="", verdicts=Verdicts.OFFERED))
        for number, record in enumerate(records, start=1):
            record_hand(series=series, submit=Submit(self.bob, number), record=record)
        series.refresh_from_db()
        return series

    def agree(self, series: Series, number: int, seat: int, key: str | None = None) -> VerdictResult:
        return give_verdict(
            speaker=Speaker(self.bob),
            series=series,
            number=number,
            player_id=self.players[seat].pk,
            verdict="agreed",
            seen=1,
            key=key,
        )


@pytest.fixture
def table(transactional_db) -> Iterator[AskedTable]:
    yield AskedTable()
    call_command("audit", stdout=StringIO())


def test_twenty_phones_agree_while_the_scorer_saves(table):
    for _time in range(TIMES):
        series = table.series(*[J40[2]] * HANDS)
        taps = [partial(table.agree, series, number, seat) for number in range(1, HANDS + 1) for seat in range(4)]
        save = partial(record_hand, series=series, submit=Submit(table.bob, series.version), record=MINE)
        outcomes = run_together(*taps, save)
        assert sorted(type(one).__name__ for one in outcomes) == ["Done"] + ["VerdictResult"] * 20
        series.refresh_from_db()
        assert series.version == HANDS + 2
        verdicts = verdicts_of(series_state(series))
        assert [len(verdicts.on(number)) for number in range(1, HANDS + 2)] == [4] * HANDS + [0]
        assert VerdictBook.objects.get(series=series).version == 20


def test_one_tap_that_is_sent_four_times_is_one_verdict(table):
    for _time in range(TIMES):
        series = table.series(J40[2])
        outcomes = run_together(*[partial(table.agree, series, 1, 0, key="one tap")] * 4)
        assert sorted(said.repeated for said in outcomes) == [False, True, True, True]
        assert VerdictEntry.objects.filter(series=series).count() == 1


def test_a_tap_and_a_correction_at_the_same_moment(table):
    """Either the tap was too late, or it was about the figures before the correction."""
    for _time in range(TIMES):
        series = table.series(J40[2])
        submit = Submit(table.bob, series.version)
        corrected = partial(correct_hand, series=series, submit=submit, number=1, record=MINE, reason="Two piles.")
        tapped, done = sorted(
            run_together(partial(table.agree, series, 1, 0), corrected), key=lambda one: isinstance(one, Done)
        )
        assert isinstance(done, Done)
        assert isinstance(tapped, VerdictResult | OutOfDate)
        series.refresh_from_db()
        assert verdicts_of(series_state(series)).on(1) == [], "A has other points now"


# --- On PostgreSQL saves and taps do not wait for each other. SQLite has one writer at a time. -----------------------


def while_held_open(held: Callable[[], object], other: Callable[[], object]) -> None:
    """Run `other` while the transaction of `held`, which has done its work, is still open.

    SQLite has one writer at a time: there `other` runs after `held`.
    """
    if connection.vendor != "postgresql":
        held()
        other()
        return
    done, go_on = Signal(), Signal()

    def hold() -> None:
        try:
            with transaction.atomic():
                held()
                done.set()
                go_on.wait(30)
        finally:
            done.set()
            connection.close()

    thread = Thread(target=hold)
    thread.start()
    assert done.wait(30)
    try:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '3s'")
        other()
    finally:
        go_on.set()
        thread.join()
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = 0")


def test_a_save_waits_for_no_tap(table):
    series = table.series(J40[2])
    save = partial(record_hand, series=series, submit=Submit(table.bob, 2), record=MINE)
    while_held_open(partial(table.agree, series, 1, 0), save)
    series.refresh_from_db()
    assert (series.version, len(verdicts_of(series_state(series)).on(1))) == (3, 1)


def test_a_tap_waits_for_no_save(table):
    series = table.series(J40[2])
    save = partial(record_hand, series=series, submit=Submit(table.bob, 2), record=MINE)
    while_held_open(save, partial(table.agree, series, 1, 0))
    series.refresh_from_db()
    assert (series.version, len(verdicts_of(series_state(series)).on(1))) == (3, 1)


def test_a_tap_waits_for_no_note(table):
    series = table.series(J40[2])
    note = partial(change_notes, series=series, me=table.bob, place="Patan", note=None)
    while_held_open(note, partial(table.agree, series, 1, 0))
    assert len(verdicts_of(series_state(series)).on(1)) == 1
