"""Each sheet is stored complete, and deleted when it is out of date."""

import os
import time
from pathlib import Path
from unittest.mock import Mock

import pytest

from ledger.sheets import cache
from ledger.sheets.cache import CacheKey
from ledger.sheets.pdf import Job
from tests.ledger.sheets.conftest import kept

ONE = CacheKey("abcdefghjkmn", 5, ("hash", "en", "a4"))


def key(version: int = 5, *made_from: str, series: str = "abcdefghjkmn") -> CacheKey:
    return CacheKey(series, version, made_from or ("hash",))


def test_a_kept_sheet_is_not_drawn_up_again():
    cache.keep(ONE, b"sheet")

    def make_job() -> Job:
        raise AssertionError

    assert cache.get_or_make(ONE, make_job) == b"sheet"


def test_a_half_written_sheet_is_not_kept(monkeypatch):
    monkeypatch.setattr(os, "fsync", Mock(side_effect=OSError("the disk is full")))
    with pytest.raises(OSError, match="full"):
        cache.keep(ONE, b"sheet")
    assert kept() == []


def test_earlier_versions_of_the_series_are_deleted():
    for each in (key(4, "en"), key(4, "ne"), key(9, "en", series="otherseries2")):
        cache.keep(each, b"old")
    cache.keep(key(5, "en"), b"new")
    assert {name.rpartition("-")[0] for name in kept()} == {"abcdefghjkmn-5", "otherseries2-9"}


def test_languages_and_papers_of_one_version_are_kept_together():
    for each in (key(5, "en"), key(5, "ne"), key(5, "en", "phone")):
        cache.keep(each, b"sheet")
    assert len(kept()) == 3


def test_old_sheets_are_deleted(settings):
    cache.keep(key(series="otherseries2"), b"old")
    (old,) = kept()
    month_ago = time.time() - (cache.KEPT_DAYS + 1) * 24 * 3600
    os.utime(Path(settings.DATA_DIR, "cache", "sheets", old), (month_ago, month_ago))
    cache.keep(ONE, b"new")
    assert kept() == [ONE.file_name]


def test_the_number_of_kept_sheets_is_limited(monkeypatch):
    monkeypatch.setattr(cache, "MOST_KEPT", 3)
    for number in range(6):
        cache.keep(key(series=f"series{number}abcde"), b"sheet")
        time.sleep(0.01)
    assert [name.partition("-")[0] for name in kept()] == ["series3abcde", "series4abcde", "series5abcde"]
