"""Spades, from docs/rules/spades.md. Seats 0 and 2 play against 1 and 3, or each plays alone."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from tests.games.call_break.reference import best
from tests.proving.arithmetic.account import Account, Record, Rules, WorkedHand, exact, rank
from tests.proving.arithmetic.cards import Illegal, lay_again
from tests.proving.arithmetic.contracts import settle_between_teams, some_parts, some_team_stakes

TRICKS = {2: 13, 3: 17, 4: 13, 5: 10, 6: 8}


def some_rules(dice: Random, seats: int) -> Rules:
    return {
        "teams": seats == 4 and dice.random() < 0.7,
        "nil": dice.choice([50, 100]),
        "blind_nil": dice.choice([None, 200]),
        "bags": dice.choice([3, 10]),
        "bag_penalty": dice.choice([50, 100]),
        "nil_tricks": dice.choice(["bags", "help"]),
        "blind": dice.random() < 0.4,
        "target": dice.choice([200, 300, 500]),
        "floor": dice.choice([None, -100, -200]),
        **some_team_stakes(dice),
    }


def some_hand(dice: Random, rules: Rules, seats: int) -> Record:
    """Return a hand in totals, never card by card."""
    nils = ["nil"] + (["blind_nil"] if rules["blind_nil"] is not None else [])
    tricks: list[int | None] = [*some_parts(dice, TRICKS[seats], seats)]
    bids: list[int | str] = []
    for took in tricks:
        near = min(max((took or 0) + dice.choice([-2, -1, 0, 0, 1]), 1), TRICKS[seats])
        bids.append(dice.choice(nils) if dice.random() < (0.15 if took else 0.7) else near)
    sides = 2 if rules["teams"] else seats
    blind = {"blind": [dice.randrange(sides)]} if rules["blind"] and dice.random() < 0.4 else {}
    if dice.random() < 0.2:
        tricks[dice.randrange(seats)] = None
    return {"bids": bids, "tricks": tricks, **blind}


def work_out(rules: Rules, records: Sequence[Record], seats: int, standard: bool) -> Account:
    def is_over(totals: list[Fraction]) -> bool:
        goes_on = len(rank(totals[:sides])[0]) > 1  # level at the top
        below = rules["floor"] is not None and min(totals) < exact(rules["floor"])
        return not goes_on and (max(totals) >= exact(rules["target"]) or below)

    sides = 2 if rules["teams"] else seats
    account = Account(seats, is_over)
    bags = [0] * sides
    for record in account.deals(records):
        illegal = []
        if "first_leader" in record:
            tricks, illegal = judge_deal(record)
        else:
            given = record["tricks"]
            tricks = [TRICKS[seats] - sum(filter(None, given)) if each is None else each for each in given]
        points = [points_of_side(record, rules, tricks, side, bags) for side in range(sides)]
        entered = [points[seat % sides] for seat in range(seats)]
        won = [Fraction(sum(tricks[seat % sides :: sides])) for seat in range(seats)]  # by the whole side
        account.add(WorkedHand(won, entered, counts=True, illegal=illegal))
    account.finish(rank(account.totals))
    if rules["teams"]:
        settle_between_teams(account, rules, standard)
    elif rules["stake"] == "per_point":
        account.pay_differences("difference", exact(rules["point_rate"]))
    elif rules["stake"] == "per_match" and standard:
        account.pay_standard_money([exact(rules["stake_points"])] * (seats - 1), double_below_zero=False)
    return account


def points_of_side(record: Record, rules: Rules, tricks: list[int], side: int, bags: list[int]) -> Fraction:
    """Adds the bags of this hand to those of the side."""
    points, contract, took, new_bags = Fraction(0), 0, 0, 0
    for seat in range(side, len(tricks), len(bags)):
        bid = record["bids"][seat]
        if bid in ("nil", "blind_nil"):
            points += exact(rules[bid]) if tricks[seat] == 0 else -exact(rules[bid])
            if rules["nil_tricks"] == "help":
                took += tricks[seat]
            else:
                new_bags += tricks[seat]
        else:
            contract += bid
            took += tricks[seat]
    times = 2 if side in (record.get("blind") or ()) else 1
    if took >= contract:
        points += 10 * contract * times
        new_bags += took - contract
    else:
        points -= 10 * contract * times
    for _bag in range(new_bags):
        points += 1
        bags[side] += 1
        if rules["bags"] and bags[side] % rules["bags"] == 0:
            points -= exact(rules["bag_penalty"])
    return points


def judge_deal(record: Record) -> tuple[list[int], Illegal]:
    """The tricks of each seat, and the cards that should not have been played."""

    def legal(holding: list[str], table: list[str], number: int) -> list[str]:
        if table:
            wanted = [card for card in holding if card[-1] == table[0][-1]]
        else:
            broken = any(card.endswith("S") for row in record["tricks"][: number - 1] for card in row)
            wanted = [card for card in holding if broken or card[-1] != "S"]
        return wanted or holding

    winners, illegal = lay_again(record, 4, legal, lambda table, _number: best(table))
    return [winners.count(seat) for seat in range(4)], illegal
