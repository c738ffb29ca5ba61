"""What the cards of Jass and Putz are worth, from docs/rules/jass.md. tests/games/jass says who may play what."""

from tests.games.jass.reference import SUIT_LETTERS, best, legal, way
from tests.proving.arithmetic.account import Record
from tests.proving.arithmetic.cards import Illegal, lay_again

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


def judge_round(record: Record, seats: int, *, keep_jack: bool) -> tuple[list[int], list[int], Illegal]:
    """The card points of each seat, who won each trick, and the cards that should not have been played."""
    kind = record["trump"]

    def may_be_laid(holding: list[str], table: list[str], number: int) -> list[str]:
        return legal(holding, table, way(kind, number), keep_jack=keep_jack)

    winners, illegal = lay_again(record, seats, may_be_laid, lambda table, number: best(table, way(kind, number)))
    points = [0] * seats
    for winner, row in zip(winners, record["tricks"], strict=True):
        points[winner] += sum(worth(card, kind) for card in row)
    points[winners[-1]] += LAST_TRICK
    return points, winners, illegal
