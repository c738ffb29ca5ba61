"""The record of a hand: who took with which contract and how it went, or a hand that all passed. [T "The hand"]"""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Any

from pydantic import Field, PlainSerializer, PlainValidator, WithJsonSchema

from games.catalogue.tarot.rules import MOST_AT_PLAY, Rules
from games.contract import UNFINISHED, Frozen, Table
from games.kit.choices import Choice
from games.kit.declaring import Passed, SeatNumber, SeatNumbers, SomeSitOut, check_seats
from games.kit.figures import HALF, HALVES
from games.kit.points import Between, read_points, write_points
from games.kit.problems import Problem, Unreadable
from games.kit.records import reader_of
from games.kit.sentences import gettext_noop, say

ALL_POINTS = 91
NEEDED = (56, 51, 41, 36)  # the card points that the taker's side needs, by its number of bouts
EXCUSE_KEPT = 4  # points of an Excuse that stays with a side without a trick
MOST_IN_DOG = 27  # six cards of 4½
TRIPLE = 3
# With four players each side has an even number of cards. Each card counts a half more than a whole number, so the card
# points of a side are whole.
WHOLE_POINTS_WITH = 4

CARD_POINTS = gettext_noop("Card points")
TAKER = gettext_noop("Taker")
POIGNEES = gettext_noop("Poignées")

_WITH_HALF = re.compile(r"([0-9]{0,2}) ?½")


def read_card_points(value: Any) -> Fraction:
    """Read a JSON number, or a text with ½ such as "40½"."""
    if isinstance(value, str) and (found := _WITH_HALF.fullmatch(value)):
        value = int(found[1] or 0) + HALF
    points = read_points(value)
    if points.denominator > HALVES:
        raise Unreadable.because("not_halves", say("Card points are whole or half."))
    return points


_SCHEMA = WithJsonSchema(
    {"anyOf": [{"type": "number", "multipleOf": 0.5}, {"type": "string", "pattern": "^[0-9]{0,2} ?½$"}]}
)
_READ, _WRITE = PlainValidator(read_card_points), PlainSerializer(write_points)
CardPoints = Annotated[Fraction, _READ, _WRITE, _SCHEMA, Between(0, ALL_POINTS)]


class TarotContract(Choice):
    """What the taker has said. Prise is another word for petite."""

    PETITE = "petite", gettext_noop("Petite")
    GARDE = "garde", gettext_noop("Garde")
    GARDE_SANS = "garde_sans", gettext_noop("Garde sans")
    GARDE_CONTRE = "garde_contre", gettext_noop("Garde contre")


class TarotSide(Choice):
    TAKER = "taker", TAKER
    DEFENCE = "defence", gettext_noop("Defence")


class Chelem(Choice):
    """All tricks for one side."""

    ANNOUNCED_MADE = "announced_made", gettext_noop("Announced and made")
    MADE = "made", gettext_noop("Made")
    ANNOUNCED_MISSED = "announced_missed", gettext_noop("Announced and missed")
    DEFENCE = "defence", gettext_noop("By the defence")


class Poignee(Frozen):
    """Many trumps in one hand, which were shown."""

    side: TarotSide = Field(title=gettext_noop("Side"))
    size: Annotated[int, Field(ge=1, le=TRIPLE, strict=True)] = Field(title=gettext_noop("Size"))


