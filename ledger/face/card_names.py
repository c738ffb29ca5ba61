"""Packs of cards: the names of the cards, and the drawings on them.

A record has the same codes for every pack: QH is the queen of hearts or the Ober of Rosen. Pages take the
name and the drawing of a card from the pack of the table.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from ledger.lib import formatting

BLACK, RED = "black", "red"  # the colours of a figure; CSS classes of ledger/face have these names


@dataclass(frozen=True, eq=False)
class Pack:
    """The cards that lie on a table. The keys of the mappings are suits and ranks as a record has them."""

    slug: str
    suit_names: Mapping[str, Promise]
    rank_names: Mapping[str, Promise]
    of_suit: Promise  # the name of a card: "%(rank)s of %(suit)s"
    signs: str  # the drawings of the suits are the symbols <signs>-C to <signs>-S
    order: str  # the letters of the suits, in the order of their rows on the card keypad, from the top
    red_suits: str = ""
    # CardFace.figure of the ranks whose figure differs from the rank in the record, and CardFace.kind of some ranks.
    figures: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)

    def suit(self, letter: str) -> "SuitFace":
        return SuitFace(self, letter)

    def card(self, code: str) -> "CardFace":
        return CardFace(self, code)


@dataclass(frozen=True)
class SuitFace:
    """A suit of a pack."""

    pack: Pack
    letter: str

    @property
    def name(self) -> str:
        return str(self.pack.suit_names[self.letter])

    @property
    def sign(self) -> str:
        """The id of the suit's symbol in the sprite."""
        return f"{self.pack.signs}-{self.letter}"

    @property
    def colour(self) -> str:
        return RED if self.letter in self.pack.red_suits else BLACK


@dataclass(frozen=True)
class CardFace:
    """A card of a pack."""

    pack: Pack
    code: str  # `10H` is a ten of hearts

    @property
    def rank(self) -> str:
        return self.code[:-1]

    @property
    def suit(self) -> SuitFace:
        return self.pack.suit(self.code[-1])

    @property
    def name(self) -> str:
        named = self.pack.rank_names.get(self.rank) or formatting.digits(self.rank)
        return str(self.pack.of_suit) % {"rank": named, "suit": self.suit.name}

    @property
    def figure(self) -> str:
        """The letter or number on the card."""
        return self.pack.figures.get(self.rank, self.rank)

    @property
    def kind(self) -> str:
        """The end of the CSS class card--<kind>, for a card that is not drawn as a figure above a sign; else empty."""
        return self.pack.kinds.get(self.rank, "")


FRENCH = Pack(
    slug="french",
    suit_names={
        "S": gettext_lazy("spades"),
        "H": gettext_lazy("hearts"),
        "C": gettext_lazy("clubs"),
        "D": gettext_lazy("diamonds"),
    },
    rank_names={
        "A": pgettext_lazy("rank of a card", "ace"),
        "K": pgettext_lazy("rank of a card", "king"),
        "Q": pgettext_lazy("rank of a card", "queen"),
        "J": pgettext_lazy("rank of a card", "jack"),
    },
    of_suit=pgettext_lazy("name of a card", "%(rank)s of %(suit)s"),
    signs="s",
    order="SHCD",  # black and red in turn, so that neighbouring rows are easy to tell apart
    red_suits="HD",
)
# The suits have colours in their drawings. All figures are black.
SWISS_GERMAN = Pack(
    slug="swiss_german",
    suit_names={
        "C": gettext_lazy("Eicheln"),
        "D": gettext_lazy("Schellen"),
        "H": gettext_lazy("Rosen"),
        "S": gettext_lazy("Schilten"),
    },
    rank_names={
        "A": pgettext_lazy("rank of a Swiss-German card", "Ass"),
        "K": pgettext_lazy("rank of a Swiss-German card", "König"),
        "Q": pgettext_lazy("rank of a Swiss-German card", "Ober"),
        "J": pgettext_lazy("rank of a Swiss-German card", "Under"),
        "10": pgettext_lazy("rank of a Swiss-German card", "Banner"),
    },
    of_suit=pgettext_lazy("name of a Swiss-German card", "%(rank)s of %(suit)s"),
    signs="g",
    order="CDHS",
    figures={"Q": "O", "J": "U"},
    kinds={"Q": "ober", "J": "under", "10": "banner"},
)
PACKS = {pack.slug: pack for pack in (FRENCH, SWISS_GERMAN)}
