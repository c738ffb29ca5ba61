"""An import writes part by part. What it has written so far is seen by nobody, and goes if it is cut off."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from ledger.circles.models import Circle, Member, User
from ledger.operations.tidy import tidy
from ledger.series.models import Series
from ledger.transfer import import_circle as importing
from ledger.transfer import unfinished
from ledger.transfer.import_circle import check_file, import_circle
from tests.ledger.transfer.circle_files import export
from tests.ledger.transfer.importing.conftest import count_rows, problems_of

pytestmark = pytest.mark.django_db
A_WHILE = unfinished.CUT_OFF_AFTER + timedelta(minutes=1)


class Killed(BaseException):
    """Nothing after it runs, as if the process had been killed."""


@pytest.fixture
def rows_before(text: str, charlie: User) -> dict[str, int]:
    return count_rows()


@pytest.fixture
def half(text: str, charlie: User, monkeypatch: pytest.MonkeyPatch) -> Circle:
    """Of which the series are written, one at a time, and no more."""

    def kill(*_given: object) -> None:
        raise Killed

    monkeypatch.setattr(importing, "AT_A_TIME", 1)
    monkeypatch.setattr(unfinished, "AT_A_TIME", 1)
    with monkeypatch.context() as patch:
        patch.setattr(importing, "_finish", kill)
        patch.setattr(importing, "delete_unfinished", lambda _circle: None)
        with pytest.raises(Killed):
            import_circle(check_file(text.encode()), charlie)
    return Circle.with_unfinished.get()


def make_older(circle: Circle) -> None:
    Circle.with_unfinished.filter(pk=circle.pk).update(unfinished_at=timezone.now() - A_WHILE)


def test_nobody_sees_it(half: Circle) -> None:
    assert Series.objects.filter(circle=half).exists()
    assert not Circle.objects.exists()
    assert not Member.objects.filter(circle=half, user__is_active=True).exists()
    with pytest.raises(CommandError, match="There is no circle"):
        call_command("export_circle", half.pk)
    call_command("audit")


def test_the_file_is_refused_while_the_import_goes_on(half: Circle, text: str) -> None:
    (problem,) = problems_of(text.encode())
    assert problem.startswith("This circle is being imported here.")
    tidy()
    assert Circle.with_unfinished.get() == half


def test_once_it_is_cut_off_the_file_can_be_imported(half: Circle, text: str) -> None:
    make_older(half)
    circle = import_circle(check_file(text.encode()), None)
    assert circle.unfinished_at is None
    assert Circle.objects.get() == circle
    assert export(circle) == text


def test_tidying_deletes_it_part_by_part(rows_before: dict[str, int], half: Circle) -> None:
    make_older(half)
    series = Series.with_discarded.count()
    assert series > 1
    tidy()
    assert Series.with_discarded.count() == series - 1
    for _ in range(series):
        tidy()
    assert count_rows() == rows_before


@pytest.mark.parametrize("part", ["_write_series", "_write_continued", "_write_entries", "_finish"])
def test_a_fault_while_it_is_written_leaves_nothing(
    text: str, charlie: User, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = count_rows()

    def fail(*_given: object) -> None:
        raise MemoryError

    monkeypatch.setattr(importing, part, fail)
    with pytest.raises(MemoryError):
        import_circle(check_file(text.encode()), charlie)
    assert count_rows() == before
