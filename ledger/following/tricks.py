"""A hand card by card: the cards of every trick, who took the trick, and which cards the rules did not allow."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.contract import IllegalPlay
from games.kit.cards import CODES, SUITS, suit_of
from games.kit.plays import PlayRecord
from games.kit.records import ThrownIn
from ledger.face.card_names import CardFace, SuitFace
from ledger.lib import formatting
from ledger.series.descriptions import trick_worth
from ledger.series.state import SeriesState
from ledger.series.wording import Names, in_words

# By number of seats, where each seat is on the page, which shows the table from above. Seat 0 is nearest to the reader.
POSITIONS = {
    2: ("bottom", "top"),
    3: ("bottom", "left", "right"),
    4: ("bottom", "left", "top", "right"),
    5: ("bottom", "left", "top-left", "top-right", "right"),
}


@dataclass(frozen=True)
class LaidCard:
    """A seat at the table and the card in front of it."""

    name: str
    position: str  # one of `POSITIONS`; empty if there are too many players
    card: CardFace | None
    turn: bool = False  # this seat plays next
    taken: bool = False  # the trick is complete, and this card took it
    winning: bool = False  # the best card so far


@dataclass(frozen=True)
class Trick:
    number: int
    seats: tuple[LaidCard, ...]
    led: SuitFace | None
    strong: SuitFace | None  # the suit that beats the led suit, where the game has one
    strong_text: str  # what the game calls this suit
    description: str
    worth: str  # "3½ points"; empty if the game does not count points
    illegal: tuple[str, ...]  # a sentence for each illegal play


def positions_of(seats: int) -> tuple[str, ...]:
    """Return the position of each seat on the page; empty texts if there are too many players."""
    return POSITIONS.get(seats, ("",) * seats)


def play_of(record: Any) -> PlayRecord | None:
    """Return the card-by-card part of a record, or None."""
    if isinstance(record, ThrownIn):
        return record.play
    return record if isinstance(record, PlayRecord) else None


def tricks_of(state: SeriesState, number: int, record: Any) -> list[Trick]:
    """Return the tricks of hand `number`; none for a record without cards."""
    play = play_of(record)
    if play is None:
        return []
    # The cards are scored even if the deal was thrown in, to know who took each trick.
    score = state.game.score(play, state.table_for(number))
    winners, leader, names, pack = score.winners or (), play.first_leader, state.names, state.pack
    tricks = []
    for index, row in enumerate(play.tricks):
        winner = winners[index] if index < len(winners) else None
        led_card = row[leader]
        led = None if led_card is None else suit_of(led_card)
        strong, strong_text = strong_suit(state, play, led)
        who = {"leader": names[leader], "winner": "" if winner is None else names[winner]}
        if winner is None:
            description = _("%(leader)s led. The trick was not finished.") % who
        elif winner == leader:
            description = _("%(leader)s led and takes it.") % who
        else:
            description = _("%(leader)s led, %(winner)s takes it.") % who
        seats = [
            LaidCard(name, position, None if card is None else pack.card(CODES[card]), taken=seat == winner)
            for seat, (name, position, card) in enumerate(zip(names, positions_of(len(names)), row, strict=True))
        ]
        tricks.append(
            Trick(
                number=index + 1,
                seats=tuple(seats),
                led=None if led is None else pack.suit(SUITS[led]),
                strong=strong,
                strong_text=strong_text,
                description=description,
                worth="" if winner is None or not score.trick_points else trick_worth(state, score.trick_points[index]),
                illegal=tuple(illegal_in_words(each, names) for each in score.illegal_plays if each.trick == index + 1),
            )
        )
        leader = leader if winner is None else winner
    return tricks


def strong_suit(state: SeriesState, play: PlayRecord, led: int | None) -> tuple[SuitFace | None, str]:
    """Return the suit that beats the led suit, and what the game calls this suit."""
    found = None if led is None else state.game.strong_suit(play, led)
    return (state.pack.suit(SUITS[found[0]]), in_words(found[1], state.names)) if found else (None, "")


def illegal_in_words(play: IllegalPlay, names: Names) -> str:
    """Say who played which card, why it was not allowed, and which cards could have been played."""
    values = {
        "who": names[play.seat],
        "card": names.pack.card(CODES[play.played]).name,
        "duty": in_words(play.why, names),
        "cards": ", ".join(names.pack.card(CODES[card]).name for card in play.could_have_played),
        "trick": formatting.digits(play.shown_in),
    }
    sentence = _("%(who)s played the %(card)s but %(duty)s. Could have been played: %(cards)s.") % values
    if play.shown_in is None:
        return sentence
    shown = _("It showed in trick %(trick)s.") % values  # makemessages finds no text inside the braces of an f-string
    return f"{sentence} {shown}"
