"""Jewel, a game of drawing and discarding for two to nine: what things are worth.

Source: [S] the web text "Jewel", contributed by Basudeo Agarwal, with the editor's notes. Its lists of definitions are
lost, so the bookkeeping takes what the table reports and does the account. docs/rules/jewel.md tells what was decided.

| source | rule | where |
|---|---|---|
| [S] "Example hand" | what is shown, packed and left unarranged is worth | rules.py |
| [S] "Example hand", chart and editor's notes | who pays whom in every pair | scoring.py |
| [S] "Players" | a new cut for seats after nine deals | game.py |
| [S] "Deal" | the turn to deal passes clockwise | game.py |
"""

from pydantic import Field

from games.contract import Frozen, Preset, by_slug
from games.kit.options import Deals, Worth
from games.kit.sentences import gettext_noop


class Rules(Frozen):
    jewel: Worth = Field(2, title=gettext_noop("One jewel"))
    two_jewels: Worth = Field(5, title=gettext_noop("Two jewels alike"))
    super_sequence: Worth = Field(4, title=gettext_noop("Super sequence"))
    marriage: Worth = Field(3, title=gettext_noop("Marriage"))
    super_set: Worth = Field(2, title=gettext_noop("Super set"))
    full_hand: Worth = Field(
        12,
        title=gettext_noop("Full hand"),
        description=gettext_noop("The penalty without a compulsory sequence, and the most that a penalty can be."),
    )
    pack: Worth = Field(
        4,
        title=gettext_noop("Pack"),
        description=gettext_noop("What a player who gave up before playing pays the declarer."),
    )
    mid_pack: Worth = Field(
        8,
        title=gettext_noop("Mid pack"),
        description=gettext_noop("What a player who gave up later pays the declarer."),
    )
    new_cut_with_nine: Deals = Field(
        9,
        title=gettext_noop("New cut for seats, with nine players"),
        description=gettext_noop("After so many deals the table cuts for seats again; 0: never."),
    )
    new_cut_with_fewer: Deals = Field(
        0,
        title=gettext_noop("New cut for seats, with fewer"),
        description=gettext_noop("After so many deals the table cuts for seats again; 0: never."),
    )


PRESETS = by_slug(
    Preset(
        "source",
        gettext_noop("As the source has it"),
        gettext_noop("Pack 4, mid pack 8, full hand 12."),
        Rules(),
    ),
)
