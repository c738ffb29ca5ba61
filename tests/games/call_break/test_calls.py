"""Calls and tricks, the end and the money, with the figures of docs/rules/call-break.md."""

from dataclasses import replace
from fractions import Fraction

import pytest

from games.catalogue.call_break.game import CallBreak
from games.contract import Table
from games.kit.figures import format_points
from tests.games.series import Series, refused_rules, rules_of

CLUB = CallBreak.presets["club"].rules


def deal(calls: list[int], tricks: list[int | None] | None = None) -> dict[str, object]:
    return {"calls": calls} | ({} if tricks is None else {"tricks": tricks})


def tenths(*values: str) -> list[Fraction]:
    return [Fraction(value) for value in values]


@pytest.mark.parametrize(
    ("options", "record", "expected"),
    [
        ({}, deal([3, 2, 4, 1], [4, 2, 3, 4]), tenths("3.1", "2", "-4", "1.3")),
        ({}, deal([3, 2, 4, 1], [4, 2, 3, None]), tenths("3.1", "2", "-4", "1.3")),
        ({}, deal([3, 2, 4, 1], [None, 2, 3, 4]), tenths("3.1", "2", "-4", "1.3")),
        ({"big_call": True}, deal([8, 2, 1, 2], [8, 3, 1, 1]), tenths("13", "2.1", "1", "-2")),
        ({}, deal([8, 2, 1, 2], [8, 3, 1, 1]), tenths("8", "2.1", "1", "-2")),
        ({"big_call": True}, deal([8, 2, 1, 1], [9, 2, 1, 1]), tenths("13", "2", "1", "1")),
        ({"big_call": True}, deal([8, 2, 1, 2], [7, 3, 1, 2]), tenths("-8", "2.1", "1", "2")),
        ({"big_call": True}, deal([7, 2, 1, 2], [8, 2, 1, 2]), tenths("7.1", "2", "1", "2")),
        ({"most_overtricks": 1}, deal([2, 2, 4, 1], [4, 2, 4, 3]), tenths("-2", "2", "4", "-1")),
        ({"most_overtricks": 1}, deal([2, 3, 4, 3], [3, 3, 4, 3]), tenths("2.1", "3", "4", "3")),
        ({"most_overtricks": 0, "big_call": True}, deal([8, 1, 1, 1], [9, 2, 1, 1]), tenths("-8", "-1", "1", "1")),
        ({"overtricks": "nothing"}, deal([3, 2, 4, 1], [4, 2, 3, 4]), tenths("3", "2", "-4", "1")),
    ],
)
def test_what_a_deal_counts(options, record, expected):
    series = Series(CallBreak, 4, rules_of(CallBreak, **options)).play(record)
    assert series.entered == expected
    assert [line.points for line in series.scores[0].lines] == expected
    assert sum(series.scores[0].points_won) == 13


