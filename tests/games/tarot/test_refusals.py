"""Which records are refused, and which are only unfinished."""

import pytest

from games.catalogue.tarot.game import Tarot
from tests.games.series import refused_rules
from tests.games.tarot.hands import A, B, C, F, G, refused, taken

TRIPLE, OF_DEFENCE = {"side": "taker", "size": 3}, {"side": "defence", "size": 3}


@pytest.mark.parametrize(
    ("players", "record", "problems"),
    [
        (4, taken(partner=B), [("partner", "not_played")]),
        (3, taken(partner=B), [("partner", "not_played")]),
        (5, taken(partner=A), [("partner", "is_taker")]),
        (4, taken(points=92), [("points", "out_of_range")]),
        (4, taken(points=-1), [("points", "out_of_range")]),
        (4, taken(points=40.5), [("points", "half_point")]),
        (3, taken(points=40.25), [("points", "not_halves")]),
        (3, taken(points="40"), [("points", "not_points")]),
        (4, taken(bouts=4), [("bouts", "out_of_range")]),
        (4, taken(points=90, bouts=3, chelem="made"), [("chelem", "impossible")]),
        (4, taken(points=80, bouts=3, chelem="announced_made"), [("chelem", "impossible")]),
        (4, taken(points=91, bouts=3, chelem="announced_missed"), [("chelem", "impossible")]),
        (4, taken(points=49, chelem="defence"), [("chelem", "impossible")]),
        (4, taken(points=91, bouts=3, chelem="made", petit="defence"), [("petit", "impossible")]),
        (4, taken(points=6, bouts=0, chelem="defence", petit="taker"), [("petit", "impossible")]),
        (4, taken(poignees=[TRIPLE, TRIPLE]), [("poignees", "impossible")]),
        (4, taken(poignees=[TRIPLE, OF_DEFENCE]), [("poignees", "impossible")]),
        (4, taken(poignees=[{"side": "taker", "size": 4}]), [("poignees.0.size", "out_of_range")]),
        (4, taken(poignees=[{"side": "taker", "size": True}]), [("poignees.0.size", "not_a_number")]),
        (4, taken("pousse"), [("contract", "not_a_choice")]),
        (4, taken(misere=[B]), [("misere", "not_played")]),
        (3, taken(taker=3), [("taker", "no_such_seat")]),
        (5, taken(partner=F), [("partner", "no_such_seat")]),
        (6, taken(), [("sitting_out", "wrong_number")]),
        (7, taken(sitting_out=[F]), [("sitting_out", "wrong_number")]),
        (5, taken(sitting_out=[B]), [("sitting_out", "wrong_number")]),
        (6, taken(sitting_out=[A]), [("taker", "sits_out")]),
        (7, taken(partner=G, sitting_out=[F, G]), [("partner", "sits_out")]),
        (6, {"passed": True, "sitting_out": [0, 1]}, [("sitting_out", "wrong_number")]),
        (4, {"passed": False}, [("passed", "not_a_choice")]),
    ],
)
def test_refused(players, record, problems):
    assert refused(record, players) == problems


def test_a_misere_of_a_player_who_sits_out_or_has_it_twice_is_refused():
    assert refused(taken(misere=[F], sitting_out=[F]), 6, misere=10) == [("misere", "sits_out")]
    assert refused(taken(misere=[B, B]), misere=10) == [("misere", "twice")]
    assert refused(taken(misere=[B, C]), misere=10) == []


@pytest.mark.parametrize(
    ("contract", "bouts", "points", "problems"),
    [
        ("garde", 2, 87, []),  # the defence has kept the Excuse, for 4 points
        ("garde", 3, 87, [("chelem", "impossible")]),
        ("garde", 2, 88, [("chelem", "impossible")]),
        ("garde_contre", 1, 70, []),  # the defence has the dog
        ("garde_contre", 0, 60, []),  # six cards of 4½ in the dog, and the Excuse
        ("garde_contre", 0, 59, [("chelem", "impossible")]),
        ("garde_contre", 3, 63, [("chelem", "impossible")]),
    ],
)
def test_all_tricks_can_leave_the_excuse_and_the_dog_to_the_defence(contract, bouts, points, problems):
    assert refused(taken(contract, bouts, points, chelem="made")) == problems


def test_a_record_without_bouts_or_points_is_unfinished():
    assert refused(taken(points=None)) == [("points", "unfinished")]
    assert refused(taken(bouts=None, chelem="made", points=91)) == [("bouts", "unfinished")]
    assert refused({"taker": A, "contract": "garde"}) == [("bouts", "unfinished"), ("points", "unfinished")]


def test_bouts_are_not_checked_against_points():
    assert refused(taken(bouts=3, points=0)) == []
    assert refused(taken(bouts=0, points=91)) == []


def test_refused_rules():
    assert refused_rules(Tarot, chelem=[400, 200, 200]) == ["wrong_sign"]
    assert refused_rules(Tarot, chelem=[400, -200, -200]) == ["wrong_sign"]
    assert refused_rules(Tarot, chelem=[400, 200]) == ["unreadable"]
    assert refused_rules(Tarot, poignee=[20, 30]) == ["unreadable"]
    assert "out_of_range" in refused_rules(Tarot, poignee=[20, 30, -40])
    assert refused_rules(Tarot, settlement="round") == ["not_a_choice"]
