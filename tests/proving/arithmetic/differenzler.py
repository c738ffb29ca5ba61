"""Differenzler, from docs/rules/differenzler.md. tests/games/jass says who may play what."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from tests.proving.arithmetic.account import Account, Record, Rules, WorkedHand, exact
from tests.proving.arithmetic.jass_cards import judge_round


def some_rules(dice: Random, seats: int) -> Rules:
    return {
        "rounds": dice.choice([4, 5, 8]),
        "trump_by": dice.choice(["turned_card", "forehand"]),
        "hidden_announcements": dice.random() < 0.5,
        "settlement": dice.choice(["ladder", "ladder", "difference", "none"]),
        "second": dice.choice([0, 10]),
        "third": dice.choice([10, 20.5]),
        "fourth": dice.choice([20.5, 30]),
        "rate": dice.choice([0.5, 1, 10]),
        "direction": dice.choice(["clockwise", "anticlockwise"]),
    }


def work_out(rules: Rules, records: Sequence[Record], seats: int, standard: bool) -> Account:
    account = Account(4, lambda _totals: account.counted == rules["rounds"])
    for record in account.deals(records):
        illegal = []
        if "tricks" in record:
            taken, _winners, illegal = judge_round(record, 4, keep_jack=False)
        else:
            given = record["card_points"]
            taken = [157 - sum(filter(None, given)) if each is None else each for each in given]
        missed = [Fraction(max(a, b) - min(a, b)) for a, b in zip(record["announced"], taken, strict=True)]
        account.add(WorkedHand(missed, missed, counts=True, illegal=illegal))
    lowest_first = sorted(set(account.totals))
    account.finish([[seat for seat in range(4) if account.totals[seat] == total] for total in lowest_first])
    if rules["settlement"] == "difference":
        account.pay_differences("difference", -exact(rules["rate"]))  # the higher total pays
    elif rules["settlement"] == "ladder" and standard:
        sums = [exact(rules[name]) for name in ("second", "third", "fourth")]
        account.pay_standard_money(sums, double_below_zero=False)
    return account