@pytest.mark.parametrize(
    ("rules", "record", "problems"),
    [
        ({}, deal([3, 2, 4, 1], [4, 4, 4, 2]), [("tricks", "wrong_sum")]),
        ({}, deal([3, 2, 4, 1], [4, 4, 2, 2]), [("tricks", "wrong_sum")]),
        ({}, deal([3, 2, 4, 1], [4, 4, 6, None]), [("tricks", "wrong_sum")]),
        ({}, deal([3, 2, 4, 1], [10, 4, None, None]), [("tricks", "wrong_sum")]),
        ({}, deal([0, 2, 4, 1], [4, 4, 3, 2]), [("calls.0", "out_of_range")]),
        ({}, deal([14, 2, 4, 1], [4, 4, 3, 2]), [("calls.0", "out_of_range")]),
        ({}, deal([3, 2, 4, 1], [18, -1, 0, 0]), [("tricks.0", "out_of_range"), ("tricks.1", "out_of_range")]),
        ({}, deal([3, 2, 4], [4, 4, 3, 2]), [("calls", "wrong_length")]),
        ({}, deal([3, 2, 4, 1], [4, 4, 5]), [("tricks", "wrong_length")]),
        ({}, deal([3, 2, 4, 1]), [("tricks", "unfinished")]),
        ({}, deal([3, 2, 4, 1], [None] * 4), [("tricks", "unfinished")]),
        ({}, deal([3, 2, 4, 1], [4, 4, None, None]), [("tricks", "unfinished")]),
        ({}, {"tricks": [4, 4, 3, 2]}, [("calls", "missing")]),
        ({}, deal([2, 2, 2, 2], [4, 4, 3, 2]), []),
        ({"least_call": 2}, deal([3, 1, 4, 1], [4, 4, 3, 2]), [("calls.1", "too_low"), ("calls.3", "too_low")]),
        ({"least_sum_of_calls": 10}, deal([2, 2, 2, 2], [4, 4, 3, 2]), [("calls", "too_low")]),
        ({"least_sum_of_calls": 10}, deal([3, 2, 3, 2], [4, 4, 3, 2]), []),
    ],
)
def test_what_is_refused(rules, record, problems):
    assert Series(CallBreak, 4, rules_of(CallBreak, **rules)).problems(record) == problems


def test_calls_that_are_too_low_are_dealt_again():
    record = CallBreak.read_record(deal([2, 2, 2, 2], [4, 4, 3, 2])).value
    assert [str(problem.message) for problem in CallBreak(CLUB, 4).check(record, Table(4))] == [
        "The calls come to 8, and 10 is the least: deal again."
    ]


def test_calls_alone_are_a_deal_in_play():
    score = Series(CallBreak, 4).score_of(deal([3, 2, 4, 1]))
    assert (score.complete, score.points_entered, score.lines) == (False, (0,) * 4, ())


@pytest.mark.parametrize("field", ["direction", "first_leader"])
def test_numbers_and_cards_are_told_apart_by_the_leader_and_the_direction(field):
    started = {"calls": [3, 2, 4, 1], "direction": "clockwise", "first_leader": 0, "tricks": []}
    assert Series(CallBreak, 4).problems(started) == [("tricks", "unfinished")]
    del started[field]
    assert (field, "missing") in Series(CallBreak, 4).problems(started)


# --- The end ---------------------------------------------------------------------------------------------------------

DEAL = deal([3, 2, 4, 1], [4, 2, 3, 4])


def test_the_series_is_over_after_the_last_deal_that_counts():
    series = Series(CallBreak, 4, rules_of(CallBreak, deals=3))
    series.play(DEAL, {"thrown_in": True, "reason": "calls too low"}, DEAL)
    assert (series.standing.over, series.standing.counted) == (False, 3)
    series.play(DEAL)
    assert (series.standing.over, series.standing.counted) == (True, 4)
    assert series.standing.cumulative == tuple(tenths("9.3", "6", "-12", "3.9"))
    assert series.standing.ranking == ((0,), (1,), (3,), (2,))


def test_the_deal_goes_round_and_stays_after_a_deal_that_was_thrown_in():
    """Anticlockwise: from seat 1 to seat 4."""
    series = Series(CallBreak, 4, first_dealer=0).play({"thrown_in": True}, DEAL)
    assert series.standing.dealer == 3
    assert (
        Series(CallBreak, 4, rules_of(CallBreak, direction="clockwise"), first_dealer=0).play(DEAL).standing.dealer == 1
    )


