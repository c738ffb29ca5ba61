"""Hands that were written down card by card are laid again, one card after the other."""

from collections.abc import Callable

from tests.proving.arithmetic.account import Record

Illegal = list[tuple[int, int, str]]  # trick, seat and card


def lay_again(
    record: Record,
    seats: int,
    legal: Callable[[list[str], list[str], int], list[str]],
    best: Callable[[list[str], int], str],
) -> tuple[list[int], Illegal]:
    """Who won each trick, and the cards that should not have been played.

    `legal` has the cards of a holding that may be laid on the table, `best` the card that wins it; the last argument of
    both is the number of the trick, from 1.
    """
    step = 1 if record["direction"] == "clockwise" else -1
    rows: list[list[str]] = record["tricks"]
    winners, illegal, leader = [], [], record["first_leader"]
    for number, row in enumerate(rows, 1):
        table: list[str] = []
        for turn in range(seats):
            seat = (leader + step * turn) % seats
            holding = [later[seat] for later in rows[number - 1 :]]
            if row[seat] not in legal(holding, table, number):
                illegal.append((number, seat, row[seat]))
            table.append(row[seat])
        leader = row.index(best(table, number))
        winners.append(leader)
    return winners, illegal
