"""The moment after a save: what the hand brought each side, and the totals that follow from it."""

from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction

from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.following.overview import Overview
from ledger.lib import formatting
from ledger.series import descriptions
from ledger.series.changes import Recorded
from ledger.series.models import Event
from ledger.series.state import SeriesState

# How long after the save a page is still made with the moment. A phone that wakes up later does not show it.
MOMENT_LASTS = timedelta(seconds=15)


@dataclass(frozen=True)
class MomentRow:
    """What the hand has changed for one side."""

    name: str
    face: int
    entered: Fraction | None  # points entered; None for a side that did not sit in this hand
    total: Fraction
    detail: str  # "15 to go", "bonus +90"

    @property
    def brought(self) -> str:
        """The points entered, with a sign also for 0: "0 → 900" would look as if the total had been 0 before."""
        if self.entered is None:
            return ""
        return formatting.points(self.entered, signed=True) if self.entered else "+" + formatting.digits(0)


@dataclass(frozen=True)
class Moment:
    """What the latest hand has changed."""

    state: SeriesState
    event: Event  # which recorded the hand

    @property
    def is_now(self) -> bool:
        """Whether the hand was recorded so short a time ago that a page is made with the moment."""
        return self.event.at > timezone.now() - MOMENT_LASTS

    @property
    def rows(self) -> list[MomentRow]:
        state, hand = self.state, self.state.play.hands[-1]
        bonuses = state.game.bonuses_by_seat(hand.score)
        rows = []
        tiles = Overview(state, hand_address=str).tiles  # of which no address is shown, so any function will do
        for side, tile in zip(state.sides, tiles, strict=True):
            entered, total = hand.score.points_entered[side.seat], hand.cumulative[side.seat]
            bonus = {"points": formatting.points(bonuses[side.seat], signed=True)}
            details = [tile.detail, _("bonus %(points)s") % bonus if bonuses[side.seat] else ""]
            sat = side.seat in hand.score.seats
            detail = " · ".join(filter(None, details))
            rows.append(MomentRow(side.name, side.face, entered if sat else None, total, detail))
        return rows

    @property
    def closing(self) -> str:
        """Who has won, or who deals the next hand."""
        if not self.state.series.is_open:
            return descriptions.leader_text(self.state)
        return descriptions.dealer_text(self.state)

    @property
    def sentence(self) -> str:
        """The moment as a sentence for a screen reader, without the number of the hand."""
        parts = []
        for row in self.rows:
            if row.entered is None:
                continue
            if row.detail:
                sentence = _("%(name)s %(entered)s makes %(total)s, %(detail)s")
            else:
                sentence = _("%(name)s %(entered)s makes %(total)s")
            figures = {
                "name": row.name,
                "entered": row.brought,
                "total": formatting.points(row.total),
                "detail": row.detail,
            }
            parts.append(sentence % figures)
        return ". ".join(filter(None, ["; ".join(parts), self.closing])) + "."


def moment_of(state: SeriesState, latest: Event) -> Moment | None:
    """Return the moment of the latest event, or None unless it is a new hand that counts."""
    is_new_hand = latest.kind == Recorded.kind and latest.number == state.series.version
    return Moment(state, latest) if is_new_hand and state.play.hands[-1].counts else None
