"""Schafkopf, from docs/rules/schafkopf.md: a tariff for each hand."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from tests.proving.arithmetic.account import Account, Record, Rules, exact
from tests.proving.arithmetic.contracts import (
    Debt,
    each_to_each,
    each_to_one,
    some_parts,
    some_sitting_out,
    some_stakes,
    who_played,
    work_out_debts,
)

ALONE = ["wenz", "geier", "solo", "farbwenz", "farbgeier"]


def some_rules(dice: Random, seats: int) -> Rules:
    return {
        "call": dice.choice([1, 10, 20]),
        "solo": dice.choice([6, 20, 50]),
        "extra": dice.choice([1, 5, 10]),
        "extra_solo": dice.choice([3, 10]),
        "ramsch": dice.choice([0, 20]),
        "tout_times": dice.choice([2, 4]),
        "runners_from": dice.choice([2, 3, None]),
        "runners_from_wenz": dice.choice([2, 3, None]),
        "hands": dice.choice([None, 4, 8]),
        **some_stakes(dice, ["at_once", "at_once", "difference", "ladder", "none"]),
    }


def some_hand(dice: Random, rules: Rules, seats: int) -> Record:
    if dice.random() < 0.05:
        return {"passed": True}
    record: Record = some_sitting_out(dice, seats, 4)
    if rules["ramsch"] and dice.random() < 0.2:
        points = dice.choice([some_parts(dice, 120, 4), [50, 50, 20, 0], [0, 0, 120, 0], [30, 30, 30, 30]])
        march = 120 in points and dice.random() < 0.7
        played = {"points": points, "virgins": 0 if march else min(points.count(0), 2), "march": march}
        return record | {"ramsch": played, "doubled": dice.choice([0, 0, 1, 3])}
    declarer, partner = dice.sample(who_played(record, seats), k=2)
    game = dice.choice(["call", "call", *ALONE, "sie"])
    record |= {"game": game, "declarer": declarer, "doubled": dice.choice([0, 0, 1, 2, 4])}
    if game == "call":
        record["partner"] = partner
    if game == "sie":
        return record | dice.choice([{"points": 120, "tricks": "all"}, {"won": True}])
    runners_from = runners_of(rules, game)
    if runners_from is not None and dice.random() < 0.5:
        record["runners"] = dice.randint(runners_from, 4 if game in ("wenz", "geier") else 8)
    tout = game in ALONE and dice.random() < 0.2
    record |= {"tout": True} if tout else {}
    if dice.random() < 0.3:  # told without points
        told = {"schneider": True} if dice.random() < 0.4 else {}
        told |= {"schwarz": True} if told and dice.random() < 0.5 else {}
        return record | {"won": dice.random() < 0.6} | ({} if tout else told)
    points = dice.choice([dice.randint(0, 120), 0, 30, 31, 60, 61, 90, 91, 120, *([120] * 5 if tout else [])])
    tricks = {0: ["some", "none"], 120: ["some", "all", "all"]}.get(points, ["some"])
    return record | {"points": points, "tricks": dice.choice(tricks)}


def work_out(rules: Rules, records: Sequence[Record], seats: int, standard: bool) -> Account:
    return work_out_debts(debts_of, rules, records, seats, standard)


def debts_of(record: Record, rules: Rules, seats: int) -> list[Debt]:
    playing = who_played(record, seats)
    if record.get("passed"):
        return []
    if record.get("ramsch"):
        played, most = record["ramsch"], max(record["ramsch"]["points"])
        most_points = [seat for seat, taken in zip(playing, played["points"], strict=True) if taken == most]
        others = [seat for seat in playing if seat not in most_points]
        virgins = 1 if played.get("march") else 2 ** (played.get("virgins") or 0)
        worth = exact(rules["ramsch"]) * virgins * 2 ** (record.get("doubled") or 0)
        return each_to_each(most_points, others, -worth if played.get("march") else worth)
    tariff = tariff_of(record, rules)
    if record["game"] == "call":
        side = [record["declarer"], record["partner"]]
        return each_to_one([seat for seat in playing if seat not in side], side, tariff)
    return each_to_each([seat for seat in playing if seat != record["declarer"]], [record["declarer"]], tariff)


def runners_of(rules: Rules, game: str) -> int | None:
    """Return the number of runners from which on they count."""
    least: int | None = rules["runners_from_wenz" if game in ("wenz", "geier") else "runners_from"]
    return least


def tariff_of(record: Record, rules: Rules) -> Fraction:
    """What each opponent pays; below zero if the declarer has lost."""
    game, tout, sie = record["game"], bool(record.get("tout")), record["game"] == "sie"
    points, tricks = record.get("points"), record.get("tricks") or "some"
    if points is None:
        won = tricks == "all" if record.get("won") is None else record["won"]
        schwarz = bool(record.get("schwarz")) or tricks != "some"
        schneider = bool(record.get("schneider")) or schwarz
    else:
        won = points >= 61 if not tout else tricks == "all" or (points == 120 and bool(record.get("won")))
        schwarz = tricks != "some"
        schneider = schwarz or points >= 91 or points <= 30
    extra, runners_from = exact(rules["extra"]), runners_of(rules, game)
    runners = 8 if sie else record.get("runners") or 0
    tariff = exact(rules["call" if game == "call" else "solo"])
    if not tout and not sie:
        tariff += (schneider + schwarz) * (extra if game == "call" else exact(rules["extra_solo"]))
    if runners_from is not None and runners >= runners_from:
        tariff += runners * extra
    tariff *= rules["tout_times"] if tout else 4 if sie else 1
    return tariff * 2 ** (record.get("doubled") or 0) * (1 if won or sie else -1)
