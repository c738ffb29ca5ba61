"""What a correction or an undo changes in the series: the totals, the ranking and the end, before and after."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from games.kit.ladders import places
from ledger.lib import formatting
from ledger.series.state import Replay, SeriesState


@dataclass(frozen=True)
class Change:
    """One side's total and place before and after."""

    name: str
    face: int
    before: Fraction
    after: Fraction
    rank_before: int
    rank_after: int


@dataclass(frozen=True)
class Changes:
    state: SeriesState
    after: Replay

    @property
    def people(self) -> list[Change]:
        before, after = self.state.play.standing, self.after.standing
        rank_before = places_by_seat(self.state.by_side(before.ranking))
        rank_after = places_by_seat(self.state.by_side(after.ranking))
        return [
            Change(
                side.name,
                side.face,
                before.cumulative[side.seat],
                after.cumulative[side.seat],
                rank_before[side.seat],
                rank_after[side.seat],
            )
            for side in self.state.sides
        ]

    @property
    def consequences(self) -> list[str]:
        before, after = self.state.play.standing, self.after.standing
        end = {"number": formatting.digits(after.counted)}
        sentences = []
        if after.over and (not before.over or after.counted < before.counted):
            sentences.append(_("The series is then over with hand %(number)s.") % end)
        if before.over and not after.over:
            sentences.append(_("The series is then not over yet."))
        if after.over and len(self.after.hands) > after.counted:
            sentences.append(_("The hands after hand %(number)s are kept, but they do not count.") % end)
        same = places_by_seat(before.ranking) == places_by_seat(after.ranking)
        sentences.append(_("The ranking stays as it is.") if same else _("The ranking changes."))
        return sentences


def places_by_seat(ranking: Sequence[tuple[int, ...]]) -> dict[int, int]:
    return {seat: place.first + 1 for place in places(ranking) for seat in place.seats}
