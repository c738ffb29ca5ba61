"""The record of a hand: who was Re, the card points, what was said, and the extra points. [K "The hand"]"""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from games.catalogue.doppelkopf.rules import Extra, Rules
from games.contract import UNFINISHED, Frozen, Table
from games.kit.choices import Choice
from games.kit.declaring import BockHand, SeatNumbers, check_bock, check_seats
from games.kit.problems import Problem
from games.kit.records import reader_of
from games.kit.sentences import gettext_noop, say

PLAYERS_IN_A_HAND = 4
ALL_POINTS = 240
MOST_TIMES = {  # both sides together
    Extra.FOX: 2,
    Extra.DOPPELKOPF: 4,  # each takes four of the 16 aces and tens
    Extra.CHARLIE: 1,
    Extra.HEARTS: 2,
    Extra.CHARLIE_CAUGHT: 2,
}

RE_POINTS = gettext_noop("Card points of Re")
RE_SAID = gettext_noop("Re said")
KONTRA_SAID = gettext_noop("Kontra said")


class DoppelkopfKind(Choice):
    """How the two sides came about."""

    NORMAL = "normal", gettext_noop("Normal game")
    WEDDING = "wedding", gettext_noop("Wedding")
    SOLO = "solo", gettext_noop("Solo")
    SILENT_SOLO = "silent_solo", gettext_noop("Silent solo")


class DoppelkopfSide(Choice):
    RE = "re", gettext_noop("Re")
    KONTRA = "kontra", gettext_noop("Kontra")

    @property
    def other(self) -> "DoppelkopfSide":
        return DoppelkopfSide.KONTRA if self is DoppelkopfSide.RE else DoppelkopfSide.RE


class Said(Choice):
    """The most that a side has said: its name, or a promise. Each contains those before."""

    NAME = "name", gettext_noop("Only the name")
    NO_90 = "no_90", gettext_noop("No 90")
    NO_60 = "no_60", gettext_noop("No 60")
    NO_30 = "no_30", gettext_noop("No 30")
    BLACK = "black", gettext_noop("Black")


PROMISES = (Said.NO_90, Said.NO_60, Said.NO_30, Said.BLACK)
LIMITS = {Said.NO_90: 90, Said.NO_60: 60, Said.NO_30: 30}

Times = Annotated[int, Field(ge=0, le=max(MOST_TIMES.values()), strict=True)]


class SideExtras(Frozen):
    """How often a side has each of the extra points."""

    fox: Times = Field(0, title=Extra.FOX.label)
    doppelkopf: Times = Field(0, title=Extra.DOPPELKOPF.label)
    charlie: Times = Field(0, title=Extra.CHARLIE.label)
    hearts: Times = Field(0, title=Extra.HEARTS.label)
    charlie_caught: Times = Field(0, title=Extra.CHARLIE_CAUGHT.label)


class Extras(Frozen):
    re: SideExtras = Field(SideExtras(), title=DoppelkopfSide.RE.label)
    kontra: SideExtras = Field(SideExtras(), title=DoppelkopfSide.KONTRA.label)


