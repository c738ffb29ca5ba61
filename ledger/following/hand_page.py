"""One hand: its points with the reasons, and its revisions side by side."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.contract import Declared, Score
from games.entry import Answer, Question, TotalsEntry
from games.kit.cards import CODES
from games.kit.figures import DecimalPoints
from games.kit.playouts import Worth
from games.kit.plays import PlayRecord
from games.kit.records import ThrownIn
from ledger.face.card_names import CardFace
from ledger.following.debts import Debts
from ledger.following.overview import HandAddress
from ledger.following.tricks import POSITIONS, Trick, play_of, tricks_of
from ledger.lib import formatting
from ledger.series.changes import Withdrawn
from ledger.series.descriptions import answers_in_words, bid_text
from ledger.series.luck import worth_of_hand
from ledger.series.models import Event
from ledger.series.state import PlayedHand, SeriesState, Side
from ledger.series.wording import in_words, option_label, warnings_in_words

NOTHING = "–"


@dataclass(frozen=True)
class HandFigures:
    """What a hand brought one side."""

    side: Side
    won: Fraction  # points won
    entered: Fraction  # points entered
    total: Fraction  # after this hand
    away: bool  # did not sit in this hand
    is_reader: bool


class Bidder(NamedTuple):
    """What a player bid, and the tricks or points that the player took; None while they are not known."""

    side: Side
    bid: str
    is_reader: bool
    taken: Fraction | None


class Neighbour(NamedTuple):
    number: int
    href: str


def neighbours(number: int, count: int, address: HandAddress) -> dict[str, Neighbour | None]:
    """Return the hands before and after hand `number`. The first of the `count` hands has none before, the last none
    after."""
    beside = {"before": number - 1, "after": number + 1}
    return {key: Neighbour(other, address(other)) if 1 <= other <= count else None for key, other in beside.items()}


@dataclass(frozen=True)
class SideWorth:
    """The card points that a side won, and those that its cards were worth."""

    side: Side
    won: Fraction
    mean: Fraction  # of the random playouts
    spread: Fraction  # their standard deviation
    lowest: Fraction  # of the playouts by the rule of the lowest card: see games/kit/playouts.py


@dataclass(frozen=True)
class HandPage:
    """A hand of the series, as its page shows it. Of a withdrawn hand, the page shows only the revisions."""

    state: SeriesState
    hand: PlayedHand
    reader: int | None = None  # the reader's own seat, if known

    @property
    def figures(self) -> list[HandFigures]:
        score = self.hand.score
        return [
            HandFigures(
                side,
                won=score.points_won[side.seat],
                entered=score.points_entered[side.seat],
                total=self.hand.cumulative[side.seat],
                away=side.seat not in score.seats,
                is_reader=self.reader in side.seats,
            )
            for side in self.state.sides
        ]

    @property
    def bidders(self) -> list[Bidder]:
        """What each player bid and took. Partners bid, and take tricks, each on their own."""
        entry = self.state.game.totals
        if entry is None or entry.bids is None or not self.hand.score.counts:
            return []
        bids = getattr(self.hand.record, entry.bids.field)
        return [
            Bidder(side, bid_text(self.state, bids, side), self.reader in side.seats, taken)
            for side, taken in zip(self.state.entry_sides, self._taken(entry), strict=True)
        ]

    def _taken(self, entry: TotalsEntry) -> list[Fraction | None]:
        """Return what each of `entry_sides` took: its points won, or its own tricks where partners bid on their own.

        In a record without cards, the tricks of partners are its figures. A figure that was left out is what the other
        figures leave of the total.
        """
        score, play = self.hand.score, play_of(self.hand.record)
        sides = self.state.entry_sides
        if len(sides) == len(self.state.sides):
            return [score.points_won[side.seat] for side in sides]
        if play is not None:
            return [Fraction((score.winners or ()).count(side.seat)) for side in sides]
        figures = [None if figure is None else Fraction(figure) for figure in getattr(self.hand.record, entry.field)]
        left = entry.left([figure for figure in figures if figure is not None])
        return [left if figure is None else figure for figure in figures] or [None] * len(sides)

    @property
    def bidders_titles(self) -> tuple[str, str]:
        entry = self.state.game.totals
        return (_(entry.bids.title), _(entry.title) or _("Points")) if entry and entry.bids else ("", "")

    @property
    def reasons(self) -> list[str]:
        """Sentences on how the hand was judged, why the players get their points, and what they owe each other.

        The account of the hand is left out if a matrix shows it.
        """
        score = self.hand.score
        transfers = score.transfers if self.debts.has_matrix else (*score.account, *score.transfers)
        first_seats: dict[Any, int] = {}  # by sentence; a sentence that is the same for several players is listed once
        lines = [line for line in score.lines if first_seats.setdefault(line.why, line.seat) == line.seat]
        sentences = [*score.reasoning, *(line.why for line in lines), *(transfer.why for transfer in transfers)]
        return [in_words(sentence, self.state.names) for sentence in sentences]

    @cached_property
    def worth(self) -> Worth | None:
        """What the cards were worth, where every card is known."""
        return worth_of_hand(self.state, self.hand.number)

    @property
    def worth_by_side(self) -> list[SideWorth]:
        """The worth of each side's cards, in tenths: the playouts are random, so further decimals mean nothing."""
        if self.worth is None:
            return []
        by_side = []
        for side in self.state.sides:
            rows = (self.worth.mean, self.worth.spread, self.worth.lowest)
            tenths = [DecimalPoints(round(row[side.seat] * 10), 10) for row in rows]
            by_side.append(SideWorth(side, self.worth.won[side.seat], *tenths))
        return by_side

    @cached_property
    def debts(self) -> Debts:
        """The account of a hand that is settled between every two players who sat in it."""
        sides = self.state.players_as_sides
        players = [sides[seat] for seat in self.hand.score.seats]
        return Debts(players, self.hand.score.account, self.state.names)

    @property
    def remarks(self) -> list[str]:
        """Sentences on the hand, and those answers to the game's questions that nothing else on the page shows."""
        record, score = self.hand.record, self.hand.score
        remarks: list[str] = []
        entry, bids = self.state.game.totals, self.state.bids
        if isinstance(record, ThrownIn):
            remarks += [_("The deal was thrown in and does not count."), record.reason]
        elif not self.hand.counts:
            remarks.append(_("This hand came after the end of the series and does not count."))
        remarks += warnings_in_words(score, self.state.names)
        if score.declared is not None:
            remarks.append(declared_text(score.declared, self.state.names))
        answers = self.state.game.answers_in(record)
        for question, answer in answers_in_words(self.state, record, score):
            if bids is not None and question.field == bids.field:
                continue  # `bidders` has the bids
            if score.declared is not None and says_declared(question, answers[question.field], score.declared):
                continue
            remarks.append(_("%(question)s: %(answer)s") % {"question": _(question.title), "answer": answer})
        if entry is not None and entry.optional:  # the hand is entered by questions, and has this one figure
            figure = answers.get(entry.field)
            if figure is not None:
                remarks.append(_("%(question)s: %(answer)s") % {"question": _(entry.title), "answer": figure})
        if score.last_trick_winner is not None:
            winner = self.state.names[score.last_trick_winner]
            remarks.append(_("%(player)s won the last trick.") % {"player": winner})
        return [remark for remark in remarks if remark]

    @property
    def missed(self) -> list[str]:
        """Sentences on what a side could have announced and did not."""
        return [in_words(sentence, self.state.names) for sentence in self.hand.score.missed]

    @cached_property
    def tricks(self) -> list[Trick]:
        return tricks_of(self.state, self.hand.number, self.hand.record)

    @property
    def illegal_count(self) -> int:
        return sum(len(trick.illegal) for trick in self.tricks)

    @property
    def in_a_row(self) -> bool:
        """Whether the cards of a trick lie in a row, because the players are too many to show them round a table."""
        return len(self.state.players) not in POSITIONS


