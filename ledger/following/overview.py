"""The series page: tiles, table, chart and ranking, as a follower and a scorer see them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from django.urls import reverse
from django.utils.translation import gettext as _

from games.kit.choices import Choice
from games.kit.ladders import Place, places
from games.kit.transfers import nets
from ledger.face.chart import Chart, draw
from ledger.lib import formatting
from ledger.series import descriptions
from ledger.series.models import Event, Kind, Series
from ledger.series.state import PlayedHand, SeriesState, Side
from ledger.series.wording import in_words

HandAddress = Callable[[int], str]


def hand_addresses(series: Series) -> HandAddress:
    return lambda number: reverse("series:hand", args=[series.pk, number])


@dataclass(frozen=True)
class Person:
    name: str
    seat: int


@dataclass(frozen=True)
class Tile:
    name: str
    seat: int
    total: Fraction
    leader: bool
    dealer: str
    detail: str
    bonus: str


@dataclass(frozen=True)
class Cell:
    total: Fraction
    entry: Fraction
    won: Fraction | None
    away: bool = False  # did not sit in this hand


@dataclass(frozen=True)
class Row:
    number: int
    href: str
    cells: tuple[Cell, ...]
    note: str
    void: bool


@dataclass(frozen=True)
class Ranked:
    place: int
    name: str
    seat: int
    total: Fraction
    title: str  # what its players call the place, where they have a word for it
    bonus: str
    level: bool  # shares the place with somebody


@dataclass(frozen=True)
class Line:
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
    def people(self) -> list[Person]:
        return [Person(side.name, side.seat) for side in self.state.sides]

    @property
    def tiles(self) -> list[Tile]:
        standing = self.state.play.standing
        leaders = self._leaders()
        return [
            Tile(
                name=side.name,
                seat=side.seat,
                total=standing.cumulative[side.seat],
                leader=side.seat in leaders,
                dealer=self._dealer(side),
                detail=self._way_to_go(standing.cumulative[side.seat]),
                bonus=self._bonus(side.seat),
            )
            for side in self.state.sides
        ]

    @property
    def rows(self) -> list[Row]:
        return [
            Row(
                number=hand.number,
                href=self.hand_address(hand.number),
                cells=tuple(self._cells(hand)),
                note=self._note(hand, event),
                void=not hand.counts,
            )
            for hand, event in zip(self.state.play.hands, self.state.events, strict=True)
        ]

    @property
    def ranking(self) -> list[Ranked]:
        return [
            Ranked(
                place=place.first + 1,
                name=self.state.side_of(seat).name,
                seat=seat,
                total=self.state.play.standing.cumulative[seat],
                title=self._title(place),
                bonus=self._bonus(seat),
                level=len(place.seats) > 1,
            )
            for place in places(self._levels)
            for seat in place.seats
        ]

    @property
    def owed(self) -> list[Owed]:
        """What is owed at once, whatever the series still brings."""
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
    def lines(self) -> list[Line]:
        """In the order of the ranking, as the lines end one above the other."""
        return [
            Line(self.state.side_of(seat).name, seat, self.chart.lines[seat])
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

    def _dealer(self, side: Side) -> str:
        """Who of them deals next, where that is not said by their name alone."""
        standing = self.state.play.standing
        if standing.dealer not in side.seats or standing.over:
            return ""
        if len(side.seats) == 1:
            return _(self.state.game.deals)
        return _("%(name)s deals") % {"name": self.state.names[standing.dealer]}

    def _leaders(self) -> tuple[int, ...]:
        """Nobody leads before a hand counts, nor where all are level."""
        return self._levels[0] if len(self._levels) > 1 else ()

    def _way_to_go(self, total: Fraction) -> str:
        standing = self.state.play.standing
        if self.goal is None or standing.over or standing.past_goal or not self.state.series.is_open:
            return ""
        return _("%(points)s to go") % {"points": formatting.points(self.goal - total)}

    def _bonus(self, seat: int) -> str:
        counted = self.state.play.scores[: self.state.play.standing.counted]
        owed = nets([transfer for score in counted for transfer in score.transfers], len(self.state.players))[seat]
        return _("Bonus %(points)s") % {"points": formatting.points(owed, signed=True)} if owed else ""

    def _title(self, place: Place) -> str:
        titles = self.state.game.place_names[place.first : place.last + 1]
        return "–".join(dict.fromkeys((*titles[:1], *titles[-1:])))

    def _cells(self, hand: PlayedHand) -> Iterator[Cell]:
        """Where a game enters just what was won, the same figure is not said twice."""
        score = hand.score
        entered_as_won = all(hand.score.points_won == hand.score.points_entered for hand in self.state.play.hands)
        for seat in (side.seat for side in self.state.sides):
            won = None if entered_as_won else score.points_won[seat]
            yield Cell(hand.cumulative[seat], score.points_entered[seat], won, away=seat not in score.seats)

    def _note(self, hand: PlayedHand, event: Event) -> str:
        if not hand.score.counts:
            return _("no score")
        if not hand.counts:
            return _("after the end")
        return _("corrected") if event.kind == Kind.CORRECTED else ""
