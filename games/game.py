"""What every game is: a class, bound to the rules and the number of players of a series.

A game is a subclass of `Game`, and an object of it is the game by certain rules for so many players: `Jass(rules, 4)`.
It has two frozen pydantic models and four methods that every game writes; what the other methods say by default means
"nothing special".

    rules_model, record   the house rules, and what was written down of one hand
    check                 every problem of a record, all at once
    score                 what a hand is worth, with lines that explain it
    standing              where the series stands after its hands
    settle                who owes whom how many points, and for what
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar

from pydantic import BaseModel, TypeAdapter

from games.contract import (
    CARD_FACES,
    Boxes,
    Column,
    Dealing,
    Example,
    Preset,
    Score,
    Standing,
    Table,
    blocks_scoring,
)
from games.entry import Question, TotalsEntry
from games.kit.choices import Choice
from games.kit.problems import Problem
from games.kit.reading import Reading, read
from games.kit.sentences import Sentence, gettext_noop
from games.kit.transfers import Transfer, nets


class Game(ABC):
    """One game, by the rules and for the number of players with which it was made."""

    # What the game says once. The first preset is the default.
    slug: ClassVar[str]
    name: ClassVar[str]
    about: ClassVar[str]
    allowed_seats: ClassVar[tuple[int, ...]]  # the numbers of players
    rules_model: ClassVar[type[BaseModel]]
    record: ClassVar[TypeAdapter[Any]]
    presets: ClassVar[Mapping[str, Preset]]
    columns: ClassVar[tuple[Column, ...]] = ()  # of its settlement table, besides the total
    example: ClassVar[Example | None] = None
    has_form: ClassVar[bool] = False  # its hands have an entry form of their own in the site
    by_card: ClassVar[bool] = False  # a hand can be written down card by card: `shape` says which cards there are
    card_seats: ClassVar[tuple[int, ...]] = ()  # the numbers of players with which it can; empty: with all
    names_trump: ClassVar[bool] = False  # with the cards in hand, so that there are `choices`
    joining: ClassVar[bool] = False  # a player may take a further seat between hands: a record may be shorter
    title_field: ClassVar[str] = ""  # of its rules, in which a table says what it plays: the game is called that then
    # The options, and their values, with which the table says when a series is over: all of them. None: it never does.
    open_ended: ClassVar[Mapping[str, Any] | None] = None
    # Options that a series without them does not take from its preset when it is played again: there they are off.
    later_options: ClassVar[frozenset[str]] = frozenset()
    # In the words of its players: hands for which the transfers pay a bonus (empty: there are none), hands that enter
    # less than zero, what the first player of a hand does, and the places in the account (empty: their numbers).
    bonus_hands: ClassVar[str] = ""
    hands_below_zero: ClassVar[str] = gettext_noop("Hands below zero")
    dealing: ClassVar[Dealing] = Dealing()
    place_names: ClassVar[tuple[str, ...]] = ()

    do_not_call_in_templates: ClassVar[bool] = True  # a template shows what the class says
    default_preset: ClassVar[Preset]
    has_card_faces: ClassVar[bool]  # do its rules say which pack lies on the table?
    _rules_reader: ClassVar[TypeAdapter[Any]]

    def __init_subclass__(cls) -> None:
        if hasattr(cls, "presets"):
            cls.default_preset = next(iter(cls.presets.values()))
            cls.has_card_faces = CARD_FACES in cls.rules_model.model_fields
            cls._rules_reader = TypeAdapter(cls.rules_model)

    def __init__(self, rules: Any, seats: int) -> None:
        self.rules, self.seats = rules, seats

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), self.seats))

    # --- What every game writes

    @abstractmethod
    def check(self, record: Any, table: Table) -> list[Problem]:
        """Every problem of any readable record, also when a series is replayed, audited or imported.

        A refusal that came later goes into `check_new`, so that the records of before stay valid.
        """

    @abstractmethod
    def score(self, record: Any, table: Table) -> Score:
        """What a record is worth whose only problem may be to be unfinished."""

    @abstractmethod
    def standing(self, scores: Sequence[Score], table: Table) -> Standing: ...

    @abstractmethod
    def settle(self, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]: ...

    # --- What some games say

    def fits(self) -> list[Problem]:
        """What keeps so many players from playing by these rules."""
        return []

    def check_new(self, record: Any, table: Table) -> list[Problem]:  # noqa: ARG002
        """What a record must satisfy besides when it is recorded, or corrected."""
        return []

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each team: each player alone, where the game knows no teams."""
        return tuple((seat,) for seat in range(self.seats))

    @property
    def totals(self) -> TotalsEntry | None:
        """How a hand is entered as one figure for each side; None if it cannot be."""
        return None

    def questions(self, *, by_card: bool) -> tuple[Question, ...]:  # noqa: ARG002
        """What is asked of a hand besides its figures or its cards."""
        return ()

    @property
    def direction(self) -> Choice | None:
        """In which play goes round, unless a hand's record says otherwise."""
        return None

    @property
    def goal(self) -> Fraction | None:
        """The total that a series is played to; None: by no total."""
        return None

    @property
    def low_wins(self) -> bool:
        """Is the lowest total the best?"""
        return False

    @property
    def has_an_end(self) -> bool:
        """Is a series over by itself? Else it is over when the table stops."""
        if self.open_ended is None:
            return True
        return any(getattr(self.rules, name) != value for name, value in self.open_ended.items())

    def boxes(self, scores: Sequence[Score], table: Table) -> Boxes | None:  # noqa: ARG002
        """What each side has in its boxes after the earlier hands, where every side fills each once."""
        return None

    def next_first_dealer(self, standing: Standing, table: Table) -> int | None:  # noqa: ARG002
        """Who deals first when the same players play again: who would have dealt the next hand."""
        return standing.dealer

    # --- Hands card by card

    @property
    def has_cards(self) -> bool:
        """Can a hand be written down card by card?"""
        return self.by_card and (not self.card_seats or self.seats in self.card_seats)

    def shape(self, record: Any, table: Table) -> Any:
        """Of the hand of this record: which cards there are, and which may be played."""
        raise NotImplementedError

    def choices(self, record: Any, table: Table) -> Sequence[Any]:
        """The shapes among which a player chose by naming trump, the record's own among them."""
        return [self.shape(record, table)]

    def strong_suit(self, record: Any, led: int) -> tuple[int, Sentence] | None:  # noqa: ARG002
        """The suit that beats the led one, and its name."""
        return None

    # --- Deals that were given up

    @property
    def can_throw_in(self) -> bool:
        """Can a deal that was given up be recorded?"""
        return False

    @staticmethod
    def throw_in(reason: str, play: Any = None) -> Any:
        """The record of a deal that was given up, as JSON."""
        raise NotImplementedError

    # --- The same for all games

    def standing_of(self, scores: Sequence[Score], table: Table) -> Standing:
        """`standing`, and the dealer as it is after a dealer whom the table has named.

        Who deals follows from the first dealer and the hands since. So a named one is the first dealer of those hands.
        """
        standing = self.standing(scores, table)
        if not table.named_dealers:
            return standing
        dealer, since = table.deal_goes_on(scores)
        return replace(standing, dealer=self.standing(since, Table(table.seats, dealer)).dealer)

    def problems_of_new(self, record: Any, table: Table) -> list[Problem]:
        """Every problem of a record that is about to be recorded, or that replaces another one."""
        problems = list(self.check(record, table))
        return problems if blocks_scoring(problems) else problems + self.check_new(record, table)

    def bonuses_of(self, score: Score) -> tuple[Transfer, ...]:
        """What is owed at once for a good hand. Points that are paid at once are no bonus."""
        return score.transfers if self.bonus_hands else ()

    def bonuses_by_seat(self, *scores: Score) -> tuple[Fraction, ...]:
        """What each seat receives in bonuses for these hands; negative is what it pays."""
        return nets([bonus for score in scores for bonus in self.bonuses_of(score)], self.seats)

    @property
    def can_be_entered(self) -> bool:
        """Can a hand be entered in a form, rather than only card by card?"""
        return self.has_form or self.totals is not None

    # --- Rules and records as JSON

    @staticmethod
    def card_faces(rules: Any) -> str:
        """Which pack lies on the table. A game without the choice is played with French cards."""
        return str(getattr(rules, CARD_FACES, "french"))

    @classmethod
    def is_preset(cls, slug: str, rules: Any) -> bool:
        """Are these the rules of that preset? Another pack on the table makes no difference: it is the same game."""
        preset = cls.presets.get(slug)
        return preset is not None and _without_faces(preset.rules) == _without_faces(rules)

    @classmethod
    def title_of(cls, rules: Mapping[str, Any]) -> str:
        """The table's own name of the game, or nothing. Rules as JSON, as they are kept."""
        return str(rules.get(cls.title_field) or "") if cls.title_field else ""

    @classmethod
    def read_rules(cls, data: Any) -> Reading:
        """Rules from JSON, every problem named. What is left out has the default preset's value.

        A series' own rules are read by the model itself: an option that they do not have means what was played then.
        """
        if isinstance(data, Mapping):
            data = {**cls.default_preset.rules.model_dump(mode="json"), **data}
        return read(cls._rules_reader, data)

    @classmethod
    def read_record(cls, data: Any) -> Reading:
        return read(cls.record, data)

    @classmethod
    def rules_schema(cls) -> dict[str, Any]:
        """A form is built from it.

        `prominent` marks what comes first in the form: "game" what is played, True what for.
        `shown_when` names other options and their values, outside which an option has nothing to say.
        """
        schema = cls._rules_reader.json_schema()
        for name, value in cls.default_preset.rules.model_dump(mode="json").items():
            schema["properties"][name]["default"] = value  # pydantic would write a fraction's default as text
        return schema

    @classmethod
    def record_schema(cls) -> dict[str, Any]:
        return cls.record.json_schema()


def _without_faces(rules: BaseModel) -> dict[str, Any]:
    return rules.model_dump(exclude={CARD_FACES})
