"""The card-by-card screen: the trick on the table, a key for each card, and what is known of the holdings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import IllegalPlay
from games.kit.cards import BITS, CODES, SUIT_MASKS, SUITS, cards_in, mask_of
from ledger.face.card_names import CardFace, Pack, SuitFace
from ledger.following.tricks import POSITIONS, LaidCard, illegal_in_words, positions_of, strong_suit
from ledger.lib import formatting
from ledger.lib.typed import read_whole
from ledger.scoring.cards.drafts import CardTable, cards_laid, questions, read_play
from ledger.series import descriptions
from ledger.series.models import Draft, Event
from ledger.series.state import Preview, SeriesState, preview
from ledger.series.wording import in_words, option_label, warnings_in_words


@dataclass(frozen=True)
class Key:
    """A key of the screen, with which one card is tapped."""

    card: CardFace
    state: str  # "free", "gone", "unlikely", "ticked" or "selected", for the look of the key


@dataclass(frozen=True)
class SuitRow:
    """The keys of one suit, the highest card first."""

    suit: SuitFace
    cards: tuple[Key, ...]


def suit_rows(pack: Pack, cards: int, state_of: Callable[[int], str]) -> list[SuitRow]:
    """Return a row of keys for each suit, the highest card first. `cards` is the mask of all cards that have a key."""
    rows = []
    for letter in pack.order:
        suit = reversed(cards_in(SUIT_MASKS[SUITS.index(letter)] & cards))
        rows.append(SuitRow(pack.suit(letter), tuple(Key(pack.card(CODES[card]), state_of(card)) for card in suit)))
    return rows


@dataclass(frozen=True)
class WrongCard:
    """An illegal play in words, and the trick and seat of the card, which may have been mistyped."""

    description: str
    trick: int
    seat: int


class CardsPage:
    def __init__(
        self, state: SeriesState, table: CardTable, *, known: Sequence[IllegalPlay], meanwhile: Sequence[Event]
    ) -> None:
        """`known` are illegal plays that were announced already; `meanwhile` are events since the draft began."""
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
        """Each player at the table, with the card that lies there."""
        view, names = self.table.view, self.state.names
        row = self.table.play.whole_tricks[-1] if self.between_tricks else view.on_table
        return [
            LaidCard(
                name,
                position,
                None if card is None else self.state.pack.card(CODES[card]),
                turn=seat == view.turn,
                taken=self.between_tricks and seat == self._winners[-1],
                winning=not self.between_tricks and seat == view.winning,
            )
            for seat, (name, position, card) in enumerate(zip(names, positions_of(len(names)), row, strict=True))
        ]

    @property
    def _winners(self) -> tuple[int, ...]:
        return self.table.score.winners or ()

    @property
    def in_a_row(self) -> bool:
        """The seats stand in a row, where there are too many for a round table."""
        return len(self.state.names) not in POSITIONS

    @property
    def note(self) -> str:
        """The answers from before the first card: "Trump: Hearts"."""
        record = self.table.draft.record
        return ", ".join(
            _("%(question)s: %(answer)s") % {"question": _(question.title), "answer": option_label(label)}
            for question in questions(self.state)
            for value, label in question.options
            if question.required and record.get(question.field) == value
        )

    @property
    def way(self) -> str:
        """The law of the current trick, in a hand whose tricks have different laws: "Trick 2: Bottom up"."""
        laws, trick = self.table.shape.laws, self.table.view.trick
        if self.table.is_complete or len(set(laws)) == 1:
            return ""
        number = _("Trick %(number)s") % {"number": formatting.digits(trick)}
        return _("%(question)s: %(answer)s") % {"question": number, "answer": _(laws[trick - 1].source.name)}

    @property
    def has_questions(self) -> bool:
        """Does the game ask something besides the cards?"""
        return bool(questions(self.state))

    @property
    def led(self) -> SuitFace | None:
        situation = self.table.view.situation
        return self.state.pack.suit(SUITS[situation.led]) if situation else None

    @property
    def strong(self) -> tuple[SuitFace | None, str]:
        """The suit that beats the led suit, and what the game calls it."""
        situation = self.table.view.situation
        return strong_suit(self.state, self.table.play, situation.led if situation else None)

    @property
    def legend(self) -> str:
        """The question above the keys."""
        turn = self.table.view.turn
        return _("Which card did %(who)s play?") % {"who": self.state.names[turn]} if turn is not None else ""

    @property
    def suits(self) -> list[SuitRow]:
        """The rows of keys. A card that the next player may not play, or cannot have, is "unlikely"."""
        view = self.table.view
        played = {card for row in self.table.play.tricks for card in row}

        def state_of(card: int) -> str:
            if card in played:
                return "gone"
            if view.turn is None:
                return "free"
            may_hold = view.hidden.possible[view.turn] & BITS[card]
            return "free" if may_hold and not view.forbidden & BITS[card] else "unlikely"

        return suit_rows(self.state.pack, self.table.shape.pack, state_of)

    @property
    def duty(self) -> str:
        """The cards that the next player certainly has, and because of which the player may not play every card."""
        view = self.table.view
        if view.turn is None or view.duty is None or not view.forbidden:
            return ""
        owed = cards_in(view.duty.owed & view.hidden.certain[view.turn])
        ranks = ", ".join(formatting.digits(self.state.pack.card(CODES[card]).figure) for card in owed)
        return _("%(who)s has %(cards)s") % {"who": self.state.names[view.turn], "cards": ranks}

    @property
    def last_trick(self) -> str:
        """Who took the complete trick on the table, and its points."""
        points = self.table.score.trick_points
        if not self.between_tricks or not self._winners or not points:
            return ""
        values = {
            "who": self.state.names[self._winners[-1]],
            "points": descriptions.trick_worth(self.state, points[-1]),
        }
        return (_("%(who)s takes it, %(points)s") if values["points"] else _("%(who)s takes it")) % values

    @property
    def won_title(self) -> str:
        """The title above the figures of `won`."""
        entry = self.state.game.totals
        return _(entry.title) if entry is not None and entry.title else _("Points won so far")

    @property
    def won(self) -> list[tuple[str, object]]:
        """Name and points so far of each side, in seat order."""
        return [(side.name, self.table.score.points_won[side.seat]) for side in self.state.sides]

    @property
    def undecided(self) -> list[WrongCard]:
        """Wrong cards that still need a decision, the latest one first."""
        latest_first = sorted(self.table.undecided, key=lambda wrong: wrong.shown_in or wrong.trick, reverse=True)
        return [self._in_words(wrong) for wrong in latest_first]

    @property
    def more_undecided(self) -> int:
        """How many wrong cards need a decision besides the latest one."""
        return len(self.table.undecided) - 1

    @property
    def kept(self) -> list[WrongCard]:
        return [self._in_words(wrong) for wrong in self.table.kept]

    def _in_words(self, wrong: IllegalPlay) -> WrongCard:
        return WrongCard(illegal_in_words(wrong, self.state.names), wrong.trick, wrong.seat)

    @property
    def announcement(self) -> str:
        """What the latest tap has changed, for screen readers."""
        news = [wrong.description for wrong in self.undecided if (wrong.trick, wrong.seat) not in self.known]
        if self.last_trick:
            news.append(_("%(text)s.") % {"text": self.last_trick})
        turn = self.table.view.turn
        if turn is None:
            news.append(_("All cards have been played."))
        else:
            news.append(_("%(who)s to play.") % {"who": self.state.names[turn]})
        return " ".join(news)

    @property
    def has_holdings(self) -> bool:
        return bool(self.table.play.holdings)

    @property
    def can_be_undone(self) -> bool:
        return cards_laid(self.table.draft) > 0 or self.has_holdings

    @property
    def can_be_turned(self) -> bool:
        """Direction and first leader can be changed before the second card."""
        return cards_laid(self.table.draft) < 2  # noqa: PLR2004

    @property
    def leaders(self) -> list[tuple[int, str, bool]]:
        """Seat and name of each player, and whether the player led to the first trick."""
        first = self.table.play.first_leader
        return [(seat, name, seat == first) for seat, name in enumerate(self.state.names)]

    @cached_property
    def preview(self) -> Preview:
        return preview(self.state, self.state.next_number, self.table.draft.record)

    @property
    def faults(self) -> list[str]:
        """What keeps the hand from being saved besides missing cards, such as an answer that contradicts the cards."""
        return [in_words(problem.message, self.state.names) for problem in self.table.problems]

    @property
    def warnings(self) -> list[str]:
        """The warnings about the whole hand."""
        hand = self.preview.hand
        return warnings_in_words(hand.score, self.state.names) if hand else []

    @property
    def result(self) -> list[tuple[str, int, object, object, object]]:
        """Name, face, points won, points entered and the new total of each side, as they would be saved."""
        hand = self.preview.hand
        if hand is None:
            return []
        figures = list(zip(hand.score.points_won, hand.score.points_entered, hand.cumulative, strict=True))
        return [(side.name, side.face, *figures[side.seat]) for side in self.state.sides]


def progress_message(draft: Draft) -> str:
    """Return who is writing and how many cards are laid, for another scorer who opens the page."""
    count = cards_laid(draft)
    sentence = ngettext(
        "%(name)s is writing this hand down, %(count)s card so far.",
        "%(name)s is writing this hand down, %(count)s cards so far.",
        count,
    )
    return sentence % {"name": draft.by_name, "count": formatting.digits(count)}


@dataclass(frozen=True)
class DealingPage:
    """The page to enter the dealt cards of one player."""

    name: str
    seat: int
    face: int
    count: int  # how many cards the player was dealt
    in_a_suit: int  # how many cards the pack has in each suit
    suits: list[SuitRow]


def dealing_page(state: SeriesState, draft: Draft, seat: int, ticked: Sequence[str]) -> DealingPage:
    """Return the page for a seat. `ticked` are the cards of a deal that was refused."""
    play, shape = read_play(state, draft)
    not_dealt = shape.pack & ~mask_of(card for holding in play.holdings or () for card in holding)
    in_a_suit = shape.pack.bit_count() // len(SUITS)
    suits = suit_rows(state.pack, not_dealt, lambda card: "ticked" if CODES[card] in ticked else "free")
    return DealingPage(state.names[seat], seat, state.faces[seat], shape.tricks, in_a_suit, suits)


@dataclass(frozen=True)
class CorrectionPage:
    """The page to replace a mistyped card. If the chosen card lies in another trick, the two cards change places."""

    title: str
    explanation: str
    trick: int
    seat: int
    suits: list[SuitRow]


def correction_page(state: SeriesState, table: CardTable, trick_and_seat: str) -> CorrectionPage | None:
    """Return the page to correct a card. `trick_and_seat` is "3-1" for the card that seat 1 played in trick 3.

    None where no card was played.
    """
    trick_text, _dash, seat_text = trick_and_seat.partition("-")
    trick, seat = read_whole(trick_text, digits=2), read_whole(seat_text, digits=2)
    if trick is None or seat is None or not (1 <= trick <= len(table.play.tricks) and seat < len(state.names)):
        return None
    laid = table.play.tricks[trick - 1][seat]
    if laid is None:
        return None
    values = {"who": state.names[seat], "trick": formatting.digits(trick), "card": state.pack.card(CODES[laid]).name}
    return CorrectionPage(
        _("Which card did %(who)s play in trick %(trick)s?") % values,
        _("The %(card)s was written down. If you choose a card that lies in another trick, the two change places.")
        % values,
        trick,
        seat,
        suit_rows(state.pack, table.shape.pack, lambda card: "selected" if card == laid else "free"),
    )
