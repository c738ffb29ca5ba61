"""What the card-by-card screen shows: the trick on the table, the 52 keys, and what is known of the hidden hands."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.contract import IllegalPlay
from games.kit.cards import BITS, CODES, RANKS, SUIT_MASKS, SUITS, cards_in, suit_of
from games.kit.plays import Direction
from ledger import formatting
from ledger.face import words
from ledger.series.drafts import Table, cards_each, undealt
from ledger.series.models import Draft
from ledger.series.pages.tricks import PLACES, illegal_in_words, points_in_words
from ledger.series.selectors import Preview, SeriesState, preview
from ledger.series.wording import in_words

# As the keys stand: black and red in turn, so that neighbours are told apart.
SUIT_ROWS = ("S", "H", "C", "D")


@dataclass(frozen=True)
class LaidCard:
    name: str
    place: str
    card: str
    turn: bool
    taken: bool


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
    is_news: bool


class CardsPage:
    def __init__(self, state: SeriesState, table: Table, known: Sequence[IllegalPlay] = ()) -> None:
        """`known` are the illegal plays that were there before the latest card."""
        self.state = state
        self.table = table
        self.known = {(play.trick, play.seat) for play in known}

    @property
    def title(self) -> str:
        here = {"hand": formatting.digits(self.state.next_number), "trick": formatting.digits(self.table.view.trick)}
        if self.table.is_complete:
            return _("Hand %(hand)s, all cards played") % here
        return _("Hand %(hand)s, trick %(trick)s") % here

    @property
    def seats(self) -> Iterator[LaidCard]:
        view, names = self.table.view, self.state.names
        places = PLACES if len(names) == len(PLACES) else ("",) * len(names)
        for seat, (name, place, card) in enumerate(zip(names, places, view.on_table, strict=True)):
            yield LaidCard(name, place, "" if card is None else CODES[card], seat == view.turn, seat == view.winning)

    @property
    def in_a_row(self) -> bool:
        return len(self.state.names) != len(PLACES)

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
        score, names = self.table.score, self.state.names
        if not score.winners or not score.trick_points or any(self.table.play.open_trick):
            return ""
        said = {"who": names[score.winners[-1]], "points": points_in_words(score.trick_points[-1])}
        return _("%(who)s takes it, %(points)s") % said

    @property
    def won(self) -> list[tuple[str, object]]:
        """Name and points so far, in seat order."""
        return list(zip(self.state.names, self.table.score.points_won, strict=True))

    @property
    def wrong(self) -> list[Wrong]:
        return [
            Wrong(
                illegal_in_words(play, self.state.names),
                play.trick,
                play.seat,
                is_news=(play.trick, play.seat) not in self.known,
            )
            for play in self.table.score.illegal_plays
        ]

    @property
    def has_news(self) -> bool:
        return any(wrong.is_news for wrong in self.wrong)

    @property
    def announcement(self) -> str:
        """One sentence for whoever cannot see the table."""
        news = [wrong.told for wrong in self.wrong if wrong.is_news]
        if self.table.is_complete:
            return " ".join([*news, _("All cards have been played.")])
        turn = self.table.view.turn
        next_one = _("%(who)s to play.") % {"who": self.state.names[turn]} if turn is not None else ""
        return " ".join(filter(None, [*news, self.last_trick, next_one]))

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
    def result(self) -> list[tuple[str, int, object, object, object]]:
        """Name, seat, points won, points entered and the new total, as they would be saved."""
        seen = self.preview
        if seen.hand is None:
            return []
        score = seen.hand.score
        rows = zip(self.state.names, score.points_won, score.points_entered, seen.hand.cumulative, strict=True)
        return [(name, seat, won, entered, total) for seat, (name, won, entered, total) in enumerate(rows)]


@dataclass(frozen=True)
class DealingPage:
    """Entering what was dealt, one player after the other."""

    name: str
    seat: int
    count: int
    suits: list[SuitRow]


def dealing_page(state: SeriesState, draft: Draft, seat: int) -> DealingPage:
    left = undealt(state, draft)
    suits = [
        SuitRow(letter, tuple(Key(CODES[card], "free") for card in reversed(left) if SUITS[suit_of(card)] == letter))
        for letter in SUIT_ROWS
    ]
    return DealingPage(state.names[seat], seat, cards_each(state, draft), suits)


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
    said = {"who": state.names[seat], "trick": formatting.digits(trick), "card": words.card_name(CODES[laid])}
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
