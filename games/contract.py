"""What every game offers, and the types that the site uses for any game.

A game is a `Game`: two frozen pydantic models and four plain functions.

    rules, record   the house rules, and what was written down of one hand
    check           every problem of a record, all at once
    score           what a hand is worth, with lines that explain it
    standing        where the series stands after its hands
    settle          who owes whom how many points, and for what

Everything downstream (page, preview, API, PDF, CSV, books) prints what `score` and `settle` returned. Sums are made in
one place only. Seats count from 0; a game never knows who sits there. Points are `Fraction`s.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict, TypeAdapter, model_validator

from games.entry import Question, TotalsEntry
from games.kit.choices import Choice
from games.kit.problems import Problem
from games.kit.reading import Reading, read, refuse_crowds
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


class Ask(Protocol):
    def __call__(self, rules: Any, seats: int, *, by_card: bool) -> tuple[Question, ...]: ...


class Check(Protocol):
    def __call__(self, rules: Any, record: Any, table: Table) -> list[Problem]: ...


class ScoreHand(Protocol):
    def __call__(self, rules: Any, record: Any, table: Table) -> Score: ...


class Stand(Protocol):
    def __call__(self, rules: Any, scores: Sequence[Score], table: Table) -> Standing: ...


@dataclass(frozen=True, slots=True)
class Dealing:
    """What the player who begins a hand does, in the players' words."""

    short: str = gettext_noop("Deals")
    sentence: str = gettext_noop("%(name)s deals")
    question: str = gettext_noop("Who deals first")  # before the first hand


def the_deal_goes_on(standing: Standing, _table: Table) -> int | None:
    """Who would have dealt the next hand deals the first one of the next series."""
    return standing.dealer


class Settle(Protocol):
    def __call__(
        self,
        rules: Any,
        scores: Sequence[Score],
        table: Table,
        *,
        with_standard: bool = True,
    ) -> tuple[Transfer, ...]: ...


