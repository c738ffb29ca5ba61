"""The record of a hand: the bid, trump and card points of the team that plays, or a hand that all passed.

[B "How a hand is written down"]
"""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from games.catalogue.belote.rules import Bidding, Rules
from games.contract import UNFINISHED, Frozen
from games.kit.card_points import SomeAllOrNone
from games.kit.choices import Choice
from games.kit.declaring import OnceTwiceFourTimes
from games.kit.jass_cards import SEATS
from games.kit.jass_teams import TEAMS, Team
from games.kit.problems import Problem
from games.kit.records import reader_of
from games.kit.seats import BY_SEAT, SEAT
from games.kit.sentences import gettext_noop, say

ALL_POINTS = 162
BIDS = tuple(range(80, 170, 10))
ANNOUNCED = (20, 50, 100, 150, 200)  # the worth of one announcement
IMPOSSIBLE = (10, 30)  # the multiples of ten that no announcements come to
MOST_ANNOUNCED = 550  # in the 16 cards of a team: four jacks, four nines and two other fours of a kind

CARD_POINTS = gettext_noop("Card points")
TRICKS = gettext_noop("Tricks taken")
ANNOUNCEMENTS = gettext_noop("Announcements")


class BeloteTrump(Choice):
    CLUBS = "clubs", gettext_noop("Clubs")
    DIAMONDS = "diamonds", gettext_noop("Diamonds")
    HEARTS = "hearts", gettext_noop("Hearts")
    SPADES = "spades", gettext_noop("Spades")
    NONE = "none", gettext_noop("No trump")
    ALL = "all", gettext_noop("All trumps")


SUITS = (BeloteTrump.CLUBS, BeloteTrump.DIAMONDS, BeloteTrump.HEARTS, BeloteTrump.SPADES)
Bid = Literal[80, 90, 100, 110, 120, 130, 140, 150, 160, "capot", "generale"]
Announced = Annotated[int, Field(ge=0, le=MOST_ANNOUNCED, strict=True)]


class BeloteHand(Frozen):
    """A hand that was played. Its points are those of the cards of the team that plays."""

    team: Team = Field(title=gettext_noop("Who plays"))
    bid: Bid | None = Field(None, title=gettext_noop("Bid"))
    trump: BeloteTrump = Field(title=gettext_noop("Trump"))
    points: Annotated[int, Field(ge=0, le=ALL_POINTS, strict=True)] | None = Field(None, title=CARD_POINTS)
    tricks: SomeAllOrNone | None = Field(None, title=TRICKS)
    coinche: OnceTwiceFourTimes = Field(1, title=gettext_noop("Coinche"))
    belote: Team | None = Field(None, title=gettext_noop("Belote"))
    announced: tuple[Announced, Announced] = Field((0, 0), title=ANNOUNCEMENTS, json_schema_extra=BY_SEAT)
    taker: Annotated[int, Field(ge=0, lt=SEATS, strict=True, json_schema_extra=SEAT)] | None = Field(
        None, title=gettext_noop("Who took")
    )

    @property
    def card_points(self) -> int | None:
        """The card points of the team that plays; None if the record does not say them."""
        return {"all": ALL_POINTS, "none": 0}.get(self.tricks or "some", self.points)

    @property
    def needs_all_tricks(self) -> bool:
        return isinstance(self.bid, str)


class BelotePassed(Frozen):
    """Nobody wanted to play. The deal moves on."""

    passed: Literal[True]


Record = BeloteHand | BelotePassed
RECORD = reader_of(BeloteHand, passed=BelotePassed)


def check(rules: Rules, record: Record) -> list[Problem]:
    if isinstance(record, BelotePassed):
        return []
    return [*_check_declared(rules, record), *_check_announced(rules, record), *unfinished(rules, record)]


def _check_declared(rules: Rules, record: BeloteHand) -> Iterator[Problem]:
    if rules.bidding is Bidding.NONE:
        not_bid = say("There is no bidding by the rules of this series.")
        if record.bid is not None:
            yield Problem("bid", "not_played", not_bid)
        if record.coinche != 1:
            yield Problem("coinche", "not_played", not_bid)
        if record.trump not in SUITS:
            yield Problem("trump", "not_played", say("By the rules of this series there is always a trump suit."))
    if record.taker is not None and record.taker not in TEAMS[record.team]:
        yield Problem("taker", "wrong_team", say("Who took is in the team that plays."))
    if record.tricks in ("all", "none") and record.points not in (None, record.card_points):
        yield Problem("tricks", "impossible", say("All tricks have all card points, no trick has none."))


def _check_announced(rules: Rules, record: BeloteHand) -> Iterator[Problem]:
    if record.belote is not None and record.trump is BeloteTrump.NONE:
        yield Problem("belote", "no_trump", say("There is no belote without trump."))
    if any(record.announced) and not rules.announcements:
        not_played = say("Announcements do not count by the rules of this series.")
        yield Problem("announced", "not_played", not_played)
    elif all(record.announced):
        yield Problem("announced", "both_teams", say("Only the better team's announcements count."))
    for team, points in enumerate(record.announced):
        if points % 10 or points in IMPOSSIBLE:
            wrong = say("No announcements come to {points}.", points=points)
            yield Problem(f"announced.{team}", "impossible", wrong)


def unfinished(rules: Rules, record: BeloteHand) -> Iterator[Problem]:
    """Return problems with what is missing before the hand can be scored."""
    if rules.bidding is Bidding.COINCHE and record.bid is None:
        yield Problem("bid", UNFINISHED, say("What was bid?"))
    if record.card_points is None:
        yield Problem("points", UNFINISHED, say("How many card points has the team that plays?"))
    elif record.tricks is None and record.points == ALL_POINTS:
        yield Problem("tricks", UNFINISHED, say("Did this team take all tricks?"))
    elif record.tricks is None and record.points == 0 and rules.bidding is Bidding.NONE:
        yield Problem("tricks", UNFINISHED, say("Did the others take all tricks?"))