def says_declared(question: Question, answer: Any, declared: Declared) -> bool:
    """Whether the answer is the declarer or the contract, which `declared_text` names already."""
    if question.answer is Answer.SEAT:
        return bool(answer == declared.seat)
    return question.answer is Answer.OPTION and bool(answer == declared.contract)


def declared_text(declared: Declared, names: Sequence[str]) -> str:
    """Return a text such as "Asha declared Grand and made it."."""
    if declared.made is None:
        text = _("%(player)s declared %(contract)s, and nobody won.")
    elif declared.made:
        text = _("%(player)s declared %(contract)s and made it.")
    else:
        text = _("%(player)s declared %(contract)s and lost.")
    return text % {"player": names[declared.seat], "contract": option_label(declared.title)}


# --- Revisions -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Revision:
    """A revision that has a record: an event that recorded or corrected the hand.

    `score` is what the record would be worth after the hands before it as they are today.
    """

    event: Event
    record: Any
    score: Score
    play: PlayRecord | None
    answers: Mapping[tuple[str, str], str]  # by the question's field and title

    @property
    def way_of_entry(self) -> str:
        if isinstance(self.record, ThrownIn):
            return _("thrown in")
        return _("card by card") if self.play else _("totals")

    def points(self, seat: int) -> str:
        """The points won by a seat, and in brackets the points entered where they differ: 8½ (−1½)."""
        if not self.score.counts:
            return NOTHING
        won, entered = self.score.points_won[seat], self.score.points_entered[seat]
        more = "" if won == entered else f" ({formatting.points(entered, signed=True)})"
        return formatting.points(won) + more


