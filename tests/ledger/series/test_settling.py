"""The end of a series posts its settlement to the books, and reopening reverses it."""

from collections import Counter
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.circles.models import Circle
from ledger.circles.services.circles import change_circle
from ledger.lib.refusals import OutOfDate, Refused
from ledger.money.models import Entry, EntryKind
from ledger.money.rounding import round_nets
from ledger.money.selectors import balances, entries, unreversed_settlement
from ledger.series import settling
from ledger.series.changes import Recorded, Reopened
from ledger.series.models import Event, Series, Status
from ledger.series.outcome import lot
from ledger.series.services import Submit, record_hand
from ledger.series.settling import causes_of, source_of
from ledger.series.starting import start_series
from tests.ledger.series.conftest import J40

J40_NETS = {"A": 4600, "B": -400, "C": -1850, "D": -2350}
NOTHING = dict.fromkeys("ABCD", 0)

# After hand 1 alone: −5, −1½, 18, −1½. Differences −30, −16, 62, −16; standard money −80, −50, 180, −50.
ONE_HAND = {"A": -750, "B": -400, "C": 1550, "D": -400}
ONE_HAND_WITH_STANDARD = {"A": -2750, "B": -1650, "C": 6050, "D": -1650}


def owed(circle: Circle, currency: str = "NPR") -> dict[str, int]:
    found = {one.currency: one for one in balances(circle)}[currency]
    return {row.player.name: row.amount_minor for row in sorted(found.rows, key=lambda row: row.player.name)}


def kinds(series: Series) -> list[str]:
    """The kinds of the series' entries, oldest first."""
    return [entry.kind for entry in reversed(entries(series.circle).filter(source=source_of(series)))]


def test_the_last_hand_of_the_j40_series_posts_its_settlement(bob_scores, series, scorer, circle):
    bob_scores.record(*J40)
    entry = unreversed_settlement(source_of(series))
    assert entry is not None
    assert (entry.number, entry.currency, entry.source_version, entry.by) == (1, "NPR", 5, scorer.user)
    assert owed(circle) == J40_NETS


def test_an_open_series_has_a_settlement_but_no_entries(bob_scores):
    state = bob_scores.record(J40[0])
    assert not Entry.objects.exists()
    assert state.outcome.money.amounts_minor == tuple(ONE_HAND_WITH_STANDARD.values())
    assert state.outcome_if(with_standard=False).money.amounts_minor == tuple(ONE_HAND.values())


@pytest.mark.parametrize(("with_standard", "amounts"), [(True, ONE_HAND_WITH_STANDARD), (False, ONE_HAND)])
def test_stopping_early_posts_what_the_scorer_chose(bob_scores, circle, with_standard, amounts):
    bob_scores.record(J40[0])
    bob_scores.stop(with_standard=with_standard)
    assert owed(circle) == amounts


def test_undo_of_the_last_hand_reverses_the_settlement(bob_scores, circle):
    bob_scores.record(*J40)
    bob_scores.undo()
    assert kinds(bob_scores.series) == [EntryKind.SETTLEMENT, EntryKind.REVERSAL]
    assert owed(circle) == NOTHING
    bob_scores.record(J40[3])
    assert owed(circle) == J40_NETS


def test_reopening_reverses_the_settlement_and_a_correction_posts_a_new_one(bob_scores, circle):
    bob_scores.record(J40[0])
    bob_scores.stop(with_standard=False)
    bob_scores.reopen("to look again")
    assert owed(circle) == NOTHING
    bob_scores.correct(1, {"points_won": [8.5, 5, 18, 8.5]}, "A and B mixed up")
    bob_scores.stop(with_standard=False)
    assert owed(circle) == ONE_HAND | {"A": -400, "B": -750}
    assert kinds(bob_scores.series) == [EntryKind.SETTLEMENT, EntryKind.REVERSAL, EntryKind.SETTLEMENT]


def test_a_correction_that_ends_the_series_posts_at_once(bob_scores, circle):
    bob_scores.record(J40[0], J40[1])
    bob_scores.correct(1, {"points_won": [40, 0, 0, 0]}, "oops")
    # Differences 150, −50, −50, −50; standard money 180 and −60 each; for the big hand 90 and −30 each.
    assert owed(circle) == {"A": 10500, "B": -3500, "C": -3500, "D": -3500}


def test_undo_of_a_hand_that_never_counted_leaves_the_settlement(bob_scores, circle):
    """A hand after the end is corrected and withdrawn: the series is over with or without it."""
    test_a_correction_that_ends_the_series_posts_at_once(bob_scores, circle)
    bob_scores.reopen("to look again")
    bob_scores.correct(2, J40[2], "mistyped")
    state = bob_scores.undo().state
    assert state.series.status == Status.OPEN
    bob_scores.stop(with_standard=True)
    assert bob_scores.state().series.status == Status.FINISHED
    assert kinds(bob_scores.series) == [EntryKind.SETTLEMENT, EntryKind.REVERSAL, EntryKind.SETTLEMENT]
    assert owed(circle)["A"] == 10500


