"""A scorecard for any other game: the table says what it counts.

There is no source, because the table chooses every option. docs/rules/scorecard.md describes the options.
The rules of an older series lack newer options. So an option's default is what was played before the option existed.
"""

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Annotated, Any

from pydantic import Field, model_validator

from games.catalogue.scorecard.options import (
    AT_A_TARGET,
    BY_RANK,
    BY_RATE,
    LARGEST,
    MOST_SEATS,
    NOT_BIDS,
    NOT_POINTS,
    NOT_SIDES,
    WITH_BIDS,
    WITH_POINTS,
    Best,
    Bidders,
    End,
    Settlement,
    Step,
    Target,
    Times,
    Tricks,
    Worth,
    Written,
)
from games.contract import Frozen
from games.kit.figures import ZERO
from games.kit.options import GAME_PART, STAKES_PART, YesNo, only_if, option
from games.kit.points import Between, Points, PointsBySeat
from games.kit.problems import Unreadable
from games.kit.records import STORABLE
from games.kit.sentences import say

# These options stay off when a series or house rules older than these options are played again.
LATER_OPTIONS = frozenset({"times", "penalty", "lowest_bid", "highest_bid"})
# No release has had these options (docs/decisions/0230-former-scorecards.md).
FORMER_OPTIONS = frozenset({"leader", "lost_times", "list", "mark"})


