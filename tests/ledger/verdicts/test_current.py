"""Which verdicts still hold after corrections, undos and the end."""

from dataclasses import replace

from ledger.circles.models import Member, Verdicts
from ledger.series.services import reopen_series
from ledger.verdicts.current import verdicts_of
from ledger.verdicts.models import VerdictBook, VerdictEntry
from ledger.verdicts.services import waive
from tests.ledger.series.conftest import J40
from tests.ledger.verdicts.conftest import Table

# The J-40 document's hand 3 with the points of B and D exchanged; and with another last trick, which moves no points.
B_WON_LESS = {"points_won": [16, 7, 8.5, 8.5], "last_trick": 1}
SAME_FIGURES = {"points_won": [16, 8.5, 8.5, 7], "last_trick": 0}


def test_nothing_is_asked_where_verdicts_are_off(table, django_assert_num_queries):
    state = table.record(J40[0])
    state.series.verdicts = Verdicts.OFF
    with django_assert_num_queries(0):
        verdicts = verdicts_of(state)
    assert (verdicts.setting, verdicts.agreed, verdicts.unanswered(1), verdicts.etag) == ("off", False, [], "")


def test_everybody_who_sat_is_asked(table, vera_is_b):
    table.record(J40[0], J40[1])
    table.says(vera_is_b, 1, 2, "agreed")
    verdicts = table.verdicts()
    assert verdicts.unanswered(1) == [0, 1, 2, 3]
    assert verdicts.unanswered(2) == [0, 2, 3]
    assert verdicts.hands_unanswered_by(1) == [1]
    assert verdicts.hands_unanswered_by(0) == [1, 2]
    assert not verdicts.unanswered(None), "the series is open"


def test_an_agreement_holds_while_the_figures_are_the_same(table):
    table.record(J40[2], J40[3])
    table.all_agree(1, 2)
    table.correct(1, B_WON_LESS)
    assert table.given(1) == [(0, "agreed"), (2, "agreed")], "B and D have other figures"
    assert len(table.given(2)) == 4
    table.correct(1, J40[2])
    assert len(table.given(1)) == 4, "the figures are as before"


def test_a_dispute_holds_until_its_hand_is_corrected(table, vera_is_b):
    table.record(J40[2], J40[3])
    table.says(vera_is_b, 1, 1, "disputed", note="It was 7.")
    table.correct(2, J40[2])
    disputes = table.verdicts().disputes
    assert [(number, verdict.seat, verdict.reason, verdict.note) for number, verdict in disputes] == [
        (1, 1, "my_points", "It was 7.")
    ]
    table.correct(1, SAME_FIGURES)
    assert not table.verdicts().disputes
    assert table.verdicts().unanswered(1) == [0, 1, 2, 3], "all are asked again"


def test_verdicts_on_a_withdrawn_hand_do_not_count_for_the_next(table):
    table.record(J40[2])
    table.all_agree(1)
    table.undo()
    assert not table.given(1)
    table.record(J40[2])
    assert not table.given(1)
    table.correct(1, SAME_FIGURES)
    assert not table.given(1)
    table.all_agree(1)
    table.correct(1, J40[2])
    assert len(table.given(1)) == 4


def test_a_series_is_agreed_to_when_all_said_so_of_all(table):
    table.record(J40[0], J40[1])
    table.all_agree(1, 2)
    assert not table.verdicts().agreed, "the end is missing"
    table.stop()
    assert table.verdicts().unanswered(None) == [0, 1, 2, 3]
    table.all_agree(None)
    assert table.verdicts().agreed
    table.says(table.me, 3, 2, "none")
    assert not table.verdicts().agreed


def test_a_dispute_is_no_agreement(table, vera_is_b):
    table.record(J40[0])
    table.stop()
    table.all_agree(1, None)
    table.says(vera_is_b, 1, None, "disputed")
    verdicts = table.verdicts()
    assert not verdicts.agreed
    assert not verdicts.unanswered(None)
    assert [(number, verdict.seat) for number, verdict in verdicts.disputes] == [(None, 1)]


def test_what_was_said_of_the_end_holds_while_it_is_the_same(table, owner):
    table.record(J40[0], J40[1])
    table.stop()
    table.all_agree(None)
    reopen(table, owner)
    assert not table.given(None), "the series is open"
    table.stop()
    assert len(table.given(None)) == 4
    reopen(table, owner)
    table.correct(1, J40[1])
    table.stop()
    assert not table.given(None), "the totals have changed"


def reopen(table: Table, owner: Member) -> None:
    reopen_series(series=table.series, submit=replace(table.submit(), me=owner), reason="A look.")


def test_a_waiver_holds_until_the_series_moves_on(table, owner):
    table.record(J40[0])
    table.stop()
    version = table.state().series.version
    waive(me=owner, series=table.series, version=version, reason="  Everybody has gone home. ")
    verdicts = table.verdicts()
    assert verdicts.agreed
    assert verdicts.waiver
    assert (verdicts.waiver.by_name, verdicts.waiver.reason) == ("Alice", "Everybody has gone home.")
    reopen(table, owner)
    table.stop()
    assert (table.verdicts().agreed, table.verdicts().waiver) == (False, None)


def test_nobody_is_asked_about_a_deal_that_was_thrown_in(table):
    table.record({"thrown_in": True}, J40[0])
    assert not table.verdicts().unanswered(1)
    table.all_agree(2)
    table.stop()
    table.all_agree(None)
    assert table.verdicts().agreed


def test_the_version_of_the_series_stays(table):
    series = table.record(J40[0]).series
    before = (series.version, series.latest_hash)
    table.all_agree(1)
    after = table.state().series
    assert (after.version, after.latest_hash) == before
    book = VerdictBook.objects.get(series=table.series)
    assert book.version == VerdictEntry.objects.filter(series=table.series).count() == 4


def test_it_is_worked_out_once(table, django_assert_num_queries):
    table.record(J40[2])
    table.all_agree(1)
    table.correct(1, SAME_FIGURES)
    state = table.state()
    with django_assert_num_queries(3):  # the end of the chain, its entries, and the revisions of the hand
        first = verdicts_of(state)
    with django_assert_num_queries(1):
        again = verdicts_of(state)
    assert again is first
    table.says(table.me, 0, 1, "none")
    assert table.verdicts().etag != first.etag
