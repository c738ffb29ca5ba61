"""The types that the methods of a game take and return: see games/game.py.

Page, preview, API, PDF, CSV and books print what `score` and `settle` return, and compute no points themselves.
Seats count from 0, and a game does not know who sits there. Points are `Fraction`s.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator

from games.kit.problems import Problem
from games.kit.reading import refuse_crowds
from games.kit.sentences import Sentence, gettext_noop
from games.kit.transfers import Transfer

CARD_FACES = "card_faces"  # the option that says which pack lies on the table: see games/kit/options.py


class Frozen(BaseModel):
    """The base class of rules and records: frozen, without unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    @model_validator(mode="before")
    @classmethod
    def no_crowds(cls, data: Any) -> Any:
        """Refuse lists that are too long to be read."""
        return refuse_crowds(data, cls.model_fields)


@dataclass(frozen=True, slots=True)
class Table:
    """What the methods of a game depend on besides the records and scores that they are given.

    For `check` and `score` it stands before one hand. For `standing` and `settle` it has no `earlier` and no `totals`.
    """

    seats: int
    first_dealer: int | None = None
    earlier: tuple[Any, ...] = ()  # the records of the hands before this one, oldest first
    totals: tuple[Fraction, ...] = ()  # of the seats, after the earlier hands: for `check_new`; empty before the first
    named_dealers: tuple[tuple[int, int], ...] = ()  # the hand's number and the dealer, wherever the table named one

    def since_named_dealer(self, hands: Sequence[Any]) -> tuple[int | None, Sequence[Any]]:
        """Return the latest dealer whom the table has named, and the hands since then.

        Without a named dealer, return the first dealer and all hands.
        """
        dealer, since = self.first_dealer, 0
        for number, seat in self.named_dealers:
            if number <= len(hands) + 1:
                dealer, since = seat, number - 1
        return dealer, hands[since:]


@dataclass(frozen=True, slots=True)
class Line:
    """One step of a hand's score, with its reason."""

    seat: int
    points: Fraction
    why: Sentence


@dataclass(frozen=True, slots=True)
class IllegalPlay:
    """A card that the rules did not allow. It is reported and kept, never refused."""

    trick: int  # counted from 1, as the table counts
    seat: int
    played: int
    must: str  # the broken duty, short and stable, for programs: "beat 6S"
    why: Sentence
    could_have_played: tuple[int, ...]
    # The later trick in which the player played a card that the rules had required here. None if the holdings are
    # recorded.
    shown_in: int | None = None


