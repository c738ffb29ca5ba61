"""The benchmark of the rulebook uses many different hands, and fills every row of its table."""

from collections import Counter

import pytest

from benchmarks import measuring, rulebook
from benchmarks.hands import HANDS, random_hands, worked_hands
from games.catalogue.jaago_chalis.game import JaagoChalis
from games.catalogue.jaago_chalis.play import SHAPE
from games.contract import Table

pytestmark = pytest.mark.thorough


def test_hands_are_complete_and_different():
    plays = list(random_hands(JaagoChalis, SHAPE))
    assert len({play.tricks for play in plays}) == HANDS
    assert Counter(play.clockwise for play in plays) == {True: HANDS / 2, False: HANDS / 2}
    table, rules = Table(4), JaagoChalis.default_preset.rules
    assert all(JaagoChalis(rules, table.seats).check(play, table) == [] for play in plays)
    wrong = sum(bool(JaagoChalis(rules, table.seats).score(play, table).illegal_plays) for play in plays)
    assert 0 < wrong < HANDS
    assert len(worked_hands()) == 2


def test_every_row_has_a_figure(monkeypatch):
    def once(work, rounds=1):
        assert work() > 0
        return 1000.0

    monkeypatch.setattr(rulebook, "per_second", once)
    monkeypatch.setattr(rulebook, "TURNS", 1)
    rows = list(rulebook.rows())
    assert len({row.what for row in rows}) == len(rows) == 8


def test_speed_is_the_median_of_the_rounds_after_the_first(monkeypatch):
    clock = iter([0, 1, 1, 11, 11, 13])  # after a round to warm up they take 1, 10 and 2 seconds
    monkeypatch.setattr(measuring.time, "process_time", lambda: next(clock))
    counts = iter([10, 10, 10, 10])
    assert measuring.per_second(lambda: next(counts), rounds=3) == 5
