"""The types in which every game answers, and that the site uses for any game: see games/game.py.

Everything downstream (page, preview, API, PDF, CSV, books) prints what `score` and `settle` returned. Sums are made in
one place only. Seats count from 0; a game never knows who sits there. Points are `Fraction`s.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator

from games.kit.problems import Problem
from games.kit.reading import refuse_crowds
from games.kit.sentences import Sentence, gettext_noop
from games.kit.transfers import Transfer

CARD_FACES = "card_faces"  # the rule by which a series says which pack lies on the table: see games/kit/options.py


class Frozen(BaseModel):
    """Rules and records never change once they are made, and have no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    @model_validator(mode="before")
    @classmethod
    def no_crowds(cls, data: Any) -> Any:
        """Refuse lists that are too long to be read."""
        return refuse_crowds(data, cls.model_fields)


@dataclass(frozen=True, slots=True)
class Table:
    """What a hand has to know of the series around it."""

    seats: int
    first_dealer: int | None = None
    earlier: tuple[Any, ...] = ()  # the records of the hands before this one, oldest first
    totals: tuple[Fraction, ...] = ()  # after these, for `check_new`; empty before the first hand
    named_dealers: tuple[
        tuple[int, int], ...
    ] = ()  # hands by number, and the seat that deals because the table said so

    def deal_goes_on(self, hands: Sequence[Any]) -> tuple[int | None, Sequence[Any]]:
        """From whom the deal goes on after these hands, and the hands since.

        That is the first dealer and all hands, or the latest dealer whom the table has named.
        """
        dealer, since = self.first_dealer, 0
        for number, seat in self.named_dealers:
            if number <= len(hands) + 1:
                dealer, since = seat, number - 1
        return dealer, hands[since:]


@dataclass(frozen=True, slots=True)
class Line:
    """One step of a hand's score, as a person would say it."""

    seat: int
    points: Fraction
    why: Sentence


@dataclass(frozen=True, slots=True)
class IllegalPlay:
    """A card that should not have been played; it stays in the record, for the table to judge."""

    trick: int  # counted from 1, as the table counts
    seat: int
    played: int
    must: str  # short and stable, for programs: "beat 6S"
    why: Sentence
    could_have_played: tuple[int, ...]
    shown_in: int | None = None  # the trick in which a withheld card appeared, if it was not known before


@dataclass(frozen=True, slots=True)
class Score:
    """What one hand is worth. `transfers` are owed at once, besides the points and the series' own settlement.
    `account` is where the points entered come from, in a game where every two settle a hand between them."""

    points_won: tuple[Fraction, ...]
    points_entered: tuple[Fraction, ...]
    complete: bool = True
    counts: bool = True  # a deal that was thrown in is recorded, but does not count
    lines: tuple[Line, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    account: tuple[Transfer, ...] = ()
    first_leader: int | None = None  # if the record has it and the next dealer follows from it
    last_trick_winner: int | None = None
    winners: tuple[int, ...] | None = None
    trick_points: tuple[Fraction, ...] | None = None
    illegal_plays: tuple[IllegalPlay, ...] = ()
    sitting: tuple[int, ...] | None = None  # who sat in this hand, where not all did
    reasoning: tuple[Sentence, ...] = ()  # how the cards were judged, step by step
    warnings: tuple[Problem, ...] = ()  # what is possible and doubtful: the hand can be saved all the same
    marked: tuple[int, ...] = ()  # who did in this hand what each does once in a series, such as a solo

    @property
    def seats(self) -> Sequence[int]:
        """Who sat in this hand."""
        return range(len(self.points_won)) if self.sitting is None else self.sitting


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a series stands. Hands after its end do not count: only the first `counted` do."""

    cumulative: tuple[Fraction, ...]
    running: tuple[tuple[Fraction, ...], ...]  # the totals after each of the hands that count
    ranking: tuple[tuple[int, ...], ...]  # seats by place, level seats together
    over: bool
    counted: int
    dealer: int | None = None
    reminders: tuple[Sentence, ...] = ()  # what the table should do before the next hand
    remarks: tuple[Sentence, ...] = ()  # what else there is to say of the series so far, also after its end
    past_goal: bool = False  # the series is not over, and no total can end it any more: an extra round does
    out: tuple[int, ...] = ()  # the seats that play no further hands


@dataclass(frozen=True, slots=True)
class BoxCell:
    """A box of one side: what it has brought, in which hand, or what it can still bring."""

    points: Fraction | None = None  # None while it is open
    most: Fraction | None = None  # what an open box can bring at most
    hand: int | None = None  # in which it was filled
    remark: Sentence | None = None  # what else there is to say of it, in a word


@dataclass(frozen=True, slots=True)
class BoxRow:
    name: Sentence | str  # a text is the table's own
    factor: int  # by which its points are multiplied
    cells: tuple[BoxCell, ...]  # one for each side


@dataclass(frozen=True, slots=True)
class Boxes:
    """The list of a game in which every side fills each box once."""

    rows: tuple[BoxRow, ...]
    turn: int | None = None  # the side that fills the next one, if that is known


@dataclass(frozen=True, slots=True)
class Preset:
    """A published bundle of rules. It never changes once a series has been played by it."""

    slug: str
    title: str
    about: str
    rules: Any


def by_slug(*presets: Preset) -> Mapping[str, Preset]:
    """The presets of a game, in the order in which they are offered: the first is the default."""
    return MappingProxyType({preset.slug: preset for preset in presets})


@dataclass(frozen=True, slots=True)
class Column:
    """A heading under which a settlement sums up what is paid for one or several causes."""

    code: str
    title: str
    causes: frozenset[str]


@dataclass(frozen=True, slots=True)
class Example:
    """A series from the game's source, for newcomers: whole records, as JSON."""

    source: str
    players: tuple[str, ...]
    records: tuple[Any, ...]

    @classmethod
    def from_file(cls, path: Path) -> "Example":
        kept = json.loads(path.read_text(encoding="utf-8"))
        return cls(kept["source"], tuple(kept["players"]), tuple(kept["records"]))


@dataclass(frozen=True, slots=True)
class Dealing:
    """What the player who begins a hand does, in the players' words."""

    short: str = gettext_noop("Deals")
    sentence: str = gettext_noop("%(name)s deals")
    question: str = gettext_noop("Who deals first")  # before the first hand


UNFINISHED = "unfinished"


def blocks_scoring(problems: Sequence[Problem]) -> bool:
    """An unfinished hand can be scored so far; any other problem has to be corrected first."""
    return any(problem.code != UNFINISHED for problem in problems)