@dataclass(frozen=True, slots=True)
class Declared:
    """Who declared which contract, with whom, and whether it was made."""

    seat: int
    contract: str  # one of `Game.contracts`, a short, stable name for programs: "grand"
    title: str  # the players' word
    made: bool | None  # None where nobody wins, or where the points wait for the next hand
    partners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """What one hand is worth. Points won and points entered are by seat.

    `transfers` are paid for this hand alone: a bonus, or the points themselves where each hand is paid at once.
    `account` is for games in which every two players settle each hand. It has a transfer for each pair, and a player's
    points entered are the net of these transfers.
    """

    points_won: tuple[Fraction, ...]
    points_entered: tuple[Fraction, ...]
    complete: bool = True
    counts: bool = True  # a deal that was thrown in is recorded, but does not count
    lines: tuple[Line, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    account: tuple[Transfer, ...] = ()
    first_leader: int | None = None  # who led the first trick: in Jass, where the next dealer can follow from it
    last_trick_winner: int | None = None
    winners: tuple[int, ...] | None = None  # of each trick that is complete; None if the cards are not recorded
    trick_points: tuple[Fraction, ...] | None = None  # of each of these tricks
    illegal_plays: tuple[IllegalPlay, ...] = ()
    sitting: tuple[int, ...] | None = None  # the seats that played this hand, or have points of it; None: all
    reasoning: tuple[Sentence, ...] = ()  # how the cards were judged, step by step
    warnings: tuple[Problem, ...] = ()  # doubts about a hand that can be saved
    declared: Declared | None = None  # in games in which a player declares a contract
    missed: tuple[Sentence, ...] = ()  # what a side could have announced before or during the play, and did not
    summary: Sentence | None = None  # the hand in one sentence, where its lines say it in several
    begins_bock: bool = False  # after this hand begin hands that count twice: see declaring.py
    # The seats that have done in this hand what each player has to do once in a series. So far only Doppelkopf has such
    # a duty, the required solo.
    marked: tuple[int, ...] = ()

    @property
    def seats(self) -> Sequence[int]:
        """The seats that played this hand, or have points of it."""
        return range(len(self.points_won)) if self.sitting is None else self.sitting


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a series stands after its hands."""

    cumulative: tuple[Fraction, ...]  # the total of each seat
    running: tuple[tuple[Fraction, ...], ...]  # the totals after each of the first `counted` hands
    ranking: tuple[tuple[int, ...], ...]  # seats by place, level seats together
    over: bool
    counted: int  # how many hands there were up to the end, with deals that were thrown in; later hands do not count
    dealer: int | None = None
    reminders: tuple[Sentence, ...] = ()  # what the table should do before the next hand
    remarks: tuple[Sentence, ...] = ()  # other news of the series, shown also after its end
    past_goal: bool = False  # no total can end the series any more: an extra round decides
    out: tuple[int, ...] = ()  # the seats that play no further hands


@dataclass(frozen=True, slots=True)
class BoxCell:
    """A box of one side: the points and the hand that filled it, or the most points that it can bring."""

    points: Fraction | None = None  # None while the box is open
    most: Fraction | None = None  # what an open box can bring at most
    hand: int | None = None  # the number of the hand that filled the box
    remark: Sentence | None = None  # shown beside the points, such as what a joker was played as


@dataclass(frozen=True, slots=True)
class BoxRow:
    name: Sentence | str  # a `str` is a name that the table has given
    factor: int  # the points of the box are multiplied by it
    cells: tuple[BoxCell, ...]  # one for each side


@dataclass(frozen=True, slots=True)
class Boxes:
    """The list of a game in which every side fills each box once, such as Coiffeur."""

    rows: tuple[BoxRow, ...]
    turn: int | None = None  # the side that fills the next box, if known


@dataclass(frozen=True, slots=True)
class Preset:
    """Published rules under a name. A preset never changes."""

    slug: str
    title: str
    about: str
    rules: Any
    own_name: bool = False  # people call the game by this title when they play it so, such as Schieber


def by_slug(*presets: Preset) -> Mapping[str, Preset]:
    """Return presets by slug, in the order in which the form offers them. The first is the default."""
    return MappingProxyType({preset.slug: preset for preset in presets})


@dataclass(frozen=True, slots=True)
class SettlementColumn:
    """A column of a settlement table: the sum of all transfers with one of these causes."""

    code: str
    title: str
    causes: frozenset[str]  # see `Transfer.cause`


@dataclass(frozen=True, slots=True)
class Example:
    """A series from the game's source, to show to newcomers. Its records are JSON. One point is worth `point_value`."""

    source: str
    players: tuple[str, ...]
    records: tuple[Any, ...]
    currency: str
    point_value: Decimal

    @classmethod
    def from_file(cls, path: Path) -> "Example":
        kept = json.loads(path.read_text(encoding="utf-8"))
        players, records = tuple(kept["players"]), tuple(kept["records"])
        return cls(kept["source"], players, records, kept["currency"], Decimal(kept["point_value"]))


@dataclass(frozen=True, slots=True)
class Dealing:
    """A game's words for the player who deals, or who starts a hand."""

    short: str = gettext_noop("Deals")
    sentence: str = gettext_noop("%(name)s deals")
    question: str = gettext_noop("Who deals first")  # asked before the first hand


UNFINISHED = "unfinished"


def blocks_scoring(problems: Sequence[Problem]) -> bool:
    """Return whether a hand has a problem other than being unfinished, so that it cannot be scored."""
    return any(problem.code != UNFINISHED for problem in problems)
