"""How a record of a circle is called, and how its figure is written."""

from collections.abc import Mapping
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.circles.models import Player
from ledger.lib import formatting
from ledger.standings import records
from ledger.standings.records import Fallen, Mark


def record_name(code: str, *, low_wins: bool) -> str:
    names = {
        records.BEST_HAND: _("Lowest hand") if low_wins else _("Highest hand"),
        records.BEST_TOTAL: _("Lowest total") if low_wins else _("Highest total"),
        records.QUICKEST: _("Quickest series"),
        records.LONGEST: _("Longest series"),
        records.COMEBACK: _("Largest comeback"),
        records.CLOSEST: _("Closest finish"),
        records.STREAK: _("Longest streak"),
        records.DOUBLED: _("Most often doubled"),
        records.WRONG_CARDS: _("Most wrong cards"),
    }
    return names[code]


def record_meaning(code: str, *, low_wins: bool) -> str:
    """What is counted, as a short line below the name."""
    meanings = {
        records.BEST_HAND: _("Fewest points won in a hand") if low_wins else _("Most points won in a hand"),
        records.BEST_TOTAL: _("At the end of a series"),
        records.QUICKEST: _("Fewest hands to the end; a series that was stopped does not count"),
        records.LONGEST: _("Most hands that count"),
        records.COMEBACK: _("The highest total from which a player still won")
        if low_wins
        else _("The lowest total from which a player still won"),
        records.CLOSEST: _("The smallest lead of the first over the second, in points"),
        records.STREAK: _("Series won one after another"),
        records.DOUBLED: _("Series that ended so badly that the player paid double"),
        records.WRONG_CARDS: _("By one player in one series"),
    }
    return meanings[code]


def record_figure(code: str, value: Fraction) -> str:
    """52, 4 hands, 3 in a row"""
    if code in (records.BEST_HAND, records.BEST_TOTAL, records.COMEBACK, records.CLOSEST):
        return formatting.points(value)
    count = int(value)
    if code in (records.QUICKEST, records.LONGEST):
        text = ngettext("%(count)s hand", "%(count)s hands", count)
    elif code == records.STREAK:
        text = _("%(count)s in a row")
    elif code == records.DOUBLED:
        text = ngettext("%(count)s time", "%(count)s times", count)
    else:
        text = ngettext("%(count)s card", "%(count)s cards", count)
    return text % {"count": formatting.digits(count)}


def holder_names(mark: Mark, players: Mapping[str, Player]) -> str:
    """`players` are the named ones."""
    return formatting.in_a_row([players[each].name if each in players else _("one player") for each in mark.holders])


def fallen_text(fallen: Fallen, players: Mapping[str, Player]) -> str:
    """ "Asha, before 47 by Bimal on 3 May 2026" """
    holders = holder_names(fallen.now, players)
    if fallen.before is None:
        return holders
    return _("%(holders)s; before %(figure)s by %(others)s on %(day)s") % {
        "holders": holders,
        "figure": record_figure(fallen.code, fallen.before.value),
        "others": holder_names(fallen.before, players),
        "day": formatting.day(fallen.before.series.ended_on),
    }
