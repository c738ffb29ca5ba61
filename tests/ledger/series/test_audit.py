"""`manage.py audit` reports nothing after every kind of event, and finds changes in forged chains."""

from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.circles.models import Circle, Member
from ledger.circles.services.players import add_player
from ledger.money.chain import entry_hash
from ledger.money.models import Book, Entry
from ledger.money.selectors import amounts_of
from ledger.money.services import Payment, record_payment
from ledger.series.models import Series
from tests.ledger.lib.test_progress import Terminal
from tests.ledger.series.evening import (
    Evening,
    assert_found,
    differences,
    forge_chain,
    remove_database_protection,
    run_audit,
    spend_evening,
    tamper,
)

ENTRY_3 = "(SELECT id FROM money_entry WHERE number = 3)"


@pytest.fixture
def evening(scorer, agreed, players, charlie) -> Evening:
    return spend_evening(scorer, agreed, players, charlie)


def test_an_evening_with_every_event_audits_clean(evening):
    assert run_audit() == (["Everything is as it was written: 2 circles, 3 series, 9 entries."], 0)


def test_a_terminal_shows_a_progress_bar(evening):
    terminal = Terminal()
    call_command("audit", stdout=StringIO(), stderr=terminal)
    shown = terminal.getvalue().split("\r")
    assert any(f"Checking [{'#' * 20}" in line for line in shown[:-1])
    assert shown[-1] == f"Checking [{'#' * 40}] 100%\n"


def test_an_empty_database_is_clean(db):
    assert run_audit() == (["Everything is as it was written: 0 circles, 0 series, 0 entries."], 0)


def test_a_posting_for_a_player_of_another_circle_is_found(evening):
    outsider = add_player(circle=evening.elsewhere, name="Stranger")
    posting = f"player_id = '<D>' AND entry_id = {ENTRY_3}"
    tamper(evening, f"UPDATE money_posting SET player_id = '{outsider.pk}' WHERE {posting}")
    assert_found(evening, "entry 3: Stranger is not a player of this circle.")


def test_entries_of_a_removed_series_are_found(evening):
    Series.objects.filter(pk=evening.stopped.pk).delete()
    assert_found(evening, "entry 4 comes from series:<stopped>, and there is no such series in this circle.")


# --- In a forged chain -----------------------------------------------------------------------------------------------


def forge_books(circle: Circle) -> None:
    """Calculate the hashes of the chain of entries again."""
    remove_database_protection()
    previous = ""
    for entry in Entry.objects.filter(circle=circle):
        entry.previous_hash = previous
        previous = entry.hash = entry_hash(entry, amounts_of(entry))
        entry.save()
    Book.objects.filter(circle=circle).update(latest_hash=previous)


def test_a_changed_amount_is_found_in_a_forged_chain_of_entries(evening):
    tamper(
        evening,
        f"UPDATE money_posting SET amount_minor = -2250 WHERE player_id = '<D>' AND entry_id = {ENTRY_3};"
        f"UPDATE money_posting SET amount_minor = 4500 WHERE player_id = '<A>' AND entry_id = {ENTRY_3}",
    )
    forge_books(evening.circle)
    assert [line.split("), ")[1] for line in differences(evening)] == [
        evening.fill_in("series <finished>: entry 3 gives A NPR 45.00, and should give NPR 46.00."),
        evening.fill_in("series <finished>: entry 3 gives D −NPR 22.50, and should give −NPR 23.50."),
        "the balance of A is NPR 33.50, and by the records it should be NPR 34.50.",
        "the balance of D is −NPR 26.50, and by the records it should be −NPR 27.50.",
    ]


def test_a_changed_record_is_found_in_a_forged_chain_of_events(evening):
    other = '{"points_won": [6, 8, 18, 8]}'
    tamper(evening, f"UPDATE series_event SET content = '{other}' WHERE number = 2 AND series_id = '<finished>'")
    forge_chain(evening.finished)
    printed = "\n".join(differences(evening))
    assert "chain" not in printed
    assert "hand 1, seat 1: stored are 5 points won and -5 entered" in printed
    assert "entry 3 gives A NPR 46.00, and should give NPR 47.00." in printed


@pytest.mark.parametrize(
    ("content", "number", "sentence"),
    [
        ('{"points_won": "forty"}', 2, "hand 1, event 2: the record cannot be."),
        ('{"points_won": [40, 1, 0, 0]}', 2, "hand 1, event 2: the record cannot be."),
        ("{}", 8, "event 8 does not say whether standard money is paid."),
        ("[]", 1, "what was agreed at its start cannot be read"),
        ('{"game": "bridge", "players": []}', 1, "what was agreed at its start cannot be read"),
    ],
)
def test_impossible_events_are_named(evening, content, number, sentence):
    tamper(
        evening, f"UPDATE series_event SET content = '{content}' WHERE number = {number} AND series_id = '<finished>'"
    )
    assert_found(evening, f"series <finished>: {sentence}")


def test_every_circle_is_audited(evening):
    other = Member.objects.get(circle=evening.elsewhere)
    one, two = (add_player(circle=evening.elsewhere, name=name) for name in ("Anil", "Bina"))
    record_payment(me=other, payment=Payment(one, two, Decimal(5)))
    tamper(evening, "UPDATE money_book SET latest_hash = 'x' WHERE circle_id = '<elsewhere>'")
    assert_found(evening, "Elsewhere (<elsewhere>), the book keeps another hash than that of the end of its chain.")


def test_the_query_count_does_not_depend_on_hands(evening, bob_scores):
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            run_audit()
        return len(asked)

    before = queries()
    bob_scores.series = evening.open
    for _ in range(20):
        bob_scores.record({"thrown_in": True, "reason": "a card lay on the floor"})
    assert queries() == before
