"""Jaago-Chalis, from docs/rules/jaago-chalis.md. The cards are judged by tests/games/jaago_chalis/reference.py."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from tests.games.jaago_chalis.reference import judge
from tests.proving.arithmetic.account import Account, Record, Rules, WorkedHand, exact, rank, shared_places

SEATS = range(4)


def some_rules(dice: Random, seats: int) -> Rules:
    low = dice.choice([0, 5, 20, 20.5])
    middle = low + dice.choice([0, 10])
    return {
        "lowest": low,
        "middle": middle,
        "highest": middle + dice.choice([0, 10]),
        "entry_threshold": dice.choice([8, 10, 12.5]),
        "target": dice.choice([20, 40, 60]),
        "big_hand": dice.choice([15, 20, 26]),
        "big_hand_bonus": dice.choice(["ranked", "equal", "off"]),
        "negative_pays_double": dice.random() < 0.5,
        "ties": dice.choice(["share", "last_hand", "play_on"]),
    }


def work_out(rules: Rules, records: Sequence[Record], seats: int, standard: bool) -> Account:
    def is_over(totals: list[Fraction]) -> bool:
        level_for_first = totals.count(max(totals)) > 1
        return max(totals) >= exact(rules["target"]) and not (rules["ties"] == "play_on" and level_for_first)

    sums = [exact(rules[name]) for name in ("lowest", "middle", "highest")]
    needed = exact(rules["entry_threshold"])
    account = Account(4, is_over)
    for record in account.deals(records):
        still_going, illegal = not account.over, []
        if "tricks" in record:
            verdict = judge(record["direction"], record["first_leader"], record["tricks"], record.get("holdings"))
            won = [exact(points) for points in verdict.points_won]
            illegal = [(play.trick, play.seat, play.played) for play in verdict.illegal]
        else:
            won = [exact(points) for points in record["points_won"]]
        entered = [points if points >= needed else points - needed for points in won]
        account.add(WorkedHand(won, entered, counts=True, illegal=illegal))
        if still_going:
            pay_for_big_hands(account, rules, sums, won)

    ranking = rank(account.totals)
    if rules["ties"] == "last_hand":
        counted = [hand for hand in account.hands if hand.counts]
        ranking = [part for level in ranking for part in by_latest_hand(level, counted)]
    account.finish(ranking)
    account.pay_differences("difference", Fraction(1))
    if standard:
        account.pay_standard_money(sums, double_below_zero=rules["negative_pays_double"])
    return account


def pay_for_big_hands(account: Account, rules: Rules, sums: list[Fraction], won: list[Fraction]) -> None:
    for winner in SEATS:
        if won[winner] < exact(rules["big_hand"]) or rules["big_hand_bonus"] == "off":
            continue
        others = [seat for seat in SEATS if seat != winner]
        for payer in others:
            places = shared_places(won, payer, others) if rules["big_hand_bonus"] == "ranked" else range(3)
            account.pay("bonus", payer, winner, sum(sums[place] for place in places) / len(places))


def by_latest_hand(level: list[int], hands: list[WorkedHand]) -> list[list[int]]:
    """Rank level players by the latest hand in which they differ."""
    for latest in range(len(hands) - 1, -1, -1):
        entered = [hands[latest].entered[seat] for seat in level]
        if len(set(entered)) > 1:
            parts = [[level[index] for index in part] for part in rank(entered)]
            return [smaller for part in parts for smaller in by_latest_hand(part, hands[:latest])]
    return [level]
