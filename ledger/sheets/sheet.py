"""The content of a series' sheet. All figures are those of the pages, as the rulebook returned them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.agreeing.holding import SeriesAgreement
from ledger.checking.seals import Seal
from ledger.circles.models import Circle, Verdicts
from ledger.following.overview import Overview, ScoreCell, ScoreRow, ShownBoxes
from ledger.following.settlement import FinalPlace, SettlementPage
from ledger.lib import formatting
from ledger.money.source_accounts import SourceAccount
from ledger.series import descriptions
from ledger.series.changes import CHANGES, Corrected
from ledger.series.models import Event, Status
from ledger.series.state import SeriesState
from ledger.sheets.chart import Plot
from ledger.sheets.close import Assent, assents, drawn_code, waiver_in_words
from ledger.sheets.house_rules import HouseRules
from ledger.sheets.papers import SIZES, Paper

SHORT_HASH = 12
FEW_LINES, SOME_LINES, ONE_PAGE = 5, 18, 36  # a short sheet fills its page, and one of 25 hands has room on it
LONG = 100  # lines: then a figure has no element of its own inside a cell, which would double the work of the layout
SIDE_BY_SIDE = 4
LETTERS_A_LINE = 100
SIGNATURES_ABREAST = 5
LETTERS_A_GROUP = 4
MOST_REMARKS = 300
NOBODY_ASKED = SeriesAgreement(Verdicts.OFF)
ONE_COLUMN = 4  # so many players stand one below the other in a preview

STAMPS = {
    Status.OPEN: gettext_lazy("So far"),
    Status.FINISHED: gettext_lazy("Finished"),
    Status.STOPPED: gettext_lazy("Stopped early"),
}


@dataclass(frozen=True)
class HandRow:
    number: int
    corrected: bool
    played: str
    void: bool
    why_void: str
    has_note: bool
    cells: tuple[ScoreCell, ...]


@dataclass(frozen=True)
class Block:
    """As many players as fit side by side, and every hand with their figures."""

    places: Sequence[FinalPlace]
    rows: Sequence[HandRow]
    totals: Sequence[Fraction]
    columns: int  # besides the hand's number


@dataclass(frozen=True)
class Account:
    """The settlement of as many players as fit side by side, under the game's headings."""

    places: Sequence[FinalPlace]
    rows: Sequence[tuple[str, Sequence[Fraction]]]
    total_title: str
    totals: Sequence[Fraction]
    exact: Sequence[str]
    money: Sequence[str]


@dataclass(frozen=True)
class Pairs:
    """What the player of each row receives from as many others as fit side by side."""

    places: Sequence[FinalPlace]
    rows: Sequence[tuple[FinalPlace, Sequence[Fraction | None]]]


@dataclass(frozen=True)
class Remark:
    text: str
    reason: str = ""
    event: Event | None = None


