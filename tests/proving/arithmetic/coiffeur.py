"""Coiffeur, from docs/rules/coiffeur.md. Seats 0 and 2 play against 1 and 3."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from tests.proving.arithmetic.account import Account, Record, Rules, WorkedHand, rank
from tests.proving.arithmetic.contracts import settle_between_teams, some_team_stakes
from tests.proving.arithmetic.jass_cards import judge_round

KINDS = ["clubs", "diamonds", "hearts", "spades", "top_down", "bottom_up", "slalom", "misere", "guschti", "joker"]


def some_rules(dice: Random, seats: int) -> Rules:
    """Return rules with two or three boxes, so that all are played; some kinds twice, some boxes with a name."""
    kinds = dice.sample(KINDS * 2, k=dice.randint(2, 3))
    return {
        "boxes": [{"kind": kind, "factor": dice.randint(1, 20), "name": dice.choice(["", "Wunsch"])} for kind in kinds],
        "match_points": dice.choice([257, 257, 200]),
        "counter_match": dice.choice([0, 500]),
        **{name: dice.random() < 0.5 for name in ("melds", "stoeck", "trump_jack_may_be_withheld")},
        **some_team_stakes(dice),
        "direction": dice.choice(["clockwise", "anticlockwise"]),
    }


def work_out(rules: Rules, records: Sequence[Record], seats: int, standard: bool) -> Account:
    left = [list(rules["boxes"]), list(rules["boxes"])]
    account = Account(4, lambda _totals: not left[0] and not left[1])
    for record in account.deals(records):
        team, illegal = record["team"], []
        box = next(each for each in left[team] if each["kind"] == record["kind"])
        left[team].remove(box)
        played = record.get("played_as") if record["kind"] == "joker" else record["kind"]
        if "tricks" in record:
            trump = played
            if played == "slalom":
                trump = "slalom_up" if record.get("slalom_begins") == "bottom_up" else "slalom_down"
            keep = rules["trump_jack_may_be_withheld"]
            points, winners, illegal = judge_round(record | {"trump": trump}, 4, keep_jack=keep)
            own = points[team] + points[team + 2]
            tricks = sum(winner % 2 == team for winner in winners)
            match, counter = (tricks == 9, tricks == 0) if played != "misere" else (False, False)
        else:
            own = record["card_points"]
            match, counter = record.get("match", False), record.get("counter_match", False)
        of_team = [0, 0]
        if counter:
            of_team[1 - team] = rules["counter_match"]
        else:
            counted = 157 - own if played == "misere" else rules["match_points"] if match else own
            counted += sum(record.get("melds", ())) + (20 if record.get("stoeck") else 0)
            of_team[team] = counted * box["factor"]
        won = [Fraction(own if seat % 2 == team else 157 - own) for seat in range(4)]
        entered = [Fraction(of_team[seat % 2]) for seat in range(4)]
        account.add(WorkedHand(won, entered, counts=True, illegal=illegal))

    account.finish(rank(account.totals))
    settle_between_teams(account, rules, standard)
    return account
