"""A scorecard for any other game: the table says what it counts.

There is no source: every option is the table's own. docs/rules/scorecard.md describes them.
An option that the rules of a series do not have means what was played before there was such an option.
"""

from collections.abc import Collection
from fractions import Fraction
from typing import Annotated

from pydantic import Field, model_validator

from games.catalogue.scorecard.options import (
    AT_A_TARGET,
    BY_RANK,
    BY_RATE,
    GAME_PART,
    LARGEST,
    MOST_SEATS,
    NOT_BIDS,
    NOT_POINTS,
    NOT_SIDES,
    STAKES,
    WITH_BIDS,
    WITH_LEADER,
    WITH_POINTS,
    WITH_SIDES,
    Best,
    Bidders,
    End,
    PointsList,
    Settlement,
    Step,
    Target,
    Times,
    Worth,
    Written,
)
from games.contract import Frozen
from games.kit.figures import ZERO
from games.kit.options import YesNo
from games.kit.points import Between, Points, PointsBySeat
from games.kit.problems import Unreadable
from games.kit.records import STORABLE, ShortName
from games.kit.sentences import gettext_noop, say

# Series and kept rules from before these options do not have them, and are played again without.
LATER_OPTIONS = frozenset({"times", "leader", "lost_times", "list", "penalty", "mark"})


