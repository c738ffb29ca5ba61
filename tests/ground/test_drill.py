"""The drill notices a lost hand and a doubled one, and its cluster has the settings of the handbook."""

import re

import yaml

from scripts.drill.clients import Wait
from scripts.drill.cluster import DYNAMIC
from scripts.drill.counting import CausedFault, compare_counts, table
from tests.ground.helpers import ROOT

HANDS = [("a", 2, {"points_won": [10, 10, 10, 10]}), ("a", 3, {"points_won": [40, 0, 0, 0]}), ("b", 2, {})]
STORED = {("a", 2): {"points_won": [10.0, 10.0, 10.0, 10.0]}, ("a", 3): {"points_won": [40, 0, 0, 0]}, ("b", 2): {}}


def faults_in(*servers: dict, acknowledged: list = HANDS) -> list[int]:
    return list(compare_counts(acknowledged, servers).values())


def test_nothing_is_wrong_if_every_hand_is_stored_once():
    assert faults_in(STORED, STORED, STORED) == [0, 0, 0, 0]


def test_a_lost_hand_is_counted():
    without = {place: record for place, record in STORED.items() if place != ("a", 3)}
    assert faults_in(without, without) == [1, 0, 0, 0]


def test_a_hand_with_other_figures_is_lost():
    assert faults_in(STORED | {("a", 3): {"points_won": [0, 40, 0, 0]}}) == [1, 0, 0, 0]


def test_two_answers_for_one_stored_hand_are_counted():
    assert faults_in(STORED, acknowledged=[*HANDS, HANDS[0]]) == [0, 1, 0, 0]


def test_a_doubled_hand_is_counted():
    assert faults_in(STORED | {("a", 4): HANDS[1][2]}) == [0, 0, 1, 0]


def test_a_server_that_lacks_a_hand_is_counted():
    without = {place: record for place, record in STORED.items() if place != ("b", 2)}
    assert faults_in(STORED, STORED, without) == [0, 0, 0, 1]


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
