"""Fixtures for every test. The rulebook's tests run without Django, so this file must not import it."""

import os
import re
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

import pytest
from hypothesis import HealthCheck, settings

from scripts.chromium import find_chromium
from tests.needs import IN_CI, THOROUGH, find_postgres_programs, find_program, leaves_out_thorough, missing
from tests.postgres import running_postgres

WHOLLY_THOROUGH = re.compile(r"^pytestmark = .*\bpytest\.mark\.thorough\b", re.MULTILINE)
SECONDS = "seconds of processor time"
MOST_SECONDS = 3  # of a test that is not marked slow

# `make test-all` tries more random examples than `make test`. No deadlines, because a shared machine stalls now and
# then, and no database, so that a test run leaves no files.
settings.register_profile(
    "khata",
    max_examples=50 if THOROUGH else 10,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("khata")

# Playwright runs an event loop in the thread of the test, and Django would then refuse every query.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.fixture(scope="session")
def chromium_path() -> str:
    return find_chromium() or missing("Chromium")


@pytest.fixture(scope="session")
def pdftotext_path() -> str:
    return find_program("pdftotext", "pdftotext")


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    with running_postgres(find_postgres_programs()) as url:
        yield url


@pytest.fixture
def new_postgres(postgres_url: str) -> Iterator[Callable[[str], str]]:
    """Makes an empty database and returns its address."""
    import psycopg

    made = []

    def make(name: str) -> str:
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        made.append(name)
        return f"{postgres_url.rpartition('/')[0]}/{name}"

    yield make
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        for name in made:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Deactivate the test's language and time zone, so that the next test has the defaults."""
    conf = sys.modules.get("django.conf")
    if conf and conf.settings.configured:
        from django.utils import timezone, translation

        translation.deactivate()
        timezone.deactivate()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files whose tests are all thorough from `make test`."""
    if not leaves_out_thorough(config) or collection_path.suffix != ".py":
        return None
    return True if WHOLLY_THOROUGH.search(collection_path.read_text()) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let each process begin with its share of the slow tests, so that no slow test is left to the end.

    pytest-xdist gives the processes equal parts of the list, in its order. The tests on PostgreSQL take longest.
    """
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    slow = [item for item in items if item.get_closest_marker("slow")]
    slow.sort(key=lambda item: "test_postgres" not in item.nodeid)
    quick = [item for item in items if not item.get_closest_marker("slow")]
    size = len(quick) // processes + 1
    items[:] = [
        item
        for number in range(processes)
        for item in (*slow[number::processes], *quick[number * size : (number + 1) * size])
    ]


def processor_seconds() -> float:
    """Return the processor time of this process and of its finished children."""
    return sum(sum(getrusage(who)[:2]) for who in (RUSAGE_SELF, RUSAGE_CHILDREN))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    began = processor_seconds()
    try:
        return (yield)
    finally:
        item.user_properties.append((SECONDS, processor_seconds() - began))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name slow tests that are not marked, so that they are made faster or marked."""
    for report in terminalreporter.getreports("passed"):
        seconds = dict(report.user_properties).get(SECONDS, 0)
        if report.when == "call" and seconds > MOST_SECONDS and "slow" not in report.keywords:
            terminalreporter.write_line(f"{report.nodeid} took {seconds:.1f} s of processor time: see CONTRIBUTING.md")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run in CI if any test was skipped."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if IN_CI and reporter and reporter.stats.get("skipped"):
        reporter.write_line("CI runs every test, and some were skipped.", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
