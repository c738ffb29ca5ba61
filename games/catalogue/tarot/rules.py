"""Tarot, as the French federation has it: the options of a table.

Source: [T] docs/rules/tarot.md, from the rules of the Fédération Française de Tarot (FFT), read in extracts.

| source | rule | where |
|---|---|---|
| T "The hand" | what is written down, and what is refused | record.py |
| T "What it is worth", "Who pays whom" | contract, poignées, chelem, misère, shares | scoring.py |
| T "The hand", "Six and seven players" | what is asked | entry.py |
| T "The end" | the last hand, the next dealer, the settlement | games/kit/declaring_game.py |
"""

from fractions import Fraction
from typing import Annotated

from pydantic import AfterValidator, Field

from games.contract import Frozen, Preset, by_slug
from games.kit.declaring import Hands, HandStake, HandStakes, PlaceSum, Rate
from games.kit.options import MOST_POINTS, DirectionOfPlay, Worth, option
from games.kit.plays import Direction
from games.kit.problems import Unreadable
from games.kit.sentences import gettext_noop, say

PLAYERS = (3, 4, 5, 6, 7)
MOST_AT_PLAY = 5  # players in a hand; the others sit out


def check_signs(points: tuple[int, ...]) -> tuple[int, ...]:
    if min(points[:2]) < 0 or points[2] > 0:
        raise Unreadable.because("wrong_sign", say("A chelem that was missed counts 0 or less, the others 0 or more."))
    return points


THREE = Field(min_length=3, max_length=3)
SignedWorth = Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS, strict=True)]


class Rules(Frozen):
    poignee: Annotated[tuple[Worth, ...], THREE] = option(
        (20, 30, 40), "Poignées", "What a single, a double and a triple poignée count, for the side that wins the hand."
    )
    chelem: Annotated[tuple[SignedWorth, ...], THREE, AfterValidator(check_signs)] = option(
        (400, 200, -200), "Chelem", "Announced and made; made without a word; announced and missed."
    )
    defence_chelem: Worth = option(
        200, "Chelem of the defence", "What each defender gets more where the taker's side has no trick."
    )
    misere: Worth = option(
        0, "Misère", "What each of the others gives a player who shows a misère. 0: it is not played."
    )
    hands: Hands = None
    settlement: HandStakes = HandStake.AT_ONCE
    rate: Rate = Fraction(1)
    place_sum: PlaceSum = Fraction(10)
    direction: DirectionOfPlay = Direction.ANTICLOCKWISE


PRESETS = by_slug(
    Preset(
        "fft",
        gettext_noop("Federation"),
        gettext_noop("As the French federation scores it. Hands are paid at once, and the table stops when it likes."),
        Rules(),
    ),
    Preset(
        "misere",
        gettext_noop("With misère"),
        gettext_noop("As the federation, and 10 for each misère."),
        Rules(misere=10),
    ),
)
