"""Write down what was dealt, card by card, before the first card is played.

The hands are filled one after the other, in the order in which they will play. Where the whole pack is dealt out the
last hand is what is left. Each function returns the changed record.
"""

from collections.abc import Sequence

from games.kit.cards import BITS, Card, cards_in, mask_of
from games.kit.plays import PlayRecord, Shape
from games.kit.problems import Unreadable
from games.kit.sentences import say
from games.kit.tricks import turn_orders

Hands = Sequence[Sequence[int]]


def seat_to_fill(play: PlayRecord, shape: Shape) -> int | None:
    """Whose dealt cards come next; None once all are known, or where they are not written down."""
    if play.holdings is None:
        return None
    return next((seat for seat in _order(play, shape) if len(play.holdings[seat]) < shape.tricks), None)


def begin_deal(play: PlayRecord, shape: Shape) -> PlayRecord:
    return _with_hands(_before_first_card(play), ((),) * shape.seats)


def forget_deal(play: PlayRecord) -> PlayRecord:
    """Play goes on without; possible at any time."""
    return play.model_copy(update={"holdings": None})


def deal_card(play: PlayRecord, shape: Shape, card: int) -> PlayRecord:
    """To the hand that is being filled."""
    seat = seat_to_fill(play, shape)
    if play.holdings is None or seat is None:
        raise Unreadable.because("deal_complete", say("All cards have been dealt."))
    if not shape.pack & BITS[card]:
        raise Unreadable.because("not_in_pack", say("{card} is not in the pack of this game.", card=Card(card)))
    if any(card in hand for hand in play.holdings):
        raise Unreadable.because("dealt_twice", say("{card} was dealt twice.", card=Card(card)))
    hands = list(play.holdings)
    hands[seat] = (*hands[seat], card)

    # If all hands but one are full and nothing lies aside, the rest of the pack is the last one.
    *others, last = _order(play, shape)
    rest = shape.pack & ~mask_of(dealt for hand in hands for dealt in hand)
    full = all(len(hands[other]) >= shape.tricks for other in others)
    if full and not hands[last] and rest.bit_count() == shape.tricks:
        hands[last] = cards_in(rest)
    return _with_hands(play, tuple(hands))


def undeal_card(play: PlayRecord, card: int) -> PlayRecord:
    """From the hand that it is in, which is then filled again."""
    for seat, hand in enumerate(_before_first_card(play).holdings or ()):
        if card in hand:
            return _with_hand(play, seat, tuple(dealt for dealt in hand if dealt != card))
    raise Unreadable.because("not_dealt", say("{card} has not been dealt.", card=Card(card)))


def last_dealt(play: PlayRecord, shape: Shape) -> int | None:
    """The card that was written down last, as far as the hands show it."""
    dealt = [play.holdings[seat] for seat in _order(play, shape) if play.holdings and play.holdings[seat]]
    return dealt[-1][-1] if dealt else None


def reopen_deal(play: PlayRecord, shape: Shape) -> PlayRecord:
    """All hands are full, and one of them is wrong: the last is emptied, so that cards can be taken back."""
    return _with_hand(_before_first_card(play), _order(play, shape)[-1], ())


def _order(play: PlayRecord, shape: Shape) -> Sequence[int]:
    return turn_orders(shape.seats, play.clockwise)[play.first_leader]


def _before_first_card(play: PlayRecord) -> PlayRecord:
    if any(card is not None for row in play.tricks for card in row):
        raise Unreadable.because("too_late", say("This can be changed only before the first card."))
    return play


def _with_hand(play: PlayRecord, seat: int, hand: Sequence[int]) -> PlayRecord:
    hands = play.holdings or ()
    return _with_hands(play, (*hands[:seat], tuple(hand), *hands[seat + 1 :]))


def _with_hands(play: PlayRecord, hands: Hands) -> PlayRecord:
    return play.model_copy(update={"holdings": hands})