class Rules(Frozen):
    name: str = Field(
        "",
        max_length=80,
        pattern=STORABLE,
        title=gettext_noop("Name of the game"),
        description=gettext_noop("What the table calls it."),
        json_schema_extra=GAME_PART,
    )
    written: Written = Field(
        Written.POINTS,
        title=gettext_noop("What is written down"),
        description=gettext_noop(
            "The points of each; or what each has bid and won; or which players won together, and what that is worth."
        ),
        json_schema_extra=GAME_PART,
    )
    teams: Annotated[int, Field(ge=0, le=MOST_SEATS // 2, strict=True)] = Field(
        0,
        title=gettext_noop("Teams"),
        description=gettext_noop("How many teams play; players take turns round the table. 0: each alone."),
        json_schema_extra=GAME_PART | NOT_SIDES,
    )
    sits_out: YesNo = Field(
        default=False,
        title=gettext_noop("Sitting out"),
        description=gettext_noop("Not everybody plays every hand."),
    )
    step: Step = Field(
        Step.WHOLE,
        title=gettext_noop("Points are counted in"),
        description=gettext_noop("The smallest difference that there can be."),
        json_schema_extra=NOT_BIDS,
    )
    below_zero: YesNo = Field(
        default=True,
        title=gettext_noop("Points below zero"),
        description=gettext_noop("A hand can cost points."),
        json_schema_extra=WITH_POINTS,
    )
    blank_is_zero: YesNo = Field(
        default=False,
        title=gettext_noop("A blank is 0"),
        description=gettext_noop("Who has no points in a hand need not be filled in."),
        json_schema_extra=WITH_POINTS,
    )
    hand_total: Annotated[Points, Between(-LARGEST, LARGEST)] | None = Field(
        None,
        title=gettext_noop("Points in every hand"),
        description=gettext_noop(
            "What the points of a hand, or its tricks, always come to, if they do. Empty: anything goes."
        ),
        json_schema_extra=NOT_SIDES,
    )
    turn: YesNo = Field(
        default=False,
        title=gettext_noop("All points can be turned"),
        description=gettext_noop("Who has all points of a hand may have 0, and each of the others all of them."),
        json_schema_extra=WITH_POINTS,
    )
    bidders: Bidders = Field(
        Bidders.ALL,
        title=gettext_noop("Who bids"),
        description=gettext_noop("Whether all bid, or only one plays the bid and scores."),
        json_schema_extra=WITH_BIDS,
    )
    tricks_grow: YesNo = Field(
        default=False,
        title=gettext_noop("One trick more in each hand"),
        description=gettext_noop("The first hand has one trick, the second two, and so on."),
        json_schema_extra=WITH_BIDS,
    )
    exact: YesNo = Field(
        default=False,
        title=gettext_noop("The bid must be met exactly"),
        description=gettext_noop("Tricks above the bid lose it, too."),
        json_schema_extra=WITH_BIDS,
    )
    made: Worth = Field(
        ZERO,
        title=gettext_noop("Bid made"),
        description=gettext_noop("Points for a bid that is made, whatever it was."),
        json_schema_extra=WITH_BIDS,
    )
    made_per_bid: Worth = Field(
        Fraction(10),
        title=gettext_noop("Bid made, for each trick of it"),
        description=gettext_noop("Points besides for each trick of the bid."),
        json_schema_extra=WITH_BIDS,
    )
    made_per_more: Worth = Field(
        ZERO,
        title=gettext_noop("Each trick more"),
        description=gettext_noop("Points for each trick above a bid that is made."),
        json_schema_extra=WITH_BIDS,
    )
    missed: Worth = Field(
        ZERO,
        title=gettext_noop("Bid missed"),
        description=gettext_noop("What a missed bid costs, whatever it was."),
        json_schema_extra=WITH_BIDS,
    )
    missed_per_bid: Worth = Field(
        Fraction(10),
        title=gettext_noop("Bid missed, for each trick of it"),
        description=gettext_noop("What it costs besides for each trick of the bid."),
        json_schema_extra=WITH_BIDS,
    )
    missed_per_off: Worth = Field(
        ZERO,
        title=gettext_noop("Each trick off"),
        description=gettext_noop("What it costs besides for each trick too few or too many."),
        json_schema_extra=WITH_BIDS,
    )
    bags: Annotated[int, Field(ge=0, le=1000, strict=True)] = Field(
        0,
        title=gettext_noop("Tricks more that cost"),
        description=gettext_noop("So many tricks above made bids, from hand to hand, have a price. 0: they have none."),
        json_schema_extra=WITH_BIDS,
    )
    bags_cost: Worth = Field(
        Fraction(100),
        title=gettext_noop("Their price"),
        description=gettext_noop("What so many tricks more cost each time."),
        json_schema_extra=WITH_BIDS,
    )
    times: Times = Field(
        (),
        title=gettext_noop("Times"),
        description=gettext_noop("How often a hand can count, such as 1, 2, 4. Empty: once."),
        json_schema_extra=NOT_POINTS,
    )
    leader: YesNo = Field(
        default=False,
        title=gettext_noop("One leads"),
        description=gettext_noop("The others each win or lose the worth once, and the leader has what is left."),
        json_schema_extra=WITH_SIDES,
    )
    lost_times: Annotated[int, Field(ge=1, le=100, strict=True)] = Field(
        1,
        title=gettext_noop("A lost hand counts, times"),
        description=gettext_noop("The worth is multiplied by it where the leader lost."),
        json_schema_extra=WITH_LEADER,
    )
    list: PointsList | None = Field(
        None,
        title=gettext_noop("Points by a list"),
        description=gettext_noop(
            "Only the leader's own points are written down, and more where the hand is won or lost. Empty: no list."
        ),
        json_schema_extra=WITH_LEADER,
    )
    penalty: Worth = Field(
        ZERO,
        title=gettext_noop("Penalty"),
        description=gettext_noop("Points against a player, such as for a wrong show. 0: there is none."),
        json_schema_extra=WITH_POINTS,
    )
    mark: ShortName = Field(
        "",
        max_length=40,
        title=gettext_noop("To be done once"),
        description=gettext_noop("What each player does once in a series, such as a solo. Empty: nothing."),
    )
    best: Best = Field(
        Best.HIGH,
        title=gettext_noop("Who wins"),
        description=gettext_noop("Whether points are good to have."),
        json_schema_extra=GAME_PART,
    )
    end: End = Field(
        End.TABLE,
        title=gettext_noop("When it ends"),
        description=gettext_noop(
            "At a target: after the hand in which a player's total reaches it. "
            "When only one is left: who reaches the target is out."
        ),
        json_schema_extra=GAME_PART,
    )
    target: Target = Field(
        Fraction(100),
        title=gettext_noop("Target"),
        description=gettext_noop("The total that counts for the end. Below zero it is reached from above."),
        json_schema_extra=GAME_PART | AT_A_TARGET,
    )
    second_target: Target | None = Field(
        None,
        title=gettext_noop("Second target"),
        description=gettext_noop("Another total that does the same, such as −6 beside 6."),
        json_schema_extra=GAME_PART | AT_A_TARGET,
    )
    hands: Annotated[int, Field(ge=1, le=1000, strict=True)] = Field(
        10,
        title=gettext_noop("Number of hands"),
        description=gettext_noop("After which the series ends, where it ends after a number of hands."),
        json_schema_extra=GAME_PART | {"shown_when": {"end": ["hands"]}},
    )
    pack: Annotated[int, Field(ge=1, le=1000, strict=True)] = Field(
        60,
        title=gettext_noop("Cards in the pack"),
        description=gettext_noop(
            "With one card more for everybody in each hand, the series ends when the pack has too few for another hand."
        ),
        json_schema_extra=GAME_PART | {"shown_when": {"end": ["pack"]}},
    )
    settlement: Settlement = Field(
        Settlement.DIFFERENCE,
        title=gettext_noop("Who pays whom"),
        description=gettext_noop(
            "By difference: in every pair, the difference of their totals times a rate. "
            "By rank: a sum for each place. Or both, or no money. "
            "After every hand: its points are paid at once, at the rate."
        ),
        json_schema_extra=STAKES,
    )
    rate: Annotated[Points, Between(0, LARGEST)] = Field(
        Fraction(1),
        title=gettext_noop("Rate"),
        description=gettext_noop("What one point is worth, in points of the settlement."),
        json_schema_extra=STAKES | BY_RATE,
    )
    ladder: PointsBySeat = Field(
        (),
        title=gettext_noop("Sums by place"),
        description=gettext_noop("What each place receives, from the first to the last; it pays where below zero."),
        json_schema_extra=STAKES | BY_RANK,
    )
    only_who_played: bool = Field(
        default=False,  # as it was played in series that do not have the option; the presets have it on
        strict=True,
        title=gettext_noop("Only who played settles"),
        description=gettext_noop("Who sat out every hand neither pays nor receives."),
        json_schema_extra={"shown_when": {"sits_out": [True], "settlement": ["difference", "ladder", "both"]}},
    )

    @model_validator(mode="after")
    def ladder_sums_to_zero(self) -> "Rules":
        """A settlement by rank needs its sums, and they are paid by some and received by others."""
        if sum(self.ladder):
            wrong = say("The sums by place must come to zero, not {total}.", total=sum(self.ladder))
            raise Unreadable.because("ladder_sum", wrong, "ladder")
        if self.settlement in (Settlement.LADDER, Settlement.BOTH) and not self.ladder:
            raise Unreadable.because("ladder_missing", say("Say what each place receives."), "ladder")
        return self

    @model_validator(mode="after")
    def turning_needs_a_total(self) -> "Rules":
        if self.turn and (self.hand_total is None or self.hand_total <= 0):
            needed = say("To turn all points, say how many points are in every hand.")
            raise Unreadable.because("total_missing", needed, "hand_total")
        return self

    @model_validator(mode="after")
    def list_needs_a_leader(self) -> "Rules":
        """It does not sum to zero, so that differences are settled, and not each hand."""
        if self.list is None or self.written is not Written.SIDES:
            return self
        if not self.leader:
            raise Unreadable.because("leader_missing", say("A list needs a leader."), "leader")
        if self.settlement is Settlement.AT_ONCE:
            raise Unreadable.because("list_at_once", say("Points by a list cannot be paid at once."), "settlement")
        return self

    def sides(self, seats: int) -> int:
        """Teams, or players each alone. Sides that change with each hand are no teams."""
        return seats if self.written is Written.SIDES else self.teams or seats

    def last_hand(self, seats: int) -> int | None:
        """The number of hands after which the series ends."""
        if self.end is End.PACK:
            return max(self.pack // seats, 1)
        return self.hands if self.end is End.HANDS else None

    def reaches_target(self, total: Fraction) -> bool:
        targets = (self.target, self.second_target)
        return any(total >= goal if goal > 0 else total <= goal for goal in targets if goal is not None)

    def puts_out(self, total: Fraction) -> bool:
        """Does a player with this total play no further hands?"""
        return self.end is End.OUT and self.reaches_target(total)

    def good(self, points: Fraction) -> Fraction:
        """The same points, so that more is better."""
        return points if self.best is Best.HIGH else -points

    @property
    def may_be_absent(self) -> bool:
        """May a side have no figure in a hand?"""
        return self.sits_out or self.end is End.OUT

    @property
    def sums_to_zero(self) -> bool:
        """Do the points of every hand come to zero, so that they can be paid as they are?"""
        if self.written is Written.SIDES:
            return self.list is None
        return self.written is Written.POINTS and self.hand_total == 0 and not self.penalty

    @property
    def by_difference(self) -> bool:
        return self.settlement in (Settlement.DIFFERENCE, Settlement.BOTH)

    @property
    def by_rank(self) -> bool:
        return self.settlement in (Settlement.LADDER, Settlement.BOTH)


def seats_of(playing: Collection[int], sides: int, seats: int) -> tuple[int, ...] | None:
    """The seats of the sides that play a hand; None where all do."""
    if len(playing) == sides:
        return None
    return tuple(seat for seat in range(seats) if seat % sides in playing)
