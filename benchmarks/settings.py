"""Production's settings, with a few bare views beside the site: yardsticks on the same server and database."""

from ledger.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.bare"
