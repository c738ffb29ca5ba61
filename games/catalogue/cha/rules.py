"""CHA, a game of couples for two: the options of the house.

Source: [S] the text "The CHA game (Culture, Humor and Affection)". docs/rules/cha.md tells what was decided where it is
silent.

| source | rule | where |
|---|---|---|
| [S] 3.4, 4, 5 | two revealed hands are judged | judging.py |
| [S] 4.7, 4.8, 5.2 | who buys, and how many cards | record.py |
| [S] 2.4, 3.2 | who starts a round | game.py |
| [S] 6 | the end, smaller chests, the extra round | game.py |
"""

from fractions import Fraction
from typing import Annotated

from pydantic import Field

from games.contract import Frozen, Preset, by_slug
from games.kit.choices import Choice
from games.kit.options import StakeForAll, Stakes, YesNo
from games.kit.sentences import gettext_noop


class Stake(Choice):
    FIXED = "fixed", gettext_noop("A fixed sum")
    PER_DIAMOND = "per_diamond", gettext_noop("Per diamond")
    NONE = "none", gettext_noop("None")


class Rules(Frozen):
    chest_cards: Annotated[int, Field(ge=3, le=7, strict=True)] = Field(
        7,
        title=gettext_noop("Cards in the treasure chest"),
        description=gettext_noop("The smallest diamonds from the ace, three to seven: seven come to 28, three to 6."),
        json_schema_extra={"prominent": "game"},
    )
    stake: Stake = Field(
        Stake.FIXED,
        title=gettext_noop("What is played for"),
        description=gettext_noop(
            "A fixed sum: the loser pays it. Per diamond: the difference in diamonds times a rate. None: no money."
        ),
        json_schema_extra={"prominent": True},
    )
    stake_points: StakeForAll = Field(
        Fraction(10),
        title=gettext_noop("Sum for a win"),
        json_schema_extra={"prominent": True, "shown_when": {"stake": ["fixed"]}},
    )
    diamond_rate: Stakes = Field(
        Fraction(1),
        title=gettext_noop("Rate per diamond"),
        description=gettext_noop("What one diamond of the difference is worth, in points of the settlement."),
        json_schema_extra={"prominent": True, "shown_when": {"stake": ["per_diamond"]}},
    )

    extra_round_pays: YesNo = Field(
        default=False,  # as it was played in series that do not have the option; the presets have it on
        title=gettext_noop("The extra round pays"),
        description=gettext_noop(
            "Level at the end of the chest, the winner of the extra round gets one diamond's rate."
        ),
        json_schema_extra={"shown_when": {"stake": ["per_diamond"]}},
    )

    @property
    def chest(self) -> range:
        return range(1, self.chest_cards + 1)

    @property
    def more_than_half(self) -> int:
        """Diamonds that decide the game: 15 of 28, 4 of 6."""
        return sum(self.chest) // 2 + 1


PRESETS = by_slug(
    Preset(
        "source",
        gettext_noop("As the source has it"),
        gettext_noop("Seven diamonds in the chest; 15 of 28 win."),
        Rules(extra_round_pays=True),
    ),
    Preset(
        "short",
        gettext_noop("Short"),
        gettext_noop("Ace, two and three in the chest; 4 of 6 win."),
        Rules(chest_cards=3, extra_round_pays=True),
    ),
)
