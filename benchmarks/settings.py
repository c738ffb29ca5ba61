"""Production's settings, and a few bare views beside the site: yardsticks that use the same server and database.

BENCH_BARE=1 leaves nothing but those: no middleware at all.
"""

import os

from ledger.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.bare"
if os.environ.get("BENCH_BARE"):
    MIDDLEWARE: list[str] = []
