"""Schafkopf: the options of a table.

Source: [S] docs/rules/schafkopf.md, from the rules of tournaments and from what private tables in Bavaria pay, both
read in extracts. In the extracts of the rules of the Schafkopf association there was no tariff.

| source | rule | where |
|---|---|---|
| S "A hand" | what is written down, and what is refused | record.py |
| S "The tariff", "Who pays whom" | what a hand is worth, and what it brings each player | scoring.py |
| S "The end" | the last hand, the settlement | games/kit/declaring_game.py |
"""

from fractions import Fraction
from typing import Annotated

from pydantic import Field

from games.contract import Frozen, Preset, by_slug
from games.kit.declaring import Hands, HandStake, HandStakes, PlaceSum, Rate
from games.kit.options import GAME_PART, Worth, option
from games.kit.sentences import gettext_noop

PLAYERS = (4, 5)
MOST_RUNNERS, MOST_IN_WENZ = 14, 4  # as many as there are trumps; Wenz and Geier have four


class Rules(Frozen):
    call: Worth = option(20, "Rufspiel", "What each loser of a Rufspiel pays one winner.", GAME_PART)
    solo: Worth = option(
        50, "Solo and Wenz", "What a game alone is worth: each of the three pays it, or gets it.", GAME_PART
    )
    extra: Worth = option(
        10, "Schneider, Schwarz, runners", "For Schneider, for Schwarz, and for each runner.", GAME_PART
    )
    extra_solo: Worth = option(
        10, "Schneider and Schwarz alone", "For Schneider and for Schwarz where one plays alone.", GAME_PART
    )
    ramsch: Worth = option(
        20,
        "Ramsch",
        "A hand that all pass is played as Ramsch: who has most card points pays each of the others so much. 0: no "
        "Ramsch.",
    )
    tout_times: Annotated[int, Field(ge=1, le=10, strict=True)] = option(
        2, "Tout counts", "How many times a Tout counts, without Schneider and Schwarz."
    )
    runners_from: Annotated[int, Field(ge=1, le=MOST_RUNNERS, strict=True)] | None = option(
        3, "Runners from", "Runners count from so many on. Empty: not at all."
    )
    runners_from_wenz: Annotated[int, Field(ge=1, le=MOST_IN_WENZ, strict=True)] | None = option(
        2, "Runners from, in Wenz", "In Wenz and Geier runners count from so many on. Empty: not at all."
    )
    hands: Hands = None
    settlement: HandStakes = HandStake.AT_ONCE
    rate: Rate = Fraction(1)
    place_sum: PlaceSum = Fraction(10)


PRESETS = by_slug(
    Preset(
        "private",
        gettext_noop("Private table"),
        gettext_noop("Rufspiel 20, solo 50, and 10 for Schneider, Schwarz and each runner. After each hand."),
        Rules(),
    ),
    Preset(
        "ten-twenty",
        gettext_noop("Ten and twenty"),
        gettext_noop("Rufspiel 10, solo 20, and 5 for Schneider, Schwarz and each runner. After each hand."),
        Rules(call=10, solo=20, extra=5, extra_solo=5, ramsch=10),
    ),
    Preset(
        "tournament",
        gettext_noop("Tournament"),
        gettext_noop("Rufspiel 1, 2, 3; solo and Wenz 6, 9, 12; Tout 24. No runners, no Ramsch, 32 hands."),
        Rules(
            call=1,
            solo=6,
            extra=1,
            extra_solo=3,
            ramsch=0,
            tout_times=4,
            runners_from=None,
            runners_from_wenz=None,
            hands=32,
        ),
    ),
)
