"""What would be different if a hand were corrected or withdrawn: as it is, beside as it would be."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from games.contract import Standing
from games.kit.ladders import places
from ledger.lib import formatting
from ledger.series.state import Replay, SeriesState


@dataclass(frozen=True)
class Change:
    name: str
    seat: int
    before: Fraction
    after: Fraction
    rank_before: int
    rank_after: int

    @property
    def moves(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True)
class Changes:
    state: SeriesState
    after: Replay

    @property
    def people(self) -> list[Change]:
        before, after = self.state.play.standing, self.after.standing
        then, now = places_by_seat(self._levels(before)), places_by_seat(self._levels(after))
        return [
            Change(side.name, seat, before.cumulative[seat], after.cumulative[seat], then[seat], now[seat])
            for side in self.state.sides
            for seat in [side.seat]
        ]

    def _levels(self, standing: Standing) -> Sequence[tuple[int, ...]]:
        return self.state.by_side(standing.ranking)

    @property
    def consequences(self) -> list[str]:
        return list(self._consequences())

    def _consequences(self) -> Iterator[str]:
        before, after = self.state.play.standing, self.after.standing
        end = {"number": formatting.digits(after.counted)}
        later = len(self.after.hands) - after.counted
        if after.over and (not before.over or after.counted < before.counted):
            yield _("The series is then over with hand %(number)s.") % end
        if before.over and not after.over:
            yield _("The series is then not over yet.")
        if after.over and later:
            yield _("The hands after hand %(number)s are kept, but they do not count.") % end
        if places_by_seat(before.ranking) == places_by_seat(after.ranking):
            yield _("The ranking stays as it is.")
        else:
            yield _("The ranking changes.")


def places_by_seat(ranking: Sequence[tuple[int, ...]]) -> dict[int, int]:
    return {seat: place.first + 1 for place in places(ranking) for seat in place.seats}
