"""What is bid for a hand is written down before its play, and every phone sees it."""

import pytest

from ledger.lib.refusals import OutOfDate, Refused
from ledger.series.bids import note_bids
from ledger.series.models import NotedBids
from ledger.series.selectors import noted_bids
from ledger.series.services import Submit
from tests.ledger.conftest import refuses
from tests.ledger.following.test_follow import Phone
from tests.ledger.pages import text_of
from tests.ledger.series.conftest import Scorer, start_game


@pytest.fixture
def table(scorer, players) -> Scorer:
    """Call Break by the rules of the club: calls of at least 2 that come to at least 10."""
    return start_game(scorer, "call-break", players, preset="club")


def note(table: Scorer, bids: list[int]) -> None:
    note_bids(series=table.series, submit=table.submit(), bids=bids)


def test_bids_are_kept_and_add_nothing_to_the_chain(table):
    assert noted_bids(table.state(), None) == []
    before = table.state().series.version, table.state().series.latest_hash
    note(table, [3, 2, 4, 2])
    assert noted_bids(table.state(), None) == [3, 2, 4, 2]
    assert (table.state().series.version, table.state().series.latest_hash) == before


def test_who_writes_last_is_right(table, owner):
    note(table, [3, 2, 4, 2])
    note_bids(series=table.series, submit=Submit(owner, table.series.version), bids=[3, 2, 4, 3])
    assert noted_bids(table.state(), None) == [3, 2, 4, 3]
    assert NotedBids.objects.get().by_name == owner.name


def test_bids_belong_to_one_hand(table):
    note(table, [3, 2, 4, 2])
    table.record({"calls": [3, 2, 4, 2], "tricks": [4, 2, 3, 4]})
    assert noted_bids(table.state(), None) == []
    note(table, [2, 2, 4, 5])
    assert noted_bids(table.state(), None) == [2, 2, 4, 5]
    table.undo()
    assert noted_bids(table.state(), None) == []


def test_hidden_bids_of_an_earlier_hand_stop_nobody(scorer, owner, players):
    table = start_game(scorer, "differenzler", players)
    note_bids(series=table.series, submit=Submit(owner, 1), bids=[40, 30, 50, 20])
    with refuses("bids_of_another"):
        note(table, [40, 30, 50, 30])
    table.record({"announced": [40, 30, 50, 20], "card_points": [45, 30, 52, 30]})
    note(table, [10, 20, 30, 40])
    assert NotedBids.objects.get().bids == [10, 20, 30, 40]


def test_bids_that_the_rules_do_not_allow_are_refused(table):
    with refuses("too_low"):
        note(table, [2, 2, 2, 2])
    with refuses("wrong_length"):
        note(table, [3, 3, 4])
    assert not NotedBids.objects.exists()


def test_bids_are_refused_where_there_is_no_hand_to_come(table, bob_scores):
    with refuses("no_bids"):
        note(bob_scores, [3, 2, 4, 1])
    with pytest.raises(OutOfDate):
        note_bids(series=table.series, submit=Submit(table.me, 0), bids=[3, 2, 4, 2])
    table.stop(with_standard=True)
    with refuses("series_closed"):
        note(table, [3, 2, 4, 2])


def test_no_bids_after_the_last_deal(table):
    for _deal in range(5):
        table.record({"calls": [3, 2, 4, 2], "tricks": [4, 2, 3, 4]})
    with pytest.raises(Refused):
        note(table, [3, 2, 4, 2])


# --- On the phones ---------------------------------------------------------------------------------------------------


def test_every_open_page_shows_them(table, viewer):
    phone = Phone(viewer.user, table.series)
    assert phone.ask().status_code == 304
    note(table, [3, 2, 4, 5])
    shown = phone.ask()
    assert "Hand 1 is being played." in text_of(shown)
    assert all(f"Call: {call}" in text_of(shown) for call in (3, 2, 4, 5))
    phone.read(shown)
    assert phone.ask().status_code == 304
    note(table, [3, 2, 4, 6])
    assert "Call: 6" in text_of(phone.ask())


def test_the_page_forgets_them_with_the_hand(table, viewer):
    note(table, [3, 2, 4, 5])
    phone = Phone(viewer.user, table.series)
    table.record({"calls": [3, 2, 4, 5], "tricks": [4, 2, 3, 4]})
    shown = text_of(phone.ask())
    assert "is being played" not in shown
    assert "Call:" not in shown


def test_a_series_without_bids_asks_for_none(bob_scores):
    NotedBids.objects.create(series=bob_scores.series, number=1, bids=[3, 2, 4, 1], by_name="B")
    assert noted_bids(bob_scores.state(), None) == []
