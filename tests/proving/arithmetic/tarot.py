"""Tarot, from docs/rules/tarot.md: a taker, with five players mostly with a partner, against the others."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil
from random import Random

from tests.proving.arithmetic.account import Account, Record, Rules, exact
from tests.proving.arithmetic.contracts import (
    Debt,
    each_to_each,
    some_sitting_out,
    some_stakes,
    who_played,
    work_out_debts,
)

NEEDED = [56, 51, 41, 36]  # with so many bouts
FACTOR = {"petite": 1, "garde": 2, "garde_sans": 4, "garde_contre": 6}


def some_rules(dice: Random, seats: int) -> Rules:
    return {
        "poignee": dice.choice([[20, 30, 40], [10, 20, 30]]),
        "chelem": dice.choice([[400, 200, -200], [500, 250, -300]]),
        "defence_chelem": dice.choice([0, 200]),
        "misere": dice.choice([0, 10]),
        "hands": dice.choice([None, 4, 8]),
        **some_stakes(dice, ["at_once", "difference", "ladder", "none"]),
    }


def some_hand(dice: Random, rules: Rules, seats: int) -> Record:
    if dice.random() < 0.1:
        return {"passed": True}
    record: Record = some_sitting_out(dice, seats, 5)
    playing = who_played(record, seats)
    taker, other = dice.sample(playing, k=2)
    record |= {"taker": taker, "contract": dice.choice(list(FACTOR)), "bouts": dice.randrange(4)}
    if len(playing) == 5 and dice.random() < 0.7:
        record["partner"] = other
    steps = 1 if len(playing) == 4 else 2
    near = NEEDED[record["bouts"]] * steps + dice.randint(-3, 3)
    points = Fraction(dice.choice([near, dice.randint(0, 91 * steps)]), steps)
    petit = dice.choice([None, None, "taker", "defence"])
    if dice.random() < 0.2:
        chelem = dice.choice(["announced_made", "made", "announced_missed", "defence"])
        record["chelem"] = chelem
        if chelem.endswith("made"):
            points, petit, record["bouts"] = Fraction(91), dice.choice([None, "taker"]), 3
        elif chelem == "defence":
            points, petit, record["bouts"] = Fraction(0), dice.choice([None, "defence"]), 0
        else:
            points = min(points, Fraction(90))
    record["points"] = int(points) if points.denominator == 1 else float(points)
    if petit:
        record["petit"] = petit
    if dice.random() < 0.4:
        sides = dice.choice([["taker"], ["defence"], ["taker", "defence"]])
        record["poignees"] = [{"side": side, "size": dice.choice([1, 1, 2, 3])} for side in sides]
    if rules["misere"] and dice.random() < 0.3:
        record["misere"] = sorted(dice.sample(playing, k=dice.randint(1, 2)))
    return record


def work_out(rules: Rules, records: Sequence[Record], seats: int, standard: bool) -> Account:
    return work_out_debts(debts_of, rules, records, seats, standard)


def debts_of(record: Record, rules: Rules, seats: int) -> list[Debt]:
    """The last defender after the taker pays the partner, the others the taker."""
    if record.get("passed"):
        return []
    playing, taker, partner = who_played(record, seats), record["taker"], record.get("partner")
    defenders = [seat for seat in (*range(taker + 1, seats), *range(taker)) if seat in playing and seat != partner]
    worth = worth_for_taker(record, rules)
    debts = each_to_each(defenders, [taker], worth)
    if partner is not None:
        debts[-1] = (defenders[-1], partner, worth)
    for seat in record.get("misere") or ():
        debts += each_to_each([other for other in playing if other != seat], [seat], exact(rules["misere"]))
    return debts


def worth_for_taker(record: Record, rules: Rules) -> Fraction:
    """What each defender pays the taker's side; below zero what each is paid."""
    difference = exact(record["points"]) - NEEDED[record["bouts"]]
    winner = "taker" if difference >= 0 else "defence"
    bracket = 25 + ceil(abs(difference))
    if record.get("petit"):
        bracket += 10 if record["petit"] == winner else -10
    worth = Fraction(bracket * FACTOR[record["contract"]])
    for shown in record.get("poignees") or ():
        worth += exact(rules["poignee"][shown["size"] - 1])
    if winner == "defence":
        worth = -worth
    made_announced, made, missed = map(exact, rules["chelem"])
    of_defence = -exact(rules["defence_chelem"])
    chelem = {"announced_made": made_announced, "made": made, "announced_missed": missed, "defence": of_defence}
    return worth + chelem.get(record.get("chelem") or "", Fraction(0))
