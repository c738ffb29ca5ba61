"""The series of a circle as a list."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.circles.models import Member
from ledger.lib import formatting
from ledger.series import descriptions
from ledger.series.models import HandNote, Result, Series, Status
from ledger.series.searching import Term, matching_parts, notes_matching
from ledger.series.state import SeriesState, states_of

SERIES_A_PAGE = 20
QUOTED = 120  # letters of a note, at most


@dataclass(frozen=True)
class ShownSeries:
    """A series as other pages link to it: its address, its game, and who leads."""

    state: SeriesState

    @property
    def url(self) -> str:
        return reverse("series:page", args=[self.state.series.pk])

    @property
    def game(self) -> str:
        return self.state.series.game

    @property
    def game_name(self) -> str:
        return descriptions.game_name(self.state.series)

    @property
    def leader_text(self) -> str:
        return descriptions.leader_text(self.state)


@dataclass(frozen=True)
class ListedSeries(ShownSeries):
    """A series in a list, as one member sees it."""

    seat: int | None  # of the reader, if the reader plays in this series
    amount_minor: int | None  # the reader's result in money; None: no money, still open, or the reader did not play
    found_by: Sequence[str]  # where a search has found its terms: "Player: Asha"
    notes: Sequence[HandNote]  # on hands; only the notes that match a search

    @property
    def title(self) -> str:
        return descriptions.series_name(self.state.series)

    @property
    def day(self) -> str:
        return formatting.day(self.state.series.started_at)

    @property
    def detail(self) -> str:
        count = len(self.state.events)
        hands = ngettext("%(count)s hand", "%(count)s hands", count) % {"count": formatting.digits(count)}
        parts = [self.leader_text, hands, self.state.series.place]
        return " · ".join(filter(None, parts))

    @property
    def own_result(self) -> str:
        """ "You: place 2 with 34, −NPR 5.00"; empty if the reader does not play in this series, or no hand counts."""
        if self.seat is None or not any(hand.counts for hand in self.state.play.hands):
            return ""
        result = {
            "place": formatting.digits(self.state.places[self.seat][0]),
            "points": formatting.points(self.state.play.standing.cumulative[self.seat]),
        }
        if self.amount_minor is None:
            return _("You: place %(place)s with %(points)s") % result
        money = formatting.money(self.amount_minor, self.state.series.currency, signed=True)
        return _("You: place %(place)s with %(points)s, %(money)s") % {**result, "money": money}

    @property
    def found(self) -> str:
        """Where a search has found its terms: "Player: Asha · Note"."""
        on_hands = [_("Note")] if self.notes else []
        return " · ".join(dict.fromkeys([*self.found_by, *on_hands]))

    @property
    def quotes(self) -> list[str]:
        """The beginning of the note on the series, and of each note on a hand that matches the search."""
        on_hands = [
            _("Hand %(number)s: %(note)s") % {"number": formatting.digits(note.number), "note": note.note}
            for note in self.notes
        ]
        return [Truncator(text).chars(QUOTED) for text in (self.state.series.note, *on_hands) if text]

    @property
    def status(self) -> Status:
        return self.state.shown_status

    @property
    def status_text(self) -> str:
        """The status in words; empty for finished series, because most series are finished."""
        return "" if self.status == Status.FINISHED else str(self.status.label)


def list_series(all_series: Sequence[Series], me: Member, terms: Iterable[Term] = ()) -> list[ListedSeries]:
    """List the series, with the reader's own results, and where the terms of a search were found.

    The caller loads the series with their circles.
    """
    states, terms = states_of(all_series), list(terms)
    notes = notes_matching(all_series, terms)
    seats = {
        state.series.pk: seat
        for state in states
        for seat, player in enumerate(state.players)
        if player.claimed_by_id == me.pk
    }
    for_money = [series.pk for series in all_series if series.pk in seats and series.shows_money]
    own = Result.objects.filter(series__in=for_money, player__claimed_by=me)
    amounts = dict(own.values_list("series", "amount_minor"))
    return [
        ListedSeries(
            state,
            seats.get(state.series.pk),
            amounts.get(state.series.pk),
            matching_parts(state, terms),
            notes.get(state.series.pk, ()),
        )
        for state in states
    ]
