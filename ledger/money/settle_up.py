"""The fewest transfers that clear all balances.

Players who can settle among themselves, because their balances sum to zero, need one transfer fewer than they are. So
the fewest transfers come from parting the open balances into as many groups that sum to zero as there can be.

Sets of players are the bits of an integer (a mask), and sets of such masks are the bits of a larger integer: bit m
stands for mask m. Adding one player to every mask of such a set is then one shift, of 65,536 masks at a time.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

MOST_EXACT = 16  # so many open balances are parted exactly; each one more would double the work


@dataclass(frozen=True, slots=True)
class Transfer:
    payer: int
    payee: int
    amount_minor: int


@dataclass(frozen=True, slots=True)
class Plan:
    transfers: tuple[Transfer, ...]  # the largest first
    exact: bool  # certainly the fewest; not so if there were too many to look at every grouping


def settle_up(balances: Sequence[int]) -> Plan:
    """Who should pay whom: payers have negative balances. Players are named by their index."""
    assert sum(balances) == 0, f"these balances do not sum to zero: {balances}"
    groups, rest = _pairs(balances)
    exact = len(rest) <= MOST_EXACT
    if rest:
        groups += _groups(balances, rest) if exact else [rest]
    transfers = [transfer for group in groups for transfer in greedy(balances, group)]
    return Plan(tuple(sorted(transfers, key=lambda paid: (-paid.amount_minor, paid.payer, paid.payee))), exact)


def greedy(balances: Sequence[int], group: Sequence[int]) -> list[Transfer]:
    """Whoever owes most pays whoever is owed most, until all is clear: at most one transfer fewer than players."""
    open_balances = {index: balances[index] for index in group if balances[index]}
    transfers = []
    while open_balances:
        payer = min(open_balances, key=lambda index: (open_balances[index], index))
        payee = max(open_balances, key=lambda index: (open_balances[index], -index))
        amount = min(-open_balances[payer], open_balances[payee])
        transfers.append(Transfer(payer, payee, amount))
        open_balances[payer] += amount
        open_balances[payee] -= amount
        open_balances = {index: balance for index, balance in open_balances.items() if balance}
    return transfers


def _pairs(balances: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """Two who clear each other exactly, and the open balances beyond. Taking such a pair out never costs a group: what
    is left of their two groups sums to zero as well, and so makes one."""
    owing: dict[int, list[int]] = defaultdict(list)
    for index, balance in enumerate(balances):
        if balance < 0:
            owing[-balance].append(index)
    pairs = []
    for index, balance in enumerate(balances):
        if balance > 0 and owing[balance]:
            pairs.append([owing[balance].pop(0), index])
    paired = {index for pair in pairs for index in pair}
    return pairs, [index for index, balance in enumerate(balances) if balance and index not in paired]


def _groups(balances: Sequence[int], members: Sequence[int]) -> list[list[int]]:
    """The members parted into as many groups that sum to zero as there can be."""
    levels = _levels([balances[member] for member in members])
    whole = (1 << len(members)) - 1
    groups = []
    for level in reversed(levels[:-1]):
        part = _lowest(level & _submasks(whole, len(members)))
        groups.append([member for bit, member in enumerate(members) if (whole ^ part) >> bit & 1])
        whole = part
    return groups


def _levels(amounts: Sequence[int]) -> list[int]:
    """Level k has the masks that part into k groups. The last one has the mask of everybody and no other."""
    zero_sums = _zero_sums(amounts)
    levels = [1]  # nobody is no group
    while larger := _strict_supermasks(levels[-1], len(amounts)) & zero_sums:
        levels.append(larger)
    return levels


def _zero_sums(amounts: Sequence[int]) -> int:
    sums = [0]
    for amount in amounts:
        sums += [amount + before for before in sums]
    bits = bytearray(len(sums) // 8 + 1)
    for mask, total in enumerate(sums):
        if total == 0:
            bits[mask >> 3] |= 1 << (mask & 7)
    return int.from_bytes(bits, "little")


def _strict_supermasks(masks: int, size: int) -> int:
    larger = 0
    for bit, without in enumerate(_masks_without(size)):
        larger |= (masks & without) << (1 << bit)
    for bit, without in enumerate(_masks_without(size)):
        larger |= (larger & without) << (1 << bit)
    return larger


def _submasks(mask: int, size: int) -> int:
    """All parts of a mask but the whole."""
    parts = 1
    for bit in range(size):
        if mask >> bit & 1:
            parts |= parts << (1 << bit)
    return parts & ~(1 << mask)


@cache
def _masks_without(size: int) -> tuple[int, ...]:
    """For each bit, the masks of so many bits in which it is not set: 2^bit of them in a row, then as many gaps."""
    patterns = []
    for bit in range(size):
        pattern, width = (1 << (1 << bit)) - 1, 2 << bit
        while width < 1 << size:
            pattern |= pattern << width
            width *= 2
        patterns.append(pattern)
    return tuple(patterns)


def _lowest(masks: int) -> int:
    return (masks & -masks).bit_length() - 1