class Rules(Frozen):
    name: str = option("", "Name of the game", "What the table calls it.", GAME_PART, max_length=80, pattern=STORABLE)
    written: Written = option(
        Written.POINTS,
        "What is written down",
        "The points of each; or what each has bid and won; or which players won together, and what that is worth.",
        GAME_PART,
    )
    teams: Annotated[int, Field(ge=0, le=MOST_SEATS // 2, strict=True)] = option(
        0, "Teams", "How many teams play; players take turns round the table. 0: each alone.", GAME_PART | NOT_SIDES
    )
    sits_out: YesNo = option(False, "Sitting out", "Not everybody plays every hand.")
    step: Step = option(Step.WHOLE, "Points are counted in", "The smallest difference that there can be.", NOT_BIDS)
    below_zero: YesNo = option(True, "Points below zero", "A hand can cost points.", WITH_POINTS)
    blank_is_zero: YesNo = option(
        False, "A blank is 0", "Who has no points in a hand need not be filled in.", WITH_POINTS
    )
    hand_total: Annotated[Points, Between(-LARGEST, LARGEST)] | None = option(
        None,
        "Points in every hand",
        "What the points of a hand, or its tricks, always come to, if they do. Empty: anything goes.",
        NOT_SIDES,
    )
    turn: YesNo = option(
        False,
        "Shooting the moon",
        "Who has all points of a hand may have 0, and each of the others all of them.",
        WITH_POINTS,
    )
    bidders: Bidders = option(
        Bidders.ALL, "Who bids", "Whether all bid, or only one plays the bid and scores.", WITH_BIDS
    )
    lowest_bid: Tricks | None = option(
        None, "Lowest bid", "A lower bid is asked about before it is saved. Empty: there is none.", WITH_BIDS
    )
    highest_bid: Tricks | None = option(
        None, "Highest bid", "A higher bid is asked about before it is saved. Empty: there is none.", WITH_BIDS
    )
    tricks_grow: YesNo = option(
        False, "One trick more in each hand", "The first hand has one trick, the second two, and so on.", WITH_BIDS
    )
    exact: YesNo = option(False, "The bid must be met exactly", "Tricks above the bid lose it, too.", WITH_BIDS)
    made: Worth = option(ZERO, "Bid made", "Points for a bid that is made, whatever it was.", WITH_BIDS)
    made_per_bid: Worth = option(
        Fraction(10), "Bid made, for each trick of it", "Points besides for each trick of the bid.", WITH_BIDS
    )
    made_per_more: Worth = option(ZERO, "Each trick more", "Points for each trick above a bid that is made.", WITH_BIDS)
    missed: Worth = option(ZERO, "Bid missed", "What a missed bid costs, whatever it was.", WITH_BIDS)
    missed_per_bid: Worth = option(
        Fraction(10), "Bid missed, for each trick of it", "What it costs besides for each trick of the bid.", WITH_BIDS
    )
    missed_per_off: Worth = option(
        ZERO, "Each trick off", "What it costs besides for each trick too few or too many.", WITH_BIDS
    )
    bags: Annotated[int, Field(ge=0, le=1000, strict=True)] = option(
        0,
        "Tricks more that cost",
        "So many tricks above made bids, from hand to hand, have a price. 0: they have none.",
        WITH_BIDS,
    )
    bags_cost: Worth = option(Fraction(100), "Their price", "What so many tricks more cost each time.", WITH_BIDS)
    times: Times = option((), "Times", "How often a hand can count, such as 1, 2, 4. Empty: once.", NOT_POINTS)
    penalty: Worth = option(
        ZERO, "Penalty", "Points against a player, such as for a wrong show. 0: there is none.", WITH_POINTS
    )
    best: Best = option(Best.HIGH, "Who wins", "Whether points are good to have.", GAME_PART)
    end: End = option(
        End.TABLE,
        "When it ends",
        "At a target: after the hand in which a player's total reaches it. "
        "When only one is left: who reaches the target is out.",
        GAME_PART,
    )
    target: Target = option(
        Fraction(100),
        "Target",
        "The total that counts for the end. Below zero it is reached from above.",
        GAME_PART | AT_A_TARGET,
    )
    second_target: Target | None = option(
        None, "Second target", "Another total that does the same, such as −6 beside 6.", GAME_PART | AT_A_TARGET
    )
    hands: Annotated[int, Field(ge=1, le=1000, strict=True)] = option(
        10,
        "Number of hands",
        "After which the series ends, where it ends after a number of hands.",
        GAME_PART | only_if(end=["hands"]),
    )
    pack: Annotated[int, Field(ge=1, le=1000, strict=True)] = option(
        60,
        "Cards in the pack",
        "With one card more for everybody in each hand, the series ends when the pack has too few for another hand.",
        GAME_PART | only_if(end=["pack"]),
    )
    settlement: Settlement = option(
        Settlement.DIFFERENCE,
        "Who pays whom",
        "By difference: in every pair, the difference of their totals times a rate. "
        "By rank: a sum for each place. Or both, or no money. "
        "After every hand: its points are paid at once, at the rate.",
        STAKES_PART,
    )
    rate: Annotated[Points, Between(0, LARGEST)] = option(
        Fraction(1), "Rate", "What one point is worth, in points of the settlement.", STAKES_PART | BY_RATE
    )
    ladder: PointsBySeat = option(
        (),
        "Sums by place",
        "What each place receives, from the first to the last; it pays where below zero.",
        STAKES_PART | BY_RANK,
    )
    # Off by default, because older series were played without this option. The presets have it on.
    only_who_played: bool = option(
        False,
        "Only who played settles",
        "Who sat out every hand neither pays nor receives.",
        only_if(sits_out=[True], settlement=["difference", "ladder", "both"]),
        strict=True,
    )

    @model_validator(mode="before")
    @classmethod
    def without_former_options(cls, given: Any) -> Any:
        """Leave the former options out of stored rules, and refuse rules in which one of them had an effect."""
        if not isinstance(given, Mapping):
            return given
        if given.get("mark") or (given.get("leader") and given.get("written") == Written.SIDES):
            gone = say("A scorecard has no leader, list or mark any more: choose Skat, Doppelkopf or Tarot.")
            raise Unreadable.because("former_option", gone)
        return {name: value for name, value in given.items() if name not in FORMER_OPTIONS}

    @model_validator(mode="after")
    def ladder_sums_to_zero(self) -> "Rules":
        """A settlement by rank needs sums, and these must come to zero."""
        if sum(self.ladder):
            wrong = say("The sums by place must come to zero, not {total}.", total=sum(self.ladder))
            raise Unreadable.because("ladder_sum", wrong, "ladder")
        if self.settlement in (Settlement.LADDER, Settlement.BOTH) and not self.ladder:
            raise Unreadable.because("ladder_missing", say("Say what each place receives."), "ladder")
        return self

    @model_validator(mode="after")
    def turning_needs_a_total(self) -> "Rules":
        """A player shoots the moon (`turn`) with all points of a hand, so their number must be known."""
        if self.turn and (self.hand_total is None or self.hand_total <= 0):
            needed = say("To shoot the moon, say how many points are in every hand.")
            raise Unreadable.because("total_missing", needed, "hand_total")
        return self

    @model_validator(mode="after")
    def lowest_bid_is_below_the_highest(self) -> "Rules":
        if self.lowest_bid is not None and self.highest_bid is not None and self.lowest_bid > self.highest_bid:
            crossed = say("The lowest bid is above the highest.")
            raise Unreadable.because("bids_crossed", crossed, "lowest_bid")
        return self

    def sides(self, seats: int) -> int:
        """Return the number of teams, or of players if there are none. Sides of a single hand are no teams."""
        return seats if self.written is Written.SIDES else self.teams or seats

    def last_hand(self, seats: int) -> int | None:
        """Return the number of hands after which the series ends; None if it does not end after a number of hands."""
        if self.end is End.PACK:
            return max(self.pack // seats, 1)
        return self.hands if self.end is End.HANDS else None

    def reaches_target(self, total: Fraction) -> bool:
        targets = (self.target, self.second_target)
        return any(total >= goal if goal > 0 else total <= goal for goal in targets if goal is not None)

    def puts_out(self, total: Fraction) -> bool:
        """Does a player with this total play no further hands?"""
        return self.end is End.OUT and self.reaches_target(total)

    def merit(self, points: Fraction) -> Fraction:
        """Return the points, or the negated points if the fewest points win. Then more is better in every game."""
        return points if self.best is Best.HIGH else -points

    @property
    def may_be_absent(self) -> bool:
        """May a side have no figure in a hand?"""
        return self.sits_out or self.end is End.OUT

    @property
    def sums_to_zero(self) -> bool:
        """Do the points of every hand come to zero, so that they can be paid as they are?"""
        points = self.written is Written.POINTS and self.hand_total == 0 and not self.penalty
        return points or self.written is Written.SIDES

    @property
    def by_difference(self) -> bool:
        return self.settlement in (Settlement.DIFFERENCE, Settlement.BOTH)

    @property
    def by_rank(self) -> bool:
        return self.settlement in (Settlement.LADDER, Settlement.BOTH)


def seats_of(playing: Collection[int], sides: int, seats: int) -> tuple[int, ...] | None:
    """Return the seats of the sides that play a hand; None if all sides play."""
    if len(playing) == sides:
        return None
    return tuple(seat for seat in range(seats) if seat % sides in playing)
