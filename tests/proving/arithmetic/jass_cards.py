"""What the cards of Jass and Putz are worth, from docs/rules/jass.md. tests/games/jass says who may play what."""

from collections.abc import Sequence
from typing import Any

from tests.games.jass.reference import SUIT_LETTERS, best, legal, way

AS_TRUMP = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3}
PLAIN = {"J": 2, "A": 11, "10": 10, "K": 4, "Q": 3}
TOP_DOWN = {"J": 2, "A": 11, "10": 10, "K": 4, "Q": 3, "8": 8}
BOTTOM_UP = {"J": 2, "6": 11, "10": 10, "K": 4, "Q": 3, "8": 8}
LAST_TRICK = 5


def worth(card: str, trump: str) -> int:
    """In the kinds of play that are no suit, cards are worth what they are top down."""
    if trump not in SUIT_LETTERS:
        table = BOTTOM_UP if trump == "bottom_up" else TOP_DOWN
    else:
        table = AS_TRUMP if card[-1] == SUIT_LETTERS[trump] else PLAIN
    return table.get(card[:-1], 0)


def judge_round(
    record: dict[str, Any], seats: int, *, keep_jack: bool
) -> tuple[list[int], list[int], list[tuple[int, int, str]]]:
    """The card points of each seat, who won each trick, and the cards that should not have been played."""
    rows: Sequence[Sequence[str]] = record["tricks"]
    step = 1 if record["direction"] == "clockwise" else -1
    points, winners, illegal = [0] * seats, [], []
    leader = record["first_leader"]
    for number, row in enumerate(rows):
        table: list[str] = []
        trump = way(record["trump"], number + 1)
        for turn in range(seats):
            seat = (leader + step * turn) % seats
            holding = [later[seat] for later in rows[number:]]
            if row[seat] not in legal(holding, table, trump, keep_jack=keep_jack):
                illegal.append((number + 1, seat, row[seat]))
            table.append(row[seat])
        leader = row.index(best(table, trump))
        winners.append(leader)
        points[leader] += sum(worth(card, record["trump"]) for card in row)
    points[leader] += LAST_TRICK
    return points, winners, illegal
