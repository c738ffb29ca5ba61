"""The possible totals, by enumeration: every way to split 13 tricks, 26 red cards and the last trick among four."""

from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from games.catalogue.jaago_chalis.game import JaagoChalis
from games.catalogue.jaago_chalis.record import Totals, can_be_won
from tests.games.jaago_chalis.table import RULES, TABLE

TRICKS, REDS = 13, 26


def red_splits(tricks, reds):
    """All ways to split the red cards over the tricks of each player; a trick has up to four red cards."""
    if not tricks:
        return [()] if reds == 0 else []
    most = min(4 * tricks[0], reds)
    return [(here, *rest) for here in range(most + 1) for rest in red_splits(tricks[1:], reds - here)]


def every_possible_result():
    """Sorted points in halves, with a mark for the winner of the last trick. Seats make no difference."""
    found = set()
    for tricks in combinations_with_replacement(range(TRICKS + 1), 4):
        if sum(tricks) != TRICKS:
            continue
        for reds in red_splits(tricks, REDS):
            halves = [2 * red + (4 * won - red) for won, red in zip(tricks, reds, strict=True)]
            for last in range(4):
                if tricks[last]:
                    piles = [(half + (2 if seat == last else 0), seat == last) for seat, half in enumerate(halves)]
                    found.add(tuple(sorted(piles)))
    return found


@pytest.fixture(scope="module")
def possible():
    return every_possible_result()


def accepted(halves, last_trick):
    record = Totals(points_won=[half / 2 for half in halves], last_trick=last_trick)
    return not JaagoChalis(RULES, TABLE.seats).check(record, TABLE)


def all_quadruples():
    return (halves for halves in combinations_with_replacement(range(81), 4) if sum(halves) == 80)


def test_the_enumeration_contains_the_printed_hands(possible):
    """Game 1: 5, 8½, 18, 8½, and C took the last trick. All 40 points include the last trick."""
    assert ((10, False), (17, False), (17, False), (36, True)) in possible
    assert ((0, False), (0, False), (0, False), (80, True)) in possible
    assert ((0, False), (0, False), (0, True), (80, False)) not in possible


def test_exactly_the_possible_totals_are_accepted(possible):
    without_mark = {tuple(sorted(half for half, _ in piles)) for piles in possible}
    quadruples = list(all_quadruples())
    assert len(quadruples) > len(without_mark) > 1000
    wrong = [halves for halves in quadruples if accepted(halves, None) != (halves in without_mark)]
    assert wrong == []


@pytest.mark.thorough
def test_exactly_the_possible_totals_with_a_last_trick_are_accepted(possible):
    wrong = []
    for halves in all_quadruples():
        for last in range(4):
            piles = tuple(sorted((half, seat == last) for seat, half in enumerate(halves)))
            if accepted(halves, last) != (piles in possible):
                wrong.append((halves, last))
    assert wrong == []


@pytest.mark.parametrize("points", ["-2", "2.25", "0.5", "1.5"])
def test_points_that_no_number_of_tricks_can_be_worth(points):
    """A trick is worth 2, 2½, 3, 3½ or 4."""
    assert not can_be_won(Fraction(points))
