"""One hand: what it came to and why, and every revision of it beside the one before."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.contract import Question, Score
from games.kit.cards import CODES
from games.kit.plays import PlayRecord
from games.kit.records import ThrownIn
from ledger.following.answers import answers_in_words
from ledger.following.between import Between, Someone
from ledger.following.overview import HandAddress
from ledger.following.tricks import PLACES, Trick, play_of, tricks_of
from ledger.lib import formatting
from ledger.series.models import Event, Kind
from ledger.series.state import PlayedHand, SeriesState
from ledger.series.wording import in_words


@dataclass(frozen=True)
class Figures:
    """What a hand brought one player."""

    name: str
    seat: int
    won: Fraction
    entered: Fraction
    total: Fraction
    away: bool  # did not sit in this hand


class Neighbour(NamedTuple):
    number: int
    href: str


def neighbours(number: int, count: int, address: HandAddress) -> dict[str, Neighbour | None]:
    """The hands before and after this one."""
    beside = {"before": number - 1, "after": number + 1}
    return {side: Neighbour(other, address(other)) if 1 <= other <= count else None for side, other in beside.items()}


@dataclass(frozen=True)
class HandPage:
    """A hand that stands. One that was withdrawn has only revisions."""

    state: SeriesState
    hand: PlayedHand

    @property
    def figures(self) -> list[Figures]:
        score = self.hand.score
        return [
            Figures(
                side.name,
                seat := side.seat,
                won=score.points_won[seat],
                entered=score.points_entered[seat],
                total=self.hand.cumulative[seat],
                away=seat not in score.seats,
            )
            for side in self.state.sides
        ]

    @property
    def reasons(self) -> list[str]:
        """How it was judged, the rulebook's own lines, what two settle between them, and what is owed at once."""
        score = self.hand.score
        paid = score.transfers if self.between.has_matrix else (*score.account, *score.transfers)
        sentences = [*score.reasoning, *(line.why for line in score.lines), *(each.why for each in paid)]
        return [in_words(sentence, self.state.names) for sentence in sentences]

    @cached_property
    def between(self) -> Between:
        """The account of a hand that every two who sat in it settle between them."""
        sitting = [Someone(self.state.names[seat], seat) for seat in self.hand.score.seats]
        return Between(sitting, self.hand.score.account, self.state.names)

    @property
    def remarks(self) -> list[str]:
        return list(self._remarks())

    @cached_property
    def tricks(self) -> list[Trick]:
        return tricks_of(self.state, self.hand.number, self.hand.record)

    @property
    def illegal_count(self) -> int:
        return sum(len(trick.illegal) for trick in self.tricks)

    @property
    def in_a_row(self) -> bool:
        return len(self.state.players) not in PLACES

    def _remarks(self) -> Iterator[str]:
        record, score = self.hand.record, self.hand.score
        if isinstance(record, ThrownIn):
            yield _("The deal was thrown in and does not count.")
            if record.reason:
                yield record.reason
        elif not self.hand.counts:
            yield _("This hand came after the end of the series and does not count.")
        for question, answer in answers_in_words(self.state, record, score):
            yield _("%(question)s: %(answer)s") % {"question": _(question.title), "answer": answer}
        if score.last_trick_winner is not None:
            winner = self.state.names[score.last_trick_winner]
            yield _("%(player)s won the last trick.") % {"player": winner}


# --- Revisions -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Written:
    """A revision that says what was played. One that takes the hand back says nothing."""

    event: Event
    record: Any
    score: Score
    play: PlayRecord | None
    answers: Mapping[Question, str]  # to what the game asks besides


@dataclass(frozen=True)
class Entry:
    text: str = ""
    cards: tuple[str, ...] = ()
    changed: bool = False  # against the revision before


@dataclass(frozen=True)
class Comparison:
    """The revisions of a hand side by side: a column for each, a row for each thing that they say."""

    columns: tuple[Event, ...]
    rows: tuple[tuple[str, tuple[Entry, ...]], ...]


Says = Callable[[Written], Entry]


def compare(state: SeriesState, number: int, events: Sequence[Event]) -> Comparison:
    written = [_read(state, number, event) for event in events if event.kind != Kind.WITHDRAWN]
    rows = [(label, _marked([says(each) for each in written])) for label, says in _questions(state, written)]
    return Comparison(tuple(each.event for each in written), tuple(rows))


def _read(state: SeriesState, number: int, event: Event) -> Written:
    record = state.game.record.validate_python(event.content)
    score = state.game.score(state.rules, record, state.table_for(number))
    return Written(event, record, score, play_of(record), dict(answers_in_words(state, record, score)))


def _marked(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    changed = [False, *(before != after for before, after in pairwise(entries))]
    return tuple(Entry(entry.text, entry.cards, mark) for entry, mark in zip(entries, changed, strict=True))


def _questions(state: SeriesState, written: Sequence[Written]) -> Iterator[tuple[str, Says]]:
    for side in state.sides:
        yield side.name, _figures_of(side.seat)
    for question in dict.fromkeys(question for each in written for question in each.answers):
        yield _(question.title), _answer_to(question)
    yield _("Last trick"), lambda each: Entry(_name(state, each.score.last_trick_winner))
    yield _("Written down"), lambda each: Entry(_kind(each))
    if any(each.play for each in written):
        yield _("Direction"), lambda each: Entry(_(each.play.direction.label) if each.play else "–")
        yield _("Led first"), lambda each: Entry(_name(state, each.play.first_leader if each.play else None))
        for trick in _tricks_that_differ(written):
            yield _("Trick %(number)s") % {"number": formatting.digits(trick + 1)}, _cards_of(trick)


def _answer_to(question: Question) -> Says:
    return lambda each: Entry(each.answers.get(question, "–"))


def _figures_of(seat: int) -> Says:
    def says(each: Written) -> Entry:
        if not each.score.counts:
            return Entry("–")
        won, entered = each.score.points_won[seat], each.score.points_entered[seat]
        if won == entered:
            return Entry(formatting.points(won))
        return Entry(f"{formatting.points(won)} ({formatting.points(entered, signed=True)})")

    return says


def _cards_of(trick: int) -> Says:
    def says(each: Written) -> Entry:
        rows = each.play.tricks if each.play else ()
        return Entry(cards=tuple(CODES[card] for card in rows[trick] if card is not None) if trick < len(rows) else ())

    return says


def _tricks_that_differ(written: Sequence[Written]) -> list[int]:
    """Between revisions that have cards; one that has only totals differs in nothing that could be pointed at."""
    plays = [each.play.tricks for each in written if each.play]
    most = max(len(tricks) for tricks in plays)
    return [trick for trick in range(most) if len({tricks[trick : trick + 1] for tricks in plays}) > 1]


def _kind(each: Written) -> str:
    if isinstance(each.record, ThrownIn):
        return _("thrown in")
    return _("card by card") if each.play else _("totals")


def _name(state: SeriesState, seat: int | None) -> str:
    return "–" if seat is None else state.names[seat]