@dataclass(frozen=True)
class Game:
    """One game. `check` accepts any readable record; `score` any record whose only problem is to be unfinished.

    `check` holds for every record, also when a series is replayed, audited or imported. A refusal that came later goes
    into `check_new`, so that the records of before stay valid.
    """

    slug: str
    name: str
    about: str
    seats: tuple[int, ...]  # the numbers of players that it allows
    rules: type[BaseModel]
    record: TypeAdapter[Any]
    presets: Mapping[str, Preset]
    check: Check
    score: ScoreHand
    standing: Stand
    settle: Settle
    check_new: Check | None = None  # what a record must satisfy besides when it is recorded, or corrected
    fits: Callable[[Any, int], list[Problem]] | None = None  # what keeps so many players from playing by these rules
    shape: Callable[[Any, Any, Table], Any] | None = None  # of a hand that can be written down card by card
    card_seats: tuple[int, ...] = ()  # the numbers of players with which it can; empty: with all
    # The shapes among which a player chose with the cards in hand, by naming trump: the record's own is one of them.
    choices: Callable[[Any, Any, Table], Sequence[Any]] | None = None
    strong_suit: Callable[[Any, int], tuple[int, Sentence] | None] | None = None  # that beats the led one, and its name
    totals: Callable[[Any, int], TotalsEntry | None] | None = None  # by these rules, with so many seats
    has_form: bool = False  # its hands have an entry form of their own in the site
    asks: Ask | None = None  # what is asked of a hand besides its figures or its cards
    sides: Callable[[Any, int], tuple[tuple[int, ...], ...]] | None = None  # the seats of each team, where teams play
    throw_in: Callable[..., Any] | None = None  # (reason, play=None): the record of a deal that was given up, as JSON
    thrown_in_by: Callable[[Any], bool] | None = None  # do these rules know it? None: all rules do
    # The options, and their values, with which the table says when a series is over: all of them. None: it never does.
    open_ended: Mapping[str, Any] | None = None
    goal: Callable[[Any], Fraction | None] | None = None  # the total that a series is played to; None: by no total
    low_wins: Callable[[Any], bool] | None = None  # by these rules, is the lowest total the best?
    bonus_hands: str = ""  # what its players call hands for which the transfers pay a bonus; empty: there are none
    hands_below_zero: str = gettext_noop("Hands below zero")  # what its players call a hand that enters less than zero
    direction: Callable[[Any], Choice] | None = None  # in which play goes round, unless a hand's record says otherwise
    example: Example | None = None
    columns: tuple[Column, ...] = ()  # of its settlement table, besides the total
    # What each side has in its boxes after the earlier hands and their scores, where every side fills each once.
    boxes: Callable[[Any, Sequence[Score], Table], Boxes] | None = None
    joining: bool = False  # a player may take a further seat between hands: a record may be shorter than the table
    # Options that a series without them does not take from its preset when it is played again: there they are off.
    later_options: frozenset[str] = frozenset()
    title_field: str = ""  # of its rules, in which a table says what it plays: the game is called that then
    dealing: Dealing = Dealing()  # what beginning a hand is called
    next_first_dealer: Callable[[Standing, Table], int | None] = (
        the_deal_goes_on  # who deals first when the same players play again
    )
    place_names: tuple[str, ...] = ()  # what its source calls the places in the account, if not by their numbers
    _rules_reader: TypeAdapter[Any] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_rules_reader", TypeAdapter(self.rules))

    def standing_of(self, rules: Any, scores: Sequence[Score], table: Table) -> Standing:
        """`standing`, and the dealer as it is after a dealer whom the table has named.

        Who deals follows from the first dealer and the hands since. So a named one is the first dealer of those hands.
        """
        standing = self.standing(rules, scores, table)
        if not table.named_dealers:
            return standing
        dealer, since = table.deal_goes_on(scores)
        return replace(standing, dealer=self.standing(rules, since, Table(table.seats, dealer)).dealer)

    @property
    def default_preset(self) -> Preset:
        return next(iter(self.presets.values()))

    def sides_of(self, rules: Any, seats: int) -> tuple[tuple[int, ...], ...]:
        """Who plays together: each alone, where the game knows no teams."""
        return self.sides(rules, seats) if self.sides else tuple((seat,) for seat in range(seats))

    def lowest_wins(self, rules: Any) -> bool:
        return self.low_wins is not None and self.low_wins(rules)

    def has_an_end(self, rules: Any) -> bool:
        """Is a series over by itself, by these rules? Else it is over when the table stops."""
        if self.open_ended is None:
            return True
        return any(getattr(rules, name) != value for name, value in self.open_ended.items())

    def questions(self, rules: Any, seats: int, *, by_card: bool) -> tuple[Question, ...]:
        return self.asks(rules, seats, by_card=by_card) if self.asks else ()

    def problems_of_new(self, rules: Any, record: Any, table: Table) -> list[Problem]:
        """Every problem of a record that is about to be recorded, or that replaces another one."""
        problems = list(self.check(rules, record, table))
        if self.check_new and not blocks_scoring(problems):
            problems += self.check_new(rules, record, table)
        return problems

    def bonuses_of(self, score: Score) -> tuple[Transfer, ...]:
        """What is owed at once for a good hand. Points that are paid at once are no bonus."""
        return score.transfers if self.bonus_hands else ()

    def can_be_entered(self, rules: Any, seats: int) -> bool:
        """Can a hand be entered in a form, rather than only card by card?"""
        return self.has_form or (self.totals is not None and self.totals(rules, seats) is not None)

    def can_throw_in(self, rules: Any) -> bool:
        """Can a deal that was given up be recorded by these rules?"""
        return self.throw_in is not None and (self.thrown_in_by is None or self.thrown_in_by(rules))

    def has_cards(self, seats: int) -> bool:
        """Can a hand of so many players be written down card by card?"""
        return self.shape is not None and (not self.card_seats or seats in self.card_seats)

    @property
    def has_card_faces(self) -> bool:
        """Do its rules say which pack lies on the table?"""
        return CARD_FACES in self.rules.model_fields

    def card_faces(self, rules: Any) -> str:
        """Which pack lies on the table. A game without the choice is played with French cards."""
        return str(getattr(rules, CARD_FACES, "french"))

    def is_preset(self, slug: str, rules: Any) -> bool:
        """Are these the rules of that preset? Another pack on the table makes no difference: it is the same game."""
        preset = self.presets.get(slug)
        return preset is not None and _without_faces(preset.rules) == _without_faces(rules)

    def title_of(self, rules: Mapping[str, Any]) -> str:
        """The table's own name of the game, or nothing. Rules as JSON, as they are kept."""
        return str(rules.get(self.title_field) or "") if self.title_field else ""

    def read_rules(self, data: Any) -> Reading:
        """Rules from JSON, every problem named. What is left out has the default preset's value.

        A series' own rules are read by the model itself: an option that they do not have means what was played then.
        """
        if isinstance(data, Mapping):
            data = {**self.default_preset.rules.model_dump(mode="json"), **data}
        return read(self._rules_reader, data)

    def read_record(self, data: Any) -> Reading:
        return read(self.record, data)

    def rules_schema(self) -> dict[str, Any]:
        """A form is built from it.

        `prominent` marks what comes first in the form: "game" what is played, True what for.
        `shown_when` names other options and their values, outside which an option has nothing to say.
        """
        schema = self._rules_reader.json_schema()
        for name, value in self.default_preset.rules.model_dump(mode="json").items():
            schema["properties"][name]["default"] = value  # pydantic would write a fraction's default as text
        return schema

    def record_schema(self) -> dict[str, Any]:
        return self.record.json_schema()


def _without_faces(rules: BaseModel) -> dict[str, Any]:
    return rules.model_dump(exclude={CARD_FACES})


UNFINISHED = "unfinished"


def blocks_scoring(problems: Sequence[Problem]) -> bool:
    """An unfinished hand can be scored so far; any other problem has to be corrected first."""
    return any(problem.code != UNFINISHED for problem in problems)
