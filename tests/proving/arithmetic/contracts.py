"""What Skat, Doppelkopf, Tarot, Belote, Schafkopf and Spades share: who played, the payments and the stakes."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random

from tests.proving.arithmetic.account import Account, Points, Record, Rules, WorkedHand, exact, rank

Debt = tuple[int, int, Fraction]  # payer, payee, points; negative points are paid the other way


def some_stakes(dice: Random, settlements: list[str]) -> Rules:
    return {
        "settlement": dice.choice(settlements),
        "rate": dice.choice([0.5, 1, 10]),
        "place_sum": dice.choice([0, 10, 12.5]),
    }


def some_team_stakes(dice: Random) -> Rules:
    return {
        "stake": dice.choice(["per_match", "per_point", "none"]),
        "stake_points": dice.choice([0, 50, 100]),
        "point_rate": dice.choice([0.1, 1]),
    }


def some_sitting_out(dice: Random, seats: int, play: int) -> Record:
    return {"sitting_out": sorted(dice.sample(range(seats), k=seats - play))} if seats > play else {}


def some_parts(dice: Random, total: int, parts: int) -> list[int]:
    cuts = [0, *sorted(dice.randint(0, total) for _cut in range(parts - 1)), total]
    return [cuts[part + 1] - cuts[part] for part in range(parts)]


def who_played(record: Record, seats: int) -> list[int]:
    return [seat for seat in range(seats) if seat not in (record.get("sitting_out") or ())]


def add_hand(account: Account, record: Record, points: Points, paid: Sequence[Debt] = ()) -> None:
    """Add a hand. A player who sits out but gets points is shown with them. `paid` comes to the points."""
    sitting = [seat for seat in range(account.seats) if seat in who_played(record, account.seats) or points[seat]]
    account.add(WorkedHand(points, points, counts=True, sitting=sitting if len(sitting) < account.seats else None))
    if not account.hands[-1].counts:
        return
    for payer, payee, owed in paid:
        account.pay("at_once", payer, payee, owed)


def each_to_each(payers: Sequence[int], payees: Sequence[int], points: Fraction) -> list[Debt]:
    return [(payer, payee, points) for payer in payers for payee in payees]


def each_to_one(payers: Sequence[int], payees: Sequence[int], points: Fraction) -> list[Debt]:
    """In seat order: the first pays the first, the second the second."""
    return [(payer, payee, points) for payer, payee in zip(sorted(payers), sorted(payees), strict=True)]


def received(debts: Sequence[Debt], seats: int) -> Points:
    points = [Fraction(0)] * seats
    for payer, payee, owed in debts:
        points[payer] -= owed
        points[payee] += owed
    return points


def settle(account: Account, rules: Rules, standard: bool) -> None:
    """By difference or by place. The second pays the winner one sum, the third two, and so on."""
    if rules["settlement"] == "difference":
        account.pay_differences("difference", exact(rules["rate"]))
    elif rules["settlement"] == "ladder" and standard:
        sums = [exact(rules["place_sum"]) * place for place in range(1, account.seats)]
        account.pay_standard_money(sums, double_below_zero=False)


def settle_between_teams(account: Account, rules: Rules, standard: bool) -> None:
    """Seats 0 and 2 against 1 and 3: each who lost pays the next player."""
    if account.totals[0] == account.totals[1]:
        return
    first_loser = 0 if account.totals[0] < account.totals[1] else 1
    difference = abs(account.totals[0] - account.totals[1])
    for loser in (first_loser, first_loser + 2):
        if rules["stake"] == "per_match" and standard:
            account.pay("match", loser, (loser + 1) % 4, exact(rules["stake_points"]))
        if rules["stake"] == "per_point":
            account.pay("difference", loser, (loser + 1) % 4, difference * exact(rules["point_rate"]))


def work_out_debts(
    debts_of: Callable[[Record, Rules, int], list[Debt]],
    rules: Rules,
    records: Sequence[Record],
    seats: int,
    standard: bool,
) -> Account:
    """Work out a series of a game in which the points of a hand are what the players owe each other for it."""
    account = Account(seats, lambda _totals: account.counted == rules["hands"])
    for record in account.deals(records):
        debts = debts_of(record, rules, seats)
        add_hand(account, record, received(debts, seats), debts if rules["settlement"] == "at_once" else ())
    account.finish(rank(account.totals))
    settle(account, rules, standard)
    return account
