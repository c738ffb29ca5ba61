"""Jewel, from docs/rules/jewel.md: an account between every two."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from tests.proving.arithmetic.account import Account, Record, Rules, WorkedHand, rank


def some_rules(dice: Random, seats: int) -> Rules:
    names = ("jewel", "two_jewels", "super_sequence", "marriage", "super_set", "pack", "mid_pack")
    return {name: dice.randrange(1, 9) for name in names} | {"full_hand": dice.choice([12, 16])}


def work_out(rules: Rules, records: Sequence[Record], seats: int, standard: bool) -> Account:
    account = Account(seats, lambda _totals: False)  # until the table stops
    for record in records:
        shown = {seat: player for seat, player in enumerate(record["players"]) if player is not None}
        won, entered = account.nothing(), account.nothing()
        for seat, player in shown.items():
            won[seat] = Fraction(jewels(rules, player) + (arranged(rules, player) if stayed(player) else 0))
            for other, opponent in shown.items():
                points = Fraction(between(rules, player, opponent))
                entered[seat] += points
                if seat < other:
                    account.pay("hands", other, seat, points)
        account.add(WorkedHand(won, entered, counts=True, sitting=list(shown)))
    account.finish(rank(account.totals))
    return account


def between(rules: Rules, one: dict[str, Any], other: dict[str, Any]) -> int:
    """What the first player receives from the second."""
    points = jewels(rules, one) - jewels(rules, other)
    if stayed(one) and stayed(other):
        points += arranged(rules, one) - arranged(rules, other)
    packing = {"packed": rules["pack"], "mid_packed": rules["mid_pack"]}
    if one["ended"] == "declared":
        points += packing.get(other["ended"], 0)
    if other["ended"] == "declared":
        points -= packing.get(one["ended"], 0)
    return points


def stayed(player: dict[str, Any]) -> bool:
    return player["ended"] in ("declared", "played")


def jewels(rules: Rules, player: dict[str, Any]) -> int:
    return (
        player.get("jewels", 0)
        + player.get("single_jewels", 0) * rules["jewel"]
        + player.get("double_jewels", 0) * rules["two_jewels"]
    )


def arranged(rules: Rules, player: dict[str, Any]) -> int:
    """Bonus less penalty."""
    return (
        player.get("bonus", 0)
        + player.get("super_sequences", 0) * rules["super_sequence"]
        + player.get("marriages", 0) * rules["marriage"]
        + player.get("super_sets", 0) * rules["super_set"]
        - player.get("penalty", 0)
    )
