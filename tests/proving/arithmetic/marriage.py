"""Marriage, from docs/rules/marriage.md: an account between every two."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from tests.proving.arithmetic.account import Account, Record, Rules, WorkedHand, rank


def some_rules(dice: Random, seats: int) -> Rules:
    figures = ("seen_pays", "unseen_pays", "dublee_bonus", "foul_pays")
    return {name: dice.randrange(16) for name in figures} | {
        "unseen_maal": dice.choice(["void", "kidnapped", "counts"]),
        "dublee_pays_nothing": dice.random() < 0.5,
        "foul_counts": dice.choice(["now", "next_deal"]),
        "foul_settles_maal": dice.random() < 0.5,
        "deals": dice.choice([0, 0, 3, 8]),
        "direction": dice.choice(["clockwise", "anticlockwise"]),
    }


def work_out(rules: Rules, records: Sequence[Record], seats: int, standard: bool) -> Account:
    played = 0

    def is_over(_totals: list[Fraction]) -> bool:
        return bool(rules["deals"]) and played >= rules["deals"]

    account = Account(seats, is_over)
    owing: set[int] = set()  # players with a foul that is paid in their next deal
    for record in records:
        players = {seat: player for seat, player in enumerate(record["players"]) if player is not None}
        paying = {record.get("foul")} - {None}
        if rules["foul_counts"] == "next_deal":
            now = owing & set(players)
            owing = owing - now | paying
            paying = now
        worth = maal(rules, record, players)
        won, entered = account.nothing(), account.nothing()
        counts = not account.over
        for seat, player in players.items():
            won[seat] = Fraction(player["maal"])
            # n × maal − the sum of all, and what is paid for the game and for fouls.
            entered[seat] += len(players) * worth[seat] - sum(worth.values())
            for other in players:
                if other != seat:
                    received = game(rules, record, players, other, seat) - game(rules, record, players, seat, other)
                    received += rules["foul_pays"] * ((other in paying) - (seat in paying))
                    entered[seat] += received
                    if counts and seat < other:
                        account.pay("hands", other, seat, Fraction(worth[seat] - worth[other] + received))
        played += 1
        account.add(WorkedHand(won, entered, counts=True, sitting=list(players)))
    account.finish(rank(account.totals))
    return account


def maal(rules: Rules, record: Record, players: dict[int, Any]) -> dict[int, Fraction]:
    """What each player's maal is worth in this deal."""
    if record.get("foul") is not None and not rules["foul_settles_maal"]:
        return dict.fromkeys(players, Fraction(0))
    worth = {}
    for seat, player in players.items():
        counts = player.get("seen", False) or rules["unseen_maal"] == "counts"
        worth[seat] = Fraction(player["maal"] if counts else 0)
    winner = record.get("winner")
    if rules["unseen_maal"] == "kidnapped" and winner is not None:
        worth[winner] += sum(player["maal"] for player in players.values() if not player.get("seen", False))
    return worth


def game(rules: Rules, record: Record, players: dict[int, Any], payer: int, payee: int) -> int:
    """What the payer pays the payee because the payee finished."""
    if record.get("winner") != payee:
        return 0
    with_dublees = players[payee].get("dublee", False)
    points: int = rules["seen_pays"] if players[payer].get("seen", False) else rules["unseen_pays"]
    if players[payer].get("dublee", False) and rules["dublee_pays_nothing"] and not with_dublees:
        points = 0
    if with_dublees:
        points += rules["dublee_bonus"]
    return points
