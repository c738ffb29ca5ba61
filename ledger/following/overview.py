"""The series page: tiles, table, chart and ranking, for followers and scorers."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from django.urls import reverse
from django.utils.translation import gettext as _

from games.kit.choices import Choice
from games.kit.ladders import places
from games.kit.transfers import nets
from ledger.face.chart import Chart, draw
from ledger.lib import formatting
from ledger.series import descriptions
from ledger.series.models import Kind, Series
from ledger.series.state import SeriesState
from ledger.series.wording import in_words

HandAddress = Callable[[int], str]


def hand_addresses(series: Series) -> HandAddress:
    return lambda number: reverse("series:hand", args=[series.pk, number])


@dataclass(frozen=True)
class SeatTile:
    name: str
    seat: int
    total: Fraction
    leader: bool
    dealer: str
    detail: str
    bonus: str


@dataclass(frozen=True)
class ScoreCell:
    total: Fraction
    entry: Fraction
    won: Fraction | None
    away: bool = False  # did not sit in this hand


@dataclass(frozen=True)
class ScoreRow:
    number: int
    href: str
    cells: tuple[ScoreCell, ...]
    note: str
    void: bool


@dataclass(frozen=True)
class RankingRow:
    place: int
    name: str
    seat: int
    total: Fraction
    title: str  # what its players call the place, where they have a word for it
    bonus: str
    level: bool  # shares the place with another player


@dataclass(frozen=True)
class ChartLine:
    name: str
    seat: int
    points: str


@dataclass(frozen=True)
class Owed:
    hand: int
    sentence: str


@dataclass(frozen=True)
class Overview:
    state: SeriesState
    hand_address: HandAddress

    @property
    def is_over(self) -> bool:
        return not self.state.series.is_open

    @property
    def outcome(self) -> str:
        return descriptions.outcome_sentence(self.state)

    @property
    def direction(self) -> Choice | None:
        game = self.state.game
        return game.direction(self.state.rules) if game.direction else None

    @property
    def reminders(self) -> list[str]:
        """What the table should do before the next hand."""
        if not self.state.takes_hands:
            return []
        return [in_words(sentence, self.state.names) for sentence in self.state.play.standing.reminders]

    @property
    def remarks(self) -> list[str]:
        standing = self.state.play.standing
        if standing.counted == len(self.state.events):
            return []
        return [
            _("The series reached its end with hand %(number)s. The hands after it are kept and do not count.")
            % {"number": formatting.digits(standing.counted)}
        ]

    @property
    def tiles(self) -> list[SeatTile]:
        standing, levels = self.state.play.standing, self._levels
        leaders = levels[0] if len(levels) > 1 else ()  # none while all are level
        found = []
        for side in self.state.sides:
            total = standing.cumulative[side.seat]
            detail = dealer = ""
            if self.goal is not None and self.state.takes_hands and not standing.past_goal:
                detail = _("%(points)s to go") % {"points": formatting.points(self.goal - total)}
            if standing.dealer in side.seats and not standing.over:
                alone = len(side.seats) == 1
                name = {"name": self.state.names[standing.dealer]}
                dealer = _(self.state.game.deals) if alone else _("%(name)s deals") % name
            leads = side.seat in leaders
            found.append(SeatTile(side.name, side.seat, total, leads, dealer, detail, self._bonus(side.seat)))
        return found

    @property
    def rows(self) -> list[ScoreRow]:
        hands, events = self.state.play.hands, self.state.events
        # Where a game enters just what was won, the same figure is not shown twice.
        shows_won = any(hand.score.points_won != hand.score.points_entered for hand in hands)
        found = []
        for hand, event in zip(hands, events, strict=True):
            score, note = hand.score, ""
            if not score.counts:
                note = _("no score")
            elif not hand.counts:
                note = _("after the end")
            elif event.kind == Kind.CORRECTED:
                note = _("corrected")
            cells = [
                ScoreCell(
                    hand.cumulative[side.seat],
                    score.points_entered[side.seat],
                    score.points_won[side.seat] if shows_won else None,
                    away=side.seat not in score.seats,
                )
                for side in self.state.sides
            ]
            found.append(
                ScoreRow(hand.number, self.hand_address(hand.number), tuple(cells), note, void=not hand.counts)
            )
        return found

    @property
    def ranking(self) -> list[RankingRow]:
        found = []
        for place in places(self._levels):
            titles = self.state.game.place_names[place.first : place.last + 1]
            title = "–".join(dict.fromkeys((*titles[:1], *titles[-1:])))
            for seat in place.seats:
                row = RankingRow(
                    place=place.first + 1,
                    name=self.state.side_of(seat).name,
                    seat=seat,
                    total=self.state.play.standing.cumulative[seat],
                    title=title,
                    bonus=self._bonus(seat),
                    level=len(place.seats) > 1,
                )
                found.append(row)
        return found

    @property
    def owed(self) -> list[Owed]:
        """What is owed at once and does not depend on the hands still to come."""
        counted = self.state.play.hands[: self.state.play.standing.counted]
        return [
            Owed(hand.number, in_words(transfer.why, self.state.names))
            for hand in counted
            for transfer in hand.score.transfers
        ]

    @cached_property
    def chart(self) -> Chart:
        return draw(self.state.play.standing.running, len(self.state.players), self.goal)

    @property
    def lines(self) -> list[ChartLine]:
        """In the order of the ranking, in which the lines end one above the other."""
        return [
            ChartLine(self.state.side_of(seat).name, seat, self.chart.lines[seat])
            for level in self._levels
            for seat in level
        ]

    @property
    def chart_in_words(self) -> str:
        return _("The totals after each hand. They stand at: %(totals)s") % {
            "totals": descriptions.totals_text(self.state)
        }

    @property
    def goal(self) -> Fraction | None:
        game = self.state.game
        return game.goal(self.state.rules) if game.goal else None

    @property
    def _levels(self) -> list[tuple[int, ...]]:
        return self.state.by_side(self.state.play.standing.ranking)

    def _bonus(self, seat: int) -> str:
        counted = self.state.play.scores[: self.state.play.standing.counted]
        owed = nets([transfer for score in counted for transfer in score.transfers], len(self.state.players))[seat]
        return _("Bonus %(points)s") % {"points": formatting.points(owed, signed=True)} if owed else ""
