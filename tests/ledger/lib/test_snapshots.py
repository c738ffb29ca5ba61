"""Long reads while others write: the reader sees one moment, and writers do not wait."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import transaction

from ledger.circles.models import User
from ledger.lib.snapshots import snapshot
from ledger.series.audit import differences as audit
from ledger.transfer.export import circle_file_parts
from tests.ledger.conftest import make_user
from tests.ledger.series.conftest import J40
from tests.ledger.threads import run_together


@pytest.mark.django_db(transaction=True)
def test_a_writer_does_not_wait_and_the_reader_sees_one_moment():
    with snapshot():
        assert User.objects.count() == 0
        assert run_together(lambda: str(make_user("Alice"))) == ["Alice"]
        assert User.objects.count() == 0
    assert User.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_after_a_fault_the_connection_is_as_before():
    def count_and_fail() -> None:
        with snapshot():
            raise ValueError(f"{User.objects.count()} users")

    with pytest.raises(ValueError, match="0 users"):
        count_and_fail()
    with transaction.atomic():
        make_user("Alice")
    assert User.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_hand_is_saved_while_its_circle_is_exported(bob_scores):
    bob_scores.record(J40[0])
    parts = circle_file_parts(bob_scores.me.circle)
    begun = next(parts)
    (saved,) = run_together(lambda: len(bob_scores.record(J40[1]).events))
    assert saved == 2
    (series,) = json.loads(begun + "".join(parts))["series"]
    assert (series["version"], len(series["events"])) == (2, 2)


@pytest.mark.django_db(transaction=True)
def test_a_hand_is_saved_while_its_circle_is_audited(bob_scores, monkeypatch):
    bob_scores.record(J40[0])
    saved = []
    rebuild = audit.rebuild_series

    def rebuild_while_bob_records(*arguments: object) -> object:
        saved.extend(run_together(lambda: len(bob_scores.record(J40[1]).events)))
        return rebuild(*arguments)

    monkeypatch.setattr(audit, "rebuild_series", rebuild_while_bob_records)
    printed = StringIO()
    call_command("audit", stdout=printed)
    assert saved == [2]
    assert printed.getvalue().startswith("Everything is as it was written")
