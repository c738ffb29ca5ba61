"""Invalid data as broken or hostile programs may send it: for hypothesis, and some of the worst by name."""

from functools import cache
from typing import Any

from hypothesis import strategies as st

HUGE = 10**5000
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.booleans().map(lambda positive: HUGE if positive else -HUGE),  # numbers with too many digits to print
    st.sampled_from([2**63, 1e308, -0.0, float("nan"), float("inf"), float("-inf"), 1.0, 10.5]),
    st.floats(),
    st.text(st.characters(), max_size=20),
    st.sampled_from(["2C", "AS", "clockwise", "hearts", "\ud800", "\x00", "{seat}", "%s", "{", "🂡", "9" * 400]),
    st.binary(max_size=8),
)


def nested_data(names: list[str]) -> st.SearchStrategy[Any]:
    """Nested invalid data with the names of real fields, so that it is not refused at the top level."""
    keys = st.one_of(st.sampled_from(names), st.text(max_size=5), st.integers(), st.none(), st.just(b"points_won"))
    return st.recursive(
        SCALARS,
        lambda inner: st.one_of(
            st.lists(inner, max_size=14),
            st.lists(inner, max_size=4).map(tuple),
            st.dictionaries(keys, inner, max_size=6),
            st.frozensets(SCALARS, max_size=4),
            st.sets(SCALARS, max_size=4),
        ),
        max_leaves=40,
    )


def with_some_fields(names: list[str], good: dict[str, Any], inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """A valid record or valid rules with a few invalid fields."""
    return st.dictionaries(st.sampled_from(names), inner, min_size=1, max_size=3).map(lambda wrong: good | wrong)


def deep(levels: int, wrap: Any) -> Any:
    thing: Any = "2C"
    for _ in range(levels):
        thing = wrap(thing)
    return thing


@cache
def heavy_data() -> dict[str, Any]:
    """Data so large or deep that reading all of it would take seconds."""
    return {
        "huge number": HUGE,
        "huge negative number": -HUGE,
        "not a number": float("nan"),
        "a megabyte of text": "x" * 1_000_000,
        "a megabyte of bytes": b"x" * 1_000_000,
        "10,000 rows": [["2C", "3C", "4C", "5C"]] * 10_000,
        "10,000 numbers": [10] * 10_000,
        "10,000 texts": ["x"] * 10_000,
        "10,000 dicts": [{"points": 1}] * 10_000,
        "100,000 keys": {str(number): number for number in range(100_000)},
        "100,000 numbers as keys": dict.fromkeys(range(100_000)),
        "a set of 100,000": set(range(100_000)),
        "deep lists": deep(50_000, lambda thing: [thing]),
        "deep dicts": deep(50_000, lambda thing: {"play": thing}),
        "deep tuples": deep(50_000, lambda thing: (thing,)),
        "one row of 100,000": [["2C"] * 100_000],
        "rows of bad cards": [["no card"] * 24] * 52,
        "rows of long texts": [["x" * 20_000] * 4] * 13,
        "the same card everywhere": [["2C"] * 4] * 13,
        "lists for cards": [[["2C"]] * 4] * 13,
        "true and false": [[True, False, True, False]] * 13,
        "a key of a megabyte": {"k" * 1_000_000: 1},
        "a key that is a huge number": {HUGE: 1},
    }


def heavy_data_with(names: list[str], good: dict[str, Any], every: int = 1) -> dict[str, Any]:
    """Each of the heavy values alone, and in the place of every field. `every=4` takes a quarter of them by turns."""
    alone = heavy_data()
    placed = {
        f"{what} as {name}": good | {name: thing}
        for turn, name in enumerate(names)
        for index, (what, thing) in enumerate(alone.items())
        if (turn + index) % every == 0
    }
    return alone | placed
