"""The cache in memory has a maximum size and never returns an out-of-date state."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from time import sleep

import pytest

from ledger.lib.lru import LRUCache
from ledger.series import state
from ledger.series.models import Series
from ledger.series.state import series_state
from tests.ledger.series.conftest import J40, Scorer


def test_the_least_recently_used_entry_is_dropped():
    kept: LRUCache[str] = LRUCache(max_size=2)
    kept["a"], kept["b"] = "first", "second"
    assert kept.get("a") == "first"
    kept["c"] = "third"
    assert [kept.get(key) for key in "abc"] == ["first", None, "third"]
    kept.clear()
    assert kept.get("a") is None


def test_entries_are_dropped_by_their_size():
    kept: LRUCache[bytes] = LRUCache(max_size=10, size_of=len)
    kept["a"], kept["b"] = b"1234", b"12345"
    kept["a"] = b"12345"  # in place of the first
    assert [kept.get(key) for key in "ba"] == [b"12345", b"12345"]
    kept["c"] = b"1"
    assert [kept.get(key) for key in "bac"] == [None, b"12345", b"1"]
    kept["d"] = b"12345678901"  # larger than the whole cache
    assert [kept.get(key) for key in "bacd"] == [None] * 4


def test_of_many_threads_one_makes_the_value():
    kept: LRUCache[str] = LRUCache(max_size=2)
    made, ready = [], Barrier(8)

    def make() -> str:
        made.append("once")
        sleep(0.05)
        return "made"

    def ask(_thread: int) -> str:
        ready.wait()
        return kept.get_or_make("key", make)

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(ask, range(8))) == ["made"] * 8
    assert made == ["once"]


def test_a_value_that_could_not_be_made_is_tried_again():
    kept: LRUCache[str] = LRUCache(max_size=2)
    with pytest.raises(ZeroDivisionError):
        kept.get_or_make("key", lambda: str(1 // 0))
    assert kept.get_or_make("key", lambda: "made") == "made"


@pytest.mark.django_db
def test_a_series_changed_during_reading_is_not_cached(scorer, series, monkeypatch):
    """Its hands are newer than the version of its cache key."""
    seen = Series.objects.get(pk=series.pk)
    writer, look_up = Scorer(scorer, series), state._REPLAYS.get

    def write_and_look_up(key: tuple[str, str, int]) -> object:
        """After the players are read, and before the hands."""
        monkeypatch.setattr(state._REPLAYS, "get", look_up)
        writer.record(J40[0])
        state._REPLAYS.clear()  # it was another process that wrote
        return look_up(key)

    monkeypatch.setattr(state._REPLAYS, "get", write_and_look_up)
    assert len(series_state(seen).events) == 1
    assert state._REPLAYS.get((seen.pk, seen.latest_hash, 4)) is None


@pytest.mark.django_db
def test_a_state_read_again_is_the_same(scorer, series):
    Scorer(scorer, series).record(*J40[:3])
    series.refresh_from_db()
    remembered = series_state(series)
    state._REPLAYS.clear()
    read = series_state(series)
    assert remembered.play == read.play
    assert remembered.events == read.events
