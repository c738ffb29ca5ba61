"""`manage.py import_hands FILE.csv --series ID`: record hands that were kept on paper. See docs/import.md."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ledger.circles.models import Member, User
from ledger.circles.roles import Role
from ledger.lib.formatting import points
from ledger.series.models import Series
from ledger.transfer.file_format import UnreadableFile
from ledger.transfer.hands_csv import import_hands


class Command(BaseCommand):
    help = "Record hands from a CSV file, one row each: all of them, or none if any is wrong."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a CSV file, or - for standard input")
        parser.add_argument("--series", required=True, metavar="ID", help="the series; its id is in its address")
        parser.add_argument("--by", metavar="USERNAME", help="who records them; by default the owner of the circle")
        parser.add_argument("--dry-run", action="store_true", help="only show what would be done")

    def handle(self, *_args: Any, file: str, series: str, by: str | None, dry_run: bool, **_options: Any) -> None:
        found = Series.objects.select_related("circle").filter(pk=series).first()
        if found is None:
            raise CommandError(f"There is no series {series}.")
        members = Member.objects.filter(circle=found.circle_id).select_related("user", "circle")
        chosen = members.filter(user__username=User.normalize_username(by)) if by else members.filter(role=Role.OWNER)
        recorder = chosen.order_by("joined_at", "pk").first()
        if recorder is None or not recorder.may(Role.SCORER):
            raise CommandError(f"{by} may not record hands there." if by else "No account may record hands there.")
        try:
            data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
            done = import_hands(series=found, me=recorder, data=data, dry_run=dry_run)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        except UnreadableFile as error:
            raise CommandError("\n".join((*error.sentences, "Nothing was written."))) from error
        state = done.state
        totals = ", ".join(
            f"{name} {points(total)}" for name, total in zip(state.names, state.play.standing.cumulative, strict=True)
        )
        result = "would be recorded; nothing was written" if dry_run else "recorded"
        self.stdout.write(f"{done.count} hands {result}. {totals}. The series is {state.series.status}.")
