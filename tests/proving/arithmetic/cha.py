"""CHA, from docs/rules/cha.md. Revealed hands are judged by tests/games/cha/brute_force.py."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from tests.games.cha.brute_force import brute_force
from tests.proving.arithmetic.account import Account, Record, Rules, WorkedHand, exact, rank


def some_rules(dice: Random, seats: int) -> Rules:
    return {
        "chest_cards": dice.randrange(3, 8),
        "stake": dice.choice(["fixed", "per_diamond", "none"]),
        "stake_points": dice.choice([0, 10, 12.5]),
        "diamond_rate": dice.choice([0.5, 1, 3]),
        "extra_round_pays": dice.random() < 0.7,
    }


def work_out(rules: Rules, records: Sequence[Record], seats: int, standard: bool) -> Account:
    chest = sum(range(1, rules["chest_cards"] + 1))
    account = Account(2, lambda totals: max(totals) * 2 > chest)
    ranking: list[list[int]] = []
    for record in records:
        winner = winner_of(record)
        won = [Fraction(seat == winner) for seat in (0, 1)]
        entered = [Fraction(sum(record.get("bought", ())) if seat == winner else 0) for seat in (0, 1)]
        extra = not account.over and sum(account.totals) == chest  # the chest is empty, and both are level
        account.add(WorkedHand(won, entered, counts=True))
        if extra and winner is not None:
            account.over, ranking = True, [[winner], [1 - winner]]
    account.finish(ranking or rank(account.totals))
    if rules["stake"] == "per_diamond":
        account.pay_differences("difference", exact(rules["diamond_rate"]))
        if ranking and rules["extra_round_pays"]:  # both have half of the chest, so they pay no difference
            account.pay("difference", account.ranking[1][0], account.ranking[0][0], exact(rules["diamond_rate"]))
    if rules["stake"] == "fixed" and standard and len(account.ranking) == 2:
        account.pay("game", account.ranking[1][0], account.ranking[0][0], exact(rules["stake_points"]))
    return account


def winner_of(record: Record) -> int | None:
    """None in a tie. The table's own verdict goes before the judge's."""
    if "hands" in record and not record.get("overruled"):
        sign, _two_diamonds = brute_force(record["hands"], record["led_by"])
        return {1: 0, -1: 1}.get(sign)
    winner = record.get("overruled", record)["winner"]
    return None if winner == "tie" else winner
