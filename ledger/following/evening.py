"""What each player won or lost over all series of one evening."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from functools import cached_property

from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from ledger.circles.models import Member, Player
from ledger.lib import formatting
from ledger.series import descriptions
from ledger.series.models import Result, Series
from ledger.series.selectors import SAME_EVENING

LONGEST_SERIES = timedelta(days=1)  # a series of the evening that was started earlier is not looked for
FEWEST_SERIES = 2


@dataclass(frozen=True)
class EveningRow:
    player: Player
    won: str  # "Won 2 of 3"
    figure: str  # money, or points; empty where neither can be added up
    is_negative: bool


@dataclass(frozen=True)
class EveningTotals:
    """Series that ended in one evening. Points are added up only if all are of the same game."""

    me: Member
    results: Sequence[Result]  # with their series and players, in the order in which they ended

    @cached_property
    def series(self) -> list[Series]:
        found = {result.series_id: result.series for result in self.results}
        return sorted(found.values(), key=lambda series: series.started_at)

    @property
    def is_tonight(self) -> bool:
        """Return whether the last of the series ended a few hours ago."""
        return timezone.now() - self.results[-1].ended_at < SAME_EVENING

    @property
    def days(self) -> tuple[date, date]:
        started = [localdate(series.started_at, self.me.circle.zone) for series in self.series]
        return min(started), max(started)

    @property
    def title(self) -> str:
        return _("The evening of %(day)s") % {"day": formatting.day(self.days[0])}

    @property
    def games(self) -> str:
        return formatting.in_a_row([descriptions.game_name(series) for series in self.series])

    @property
    def url(self) -> str:
        since, until = self.days
        query = urlencode({"since": since.isoformat(), "until": until.isoformat()})
        return f"{reverse('circle_series', args=[self.me.circle_id])}?{query}"

    @property
    def currency(self) -> str:
        """The currency of all series for money; empty without one, with several, or if the reader may not see sums."""
        found = {series.currency for series in self.series if series.point_value}
        return found.pop() if len(found) == 1 and self.me.sees_money_in_standings else ""

    @property
    def has_points(self) -> bool:
        return len({(result.series.game, result.title, result.low_wins) for result in self.results}) == 1

    @property
    def rows(self) -> list[EveningRow]:
        """The best first: by money, else by points, else by the number of series won."""
        of_player: dict[Player, list[Result]] = defaultdict(list)
        for result in self.results:
            if not result.player.is_left_out:
                of_player[result.player].append(result)
        found = []
        for player, results in of_player.items():
            won = sum(result.place == 1 for result in results)
            shown = {"count": formatting.digits(won), "all": formatting.digits(len(results))}
            amount = sum(result.amount_minor for result in results if result.series.point_value)
            points = sum((result.total for result in results), Fraction(0))
            if self.currency:
                figure, best = formatting.money(amount, self.currency, signed=True), Fraction(amount)
            elif self.has_points:
                figure, best = formatting.points(points), -points if results[0].low_wins else points
            else:
                figure, best = "", Fraction(0)
            row = EveningRow(player, _("Won %(count)s of %(all)s") % shown, figure, figure.startswith(formatting.MINUS))
            found.append(((-best, -won, player.name_key), row))
        return [row for _order, row in sorted(found, key=lambda each: each[0])]


def last_evening(me: Member, latest: Series) -> EveningTotals | None:
    """Return the totals of the evening on which the latest ended series was played, with one query.

    None if it was the only series of that evening, or if no hand of it counts. Load the circle.
    """
    since = latest.started_at - LONGEST_SERIES
    found = Result.objects.filter(series__circle=me.circle, series__started_at__gt=since)
    results = list(found.select_related("series", "player").order_by("ended_at", "seat"))
    if not results:
        return None
    begins = results[-1].ended_at - SAME_EVENING
    of_evening = [result for result in results if result.ended_at > begins]
    totals = EveningTotals(me, of_evening)
    return totals if len(totals.series) >= FEWEST_SERIES else None
