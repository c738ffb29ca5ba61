"""Cards as numbers from 0 to 51, sets of cards as 52-bit masks.

Each suit has thirteen numbers, from the two to the ace. The suits are in the order clubs, spades, diamonds, hearts, so
the other suit of the same colour is `suit ^ 1`. Smaller packs use the same numbers.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("C", "S", "D", "H")
SUIT_SIGNS = ("♣", "♠", "♦", "♥")
CLUBS, SPADES, DIAMONDS, HEARTS = range(4)
PACK_SIZE = 52

CODES = tuple(rank + suit for suit in SUITS for rank in RANKS)
BITS = tuple(1 << card for card in range(PACK_SIZE))
SUIT_MASKS = tuple(0x1FFF << (13 * suit) for suit in range(4))
WHOLE_PACK = (1 << PACK_SIZE) - 1
RED_CARDS = SUIT_MASKS[DIAMONDS] | SUIT_MASKS[HEARTS]


def _spellings() -> Iterator[tuple[str, int]]:
    """Yield every way to write a card: `10S`, `TS`, `10♠`, `10s`, signs with a text or emoji selector."""
    for (suit, letter), (rank, name) in product(enumerate(SUITS), enumerate(RANKS)):
        ranks = {name, name.lower()} | ({"T", "t"} if name == "10" else set())
        sign = SUIT_SIGNS[suit]
        for spelt_rank, spelt_suit in product(ranks, (letter, letter.lower(), sign, sign + "\ufe0e", sign + "\ufe0f")):
            yield spelt_rank + spelt_suit, 13 * suit + rank


CARD_BY_SPELLING = dict(_spellings())


@dataclass(frozen=True, slots=True)
class Card:
    """A card inside a sentence, shown in the reader's language."""

    number: int

    def __str__(self) -> str:
        return RANKS[rank_of(self.number)] + SUIT_SIGNS[suit_of(self.number)]


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit inside a sentence."""

    number: int

    def __str__(self) -> str:
        return SUIT_NAMES[self.number]


SUIT_NAMES = ("clubs", "spades", "diamonds", "hearts")


def suit_of(card: int) -> int:
    return card // 13


def rank_of(card: int) -> int:
    return card % 13


def same_colour_suit(suit: int) -> int:
    return suit ^ 1


def mask_of(cards: Iterable[int]) -> int:
    mask = 0
    for card in cards:
        mask |= BITS[card]
    return mask


def cards_in(mask: int) -> tuple[int, ...]:
    """Return the cards of a set, the lowest first within each suit."""
    cards = []
    while mask:
        lowest = mask & -mask
        cards.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(cards)


def higher_in_suit(card: int) -> int:
    """Return the set of cards of the same suit that rank above this one."""
    return SUIT_MASKS[suit_of(card)] & ~((BITS[card] << 1) - 1)
