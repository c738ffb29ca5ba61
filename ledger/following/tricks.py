"""A hand card by card: what lay on the table in every trick, who took it, and what should not have been played."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import IllegalPlay, Score
from games.kit.cards import CODES, SUITS, suit_of
from games.kit.plays import PlayRecord
from games.kit.records import ThrownIn
from ledger.face import card_names
from ledger.lib import formatting
from ledger.series.state import SeriesState
from ledger.series.wording import in_words

# Seen from above, the first seat nearest to the reader.
PLACES = {
    2: ("bottom", "top"),
    3: ("bottom", "left", "right"),
    4: ("bottom", "left", "top", "right"),
    5: ("bottom", "left", "top-left", "top-right", "right"),
}


def places_of(seats: int) -> tuple[str, ...]:
    """Where they sit; nowhere, if they are too many to be shown round a table."""
    return PLACES.get(seats, ("",) * seats)


@dataclass(frozen=True)
class Laid:
    name: str
    place: str
    card: str
    taken: bool


@dataclass(frozen=True)
class Trick:
    number: int
    seats: tuple[Laid, ...]
    led: str
    second: str  # another suit that matters, where the game has one, and what it is called
    second_text: str
    told: str
    worth: str
    illegal: tuple[str, ...]


def play_of(record: Any) -> PlayRecord | None:
    """The cards of a record, where it has any."""
    if isinstance(record, ThrownIn):
        return record.play
    return record if isinstance(record, PlayRecord) else None


def tricks_of(state: SeriesState, number: int, record: Any) -> list[Trick]:
    play = play_of(record)
    if play is None:
        return []
    # The score of what was played, even where the record as a whole was thrown in.
    score = state.game.score(state.rules, play, state.table_for(number))
    return list(_tricks(state, play, score))


def _tricks(state: SeriesState, play: PlayRecord, score: Score) -> Iterator[Trick]:
    names = state.names
    winners = score.winners or ()
    leader = play.first_leader
    for index, row in enumerate(play.tricks):
        winner = winners[index] if index < len(winners) else None
        card = row[leader]
        led = None if card is None else suit_of(card)
        second, second_text = strong_suit(state, play, led)
        yield Trick(
            number=index + 1,
            seats=tuple(_laid(names, row, winner)),
            led="" if led is None else SUITS[led],
            second=second,
            second_text=second_text,
            told=_told(names, leader, winner),
            worth="" if winner is None or not score.trick_points else points_in_words(score.trick_points[index]),
            illegal=tuple(illegal_in_words(p, names) for p in score.illegal_plays if p.trick == index + 1),
        )
        leader = leader if winner is None else winner


def strong_suit(state: SeriesState, play: PlayRecord, led: int | None) -> tuple[str, str]:
    """The letter and the name of the suit that beats the one that was led."""
    found = None if led is None or not state.game.strong_suit else state.game.strong_suit(play, led)
    return (SUITS[found[0]], in_words(found[1], state.names)) if found else ("", "")


def _laid(names: Sequence[str], row: Sequence[int | None], winner: int | None) -> Iterator[Laid]:
    for seat, (name, place, card) in enumerate(zip(names, places_of(len(names)), row, strict=True)):
        yield Laid(name, place, "" if card is None else CODES[card], seat == winner)


def _told(names: Sequence[str], leader: int, winner: int | None) -> str:
    who = {"leader": names[leader], "winner": "" if winner is None else names[winner]}
    if winner is None:
        return _("%(leader)s led. The trick was not finished.") % who
    if winner == leader:
        return _("%(leader)s led and takes it.") % who
    return _("%(leader)s led, %(winner)s takes it.") % who


def illegal_in_words(play: IllegalPlay, names: Sequence[str]) -> str:
    said = {
        "who": names[play.seat],
        "card": card_names.card_name(CODES[play.played]),
        "duty": in_words(play.why, names),
        "cards": ", ".join(card_names.card_name(CODES[card]) for card in play.could_have_played),
        "trick": formatting.digits(play.shown_in),
    }
    told = _("%(who)s played the %(card)s but %(duty)s. Could have been played: %(cards)s.") % said
    if play.shown_in is None:
        return told
    shown = _("It showed in trick %(trick)s.") % said  # not inside the braces, where no message is found
    return f"{told} {shown}"


def points_in_words(points: Any) -> str:
    return ngettext("%(points)s point", "%(points)s points", 1 if points == 1 else 2) % {
        "points": formatting.points(points)
    }
