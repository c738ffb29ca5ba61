"""The Rule of Jaago: which card must be played, and which card wins. [J C.14, C.20, E.4]"""

from games.kit.cards import (
    PACK_SIZE,
    RED_CARDS,
    SUIT_MASKS,
    SUIT_NAMES,
    WHOLE_PACK,
    Suit,
    higher_in_suit,
    same_colour_suit,
    suit_of,
)
from games.kit.figures import HALF
from games.kit.offences import beat_or_follow
from games.kit.plays import Shape
from games.kit.sentences import Sentence, say
from games.kit.tricks import Law, Rung, Situation, compile_law


def beats(card: int, trick: Situation) -> bool:
    """In the best card's suit the higher card wins. A Jaago beats the led suit. Other cards never win."""
    if suit_of(card) == suit_of(trick.best):
        return card > trick.best
    return suit_of(card) == same_colour_suit(trick.led) and suit_of(trick.best) == trick.led


def rungs(trick: Situation) -> tuple[Rung, ...]:
    led = SUIT_MASKS[trick.led]
    jaago = SUIT_MASKS[same_colour_suit(trick.led)]
    higher = higher_in_suit(trick.best)
    follow, beat, play_jaago = Rung("follow", led, led), Rung("beat", higher, higher), Rung("jaago", jaago, jaago)
    jaago_is_best = suit_of(trick.best) != trick.led
    return (follow, beat, play_jaago) if jaago_is_best else (beat, follow, play_jaago)


LAW = compile_law(
    Law(
        pack=WHOLE_PACK,
        worth=tuple(2 if RED_CARDS >> card & 1 else 1 for card in range(PACK_SIZE)),
        last_trick=2,
        beats=beats,
        rungs=rungs,
        unit=HALF,
    )
)
SHAPE = Shape(seats=4, tricks=13, law=LAW)


def duty_in_words(rung: Rung, trick: Situation) -> tuple[str, Sentence]:
    if rung.duty == "jaago":
        jaago = same_colour_suit(trick.led)
        return f"jaago {SUIT_NAMES[jaago]}", say("had to play Jaago, {suit}", suit=Suit(jaago))
    return beat_or_follow(rung, trick)
