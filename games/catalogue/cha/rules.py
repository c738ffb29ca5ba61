"""CHA, a game of couples for two: the rule options.

Source: [S] the text "The CHA game (Culture, Humor and Affection)". docs/rules/cha.md tells what was decided where the
text is silent.

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
from games.kit.options import GAME_PART, STAKES_PART, FixedSum, Stakes, YesNo, only_if, option
from games.kit.sentences import gettext_noop


class Stake(Choice):
    FIXED = "fixed", gettext_noop("A fixed sum")
    PER_DIAMOND = "per_diamond", gettext_noop("Per diamond")
    NONE = "none", gettext_noop("None")


class Rules(Frozen):
    chest_cards: Annotated[int, Field(ge=3, le=7, strict=True)] = option(
        7,
        "Cards in the treasure chest",
        "The smallest diamonds from the ace, three to seven: seven come to 28, three to 6.",
        GAME_PART,
    )
    stake: Stake = option(
        Stake.FIXED,
        "What is played for",
        "A fixed sum: the loser pays it. Per diamond: the difference in diamonds times a rate. None: no money.",
        STAKES_PART,
    )
    stake_points: FixedSum = option(Fraction(10), "Sum for a win", shown=STAKES_PART | only_if(stake=["fixed"]))
    diamond_rate: Stakes = option(
        Fraction(1),
        "Rate per diamond",
        "What one diamond of the difference is worth, in points of the settlement.",
        STAKES_PART | only_if(stake=["per_diamond"]),
    )

    # Off by default, because older series were played without this option. The presets have it on.
    extra_round_pays: YesNo = option(
        False,
        "The extra round pays",
        "Level at the end of the chest, the winner of the extra round gets one diamond's rate.",
        only_if(stake=["per_diamond"]),
    )

    @property
    def chest(self) -> range:
        """Return the diamonds that can be bought, each by its pips."""
        return range(1, self.chest_cards + 1)

    @property
    def more_than_half(self) -> int:
        """The fewest diamonds, counted by the pips of the cards, that win: 15 of 28, 4 of 6."""
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
