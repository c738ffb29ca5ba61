"""The series page: tiles, table, chart and ranking, for readers and scorers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from games.entry import Bid
from games.kit.ladders import places
from ledger.face.cached_pages import hash_key
from ledger.face.chart import Chart, DrawnLine, draw_chart
from ledger.lib import formatting
from ledger.series import descriptions
from ledger.series.changes import Corrected
from ledger.series.models import Series
from ledger.series.state import SeriesState
from ledger.series.wording import in_words

MOST_TILES = 6
HANDS_A_PAGE = 50
HandAddress = Callable[[int], str]  # returns the address of the page of the hand with a number; may be empty


def hand_addresses(series: Series) -> HandAddress:
    """Return a function for the addresses of the hands, as members read them."""
    return lambda number: reverse("series:hand", args=[series.pk, number])


@dataclass(frozen=True)
class SeatTile:
    """The tile of a side: of one player, or of a team."""

    name: str
    seat: int  # the first seat of the side
    face: int
    total: Fraction
    leader: bool
    dealer: str  # "Deals"; empty if the side does not deal the next hand
    detail: str  # the bid, or "15 to go"
    bonus: str  # "Bonus +90"
    is_reader: bool  # the reader sits on this side

    @property
    def details(self) -> list[str]:
        return [text for text in (self.dealer, self.detail, self.bonus) if text]


@dataclass(frozen=True)
class ScoreCell:
    """What a hand brought one side."""

    total: Fraction  # after this hand
    entered: Fraction  # points entered
    won: Fraction | None  # points won; None if the list does not show them
    bid: str  # what this side bid before the play
    away: bool  # did not sit in this hand


@dataclass(frozen=True)
class ScoreRow:
    number: int
    href: str
    cells: tuple[ScoreCell, ...]
    remark: str  # "no score", "after the end" or "corrected"
    played: str  # what was played: "Hearts · Weis: 20, 50"
    has_note: bool
    void: bool  # the hand does not count


@dataclass(frozen=True)
class RankingRow:
    tile: SeatTile
    place: int
    first: bool  # in first place; in an open series, nobody is while all are level
    level: bool  # shares the place with another player
    latest: Fraction | None  # what the latest hand brought; None for a side that did not sit in it


@dataclass(frozen=True)
class ShownBox:
    """A box of one side. `href` leads to the hand in which the box was filled."""

    points: Fraction | None  # None while the box is open
    most: Fraction | None  # what an open box can bring at most
    href: str
    remark: str


@dataclass(frozen=True)
class ShownBoxes:
    # Each row has a name, the factor by which its points are multiplied, and a box for each side.
    rows: tuple[tuple[str, int, tuple[ShownBox, ...]], ...]
    turn: int | None  # the side that fills the next box


def last_part(state: SeriesState) -> int:
    """Return the number of the part with the oldest hands.

    The page lists the hands in parts of `HANDS_A_PAGE` hands. Part 0 has the newest hands.
    """
    return max(0, (len(state.events) - 1) // HANDS_A_PAGE)


def part_asked_for(request: HttpRequest, state: SeriesState) -> int:
    """Return the part of the hands that the address asks for, such as `?part=2`. Defaults to the newest, 0."""
    text = request.GET.get("part", "")
    parts = {str(part): part for part in range(last_part(state) + 1)}
    return parts.get(text, 0)


@dataclass(frozen=True)
class Overview:
    state: SeriesState
    hand_address: HandAddress
    hand_notes: Mapping[int, str] = field(default_factory=dict)  # by the number of the hand
    bids: Sequence[Bid | None] = ()  # for the next hand, in the order of `state.entry_sides`; empty if none are shown
    reader: int | None = None  # the reader's own seat, if known
    part: int = 0  # the part of the hands that is listed: see `last_part`

    @property
    def is_over(self) -> bool:
        return not self.state.series.is_open

    @property
    def reader_name(self) -> str:
        return "" if self.reader is None else self.state.names[self.reader]

    @property
    def is_list(self) -> bool:
        """Whether the sides are listed by rank: after the end, or if there are too many sides for tiles."""
        return self.is_over or len(self.state.sides) > MOST_TILES

    @property
    def outcome(self) -> str:
        return descriptions.outcome_sentence(self.state)

    @property
    def reminders(self) -> list[str]:
        """What the table should do before the next hand."""
        if not self.state.takes_hands:
            return []
        return [in_words(sentence, self.state.names) for sentence in self.state.play.standing.reminders]

    @property
    def remarks(self) -> list[str]:
        """The game's remarks on the series, also after its end, and one on hands that came after the end."""
        standing = self.state.play.standing
        remarks = [in_words(sentence, self.state.names) for sentence in standing.remarks]
        if standing.counted == len(self.state.events):
            return remarks
        return [
            *remarks,
            _("The series reached its end with hand %(number)s. The hands after it are kept and do not count.")
            % {"number": formatting.digits(standing.counted)},
        ]

    @cached_property
    def tiles(self) -> list[SeatTile]:
        standing, levels, goal = self.state.play.standing, self._levels, self.state.game.goal
        leaders = levels[0] if len(levels) > 1 else ()  # none while all are level
        bonuses = self.state.game.bonuses_by_seat(*self.state.play.scores[: standing.counted])
        tiles = []
        for side in self.state.sides:
            total = standing.cumulative[side.seat]
            detail = ""
            if self.bids:
                if bid := descriptions.bid_text(self.state, self.bids, side):
                    detail = _("%(what)s: %(bid)s") % {"what": self.bids_title, "bid": bid}
            elif goal is not None and self.state.takes_hands and not standing.past_goal:
                detail = _("%(points)s to go") % {"points": formatting.points(goal - total)}
            bonus = formatting.points(bonuses[side.seat], signed=True)
            tile = SeatTile(
                side.name,
                side.seat,
                side.face,
                total,
                leader=side.seat in leaders,
                dealer=descriptions.deal_label(self.state, side),
                detail=detail,
                bonus=_("Bonus %(points)s") % {"points": bonus} if bonuses[side.seat] else "",
                is_reader=self.reader in side.seats,
            )
            tiles.append(tile)
        return tiles

    @cached_property
    def rows(self) -> list[ScoreRow]:
        """A row for each hand of the series."""
        return self._rows(0, len(self.state.events))

    @cached_property
    def listed(self) -> list[ScoreRow]:
        """A row for each hand of this part."""
        end = len(self.state.events) - self.part * HANDS_A_PAGE
        return self._rows(max(0, end - HANDS_A_PAGE), end)

    @property
    def has_corrected(self) -> bool:
        """Whether a listed hand that counts was corrected."""
        return any(row.remark and not row.void for row in self.listed)

    @property
    def older_part(self) -> int | None:
        """The number of the next older part, if there is one."""
        return self.part + 1 if self.part < last_part(self.state) else None

    @property
    def newer_part(self) -> int | None:
        """The number of the next newer part, if there is one."""
        return self.part - 1 if self.part else None

    @property
    def hands_key(self) -> str:
        """A cache key of all that the list shows."""
        return hash_key(self.chart_key, self.part, self.hand_address(1), sorted(self.hand_notes))

    @property
    def chart_key(self) -> str:
        """A cache key of all that the chart shows."""
        series = self.state.series
        return hash_key(series.pk, series.latest_hash, self.state.names, self.state.faces)

    def _rows(self, start: int, end: int) -> list[ScoreRow]:
        """Return the rows of the hands from `start`, counted from 0, up to `end`, which has no row."""
        hands = self.state.play.hands
        shows_won, bids = self.state.play.shows_won, self.state.bids
        rows = []
        for hand, event in zip(hands[start:end], self.state.events[start:end], strict=True):
            score, remark = hand.score, ""
            if not score.counts:
                remark = _("no score")
            elif not hand.counts:
                remark = _("after the end")
            elif event.kind == Corrected.kind:
                remark = _("corrected")
            bids_made = getattr(hand.record, bids.field) if bids and score.counts else ()
            cells = [
                ScoreCell(
                    hand.cumulative[side.seat],
                    score.points_entered[side.seat],
                    score.points_won[side.seat] if shows_won else None,
                    descriptions.bid_text(self.state, bids_made, side),
                    away=side.seat not in score.seats,
                )
                for side in self.state.sides
            ]
            rows.append(
                ScoreRow(
                    hand.number,
                    self.hand_address(hand.number),
                    tuple(cells),
                    remark,
                    descriptions.played_text(self.state, hand.record, score) if score.counts else "",
                    has_note=hand.number in self.hand_notes,
                    void=not hand.counts,
                )
            )
        return rows

    @property
    def ranking(self) -> list[RankingRow]:
        """A row for each side, the best side first."""
        rows, tiles = [], {tile.seat: tile for tile in self.tiles}
        score = self.state.play.hands[-1].score if self.state.events else None
        for place in places(self._levels):
            for seat in place.seats:
                tile = tiles[seat]
                row = RankingRow(
                    tile,
                    place=place.first + 1,
                    first=place.first == 0 if self.is_over else tile.leader,
                    level=len(place.seats) > 1,
                    latest=score.points_entered[seat] if score and seat in score.seats else None,
                )
                rows.append(row)
        return rows

    @cached_property
    def boxes(self) -> ShownBoxes | None:
        """The boxes of a game in which every side fills each box once."""
        if (boxes := self.state.boxes) is None:
            return None
        rows = [
            (
                in_words(row.name, ()),
                row.factor,
                tuple(
                    ShownBox(
                        cell.points,
                        cell.most,
                        self.hand_address(cell.hand) if cell.hand else "",
                        in_words(cell.remark, ()) if cell.remark else "",
                    )
                    for cell in row.cells
                ),
            )
            for row in boxes.rows
        ]
        return ShownBoxes(tuple(rows), boxes.turn if self.state.takes_hands else None)

    @property
    def owed_bonuses(self) -> list[tuple[int, str]]:
        """The bonuses of the listed hands, each as the number of the hand and a sentence.

        Bonuses are owed at once, because later hands do not change them.
        """
        counted = [self.state.play.hands[row.number - 1] for row in self.listed if not row.void]
        return [
            (hand.number, in_words(transfer.why, self.state.names))
            for hand in counted
            for transfer in self.state.game.bonuses_of(hand.score)
        ]

    @cached_property
    def chart(self) -> Chart:
        return draw_chart(self.state.play.standing.running, len(self.state.players), self.state.game.goal)

    @property
    def lines(self) -> list[DrawnLine]:
        """The lines in the order of the ranking, from the line that ends highest to the lowest."""
        return [
            DrawnLine(side.name, side.face, self.chart.lines[side.seat])
            for level in self._levels
            for side in map(self.state.side_of, level)
        ]

    @property
    def chart_in_words(self) -> str:
        return _("The totals after each hand. They stand at: %(totals)s") % {
            "totals": descriptions.totals_text(self.state)
        }

    @property
    def _levels(self) -> list[tuple[int, ...]]:
        """The ranking, with one seat for each side. Level sides stand together."""
        return self.state.by_side(self.state.play.standing.ranking)

    @property
    def bids_title(self) -> str:
        """What the players call a bid. Empty in a game without bids."""
        return _(self.state.bids.title) if self.state.bids else ""
