"""A slow and simple judge of Jass, written from the "Card play" section of the source, with lists and strings."""

STRENGTH = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]
TRUMP_STRENGTH = ["6", "7", "8", "10", "Q", "K", "A", "9", "J"]
SUIT_LETTERS = {"clubs": "C", "spades": "S", "diamonds": "D", "hearts": "H"}
PACK = [rank + suit for suit in "CSDH" for rank in STRENGTH]


def way(kind: str, trick: int) -> str:
    """How a trick, counted from 1, is played in a round of this kind: by a trump suit, top down or bottom up."""
    ways = {
        "slalom_down": "du" * 5, "slalom_up": "ud" * 5, "misere": "d" * 9, "guschti": "dddduuuuu", "mary": "uuuuddddd",
    }  # fmt: skip
    return {"d": "top_down", "u": "bottom_up"}[ways[kind][trick - 1]] if kind in ways else kind


def suit(card: str) -> str:
    return card[-1]


def strength(card: str, trump: str) -> int:
    order = TRUMP_STRENGTH if suit(card) == SUIT_LETTERS.get(trump) else STRENGTH
    place = order.index(card[:-1])
    return -place if trump == "bottom_up" else place


def best(table: list[str], trump: str) -> str:
    """If there are trumps, the highest trump; otherwise the highest card of the suit that was led."""
    trumps = [card for card in table if suit(card) == SUIT_LETTERS.get(trump)]
    followers = [card for card in table if suit(card) == suit(table[0])]
    return max(trumps or followers, key=lambda card: strength(card, trump))


def legal(hand: list[str], table: list[str], trump: str, *, keep_jack: bool = False) -> list[str]:
    """The cards of the hand that may be played."""
    if not table:
        return hand
    led, trump_suit = suit(table[0]), SUIT_LETTERS.get(trump)
    following = [card for card in hand if suit(card) == led]
    if led == trump_suit:
        only_the_jack = [card[:-1] for card in following] == ["J"]
        return hand if not following or (keep_jack and only_the_jack) else following
    cut = [card for card in table if suit(card) == trump_suit]
    under = [
        card
        for card in hand
        if cut and suit(card) == trump_suit and strength(card, trump) < strength(best(cut, trump), trump)
    ]
    allowed = [card for card in hand if card not in under]
    if following:
        return [card for card in allowed if suit(card) in (led, trump_suit)]
    return allowed or hand