class DoppelkopfHand(BockHand):
    """A hand that was played."""

    re: SeatNumbers = Field(title=DoppelkopfSide.RE.label)
    kind: DoppelkopfKind = Field(DoppelkopfKind.NORMAL, title=gettext_noop("Game"))
    re_points: Annotated[int, Field(ge=0, le=ALL_POINTS, strict=True)] | None = Field(None, title=RE_POINTS)
    black: DoppelkopfSide | None = Field(None, title=gettext_noop("Without a trick"))
    re_said: Said | None = Field(None, title=RE_SAID)
    kontra_said: Said | None = Field(None, title=KONTRA_SAID)
    extras: Extras = Field(Extras(), title=gettext_noop("Extra points"))

    @property
    def least_and_most_re(self) -> tuple[int, int]:
        """How many players are Re, at least and at most."""
        if self.kind is DoppelkopfKind.WEDDING:
            return 1, 2  # one, if the player with the wedding has found no partner
        return (1, 1) if self.kind in (DoppelkopfKind.SOLO, DoppelkopfKind.SILENT_SOLO) else (2, 2)

    @property
    def is_lone_wedding(self) -> bool:
        """Has the player with the wedding found no partner? Then the hand is counted as a solo."""
        return self.kind is DoppelkopfKind.WEDDING and len(self.re) == 1

    @property
    def complete(self) -> bool:
        least, most = self.least_and_most_re
        return least <= len(self.re) <= most and (self.re_points is not None or self.black is not None)

    def points(self, side: DoppelkopfSide) -> int:
        """Return the card points of a side. A side without a trick has none."""
        if self.black is not None:
            return 0 if self.black is side else ALL_POINTS
        points = self.re_points or 0
        return points if side is DoppelkopfSide.RE else ALL_POINTS - points

    def promises(self, side: DoppelkopfSide) -> tuple[Said, ...]:
        """Return what a side has promised besides its name, the highest promise last."""
        said = self.re_said if side is DoppelkopfSide.RE else self.kontra_said
        return PROMISES[: PROMISES.index(said) + 1] if said in PROMISES else ()

    def stays_below(self, side: DoppelkopfSide, promise: Said) -> bool:
        """Did this side stay below the limit of a promise, which the others have made or could have made?"""
        return self.black is side if promise is Said.BLACK else self.points(side) < LIMITS[promise]

    def times(self, side: DoppelkopfSide, extra: Extra) -> int:
        """Return how often a side has an extra point."""
        return getattr(self.extras.re if side is DoppelkopfSide.RE else self.extras.kontra, extra.value, 0)

    def has_extras(self, rules: Rules) -> bool:
        """Do extra points count in this hand?"""
        if self.kind is DoppelkopfKind.SILENT_SOLO:
            return rules.solo_extras or rules.silent_solo_extras
        return rules.solo_extras or not (self.kind is DoppelkopfKind.SOLO or self.is_lone_wedding)


RECORD = reader_of(DoppelkopfHand)


def check(rules: Rules, record: DoppelkopfHand, table: Table) -> list[Problem]:
    problems = check_seats(record, table.seats, PLAYERS_IN_A_HAND, [("re", seat) for seat in record.re])
    if len(set(record.re)) != len(record.re):
        problems.append(Problem("re", "named_twice", say("A player is named twice.")))
    elif len(record.re) > record.least_and_most_re[1]:
        most = say("A soloist plays alone.") if record.least_and_most_re[1] == 1 else say("Two players are Re.")
        problems.append(Problem("re", "wrong_number", most))
    elif len(record.re) < record.least_and_most_re[0]:
        missing = say("Two players are Re. Without a partner it is a solo.") if record.re else say("Who is Re?")
        problems.append(Problem("re", UNFINISHED, missing))
    if record.re_points is None and record.black is None:
        problems.append(Problem("re_points", UNFINISHED, say("How many card points has Re?")))
    elif record.re_points not in (None, record.points(DoppelkopfSide.RE)):
        problems.append(Problem("black", "has_points", say("A side without a trick has no card points.")))
    for extra in MOST_TIMES:
        problems += _check_extra(rules, record, extra)
    return problems + check_bock(record, played=rules.bock)


def _check_extra(rules: Rules, record: DoppelkopfHand, extra: Extra) -> Iterator[Problem]:
    for side in (side for side in DoppelkopfSide if record.times(side, extra)):
        field = f"extras.{side.value}.{extra.value}"
        if extra not in rules.extras:
            yield Problem(field, "not_played", say("This does not count by the rules of this series."))
        elif not record.has_extras(rules):
            yield Problem(field, "in_solo", say("Extra points do not count in a solo."))
        elif side is record.black:
            yield Problem(field, "impossible", say("A side without a trick has no extra points."))
        elif sum(record.times(any_side, extra) for any_side in DoppelkopfSide) > MOST_TIMES[extra]:
            yield Problem(field, "too_many", say("Both sides together: {most} at most.", most=MOST_TIMES[extra]))
