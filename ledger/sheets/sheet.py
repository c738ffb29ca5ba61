"""The content of a series' sheet. All figures come from the rulebook, as on the pages."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.circles.models import Circle, Verdicts
from ledger.following.overview import Overview, ScoreCell, ScoreRow, ShownBoxes
from ledger.following.rules_in_words import RulesInWords
from ledger.following.settlement import FinalPlace, SettlementPage
from ledger.lib import formatting
from ledger.money.source_accounts import SourceAccount
from ledger.series import descriptions
from ledger.series.changes import CHANGES, Corrected
from ledger.series.models import Event, Status
from ledger.series.state import SeriesState
from ledger.sheets.chart import Plot
from ledger.sheets.foot import SignatureLine, qr_code, signature_lines, waiver_in_words
from ledger.sheets.letters import missing_letters
from ledger.sheets.papers import SIZES, Paper
from ledger.signing.seals import Seal
from ledger.verdicts.current import SeriesVerdicts

SHORT_HASH = 12
FEW_LINES, SOME_LINES, ONE_PAGE = 5, 18, 36  # most lines in large letters, in medium ones, and on one page
LONG = 100  # lines: a longer sheet has no HTML element for each figure, because these would double the time to print
SIDE_BY_SIDE = 4  # most players with whom two tables fit side by side
LETTERS_A_LINE = 100
SIGNATURES_ABREAST = 5
LETTERS_A_GROUP = 4
MOST_REMARKS = 300
NOBODY_ASKED = SeriesVerdicts(Verdicts.OFF)
ONE_COLUMN = 4  # most places of a preview that stand in one column

STAMPS = {
    Status.OPEN: gettext_lazy("So far"),
    Status.FINISHED: gettext_lazy("Finished"),
    Status.STOPPED: gettext_lazy("Stopped early"),
}


@dataclass(frozen=True)
class HandRow:
    number: int
    corrected: bool
    played: str  # such as the trump or the box
    void: bool  # the hand does not count
    why_void: str
    has_note: bool
    cells: tuple[ScoreCell, ...]


@dataclass(frozen=True)
class Block:
    """A table of all hands, with as many players as fit side by side."""

    places: Sequence[FinalPlace]
    rows: Sequence[HandRow]
    totals: Sequence[Fraction]
    columns: int  # without the column of the hand's number


@dataclass(frozen=True)
class SettlementTable:
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
    events: Sequence[Event]  # all events of the series, oldest first
    circle: Circle
    address: str  # of the series
    paper: Paper
    chosen_size: str = ""  # the size of the letters, one of SIZES; empty: by the number of lines
    hand_notes: Mapping[int, str] = field(default_factory=dict)  # by the number of the hand
    shows_money: bool = True
    account: SourceAccount | None = None  # the paid, open and covered payments
    seal: Seal | None = None  # a picture has none
    check_address: str = ""  # of the page that checks sheets
    verdicts: SeriesVerdicts = NOBODY_ASKED

    # --- The head of the sheet, and the size of its letters ---

    @property
    def title(self) -> str:
        return descriptions.series_name(self.state.series)

    @property
    def game_name(self) -> str:
        return descriptions.game_name(self.state.series)

    @property
    def missing_letters(self) -> str:
        seats = enumerate(self.state.names, start=1)
        names = [(_("Seat %(number)s") % {"number": formatting.digits(seat)}, name) for seat, name in seats]
        return missing_letters([*names, (_("Name of the circle"), self.circle.name)])

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
        """The stamp of a picture. For an open series, it names the latest hand."""
        series, hands = self.state.series, self.state.events
        return descriptions.after_hand(self.state) if series.is_open and hands else self.stamp

    @property
    def columns(self) -> list[Sequence[FinalPlace]]:
        """The ranking of a preview, in one column or two."""
        places = self.ranked
        half = -(-len(places) // 2)
        return [places] if len(places) <= ONE_COLUMN else [places[:half], places[half:]]

    @property
    def outcome(self) -> str:
        return descriptions.outcome_sentence(self.state)

    @property
    def ending(self) -> str:
        return "" if self.state.series.is_open else descriptions.ending_sentence(self.state, self.latest)

    @property
    def size(self) -> str:
        """The size of the letters. A sheet of several pages has medium letters."""
        if self.chosen_size:
            return self.chosen_size
        if self.lines <= FEW_LINES:
            return "few"
        return "many" if SOME_LINES < self.lines <= ONE_PAGE else "some"

    @property
    def smaller_sizes(self) -> Sequence[str]:
        """The smaller sizes in which the sheet may fit on one page."""
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
        """An estimate of the number of lines. Long names and reasons may need more."""
        lines_of_hand = 1 if self.figures_apart or self.figures_beside else 2
        of_text = len(self.remarks) + len(self.notes) + len(self.state.series.note) // LETTERS_A_LINE
        in_boxes = len(self.boxes.rows) if self.boxes else 0  # beside the hands
        return max(lines_of_hand * len(self.state.events), in_boxes) + 2 * self.extra_players + of_text

    @property
    def is_wide(self) -> bool:
        """Whether there are too many players for two tables side by side."""
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
        """False if points entered and points won are the same in this game: one figure is printed."""
        return any(cell.won is not None for row in self.rows for cell in row.cells)

    @cached_property
    def says_played(self) -> bool:
        """Whether any hand says what was played, such as its trump or box."""
        return any(row.played for row in self.rows)

    @property
    def figures_per_side(self) -> int:
        """The number of figures that each side has in a hand: points won if shown, points entered, and the total."""
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
                len(abreast) * (self.figures_per_side if self.figures_apart else 1),
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
    def accounts(self) -> list[SettlementTable]:
        settled = self.settlement
        money, rows, title = settled.amounts, settled.rows, _("Total")
        if self.is_wide and len(rows) == 1:  # the row equals the totals, and there is no room to print both
            rows, title = [], rows[0].title
        return [
            SettlementTable(
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
        """Whether each place has its own letter. Level players share a letter."""
        places = self.settlement.places
        return len({place.letter for place in places}) == len(places)

    @property
    def pairs(self) -> list[Pairs]:
        received = self.settlement.outcome.pairs
        places = self.settlement.places
        tables = []
        for abreast in self._abreast(places):
            rows = []
            for payee in places:
                row = received[payee.seat]
                rows.append((payee, [None if payee.seat == payer.seat else row[payer.seat] for payer in abreast]))
            tables.append(Pairs(abreast, rows))
        return tables

    @property
    def signatures_abreast(self) -> int:
        """The number of signatures in a row. Rows are of nearly equal length, with enough room to sign."""
        players = len(self.state.players)
        return -(-players // -(-players // SIGNATURES_ABREAST))

    # --- Verdicts ---

    @property
    def signature_lines(self) -> list[SignatureLine]:
        return signature_lines(self.state, self.verdicts)

    @property
    def waiver(self) -> str:
        return waiver_in_words(self.verdicts)

    # --- The rules, and what was changed ---

    @cached_property
    def rules(self) -> RulesInWords:
        return RulesInWords(type(self.state.game), self.state.rules)

    @cached_property
    def remarkable(self) -> list[Event]:
        """The events that the sheet lists, such as corrections."""
        return [event for event in self.events if CHANGES[event.kind].is_on_sheet]

    @property
    def earlier_remarks(self) -> int:
        """The number of earlier events that do not fit. The history of the series lists all events."""
        return len(self.remarkable[:-MOST_REMARKS])

    @cached_property
    def remarks(self) -> list[Remark]:
        happened = [
            Remark(descriptions.describe_event(event), event.reason, event) for event in self.remarkable[-MOST_REMARKS:]
        ]
        return [*happened, *(Remark(remark) for remark in self.overview.remarks)]

    # --- The foot of the sheet ---

    @property
    def latest(self) -> Event:
        return self.events[-1]

    @property
    def last_change(self) -> str:
        """The time of the last change, not of the printing, so that the same series gives the same bytes."""
        return _("As %(who)s left it on %(moment)s") % {
            "who": self.latest.by_name,
            "moment": formatting.day_and_time(self.latest.entered_at),
        }

    @property
    def short_hash(self) -> str:
        return self.state.series.latest_hash[:SHORT_HASH]

    @property
    def short_code(self) -> str:
        """The seal's short code in groups of letters, to read and to type."""
        short = self.seal.short if self.seal else ""
        return " ".join(short[start : start + LETTERS_A_GROUP] for start in range(0, len(short), LETTERS_A_GROUP))

    @property
    def check_code(self) -> SafeString:
        """The QR code of the page that checks the sheet, with the seal's code."""
        address = f"{self.check_address}#{self.seal.code if self.seal else ''}"
        return qr_code(address, _("QR code: check this sheet"))

    def _abreast(self, items: Sequence) -> Iterator[Sequence]:
        """Split the items into tables of nearly equal size: seven players are four and three, not five and two."""
        tables = -(-len(items) // self.paper.seats_abreast)
        most = -(-len(items) // tables)
        return (items[start : start + most] for start in range(0, len(items), most))
