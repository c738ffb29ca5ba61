"""Production's settings, with a few bare views beside the site: yardsticks on the same server and database.

Static files keep their names, because to collect and compress them would take longer than to measure.
"""

import os

from ledger.config.settings import *  # noqa: F403
from ledger.config.settings import MIDDLEWARE, STORAGES

ROOT_URLCONF = "benchmarks.bare"
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
MIDDLEWARE = [] if os.environ.get("BENCH_BARE") else MIDDLEWARE