def test_a_point_value_of_zero_posts_nothing(bob_scores, agreed):
    bob_scores.series = start_series(me=bob_scores.me, agreed=replace(agreed, point_value=Decimal(0)))
    bob_scores.record(*J40)
    bob_scores.reopen("to look again")
    assert not Entry.objects.exists()


def test_a_series_stopped_before_its_first_hand_posts_nothing(bob_scores):
    bob_scores.stop(with_standard=False)
    assert not Entry.objects.exists()


def test_a_coin_larger_than_all_nets_posts_nothing(bob_scores, circle, agreed):
    change_circle(circle=circle, name="Friday table", currency="NPR", coin_minor=10_000, language="en")
    bob_scores.series = start_series(me=bob_scores.me, agreed=agreed)
    bob_scores.record(*J40)
    assert not Entry.objects.exists()
    assert bob_scores.state().outcome.money.changed


def test_a_series_settles_in_the_currency_of_its_start(bob_scores, circle):
    change_circle(circle=circle, name="Friday table", currency="JPY", coin_minor=100, language="en")
    bob_scores.record(*J40)
    assert owed(circle) == J40_NETS
    assert owed(circle, "JPY") == {}


def test_a_refused_payment_posts_nothing(bob_scores, scorer):
    bob_scores.record(*J40[:3])
    with pytest.raises(Refused):
        bob_scores.record({"points_won": [40, 1, 0, 0]})
    with pytest.raises(OutOfDate):
        record_hand(series=bob_scores.series, submit=Submit(scorer, 1), record=J40[3])
    assert not Entry.objects.exists()


def test_the_last_hand_sent_twice_is_settled_once(bob_scores, circle):
    bob_scores.record(*J40[:3])
    submit = bob_scores.submit("one press")
    for _ in range(2):
        record_hand(series=bob_scores.series, submit=submit, record=J40[3])
    assert Entry.objects.count() == 1
    assert owed(circle) == J40_NETS


def test_a_hand_whose_settlement_cannot_be_posted_is_not_saved(bob_scores, monkeypatch):
    bob_scores.record(*J40[:3])

    def no_room(**_details: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(settling, "post_settlement", no_room)
    with pytest.raises(OSError, match="no space"):
        bob_scores.record(J40[3])
    assert bob_scores.state().series.version == 4
    assert Event.objects.count() == 4


def test_a_hand_in_an_open_series_does_not_query_the_books(bob_scores):
    with CaptureQueriesContext(connection) as asked:
        bob_scores.record(J40[2])
    assert not [query["sql"] for query in asked.captured_queries if "money_" in query["sql"]]


def test_an_entry_names_its_series_and_event(bob_scores, series, django_assert_num_queries):
    bob_scores.record(*J40)
    bob_scores.reopen("to look again")
    posted = list(entries(series.circle))
    with django_assert_num_queries(1):
        found = causes_of(posted)
    causes = [found[entry.pk] for entry in posted]
    assert [(cause.series, cause.kind) for cause in causes] == [(series, Reopened.kind), (series, Recorded.kind)]


# --- Lots ------------------------------------------------------------------------------------------------------------


def test_lots_favour_no_seat_and_no_player():
    """Three players share 40.00 rupees three hundred times: each gets the extra paisa equally often."""
    pays_more: Counter[int] = Counter()
    thirds = [Fraction(4000), *[Fraction(-4000, 3)] * 3]
    for number in range(300):
        lots = [lot(Series(pk=f"series{number}"), f"player{seat}") for seat in range(4)]
        pays_more[round_nets(thirds, 1, lots).amounts_minor.index(-1334)] += 1
    assert sorted(pays_more) == [1, 2, 3]
    assert min(pays_more.values()) > 70


def test_lots_belong_to_players_and_not_to_seats():
    series = Series(pk="abcdefghijkm")
    assert lot(series, "player1") == lot(series, "player1")
    assert lot(series, "player1") != lot(series, "player2") != lot(Series(pk="another"), "player2")


# --- What a point is worth -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("0.123456789", "too_precise"),
        ("0.00001", "too_precise"),
        ("-0.25", "out_of_range"),
        ("1000001", "out_of_range"),
        ("1E+999999", "out_of_range"),
        ("NaN", "unreadable"),
        ("Infinity", "unreadable"),
    ],
)
def test_an_invalid_point_value_is_refused(scorer, agreed, value, code):
    with pytest.raises(Refused) as refused:
        start_series(me=scorer, agreed=replace(agreed, point_value=Decimal(value)))
    assert [(problem.field, problem.code) for problem in refused.value.problems] == [("point_value", code)]
    assert not Series.objects.exists()


@pytest.mark.parametrize("value", ["0", "0.0001", "0.250000000", "1000000"])
def test_the_largest_and_smallest_point_values_are_accepted(scorer, agreed, value):
    series = start_series(me=scorer, agreed=replace(agreed, point_value=Decimal(value)))
    series.refresh_from_db()
    assert series.point_value == Decimal(value)
