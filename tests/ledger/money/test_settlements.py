"""Settlements in the books: posted once, reversed when they no longer hold, never changed."""

import pytest

from ledger.circles.services.circles import change_circle
from ledger.money.models import Book, Entry, EntryKind
from ledger.money.selectors import amounts_of, book_of, entries, unreversed_settlement


def test_a_settlement_is_one_entry_that_sums_to_zero(bob_books, anil, bina, chandra):
    (entry,) = bob_books.settle(7, {anil: 4600, bina: -2250, chandra: -2350})
    assert (entry.number, entry.kind, entry.currency) == (1, EntryKind.SETTLEMENT, "NPR")
    assert (entry.source, entry.source_version) == ("game:1", 7)
    assert (entry.by, entry.by_name) == (bob_books.me.user, "Bob")
    assert bob_books.balances() == {"Anil": 4600, "Bina": -2250, "Chandra": -2350}


def test_a_player_who_neither_wins_nor_loses_has_no_posting(bob_books, anil, bina, chandra):
    (entry,) = bob_books.settle(7, {anil: 100, bina: 0, chandra: -100})
    assert amounts_of(entry) == {anil.pk: 100, chandra.pk: -100}


@pytest.mark.parametrize("amount", [0, None])
def test_amounts_of_zero_post_nothing(bob_books, anil, amount):
    assert bob_books.settle(7, {} if amount is None else {anil: amount}) == []
    assert not Entry.objects.exists()


def test_a_settlement_of_a_reopened_source_is_reversed(bob_books, anil, bina):
    (posted,) = bob_books.settle(7, {anil: 100, bina: -100})
    (reversal,) = bob_books.settle(8, {})
    assert (reversal.kind, reversal.reverses, reversal.source, reversal.source_version) == (
        EntryKind.REVERSAL,
        posted,
        "game:1",
        8,
    )
    assert amounts_of(reversal) == {anil.pk: -100, bina.pk: 100}
    assert bob_books.balances() == {"Anil": 0, "Bina": 0}
    assert unreversed_settlement("game:1") is None


def test_another_result_reverses_the_first_and_posts_the_second(bob_books, anil, bina):
    bob_books.settle(7, {anil: 100, bina: -100})
    kinds = [entry.kind for entry in bob_books.settle(9, {anil: 250, bina: -250})]
    assert kinds == [EntryKind.REVERSAL, EntryKind.SETTLEMENT]
    assert bob_books.balances() == {"Anil": 250, "Bina": -250}
    assert [entry.source_version for entry in entries(anil.circle)] == [9, 9, 7]


def test_the_same_result_again_posts_nothing(bob_books, anil, bina):
    bob_books.settle(7, {anil: 100, bina: -100})
    assert bob_books.settle(8, {anil: 100, bina: -100}) == []
    assert Entry.objects.count() == 1


def test_each_source_has_its_own_settlement(bob_books, anil, bina):
    bob_books.settle(7, {anil: 100, bina: -100}, source="game:1")
    bob_books.settle(7, {anil: -30, bina: 30}, source="game:2")
    bob_books.settle(8, {}, source="game:1")
    assert bob_books.balances() == {"Anil": -30, "Bina": 30}


def test_a_settlement_keeps_its_own_currency(bob_books, circle, anil, bina):
    bob_books.settle(7, {anil: 100, bina: -100})
    change_circle(circle=circle, name="Friday table", currency="CHF", coin_minor=5, language="en")
    (reversal,) = bob_books.settle(8, {}, currency="CHF")
    assert reversal.currency == "NPR"


def test_amounts_that_do_not_sum_to_zero_are_refused(bob_books, anil, bina):
    with pytest.raises(AssertionError, match="sum to zero"):
        bob_books.settle(7, {anil: 100, bina: -99})
    assert not Entry.objects.exists()


def test_the_book_has_the_version_and_hash_of_its_latest_entry(bob_books, circle, anil, bina):
    assert book_of(circle).version == 0
    bob_books.settle(7, {anil: 100, bina: -100})
    bob_books.settle(8, {anil: 250, bina: -250})
    latest, *_earlier = entries(circle)
    book = Book.objects.get(circle=circle)
    assert (book.version, book.latest_hash) == (latest.number, latest.hash) == (3, latest.hash)
