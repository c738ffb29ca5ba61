"""The record of a round of CHA: the winner and the diamonds bought, or both revealed hands."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field, PlainSerializer, PlainValidator, WithJsonSchema

from games.catalogue.cha.judging import HeldCards, Ruling, judge, pair_up
from games.catalogue.cha.rules import Rules
from games.contract import UNFINISHED, Frozen, Table
from games.kit.cards import CARD_BY_SPELLING, CODES, Card, rank_of, suit_of
from games.kit.problems import Problem, Unreadable
from games.kit.records import reader_of
from games.kit.seats import BY_SEAT, SEAT
from games.kit.sentences import gettext_noop, say

SEATS = 2
JOKER = 52
JOKER_CODE = "JOKER"
RANK_JACK, RANK_QUEEN, RANK_KING = 9, 10, 11
FACES = frozenset(card for card in range(JOKER) if rank_of(card) in (RANK_JACK, RANK_QUEEN, RANK_KING))
FEWEST_CARDS, MOST_CARDS = 2, 13
CULTURED_COUPLE = frozenset((CARD_BY_SPELLING["KC"], CARD_BY_SPELLING["QC"]))

_CARDS: Mapping[str, int] = {
    **{text: card for text, card in CARD_BY_SPELLING.items() if card in FACES},
    JOKER_CODE: JOKER,
}


def read_hand(cards: Any) -> tuple[int, ...]:
    """Read the codes of face cards and the joker."""
    if not isinstance(cards, list | tuple) or len(cards) > MOST_CARDS:
        raise Unreadable.because("not_a_hand", say("This is not a hand of cards."))
    unknown = [index for index, card in enumerate(cards) if not (isinstance(card, str) and card in _CARDS)]
    if unknown:
        not_a_face = say("Only kings, queens, jacks and the joker are in the main pile.")
        raise Unreadable(Problem(str(index), "not_a_card", not_a_face) for index in unknown)
    return tuple(_CARDS[card] for card in cards)


RevealedHand = Annotated[
    tuple[int, ...],
    PlainValidator(read_hand),
    PlainSerializer(lambda cards: [JOKER_CODE if card == JOKER else CODES[card] for card in cards]),
    WithJsonSchema(
        {
            "type": "array",
            "maxItems": MOST_CARDS,
            "items": {"type": "string", "enum": [*(CODES[card] for card in sorted(FACES)), JOKER_CODE]},
        }
    ),
]
SeatNumber = Annotated[int, Field(ge=0, lt=SEATS, strict=True, json_schema_extra=SEAT)]
Diamond = Annotated[int, Field(ge=1, le=7, strict=True)]


TIE = "tie"


def read_winner(value: Any) -> int | str:
    """Read a seat, or `TIE`."""
    if value == TIE or (isinstance(value, int) and not isinstance(value, bool) and 0 <= value < SEATS):
        return value  # type: ignore[no-any-return]
    raise Unreadable.because("not_a_winner", say("Say who won the round, or that it was a tie."))


Winner = Annotated[
    int | str,
    PlainValidator(read_winner),
    WithJsonSchema({"anyOf": [{"type": "integer", "minimum": 0, "maximum": SEATS - 1}, {"const": TIE}], **SEAT}),
]


def _seat_of(winner: int | str) -> int | None:
    """Return the seat of the winner; None in a tie."""
    return winner if isinstance(winner, int) else None


class Outcome(Frozen):
    """Who won, as the table says."""

    winner: Winner = Field(title=gettext_noop("Winner of the round"))
    bought: tuple[Diamond, ...] = Field((), max_length=7, title=gettext_noop("Diamonds bought"))

    @property
    def won_by(self) -> int | None:
        return _seat_of(self.winner)


class Overruling(Frozen):
    """The table decided otherwise. The reasoning of the score still shows how the app judged the hands."""

    winner: Winner = Field(title=gettext_noop("Winner of the round"))


class Revealed(Frozen):
    """The cards of both players as they lay on the table at the end."""

    hands: tuple[RevealedHand, RevealedHand] = Field(title=gettext_noop("Revealed hands"), json_schema_extra=BY_SEAT)
    led_by: SeatNumber = Field(0, title=gettext_noop("Who began the round"))
    drew_on: tuple[SeatNumber, ...] = Field(
        (), max_length=SEATS, title=gettext_noop("Who drew on after the reveal, by the cultured couple")
    )
    overruled: Overruling | None = Field(None, title=gettext_noop("The table's own verdict"))
    bought: tuple[Diamond, ...] = Field((), max_length=7, title=gettext_noop("Diamonds bought"))

    def ruling(self) -> Ruling:
        return judge((_held_cards(self.hands[0]), _held_cards(self.hands[1])), self.led_by)

    def has_cultured_couple(self, seat: int) -> bool:
        """Has the player king and queen of clubs? [S] 5.3 once says king and jack, against its own first sentence."""
        return set(self.hands[seat]) >= CULTURED_COUPLE

    @property
    def won_by(self) -> int | None:
        return _seat_of(self.overruled.winner) if self.overruled else self.ruling().winner


Record = Outcome | Revealed
RECORD = reader_of(Outcome, hands=Revealed)


def _held_cards(cards: Sequence[int]) -> HeldCards:
    faces = [card for card in cards if card != JOKER]
    kings = [suit_of(card) for card in faces if rank_of(card) == RANK_KING]
    queens = [suit_of(card) for card in faces if rank_of(card) == RANK_QUEEN]
    return HeldCards(pair_up(kings, queens), sum(rank_of(card) == RANK_JACK for card in faces), JOKER in cards)


def chest_left(rules: Rules, earlier: Sequence[Any]) -> list[int]:
    """Return the diamonds that are left to buy after the earlier rounds."""
    bought = {diamond for record in earlier for diamond in record.bought}
    return [diamond for diamond in rules.chest if diamond not in bought]


def check(rules: Rules, record: Record, table: Table) -> list[Problem]:
    problems: list[Problem] = []
    found: set[int] = set()  # the cards of both hands, as far as they have been looked at
    for seat, cards in enumerate(record.hands if isinstance(record, Revealed) else ()):
        for index, card in enumerate(cards):
            if card in found:
                again = say("There is only one joker.")
                if card != JOKER:
                    again = say("{card} is there twice.", card=Card(card))
                problems.append(Problem(f"hands.{seat}.{index}", "twice", again))
            found.add(card)

    left = chest_left(rules, table.earlier)
    for index, value in enumerate(record.bought):
        where, diamond = f"bought.{index}", Card(CARD_BY_SPELLING["AD" if value == 1 else f"{value}D"])
        if value not in rules.chest:
            not_there = say("{diamond} is not in this chest.", diamond=diamond)
            problems.append(Problem(where, "not_in_chest", not_there))
        elif value not in left:
            before = say("{diamond} has been bought before.", diamond=diamond)
            problems.append(Problem(where, "bought_before", before))
        elif value in record.bought[:index]:
            twice = say("{diamond} cannot be bought twice.", diamond=diamond)
            problems.append(Problem(where, "bought_twice", twice))
    return problems or list(_check_purchase(record, left))


def _check_purchase(record: Record, left: Sequence[int]) -> Iterator[Problem]:
    """Require the winner to buy one diamond, or up to two with a valid rich couple, if the chest has them.

    Nobody buys a diamond in a tie.
    """
    if record.won_by is None:
        if record.bought:
            yield Problem("bought", "tie", say("No diamond is bought in a tie."))
        return
    rich = True  # if the table says who won, the rich couple may have been valid
    if isinstance(record, Revealed) and record.overruled is None:
        rich = record.ruling().rich
    most = min(2 if rich else 1, len(left))
    if left and not record.bought:
        yield Problem("bought", UNFINISHED, say("The winner buys a diamond: say which."))
    elif len(record.bought) > most:
        yield Problem("bought", "too_many", say("The winner can buy {most}, not more.", most=most))