@dataclass(frozen=True)
class Sheet:
    state: SeriesState
    events: Sequence[Event]  # all that happened, oldest first
    circle: Circle
    address: str  # of the series
    paper: Paper
    set_in: str = ""  # one of SIZES; empty: the size for so many hands
    hand_notes: Mapping[int, str] = field(default_factory=dict)  # by the number of the hand
    shows_money: bool = True
    account: SourceAccount | None = None  # what is paid, open and covered
    seal: Seal | None = None  # a picture has none
    check_address: str = ""  # of the page that checks it
    agreement: SeriesAgreement = NOBODY_ASKED

    # --- What, when, and its size ---

    @property
    def title(self) -> str:
        return descriptions.series_name(self.state.series)

    @property
    def game_name(self) -> str:
        return descriptions.game_name(self.state.series)

    @property
    def day(self) -> str:
        return formatting.full_day(self.state.series.started_at)

    @property
    def notes(self) -> list[tuple[int, str]]:
        """The notes on hands that are on the sheet."""
        return [(row.number, self.hand_notes[row.number]) for row in self.rows if row.has_note]

    @property
    def stamp(self) -> str:
        return str(STAMPS[self.state.shown_status])

    @property
    def progress(self) -> str:
        """The stamp of a picture: of an open series the number of its latest hand."""
        series, hands = self.state.series, self.state.events
        return descriptions.after_hand(self.state) if series.is_open and hands else self.stamp

    @property
    def columns(self) -> list[Sequence[FinalPlace]]:
        """The ranking of a picture without more to show: one below the other, or in two columns."""
        places = self.ranked
        half = -(-len(places) // 2)
        return [places] if len(places) <= ONE_COLUMN else [places[:half], places[half:]]

    @property
    def status(self) -> str:
        return self.state.shown_status

    @property
    def outcome(self) -> str:
        return descriptions.outcome_sentence(self.state)

    @property
    def ending(self) -> str:
        return "" if self.state.series.is_open else descriptions.ending_sentence(self.state, self.latest)

    @property
    def size(self) -> str:
        if self.set_in:
            return self.set_in
        if self.lines <= FEW_LINES:
            return "few"
        return "many" if SOME_LINES < self.lines <= ONE_PAGE else "some"

    @property
    def smaller(self) -> Sequence[str]:
        """The sizes in which it may yet stand on one page."""
        may_fit = not self.has_several_pages and not self.paper.is_strip
        return SIZES[SIZES.index(self.size) + 1 :] if may_fit else ()

    @property
    def has_several_pages(self) -> bool:
        return self.lines > ONE_PAGE and not self.paper.is_strip

    @cached_property
    def is_long(self) -> bool:
        return self.lines > LONG

    @cached_property
    def lines(self) -> int:
        """About so many: names and reasons may need more."""
        each_hand = 1 if self.figures_apart or self.figures_beside else 2
        of_text = len(self.remarks) + len(self.notes) + len(self.state.series.note) // LETTERS_A_LINE
        in_boxes = len(self.boxes.rows) if self.boxes else 0  # beside the hands
        return max(each_hand * len(self.state.events), in_boxes) + 2 * self.extra_players + of_text

    @property
    def is_wide(self) -> bool:
        """So many players that two tables do not fit side by side."""
        return self.extra_players > 0

    @property
    def extra_players(self) -> int:
        return max(0, len(self.state.players) - SIDE_BY_SIDE)

    # --- The hands ---

    @cached_property
    def overview(self) -> Overview:
        return Overview(self.state, lambda _number: "", self.hand_notes)

    @cached_property
    def rows(self) -> list[ScoreRow]:
        return self.overview.rows

    @cached_property
    def boxes(self) -> ShownBoxes | None:
        return self.overview.boxes

    @property
    def has_hands(self) -> bool:
        return any(hand.counts for hand in self.state.play.hands)

    @cached_property
    def figures_apart(self) -> bool:
        return len(self.state.sides) <= self.paper.figures_apart

    @cached_property
    def figures_beside(self) -> bool:
        return not self.figures_apart and len(self.state.sides) <= self.paper.figures_beside

    @cached_property
    def shows_won(self) -> bool:
        """False where a game enters exactly what was won: the figure is printed once."""
        return any(cell.won is not None for row in self.rows for cell in row.cells)

    @cached_property
    def says_played(self) -> bool:
        """Does the list say what each hand was: its trump, its box?"""
        return any(row.played for row in self.rows)

    @property
    def figures_each(self) -> int:
        return 3 if self.shows_won else 2

    @cached_property
    def ranked(self) -> list[FinalPlace]:
        """One place for each side: a team, or one player alone."""
        names = {side.seat: side.name for side in self.state.sides}
        return [replace(place, name=names[place.seat]) for place in self.settlement.places if place.seat in names]

    @cached_property
    def blocks(self) -> list[Block]:
        rows = []
        for row, hand, event in zip(self.rows, self.state.play.hands, self.state.events, strict=True):
            reason = getattr(hand.record, "reason", "")
            why = "" if hand.score.counts else ": ".join(filter(None, (row.remark, reason)))
            corrected = event.kind == Corrected.kind
            rows.append(HandRow(row.number, corrected, row.played, row.void, why, row.has_note, row.cells))
        totals = self.state.play.standing.cumulative
        by_seat, sides = {side.seat: side for side in self.ranked}, self.state.sides
        return [
            Block(
                [by_seat[sides[place].seat] for place in abreast],
                [replace(row, cells=tuple(row.cells[place] for place in abreast)) for row in rows],
                [totals[sides[place].seat] for place in abreast],
                len(abreast) * (self.figures_each if self.figures_apart else 1),
            )
            for abreast in self._abreast(range(len(sides)))
        ]

    @property
    def plot(self) -> Plot:
        order = [(side.seat, side.face) for side in self.ranked]
        return Plot(self.paper.plot_width, self.paper.plot_height[self.size], self.overview.chart, order)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats in the first place; empty when all players have the same total."""
        ranking = self.state.by_side(self.state.play.standing.ranking)
        return ranking[0] if len(ranking) > 1 else ()

    # --- The settlement ---

    @cached_property
    def settlement(self) -> SettlementPage:
        return SettlementPage(self.state, self.state.series.with_standard, self.shows_money, self.account)

    @property
    def accounts(self) -> list[Account]:
        settled = self.settlement
        money, rows, title = settled.amounts, settled.rows, _("Total")
        if self.is_wide and len(rows) == 1:  # a sheet of so many has no room to print everything twice
            rows, title = [], rows[0].title
        return [
            Account(
                places=[settled.places[place] for place in abreast],
                rows=[(row.title, [row.figures[place] for place in abreast]) for row in rows],
                total_title=title,
                totals=[settled.totals[place] for place in abreast],
                exact=[money[place].exact for place in abreast],
                money=[money[place].rounded for place in abreast],
            )
            for abreast in self._abreast(range(len(settled.places)))
        ]

    @property
    def letters_differ(self) -> bool:
        """Level players share a letter; otherwise it says enough."""
        places = self.settlement.places
        return len({place.letter for place in places}) == len(places)

    @property
    def pairs(self) -> list[Pairs]:
        received = self.settlement.outcome.pairs
        places = self.settlement.places
        tables = []
        for abreast in self._abreast(places):
            rows = []
            for one in places:
                row = received[one.seat]
                rows.append((one, [None if one.seat == other.seat else row[other.seat] for other in abreast]))
            tables.append(Pairs(abreast, rows))
        return tables

    @property
    def signatures_abreast(self) -> int:
        """Rows of the same length, of which none is too long to be written on."""
        players = len(self.state.players)
        return -(-players // -(-players // SIGNATURES_ABREAST))

    # --- Who agrees ---

    @property
    def assents(self) -> list[Assent]:
        return assents(self.state, self.agreement)

    @property
    def waiver(self) -> str:
        return waiver_in_words(self.agreement)

    # --- The rules, and what was changed ---

    @cached_property
    def rules(self) -> HouseRules:
        return HouseRules(type(self.state.game), self.state.rules)

    @cached_property
    def remarkable(self) -> list[Event]:
        return [event for event in self.events if CHANGES[event.kind].is_on_sheet]

    @property
    def earlier_remarks(self) -> int:
        """How many corrections have no room. The history of the series has them all."""
        return len(self.remarkable[:-MOST_REMARKS])

    @cached_property
    def remarks(self) -> list[Remark]:
        happened = [
            Remark(descriptions.describe_event(event), event.reason, event) for event in self.remarkable[-MOST_REMARKS:]
        ]
        return [*happened, *(Remark(remark) for remark in self.overview.remarks)]

    # --- Where it comes from ---

    @property
    def latest(self) -> Event:
        return self.events[-1]

    @property
    def made(self) -> str:
        """When the series last changed, not when it was printed: the same series gives the same bytes."""
        return _("As %(who)s left it on %(moment)s") % {
            "who": self.latest.by_name,
            "moment": formatting.moment(self.latest.entered_at),
        }

    @property
    def short_hash(self) -> str:
        return self.state.series.latest_hash[:SHORT_HASH]

    @property
    def short_code(self) -> str:
        """In groups, to read and to type."""
        short = self.seal.short if self.seal else ""
        return " ".join(short[start : start + LETTERS_A_GROUP] for start in range(0, len(short), LETTERS_A_GROUP))

    @property
    def qr_code(self) -> SafeString:
        """Leads to the page that checks the sheet, and carries all that is needed for it."""
        address = f"{self.check_address}#{self.seal.code if self.seal else ''}"
        return drawn_code(address, _("QR code: check this sheet"))

    def _abreast(self, items: Sequence) -> Iterator[Sequence]:
        """As evenly as can be: seven players are four and three, not five and two."""
        tables = -(-len(items) // self.paper.seats_abreast)
        each = -(-len(items) // tables)
        return (items[start : start + each] for start in range(0, len(items), each))
