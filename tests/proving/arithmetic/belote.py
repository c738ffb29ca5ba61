"""Belote and coinche, from docs/rules/belote.md. Seats 0 and 2 play against 1 and 3."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from tests.proving.arithmetic.account import Account, Points, Record, Rules, WorkedHand, exact, rank
from tests.proving.arithmetic.contracts import (
    settle_between_teams,
    some_team_stakes,
)


def some_rules(dice: Random, seats: int) -> Rules:
    by_hands = dice.random() < 0.3
    return {
        "bidding": dice.choice(["coinche", "none"]),
        "counts": dice.choice(["both", "both", "bid_only"]),
        "rounding": dice.choice(["none", "down", "up"]),
        "capot": dice.choice([250, 252]),
        "generale": dice.choice([500, 400]),
        "surcoinche": dice.choice([3, 4]),
        "belote_helps": dice.random() < 0.6,
        "litige": dice.choice(["wait", "others"]),
        "announcements": dice.random() < 0.5,
        "target": None if by_hands else dice.choice([500, 1000, 2000]),
        "hands": dice.choice([4, 8]) if by_hands else None,
        **some_team_stakes(dice),
    }


def some_hand(dice: Random, rules: Rules, seats: int) -> Record:
    if dice.random() < 0.05:
        return {"passed": True}
    points = dice.choice([dice.randint(2, 157), 0, 162, 71, 75, 80, 81, 82, 85, 91, 95, 96])
    trump = dice.choice(["clubs", "diamonds", "hearts", "spades", "none", "all"])
    record: Record = {"team": dice.randrange(2), "trump": trump, "points": points}
    record["tricks"] = {0: "none", 162: "all"}.get(points, "some")
    if rules["bidding"] == "coinche":
        record["bid"] = dice.choice([*range(80, 170, 10), *range(80, 120, 10), "capot", "generale"])
        record["coinche"] = dice.choice([1, 1, 1, 2, 4])
    if trump not in ("none", "all") and dice.random() < 0.5:
        record["belote"] = dice.randrange(2)
    if rules["announcements"] and dice.random() < 0.5:
        announced = dice.choice([20, 50, 100, 150, 200, 40])
        record["announced"] = dice.choice([[announced, 0], [0, announced]])
    if dice.random() < 0.3:
        record["taker"] = record["team"] + dice.choice([0, 2])
    return record


def work_out(rules: Rules, records: Sequence[Record], seats: int, standard: bool) -> Account:
    def is_over(totals: Points) -> bool:
        if rules["target"] is not None and max(totals) >= exact(rules["target"]) and totals[0] != totals[1]:
            return True
        return account.counted == rules["hands"]

    account = Account(4, is_over)
    waiting = Fraction(0)  # for the team that wins the next hand
    for record in account.deals(records):
        teams = [Fraction(0), Fraction(0)]
        won = teams
        if not record.get("passed"):
            team, taken = record["team"], taken_in(record)
            won = [taken, 162 - taken] if team == 0 else [162 - taken, taken]
            count = classic if rules["bidding"] == "none" else coinche
            own, theirs, winner, waits = count(record, rules)
            teams[team], teams[1 - team] = own, theirs
            if winner is not None:
                teams[winner] += waiting
                waiting = Fraction(0)
            waiting += waits
        entered = [teams[seat % 2] for seat in range(4)]
        account.add(WorkedHand([won[seat % 2] for seat in range(4)], entered, counts=True))
    account.finish(rank(account.totals))
    settle_between_teams(account, rules, standard)
    return account


def taken_in(record: Record) -> Fraction:
    """The card points of the team that plays. All tricks have all of them, and no trick has none."""
    return Fraction({"all": 162, "none": 0}.get(record.get("tricks") or "", record.get("points") or 0))


Count = tuple[Fraction, Fraction, int | None, Fraction]  # team that bid, others, the team that won, what waits


def coinche(record: Record, rules: Rules) -> Count:
    team, bid, factor = record["team"], record["bid"], record.get("coinche") or 1
    own, theirs = cards(record, rules)
    belotes, announced = extras(record)
    helping = belotes[0] + announced[0] if rules["belote_helps"] else 0
    tricks, worth = record.get("tricks"), exact(rules.get(bid, bid) if isinstance(bid, str) else bid)
    made = tricks == "all" or (not isinstance(bid, str) and tricks != "none" and taken_in(record) + helping >= worth)
    if factor == 4:
        factor = rules["surcoinche"]
    if not made:
        return belotes[0], (160 + worth) * factor + belotes[1] + sum(announced), 1 - team, Fraction(0)
    points = worth if rules["counts"] == "bid_only" else worth + own
    theirs = Fraction(0) if rules["counts"] == "bid_only" or factor != 1 else theirs
    return points * factor + belotes[0] + announced[0], theirs + belotes[1] + announced[1], team, Fraction(0)


def classic(record: Record, rules: Rules) -> Count:
    team = record["team"]
    own, theirs = cards(record, rules)
    belotes, announced = extras(record)
    as_they_are = [taken_in(record), 162 - taken_in(record)]
    if rules["belote_helps"]:
        as_they_are = [sum(each) for each in zip(as_they_are, belotes, announced, strict=True)]
    has_all, has_none = (record.get("tricks") == tricks for tricks in ("all", "none"))
    if has_all or (as_they_are[0] > as_they_are[1] and not has_none):
        return own + belotes[0] + announced[0], theirs + belotes[1] + announced[1], team, Fraction(0)
    if as_they_are[0] == as_they_are[1] and rules["litige"] == "wait" and not has_none:
        return Fraction(0), theirs + belotes[1] + announced[1], None, own + belotes[0] + announced[0]
    everything = exact(rules["capot"]) if has_none else Fraction(162)
    return belotes[0], rounded(everything, rules) + belotes[1] + sum(announced), 1 - team, Fraction(0)


def cards(record: Record, rules: Rules) -> tuple[Fraction, Fraction]:
    """The card points as they are written, of the team that bid and of the others."""
    everything = {"all": (exact(rules["capot"]), Fraction(0)), "none": (Fraction(0), exact(rules["capot"]))}
    as_counted = (taken_in(record), 162 - taken_in(record))
    own, theirs = everything.get(record.get("tricks") or "some", as_counted)
    return rounded(own, rules), rounded(theirs, rules)


def rounded(points: Fraction, rules: Rules) -> Fraction:
    over = points % 10
    up = over > 5 or (over == 5 and rules["rounding"] == "up")
    return points if rules["rounding"] == "none" else points - over + (10 if up else 0)


def extras(record: Record) -> tuple[list[Fraction], list[Fraction]]:
    """Belote and announcements, of the team that bid and of the others."""
    teams = (record["team"], 1 - record["team"])
    announced = record.get("announced") or [0, 0]
    belotes = [Fraction(20 if record.get("belote") == team else 0) for team in teams]
    return belotes, [Fraction(announced[team]) for team in teams]
