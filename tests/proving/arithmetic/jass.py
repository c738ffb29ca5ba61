"""Jass, from docs/rules/jass.md. Seats 0 and 2 play against 1 and 3."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from tests.proving.arithmetic.account import Account, WorkedHand, exact, rank
from tests.proving.arithmetic.jass_cards import judge_round


def some_rules(dice: Random, seats: int) -> dict[str, Any]:
    kinds = ("clubs", "spades", "diamonds", "hearts", "top_down", "bottom_up")
    switches = ("trump_jack_may_be_withheld", "match_bonus", "melds", "stoeck", "without_trump")
    return {
        "target": dice.choice([300, 500, 1000]),
        **{name: dice.random() < 0.6 for name in switches},
        **{f"factor_{kind}": dice.choice([1, 1, 2, 3]) for kind in kinds},
        "stake": dice.choice(["per_match", "per_point", "none"]),
        "stake_points": dice.choice([0, 50, 100]),
        "point_rate": dice.choice([0.1, 1]),
    }


def work_out(rules: dict[str, Any], records: Sequence[dict[str, Any]], seats: int, standard: bool) -> Account:
    target = exact(rules["target"])
    account = Account(4, lambda totals: max(totals) >= target and totals[0] != totals[1])
    for record in records:
        if "thrown_in" in record:
            account.add_thrown_in()
            continue
        illegal, match = [], record.get("match")
        if "tricks" in record:
            points, winners, illegal = judge_round(record, 4, keep_jack=rules["trump_jack_may_be_withheld"])
            cards = [points[0] + points[2], points[1] + points[3]]
            teams = {winner % 2 for winner in winners}
            match = teams.pop() if len(teams) == 1 else None
        else:
            one, other = record["card_points"]
            cards = [157 - other if one is None else one, 157 - one if other is None else other]
        team_points = []
        for team in (0, 1):
            points_of_team = cards[team]
            if rules["match_bonus"] and match == team:
                points_of_team += 100
            if record.get("meld_team") == team:
                points_of_team += sum(record.get("melds", ()))
            if record.get("stoeck") == team:
                points_of_team += 20
            team_points.append(points_of_team * rules[f"factor_{record['trump']}"])
        won = [Fraction(cards[seat % 2]) for seat in range(4)]
        entered = [Fraction(team_points[seat % 2]) for seat in range(4)]
        account.add(WorkedHand(won, entered, counts=True, illegal=illegal))

    account.finish(rank(account.totals))
    difference = abs(account.totals[0] - account.totals[1])
    losers = (0, 2) if account.totals[0] < account.totals[1] else (1, 3)
    for loser in losers if difference else ():
        if rules["stake"] == "per_match" and standard:
            account.pay("match", loser, (loser + 1) % 4, exact(rules["stake_points"]))
        if rules["stake"] == "per_point":
            account.pay("difference", loser, (loser + 1) % 4, difference * exact(rules["point_rate"]))
    return account
