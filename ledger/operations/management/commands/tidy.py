import time
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand

from ledger.operations.tidy import AT_ONCE, tidy
from ledger.transfer.unfinished import PAUSE, has_interrupted_circles


class Command(BaseCommand):
    help = "Delete what is no longer needed: old receipts, sessions, guests, cache rows and sheets. Says how many."

    def handle(self, *_args: Any, **_options: Any) -> None:
        deleted: Counter[str] = Counter()
        is_done = False
        while not is_done:
            counts = tidy()
            deleted.update(counts)
            # After the last part of a circle, its guests can be deleted too.
            has_more = counts["interrupted circles"] or has_interrupted_circles()
            is_done = max(counts.values()) < AT_ONCE and not has_more
            if not is_done:
                time.sleep(PAUSE)  # others can write meanwhile
        for kind, count in deleted.items():
            self.stdout.write(f"{count:6} {kind}")
