"""GET /metrics: what is counted, who may read it, and its queries."""

import os
import re
import threading
import time
from pathlib import Path

import pytest
from django.conf import settings as current_settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from prometheus_client.parser import text_string_to_metric_families

from ledger.lib import metrics
from ledger.series.services import correct_hand
from scripts.serve import shared_metrics
from tests.ground.helpers import ROOT, run_python
from tests.ledger.config.test_asgi import Page, part, serve
from tests.ledger.pages import address, client_of
from tests.ledger.series.conftest import J40

pytestmark = pytest.mark.django_db
TOKEN = "a-token-for-prometheus"


@pytest.fixture
def open_metrics(settings) -> None:
    settings.METRICS = "1"


def samples(text: str) -> dict[str, float]:
    """Each sample under its name and labels, as in `khata_requests_total{method="GET",…}`."""
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = ",".join(f'{name}="{value}"' for name, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


def measure() -> dict[str, float]:
    return samples(metrics.all_metrics().decode())


def grown(before: dict[str, float]) -> dict[str, float]:
    after = measure()
    return {
        name: value - before.get(name, 0)
        for name, value in after.items()
        if value > before.get(name, 0) and "_bucket" not in name and "_sum" not in name
    }


@pytest.mark.parametrize(
    ("allowed", "header", "status"),
    [
        ("", None, 404),
        ("", "Bearer ", 404),
        ("", f"Bearer {TOKEN}", 404),
        ("1", None, 200),
        (TOKEN, None, 404),
        (TOKEN, f"Bearer {TOKEN}", 200),
        (TOKEN, f"Bearer {TOKEN}x", 404),
        (TOKEN, TOKEN, 404),
        (TOKEN, "Bearer 1", 404),
        (TOKEN, "Bearer नेपाल", 404),
    ],
)
def test_metrics_require_the_setting_or_the_token(client, settings, allowed, header, status):
    settings.METRICS = allowed
    answer = client.get("/metrics", headers={"Authorization": header} if header else {})
    assert answer.status_code == status
    assert (b"khata_requests_total" in answer.content) is (status == 200)


def test_a_post_is_refused(client, open_metrics):
    assert client.post("/metrics").status_code == 405


@pytest.mark.parametrize(("value", "is_right"), [("1", True), ("0", True), (TOKEN, True), ("true", False)])
def test_a_short_token_is_refused_at_the_start(value, is_right):
    code = "import ledger.config.settings"
    ran = run_python("-c", code, LEDGER_METRICS=value, LEDGER_DEBUG="1")
    assert (ran.returncode == 0) is is_right
    assert is_right or "LEDGER_METRICS is 1, or a token of 16 characters or more." in ran.stderr


def test_metrics_need_no_session_and_no_query(alice, open_metrics):
    client = client_of(alice)
    client.get("/metrics")
    with CaptureQueriesContext(connection) as asked:
        answer = client.get("/metrics")
    assert len(asked) == 0
    assert "Cookie" not in answer.get("Vary", "")
    assert answer["Content-Type"].startswith("text/plain; version=")
    assert "no-store" in answer["Cache-Control"]


def test_requests_are_counted_by_route_method_and_class_of_status(client):
    before = measure()
    client.get("/rules/")
    client.get("/rules/")
    client.post("/rules/")
    client.get("/no/such/page/")
    client.generic("BREW", "/rules/")
    counted = {name: value for name, value in grown(before).items() if name.startswith("khata_requests")}
    assert counted == {
        'khata_requests_total{method="GET",route="rules_list",status="2xx"}': 2,
        'khata_requests_total{method="POST",route="rules_list",status="4xx"}': 1,
        'khata_requests_total{method="GET",route="unknown",status="4xx"}': 1,
        'khata_requests_total{method="OTHER",route="rules_list",status="4xx"}': 1,
    }


def test_labels_hold_no_address(client, series, scorer):
    client_of(scorer.user).get(address("page", series))
    client.get("/join/q7wz3kd9m2xv5hb8n4tc6rj1fy/")
    text = metrics.all_metrics().decode()
    assert 'route="series:page"' in text
    assert series.pk not in text
    assert "q7wz3kd9m2xv5hb8n4tc6rj1fy" not in text


def test_the_time_of_requests_is_a_histogram(client):
    before = measure()
    client.get("/rules/")
    after = measure()
    count, total = ('khata_request_seconds_count{route="rules_list"}', 'khata_request_seconds_sum{route="rules_list"}')
    assert after[count] == before.get(count, 0) + 1
    assert 0 < after[total] - before.get(total, 0) < 10
    assert after['khata_request_seconds_bucket{le="+Inf",route="rules_list"}'] == after[count]


def test_saved_hands_are_counted_when_they_are_committed(bob_scores, django_capture_on_commit_callbacks):
    before = measure()
    with django_capture_on_commit_callbacks() as at_commit:
        bob_scores.record(*J40[:2])
        submit = bob_scores.submit(key="one correction")
        for _sent in range(2):  # the second one is answered from the first
            correct_hand(series=bob_scores.series, submit=submit, number=1, record=J40[2], reason="misread")
    assert grown(before) == {}
    for callback in at_commit:
        callback()
    assert grown(before) == {
        'khata_hands_saved_total{kind="recorded"}': 2,
        'khata_hands_saved_total{kind="corrected"}': 1,
    }


def test_a_conflict_is_counted(series, scorer):
    before = measure()
    stale = {"reason": "misdeal", "base_version": 0, "key": "other"}
    assert client_of(scorer.user).post(address("throw_in", series), stale).status_code == 409
    assert grown(before)['khata_conflicts_total{route="series:throw_in"}'] == 1


def test_the_waiting_time_for_a_thread_is_measured():
    before = measure()
    serve(Page(), part(b""))
    assert grown(before)["khata_thread_wait_seconds_count"] == 1


def test_a_request_refused_before_a_thread_starts_is_counted():
    before = measure()
    serve(Page(), part(b"a" * 2000))
    assert grown(before)['khata_requests_total{method="POST",route="refused",status="4xx"}'] == 1


def test_the_age_of_the_latest_backup_is_absent_without_a_backup():
    stamp = current_settings.DATA_DIR / metrics.LAST_BACKUP
    stamp.unlink(missing_ok=True)
    assert "khata_backup_age_seconds" not in measure()
    stamp.touch()
    try:
        os.utime(stamp, (time.time() - 3600,) * 2)
        assert 3600 <= measure()["khata_backup_age_seconds"] < 3660
        os.utime(stamp, (time.time() + 3600,) * 2)  # the clock went back
        assert measure()["khata_backup_age_seconds"] == 0
    finally:
        stamp.unlink()


@pytest.mark.thorough
def test_counters_are_thread_safe():
    before = measure()
    started = threading.Barrier(8)

    def count() -> None:
        started.wait()
        for _again in range(500):
            metrics.REQUESTS.labels("threads", "GET", "2xx").inc()
            metrics.SECONDS.labels("threads").observe(0.1)
            metrics.all_metrics() if _again % 100 == 0 else None

    threads = [threading.Thread(target=count) for _thread in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    counted = grown(before)
    assert counted['khata_requests_total{method="GET",route="threads",status="2xx"}'] == 4000
    assert counted['khata_request_seconds_count{route="threads"}'] == 4000


COUNTS = """
import django; django.setup()
from ledger.lib import metrics
for _ in range({times}):
    metrics.REQUESTS.labels("home", "GET", "2xx").inc()
    metrics.SECONDS.labels("home").observe(0.2)
    metrics.DATABASE_ERRORS.inc()
"""
SHOWS = (
    COUNTS
    + """
import sys; sys.stdout.buffer.write(metrics.all_metrics())
"""
)


@pytest.mark.thorough
def test_metrics_of_several_processes_are_added(tmp_path):
    environment = {
        "DJANGO_SETTINGS_MODULE": "ledger.config.settings",
        "LEDGER_DEBUG": "1",
        "LEDGER_DATA_DIR": str(tmp_path),
        metrics.MULTIPROC_DIR: str(tmp_path),
    }
    (tmp_path / metrics.LAST_BACKUP).touch()
    for times in (3, 4):  # these two have ended: what they counted stays
        assert run_python("-c", COUNTS.format(times=times), **environment).returncode == 0
    shown = samples(run_python("-c", SHOWS.format(times=5), **environment).stdout)
    assert shown['khata_requests_total{method="GET",route="home",status="2xx"}'] == 12
    assert shown['khata_request_seconds_count{route="home"}'] == 12
    assert shown["khata_database_errors_total"] == 12
    assert 0 <= shown["khata_backup_age_seconds"] < 60


@pytest.mark.parametrize(
    ("workers", "allowed", "is_shared"), [("1", "1", False), (None, "1", False), ("3", "1", True), ("3", "", False)]
)
def test_the_server_gives_several_workers_a_new_folder(settings, monkeypatch, workers, allowed, is_shared):
    settings.METRICS = allowed
    for name in (metrics.MULTIPROC_DIR, "LEDGER_WORKERS"):  # both are as before when the test has ended
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    if workers:
        monkeypatch.setenv("LEDGER_WORKERS", workers)
    with shared_metrics():
        folder = os.environ.get(metrics.MULTIPROC_DIR)
        assert (folder is not None) is is_shared
        if folder:
            assert list(Path(folder).iterdir()) == []
            assert Path(folder).stat().st_mode & 0o777 == 0o700
    assert folder is None or not Path(folder).exists()


def test_every_metric_is_documented():
    explained = set(re.findall(r"`(khata_\w+)", (ROOT / "docs" / "operate" / "monitoring.md").read_text()))
    families = {family.name for family in metrics.REGISTRY.collect()} | {"khata_backup_age_seconds"}
    named = {re.sub("_(total|count|bucket|sum)$", "", name) for name in explained}
    assert families == named