def test_a_leader_who_does_not_sit_after_the_dealer_is_doubted():
    rows = [[f"{rank}{suit}" for suit in "CSDH"] for rank in (*range(2, 11), *"JQKA")]
    record = {"calls": [1, 1, 1, 1], "direction": "anticlockwise", "first_leader": 2, "tricks": rows}
    assert Series(CallBreak, 4, first_dealer=3).play(record).warnings == []
    assert Series(CallBreak, 4, first_dealer=0).play(record).warnings == [("first_leader", "not_after_dealer")]
    thrown = Series(CallBreak, 4, first_dealer=3).play({"thrown_in": True})
    assert thrown.play(record).warnings == []  # the same dealer again
    assert Series(CallBreak, 4, first_dealer=0).play(DEAL, record).warnings == []
    # The table has named seat 4 as the dealer of the second hand: seat 3 leads.
    rules, read = CallBreak.default_preset.rules, CallBreak.read_record(record).value
    deal_before = CallBreak.read_record(DEAL).value
    named = Table(4, first_dealer=1, earlier=(deal_before,), named_dealers=((2, 3),))
    assert CallBreak(rules, named.seats).score(read, named).warnings == ()
    assert CallBreak(rules, 4).score(read, replace(named, named_dealers=())).warnings != ()


def test_points_are_written_with_decimals():
    """Five tenths are written as such, in totals, reasons and payments."""
    series = Series(CallBreak, 4).play(deal([1, 2, 1, 4], [6, 2, 1, 4]), deal([1, 2, 3, 4], [1, 2, 4, 6]))
    assert [format_points(total) for total in series.standing.cumulative] == ["2.5", "4", "4.1", "8.2"]
    assert format_points(series.entered[2]) == "3.1"
    first = series.scores[0].lines[0]
    assert str(first.why) == "seat 1 called 1 and took 6: 1.5."
    paid = series.game(rules_of(CallBreak, stake="difference"), series.table.seats).settle(series.scores, series.table)
    assert "seat 1 pays seat 2 the difference of their totals, 4 and 2.5: 1.5." in {str(each.why) for each in paid}


# --- Who pays whom ---------------------------------------------------------------------------------------------------


TOTALS = tenths("12.4", "9.1", "-3", "5.2")
LEVEL = tenths("12.4", "12.4", "-3", "5.2")


@pytest.mark.parametrize(
    ("options", "totals", "expected"),
    [
        ({}, TOTALS, [90, -10, -60, -20]),
        ({}, LEVEL, [40, 40, -60, -20]),
        ({"negative_pays_double": False}, TOTALS, [60, -10, -30, -20]),
        ({"second": 5, "third": 5, "fourth": 50}, TOTALS, [110, -5, -100, -5]),
        # Level for third: the mean of 20 and 30 each.
        ({}, tenths("12.4", "9.1", "3", "3"), [60, -10, -25, -25]),
        ({}, tenths("1", "1", "1", "1"), [0, 0, 0, 0]),
        ({"stake": "none"}, TOTALS, [0, 0, 0, 0]),
        # 12.4 against 9.1, -3 and 5.2: 3.3 + 15.4 + 7.2; and so on.
        ({"stake": "difference"}, TOTALS, tenths("25.9", "12.7", "-35.7", "-2.9")),
        ({"stake": "difference", "point_rate": 10}, TOTALS, [259, 127, -357, -29]),
    ],
)
def test_who_pays_whom(options, totals, expected):
    assert Series(CallBreak, 4, rules_of(CallBreak, **options)).at(*totals).nets() == expected


def test_without_standard_money():
    assert Series(CallBreak, 4).at(*TOTALS).nets(with_standard=False) == [0, 0, 0, 0]
    difference = Series(CallBreak, 4, rules_of(CallBreak, stake="difference"))
    assert difference.at(*TOTALS).nets(with_standard=False) == tenths("25.9", "12.7", "-35.7", "-2.9")


def test_rules_that_make_no_game_are_refused():
    assert refused_rules(CallBreak, deals=0) == ["out_of_range"]
    assert refused_rules(CallBreak, least_call=0) == ["out_of_range"]
    assert refused_rules(CallBreak, stake="money") == ["not_a_choice"]


def test_the_club():
    assert (CLUB.least_call, CLUB.least_sum_of_calls, CLUB.big_call) == (2, 10, True)
