"""Jewel, a game of drawing and discarding for two to nine: the rule options.

Source: [S] the web text "Jewel", contributed by Basudeo Agarwal, with the editor's notes. Its lists of definitions are
lost, so a record has what the table reports, and `score` makes the account. docs/rules/jewel.md tells what was decided.

| source | rule | where |
|---|---|---|
| [S] "Example hand" | the worth of cards shown, of packing, and of cards left unarranged | this file |
| [S] "Example hand", chart and editor's notes | who pays whom in every pair | scoring.py |
| [S] "Players" | a new cut for seats after nine deals | game.py |
| [S] "Deal" | the turn to deal passes clockwise | game.py |
"""

from games.contract import Frozen, Preset, by_slug
from games.kit.options import Deals, Worth, option
from games.kit.sentences import gettext_noop


class Rules(Frozen):
    jewel: Worth = option(2, "One jewel")
    two_jewels: Worth = option(5, "Two jewels alike")
    super_sequence: Worth = option(4, "Super sequence")
    marriage: Worth = option(3, "Marriage")
    super_set: Worth = option(2, "Super set")
    full_hand: Worth = option(
        12, "Full hand", "The penalty without a compulsory sequence, and the most that a penalty can be."
    )
    pack: Worth = option(4, "Pack", "What a player who gave up before playing pays the declarer.")
    mid_pack: Worth = option(8, "Mid pack", "What a player who gave up later pays the declarer.")
    new_cut_with_nine: Deals = option(
        9, "New cut for seats, with nine players", "After so many deals the table cuts for seats again; 0: never."
    )
    new_cut_with_fewer: Deals = option(
        0, "New cut for seats, with fewer", "After so many deals the table cuts for seats again; 0: never."
    )


PRESETS = by_slug(
    Preset(
        "source",
        gettext_noop("As the source has it"),
        gettext_noop("Pack 4, mid pack 8, full hand 12."),
        Rules(),
    ),
)
