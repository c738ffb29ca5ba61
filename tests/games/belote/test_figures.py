"""The figures of docs/rules/belote.md: what each hand brings the team that plays, and the others."""

import pytest

from games.catalogue.belote.game import Belote
from tests.games.series import Series, rules_of
from tests.games.worked_twice import worked_twice

ANNOUNCING = {"announcements": True}
CLASSIC = Belote.presets["belote"].rules


def hand(bid=None, points=None, **more):
    record = {"team": 0, "trump": "hearts"} | ({"bid": bid} if bid else {}) | more
    return record if points is None else record | {"points": points}


def points_of(worked_out, rules, *records):
    """The points of both teams for the last hand; partners have the same."""
    one, other, *partners = worked_out(Belote, rules, *records, seats=4)
    assert partners == [one, other]
    return [one, other]


@worked_twice
@pytest.mark.parametrize(
    ("record", "options", "expected"),
    [
        (hand(100, 122), {}, [222, 40]),
        (hand(100, 96), {}, [0, 260]),
        (hand(100, 122, coinche=2), {}, [444, 0]),
        (hand(100, 96, coinche=2), {}, [0, 520]),
        (hand(100, 96, coinche=4), {}, [0, 1040]),
        (hand(100, 85, belote=0), {}, [205, 77]),
        (hand(100, 85, belote=0), {"belote_helps": False}, [20, 260]),
        (hand(100, 75, belote=0), {}, [20, 260]),
        (hand("capot", tricks="all"), {}, [500, 0]),
        (hand("capot", 162, tricks="all"), {}, [500, 0]),
        (hand(120, 131), {"counts": "bid_only"}, [120, 0]),
        (hand(90, 95), {"rounding": "down"}, [180, 70]),
        (hand(90, 95), {"rounding": "up"}, [190, 70]),
        # By hand: the belote of the others, surcoinche, and its factor.
        (hand(100, 122, belote=1), {}, [222, 60]),
        (hand(100, 96, belote=1), {}, [0, 280]),
        (hand(100, 122, coinche=4), {}, [888, 0]),
        (hand(100, 122, coinche=4), {"surcoinche": 3}, [666, 0]),
        (hand(100, 122, coinche=2, belote=1), {}, [444, 20]),
        (hand(100, 96, coinche=2, belote=0), {"belote_helps": False}, [20, 520]),
        (hand(100, 96, belote=0), {"belote_helps": False}, [20, 260]),
        # The exact points decide, not those that are written down: 96 is written as 100.
        (hand(100, 96), {"rounding": "up"}, [0, 260]),
        (hand(100, 104), {"rounding": "up"}, [200, 60]),
        # All tricks.
        (hand(100, 162, tricks="all"), {}, [350, 0]),
        (hand(100, 162, tricks="some"), {}, [262, 0]),
        (hand("capot", 140), {}, [0, 410]),
        (hand("capot", 160), {}, [0, 410]),
        (hand("generale", tricks="all"), {}, [750, 0]),
        (hand("generale", 162, tricks="some"), {}, [0, 660]),
        (hand(80, tricks="none"), {}, [0, 240]),
        (hand(80, tricks="none", announced=[100, 0]), ANNOUNCING, [0, 340]),
        # Only the bid is written down.
        (hand(120, 119), {"counts": "bid_only"}, [0, 280]),
        (hand(120, 131, coinche=2, belote=0), {"counts": "bid_only"}, [260, 0]),
        (hand("capot", tricks="all"), {"counts": "bid_only"}, [250, 0]),
        # Announcements help, go to the winners of a contract that fails, and are never multiplied.
        (hand(100, 75, announced=[50, 0]), ANNOUNCING, [225, 87]),
        (hand(140, 75, announced=[50, 0]), ANNOUNCING, [0, 350]),
        (hand(100, 85, announced=[20, 0]), ANNOUNCING, [205, 77]),
        (hand(100, 85, announced=[20, 0]), ANNOUNCING | {"belote_helps": False}, [0, 280]),
        (hand(100, 70, announced=[20, 0]), ANNOUNCING, [0, 280]),
        (hand(100, 122, announced=[0, 50]), ANNOUNCING, [222, 90]),
        (hand(100, 122, coinche=2, announced=[50, 0]), ANNOUNCING, [494, 0]),
        ({"passed": True}, {}, [0, 0]),
    ],
)
def test_with_bids(worked_out, record, options, expected):
    assert points_of(worked_out, rules_of(Belote, **options), record) == expected


