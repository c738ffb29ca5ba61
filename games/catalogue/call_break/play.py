"""Which card must be played, and which card wins. [C "Playing", "Winner"]"""

from fractions import Fraction
from functools import cache

from games.catalogue.call_break.rules import FOUR, TRICKS, Rules, Undertrump
from games.kit.cards import PACK_SIZE, SPADES, SUIT_MASKS, SUIT_NAMES, WHOLE_PACK, Suit, higher_in_suit, suit_of
from games.kit.offences import beat_or_follow
from games.kit.plays import Shape
from games.kit.sentences import Sentence, say
from games.kit.tricks import Law, Rung, Situation, compile_law

SEATS = FOUR  # with three and five players cards are set aside, so their hands are not recorded by card


def beats(card: int, trick: Situation) -> bool:
    if suit_of(card) == suit_of(trick.best):
        return card > trick.best
    return suit_of(card) == SPADES


@cache
def _shape(must_beat: bool, must_trump: bool, undertrump: Undertrump) -> Shape:
    def rungs(trick: Situation) -> tuple[Rung, ...]:
        led, spades, higher = SUIT_MASKS[trick.led], SUIT_MASKS[SPADES], higher_in_suit(trick.best)
        follow, beat, trump = Rung("follow", led, led), Rung("beat", higher, higher), Rung("trump", spades, spades)
        if not must_beat:
            return (follow, trump) if must_trump else (follow,)
        if suit_of(trick.best) == trick.led:
            return beat, follow, trump
        # A spade beats the led suit: any card of that suit is allowed, and a player without one must beat the spade.
        return (follow, beat, trump) if undertrump is Undertrump.MUST else (follow, beat)

    # A trick counts 1, so each of its four cards counts a quarter.
    law = Law(pack=WHOLE_PACK, worth=(1,) * PACK_SIZE, last_trick=0, beats=beats, rungs=rungs, unit=Fraction(1, SEATS))
    return Shape(SEATS, TRICKS[SEATS], compile_law(law))


def shape(rules: Rules) -> Shape:
    return _shape(rules.must_beat, rules.must_trump, rules.undertrump)


def duty_in_words(rung: Rung, trick: Situation) -> tuple[str, Sentence]:
    if rung.duty == "trump":
        return f"trump {SUIT_NAMES[SPADES]}", say("had to play trump, {suit}", suit=Suit(SPADES))
    return beat_or_follow(rung, trick)
