"""The metrics of the site, for `GET /metrics`. docs/operate/monitoring.md explains each metric.

With several worker processes scripts/serve.py names a folder in PROMETHEUS_MULTIPROC_DIR. Each process keeps its counts
in a file of this folder, and the process that answers adds up all files.
"""

import os
import time
from collections.abc import Iterable

from django.conf import settings
from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

MULTIPROC_DIR = "PROMETHEUS_MULTIPROC_DIR"
LAST_BACKUP = "last_backup"  # an empty file in the data folder; its time is that of the latest backup

REGISTRY = CollectorRegistry()
disable_created_metrics()  # type: ignore[no-untyped-call]

REQUESTS = Counter("khata_requests", "Answered requests.", ["route", "method", "status"], registry=REGISTRY)
SECONDS = Histogram(
    "khata_request_seconds",
    "Time from the start of the work on a request to its answer.",
    ["route"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
    registry=REGISTRY,
)
THREAD_WAIT = Histogram(
    "khata_thread_wait_seconds",
    "Time that a complete request waited for a free thread.",
    buckets=(0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
    registry=REGISTRY,
)
HANDS_SAVED = Counter("khata_hands_saved", "Hands that were saved.", ["kind"], registry=REGISTRY)
CONFLICTS = Counter("khata_conflicts", "Answers 409: mostly, another scorer was quicker.", ["route"], registry=REGISTRY)
DATABASE_ERRORS = Counter(
    "khata_database_errors", "Requests that met a database that could not be used.", registry=REGISTRY
)
for kind in ("recorded", "corrected"):  # so that both counters are there from the start, at 0
    HANDS_SAVED.labels(kind)


class BackupAge(Collector):
    """The age of the latest backup. Without a backup there is no such metric."""

    def collect(self) -> Iterable[Metric]:
        try:
            made_at = (settings.DATA_DIR / LAST_BACKUP).stat().st_mtime
        except OSError:
            return
        age = max(0.0, time.time() - made_at)
        yield GaugeMetricFamily("khata_backup_age_seconds", "Time since the latest backup was complete.", value=age)


def all_metrics() -> bytes:
    """Return all metrics in the Prometheus text format."""
    counted = REGISTRY
    if MULTIPROC_DIR in os.environ:
        counted = CollectorRegistry()
        MultiProcessCollector(counted)  # type: ignore[no-untyped-call]
    others = CollectorRegistry()
    others.register(BackupAge())
    return generate_latest(counted) + generate_latest(others)
