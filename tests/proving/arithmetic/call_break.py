"""Call Break, from docs/rules/call-break.md. tests/games/call_break says who may play what."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from tests.games.call_break.reference import best, legal
from tests.proving.arithmetic.account import Account, Record, Rules, WorkedHand, exact, rank
from tests.proving.arithmetic.cards import Illegal, lay_again

TRICKS = {3: 17, 4: 13, 5: 10}


def some_rules(dice: Random, seats: int) -> Rules:
    return {
        "deals": dice.choice([2, 4, 5]),
        "least_call": dice.choice([1, 1, 2]),
        "least_sum_of_calls": dice.choice([0, 9, 10]) if seats == 4 else 0,
        "must_beat": dice.random() < 0.5,
        "must_trump": dice.random() < 0.5,
        "undertrump": dice.choice(["free", "must"]),
        "overtricks": dice.choice(["tenth", "nothing"]),
        "big_call": dice.random() < 0.5,
        "most_overtricks": dice.choice([None, None, 0, 1, 3]),
        "stake": dice.choice(["ladder", "ladder", "difference", "none"]),
        "second": dice.choice([0, 10]),
        "third": dice.choice([10, 20.5]),
        "fourth": dice.choice([20.5, 30]),
        "fifth": dice.choice([30, 40]),
        "negative_pays_double": dice.random() < 0.5,
        "point_rate": dice.choice([0.5, 1, 10]),
        "direction": dice.choice(["clockwise", "anticlockwise"]),
    }


def work_out(rules: Rules, records: Sequence[Record], seats: int, standard: bool) -> Account:
    account = Account(seats, lambda _totals: account.counted == rules["deals"])
    for record in account.deals(records):
        illegal = []
        if "first_leader" in record:
            tricks, illegal = judge_deal(record, rules)
        else:
            given = record["tricks"]
            tricks = [TRICKS[seats] - sum(filter(None, given)) if each is None else each for each in given]
        entered = [points(call, took, rules) for call, took in zip(record["calls"], tricks, strict=True)]
        account.add(WorkedHand([Fraction(took) for took in tricks], entered, counts=True, illegal=illegal))
    account.finish(rank(account.totals))
    if rules["stake"] == "difference":
        account.pay_differences("difference", exact(rules["point_rate"]))
    elif rules["stake"] == "ladder" and standard:
        sums = [exact(rules[name]) for name in ("second", "third", "fourth", "fifth")][: seats - 1]
        account.pay_standard_money(sums, double_below_zero=rules["negative_pays_double"])
    return account


def points(call: int, took: int, rules: Rules) -> Fraction:
    limit = rules["most_overtricks"]
    if took < call or (limit is not None and took > call + limit):
        return Fraction(-call)
    if rules["big_call"] and call >= 8:
        return Fraction(13)
    return Fraction(call) + (Fraction(took - call, 10) if rules["overtricks"] == "tenth" else 0)


def judge_deal(record: Record, rules: Rules) -> tuple[list[int], Illegal]:
    """The tricks of each seat, and the cards that should not have been played."""
    law = {name: rules[name] for name in ("must_beat", "must_trump", "undertrump")}
    winners, illegal = lay_again(
        record, 4, lambda holding, table, _number: legal(holding, table, **law), lambda table, _number: best(table)
    )
    return [winners.count(seat) for seat in range(4)], illegal
