"""The cache in memory has a maximum size and never returns an out-of-date state."""

import pytest

from ledger.circles.models import Member
from ledger.lib.lru import LRUCache
from ledger.series import state
from ledger.series.models import Series
from ledger.series.state import series_state
from tests.ledger.series.conftest import J40, Scorer


def test_the_least_recently_used_entry_is_dropped() -> None:
    kept: LRUCache[str] = LRUCache(max_size=2)
    kept["a"], kept["b"] = "first", "second"
    assert kept.get("a") == "first"
    kept["c"] = "third"
    assert [kept.get(key) for key in "abc"] == ["first", None, "third"]
    kept.clear()
    assert kept.get("a") is None


@pytest.mark.django_db
def test_a_series_changed_during_reading_is_not_cached(
    scorer: Member, series: Series, monkeypatch: pytest.MonkeyPatch
) -> None:
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
def test_a_state_read_again_is_the_same(scorer: Member, series: Series) -> None:
    Scorer(scorer, series).record(*J40[:3])
    series.refresh_from_db()
    remembered = series_state(series)
    state._REPLAYS.clear()
    read = series_state(series)
    assert remembered.play == read.play
    assert remembered.events == read.events
