"""Hands that a table kept on paper, brought into a series by the service that a phone uses: all of them or none."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from ledger.circles.models import Member
from ledger.lib.refusals import Refused
from ledger.series import services
from ledger.series.models import Event, Series
from ledger.series.state import SeriesState, series_state
from ledger.series.wording import in_words
from ledger.transfer.hands_csv import Columns, NotAPaperError, Row, Trouble, read_columns, read_row, read_rows


@dataclass(frozen=True)
class Imported:
    hands: int
    state: SeriesState  # after them


def import_hands(*, series: Series, me: Member, data: bytes, dry_run: bool) -> Imported:
    """`NotAPaperError` has every problem of the file; then, as after a dry run, nothing was written."""
    with transaction.atomic():
        imported = _import(series, me, data)
        transaction.set_rollback(dry_run)
    return imported


def _import(series: Series, me: Member, data: bytes) -> Imported:
    state = series_state(series)
    if state.totals_entry is None:
        raise NotAPaperError(Trouble(0, "", "the hands of this game are not kept as figures"))
    rows = read_rows(data)
    if len(rows) <= 1:
        raise NotAPaperError(Trouble(0, "", "there are no hands in it"))
    file = hashlib.sha256(data).hexdigest()[:32]
    if Event.objects.filter(series=series, key__startswith=f"import-{file}-").exists():
        raise NotAPaperError(Trouble(0, "", "it has been imported into this series before"))
    columns = read_columns(state, *rows[0])
    problems: list[Trouble] = []
    for number, (line, cells) in enumerate(rows[1:], start=state.next_number):
        row = read_row(state, columns, line, cells)
        row.problems += columns.wrong_number(line, cells, number)
        state, refused = (state, row.problems) if row.problems else _record(state, me, columns, row, file)
        problems += refused
    if problems:
        raise NotAPaperError(*problems)
    return Imported(len(rows) - 1, state)


def _record(
    state: SeriesState, me: Member, columns: Columns, row: Row, file: str
) -> tuple[SeriesState, Sequence[Trouble]]:
    """The series after the hand; or as it was, and why."""
    submit = services.Submit(me, state.series.version, f"import-{file}-{row.line}")
    try:
        return services.record_hand(series=state.series, submit=submit, record=row.record).state, ()
    except Refused as refused:
        assert state.totals_entry is not None
        told = [
            (columns.title_of(problem.field, state.totals_entry), in_words(problem.message, state.names))
            for problem in refused.problems
        ]
        return state, [Trouble(row.line, column, message) for column, message in told]