@dataclass(frozen=True)
class ComparedCell:
    text: str = ""
    cards: tuple[CardFace, ...] = ()
    changed: bool = False  # differs from the revision before


@dataclass(frozen=True)
class Comparison:
    """The revisions of a hand side by side, each in a column.

    The rows are the points of each side, and everything else in which the revisions differ.
    """

    columns: tuple[Event, ...]
    rows: tuple[tuple[str, tuple[ComparedCell, ...]], ...]  # each with its label, and a cell for each column


def compare_revisions(state: SeriesState, number: int, events: Sequence[Event]) -> Comparison:
    """Compare the revisions of a hand. `events` are all of them; those that withdrew the hand have no column."""
    revisions = []
    for event in events:
        if event.kind != Withdrawn.kind:
            record = state.game.record.validate_python(event.content)
            score = state.game.score(record, state.table_for(number))
            answered = answers_in_words(state, record, score)
            answers = {(question.field, question.title): text for question, text in answered}
            revisions.append(Revision(event, record, score, play_of(record), answers))
    rows = []
    points = [(side.name, [ComparedCell(revision.points(side.seat)) for revision in revisions]) for side in state.sides]
    others = [(label, cells) for label, cells in _other_rows(state, revisions) if len(set(cells)) > 1]
    for label, cells in points + others:
        changes = [False, *(before != after for before, after in pairwise(cells))]
        marked = [replace(cell, changed=changed) for cell, changed in zip(cells, changes, strict=True)]
        rows.append((label, tuple(marked)))
    return Comparison(tuple(revision.event for revision in revisions), tuple(rows))


def _other_rows(state: SeriesState, revisions: Sequence[Revision]) -> Iterator[tuple[str, list[ComparedCell]]]:
    """Yield each row but those of the points: its label, and a cell for each revision."""

    def names(seats: Iterable[int | None]) -> list[ComparedCell]:
        return [ComparedCell(NOTHING if seat is None else state.names[seat]) for seat in seats]

    entry, bids = state.game.totals, state.bids
    for question in dict.fromkeys(question for revision in revisions for question in revision.answers):
        field, title = question
        if bids is None or field != bids.field:
            yield _(title), [ComparedCell(revision.answers.get(question, NOTHING)) for revision in revisions]
    if bids is not None:
        for side in state.entry_sides:
            label = _("%(name)s, %(what)s") % {"name": side.name, "what": _(bids.title)}
            made = [bid_text(state, getattr(revision.record, bids.field, ()), side) for revision in revisions]
            yield label, [ComparedCell(bid or NOTHING) for bid in made]
    if entry is not None and entry.optional:
        figures = [state.game.answers_in(revision.record).get(entry.field) for revision in revisions]
        yield _(entry.title), [ComparedCell(NOTHING if figure is None else str(figure)) for figure in figures]
    declared = [revision.score.declared for revision in revisions]
    answers = {True: _("yes"), False: _("no"), None: NOTHING}
    yield pgettext("hands", "Made"), [ComparedCell(answers[each.made if each else None]) for each in declared]
    yield _("Last trick"), names(revision.score.last_trick_winner for revision in revisions)
    yield _("Written down"), [ComparedCell(revision.way_of_entry) for revision in revisions]
    plays = [revision.play for revision in revisions]
    if not any(plays):
        return
    yield _("Direction"), [ComparedCell(_(play.direction.label) if play else NOTHING) for play in plays]
    yield _("Led first"), names(play.first_leader if play else None for play in plays)
    for trick in range(max(len(play.tricks) for play in plays if play)):
        if len({play.tricks[trick : trick + 1] for play in plays if play}) > 1:
            rows = [play.tricks[trick] if play and trick < len(play.tricks) else () for play in plays]
            cells = [
                ComparedCell(cards=tuple(state.pack.card(CODES[card]) for card in row if card is not None))
                for row in rows
            ]
            yield _("Trick %(number)s") % {"number": formatting.digits(trick + 1)}, cells
