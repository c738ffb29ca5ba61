"""The fewest payments that settle all balances.

A group of players whose balances sum to zero can settle among themselves with one payment fewer than the group has
players. So the fewest payments come from splitting the open balances into as many such groups as possible.

A set of players is an integer whose bits are the players (a mask). A set of masks is an integer in which bit m stands
for mask m, so a single shift adds one player to every mask of the set.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

MOST_EXACT = 16  # open balances for which every split is searched; each further balance doubles the work


@dataclass(frozen=True, slots=True)
class PlannedPayment:
    payer: int  # the index of the player's balance
    payee: int
    amount_minor: int


@dataclass(frozen=True, slots=True)
class PaymentPlan:
    payments: tuple[PlannedPayment, ...]  # the largest first
    exact: bool  # False if there were too many open balances to search for the fewest payments


def settle_up(balances: Sequence[int]) -> PaymentPlan:
    """Return who should pay whom. A player with a negative balance owes money."""
    assert sum(balances) == 0, f"these balances do not sum to zero: {balances}"
    # Two players whose balances are opposite always form a group: pairing them never means fewer groups.
    owing: dict[int, list[int]] = defaultdict(list)
    for index, balance in enumerate(balances):
        if balance < 0:
            owing[-balance].append(index)
    groups = []
    for index, balance in enumerate(balances):
        if balance > 0 and owing[balance]:
            # Of several payers take the nearest one before the payee. Balances of a series are in seat order, and the
            # settlements of team games pair the seats in the same way.
            payer = min(owing[balance], key=lambda other: (index - other) % len(balances))
            owing[balance].remove(payer)
            groups.append([payer, index])
    paired = {index for pair in groups for index in pair}
    rest = [index for index, balance in enumerate(balances) if balance and index not in paired]
    exact = len(rest) <= MOST_EXACT
    if rest:
        groups += most_groups(balances, rest) if exact else [rest]
    payments = [payment for group in groups for payment in greedy(balances, group)]
    return PaymentPlan(tuple(sorted(payments, key=lambda each: (-each.amount_minor, each.payer, each.payee))), exact)


def greedy(balances: Sequence[int], group: Sequence[int]) -> list[PlannedPayment]:
    """Return payments in a group: who owes most pays who is owed most, until all balances of the group are zero."""
    open_balances = {index: balances[index] for index in group if balances[index]}
    payments = []
    while open_balances:
        payer = min(open_balances, key=lambda index: (open_balances[index], index))
        payee = max(open_balances, key=lambda index: (open_balances[index], -index))
        amount = min(-open_balances[payer], open_balances[payee])
        payments.append(PlannedPayment(payer, payee, amount))
        open_balances[payer] += amount
        open_balances[payee] -= amount
        open_balances = {index: balance for index, balance in open_balances.items() if balance}
    return payments


def most_groups(balances: Sequence[int], members: Sequence[int]) -> list[list[int]]:
    """Split the members into as many groups that sum to zero as possible."""
    size, everyone = len(members), (1 << len(members)) - 1
    sums = [0]  # by mask
    for member in members:
        sums += [balances[member] + before for before in sums]
    bits = bytearray(len(sums) // 8 + 1)
    for mask, total in enumerate(sums):
        if total == 0:
            bits[mask >> 3] |= 1 << (mask & 7)
    zero_sums = int.from_bytes(bits, "little")

    levels = [1]  # level k: the masks that can be split into k groups; level 0 has only the empty mask
    while larger := _strict_supermasks(levels[-1], size) & zero_sums:
        levels.append(larger)

    # The last level has only the mask of everyone. Go back one level at a time, and take one group out of the mask.
    groups, ungrouped = [], everyone
    for level in reversed(levels[:-1]):
        submasks = 1
        for bit in range(size):
            if ungrouped >> bit & 1:
                submasks |= submasks << (1 << bit)
        candidates = level & submasks
        remaining = (candidates & -candidates).bit_length() - 1  # the lowest of these masks
        groups.append([member for bit, member in enumerate(members) if (ungrouped ^ remaining) >> bit & 1])
        ungrouped = remaining
    return groups


def _strict_supermasks(masks: int, size: int) -> int:
    """Return the set of all masks that contain one of `masks` and at least one more player."""
    larger = 0  # first with exactly one more player, then with any number more
    for bit, without in enumerate(_masks_without(size)):
        larger |= (masks & without) << (1 << bit)
    for bit, without in enumerate(_masks_without(size)):
        larger |= (larger & without) << (1 << bit)
    return larger


@cache
def _masks_without(size: int) -> tuple[int, ...]:
    """Return for each bit the set of all masks without this bit.

    In the order of their numbers, 2^bit masks without the bit and 2^bit masks with it take turns.
    """
    patterns = []
    for bit in range(size):
        pattern, width = (1 << (1 << bit)) - 1, 2 << bit
        while width < 1 << size:
            pattern |= pattern << width
            width *= 2
        patterns.append(pattern)
    return tuple(patterns)
