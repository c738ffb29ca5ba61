"""A round between two teams, as Jass and Coiffeur score it: Weis, Stöck, and a line for each part."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Annotated, Literal, Protocol, get_args

from pydantic import Field

from games.contract import Line
from games.kit.jass_cards import SEATS, Trump, jass_shape
from games.kit.plays import Shape
from games.kit.problems import Problem
from games.kit.seats import SIDE
from games.kit.sentences import Seat, Sentence, say

TEAMS = ((0, 2), (1, 3))
STOECK = 20  # points for king and queen of trump in one hand

Team = Annotated[int, Field(ge=0, lt=len(TEAMS), strict=True, json_schema_extra=SIDE)]
MeldWorth = Literal[20, 50, 100, 150, 200, 250, 300]  # of one Weis
MELD_WORTHS: tuple[int, ...] = get_args(MeldWorth)
Melds = Annotated[tuple[MeldWorth, ...], Field(max_length=12)]
Part = tuple[int, Sentence]  # points of a round before the factor, and why


class TeamRules(Protocol):
    @property
    def melds(self) -> bool: ...
    @property
    def stoeck(self) -> bool: ...
    @property
    def trump_jack_may_be_withheld(self) -> bool: ...


def shape_with(rules: TeamRules, trump: Trump) -> Shape:
    return jass_shape(trump, jack_may_be_withheld=rules.trump_jack_may_be_withheld)


def check_weis_and_stoeck(
    rules: TeamRules, melds: Sequence[int], trump: Trump | None, *, has_stoeck: bool
) -> Iterator[Problem]:
    """Return problems with Weis and Stöck that the rules do not count. Any Stöck is possible if `trump` is None."""
    if melds and not rules.melds:
        yield Problem("melds", "not_played", say("Weis does not count by the rules of this series."))
    if has_stoeck and not rules.stoeck:
        yield Problem("stoeck", "not_played", say("Stöck does not count by the rules of this series."))
    elif has_stoeck and trump is not None and trump.suit is None:
        yield Problem("stoeck", "no_trump", say("There is no Stöck without a trump suit."))


def names_of(team: int) -> dict[str, Seat]:
    """Return the players of a team, as the sentences of a round name them."""
    one, other = TEAMS[team]
    return {"one": Seat(one), "other": Seat(other)}


def in_cards(points: int) -> Part:
    return points, say("{one} and {other}: {points} in cards")


def for_weis(melds: Sequence[int]) -> Part:
    return sum(melds), say("{one} and {other}: {points} for Weis")


FOR_STOECK: Part = STOECK, say("{one} and {other}: {points} for Stöck")


def lines_of(team: int, parts: Iterable[Part], factor: int = 1) -> Iterator[Line]:
    """Return the same lines for both partners, because both have the team's points.

    In the reasons the values of {one}, {other} and {points} are filled in.
    """
    for points, reason in parts:
        why = reason.filled(**names_of(team), points=points)
        times = say("{why} times {factor}", why=why, factor=factor) if factor > 1 else why
        yield from (Line(seat, Fraction(points * factor), times) for seat in TEAMS[team])


def by_seat(by_team: Sequence[int]) -> tuple[Fraction, ...]:
    """Return the figures by seat: partners have the figure of their team."""
    return tuple(Fraction(by_team[seat % len(TEAMS)]) for seat in range(SEATS))
