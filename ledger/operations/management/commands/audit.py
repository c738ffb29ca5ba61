from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ledger.circles.models import Circle
from ledger.lib.progress import ProgressBar
from ledger.money.models import Entry
from ledger.series.audit.differences import differences
from ledger.series.models import Event, Series, Status
from ledger.signing.audit import key_differences
from ledger.signing.seal_audit import seal_differences
from ledger.standings.seasons.audit import circle_season_differences
from ledger.verdicts.audit import verdict_differences

WORTH_A_RATE = 1_000  # events


class Command(BaseCommand):
    help = (
        "Play every record again and compare what it comes to with what is stored: points, standings, settlements, "
        "postings, balances, verdicts, closed seasons, the hash chains, the signing key and what it has signed. "
        "Exits with 1 if anything differs."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        found = checked = 0
        progress, events = ProgressBar(self.stderr, "Checking"), Event.objects.count()

        def report(more: int) -> None:
            nonlocal checked
            checked += more
            progress(checked / max(events, checked))  # `events` lacks those that are written meanwhile

        for sentence in key_differences():
            self.stdout.write(sentence)
            found += 1
        for circle in Circle.objects.order_by("created_at", "pk"):
            for sentence in chain(
                differences(circle, report),
                verdict_differences(circle),
                circle_season_differences(circle),
                seal_differences(circle),
            ):
                self.stdout.write(sentence)
                found += 1
        if checked >= WORTH_A_RATE:
            self.stderr.write(progress.rate(checked, "events"))
        if found:
            raise CommandError(f"{found} differences." if found > 1 else "1 difference.")
        circles, series, entries = Circle.objects.count(), Series.with_discarded.count(), Entry.objects.count()
        counts = f"{circles} circles, {series} series, {entries} entries"
        self.stdout.write(f"Everything is as it was written: {counts}.")
        # Users can discard only a series without hands. A migration has discarded the others, whose options are gone.
        if former := Series.with_discarded.filter(status=Status.DISCARDED, hands__isnull=False).distinct().count():
            self.stdout.write(
                f"The hands of {former} series are not scored: they were played by options that are gone."
            )
