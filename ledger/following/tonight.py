"""The head of the first page and of a circle's page: the open tables, or the last series, to play it again."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from ledger.circles.models import Circle, Member
from ledger.circles.roles import Role
from ledger.following.overview import Overview, SeatTile, hand_addresses
from ledger.following.series_list import ShownSeries
from ledger.lib import formatting
from ledger.series import descriptions
from ledger.series.selectors import SAME_EVENING, last_played, open_series, silent_phones, writers_of
from ledger.series.state import Side, series_state, states_of


@dataclass(frozen=True)
class NextStep:
    """The button of an open table: what its reader will want to do next."""

    label: str
    url: str
    icon: str


@dataclass(frozen=True)
class OpenTable(ShownSeries):
    """An open series of a circle, and the button for its reader (`step`)."""

    circle: Circle
    can_score: bool
    writer: str  # the scorer who is writing the next hand down card by card; empty if there is none
    silence: str  # a sentence on a scorer's phone that the site has not heard from for a while; empty if there is none

    @property
    def tiles(self) -> list[SeatTile]:
        return Overview(self.state, hand_addresses(self.state.series)).tiles

    @property
    def has_teams(self) -> bool:
        return len(self.state.sides) < len(self.state.players)

    @property
    def line(self) -> str:
        """The next hand and who deals it. If the series has reached its end, who leads."""
        if not self.state.takes_hands:
            return self.leader_text
        number = _("Hand %(number)s") % {"number": formatting.digits(self.state.next_number)}
        writer = _("%(name)s is writing it down card by card") % {"name": self.writer} if self.writer else ""
        return " · ".join(filter(None, [number, descriptions.dealer_text(self.state), writer]))

    @property
    def last_time(self) -> str:
        """A sentence with the day of the last hand, or of the start. Empty if it was less than twelve hours ago."""
        events = self.state.events
        latest = events[-1].entered_at if events else self.state.series.started_at
        if timezone.now() - latest < SAME_EVENING:
            return ""
        day = {"day": formatting.day(localdate(latest, self.circle.zone))}
        return (
            _("The last hand was on %(day)s.") % day if events else _("Started on %(day)s, without a hand yet.") % day
        )

    @property
    def step(self) -> NextStep:
        state, pk = self.state, self.state.series.pk
        number = {"number": formatting.digits(state.next_number)}
        if not self.can_score:
            return NextStep(_("Follow"), self.url, "eye")
        if not state.takes_hands:
            return NextStep(_("Close the series"), reverse("series:stop", args=[pk]), "check")
        if self.writer:
            return NextStep(_("Go on with hand %(number)s") % number, reverse("series:cards", args=[pk]), "cards")
        if state.game.can_be_entered:
            return NextStep(_("Record hand %(number)s") % number, reverse("series:enter_hand", args=[pk]), "plus")
        return NextStep(_("Record hand %(number)s") % number, reverse("series:cards", args=[pk]), "cards")


@dataclass(frozen=True)
class LastSeries(ShownSeries):
    """The last series that was played, with the address that plays it again."""

    circle: Circle

    @property
    def seats(self) -> list[Side]:
        return self.state.players_as_sides

    @property
    def detail(self) -> str:
        day = formatting.day(localdate(self.state.series.started_at, self.circle.zone))
        return f"{day} · {self.leader_text}"

    @property
    def again_url(self) -> str:
        return reverse("series:again", args=[self.state.series.pk])

    @property
    def others_url(self) -> str:
        """The address at which a series is started with another game or other players."""
        return reverse("start_series", args=[self.circle.pk])


@dataclass(frozen=True)
class Tonight:
    """The open table at the head of the page and the other open tables, or the last series if no table is open."""

    lead: OpenTable | None = None
    others: tuple[OpenTable, ...] = ()
    last: LastSeries | None = None


def tonight_of(memberships: Sequence[Member]) -> Tonight:
    """Return the open tables of these circles. The one that changed last is at the head, and only it names the writer.

    If no table is open, return the last series of the circles in which the user may start a series. The number of
    queries does not depend on the number of tables.
    """
    of_circle = {me.circle_id: me for me in memberships}
    states = states_of(open_series(of_circle))
    if not states:
        last = last_played(pk for pk, me in of_circle.items() if me.may(Role.SCORER))
        return Tonight(last=LastSeries(series_state(last), of_circle[last.circle_id].circle) if last else None)
    writers = writers_of([states[0].series])
    silent = silent_phones(state.series for state in states)
    tables = []
    for state in states:
        me = of_circle[state.series.circle_id]
        writer = writers.get(state.series.pk, "")
        with timezone.override(me.circle.zone):
            silence = descriptions.silence_text(*silent[state.series.pk]) if state.series.pk in silent else ""
        tables.append(OpenTable(state, me.circle, me.may(Role.SCORER), writer, silence))
    return Tonight(tables[0], tuple(tables[1:]))
