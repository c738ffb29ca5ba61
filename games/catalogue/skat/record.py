"""The record of a hand: what was declared and how it went, a hand that all passed, or a Ramsch. [K "The hand"]"""

from typing import Annotated

from pydantic import Field

from games.kit.card_points import HandInCardPoints, RamschHand
from games.kit.choices import Choice
from games.kit.declaring import DECLARER, BockHand, Flag, OnceTwiceFourTimes, Passed, SeatNumber
from games.kit.records import reader_of
from games.kit.sentences import gettext_noop

PLAYERS_IN_A_HAND = 3
MOST_MATADORS = 11


class SkatContract(Choice):
    """What the declarer plays."""

    DIAMONDS = "diamonds", gettext_noop("Diamonds (Skat)")
    HEARTS = "hearts", gettext_noop("Hearts (Skat)")
    SPADES = "spades", gettext_noop("Spades (Skat)")
    CLUBS = "clubs", gettext_noop("Clubs (Skat)")
    GRAND = "grand", gettext_noop("Grand")
    NULL = "null", gettext_noop("Null")


class SkatHand(HandInCardPoints, BockHand):
    """A hand that was played. With the declarer's card points, what was won follows from them."""

    declarer: SeatNumber = Field(title=DECLARER)
    contract: SkatContract = Field(title=gettext_noop("Game"))
    matadors: Annotated[int, Field(ge=1, le=MOST_MATADORS, strict=True)] | None = Field(
        None, title=gettext_noop("Matadors")
    )
    hand: Flag = Field(default=False, title=gettext_noop("Hand game"))
    ouvert: Flag = Field(default=False, title=gettext_noop("Ouvert"))
    schneider_announced: Flag = Field(default=False, title=gettext_noop("Schneider announced"))
    schwarz_announced: Flag = Field(default=False, title=gettext_noop("Schwarz announced"))
    bid: Annotated[int, Field(ge=18, le=264, strict=True)] | None = Field(None, title=gettext_noop("Bid (Skat)"))
    kontra: OnceTwiceFourTimes = Field(1, title=gettext_noop("Kontra and Re"))

    @property
    def is_null(self) -> bool:
        return self.contract is SkatContract.NULL

    @property
    def plays_hand(self) -> bool:
        """Did the declarer play without the skat? An ouvert game is a hand game, except in Null."""
        return self.hand or (self.ouvert and not self.is_null)

    @property
    def says_schwarz(self) -> bool:
        """Was Schwarz announced? An ouvert game announces it, except in Null."""
        return self.schwarz_announced or (self.ouvert and not self.is_null)

    @property
    def says_schneider(self) -> bool:
        """Was Schneider announced? Who announces Schwarz announces Schneider too."""
        return self.schneider_announced or self.says_schwarz

    @property
    def goal_reached(self) -> bool | None:
        """Did the declarer reach what was declared? None if the record does not say it.

        A declarer who reached it has lost all the same if the worth is less than the bid: see worth.py.
        """
        if self.is_null:
            return self.tricks == "none" if self.won is None and self.tricks != "some" else self.won
        if self.points is None or self.tricks != "some":
            return self.has_most_points
        return bool(self.has_most_points) and not self.says_schwarz and (self.is_schneider() or not self.says_schneider)


Record = SkatHand | Passed | RamschHand
RECORD = reader_of(SkatHand, passed=Passed, ramsch=RamschHand)
