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

LONGEST_SERIES = timedelta(days=1)  # series that started longer than this before the latest are not searched for
FEWEST_SERIES = 2  # a single series needs no totals of the evening


@dataclass(frozen=True)
class EveningRow:
    player: Player
    won: str  # "Won 2 of 3": how many series
    figure: str  # money, or points; empty where neither can be added up
    is_negative: bool


@dataclass(frozen=True)
class EveningTotals:
    """The results of the series of one evening. Points are added up only if all series are of the same game."""

    me: Member
    results: Sequence[Result]  # with their series and players, in the order in which they ended

    @cached_property
    def series(self) -> list[Series]:
        by_id = {result.series_id: result.series for result in self.results}
        return sorted(by_id.values(), key=lambda series: series.started_at)

    @property
    def is_tonight(self) -> bool:
        """Whether the last of the series ended less than twelve hours ago."""
        return timezone.now() - self.results[-1].ended_at < SAME_EVENING

    @property
    def days(self) -> tuple[date, date]:
        """The days on which the first and the last of the series started."""
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
        """The address of the search for the series of these days."""
        since, until = self.days
        query = urlencode({"since": since.isoformat(), "until": until.isoformat()})
        return f"{reverse('circle_series', args=[self.me.circle_id])}?{query}"

    @property
    def currency(self) -> str:
        """The currency of the series that were for money.

        Empty if no series was, if they have several currencies, or if the reader may not see money in the standings.
        """
        currencies = {series.currency for series in self.series if series.point_value}
        return currencies.pop() if len(currencies) == 1 and self.me.sees_money_in_standings else ""

    @property
    def has_points(self) -> bool:
        """Whether all series are of the same game, so that their points can be added up."""
        return len({(result.series.game, result.title, result.low_wins) for result in self.results}) == 1

    @property
    def rows(self) -> list[EveningRow]:
        """A row for each player, the best first: by money, else by points, else by the number of series won."""
        of_player: dict[Player, list[Result]] = defaultdict(list)
        for result in self.results:
            if not result.player.is_left_out:
                of_player[result.player].append(result)
        sortable = []
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
            sortable.append(((-best, -won, player.name_key), row))
        return [row for _order, row in sorted(sortable, key=lambda pair: pair[0])]


def last_evening(me: Member, latest: Series) -> EveningTotals | None:
    """Return the totals of the last evening of the circle, with one query.

    These are the series that ended in the twelve hours before the last of them ended. `latest` is the series of the
    circle that started last. Series in which no hand counts are left out. None if fewer than two series remain. The
    caller loads `me` with the circle.
    """
    since = latest.started_at - LONGEST_SERIES
    recent = Result.objects.filter(series__circle=me.circle, series__started_at__gt=since)
    results = list(recent.select_related("series", "player").order_by("ended_at", "seat"))
    if not results:
        return None
    begins = results[-1].ended_at - SAME_EVENING
    of_evening = [result for result in results if result.ended_at > begins]
    totals = EveningTotals(me, of_evening)
    return totals if len(totals.series) >= FEWEST_SERIES else None
