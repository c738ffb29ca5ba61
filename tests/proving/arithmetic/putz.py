"""Putz, from docs/rules/putz.md."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from tests.proving.arithmetic.account import Account, Record, Rules, WorkedHand, exact, rank, shared_places
from tests.proving.arithmetic.jass_cards import judge_round


def some_rules(dice: Random, seats: int) -> Rules:
    return {
        "apple_below": dice.choice([11, 21, 30]),
        "win_at": dice.choice([3, 7, 20]),
        "lost_at_three": dice.choice([3, 4]),
        "lost_at_five": dice.choice([3, 5]),
        "ties": dice.choice(["none", "all"]),
        "stake": dice.choice(["per_mark", "per_mark", "none"]),
        "mark_rate": dice.choice([0.5, 1, 10]),
        "game_stake": dice.choice([0, 0, 10, 12.5]),
    }


def work_out(rules: Rules, records: Sequence[Record], seats: int, standard: bool) -> Account:
    lost = -rules["lost_at_three" if seats == 3 else "lost_at_five"]
    account = Account(seats, lambda totals: max(totals) >= rules["win_at"] or min(totals) <= lost)
    for record in account.deals(records):
        illegal: list[tuple[int, int, str]] = []
        if "tricks" in record:
            points, _winners, illegal = judge_round(record, seats, keep_jack=False)
        else:
            points = record["card_points"]
        won = [Fraction(each) for each in points]
        account.add(WorkedHand(won, marks(rules, won), counts=True, illegal=illegal))
    account.finish(rank(account.totals))
    if rules["stake"] == "per_mark":
        account.pay_differences("difference", exact(rules["mark_rate"]))
    if standard:
        best = [seat for seat in range(seats) if account.totals[seat] == max(account.totals)]
        for payer in set(range(seats)) - set(best):
            times = 2 if account.totals[payer] <= lost else 1
            for payee in best:
                account.pay("game", payer, payee, exact(rules["game_stake"]) * times / len(best))
    return account


def marks(rules: Rules, won: list[Fraction]) -> list[Fraction]:
    """An apple for each with too few points. The putz go to the others, from the best downwards."""
    others = [seat for seat, points in enumerate(won) if points >= rules["apple_below"]]
    if len(won) == 3:
        putz = {3: [1, 1, 0], 2: [1, 1], 1: [2], 0: []}[len(others)]
    else:
        putz = {5: [1, 1, 1, 0, 0], 4: [1, 1, 1, 0], 3: [2, 1, 1], 2: [2, 2], 1: [3], 0: []}[len(others)]
    given = []
    for seat in range(len(won)):
        if seat not in others:
            given.append(Fraction(-1))
            continue
        to_split = [putz[place] for place in shared_places(won, seat, others)]
        given.append(Fraction(max(to_split) if rules["ties"] == "all" else min(to_split)))
    return given
