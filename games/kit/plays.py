"""A hand recorded card by card: how the record is read, and the problems that it can have in any game.

A trick is a row of cards in seat order. While the hand is still being played the last row has gaps (`null`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, PlainSerializer, PlainValidator, WithJsonSchema

from games.contract import UNFINISHED, Frozen
from games.kit.cards import BITS, CARD_BY_SPELLING, CODES, PACK_SIZE, Card, cards_in, mask_of
from games.kit.choices import Choice
from games.kit.problems import Problem, Unreadable
from games.kit.reading import MOST_SEATS
from games.kit.seats import BY_SEAT, ROWS_BY_SEAT, SEAT
from games.kit.sentences import Seat, Sentence, cards_named, gettext_noop, say, say_many
from games.kit.tricks import CompiledLaw, followers, holdings_shown, replay_cards, turn_orders


class Direction(Choice):
    CLOCKWISE = "clockwise", gettext_noop("Clockwise")
    ANTICLOCKWISE = "anticlockwise", gettext_noop("Anticlockwise")


Row = tuple[int | None, ...]
_CARDS: dict[Any, int | None] = {**CARD_BY_SPELLING}
_CARDS_AND_GAPS = _CARDS | {None: None}
_CARD_SCHEMA = {"type": "string", "pattern": "^(10|[2-9TJQKA])[CDHS]$"}


@dataclass(frozen=True, slots=True, eq=False)
class RowsReader:
    """Read rows of card codes, fast if all are readable, or else with a problem for each unreadable card.

    The limits keep out data that is no hand of any game. `check_play` reports a trick or a card too many.
    """

    most_rows: int
    most_cards: int
    numbers: dict[Any, int | None]  # of the cards, by code
    complaint: Sentence

    def __call__(self, rows: Any) -> tuple[Row, ...]:
        if not isinstance(rows, list | tuple) or len(rows) > self.most_rows:
            raise Unreadable.because("not_rows", self.complaint)
        numbers = self.numbers
        try:
            if all(self._is_row(row) for row in rows):
                return tuple([tuple([numbers[card] for card in row]) for row in rows])
        except (KeyError, TypeError):
            pass
        raise Unreadable(self._problems(rows))

    def _is_row(self, row: Any) -> bool:
        return isinstance(row, list | tuple) and len(row) <= self.most_cards

    def _problems(self, rows: Sequence[Any]) -> Iterator[Problem]:
        for index, row in enumerate(rows):
            if not self._is_row(row):
                yield Problem(str(index), "not_rows", self.complaint)
                continue
            for position, card in enumerate(row):
                if not (isinstance(card, str | None) and card in self.numbers):
                    wrong = say("This is not a card.")
                    # Half a surrogate pair, which JSON can contain, would break the page that quotes the text.
                    if isinstance(card, str) and card.isprintable():
                        wrong = say("“{text}” is not a card.", text=card[:12])
                    yield Problem(f"{index}.{position}", "not_a_card", wrong)


def _write_rows(rows: Sequence[Row]) -> list[list[str | None]]:
    return [[None if card is None else CODES[card] for card in row] for row in rows]


TrickRows = Annotated[
    tuple[Row, ...],
    PlainValidator(
        RowsReader(
            PACK_SIZE,
            MOST_SEATS,
            _CARDS_AND_GAPS,
            say("These are not tricks: rows of cards in seat order."),
        )
    ),
    PlainSerializer(_write_rows),
    WithJsonSchema(
        {
            "type": "array",
            "maxItems": PACK_SIZE,
            "items": {
                "type": "array",
                "maxItems": MOST_SEATS,
                "items": {"anyOf": [_CARD_SCHEMA, {"type": "null"}]},
            },
            **ROWS_BY_SEAT,
        }
    ),
]
HoldingRows = Annotated[
    tuple[tuple[int, ...], ...],
    PlainValidator(
        RowsReader(
            MOST_SEATS,
            PACK_SIZE,
            _CARDS,
            say("These are not holdings: a list of cards for each seat."),
        )
    ),
    PlainSerializer(_write_rows),
    WithJsonSchema(
        {
            "type": "array",
            "maxItems": MOST_SEATS,
            "items": {"type": "array", "maxItems": PACK_SIZE, "items": _CARD_SCHEMA},
            **BY_SEAT,
        }
    ),
]


class PlayRecord(Frozen):
    """What was played, card by card."""

    direction: Direction = Field(title=gettext_noop("Direction of play"))
    first_leader: int = Field(
        ge=0, lt=MOST_SEATS, strict=True, title=gettext_noop("Who led first"), json_schema_extra=SEAT
    )
    tricks: TrickRows = Field(title=gettext_noop("Tricks"))
    holdings: HoldingRows | None = Field(None, title=gettext_noop("The cards that each player was dealt"))

    @property
    def clockwise(self) -> bool:
        return self.direction is Direction.CLOCKWISE

    @property
    def whole_tricks(self) -> tuple[tuple[int, ...], ...]:
        """The tricks to which all seats have played."""
        done = self.tricks
        while done and None in done[-1]:
            done = done[:-1]
        return done  # type: ignore[return-value]  # no gaps are left

    @property
    def open_trick(self) -> Row:
        """The cards of the trick on the table, with gaps; empty between tricks."""
        return self.tricks[-1] if self.tricks and None in self.tricks[-1] else ()


@dataclass(frozen=True, slots=True)
class Shape:
    """How many seats and tricks a full hand has, and the law by which its cards are judged: see `Law` in tricks.py.

    It follows from the game and its rules, and in some games from the trump that the record names.

    `laws` has the law of each trick, and is passed only if the law changes between tricks; then `law` is the first.
    All laws of a hand have the same pack, worth of cards and points for the last trick.
    """

    seats: int
    tricks: int
    law: CompiledLaw
    laws: tuple[CompiledLaw, ...] = ()
    counts_for_others: bool = False  # what the cards are worth goes to the other side, as in misère: see playouts.py

    def __post_init__(self) -> None:
        object.__setattr__(self, "laws", self.laws or (self.law,) * self.tricks)

    @property
    def pack(self) -> int:
        return self.law.source.pack


def check_play(play: PlayRecord, shape: Shape) -> list[Problem]:
    """Return the problems of a record. Illegal plays are no problems: `judge_play` in judging.py finds them."""
    problems = list(_misshapen(play, shape))
    if problems:
        return problems
    cards = [card for row in play.tricks for card in row if card is not None]
    gaps = [
        Problem(
            f"tricks.{index}", "gap", say("Trick {trick} has a gap although play went on after it.", trick=index + 1)
        )
        for index, row in enumerate(play.tricks[:-1])
        if None in row
    ]
    problems = [*_wrong_cards(play, cards, shape), *gaps] or list(_out_of_turn(play, shape))
    if play.holdings is not None:
        problems += _wrong_holdings(play, play.holdings, shape)
    missing = shape.seats * shape.tricks - len(cards)
    if missing:
        unfinished = say_many(
            "The hand is not finished: {count} card is still to be played.",
            "The hand is not finished: {count} cards are still to be played.",
            count=missing,
        )
        problems.append(Problem("tricks", UNFINISHED, unfinished))
    return problems


def _misshapen(play: PlayRecord, shape: Shape) -> Iterator[Problem]:
    if play.first_leader >= shape.seats:
        yield Problem("first_leader", "no_such_seat", say("There is no such seat at this table."))
    if len(play.tricks) > shape.tricks:
        yield Problem(
            "tricks",
            "too_many_tricks",
            say("A hand has {count} tricks, not more.", count=shape.tricks),
        )
    for index, row in enumerate(play.tricks):
        if len(row) != shape.seats:
            needs = say(
                "Trick {trick} needs a place for each of the {seats} seats.",
                trick=index + 1,
                seats=shape.seats,
            )
            yield Problem(f"tricks.{index}", "wrong_length", needs)


def _wrong_cards(play: PlayRecord, cards: Sequence[int], shape: Shape) -> Iterator[Problem]:
    played = set(cards)
    if len(played) == len(cards) and not mask_of(cards) & ~shape.pack:
        return
    first_seen: dict[int, int] = {}
    for index, row in enumerate(play.tricks):
        for seat, card in enumerate(row):
            if card is None:
                continue
            where = f"tricks.{index}.{seat}"
            if not shape.pack & BITS[card]:
                yield _not_in_pack(where, card)
            elif card in first_seen:
                earlier, later = first_seen[card] + 1, index + 1
                again = say(
                    "{card} is in trick {earlier} and again in trick {later}.",
                    card=Card(card),
                    earlier=earlier,
                    later=later,
                )
                if earlier == later:
                    again = say("{card} is in trick {trick} twice.", card=Card(card), trick=later)
                yield Problem(where, "played_twice", again)
            first_seen.setdefault(card, index)
    # If the whole pack was played, a card that was entered twice hides another card. Name the card that is missing.
    never_played = shape.pack & ~mask_of(played)
    full = len(play.whole_tricks) == shape.tricks
    if full and shape.pack.bit_count() == shape.seats * shape.tricks and never_played:
        never = say("Not played at all: {cards}.", cards=cards_named(cards_in(never_played)))
        yield Problem("tricks", "missing_cards", never)


def _out_of_turn(play: PlayRecord, shape: Shape) -> Iterator[Problem]:
    row = play.open_trick
    if not row:
        return
    index = len(play.whole_tricks)
    waiting: int | None = None
    for seat in turn_orders(shape.seats, play.clockwise)[_next_leader(play, shape)]:
        if row[seat] is None:
            waiting = seat if waiting is None else waiting
        elif waiting is not None:
            early = say(
                "{seat} has a card in trick {trick} before {waiting} has played.",
                seat=Seat(seat),
                trick=index + 1,
                waiting=Seat(waiting),
            )
            yield Problem(f"tricks.{index}.{seat}", "out_of_turn", early)


def _next_leader(play: PlayRecord, shape: Shape) -> int:
    """Return who leads after the complete tricks."""
    tricks = play.whole_tricks
    after = followers(shape.seats, play.clockwise)
    _, winners, _, _ = replay_cards(shape.laws, tricks, play.first_leader, after, holdings_shown(tricks, shape.seats))
    return winners[-1] if winners else play.first_leader


def _wrong_holdings(play: PlayRecord, holdings: Sequence[Sequence[int]], shape: Shape) -> list[Problem]:
    """Return problems with the holdings. If there are none, return those with cards that were played but not dealt."""
    if len(holdings) != shape.seats:
        needs = say(
            "There must be a list of cards for each of the {seats} seats.",
            seats=shape.seats,
        )
        return [Problem("holdings", "wrong_length", needs)]
    problems = []
    dealt: set[int] = set()
    for seat, holding in enumerate(holdings):
        where = f"holdings.{seat}"
        if len(holding) != shape.tricks:
            count = say(
                "{seat} was dealt {count} cards, not {given}.",
                seat=Seat(seat),
                count=shape.tricks,
                given=len(holding),
            )
            problems.append(Problem(where, "wrong_count", count))
        for card in holding:
            if not shape.pack & BITS[card]:
                problems.append(_not_in_pack(where, card))
            elif card in dealt:
                problems.append(
                    Problem(
                        where,
                        "dealt_twice",
                        say("{card} was dealt twice.", card=Card(card)),
                    )
                )
            dealt.add(card)
    if problems:
        return problems
    for index, row in enumerate(play.tricks):
        for seat, played in enumerate(row):
            if played is not None and played not in holdings[seat]:
                not_dealt = say(
                    "{seat} played {card} in trick {trick} but was not dealt it.",
                    seat=Seat(seat),
                    card=Card(played),
                    trick=index + 1,
                )
                problems.append(Problem(f"tricks.{index}.{seat}", "not_held", not_dealt))
    return problems


def _not_in_pack(where: str, card: int) -> Problem:
    return Problem(
        where,
        "not_in_pack",
        say("{card} is not in the pack of this game.", card=Card(card)),
    )