@worked_twice
@pytest.mark.parametrize(
    ("record", "options", "expected"),
    [
        (hand(points=90), {}, [90, 72]),
        (hand(points=79, belote=0), {}, [99, 83]),
        (hand(points=80), {}, [0, 162]),
        (hand(points=72, belote=1), {}, [0, 182]),
        # By hand: what the taker needs, all tricks, rounding.
        (hand(points=82), {}, [82, 80]),
        (hand(points=82, belote=1), {}, [0, 182]),
        (hand(points=82, belote=1), {"belote_helps": False}, [82, 100]),
        (hand(points=60, belote=0), {}, [20, 162]),
        (hand(tricks="all"), {}, [252, 0]),
        (hand(points=162, tricks="all"), {}, [252, 0]),
        (hand(tricks="none", belote=0), {}, [20, 252]),
        (hand(tricks="none", announced=[270, 0]), ANNOUNCING, [0, 522]),
        (hand(tricks="all", announced=[0, 300]), ANNOUNCING, [252, 300]),
        (hand(points=95), {"rounding": "down"}, [90, 70]),
        (hand(points=71), {"rounding": "down"}, [0, 160]),
        (hand(points=70, announced=[50, 0]), ANNOUNCING, [120, 92]),
        (hand(points=70, announced=[0, 50]), ANNOUNCING, [0, 212]),
        (hand(points=60, announced=[20, 0]), ANNOUNCING, [0, 182]),
        # Level.
        (hand(points=81), {"litige": "others"}, [0, 162]),
        (hand(points=71, belote=0), {"litige": "others"}, [20, 162]),
        (hand(points=81), {}, [0, 81]),
        (hand(points=71, belote=0), {}, [0, 91]),
        (hand(points=91, belote=1), {}, [0, 91]),
    ],
)
def test_with_a_taker(worked_out, record, options, expected):
    rules = CLASSIC.model_copy(update=rules_of(Belote, **options).model_dump(include=set(options)))
    assert points_of(worked_out, rules, record) == expected


def classic(*records):
    return Series(Belote, 4, CLASSIC).play(*records)


LEVEL = hand(points=71, belote=0)


def test_the_points_of_a_level_hand_wait_for_the_winner_of_the_next():
    series = classic(LEVEL)
    assert [str(each) for each in series.standing.reminders] == ["91 wait for the winner of the next hand."]
    series.play(hand(points=100) | {"team": 1})
    assert series.entered == [62, 191, 62, 191]
    assert series.standing.reminders == ()
    assert classic(LEVEL, hand(points=90)).entered == [181, 72, 181, 72]
    assert classic(LEVEL, hand(points=60)).entered == [0, 253, 0, 253]


@worked_twice
def test_what_waits_goes_to_the_winner_of_the_next_hand(worked_out):
    won_by_the_others = hand(points=100) | {"team": 1}
    assert points_of(worked_out, CLASSIC, LEVEL, {"passed": True}, won_by_the_others) == [62, 191]
    assert points_of(worked_out, CLASSIC, LEVEL, hand(points=70)) == [0, 253]


def test_a_level_hand_says_what_waits():
    lines = [(line.seat, line.points, str(line.why)) for line in classic(LEVEL).scores[0].lines]
    waits = "91 wait for the winner of the next hand."
    assert [line for line in lines if line[0] % 2 == 0] == [(0, 0, waits), (2, 0, waits)]


def test_points_wait_on_while_nobody_wins():
    series = classic(LEVEL, {"passed": True}, hand(points=81) | {"team": 1})
    assert series.entered == [81, 0, 81, 0]
    assert [str(each) for each in series.standing.reminders] == ["172 wait for the winner of the next hand."]
    assert series.play(hand(points=90)).entered == [262, 72, 262, 72]
    assert series.play(hand(points=90)).entered == [90, 72, 90, 72]


def test_the_announcements_of_a_level_hand_wait_too():
    rules = CLASSIC.model_copy(update={"announcements": True})
    series = Series(Belote, 4, rules).play(hand(points=71, announced=[20, 0]), hand(points=90))
    assert [list(score.points_entered)[:2] for score in series.scores] == [[0, 91], [181, 72]]


def test_who_declared():
    won = Series(Belote, 4).play(hand(100, 122, taker=2)).scores[0].declared
    assert (won.seat, won.partners, won.contract, won.title, won.made) == (2, (0,), "hearts", "Hearts", True)
    assert Series(Belote, 4).play(hand(100, 99, taker=2)).scores[0].declared.made is False
    assert classic(LEVEL | {"taker": 0}).scores[0].declared.made is None
    assert Series(Belote, 4).play(hand(100, 122)).scores[0].declared is None


def test_a_capot_that_was_not_bid_is_told():
    assert [str(each) for each in Series(Belote, 4).play(hand(100, tricks="all")).scores[0].missed] == [
        "Capot was there to be bid."
    ]
    assert Series(Belote, 4).play(hand("capot", tricks="all")).scores[0].missed == ()
    assert classic(hand(tricks="all")).scores[0].missed == ()
