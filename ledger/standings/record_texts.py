"""The texts of each record of a circle: its name, what is counted, and how its figure is written."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ledger.circles.models import Player
from ledger.lib import formatting
from ledger.standings import records
from ledger.standings.records import BrokenRecord, Mark


@dataclass(frozen=True)
class RecordText:
    name: Any
    meaning: Any  # what the record counts, as a short line below the name
    low_name: Any = ""  # where low wins
    low_meaning: Any = ""
    figure: Callable[[int], str] | None = None  # returns a text with %(count)s for a value; None: the value is points


def hands(count: int) -> str:
    return ngettext("%(count)s hand", "%(count)s hands", count)


TEXTS = {
    records.BEST_HAND: RecordText(
        _("Highest hand"), _("Most points won in a hand"), _("Lowest hand"), _("Fewest points won in a hand")
    ),
    records.DEAREST_HAND: RecordText(
        _("Dearest hand"), _("Most points in a hand that somebody declared; with a minus it was lost")
    ),
    records.BEST_TOTAL: RecordText(_("Highest total"), _("At the end of a series"), _("Lowest total")),
    records.QUICKEST: RecordText(
        _("Quickest series"), _("Fewest hands to the end; a series that was stopped does not count"), figure=hands
    ),
    records.LONGEST: RecordText(_("Longest series"), _("Most hands that count"), figure=hands),
    records.COMEBACK: RecordText(
        _("Largest comeback"),
        _("The lowest total from which a player still won"),
        low_meaning=_("The highest total from which a player still won"),
    ),
    records.CLOSEST: RecordText(_("Closest finish"), _("The smallest lead of the first over the second, in points")),
    records.STREAK: RecordText(
        _("Longest streak"), _("Series won one after another"), figure=lambda _count: gettext("%(count)s in a row")
    ),
    records.DOUBLED: RecordText(
        _("Most often doubled"),
        _("Series that ended so badly that the player paid double"),
        figure=lambda count: ngettext("%(count)s time", "%(count)s times", count),
    ),
    records.WRONG_CARDS: RecordText(
        _("Most wrong cards"),
        _("By one player in one series"),
        figure=lambda count: ngettext("%(count)s card", "%(count)s cards", count),
    ),
}


def record_name(code: str, *, low_wins: bool) -> str:
    text = TEXTS[code]
    return str((low_wins and text.low_name) or text.name)


def record_meaning(code: str, *, low_wins: bool) -> str:
    text = TEXTS[code]
    return str((low_wins and text.low_meaning) or text.meaning)


def record_figure(code: str, value: Fraction) -> str:
    """Return a text such as "52", "4 hands" or "3 in a row"."""
    figure = TEXTS[code].figure
    if figure is None:
        return formatting.points(value)
    return figure(int(value)) % {"count": formatting.digits(int(value))}


def holder_names(mark: Mark, players: Mapping[str, Player]) -> str:
    """Return the names of the holders. `players` has those who may be named."""
    return formatting.in_a_row(
        [players[holder].name if holder in players else gettext("one player") for holder in mark.holders]
    )


def broken_text(broken: BrokenRecord, players: Mapping[str, Player]) -> str:
    """Return a text such as "Asha; before 47 by Bimal on 3 May 2026"."""
    holders = holder_names(broken.now, players)
    if broken.before is None:
        return holders
    return gettext("%(holders)s; before %(figure)s by %(others)s on %(day)s") % {
        "holders": holders,
        "figure": record_figure(broken.code, broken.before.value),
        "others": holder_names(broken.before, players),
        "day": formatting.day(broken.before.series.ended_on),
    }
