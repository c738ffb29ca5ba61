"""An import writes part by part. Nobody sees an unfinished circle, and it is deleted if the import is cut off."""

import json
from datetime import timedelta
from unittest.mock import Mock

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from ledger.circles.models import Circle, Member
from ledger.operations.tidy import tidy
from ledger.series.models import Series
from ledger.transfer import import_circle as importing
from ledger.transfer import unfinished
from ledger.transfer.import_circle import check_file, import_circle
from ledger.transfer.unfinished import delete_circle
from tests.ledger.transfer.circle_files import export
from tests.ledger.transfer.importing.conftest import count_rows, problems_of

pytestmark = pytest.mark.django_db
A_WHILE = unfinished.INTERRUPTED_AFTER + timedelta(minutes=1)


class Killed(BaseException):
    """Stops an import as if its process had been killed: nothing runs after it."""


@pytest.fixture
def rows_before(text, charlie) -> dict[str, int]:
    return count_rows()


@pytest.fixture
def half(text, charlie, monkeypatch) -> Circle:
    """A circle of which only the series have been written, one at a time."""

    monkeypatch.setattr(importing, "AT_A_TIME", 1)
    monkeypatch.setattr(unfinished, "AT_A_TIME", 1)
    with monkeypatch.context() as patch:
        patch.setattr(importing, "_finish", Mock(side_effect=Killed))
        patch.setattr(importing, "delete_circle", lambda **_circle: None)
        with pytest.raises(Killed):
            import_circle(check_file(text.encode()), charlie)
    return Circle.with_unfinished.get()


def make_older(circle: Circle) -> None:
    Circle.with_unfinished.filter(pk=circle.pk).update(unfinished_at=timezone.now() - A_WHILE)


def test_nobody_sees_it(half):
    assert Series.objects.filter(circle=half).exists()
    assert not Circle.objects.exists()
    assert not Member.objects.filter(circle=half, user__is_active=True).exists()
    with pytest.raises(CommandError, match="There is no circle"):
        call_command("export_circle", half.pk)
    call_command("audit")


def test_the_file_is_refused_while_the_import_goes_on(half, text):
    (problem,) = problems_of(text.encode())
    assert problem.startswith("This circle is being imported or deleted here.")
    tidy()
    assert Circle.with_unfinished.get() == half


def test_once_it_is_cut_off_the_file_can_be_imported(half, text):
    make_older(half)
    circle = import_circle(check_file(text.encode()), None)
    assert circle.unfinished_at is None
    assert Circle.objects.get() == circle
    assert export(circle) == text


def test_tidying_deletes_it_part_by_part(rows_before, half):
    make_older(half)
    series = Series.with_discarded.count()
    assert series > 1
    tidy()
    assert Series.with_discarded.count() == series - 1
    for _ in range(series):
        tidy()
    accounts = {"User": count_rows()["User"]}  # without a circle: they are deleted later, as guests are
    assert count_rows() == rows_before | accounts


def test_one_command_deletes_all_of_it(rows_before, half, capsys, monkeypatch):
    """Each part has a transaction of its own, and others can write between two parts."""
    make_older(half)
    series, left = Series.with_discarded.count(), []
    monkeypatch.setattr(unfinished.time, "sleep", lambda _seconds: left.append(Series.with_discarded.count()))
    call_command("tidy")
    assert left == [*reversed(range(series)), 0]  # and once more, for the circle's guests
    assert "1 interrupted circles" in capsys.readouterr().out
    assert count_rows() == rows_before | {"User": count_rows()["User"]}


@pytest.mark.parametrize("part", ["_write_series", "_write_continued", "_write_entries", "_finish"])
def test_a_fault_while_it_is_written_leaves_nothing(text, charlie, part, monkeypatch):
    before = count_rows()

    monkeypatch.setattr(importing, part, Mock(side_effect=MemoryError))
    with pytest.raises(MemoryError):
        import_circle(check_file(text.encode()), charlie)
    assert count_rows() == before


@pytest.mark.django_db(transaction=True)
def test_others_can_write_between_its_parts(text, monkeypatch):
    monkeypatch.setattr(importing, "AT_A_TIME", 1)
    between: list[bool] = []
    contents = check_file(text.encode())
    import_circle(contents, None, report=lambda _share: between.append(not connection.in_atomic_block))
    assert between == [True] * (len(contents.series) + 1)


def test_a_large_circle_is_deleted_part_by_part(text, charlie, monkeypatch):
    """If the deletion is cut off, nobody sees the rest, which is deleted later."""
    monkeypatch.setattr(unfinished, "AT_A_TIME", 1)
    before = count_rows()
    circle = import_circle(check_file(text.encode()), charlie)

    with monkeypatch.context() as patch:
        patch.setattr(unfinished.time, "sleep", Mock(side_effect=Killed))
        with pytest.raises(Killed):
            delete_circle(circle=circle)
    assert Circle.with_unfinished.exists()
    assert not Circle.objects.exists()
    assert not Member.objects.filter(circle=circle).exists()
    make_older(circle)
    while not tidy()["interrupted circles"]:
        pass
    assert count_rows() == before | {"User": before["User"] + len(json.loads(text)["members"])}
