"""Marriage, the three-pack rummy of the Kathmandu valley, for two to six players: the rule options.

The players judge the melds, and the scorer enters their worth. docs/rules/marriage.md has the rules in full.

| rule | where |
|---|---|
| the record of a deal, and its problems | record.py |
| the maal of cards and sets that the scorer has counted | this file |
| how much of a player's maal counts | scoring.py |
| who pays whom in every pair, and a foul | scoring.py |
| the deal goes round, and when a series ends | game.py |
"""

from collections.abc import Mapping

from games.contract import Frozen, Preset, by_slug
from games.kit.choices import Choice
from games.kit.options import GAME_PART, Deals, Worth, YesNo, option
from games.kit.plays import Direction
from games.kit.sentences import gettext_noop


class UnseenMaal(Choice):
    VOID = "void", gettext_noop("Counts nothing (murder)")
    KIDNAPPED = "kidnapped", gettext_noop("Goes to the winner (kidnap)")
    COUNTS = "counts", gettext_noop("Counts all the same")


class FoulCounts(Choice):
    NOW = "now", gettext_noop("In the same deal")
    NEXT_DEAL = "next_deal", gettext_noop("In the player's next deal")


class Rules(Frozen):
    unseen_maal: UnseenMaal = option(UnseenMaal.VOID, "Maal of a player who has not seen", shown=GAME_PART)
    seen_pays: Worth = option(3, "Game points, seen", "What a player who has seen pays the winner.", GAME_PART)
    unseen_pays: Worth = option(
        10, "Game points, not seen", "What a player who has not seen pays the winner.", GAME_PART
    )
    dublee_bonus: Worth = option(
        5, "Won with dublees", "What each other player pays more if the winner finished with dublees.", GAME_PART
    )
    dublee_pays_nothing: YesNo = option(
        True,
        "Dublees pay no game points",
        "A player who has shown dublees pays none to a winner who finished without.",
        GAME_PART,
    )
    foul_pays: Worth = option(15, "Foul", "What a player who finished wrongly pays each other player.", GAME_PART)
    foul_counts: FoulCounts = option(FoulCounts.NOW, "When a foul is paid")
    foul_settles_maal: YesNo = option(
        False, "Maal counts in a foul deal", "Without it, a deal that ended with a foul brings nothing but the foul."
    )
    deals: Deals = option(0, "Number of deals", "The series ends after so many deals; 0: when the table stops.")
    direction: Direction = option(Direction.ANTICLOCKWISE, "The deal passes")
    tiplu: Worth = option(3, "One tiplu")
    two_tiplu: Worth = option(8, "Two tiplu")
    three_tiplu: Worth = option(15, "Three tiplu")
    poplu: Worth = option(2, "One poplu")
    two_poplu: Worth = option(5, "Two poplu")
    three_poplu: Worth = option(10, "Three poplu")
    jhiplu: Worth = option(2, "One jhiplu")
    two_jhiplu: Worth = option(5, "Two jhiplu")
    three_jhiplu: Worth = option(10, "Three jhiplu")
    alter: Worth = option(5, "One alter")
    two_alter: Worth = option(15, "Two alter")
    three_alter: Worth = option(25, "Three alter")
    man: Worth = option(2, "One man")
    two_man: Worth = option(5, "Two man")
    three_man: Worth = option(10, "Three man")
    marriage: Worth = option(10, "Marriage", "Jhiplu, tiplu and poplu in one hand; the three cards count besides.")
    marriage_dealt: Worth = option(
        15, "Marriage from the deal", "A marriage that was in the hand when the cards were dealt."
    )
    tunnela: Worth = option(5, "Tunnela")

    def worth_of(self, counts: Mapping[str, int]) -> int:
        """Return the maal of the cards and sets that the scorer has counted, by their names.

        Two or three equal cards have an option of their own.
        """
        points = 0
        for name, count in counts.items():
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
