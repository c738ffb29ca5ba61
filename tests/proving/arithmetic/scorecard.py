"""The scorecard, from docs/rules/scorecard.md. With teams, seat 0 plays for side 0, seat 1 for side 1, and so on."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from tests.proving.arithmetic.account import Account, WorkedHand, exact, rank, shared_places


def some_rules(dice: Random, seats: int) -> dict[str, Any]:
    teams = dice.choice([0, *(count for count in range(2, seats) if seats % count == 0)])
    sums = [dice.randrange(-20, 21) for _place in range((teams or seats) - 1)]
    return {
        "teams": teams,
        "step": dice.choice(["1", "1/2", "1/4", "1/10", "1/100"]),
        "below_zero": dice.random() < 0.7,
        "hand_total": dice.choice([None, 0, 26, 157]),
        "best": dice.choice(["high", "low"]),
        "end": dice.choice(["target", "hands", "table"]),
        "target": dice.choice([50, 200]),
        "hands": dice.randrange(2, 8),
        "settlement": dice.choice(["difference", "ladder", "both", "none"]),
        "rate": dice.choice([0.1, 1, 2.5]),
        "ladder": [*sums, -sum(sums)],
    }


def work_out(rules: dict[str, Any], records: Sequence[dict[str, Any]], seats: int, standard: bool) -> Account:
    sides = rules["teams"] or seats
    hands_to_play = rules["hands"] if rules["end"] == "hands" else None
    target = exact(rules["target"]) if rules["end"] == "target" else None
    account = Account(
        seats, lambda totals: len(account.hands) == hands_to_play or (target is not None and max(totals) >= target)
    )
    for record in records:
        points = [exact(record["points"][seat % sides]) for seat in range(seats)]
        account.add(WorkedHand(points, points, counts=True))
    good = [total if rules["best"] == "high" else -total for total in account.totals]
    account.finish(rank(good))

    between_sides: list[tuple[str, int, int, Fraction]] = []
    if rules["settlement"] in ("difference", "both"):
        for one in range(sides):
            for other in range(one):
                difference = (good[one] - good[other]) * exact(rules["rate"])
                between_sides.append(("difference", other, one, difference))
    if rules["settlement"] in ("ladder", "both") and standard:
        ladder, all_sides = [exact(each) for each in rules["ladder"]], range(sides)
        places = [shared_places(good[:sides], side, all_sides) for side in all_sides]
        receives = [sum(ladder[place] for place in shared) / len(shared) for shared in places]
        all_received = sum(points for points in receives if points > 0)
        for payer in all_sides:
            for payee in all_sides:
                if receives[payer] < 0 < receives[payee]:
                    share = receives[payee] / all_received
                    between_sides.append(("rank", payer, payee, -receives[payer] * share))
    for heading, payer, payee, owed in between_sides:
        for first in range(0, seats, sides):
            account.pay(heading, first + payer, first + payee, owed)
    return account
