"""Lists of series: the open ones on the first page, and all of a circle on its own page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import ngettext

from ledger.lib import formatting
from ledger.series import descriptions
from ledger.series.models import Series
from ledger.series.selectors import open_series
from ledger.series.state import SeriesState, states_of


@dataclass(frozen=True)
class ListedSeries:
    """A series in a list."""

    state: SeriesState

    @property
    def id(self) -> str:
        return self.state.series.pk

    @property
    def url(self) -> str:
        return reverse("series:page", args=[self.id])

    @property
    def title(self) -> str:
        return descriptions.series_name(self.state.series)

    @property
    def leader_text(self) -> str:
        return descriptions.leader_text(self.state)

    @property
    def hand_count(self) -> int:
        return len(self.state.events)

    @property
    def detail(self) -> str:
        hands = ngettext("%(count)s hand", "%(count)s hands", self.hand_count)
        return f"{self.leader_text} · {hands % {'count': formatting.digits(self.hand_count)}}"

    @property
    def kind(self) -> str:
        return self.state.series.status

    @property
    def label(self) -> str:
        return self.state.series.get_status_display()


def list_series(series: Sequence[Series]) -> list[ListedSeries]:
    return [ListedSeries(state) for state in states_of(series)]


def open_by_circle(circle_ids: Iterable[str]) -> dict[str, list[ListedSeries]]:
    """The open series of several circles. The number of queries does not depend on how many there are."""
    by_circle: dict[str, list[ListedSeries]] = {}
    for listed in list_series(open_series(circle_ids)):
        by_circle.setdefault(listed.state.series.circle_id, []).append(listed)
    return by_circle
