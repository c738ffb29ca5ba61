"""Books: the chain, database constraints, and writers at the same moment."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from ledger.circles.models import Circle
from ledger.lib.hash_chain import faults
from ledger.money.chain import entry_hash
from ledger.money.models import Book, Entry, EntryKind, Posting
from ledger.money.selectors import amounts_of
from ledger.transfer.unfinished import delete_circle


def test_the_chain_holds_after_settlements_payments_and_reversals(bob_books, circle, anil, bina):
    bob_books.settle(7, {anil: 100, bina: -100})
    bob_books.reverse(bob_books.pay(bina, anil, "1").entry)
    bob_books.settle(9, {anil: 200, bina: -200})
    found = list(Entry.objects.filter(circle=circle))
    assert [entry.number for entry in found] == [1, 2, 3, 4, 5]
    assert not list(faults(found, lambda entry: entry_hash(entry, amounts_of(entry))))


# --- The database itself ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        {"number": 9},
        {"kind": EntryKind.REVERSAL},
        {"currency": "EUR"},
        {"source": "game:2"},
        {"source_version": 9},
        {"reverses": None},
        {"note": "nothing"},
        {"by_name": "Charlie"},
        {"at": timezone.now()},
        {"key": "another"},
        {"previous_hash": ""},
        {"hash": "0" * 64},
    ],
    ids=lambda change: next(iter(change)),
)
def test_an_entry_cannot_be_changed(bob_books, anil, bina, change):
    bob_books.pay(bina, anil, "1")
    with pytest.raises(IntegrityError, match="an entry is never changed"), transaction.atomic():
        Entry.objects.update(**change)


@pytest.mark.parametrize("change", [{"amount_minor": 5}, {"player": None}, {"entry": None}], ids=str)
def test_a_posting_cannot_be_changed(bob_books, anil, bina, chandra, change):
    bob_books.pay(bina, anil, "1")
    given = {"player": chandra, "entry": bob_books.pay(bina, anil, "2").entry}
    with pytest.raises(IntegrityError, match="a posting is never changed"), transaction.atomic():
        Posting.objects.filter(amount_minor=100).update(**{field: given.get(field, 5) for field in change})


def test_an_entry_in_the_book_gets_no_more_postings(bob_books, anil, bina, chandra):
    entry = bob_books.pay(bina, anil, "1").entry
    with pytest.raises(IntegrityError, match="no more postings"), transaction.atomic():
        Posting.objects.create(entry=entry, player=chandra, amount_minor=5)


@pytest.mark.parametrize("amounts", [(), (100,), (100, -99)])
def test_the_book_refuses_an_entry_that_does_not_balance(bob_books, circle, anil, bina, amounts):
    bob_books.pay(bina, anil, "1")
    entry = Entry.objects.create(
        circle=circle, number=2, kind=EntryKind.PAYMENT, currency="NPR", by_name="Bob", at=timezone.now()
    )
    for player, amount in zip((anil, bina), amounts, strict=False):
        Posting.objects.create(entry=entry, player=player, amount_minor=amount)
    with pytest.raises(IntegrityError, match="sum to zero"), transaction.atomic():
        Book.objects.update(version=2)


def an_entry(circle: Circle, **details: Any) -> Entry:
    given = {"number": 9, "kind": EntryKind.PAYMENT, "currency": "NPR", "by_name": "Bob", "at": timezone.now()}
    return Entry.objects.create(circle=circle, **given | details)


@pytest.mark.parametrize(
    "details",
    [
        {"kind": "gift"},
        {"kind": EntryKind.SETTLEMENT},
        {"kind": EntryKind.SETTLEMENT, "source": "game:2"},
        {"kind": EntryKind.SETTLEMENT, "source_version": 1},
        {"kind": EntryKind.REVERSAL},
        {"source": "game:2", "source_version": 1},
        {"number": 1},
        {"key": "used"},
        {"kind": EntryKind.SETTLEMENT, "source": "game:1", "source_version": 7},
    ],
    ids=str,
)
def test_the_database_refuses_an_impossible_entry(bob_books, anil, bina, details):
    bob_books.pay(bina, anil, "1", key="used")
    bob_books.settle(7, {anil: 100, bina: -100}, source="game:1")
    with pytest.raises(IntegrityError), transaction.atomic():
        an_entry(bob_books.me.circle, **details)


def test_an_entry_is_reversed_once(bob_books, anil, bina):
    payment = bob_books.pay(bina, anil, "1").entry
    bob_books.reverse(payment)
    with pytest.raises(IntegrityError), transaction.atomic():
        an_entry(bob_books.me.circle, kind=EntryKind.REVERSAL, reverses=payment)


def test_a_posting_is_not_zero_and_a_player_has_one_per_entry(circle, anil):
    entry = an_entry(circle)
    with pytest.raises(IntegrityError), transaction.atomic():
        Posting.objects.create(entry=entry, player=anil, amount_minor=0)
    Posting.objects.create(entry=entry, player=anil, amount_minor=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Posting.objects.create(entry=entry, player=anil, amount_minor=2)


def test_entries_stay_when_an_account_is_deleted(bob_books, anil, bina):
    bob_books.pay(bina, anil, "1")
    bob_books.me.user.delete()
    entry = Entry.objects.get()
    assert (entry.by, entry.by_name) == (None, "Bob")


def test_a_circle_can_be_deleted_with_its_books(bob_books, circle, anil, bina):
    bob_books.settle(7, {anil: 100, bina: -100})
    bob_books.reverse(bob_books.pay(bina, anil, "1").entry)
    delete_circle(circle=circle)
    assert not Entry.objects.exists()
    assert not Book.objects.exists()


# --- Two writers at once ---------------------------------------------------------------------------------------------
