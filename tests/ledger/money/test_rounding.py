"""Rounding nets to coins: figures worked out by hand, and properties of any nets."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.lib.currencies import COINS
from ledger.money.rounding import RULE, Rounded, round_nets

LOTS = "abcdefgh"


def rounded(nets: Sequence[Fraction | int | str], coin_minor: int, lots: str = LOTS) -> Rounded:
    exact = [Fraction(net) for net in nets]
    return round_nets(exact, coin_minor, lots[: len(exact)])


@pytest.mark.parametrize(
    ("why", "nets", "coin", "amounts"),
    [
        (
            "J-40 series: 184, −16, −74, −94 points at Rs 0.25",
            [4600, -400, -1850, -2350],
            1,
            [4600, -400, -1850, -2350],
        ),
        ("the same to whole rupees: 46, −4, −18½, −23½", [4600, -400, -1850, -2350], 100, [4600, -400, -1900, -2300]),
        ("web page: 120, −76, −36, −8 points at 0.25", [3000, -1900, -900, -200], 5, [3000, -1900, -900, -200]),
        ("three share 40.00, paise", [4000, "-4000/3", "-4000/3", "-4000/3"], 1, [4000, -1333, -1333, -1334]),
        ("three share 10.00 to 5 rappen", [1000, "-1000/3", "-1000/3", "-1000/3"], 5, [1000, -330, -335, -335]),
        ("0.13 and 0.12 to 5 rappen", [13, 12, -12, -13], 5, [15, 10, -10, -15]),
        ("a coin larger than all nets", [30, -10, -10, -10], 100, [0, 0, 0, 0]),
        ("a coin larger than all nets, half of it won by two", [60, 60, -60, -60], 100, [100, 100, -100, -100]),
        ("half a coin each way: the lower goes first, and nothing is paid", [50, -50], 100, [0, 0]),
        ("one cut by a half, two by a quarter: 2½, −1¼, −1¼ coins", [250, -125, -125], 100, [200, -100, -100]),
        ("all nets are zero", [0, 0, 0, 0], 1, [0, 0, 0, 0]),
        ("no players", [], 1, []),
    ],
)
def test_amounts_worked_out_by_hand(why, nets, coin, amounts):
    assert list(rounded(nets, coin).amounts_minor) == amounts, why


def test_the_lot_decides_between_equal_amounts():
    thirds = [Fraction(40), *[Fraction(-40, 3)] * 3]
    assert rounded(thirds, 1, "abcd").amounts_minor == (40, -13, -13, -14)
    assert rounded(thirds, 1, "adcb").amounts_minor == (40, -14, -13, -13)
    assert rounded(thirds, 1).by_lot == (1, 2, 3)


@pytest.mark.parametrize("nets", [[50, -50], [40, -16, -24], [250, -125, -125], [133, -66, -67]])
def test_no_lot_is_used_when_the_amounts_differ(nets):
    assert rounded(nets, 100).by_lot == ()


def test_rounding_differences_are_listed():
    touched = rounded([4600, -400, -1850, -2350], 100)
    assert touched.changed
    assert touched.differences == (0, 0, -50, 50)
    assert not rounded([4600, -400, -1850, -2350], 50).changed


def test_the_rounding_rule_is_one_sentence():
    assert str(RULE).count(".") == 1
    assert len(str(RULE)) < 300


@pytest.mark.parametrize(("nets", "lots"), [([1, -2], "ab"), ([1, -1], "aa")])
def test_nets_without_zero_sum_or_own_lots_are_refused(nets, lots):
    with pytest.raises(AssertionError):
        round_nets([Fraction(net) for net in nets], 1, lots)


@st.composite
def zero_sums(draw: st.DrawFn) -> list[Fraction]:
    """Up to eight nets; few denominators and small figures, so that ties are common."""
    fraction = st.fractions(-50, 50, max_denominator=6) | st.fractions(-1_000_000, 1_000_000, max_denominator=9999)
    nets = draw(st.lists(fraction, min_size=1, max_size=7))
    return [*nets, -sum(nets, Fraction(0))]


@given(zero_sums(), st.sampled_from(COINS))
def test_no_other_rounding_moves_less_money(nets, coin):
    amounts = rounded(nets, coin).amounts_minor
    assert sum(amounts) == 0
    assert all(amount % coin == 0 and abs(amount - net) < coin for amount, net in zip(amounts, nets, strict=True))
    in_order = [amount for _net, amount in sorted(zip(nets, amounts, strict=True))]
    assert in_order == sorted(in_order)
    # Each net is rounded down, and as many as needed up: every choice of these is tried.
    down = [floor(net / coin) * coin for net in nets]
    ways = combinations(range(len(nets)), -sum(down) // coin)
    least = min(sum(abs(down[i] + coin * (i in lucky) - net) for i, net in enumerate(nets)) for lucky in ways)
    assert sum(map(abs, rounded(nets, coin).differences)) == least


@given(zero_sums(), st.sampled_from(COINS), st.data())
def test_rounding_does_not_depend_on_seats(nets, coin, data):
    seats = data.draw(st.permutations(range(len(nets))))
    moved = round_nets([nets[seat] for seat in seats], coin, [LOTS[seat] for seat in seats])
    stayed = rounded(nets, coin).amounts_minor
    assert moved.amounts_minor == tuple(stayed[seat] for seat in seats)
