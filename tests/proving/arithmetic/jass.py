"""Jass, from docs/rules/jass.md. Seats 0 and 2 play against 1 and 3."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from tests.proving.arithmetic.account import Account, Record, Rules, WorkedHand, exact, rank
from tests.proving.arithmetic.contracts import some_team_stakes
from tests.proving.arithmetic.jass_cards import judge_round, worth

KINDS = ["slalom_down", "slalom_up", "misere", "guschti", "mary"]
FACTORS = ["clubs", "spades", "diamonds", "hearts", "top_down", "bottom_up", "slalom", "misere", "guschti", "mary"]
SWITCHES = [
    "trump_jack_may_be_withheld", "match_bonus", "melds", "stoeck", "without_trump", "schneider",
    "long_sequences_count_100", "weis_needs_a_trick",
]  # fmt: skip
Counted = list[tuple[int, int]]  # team and points


def some_rules(dice: Random, seats: int) -> Rules:
    rules = {name: dice.random() < 0.6 for name in SWITCHES}
    by_hands = dice.random() < 0.25
    return {
        **rules,
        "target": None if by_hands else dice.choice([300, 500, 1000]),
        "hands": dice.randint(2, 12) if by_hands else None,
        "end_order": dice.choice(["higher_total", "stoeck_weis_stich"]),
        "kinds": dice.sample(KINDS, k=dice.randrange(4)) if rules["without_trump"] else [],
        **{f"factor_{kind}": dice.choice([1, 1, 2, 3]) for kind in FACTORS},
        **some_team_stakes(dice),
        "bergpreis": dice.choice([0, 20]),
    }


def work_out(rules: Rules, records: Sequence[Record], seats: int, standard: bool) -> Account:
    target = None if rules["target"] is None else exact(rules["target"])
    winner: int | None = None  # the team that is ahead, or has won
    first_at_half: list[int | None] = []
    rounds: list[tuple[list[Fraction], Counted, int | None]] = []  # totals before, what counts in turn, who was first

    def is_over(totals: list[Fraction]) -> bool:
        nonlocal winner
        before, counted, first = rounds[-1]
        winner = None if totals[0] == totals[1] else int(totals[1] > totals[0])
        if target is None:
            return len(rounds) == rules["hands"]
        if not first_at_half and max(totals) >= target / 2:
            first_at_half.append(winner)
        if rules["end_order"] == "stoeck_weis_stich" and min(totals) >= target > max(before):
            for team, points in counted:
                before[team] += points
                if before[team] >= target:
                    first = team
                    break
            winner = winner if first is None else first
        return max(totals) >= target and winner is not None

    account = Account(4, is_over)
    for record in account.deals(records):
        cards, tricks, match, illegal = what_was_taken(rules, record)
        counted, last = what_counts(rules, record, tricks, match)
        misere = record["trump"] == "misere"
        written = cards[::-1] if misere else cards
        of_teams = [written[team] * factor_of(rules, record) for team in (0, 1)]
        for team, points in [*counted, *last]:
            of_teams[team] += points
        taken = [(1 - team if misere else team, points * factor_of(rules, record)) for team, points in tricks]
        rounds.append((account.totals[:2], [*counted, *taken, *(last if tricks else [])], record.get("first_past")))
        won = [Fraction(cards[seat % 2]) for seat in range(4)]
        entered = [Fraction(of_teams[seat % 2]) for seat in range(4)]
        account.add(WorkedHand(won, entered, counts=True, illegal=illegal))

    account.finish(rank(account.totals) if winner is None else [[winner, winner + 2], [1 - winner, 3 - winner]])
    pay_out(rules, account, winner, first_at_half[0] if first_at_half else None, standard)
    return account


def pay_out(rules: Rules, account: Account, winner: int | None, half: int | None, standard: bool) -> None:
    for loser in () if half is None or rules["stake"] == "none" else (1 - half, 3 - half):
        account.pay("bergpreis", loser, (loser + 1) % 4, exact(rules["bergpreis"]))
    for loser in () if winner is None else (1 - winner, 3 - winner):
        behind = account.totals[(loser + 1) % 2] - account.totals[loser]
        if rules["stake"] == "per_match" and standard:
            below_half = rules["target"] is not None and account.totals[loser] < exact(rules["target"]) / 2
            double = rules["schneider"] and below_half
            account.pay("match", loser, (loser + 1) % 4, exact(rules["stake_points"]) * (2 if double else 1))
        if rules["stake"] == "per_point" and behind > 0:
            account.pay("difference", loser, (loser + 1) % 4, behind * exact(rules["point_rate"]))


def factor_of(rules: Rules, record: Record) -> int:
    kind = "slalom" if record["trump"].startswith("slalom") else record["trump"]
    return int(rules[f"factor_{kind}"])


def what_was_taken(rules: Rules, record: Record) -> tuple[list[int], Counted, int | None, list[tuple[int, int, str]]]:
    """The card points of both teams, those of each trick if known, who took all nine, and the wrong cards."""
    if "tricks" not in record:
        one, other = record["card_points"]
        cards = [157 - other if one is None else one, 157 - one if other is None else other]
        return cards, [], record.get("match"), []
    points, winners, illegal = judge_round(record, 4, keep_jack=rules["trump_jack_may_be_withheld"])
    tricks = [
        (winner % 2, sum(worth(card, record["trump"]) for card in row))
        for winner, row in zip(winners, record["tricks"], strict=True)
    ]
    tricks[-1] = (tricks[-1][0], tricks[-1][1] + 5)
    teams = {winner % 2 for winner in winners}
    return [points[0] + points[2], points[1] + points[3]], tricks, teams.pop() if len(teams) == 1 else None, illegal


def what_counts(rules: Rules, record: Record, tricks: Counted, match: int | None) -> tuple[Counted, Counted]:
    """Besides the cards: before the tricks Stöck and then Weis, and after them the match."""
    before: Counted = []
    if record.get("stoeck") is not None:
        before.append((record["stoeck"], 20 * factor_of(rules, record)))
    holder = record.get("meld_team")
    if holder is not None and not (rules["weis_needs_a_trick"] and match == 1 - holder):
        before.append((holder, sum(record.get("melds", ())) * factor_of(rules, record)))
    all_nine = rules["match_bonus"] and match is not None
    return before, [(match, 100 * factor_of(rules, record))] if all_nine and match is not None else []
