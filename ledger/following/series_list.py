"""Lists of series: those that go on, on the first page, and all of a circle on its own page."""

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
class Shelved:
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


def shelved(series: Sequence[Series]) -> list[Shelved]:
    return [Shelved(state) for state in states_of(series)]


def open_by_circle(circle_ids: Iterable[str]) -> dict[str, list[Shelved]]:
    """Of several circles at once, for one price."""
    by_circle: dict[str, list[Shelved]] = {}
    for each in shelved(open_series(circle_ids)):
        by_circle.setdefault(each.state.series.circle_id, []).append(each)
    return by_circle
