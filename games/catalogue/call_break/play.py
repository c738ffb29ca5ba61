"""Which card must be played, and which card wins. [C "Playing a card"]"""

from functools import cache

from games.catalogue.call_break.rules import Rules, Undertrump
from games.kit.cards import SPADES, SUIT_MASKS, SUIT_NAMES, Suit, higher_in_suit, suit_of
from games.kit.offences import beat_or_follow
from games.kit.plays import Shape
from games.kit.sentences import Sentence, say
from games.kit.spades_trump import shape_of
from games.kit.tricks import Rung, Situation


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

    return shape_of(rungs)


def shape(rules: Rules) -> Shape:
    return _shape(rules.must_beat, rules.must_trump, rules.undertrump)


def duty_in_words(rung: Rung, trick: Situation) -> tuple[str, Sentence]:
    if rung.duty == "trump":
        return f"trump {SUIT_NAMES[SPADES]}", say("had to play trump, {suit}", suit=Suit(SPADES))
    return beat_or_follow(rung, trick)
