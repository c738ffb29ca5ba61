"""Templates to start from: any points, or one game in its usual form. Every option can be changed."""

from fractions import Fraction
from typing import Any

from games.catalogue.scorecard.options import Best, Bidders, End, Settlement, Written
from games.catalogue.scorecard.rules import Rules
from games.contract import Preset, by_slug
from games.kit.sentences import gettext_noop


def fewest_win(name: str, end: End, target: int, **options: Any) -> Rules:
    """Return the rules of a game in which the fewest points win: no figure is below zero, and a blank is 0."""
    return Rules(
        name=name,
        only_who_played=True,
        best=Best.LOW,
        below_zero=False,
        blank_is_zero=True,
        end=end,
        target=Fraction(target),
        **options,
    )


PRESETS = by_slug(
    Preset(
        "free",
        gettext_noop("Free"),
        gettext_noop("Any points, until the table stops; differences are paid."),
        Rules(only_who_played=True),
    ),
    Preset(
        "rummy",
        gettext_noop("Rummy"),
        gettext_noop("The fewest points win. The series ends when a total reaches 500."),
        fewest_win("Rummy", End.TARGET, 500),
    ),
    Preset(
        "hearts",
        # In other languages the game and the suit have different names.
        gettext_noop("Hearts (game)"),
        gettext_noop(
            "The fewest points win, 26 in each hand. Who has all 26 shoots the moon: 0, and the others 26 each. To 100."
        ),
        fewest_win("Hearts", End.TARGET, 100, hand_total=Fraction(26), turn=True),
    ),
    Preset(
        "wizard",
        gettext_noop("Wizard"),
        gettext_noop(
            "Bid met exactly: 20, and 10 a trick. Else −10 for each trick off. One trick more in each hand; 60 cards."
        ),
        Rules(
            name="Wizard",
            only_who_played=True,
            written=Written.BIDS,
            tricks_grow=True,
            exact=True,
            made=Fraction(20),
            made_per_bid=Fraction(10),
            missed_per_bid=Fraction(0),
            missed_per_off=Fraction(10),
            end=End.PACK,
            pack=60,
        ),
    ),
    Preset(
        "kitti",
        gettext_noop("Kitti"),
        gettext_noop(
            "Each pays the winner 1, or 2 where all three tricks were won. Nobody won: thrown in. Paid at once."
        ),
        Rules(name="Kitti", only_who_played=True, written=Written.SIDES, times=(1, 2), settlement=Settlement.AT_ONCE),
    ),
    Preset(
        "uno",
        gettext_noop("Uno"),
        gettext_noop("The fewest points win. Who reaches 500 is out; the last one wins."),
        fewest_win("Uno", End.OUT, 500),
    ),
    Preset(
        "dhumbal",
        gettext_noop("Dhumbal"),
        gettext_noop("The fewest points win; a wrong show costs 25. Who reaches 100 is out; the last one wins."),
        fewest_win("Dhumbal", End.OUT, 100, penalty=Fraction(25)),
    ),
    Preset(
        "twenty-nine",
        gettext_noop("Twenty-Nine"),
        gettext_noop("Two teams. The team that bids gets +1 or −1; 2 if doubled, 4 if redoubled. To 6 or −6."),
        Rules(
            name="Twenty-Nine",
            only_who_played=True,
            written=Written.BIDS,
            teams=2,
            bidders=Bidders.ONE,
            lowest_bid=16,
            highest_bid=29,
            times=(1, 2, 4),
            made=Fraction(1),
            made_per_bid=Fraction(0),
            missed=Fraction(1),
            missed_per_bid=Fraction(0),
            end=End.TARGET,
            target=Fraction(6),
            second_target=Fraction(-6),
        ),
    ),
)
