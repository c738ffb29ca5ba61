"""What each player took, such as tricks: a number for each seat, of which one may be None."""

from collections.abc import Iterator, Sequence

from games.contract import UNFINISHED
from games.kit.problems import Problem, wrong_length
from games.kit.sentences import say

Taken = Sequence[int | None]


def fill_in(taken: Taken, total: int) -> tuple[int | None, ...]:
    """Return what each seat took. If exactly one number is None, that seat took what the others leave of the total."""
    if taken.count(None) != 1:
        return tuple(taken)
    rest = total - sum(filter(None, taken))
    return tuple(rest if number is None else number for number in taken)


def check_taken(taken: Taken, bids: int, seats: int, tricks_in_hand: int) -> Iterator[Problem]:
    """Return problems with numbers of tricks that do not come to `tricks_in_hand`.

    The sum is checked only if there are as many `bids` as seats.
    """
    if taken and len(taken) != seats:
        yield wrong_length("tricks", seats)
        return
    if bids != seats:
        return
    given = [tricks for tricks in taken if tricks is not None]
    total = sum(given)
    if total > tricks_in_hand or (total < tricks_in_hand and len(given) == seats):
        wrong = say("A hand has {tricks} tricks; these come to {total}.", tricks=tricks_in_hand, total=total)
        yield Problem("tricks", "wrong_sum", wrong)
    elif len(given) < seats - 1:
        missing = say("The tricks of {count} players are missing.", count=seats - len(given))
        yield Problem("tricks", UNFINISHED, missing)
