"""Skat, from docs/rules/skat.md: one declarer against two."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from tests.proving.arithmetic.account import Account, Points, Record, Rules, exact, rank
from tests.proving.arithmetic.contracts import (
    Debt,
    add_hand,
    each_to_each,
    received,
    settle,
    some_parts,
    some_sitting_out,
    some_stakes,
    who_played,
)

BASE = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
NULL = {"": 23, "hand": 35, "ouvert": 46, "hand ouvert": 59}


def some_rules(dice: Random, seats: int) -> Rules:
    scoring = dice.choice(["list", "list", "pub", "money"])
    return {
        "scoring": scoring,
        "deals_each": dice.choice([1, 2, 12]) if scoring == "list" else None,
        "hands": dice.choice([None, None, 5, 8]),
        "target": dice.choice([101, 301]),
        **{name: dice.random() < 0.6 for name in ("kontra", "ramsch", "bock")},
        "bonus_won": dice.choice([0, 50]),
        "bonus_lost": dice.choice([50, 60]),
        "others_lost": {"3": dice.choice([40, 45]), "4": 30, "5": dice.choice([20, 30])},
        "bock_hands": dice.choice([None, 4]),
        **some_stakes(dice, ["difference", "ladder", "none"]),
    }


def some_hand(dice: Random, rules: Rules, seats: int) -> Record:
    record: Record = some_sitting_out(dice, seats, 3)
    if rules["bock"]:
        record |= dice.choice([{}, {"bock": 2}, {"bock": 4}]) | dice.choice([{}, {}, {"bock_begins": True}])
    chance = dice.random()
    if chance < 0.05:
        return {"passed": True}
    if rules["ramsch"] and chance < 0.25:
        points = dice.choice([some_parts(dice, 120, 3), [40, 40, 40], [20, 50, 50], [0, 120, 0], [0, 70, 50]])
        march = 120 in points and dice.random() < 0.7
        return record | {
            "ramsch": {"points": points, "virgins": 0 if march else min(points.count(0), 2), "march": march}
        }
    record["declarer"] = dice.choice(who_played(record, seats))
    record["contract"] = dice.choice([*BASE, "null"])
    if rules["kontra"]:
        record |= dice.choice([{}, {"kontra": 2}, {"kontra": 4}])
    if dice.random() < 0.5:
        record["bid"] = dice.choice([18, 20, 22, 23, 24, 27, 30, 33, 36, 40, 46, 48, 59, 60, 72, 96])
    if record["contract"] == "null":
        return record | {"won": dice.random() < 0.5, "hand": dice.random() < 0.5, "ouvert": dice.random() < 0.5}
    record["matadors"] = dice.randint(1, dice.choice([3, 4 if record["contract"] == "grand" else 11]))
    announced = dice.choice(["", "", "", "hand", "schneider_announced", "schwarz_announced", "ouvert"])
    if announced:
        record |= {"hand": True, announced: True}
    if dice.random() < 0.3:  # told without points
        won = dice.random() < 0.6
        reached = won and announced not in ("", "hand")
        schwarz = (reached and announced != "schneider_announced") or dice.random() < 0.1
        schneider = reached or schwarz or dice.random() < 0.2
        record |= {"won": won} | ({"schneider": True} if schneider else {})
        return record | ({"schwarz": True} if schwarz else {})
    points = dice.choice([dice.randint(0, 120), 0, 30, 31, 60, 61, 89, 90, 120])
    tricks = {0: ["some", "none"], 120: ["some", "all", "all"]}.get(points, ["some"])
    return record | {"points": points, "tricks": dice.choice(tricks)}


def work_out(rules: Rules, records: Sequence[Record], seats: int, standard: bool) -> Account:
    hands_to_play = rules["hands"] or (rules["deals_each"] or 0) * seats or None

    def is_over(totals: Points) -> bool:
        has_lost = rules["scoring"] == "pub" and min(totals) <= -exact(rules["target"])
        return has_lost or account.counted == hands_to_play

    account = Account(seats, is_over)
    games_won, games_lost = [0] * seats, [0] * seats
    for record in account.deals(records):
        if rules["scoring"] == "money":
            debts = debts_of(record, seats)
            add_hand(account, record, received(debts, seats), debts)
        else:
            add_hand(account, record, points_of(record, rules, seats))
        if account.hands[-1].counts and record.get("contract"):
            (games_won if worth_of(record)[1] else games_lost)[record["declarer"]] += 1
    if rules["scoring"] == "list":  # games rank level totals; nobody plays a thousand
        finer = zip(account.totals, games_won, games_lost, strict=True)
        account.finish(rank([total * 10**6 + won * 1000 - lost for total, won, lost in finer]))
    else:
        account.finish(rank(account.totals))
    if rules["scoring"] != "money":
        settle(account, rules, standard)
    return account


def worth_of(record: Record) -> tuple[int, bool]:
    """What the game is worth, before anything is doubled, and whether the declarer has won it."""
    ouvert, tricks = bool(record.get("ouvert")), record.get("tricks", "some")
    told = record.get("won")
    if record["contract"] == "null":
        worth = NULL[" ".join(name for name in ("hand", "ouvert") if record.get(name))]
        could_be: Sequence[int] = list(NULL.values())
        won = tricks == "none" if told is None else told
    else:
        base, points = BASE[record["contract"]], record.get("points")
        says_schwarz = ouvert or bool(record.get("schwarz_announced"))
        says_schneider = says_schwarz or bool(record.get("schneider_announced"))
        is_schwarz = tricks != "some" or bool(record.get("schwarz"))
        is_schneider = is_schwarz or bool(record.get("schneider"))
        if points is not None:
            is_schneider = is_schwarz or points <= 30 or points >= 90
            won = points >= 61 and (points >= 90 or not says_schneider) and (tricks == "all" or not says_schwarz)
        else:
            won = tricks == "all" if told is None else told
        levels = record["matadors"] + 1 + (ouvert or bool(record.get("hand"))) + ouvert
        levels += (is_schneider or says_schneider) + says_schneider + (is_schwarz or says_schwarz) + says_schwarz
        worth, could_be = base * levels, range(base, 1000, base)
    bid = record.get("bid") or 0
    if worth < bid:
        return next((each for each in could_be if each >= bid), bid), False
    return worth, bool(won)


def points_of(record: Record, rules: Rules, seats: int) -> Points:
    """Return what each player writes, by the list or in the pub."""
    points = [Fraction(0)] * seats
    if record.get("passed"):
        return points
    if record.get("ramsch"):
        most_points, written = ramsch_of(record, seats)
        for seat in most_points:
            points[seat] = written
        return points
    declarer, brings = record["declarer"], brings_declarer(record)
    if rules["scoring"] == "pub":
        points[declarer] = brings
    elif worth_of(record)[1]:
        points[declarer] = brings + exact(rules["bonus_won"])
    else:
        points = [exact(rules["others_lost"][str(seats)])] * seats
        points[declarer] = brings - exact(rules["bonus_lost"])
    return points


def debts_of(record: Record, seats: int) -> list[Debt]:
    """Return what is paid for a hand that is played for money."""
    if record.get("passed"):
        return []
    side, brings = ramsch_of(record, seats) if record.get("ramsch") else ([record["declarer"]], brings_declarer(record))
    return each_to_each([seat for seat in who_played(record, seats) if seat not in side], side, brings)


def brings_declarer(record: Record) -> Fraction:
    worth, won = worth_of(record)
    return Fraction(worth if won else -2 * worth) * (record.get("kontra") or 1) * (record.get("bock") or 1)


def ramsch_of(record: Record, seats: int) -> tuple[list[int], Fraction]:
    """Who has most card points, and what each of them writes."""
    played = record["ramsch"]
    most = max(played["points"])
    written = 120 if played.get("march") else -most * 2 ** (played.get("virgins") or 0)
    with_points = zip(who_played(record, seats), played["points"], strict=True)
    return [seat for seat, taken in with_points if taken == most], Fraction(written) * (record.get("bock") or 1)
