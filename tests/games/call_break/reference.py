"""A slow and simple judge of Call Break, written from docs/rules/call-break.md with lists and strings."""

LOW_TO_HIGH = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
PACK = [rank + suit for suit in "CSDH" for rank in LOW_TO_HIGH]


def suit(card: str) -> str:
    return card[-1]


def rank(card: str) -> int:
    return LOW_TO_HIGH.index(card[:-1])


def best(table: list[str]) -> str:
    """The highest spade, else the highest card of the led suit."""
    spades = [card for card in table if suit(card) == "S"]
    followers = [card for card in table if suit(card) == suit(table[0])]
    return max(spades or followers, key=rank)


def legal(
    hand: list[str], table: list[str], *, must_beat: bool = True, must_trump: bool = True, undertrump: str = "free"
) -> list[str]:
    """The cards of the hand that may be played."""
    if not table:
        return hand
    led = suit(table[0])
    following = [card for card in hand if suit(card) == led]
    spades = [card for card in hand if suit(card) == "S"]
    winner = best(table)
    if following:
        higher = [card for card in following if rank(card) > rank(winner)]
        is_cut = led != "S" and suit(winner) == "S"
        return higher if must_beat and higher and not is_cut else following
    if not must_beat:
        return spades if must_trump and spades else hand
    beating = [card for card in spades if suit(winner) != "S" or rank(card) > rank(winner)]
    if beating:
        return beating
    return spades if undertrump == "must" and spades else hand
