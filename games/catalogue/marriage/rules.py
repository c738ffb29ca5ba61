"""Marriage, the three-pack rummy of the Kathmandu valley, for two to six players: what a deal costs and brings.

The players judge the melds; the scorer enters what they come to. docs/rules/marriage.md has the rules in full.

| rule | where |
|---|---|
| what a deal's record says, and what it cannot say | record.py |
| what a player's maal is worth, and what tapped cards come to | scoring.py, record.py |
| who pays whom in every pair, and a foul | scoring.py |
| the deal goes round, and when a series ends | game.py |
"""

from collections.abc import Mapping
from typing import Any, Final

from pydantic import Field

from games.contract import Frozen, Preset, by_slug
from games.kit.choices import Choice
from games.kit.options import Deals, Worth, YesNo
from games.kit.plays import Direction
from games.kit.sentences import gettext_noop


class UnseenMaal(Choice):
    VOID = "void", gettext_noop("Counts nothing (murder)")
    KIDNAPPED = "kidnapped", gettext_noop("Goes to the winner (kidnap)")
    COUNTS = "counts", gettext_noop("Counts all the same")


class FoulCounts(Choice):
    NOW = "now", gettext_noop("In the same deal")
    NEXT_DEAL = "next_deal", gettext_noop("In the player's next deal")


AGREED_ON: Final[dict[str, Any]] = {"prominent": "game"}


class Rules(Frozen):
    unseen_maal: UnseenMaal = Field(
        UnseenMaal.VOID,
        title=gettext_noop("Maal of a player who has not seen"),
        json_schema_extra=AGREED_ON,
    )
    seen_pays: Worth = Field(
        3,
        title=gettext_noop("Game points, seen"),
        description=gettext_noop("What a player who has seen pays the winner."),
        json_schema_extra=AGREED_ON,
    )
    unseen_pays: Worth = Field(
        10,
        title=gettext_noop("Game points, not seen"),
        description=gettext_noop("What a player who has not seen pays the winner."),
        json_schema_extra=AGREED_ON,
    )
    dublee_bonus: Worth = Field(
        5,
        title=gettext_noop("Won with dublees"),
        description=gettext_noop("What each other player pays more if the winner finished with dublees."),
        json_schema_extra=AGREED_ON,
    )
    dublee_pays_nothing: YesNo = Field(
        default=True,
        title=gettext_noop("Dublees pay no game points"),
        description=gettext_noop("A player who has shown dublees pays none to a winner who finished without."),
        json_schema_extra=AGREED_ON,
    )
    foul_pays: Worth = Field(
        15,
        title=gettext_noop("Foul"),
        description=gettext_noop("What a player who finished wrongly pays each other player."),
        json_schema_extra=AGREED_ON,
    )
    foul_counts: FoulCounts = Field(FoulCounts.NOW, title=gettext_noop("When a foul is paid"))
    foul_settles_maal: YesNo = Field(
        default=False,
        title=gettext_noop("Maal counts in a foul deal"),
        description=gettext_noop("Without it, a deal that ended with a foul brings nothing but the foul."),
    )
    deals: Deals = Field(
        0,
        title=gettext_noop("Number of deals"),
        description=gettext_noop("The series ends after so many deals; 0: when the table stops."),
    )
    direction: Direction = Field(Direction.ANTICLOCKWISE, title=gettext_noop("The deal passes"))
    tiplu: Worth = Field(3, title=gettext_noop("One tiplu"))
    two_tiplu: Worth = Field(8, title=gettext_noop("Two tiplu"))
    three_tiplu: Worth = Field(15, title=gettext_noop("Three tiplu"))
    poplu: Worth = Field(2, title=gettext_noop("One poplu"))
    two_poplu: Worth = Field(5, title=gettext_noop("Two poplu"))
    three_poplu: Worth = Field(10, title=gettext_noop("Three poplu"))
    jhiplu: Worth = Field(2, title=gettext_noop("One jhiplu"))
    two_jhiplu: Worth = Field(5, title=gettext_noop("Two jhiplu"))
    three_jhiplu: Worth = Field(10, title=gettext_noop("Three jhiplu"))
    alter: Worth = Field(5, title=gettext_noop("One alter"))
    two_alter: Worth = Field(15, title=gettext_noop("Two alter"))
    three_alter: Worth = Field(25, title=gettext_noop("Three alter"))
    man: Worth = Field(2, title=gettext_noop("One man"))
    two_man: Worth = Field(5, title=gettext_noop("Two man"))
    three_man: Worth = Field(10, title=gettext_noop("Three man"))
    marriage: Worth = Field(
        10,
        title=gettext_noop("Marriage"),
        description=gettext_noop("Jhiplu, tiplu and poplu in one hand; the three cards count besides."),
    )
    marriage_dealt: Worth = Field(
        15,
        title=gettext_noop("Marriage from the deal"),
        description=gettext_noop("A marriage that was in the hand when the cards were dealt."),
    )
    tunnela: Worth = Field(5, title=gettext_noop("Tunnela"))

    def worth_of(self, taps: Mapping[str, int]) -> int:
        """The maal of these cards and sets. Of one kind of card two and three together have a worth of their own."""
        points = 0
        for name, count in taps.items():
            if name in ("marriage", "marriage_dealt", "tunnela"):
                points += count * getattr(self, name)
            elif count:
                points += getattr(self, ("", name, f"two_{name}", f"three_{name}")[count])
        return points


PRESETS = by_slug(
    Preset(
        "murder",
        gettext_noop("Murder"),
        gettext_noop("Who has not seen has no maal, and pays 10."),
        Rules(),
    ),
    Preset(
        "kidnap",
        gettext_noop("Kidnap"),
        gettext_noop("The winner gets the maal of those who have not seen."),
        Rules(unseen_maal=UnseenMaal.KIDNAPPED),
    ),
    Preset(
        "all-count",
        gettext_noop("All maal counts"),
        gettext_noop("Maal counts whether a player has seen or not."),
        Rules(unseen_maal=UnseenMaal.COUNTS),
    ),
)
