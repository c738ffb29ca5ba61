"""The series of a circle as a list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.lib import formatting
from ledger.series import descriptions
from ledger.series.models import HandNote, Series, Status
from ledger.series.state import SeriesState, states_of

SERIES_A_PAGE = 20
QUOTED = 120  # letters of a note


@dataclass(frozen=True)
class ListedSeries:
    """A series in a list. `notes` are the notes on its hands that match a search."""

    state: SeriesState
    notes: Sequence[HandNote] = ()

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
    def game(self) -> str:
        return self.state.series.game

    @property
    def game_name(self) -> str:
        return descriptions.game_name(self.state.series)

    @property
    def day(self) -> str:
        return formatting.day(self.state.series.started_at)

    @property
    def leader_text(self) -> str:
        return descriptions.leader_text(self.state)

    @property
    def hand_count(self) -> int:
        return len(self.state.events)

    @property
    def detail(self) -> str:
        hands = ngettext("%(count)s hand", "%(count)s hands", self.hand_count)
        parts = [self.leader_text, hands % {"count": formatting.digits(self.hand_count)}, self.state.series.place]
        return " · ".join(filter(None, parts))

    @property
    def quotes(self) -> list[str]:
        """The beginnings of the note on the series and of the notes on hands that match the search."""
        on_hands = [
            _("Hand %(number)s: %(note)s") % {"number": formatting.digits(each.number), "note": each.note}
            for each in self.notes
        ]
        return [Truncator(text).chars(QUOTED) for text in (self.state.series.note, *on_hands) if text]

    @property
    def kind(self) -> str:
        return self.state.shown_status

    @property
    def label(self) -> str:
        """The status in words; empty for finished series, because most series are finished."""
        status = self.state.shown_status
        return "" if status == Status.FINISHED else str(status.label)


def list_series(
    series: Sequence[Series], notes: Mapping[str, Sequence[HandNote]] = MappingProxyType({})
) -> list[ListedSeries]:
    return [ListedSeries(state, notes.get(state.series.pk, ())) for state in states_of(series)]
