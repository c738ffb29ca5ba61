"""`manage.py import_hands FILE.csv --series ID`: hands that a table kept on paper. docs/import.md tells how."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.lib.formatting import points
from ledger.series.models import Series
from ledger.transfer.hands import import_hands
from ledger.transfer.hands_csv import NotAPaperError


class Command(BaseCommand):
    help = "Record hands from a CSV file, one row each: all of them, or none if any is wrong."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a CSV file, or - for standard input")
        parser.add_argument("--series", required=True, metavar="ID", help="the series; its id stands in its address")
        parser.add_argument("--by", metavar="USERNAME", help="who records them; else the owner of the circle")
        parser.add_argument("--dry-run", action="store_true", help="only say what would be done")

    def handle(self, *_args: Any, file: str, series: str, by: str | None, dry_run: bool, **_options: Any) -> None:
        found = Series.objects.select_related("circle").filter(pk=series).first()
        if found is None:
            raise CommandError(f"There is no series {series}.")
        try:
            done = import_hands(series=found, me=_scorer(found, by), data=_content(file), dry_run=dry_run)
        except NotAPaperError as refused:
            wrong = "\n".join(str(problem) for problem in refused.problems)
            raise CommandError(f"{wrong}\nNothing was written.") from refused
        state = done.state
        totals = ", ".join(
            f"{name} {points(total)}" for name, total in zip(state.names, state.play.standing.cumulative, strict=True)
        )
        said = "would be recorded; nothing was written" if dry_run else "recorded"
        self.stdout.write(f"{done.hands} hands {said}. {totals}. The series is {state.series.status}.")


def _scorer(series: Series, username: str | None) -> Member:
    members = (
        Member.objects.filter(circle=series.circle_id).select_related("user", "circle").order_by("joined_at", "pk")
    )
    if username is None:
        chosen = next((member for member in members if member.role == Role.OWNER), None)
    else:
        chosen = next((member for member in members if member.user.username == username.lower()), None)
    if chosen is None or not chosen.may(Role.SCORER):
        raise CommandError(f"{username or 'Nobody'} may record hands there.")
    return chosen


def _content(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as missing:
        raise CommandError(f"{file} cannot be read: {missing.strerror}.") from missing
