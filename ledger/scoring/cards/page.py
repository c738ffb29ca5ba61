"""What the card-by-card screen shows: the trick on the table, the 52 keys, and what is known of the hidden hands."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import IllegalPlay
from games.kit.cards import BITS, CODES, RANKS, SUIT_MASKS, SUITS, cards_in, suit_of
from games.kit.plays import Direction
from ledger.face import card_names
from ledger.following.tricks import PLACES, illegal_in_words, places_of, points_in_words
from ledger.lib import formatting
from ledger.scoring.cards.drafts import Table, cards_each, cards_in_a_suit, cards_laid, questions, undealt
from ledger.scoring.entry.screen import Conflict
from ledger.series import descriptions
from ledger.series.models import Draft, Event
from ledger.series.state import Preview, SeriesState, preview
from ledger.series.wording import in_words, option_label

# As the keys stand: black and red in turn, so that neighbours are told apart.
SUIT_ROWS = ("S", "H", "C", "D")


@dataclass(frozen=True)
class LaidCard:
    name: str
    place: str
    card: str
    turn: bool
    taken: bool  # the trick is complete, and this card took it
    winning: bool  # the best so far


@dataclass(frozen=True)
class Key:
    code: str
    state: str


@dataclass(frozen=True)
class SuitRow:
    letter: str
    cards: tuple[Key, ...]


@dataclass(frozen=True)
class Wrong:
    """An illegal play in words, and where the card is that may have been mistyped."""

    told: str
    trick: int
    seat: int


class CardsPage:
    def __init__(
        self, state: SeriesState, table: Table, *, known: Sequence[IllegalPlay] = (), meanwhile: Sequence[Event] = ()
    ) -> None:
        """`known` are the illegal plays that were there before the latest card; `meanwhile` is what others recorded."""
        self.state = state
        self.table = table
        self.known = {(play.trick, play.seat) for play in known}
        self.meanwhile = [descriptions.describe_event(event) for event in meanwhile]

    @property
    def title(self) -> str:
        here = {"hand": formatting.digits(self.state.next_number), "trick": formatting.digits(self.table.view.trick)}
        if self.table.is_complete:
            return _("Hand %(hand)s, all cards played") % here
        return _("Hand %(hand)s, trick %(trick)s") % here

    @property
    def between_tricks(self) -> bool:
        """A trick is complete and stays on the table until the next one is led."""
        return bool(self.table.play.whole_tricks) and not any(self.table.play.open_trick)

    @property
    def seats(self) -> list[LaidCard]:
        view, names = self.table.view, self.state.names
        row = self.table.play.whole_tricks[-1] if self.between_tricks else view.on_table
        return [
            LaidCard(
                name,
                place,
                "" if card is None else CODES[card],
                turn=seat == view.turn,
                taken=self.between_tricks and seat == self._winners[-1],
                winning=not self.between_tricks and seat == view.winning,
            )
            for seat, (name, place, card) in enumerate(zip(names, places_of(len(names)), row, strict=True))
        ]

    @property
    def _winners(self) -> tuple[int, ...]:
        return self.table.score.winners or ()

    @property
    def in_a_row(self) -> bool:
        return len(self.state.names) not in PLACES

    @property
    def said(self) -> str:
        """What had to be known before the first card: "Trump: Hearts"."""
        record = self.table.draft.record
        return ", ".join(
            f"{_(question.title)}: {option_label(label)}"
            for question in questions(self.state)
            for value, label in question.options
            if question.required and record.get(question.field) == value
        )

    @property
    def asks(self) -> bool:
        return bool(questions(self.state))

    @property
    def can_throw_in(self) -> bool:
        """(A template would call the game's function.)"""
        return self.state.game.throw_in is not None

    @property
    def can_be_entered_whole(self) -> bool:
        return self.state.can_be_entered

    @property
    def led(self) -> str:
        situation = self.table.view.situation
        return SUITS[situation.led] if situation else ""

    @property
    def strong(self) -> tuple[str, str]:
        """The suit that beats the led one, and what it is called."""
        situation, named = self.table.view.situation, self.state.game.strong_suit
        found = named(self.table.play, situation.led) if situation and named else None
        return (SUITS[found[0]], in_words(found[1], self.state.names)) if found else ("", "")

    @property
    def legend(self) -> str:
        turn = self.table.view.turn
        return _("Which card did %(who)s play?") % {"who": self.state.names[turn]} if turn is not None else ""

    @property
    def suits(self) -> list[SuitRow]:
        rows = []
        for letter in SUIT_ROWS:
            cards = cards_in(SUIT_MASKS[SUITS.index(letter)] & self.table.shape.pack)
            rows.append(SuitRow(letter, tuple(Key(CODES[card], self._state_of(card)) for card in reversed(cards))))
        return rows

    def _state_of(self, card: int) -> str:
        view = self.table.view
        if any(card in row for row in self.table.play.tricks):
            return "gone"
        if view.turn is None:
            return "free"
        held = view.hidden.possible[view.turn] & BITS[card]
        return "free" if held and not view.forbidden & BITS[card] else "unlikely"

    @property
    def duty(self) -> str:
        """What the seat to play certainly owes."""
        view = self.table.view
        if view.turn is None or view.duty is None or not view.forbidden:
            return ""
        could = cards_in(view.duty.owed & view.hidden.certain[view.turn])
        said = {"who": self.state.names[view.turn], "cards": ", ".join(_short(card) for card in could)}
        return _("%(who)s has %(cards)s") % said

    @property
    def last_trick(self) -> str:
        """Who took the trick before this one."""
        points = self.table.score.trick_points
        if not self.between_tricks or not self._winners or not points:
            return ""
        said = {"who": self.state.names[self._winners[-1]], "points": points_in_words(points[-1])}
        return _("%(who)s takes it, %(points)s") % said

    @property
    def won(self) -> list[tuple[str, object]]:
        """Name and points so far of each side, in seat order."""
        return [(side.name, self.table.score.points_won[side.seat]) for side in self.state.sides]

    @property
    def undecided(self) -> list[Wrong]:
        """Wrong cards of which the table has not said yet what to do; the one that showed last is first."""
        latest_first = sorted(self.table.undecided, key=lambda wrong: wrong.shown_in or wrong.trick, reverse=True)
        return [self._in_words(wrong) for wrong in latest_first]

    @property
    def earlier_undecided(self) -> int:
        return len(self.table.undecided) - 1

    @property
    def kept(self) -> list[Wrong]:
        return [self._in_words(wrong) for wrong in self.table.kept]

    def _in_words(self, wrong: IllegalPlay) -> Wrong:
        return Wrong(illegal_in_words(wrong, self.state.names), wrong.trick, wrong.seat)

    @property
    def announcement(self) -> str:
        """One sentence for whoever cannot see the table."""
        news = [wrong.told for wrong in self.undecided if (wrong.trick, wrong.seat) not in self.known]
        taken = _("%(told)s.") % {"told": self.last_trick} if self.last_trick else ""
        return " ".join(filter(None, [*news, taken, self._what_is_next]))

    @property
    def _what_is_next(self) -> str:
        turn = self.table.view.turn
        if turn is None:
            return _("All cards have been played.")
        return _("%(who)s to play.") % {"who": self.state.names[turn]}

    @property
    def has_deal(self) -> bool:
        return bool(self.table.play.holdings)

    @property
    def can_be_undone(self) -> bool:
        return self.table.cards_laid > 0 or self.has_deal

    @property
    def can_be_turned(self) -> bool:
        """Direction and first leader can be changed before the second card."""
        return self.table.cards_laid < 2  # noqa: PLR2004

    @property
    def clockwise(self) -> bool:
        return self.table.play.direction is Direction.CLOCKWISE

    @property
    def other_direction(self) -> str:
        return str(Direction.ANTICLOCKWISE if self.clockwise else Direction.CLOCKWISE)

    @property
    def leaders(self) -> list[tuple[int, str, bool]]:
        first = self.table.play.first_leader
        return [(seat, name, seat == first) for seat, name in enumerate(self.state.names)]

    @property
    def preview(self) -> Preview:
        """What the hand comes to, once it is complete."""
        return preview(self.state, self.state.next_number, self.table.draft.record)

    @property
    def faults(self) -> list[str]:
        """What was said of the hand and cannot be."""
        return [in_words(problem.message, self.state.names) for problem in self.table.problems]

    @property
    def result(self) -> list[tuple[str, int, object, object, object]]:
        """Name, seat, points won, points entered and the new total of each side, as they would be saved."""
        hand = self.preview.hand
        if hand is None:
            return []
        figures = list(zip(hand.score.points_won, hand.score.points_entered, hand.cumulative, strict=True))
        return [(side.name, side.seat, *figures[side.seat]) for side in self.state.sides]


@dataclass(frozen=True)
class Drafted:
    """A finished draft, as the comparison with what others recorded wants to see it."""

    state: SeriesState
    draft: Draft

    def record(self) -> dict[str, object]:
        return dict(self.draft.record)

    @property
    def points_so_far(self) -> list[Fraction | None]:
        return [None] * len(self.state.names)


def conflict_of(state: SeriesState, draft: Draft, meanwhile: list[Event]) -> Conflict:
    return Conflict(state, Drafted(state, draft), meanwhile)


def far(draft: Draft) -> str:
    """Who is writing, and how far: for another scorer who comes to the table."""
    count = cards_laid(draft)
    told = ngettext(
        "%(name)s is writing this hand down, %(count)s card so far.",
        "%(name)s is writing this hand down, %(count)s cards so far.",
        count,
    )
    return told % {"name": draft.by_name, "count": formatting.digits(count)}


@dataclass(frozen=True)
class DealingPage:
    """Entering what was dealt, one player after the other."""

    name: str
    seat: int
    count: int
    in_a_suit: int  # cards, in the whole pack
    suits: list[SuitRow]


def dealing_page(state: SeriesState, draft: Draft, seat: int) -> DealingPage:
    left = undealt(state, draft)
    suits = [
        SuitRow(letter, tuple(Key(CODES[card], "free") for card in reversed(left) if SUITS[suit_of(card)] == letter))
        for letter in SUIT_ROWS
    ]
    return DealingPage(state.names[seat], seat, cards_each(state, draft), cards_in_a_suit(state, draft), suits)


@dataclass(frozen=True)
class RightingPage:
    """Putting a mistyped card right. A card that lies elsewhere may be chosen too: then the two change places."""

    title: str
    explanation: str
    trick: int
    seat: int
    suits: list[SuitRow]


def righting_page(state: SeriesState, table: Table, trick: int, seat: int) -> RightingPage | None:
    if not (1 <= trick <= len(table.play.tricks) and seat < len(state.names)):
        return None
    laid = table.play.tricks[trick - 1][seat]
    if laid is None:
        return None
    said = {"who": state.names[seat], "trick": formatting.digits(trick), "card": card_names.card_name(CODES[laid])}
    pack = table.shape.pack
    suits = [
        SuitRow(
            letter,
            tuple(
                Key(CODES[card], "selected" if card == laid else "free")
                for card in reversed(cards_in(SUIT_MASKS[SUITS.index(letter)] & pack))
            ),
        )
        for letter in SUIT_ROWS
    ]
    return RightingPage(
        _("Which card did %(who)s play in trick %(trick)s?") % said,
        _("The %(card)s was written down. If you choose a card that lies in another trick, the two change places.")
        % said,
        trick,
        seat,
        suits,
    )


def _short(card: int) -> str:
    return formatting.digits(RANKS[card % 13])
