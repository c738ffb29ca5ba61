"""The 36 cards of Jass, their worth and strength under each trump, and the law by which they are played.

Source: "Jass", sections "Card play" and "Card values" (docs/rules/jass.md). All Jass games use this module.
Play without trump is Swiss custom: there the eights count 8, so that the pack is worth 152 too. In slalom, misère,
guschti and mary the cards are worth as much as top down, also in tricks that are played bottom up.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any

from games.entry import Answer, Question
from games.kit.card_faces import called
from games.kit.cards import (
    BITS,
    CODES,
    PACK_SIZE,
    SUIT_MASKS,
    SUIT_NAMES,
    Card,
    Suit,
    cards_in,
    mask_of,
    rank_of,
    suit_of,
)
from games.kit.choices import Choice
from games.kit.offences import beat_or_follow
from games.kit.options import CardFaces
from games.kit.plays import Shape
from games.kit.sentences import Sentence, gettext_noop, say, say_many
from games.kit.tricks import CompiledLaw, Law, Rung, Situation, compile_law

SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(4, 13)
SEATS, TRICKS = 4, 9  # of the games in which the whole pack is dealt to four
PACK = mask_of(card for card in range(PACK_SIZE) if rank_of(card) >= SIX)
LAST_TRICK = 5
POINTS_IN_THE_PACK = 152
POINTS_IN_A_ROUND = POINTS_IN_THE_PACK + LAST_TRICK
MATCH_POINTS = POINTS_IN_A_ROUND + 100  # what players say, and may write, for a round in which a team took all tricks
# What the cards of a team or a player can come to, with or without the last trick: the same under every trump.
POSSIBLE_POINTS = frozenset(range(POINTS_IN_A_ROUND + 1)) - {1, POINTS_IN_A_ROUND - 1}
TRUMP = gettext_noop("Trump")


# Records and the API call every kind of play trump, as players do.
class Trump(Choice):
    """A kind of play: a trump suit or, from top down on, play without trump.

    Top down the ace is best, bottom up the six.
    """

    CLUBS = "clubs", gettext_noop("Clubs")
    SPADES = "spades", gettext_noop("Spades")
    DIAMONDS = "diamonds", gettext_noop("Diamonds")
    HEARTS = "hearts", gettext_noop("Hearts")
    TOP_DOWN = "top_down", gettext_noop("Top down")
    BOTTOM_UP = "bottom_up", gettext_noop("Bottom up")
    SLALOM_DOWN = "slalom_down", gettext_noop("Slalom from top down")
    SLALOM_UP = "slalom_up", gettext_noop("Slalom from bottom up")
    MISERE = "misere", gettext_noop("Misère")
    GUSCHTI = "guschti", gettext_noop("Guschti")
    MARY = "mary", gettext_noop("Mary")

    @property
    def suit(self) -> int | None:
        return SUIT_NAMES.index(self.value) if self.value in SUIT_NAMES else None


# The further kinds of play, with the way in which each of their tricks is played.
_DOWN, _UP = (Trump.TOP_DOWN,), (Trump.BOTTOM_UP,)
WAYS = {
    Trump.SLALOM_DOWN: (_DOWN + _UP) * 4 + _DOWN,
    Trump.SLALOM_UP: (_UP + _DOWN) * 4 + _UP,
    Trump.MISERE: _DOWN * TRICKS,
    Trump.GUSCHTI: _DOWN * 4 + _UP * 5,
    Trump.MARY: _UP * 4 + _DOWN * 5,
}

_WORTH = {ACE: 11, TEN: 10, KING: 4, QUEEN: 3, JACK: 2}
_WORTH_AS_TRUMP = _WORTH | {JACK: 20, NINE: 14}
_WORTH_WITHOUT_TRUMP = _WORTH | {EIGHT: 8}
_WORTH_BOTTOM_UP = {SIX: 11, EIGHT: 8, TEN: 10, JACK: 2, QUEEN: 3, KING: 4}

_TRUMPS_BY_STRENGTH = (SIX, SEVEN, EIGHT, TEN, QUEEN, KING, ACE, NINE, JACK)


def worth(card: int, trump: Trump) -> int:
    if trump is Trump.BOTTOM_UP:
        return _WORTH_BOTTOM_UP.get(rank_of(card), 0)
    if trump.suit is None:
        return _WORTH_WITHOUT_TRUMP.get(rank_of(card), 0)
    return (_WORTH_AS_TRUMP if suit_of(card) == trump.suit else _WORTH).get(rank_of(card), 0)


def strength(card: int, trump: Trump) -> int:
    """Return how strong a card is within its suit. `trump` is not one of `WAYS`."""
    if trump is Trump.BOTTOM_UP:
        return -rank_of(card)
    return _TRUMPS_BY_STRENGTH.index(rank_of(card)) if suit_of(card) == trump.suit else rank_of(card)


@cache
def jass_shape(trump: Trump, *, jack_may_be_withheld: bool = False) -> Shape:
    """Return the shape of a round for four players, in any kind of play."""
    if trump not in WAYS:
        return Shape(SEATS, TRICKS, jass_law(trump, jack_may_be_withheld=jack_may_be_withheld))
    laws = tuple(_law(way, Trump.TOP_DOWN, jack_may_be_withheld=False) for way in WAYS[trump])
    return Shape(SEATS, TRICKS, laws[0], laws, counts_for_others=trump is Trump.MISERE)


def jass_law(trump: Trump, *, jack_may_be_withheld: bool = False) -> CompiledLaw:
    """Return the law of a whole round: with a trump suit, top down or bottom up."""
    return _law(trump, trump, jack_may_be_withheld=jack_may_be_withheld)


@cache
def _law(trump: Trump, worth_as: Trump, *, jack_may_be_withheld: bool) -> CompiledLaw:
    """Return the law of a trick that is played by `trump`, while its cards have the worth of `worth_as`."""

    def beats(card: int, trick: Situation) -> bool:
        if suit_of(card) == suit_of(trick.best):
            return strength(card, trump) > strength(trick.best, trump)
        return suit_of(card) == trump.suit

    def rungs(trick: Situation) -> tuple[Rung, ...]:
        led = SUIT_MASKS[trick.led] & PACK
        if trump.suit is None:
            return (Rung("follow", led, led),)
        trumps = SUIT_MASKS[trump.suit] & PACK
        if trick.led == trump.suit:
            withheld = BITS[13 * trump.suit + JACK] if jack_may_be_withheld else 0
            return (Rung("follow", trumps & ~withheld, trumps),)
        if suit_of(trick.best) != trump.suit:
            return (Rung("follow", led, led | trumps),)
        lower = mask_of(card for card in cards_in(trumps) if strength(card, trump) < strength(trick.best, trump))
        not_under = PACK & ~lower
        return Rung("follow", led, (led | trumps) & ~lower), Rung("not_under", not_under, not_under)

    return compile_law(
        Law(
            pack=PACK,
            worth=tuple(worth(card, worth_as) if BITS[card] & PACK else 0 for card in range(PACK_SIZE)),
            last_trick=LAST_TRICK,
            beats=beats,
            rungs=rungs,
            name=trump.label,
        )
    )


def duty_in_words(rung: Rung, trick: Situation) -> tuple[str, Sentence]:
    if rung.duty == "not_under":
        return f"not under {CODES[trick.best]}", say("may not play a trump below {card}", card=Card(trick.best))
    return beat_or_follow(rung, trick)


def trump_suit(record: Any, led: int) -> tuple[int, Sentence] | None:  # noqa: ARG001
    """Return the trump suit, whatever suit was led, and a sentence that names it; None without trump."""
    suit = record.trump.suit
    return None if suit is None else (suit, say("{suit} is trump", suit=Suit(suit)))


def trumps(*, without_trump: bool) -> list[Trump]:
    """Return the four suits, and top down and bottom up if `without_trump`. A game adds the kinds in `WAYS` itself."""
    return [trump for trump in Trump if trump.suit is not None or (without_trump and trump not in WAYS)]


def ask_for_trump(
    *, without_trump: bool, faces: CardFaces, kinds: Iterable[Trump] = (), listed: bool = False
) -> Question:
    offered = (*trumps(without_trump=without_trump), *kinds)
    options = tuple((trump.value, called(trump.label, faces)) for trump in offered)
    return Question("trump", TRUMP, Answer.OPTION, options, required=True, listed=listed)


def made_of_no_cards(points: int) -> Sentence:
    return say_many(
        "{count} point cannot be made of cards.",
        "{count} points cannot be made of cards.",
        count=points,
    )
