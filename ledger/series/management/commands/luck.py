from typing import Any

from django.core.management.base import BaseCommand

from ledger.series.luck import work_out_missing_luck


class Command(BaseCommand):
    help = (
        "Work out luck and play of the ended series where they are missing, such as after an update. The site does "
        "so by itself, slowly, after a series has ended and when the standings are looked at."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        done, failed = work_out_missing_luck()
        self.stdout.write(f"{done:6} series worked out")
        if failed:
            self.stdout.write(f"{failed:6} series cannot be worked out: `manage.py audit` says what is wrong with them")
