"""Each sheet is made once, stored complete, and deleted when it is out of date."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event as Signal
from threading import Thread
from typing import Any

import pytest
from django.conf import settings as project

from ledger.sheets import cache
from ledger.sheets.cache import CacheKey
from tests.ledger.sheets.conftest import kept

ONE = CacheKey("abcdefghjkmn", 5, ("hash", "en", "a4"))


def key(version: int = 5, *made_from: str, series: str = "abcdefghjkmn") -> CacheKey:
    return CacheKey(series, version, made_from or ("hash",))


def test_a_sheet_is_made_once() -> None:
    made: list[int] = []

    def make() -> bytes:
        made.append(1)
        return b"sheet"

    assert [cache.get_or_make(ONE, make) for _ in range(3)] == [b"sheet"] * 3
    assert len(made) == 1


def test_a_second_reader_waits_and_gets_the_same_sheet() -> None:
    began, may_end = Signal(), Signal()
    made: list[int] = []
    got: list[bytes] = []

    def make() -> bytes:
        made.append(1)
        began.set()
        assert may_end.wait(10)
        return b"sheet"

    threads = [Thread(target=lambda: got.append(cache.get_or_make(ONE, make))) for _ in range(4)]
    for thread in threads:
        thread.start()
    assert began.wait(10)
    time.sleep(0.1)
    assert got == []
    may_end.set()
    for thread in threads:
        thread.join(10)
    assert (got, len(made)) == ([b"sheet"] * 4, 1)


FETCH_ELSEWHERE = """
import sys, time, django
from pathlib import Path
from django.conf import settings
django.setup()
settings.DATA_DIR = Path(sys.argv[1])
from ledger.sheets import cache

def make():
    with Path(sys.argv[1], "made").open("a") as log:
        log.write("x")
    time.sleep(0.5)
    return b"sheet"

print(cache.get_or_make(cache.CacheKey("abcdefghjkmn", 1, ("hash",)), make).decode())
"""


@pytest.mark.thorough
@pytest.mark.slow
def test_two_processes_make_a_sheet_once(tmp_path: Path) -> None:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", FETCH_ELSEWHERE, str(tmp_path)],
            stdout=subprocess.PIPE,
            env=environment,
            cwd=project.BASE_DIR,
        )
        for _ in range(3)
    ]
    assert [process.communicate(timeout=60)[0] for process in processes] == [b"sheet\n"] * 3
    assert (tmp_path / "made").read_text() == "x"


def test_a_failure_is_not_cached_and_frees_the_lock() -> None:
    def fail() -> bytes:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        cache.get_or_make(ONE, fail)
    assert kept() == []
    assert cache.get_or_make(ONE, lambda: b"sheet") == b"sheet"


def test_a_half_written_sheet_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: Any) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="full"):
        cache.get_or_make(ONE, lambda: b"sheet")
    assert kept() == []


def test_earlier_versions_of_the_series_are_deleted() -> None:
    for each in (key(4, "en"), key(4, "ne"), key(9, "en", series="otherseries2")):
        cache.get_or_make(each, lambda: b"old")
    cache.get_or_make(key(5, "en"), lambda: b"new")
    assert {name.rpartition("-")[0] for name in kept()} == {"abcdefghjkmn-5", "otherseries2-9"}


def test_languages_and_papers_of_one_version_are_kept_together() -> None:
    for each in (key(5, "en"), key(5, "ne"), key(5, "en", "phone")):
        cache.get_or_make(each, lambda: b"sheet")
    assert len(kept()) == 3


def test_old_sheets_are_deleted(settings: Any) -> None:
    cache.get_or_make(key(series="otherseries2"), lambda: b"old")
    (old,) = kept()
    month_ago = time.time() - (cache.KEPT_DAYS + 1) * 24 * 3600
    os.utime(Path(settings.DATA_DIR, "cache", "sheets", old), (month_ago, month_ago))
    cache.get_or_make(ONE, lambda: b"new")
    assert kept() == [ONE.file_name]


def test_the_number_of_kept_sheets_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_KEPT", 3)
    make: Callable[[], bytes] = lambda: b"sheet"  # noqa: E731
    for number in range(6):
        cache.get_or_make(key(series=f"series{number}abcde"), make)
        time.sleep(0.01)
    assert [name.partition("-")[0] for name in kept()] == ["series3abcde", "series4abcde", "series5abcde"]
