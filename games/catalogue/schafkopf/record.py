"""The record of a hand: what was declared and how it went, a hand that all passed, or a Ramsch. [S "A hand"]"""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from games.catalogue.schafkopf.rules import MOST_IN_WENZ, MOST_RUNNERS, Rules
from games.contract import UNFINISHED, Table
from games.kit.card_points import ALL_POINTS, RAMSCH, HandInCardPoints, Ramsch, check_counted, check_ramsch
from games.kit.choices import Choice
from games.kit.declaring import DECLARER, Flag, Passed, SeatNumber, SomeSitOut, check_seats
from games.kit.problems import Problem
from games.kit.records import reader_of
from games.kit.sentences import gettext_noop, say

PLAYERS_IN_A_HAND = 4
MOST_DOUBLED = 8  # four players who knock, contra, re, sup, and one further doubling
SCHNEIDER_FROM = 91  # with so many card points the declarer's side wins with Schneider
IN_SIE = 8  # runners: the eight highest trumps


Doubled = Annotated[int, Field(ge=0, le=MOST_DOUBLED, strict=True)]


class SchafkopfGame(Choice):
    """What the declarer plays."""

    CALL = "call", gettext_noop("Rufspiel")
    WENZ = "wenz", gettext_noop("Wenz")
    GEIER = "geier", gettext_noop("Geier")
    SOLO = "solo", gettext_noop("Solo")
    FARBWENZ = "farbwenz", gettext_noop("Farbwenz")
    FARBGEIER = "farbgeier", gettext_noop("Farbgeier")
    SIE = "sie", gettext_noop("Sie")


FOUR_TRUMPS = (SchafkopfGame.WENZ, SchafkopfGame.GEIER)
CAN_BE_TOUT = tuple(game for game in SchafkopfGame if game not in (SchafkopfGame.CALL, SchafkopfGame.SIE))


def runners_count_from(rules: Rules, game: SchafkopfGame) -> int | None:
    """Return the smallest number of runners that counts in this game; None if they do not count."""
    return rules.runners_from_wenz if game in FOUR_TRUMPS else rules.runners_from


class SchafkopfHand(HandInCardPoints):
    """A hand that was played. If the card points are recorded, `won` and `schneider` follow from them."""

    game: SchafkopfGame = Field(title=gettext_noop("Game"))
    declarer: SeatNumber = Field(title=DECLARER)
    partner: SeatNumber | None = Field(None, title=gettext_noop("Who has the called ace"))
    runners: Annotated[int, Field(ge=0, le=MOST_RUNNERS, strict=True)] = Field(0, title=gettext_noop("Runners"))
    doubled: Doubled = Field(0, title=gettext_noop("Doubled"))
    tout: Flag = Field(default=False, title=gettext_noop("Tout"))

    @property
    def is_call(self) -> bool:
        return self.game is SchafkopfGame.CALL

    @property
    def is_sie(self) -> bool:
        return self.game is SchafkopfGame.SIE

    @property
    def has_schneider(self) -> bool:
        return self.is_schneider(from_points=SCHNEIDER_FROM)

    @property
    def goal_reached(self) -> bool | None:
        """Return whether the declarer's side won; None if the record does not say so.

        A Sie is always won. A Tout is won only with every trick: if the side has all card points, the record may say
        `won` in place of all tricks.
        """
        if self.is_sie:
            return True
        if self.tout and self.points is not None and self.tricks == "some":
            return self.points == ALL_POINTS and bool(self.won)
        return self.has_most_points

    @property
    def is_finished(self) -> bool:
        return self.goal_reached is not None and (self.partner is not None or not self.is_call)


class SchafkopfRamschHand(SomeSitOut):
    """A hand in which everybody plays alone, and most card points lose. Who knocked before it doubles it too."""

    ramsch: Ramsch = Field(title=RAMSCH)
    doubled: Doubled = Field(0, title=gettext_noop("Doubled"))


Record = SchafkopfHand | Passed | SchafkopfRamschHand
RECORD = reader_of(SchafkopfHand, passed=Passed, ramsch=SchafkopfRamschHand)


def check(rules: Rules, record: Record, table: Table) -> list[Problem]:
    named = [("declarer", record.declarer), ("partner", record.partner)] if isinstance(record, SchafkopfHand) else []
    problems = check_seats(record, table.seats, PLAYERS_IN_A_HAND, named)
    match record:
        case SchafkopfRamschHand():
            problems += check_ramsch(record.ramsch, PLAYERS_IN_A_HAND, played=rules.ramsch > 0)
        case SchafkopfHand():
            problems += _check_partner(record)
            problems += _check_runners(rules, record)
            if record.tout and record.game not in CAN_BE_TOUT:
                problems.append(Problem("tout", "not_tout", say("This game cannot be played as Tout.")))
            if record.is_sie:
                problems += _check_sie(record)
            else:
                problems += check_counted(record, won=record.goal_reached, schneider=record.has_schneider)
    return problems


def _check_partner(record: SchafkopfHand) -> Iterator[Problem]:
    if record.is_call and record.partner is None:
        yield Problem("partner", UNFINISHED, say("Who has the called ace?"))
    elif record.is_call and record.partner == record.declarer:
        yield Problem("partner", "same_player", say("The declarer calls another player's ace."))
    elif record.partner is not None and not record.is_call:
        yield Problem("partner", "plays_alone", say("In this game the declarer plays alone."))


def _check_runners(rules: Rules, record: SchafkopfHand) -> Iterator[Problem]:
    if record.is_sie:
        if record.runners not in (0, IN_SIE):
            yield Problem("runners", "out_of_range", say("A Sie has {count} runners.", count=IN_SIE))
    elif record.runners and runners_count_from(rules, record.game) is None:
        yield Problem("runners", "not_played", say("Runners do not count by the rules of this series."))
    elif record.game in FOUR_TRUMPS and record.runners > MOST_IN_WENZ:
        yield Problem("runners", "out_of_range", say("This game has {most} runners at most.", most=MOST_IN_WENZ))


def _check_sie(record: SchafkopfHand) -> Iterator[Problem]:
    """Refuse whatever says that a Sie did not take every trick."""
    wrong = {"points": record.points not in (None, ALL_POINTS), "tricks": record.tricks == "none"}
    wrong |= {field: getattr(record, field) is False for field in ("won", "schneider", "schwarz")}
    for field, is_wrong in wrong.items():
        if is_wrong:
            yield Problem(field, "contradicts", say("A Sie takes every trick."))
