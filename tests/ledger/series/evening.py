"""An evening with every kind of event, and the output of `manage.py audit`."""

import re
from dataclasses import dataclass
from decimal import Decimal
from io import StringIO

from django.core.management import CommandError, call_command
from django.db import connection

from ledger.circles.models import Circle, Member, Player, User
from ledger.circles.services.circles import make_circle
from ledger.circles.services.players import add_player
from ledger.money.services import Payment, record_payment, reverse_payment
from ledger.series.chain import event_hash
from ledger.series.models import Event, Series
from ledger.series.starting import Agreement, start_series
from tests.ledger.series.conftest import J40, Scorer

MISTYPED = {"points_won": [16, 8.5, 7, 8.5], "last_trick": 1}


def run_audit() -> tuple[list[str], int]:
    """The printed lines and the exit code."""
    printed = StringIO()
    try:
        call_command("audit", stdout=printed)
    except CommandError as differs:
        return printed.getvalue().splitlines(), differs.returncode
    return printed.getvalue().splitlines(), 0


@dataclass(frozen=True)
class Evening:
    """Three series and two payments with every kind of event."""

    finished: Series
    stopped: Series
    open: Series
    circle: Circle
    elsewhere: Circle
    players: list[Player]

    def fill_in(self, text: str) -> str:
        """A text that names rows in pointed brackets: <finished>, <A>, <elsewhere>."""
        rows = {player.name: player.pk for player in self.players}
        rows |= {name: getattr(self, name).pk for name in ("finished", "stopped", "open", "circle", "elsewhere")}
        return re.sub("<([a-zA-Z]+)>", lambda found: rows[found[1]], text)


def spend_evening(scorer: Member, agreed: Agreement, players: list[Player], charlie: User) -> Evening:
    finished, stopped, open_ = (Scorer(scorer, start_series(me=scorer, agreed=agreed)) for _ in range(3))
    finish(finished)
    stop_and_reopen(stopped)
    open_.record(J40[2])
    payer, payee = players[1], players[0]
    record_payment(me=scorer, key="one press", payment=Payment(payer, payee, Decimal(4), note="in cash"))
    mistake = record_payment(me=scorer, payment=Payment(payee, payer, Decimal("0.50"))).entry
    reverse_payment(me=scorer, entry=mistake, note="that was not paid")
    elsewhere = make_circle(owner=charlie, name="Elsewhere", currency="CHF", language="en").circle
    idle = add_player(circle=scorer.circle, name="E")
    return Evening(finished.series, stopped.series, open_.series, scorer.circle, elsewhere, [*players, idle])


def finish(bob: Scorer) -> None:
    """Entries 1 to 3: settled by event 6, reopened by event 7, and settled again by event 8."""
    bob.record(J40[0], J40[1], MISTYPED)
    bob.correct(3, J40[2], "wrong pile")
    bob.record(J40[3])
    bob.reopen("to look again")
    bob.stop(with_standard=True)


def stop_and_reopen(bob: Scorer) -> None:
    """Entries 4 to 6, without standard money."""
    bob.record(J40[0])
    bob.stop(with_standard=False)
    bob.reopen("one more")
    bob.record(J40[1])
    bob.undo()
    bob.stop(with_standard=False)


def remove_database_protection() -> None:
    """Remove the database's triggers. A person who can change rows can do that too."""
    connection.check_constraints()  # PostgreSQL alters no table that has pending constraint checks
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            for table in ("money_entry", "money_posting", "money_book"):
                cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            return
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in cursor.fetchall():
            cursor.execute(f"DROP TRIGGER {name}")


def forge_chain(series: Series) -> None:
    """Work out the hashes of all events again, as whoever holds the server can."""
    previous = ""
    for event in Event.objects.filter(series=series).order_by("number"):
        event.previous_hash = previous
        previous = event.hash = event_hash(event)
        event.save(force_update=True)
    Series.objects.filter(pk=series.pk).update(latest_hash=previous)


def tamper(evening: Evening, statements: str) -> None:
    remove_database_protection()
    with connection.cursor() as cursor:
        for statement in statements.split(";"):
            cursor.execute(evening.fill_in(statement))
            assert cursor.rowcount > 0, statement


def differences(evening: Evening) -> list[str]:
    printed, code = run_audit()
    assert code == 1
    assert all(line.startswith(("Friday table (", "Elsewhere (")) for line in printed)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in printed]


def assert_found(evening: Evening, sentence: str) -> None:
    printed = differences(evening)
    assert any(evening.fill_in(sentence) in line for line in printed), "\n".join(printed)
