"""Doppelkopf, from docs/rules/doppelkopf.md: the Re side against the Kontra side."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from tests.proving.arithmetic.account import Account, Record, Rules, rank
from tests.proving.arithmetic.contracts import (
    add_hand,
    each_to_each,
    each_to_one,
    settle,
    some_sitting_out,
    some_stakes,
    who_played,
)

SAID = [None, "name", "no_90", "no_60", "no_30", "black"]
EXTRAS = ["fox", "doppelkopf", "charlie", "against_the_old", "hearts", "charlie_caught"]
NEEDED = {2: 151, 3: 181, 4: 211}
AGAINST = {2: 120, 3: 90, 4: 60, 5: 30}
OTHER = {"re": "kontra", "kontra": "re"}


def some_rules(dice: Random, seats: int) -> Rules:
    solo_times = dice.choice([1, 3, 3, 3])
    return {
        "announcements": dice.choice(["add", "double"]),
        "extras": dice.sample(EXTRAS, k=dice.randrange(7)),
        "solo_extras": dice.random() < 0.3,
        "silent_solo_extras": dice.random() < 0.5,
        "solo_times": solo_times,
        "bock": dice.random() < 0.5,
        "hands": dice.choice([None, 4, 8]),
        "required_solos": dice.choice([0, 1]),
        **some_stakes(dice, ["difference", "ladder", "none"] + ["at_once"] * (solo_times == 3)),
    }


def some_hand(dice: Random, rules: Rules, seats: int) -> Record:
    record: Record = some_sitting_out(dice, seats, 4)
    kind = dice.choice(["normal", "normal", "normal", "solo", "silent_solo", "wedding"])
    alone = "solo" in kind or (kind == "wedding" and dice.random() < 0.2)
    record["re"] = sorted(dice.sample(who_played(record, seats), k=1 if alone else 2))
    edges = [0, 29, 30, 31, 59, 60, 89, 90, 119, 120, 121, 150, 151, 180, 181, 210, 211, 240]
    points = dice.choice([*edges, dice.randint(0, 240), dice.randint(80, 160)])
    record |= {"kind": kind, "re_points": points}
    if points in (0, 240) and dice.random() < 0.8:
        record["black"] = "re" if points == 0 else "kontra"
        if dice.random() < 0.5:
            del record["re_points"]
    for side in OTHER:
        if said := dice.choice([None, None, *SAID]):
            record[f"{side}_said"] = said
    if "black" not in record and extras_count(record, rules):
        extras: dict[str, dict[str, int]] = {"re": {}, "kontra": {}}
        for name in set(rules["extras"]) - {"against_the_old"}:
            if dice.random() < 0.3:
                most = 1 if name.startswith("charlie") else 2
                extras[dice.choice(["re", "kontra"])][name] = dice.randint(1, most)
        record |= {"extras": extras} if extras["re"] or extras["kontra"] else {}
    if rules["bock"]:
        record |= dice.choice([{}, {"bock": 2}, {"bock": 4}]) | dice.choice([{}, {}, {"bock_begins": True}])
    return record


def work_out(rules: Rules, records: Sequence[Record], seats: int, standard: bool) -> Account:
    account = Account(seats, lambda _totals: account.counted == rules["hands"])
    for record in account.deals(records):
        points = [Fraction(0)] * seats
        value, re = Fraction(value_for_re(record, rules)), record["re"]
        kontra = [seat for seat in who_played(record, seats) if seat not in re]
        of_re = rules["solo_times"] * value if len(re) == 1 else value
        for seat in who_played(record, seats):
            points[seat] = of_re if seat in re else -value
        debts = each_to_each(kontra, re, value) if len(re) == 1 else each_to_one(kontra, re, value)
        add_hand(account, record, points, debts if rules["settlement"] == "at_once" else ())
    account.finish(rank(account.totals))
    settle(account, rules, standard)
    return account


def extras_count(record: Record, rules: Rules) -> bool:
    """Extra points count in no solo, nor in a wedding that found nobody. A silent solo looked like a normal game."""
    if record["kind"] == "silent_solo" and rules["silent_solo_extras"]:
        return True
    return bool(rules["solo_extras"]) or len(record["re"]) == 2


def value_for_re(record: Record, rules: Rules) -> int:
    black = record.get("black")
    points_of_re = {"re": 0, "kontra": 240}[black] if black else record["re_points"]
    points = {"re": points_of_re, "kontra": 240 - points_of_re}
    said = {side: SAID.index(record.get(f"{side}_said")) for side in OTHER}

    def has_won(side: str) -> bool:
        if said[side] == 5:
            return black == OTHER[side]
        if said[side] >= 2:
            return points[side] >= NEEDED[said[side]]
        if said[OTHER[side]] >= 2:
            return not has_won(OTHER[side])
        only_kontra = said == {"re": 0, "kontra": 1}
        return points[side] >= (121 if (side == "re") != only_kontra else 120)

    def achieved(side: str) -> int:
        """Return how many limits the other side was kept below, and how many were reached against its promises."""
        below = sum(points[OTHER[side]] < limit for limit in (90, 60, 30)) + (black == OTHER[side])
        return below + sum(points[side] >= AGAINST[promise] for promise in range(2, said[OTHER[side]] + 1))

    winner = next((side for side in OTHER if has_won(side)), None)
    names_said = sum(level >= 1 for level in said.values())
    if winner is None:
        value = achieved("re") - achieved("kontra")
    else:
        value = 1 + achieved(winner) + sum(max(level - 1, 0) for level in said.values())
        value += 2 * names_said if rules["announcements"] == "add" else 0
        value *= 1 if winner == "re" else -1
    if extras_count(record, rules):
        extras = record.get("extras") or {}
        value += sum((extras.get("re") or {}).values()) - sum((extras.get("kontra") or {}).values())
        value -= winner == "kontra" and "against_the_old" in rules["extras"]
    if winner and rules["announcements"] == "double":
        value *= 2**names_said
    return int(value * (record.get("bock") or 1))
