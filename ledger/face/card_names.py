"""The names of cards and suits."""

from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from ledger.lib import formatting

SUIT_NAMES = {
    "S": gettext_lazy("spades"),
    "H": gettext_lazy("hearts"),
    "C": gettext_lazy("clubs"),
    "D": gettext_lazy("diamonds"),
}
RED_SUITS = frozenset("HD")
RANK_NAMES = {
    "A": pgettext_lazy("rank of a card", "ace"),
    "K": pgettext_lazy("rank of a card", "king"),
    "Q": pgettext_lazy("rank of a card", "queen"),
    "J": pgettext_lazy("rank of a card", "jack"),
}


def split_card(code: str) -> tuple[str, str]:
    """`10H` is a ten of hearts."""
    return code[:-1], code[-1]


def card_name(code: str) -> str:
    rank, suit = split_card(code)
    rank_name = RANK_NAMES.get(rank) or formatting.digits(rank)
    return pgettext("name of a card", "%(rank)s of %(suit)s") % {"rank": rank_name, "suit": SUIT_NAMES[suit]}


def suit_name(suit: str) -> str:
    return str(SUIT_NAMES[suit])
