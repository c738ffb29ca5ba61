"""The fewest payments: by hand, compared with every grouping, and with greedy payments."""

import random
import time
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.money.settle_up import PaymentPlan, greedy, settle_up


def paid(plan: PaymentPlan) -> list[tuple[int, int, int]]:
    return [(payment.payer, payment.payee, payment.amount_minor) for payment in plan.payments]


@pytest.mark.parametrize(
    ("balances", "transfers"),
    [
        ([], []),
        ([0, 0, 0], []),
        ([5, -5], [(1, 0, 5)]),
        ([4600, -400, -1850, -2350], [(3, 0, 2350), (2, 0, 1850), (1, 0, 400)]),
        ([5, -3, 3, -5], [(3, 0, 5), (1, 2, 3)]),
        # Two teams of a Jass: each loser pays the next player of the winners.
        ([10, -10, 10, -10], [(1, 2, 10), (3, 0, 10)]),
        ([-10, 10, -10, 10], [(0, 1, 10), (2, 3, 10)]),
        # Greedy lets −6 pay +5 first and needs four; −6 with 4 and 2, and −5 with 5, need three.
        ([5, 4, 2, -6, -5], [(4, 0, 5), (3, 1, 4), (3, 2, 2)]),
        # No two clear each other: {7, −4, −3} and {6, −5, −1} do.
        ([7, 6, -5, -4, -3, -1], [(2, 1, 5), (3, 0, 4), (4, 0, 3), (5, 1, 1)]),
    ],
)
def test_payments_worked_out_by_hand(balances, transfers):
    assert settle_up(balances) == PaymentPlan(settle_up(balances).payments, exact=True)
    assert paid(settle_up(balances)) == transfers


def test_balances_that_do_not_sum_to_zero_are_refused():
    with pytest.raises(AssertionError):
        settle_up([1, 1])


def after(balances: Sequence[int], plan: PaymentPlan) -> list[int]:
    left = list(balances)
    for payment in plan.payments:
        assert payment.amount_minor > 0
        left[payment.payer] += payment.amount_minor
        left[payment.payee] -= payment.amount_minor
    return left


def zero_sums(most: int, size: int) -> st.SearchStrategy[list[int]]:
    amounts = st.lists(st.integers(-size, size), min_size=1, max_size=most - 1)
    return amounts.map(lambda drawn: [*drawn, -sum(drawn)])


@given(zero_sums(most=30, size=40))
def test_the_plan_clears_all_balances_and_only_debtors_pay(balances):
    plan = settle_up(balances)
    assert not any(after(balances, plan))
    assert all(balances[payment.payer] < 0 < balances[payment.payee] for payment in plan.payments)
    assert settle_up(balances) == plan


def groupings(members: list[int]) -> Iterator[list[list[int]]]:
    """Every way to split the members into groups."""
    if not members:
        yield []
        return
    first, *others = members
    for smaller in groupings(others):
        yield [[first], *smaller]
        for index, group in enumerate(smaller):
            yield [*smaller[:index], [first, *group], *smaller[index + 1 :]]


@given(zero_sums(most=8, size=6))
def test_no_other_grouping_needs_fewer_payments(balances):
    amounts = [balance for balance in balances if balance]
    most_groups = max(len(parts) for parts in groupings(amounts) if not any(map(sum, parts)))
    assert len(settle_up(balances).payments) == len(amounts) - most_groups


def test_between_equal_balances_the_first_player_pays_and_is_paid_first():
    paid = [(payment.payer, payment.payee, payment.amount_minor) for payment in greedy([-15, -5, 10, 10], range(4))]
    assert paid == [(0, 2, 10), (0, 3, 5), (1, 3, 5)]


def without_pairs(size: int, dice: random.Random) -> list[int]:
    """No two balances settle exactly, so that every balance takes part in the search."""
    while True:
        amounts = [dice.randint(-10_000, 10_000) for _ in range(size - 1)]
        balances = [*amounts, -sum(amounts)]
        if all(balances) and not set(balances) & {-balance for balance in balances}:
            return balances


# Four groups that sum to zero; no two balances settle exactly.
SIXTEEN = [61, 17, -30, -48, 53, 11, -27, -37, 45, 8, -19, -34, 41, 5, -13, -33]


def test_sixteen_open_balances_are_settled_with_the_fewest_payments():
    plan = settle_up(SIXTEEN)
    assert plan.exact
    assert not any(after(SIXTEEN, plan))
    assert len(plan.payments) == 12, "three payments in each of the four groups"
    assert len(greedy(SIXTEEN, range(16))) > 12


def test_seventeen_open_balances_are_settled_greedily_and_the_plan_is_not_exact():
    balances = [60, 1, *SIXTEEN[1:]]
    assert len(balances) == 17
    plan = settle_up(balances)
    assert not plan.exact
    assert not any(after(balances, plan))
    assert set(plan.payments) == set(greedy(balances, range(17)))
    assert len(plan.payments) <= 16


def test_balances_that_settle_in_pairs_do_not_count_towards_the_sixteen():
    assert settle_up([*range(1, 40), *range(-39, 0)]).exact


def test_sixteen_open_balances_take_milliseconds():
    dice = random.Random("sixteen players")
    times = []
    for _ in range(5):
        balances = without_pairs(16, dice)
        began = time.process_time()  # of this process alone: the machine may be busy with something else
        assert settle_up(balances).exact
        times.append(time.process_time() - began)
    assert min(times) < 0.1
