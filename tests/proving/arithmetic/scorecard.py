"""The scorecard, from docs/rules/scorecard.md. With teams, seat 0 plays for side 0, seat 1 for side 1, and so on."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from tests.proving.arithmetic.account import Account, Points, Record, Rules, WorkedHand, exact, rank


def some_rules(dice: Random, seats: int) -> Rules:
    written = dice.choice(["points", "points", "bids", "sides"])
    teams = dice.choice([0, *(count for count in range(2, seats) if seats % count == 0)])
    if written == "sides":
        teams = 0  # sides change from hand to hand
    sums = [dice.randrange(-20, 21) for _place in range((teams or seats) - 1)]
    hand_total = dice.choice([None, 0, 26, 157]) if written == "points" else dice.choice([None, 13])
    settlement = dice.choice(["difference", "ladder", "both", "none", "at_once"])
    return {
        "written": written,
        "teams": teams,
        "sits_out": dice.random() < 0.3,
        "only_who_played": dice.random() < 0.7,
        "step": dice.choice(["1", "1/2", "1/4", "1/10", "1/100"]),
        "below_zero": dice.random() < 0.7,
        "hand_total": hand_total,
        "turn": bool(hand_total) and dice.random() < 0.5,
        "bidders": dice.choice(["all", "one"]),
        "tricks_grow": dice.random() < 0.3,
        "exact": dice.random() < 0.4,
        "made": dice.choice([0, 1, 20]),
        "made_per_bid": dice.choice([0, 1, 10]),
        "made_per_more": dice.choice([0, 0.1, 1]),
        "missed": dice.choice([0, 1]),
        "missed_per_bid": dice.choice([0, 1, 10]),
        "missed_per_off": dice.choice([0, 10]),
        "bags": dice.choice([0, 3, 10]),
        "bags_cost": dice.choice([25, 100]),
        "times": dice.choice([[], [1, 2], [1, 2, 4], [2, 3]]),
        "penalty": dice.choice([0, 0, 25]),
        "best": dice.choice(["high", "low"]),
        "end": dice.choice(["target", "hands", "table", "out", "pack"]),
        "target": dice.choice([50, 200, -30]),
        "second_target": dice.choice([None, None, -60]),
        "hands": dice.randrange(2, 8),
        "pack": dice.choice([10, 60]),
        "settlement": settlement,
        "rate": dice.choice([0.1, 1, 2.5]),
        "ladder": [*sums, -sum(sums)],
    }


def work_out(rules: Rules, records: Sequence[Record], seats: int, standard: bool) -> Account:
    sides = seats if rules["written"] == "sides" else rules["teams"] or seats
    hands_to_play = {"hands": rules["hands"], "pack": max(rules["pack"] // seats, 1)}.get(rules["end"])
    targets = [exact(goal) for goal in (rules["target"], rules["second_target"]) if goal is not None]

    def reached(total: Fraction) -> bool:
        return any(total >= goal > 0 or total <= goal < 0 for goal in targets)

    def is_over(totals: Points) -> bool:
        if rules["end"] == "target":
            return any(reached(total) for total in totals)
        if rules["end"] == "out":
            return len([side for side in range(sides) if not reached(totals[side])]) < 2
        return account.counted == hands_to_play

    account = Account(seats, is_over)
    more_by_side = [0] * sides  # tricks above made bids
    low = rules["best"] == "low"
    lasted = [0] * seats  # the hands after which each seat was still in the game
    settling = set() if rules["only_who_played"] else set(range(sides))
    for record in account.deals(records):
        was_over = account.over
        won, entered, playing = WRITTEN[rules["written"]](rules, record, seats, sides, more_by_side)
        hand = WorkedHand(won, entered, counts=True, sitting=None if len(playing) == seats else playing)
        account.add(hand)
        if was_over:
            continue
        settling.update(seat for seat in playing if seat < sides)
        if rules["settlement"] == "at_once":
            pay_hand(account, rules, entered, [seat for seat in playing if seat < sides], sides)
        for seat in range(seats):
            lasted[seat] += rules["end"] == "out" and not reached(account.totals[seat])
    # Who lasted longer is better: one hand more weighs more than any total.
    good = [(-total if low else total) + lasted[seat] * 10**12 for seat, total in enumerate(account.totals)]
    account.finish(rank(good))
    among = sorted(settling)
    if rules["settlement"] in ("difference", "both"):
        pay_differences(account, rules, "difference", account.totals, among, sides)
    if rules["settlement"] in ("ladder", "both") and standard:
        ladder = [exact(each) for each in rules["ladder"]]
        receives = [Fraction(0)] * sides
        for side in among:
            better = sum(good[other] > good[side] for other in among)
            level = sum(good[other] == good[side] for other in among)
            receives[side] = sum(ladder[better : better + level]) / level
        pay_as_they_are(account, "rank", receives, among, sides)
    return account


# --- One hand: points won, points entered, and who played it ---------------------------------------------------------


def hand_in_points(
    rules: Rules, record: Record, seats: int, sides: int, _more: list[int]
) -> tuple[Points, Points, list[int]]:
    typed = [record["points"][seat % sides] for seat in range(seats)]
    won = [exact(points or 0) for points in typed]
    playing = [seat for seat in range(seats) if typed[seat] is not None]
    entered = won
    if record.get("turned"):
        everything = exact(rules["hand_total"])
        turner = record["points"].index(rules["hand_total"])
        turned = [everything if seat in playing and seat % sides != turner else Fraction(0) for seat in range(seats)]
        entered = turned
    against = 1 if rules["best"] == "low" else -1
    for penalised in record.get("penalised") or ():
        partners = range(penalised % sides, seats, sides)
        penalty = against * exact(rules["penalty"])
        entered = [points + penalty if seat in partners else points for seat, points in enumerate(entered)]
    return won, entered, playing


def hand_in_bids(
    rules: Rules, record: Record, seats: int, sides: int, more: list[int]
) -> tuple[Points, Points, list[int]]:
    worth: Points = []
    times = record.get("times") or 1
    for side in range(sides):
        bid, won = record["bids"][side], record["tricks"][side]
        if bid is None:
            worth.append(Fraction(0))
        elif won == bid or (won > bid and not rules["exact"]):
            points = (exact(rules["made"]) + exact(rules["made_per_bid"]) * bid) * times
            for _trick in range(won - bid):
                points += exact(rules["made_per_more"]) * times
                more[side] += 1
                if rules["bags"] and more[side] % rules["bags"] == 0:
                    points -= exact(rules["bags_cost"])
            worth.append(points)
        else:
            off = abs(won - bid)
            cost = exact(rules["missed"]) + exact(rules["missed_per_bid"]) * bid + exact(rules["missed_per_off"]) * off
            worth.append(-cost * times)
    everybody = rules["bidders"] == "one"
    playing = [seat for seat in range(seats) if everybody or record["bids"][seat % sides] is not None]
    tricks = [exact(record["tricks"][seat % sides] or 0) for seat in range(seats)]
    return tricks, [worth[seat % sides] for seat in range(seats)], playing


def hand_of_two_sides(
    _rules: Rules, record: Record, seats: int, _sides: int, _more: list[int]
) -> tuple[Points, Points, list[int]]:
    """Each player gets or loses the smallest whole multiple of the value with which the points sum to zero."""
    winners, losers = record["sides"]
    value = exact(record["value"]) * (record.get("times") or 1)
    times = next(times for times in range(1, 20) if times * len(winners) % len(losers) == 0)
    points = [Fraction(0)] * seats
    for seat in winners:
        points[seat] = value * times
    for seat in losers:
        points[seat] = -value * times * len(winners) / len(losers)
    return points, points, sorted(winners + losers)


WRITTEN = {"points": hand_in_points, "bids": hand_in_bids, "sides": hand_of_two_sides}


# --- Payments --------------------------------------------------------------------------------------------------------


def pay_hand(account: Account, rules: Rules, entered: Points, playing: list[int], sides: int) -> None:
    of_points = rules["written"] == "points" and rules["hand_total"] == 0 and not rules["penalty"]
    if rules["written"] == "sides" or of_points:
        sign = -1 if rules["best"] == "low" else 1
        pay_as_they_are(
            account, "at_once", [sign * points * exact(rules["rate"]) for points in entered], playing, sides
        )
    else:
        pay_differences(account, rules, "at_once", entered, playing, sides)


def pay_differences(account: Account, rules: Rules, heading: str, points: Points, among: list[int], sides: int) -> None:
    for one in among:
        for other in among:
            better = points[one] < points[other] if rules["best"] == "low" else points[one] > points[other]
            if better:
                owed = abs(points[one] - points[other]) * exact(rules["rate"])
                pay_between(account, heading, other, one, owed, sides)


def pay_as_they_are(account: Account, heading: str, receives: Points, among: list[int], sides: int) -> None:
    """Sums that come to zero: each payer pays all receivers in proportion."""
    all_received = sum(receives[side] for side in among if receives[side] > 0)
    for payer in among:
        for payee in among:
            if receives[payer] < 0 < receives[payee]:
                pay_between(account, heading, payer, payee, -receives[payer] * receives[payee] / all_received, sides)


def pay_between(account: Account, heading: str, payer: int, payee: int, owed: Fraction, sides: int) -> None:
    """Each player of one team pays one of the other."""
    for first in range(0, account.seats, sides):
        account.pay(heading, first + payer, first + payee, owed)
