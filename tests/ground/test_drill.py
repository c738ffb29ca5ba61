"""The drill notices a lost hand and a doubled one, and its cluster has the settings of the handbook."""

import re

import pytest
import yaml

from scripts.drill.clients import Wait
from scripts.drill.cluster import DYNAMIC
from scripts.drill.counting import CausedFault, compare_counts, table
from tests.ground.helpers import ROOT

HANDS = [("a", 2, {"points_won": [10, 10, 10, 10]}), ("a", 3, {"points_won": [40, 0, 0, 0]}), ("b", 2, {})]
STORED = {("a", 2): {"points_won": [10.0, 10.0, 10.0, 10.0]}, ("a", 3): {"points_won": [40, 0, 0, 0]}, ("b", 2): {}}


def without(place):
    return {each: record for each, record in STORED.items() if each != place}


@pytest.mark.parametrize(
    ("acknowledged", "servers", "found"),
    [
        (HANDS, [STORED, STORED, STORED], [0, 0, 0, 0]),
        (HANDS, [without(("a", 3)), without(("a", 3))], [1, 0, 0, 0]),  # a lost hand
        (HANDS, [STORED | {("a", 3): {"points_won": [0, 40, 0, 0]}}], [1, 0, 0, 0]),  # or one with other figures
        ([*HANDS, HANDS[0]], [STORED], [0, 1, 0, 0]),  # two answers for one stored hand
        (HANDS, [STORED | {("a", 4): HANDS[1][2]}], [0, 0, 1, 0]),  # a doubled hand
        (HANDS, [STORED, STORED, without(("b", 2))], [0, 0, 0, 1]),  # a server that lacks a hand
    ],
)
def test_each_kind_of_fault_is_counted(acknowledged, servers, found):
    assert list(compare_counts(acknowledged, servers).values()) == found


def test_the_table_has_the_longest_wait_of_each_kind():
    faults = [
        CausedFault("server killed", 10, 22),
        CausedFault("switchover", 30, 36),
        CausedFault("server killed", 50, 59),
    ]
    waits = [Wait(5, 9, 1, False), Wait(9, 13, 2, False), Wait(29, 33.5, 2, True), Wait(35, 36, 1, False)]
    assert table(faults, [*waits, Wait(50, 56, 2, False)])[2:] == [
        "| server killed | 2 | 6.0 s | 12 s |",
        "| switchover | 1 | 4.5 s | 6 s |",
    ]


def test_the_page_has_the_settings_of_the_drill():
    page = (ROOT / "docs" / "operate" / "failover.md").read_text()
    (config,) = (yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL))
    assert config["bootstrap"]["dcs"] == DYNAMIC
