"""How many tricks each player took: a number for each seat, of which one may be left open."""

from collections.abc import Iterator, Sequence

from games.contract import UNFINISHED
from games.kit.problems import Problem, wrong_length
from games.kit.sentences import say

Taken = Sequence[int | None]


def fill_in(taken: Taken, of_hand: int) -> tuple[int | None, ...]:
    """Return the tricks of each seat. If exactly one number is open, it is what is left of the hand's tricks."""
    if taken.count(None) != 1:
        return tuple(taken)
    rest = of_hand - sum(filter(None, taken))
    return tuple(rest if tricks is None else tricks for tricks in taken)


def check_taken(taken: Taken, bids: int, seats: int, of_hand: int) -> Iterator[Problem]:
    """Refuse tricks that do not come to those of the hand.

    Their sum is checked only if there is one bid for each seat.
    """
    if taken and len(taken) != seats:
        yield wrong_length("tricks", seats)
        return
    if bids != seats:
        return
    given = [tricks for tricks in taken if tricks is not None]
    total = sum(given)
    if total > of_hand or (total < of_hand and len(given) == seats):
        wrong = say("A hand has {tricks} tricks; these come to {total}.", tricks=of_hand, total=total)
        yield Problem("tricks", "wrong_sum", wrong)
    elif len(given) < seats - 1:
        missing = say("The tricks of {count} players are missing.", count=seats - len(given))
        yield Problem("tricks", UNFINISHED, missing)