class TarotHand(SomeSitOut):
    """A hand that was played. `bouts` and `points` are those of the taker's side."""

    taker: SeatNumber = Field(title=TAKER)
    partner: SeatNumber | None = Field(None, title=gettext_noop("Partner"))
    contract: TarotContract = Field(title=gettext_noop("Contract"))
    bouts: Annotated[int, Field(ge=0, le=3, strict=True)] | None = Field(None, title=gettext_noop("Bouts"))
    points: CardPoints | None = Field(None, title=CARD_POINTS)
    petit: TarotSide | None = Field(None, title=gettext_noop("Petit au bout"))
    poignees: Annotated[tuple[Poignee, ...], Field(max_length=MOST_AT_PLAY)] = Field((), title=POIGNEES)
    chelem: Chelem | None = Field(None, title=gettext_noop("Chelem"))
    misere: SeatNumbers = Field((), title=gettext_noop("Misère"))

    @property
    def above_needed(self) -> Fraction | None:
        """The card points above what the bouts need, negative below. None if the record does not say it."""
        return None if self.points is None or self.bouts is None else self.points - NEEDED[self.bouts]

    @property
    def made(self) -> bool | None:
        return None if self.above_needed is None else self.above_needed >= 0

    @property
    def without_a_trick(self) -> TarotSide | None:
        """The side without a trick, if there is one."""
        if self.chelem in (None, Chelem.ANNOUNCED_MISSED):
            return None
        return TarotSide.TAKER if self.chelem is Chelem.DEFENCE else TarotSide.DEFENCE


Record = TarotHand | Passed
RECORD = reader_of(TarotHand, passed=Passed)


def check(rules: Rules, record: Record, table: Table) -> list[Problem]:
    players = min(table.seats, MOST_AT_PLAY)
    if isinstance(record, Passed):
        return check_seats(record, table.seats, players, ())
    named = [("taker", record.taker), ("partner", record.partner), *(("misere", seat) for seat in record.misere)]
    problems = check_seats(record, table.seats, players, named)
    return [*problems, *_check_extras(rules, record, players), *_check_points(record, players)]


def _check_extras(rules: Rules, record: TarotHand, players: int) -> Iterator[Problem]:
    if record.partner is not None and players < MOST_AT_PLAY:
        yield Problem("partner", "not_played", say("The taker has a partner only with five players."))
    elif record.partner == record.taker:
        yield Problem("partner", "is_taker", say("The partner is another player. A taker alone has none."))
    if sum(poignee.size == TRIPLE for poignee in record.poignees) > 1:
        yield Problem("poignees", "impossible", say("There are not enough trumps for these poignées."))
    if record.misere and not rules.misere:
        yield Problem("misere", "not_played", say("Misère is not played by the rules of this series."))
    elif len(set(record.misere)) != len(record.misere):
        yield Problem("misere", "twice", say("Each player has one misère at most."))
    if record.petit is not None and record.petit is record.without_a_trick:
        yield Problem("petit", "impossible", say("Who takes no trick does not take the last one."))


def _check_points(record: TarotHand, players: int) -> Iterator[Problem]:
    if record.bouts is None:
        yield Problem("bouts", UNFINISHED, say("How many bouts has the taker's side?"))
    if record.points is None:
        yield Problem("points", UNFINISHED, say("How many card points has the taker's side?"))
        return
    if players == WHOLE_POINTS_WITH and record.points.denominator != 1:
        yield Problem("points", "half_point", say("With four players card points are whole."))
    if record.without_a_trick is TarotSide.DEFENCE and not _can_be_all_tricks(record, record.points):
        yield Problem("chelem", "impossible", say("Who takes all tricks has all card points."))
    elif record.chelem is Chelem.ANNOUNCED_MISSED and record.points == ALL_POINTS:
        yield Problem("chelem", "impossible", say("Who has all card points has not missed the chelem."))
    elif record.without_a_trick is TarotSide.TAKER and record.made:
        yield Problem("chelem", "impossible", say("Who takes no trick has lost."))


def _can_be_all_tricks(record: TarotHand, points: Fraction) -> bool:
    """Return whether the taker's side can have taken all tricks with so many card points.

    The defence may have kept the Excuse, and in a garde contre it has the cards of the dog, whatever they count.
    """
    of_defence = ALL_POINTS - points
    excuse = 0 if record.bouts == len(NEEDED) - 1 else EXCUSE_KEPT
    if record.contract is TarotContract.GARDE_CONTRE:
        return of_defence <= MOST_IN_DOG + excuse
    return of_defence in (0, excuse)
