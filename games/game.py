"""The base class of all games.

A game is a subclass of `Game`; its instances have the rules and the number of players of a series: `Jass(rules, 4)`.
Every game defines these attributes and methods, and a slug, a name and the like. All other methods default to "nothing
special".

    rules_model           a frozen pydantic model: the options by which a series is played
    record                reads the record of one hand from JSON, into one of several frozen pydantic models
    check                 every problem of a record, all at once
    score                 what a hand is worth, with lines that explain it
    standing              where the series stands after its hands
    settle                who owes whom how many points, and for what
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar

from pydantic import BaseModel, TypeAdapter

from games.contract import (
    CARD_FACES,
    Boxes,
    Dealing,
    Example,
    Preset,
    Score,
    SettlementColumn,
    Standing,
    Table,
    blocks_scoring,
)
from games.entry import Question, TotalsEntry
from games.kit.choices import Choice
from games.kit.plays import Direction, Shape
from games.kit.problems import Problem
from games.kit.reading import Reading, read
from games.kit.sentences import Sentence, gettext_noop
from games.kit.transfers import Transfer, nets


class Game(ABC):
    """A game, with the rules and the number of players of a series."""

    # The same for all series. The first preset is the default.
    slug: ClassVar[str]
    name: ClassVar[str]
    about: ClassVar[str]
    allowed_seats: ClassVar[tuple[int, ...]]  # the numbers of players
    rules_model: ClassVar[type[BaseModel]]
    record: ClassVar[TypeAdapter[Any]]
    presets: ClassVar[Mapping[str, Preset]]
    columns: ClassVar[tuple[SettlementColumn, ...]] = ()  # of its settlement table, besides the total
    example: ClassVar[Example | None] = None
    has_form: ClassVar[bool] = False  # the site has an entry form made for this game
    by_card: ClassVar[bool] = False  # a hand can be written down card by card: `shape` says which cards there are
    card_seats: ClassVar[tuple[int, ...]] = ()  # the numbers of players for `by_card`; empty: all
    names_trump: ClassVar[bool] = False  # a player names trump with the cards in hand: see `choices`
    # Players may join between hands, so the record of an earlier hand may be of fewer seats than the series has now.
    joining: ClassVar[bool] = False
    # What a player can declare, in the order in which pages show it. Empty: nobody declares.
    contracts: ClassVar[Sequence[Choice]] = ()
    title_field: ClassVar[str] = ""  # the option in which the table names the game that it plays
    # A series is open-ended if nothing but the table ends it. So is every series in which all options of one of these
    # sets have these values; an empty set stands for every series of the game.
    open_ended: ClassVar[Sequence[Mapping[str, Any]]] = ()
    # Options that the game got only after series had been played. They stay off when such a series is played again,
    # whatever its preset says, and are not listed with the rules of a series in which they are off.
    later_options: ClassVar[frozenset[str]] = frozenset()
    # Words of the players.
    bonus_hands: ClassVar[str] = ""  # for hands with a bonus; empty: there are none
    hands_below_zero: ClassVar[str] = gettext_noop("Hands below zero")  # for hands with points entered below zero
    dealing: ClassVar[Dealing] = Dealing()
    place_names: ClassVar[tuple[str, ...]] = ()  # for the places in the settlement; empty: pages show their numbers

    do_not_call_in_templates: ClassVar[bool] = True  # templates read attributes of the class
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

    # --- Methods that every game defines

    @abstractmethod
    def check(self, record: Any, table: Table) -> list[Problem]:
        """Return every problem of a record.

        A series that is replayed, audited or imported is checked too. So newer checks belong in `check_new`, and older
        records stay valid.
        """

    @abstractmethod
    def score(self, record: Any, table: Table) -> Score:
        """Return what a hand is worth. Its record may be unfinished, and has no other problem."""

    @abstractmethod
    def standing(self, scores: Sequence[Score], table: Table) -> Standing:
        """Return where a series stands after the hands with these scores."""

    @abstractmethod
    def settle(self, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
        """Return who owes whom how many points. A table that stops early may leave out standard money."""

    # --- Methods that some games override

    def fits(self) -> list[Problem]:
        """Return why this number of players, one of `allowed_seats`, cannot play by these rules."""
        return []

    def check_new(self, record: Any, table: Table) -> list[Problem]:  # noqa: ARG002
        """Return further problems of a record that is recorded now, or that corrects another record."""
        return []

    def fields_by_dealer(self, dealer: int | None) -> Mapping[str, Any]:  # noqa: ARG002
        """Return what a record may leave out, as JSON, because it follows from who deals the hand."""
        return {}

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side: of a team, or of one player where there are no teams."""
        return tuple((seat,) for seat in range(self.seats))

    @property
    def entry_sides(self) -> tuple[tuple[int, ...], ...]:
        """The groups of seats that each have a figure and a bid when a hand is entered.

        These are the sides, unless partners bid and win each for themselves.
        """
        return self.sides

    @property
    def totals(self) -> TotalsEntry | None:
        """How a hand is entered as one figure for each side; None if that is impossible. Not the totals of a series."""
        return None

    def questions(self, *, by_card: bool) -> tuple[Question, ...]:  # noqa: ARG002
        """Return the questions about a hand besides its figures or cards."""
        return ()

    def questions_at_end(self, record: Any, table: Table) -> tuple[Question, ...]:  # noqa: ARG002
        """Return the questions about a hand of which every card is known: those that the cards do not answer."""
        return self.questions(by_card=True)

    @staticmethod
    def record_of(answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return the record, as JSON, that the entry form's figures and answers make."""
        return dict(answers)

    @staticmethod
    def answers_of(record: Mapping[str, Any]) -> dict[str, Any]:
        """Return the figures and answers of the entry form from a record, as JSON: the reverse of `record_of`."""
        return dict(record)

    def answers_in(self, record: Any) -> Mapping[str, Any]:
        """Return what `answers_of` returns, for a record that is a model and not JSON."""
        if type(self).answers_of is Game.answers_of:
            fields: dict[str, Any] = vars(record)  # a record has a field for each question
            return fields
        return self.answers_of(self.record.dump_python(record, mode="json", exclude_none=True))

    @property
    def direction(self) -> Direction | None:
        """The direction of play, unless a hand's record has another one: None if the rules have no such option."""
        return getattr(self.rules, "direction", None)

    @property
    def goal(self) -> Fraction | None:
        """The total to which a series is played; None if there is none."""
        return None

    @property
    def low_wins(self) -> bool:
        """Is the lowest total the best?"""
        return False

    @property
    def has_an_end(self) -> bool:
        """Does a series end by its rules, and not only when the table stops?"""
        return not any(
            all(getattr(self.rules, name) == value for name, value in options.items()) for options in self.open_ended
        )

    def boxes(self, scores: Sequence[Score], table: Table) -> Boxes | None:  # noqa: ARG002
        """Return the boxes after the hands with these scores; None for a game without boxes."""
        return None

    def next_first_dealer(self, standing: Standing, table: Table) -> int | None:  # noqa: ARG002
        """Return who deals first when the same players play again: by default the next dealer."""
        return standing.dealer

    # --- Hands card by card

    @property
    def has_cards(self) -> bool:
        """Can a hand be written down card by card?"""
        return self.by_card and (not self.card_seats or self.seats in self.card_seats)

    def shape(self, record: Any, table: Table) -> Shape:
        """Return the shape of this hand: its seats and tricks, and the law that says which cards may be played."""
        raise NotImplementedError

    def choices(self, record: Any, table: Table) -> Sequence[Shape]:
        """Return the shape for each trump that a player could have named, the record's included: see playouts.py."""
        return [self.shape(record, table)]

    def strong_suit(self, record: Any, led: int) -> tuple[int, Sentence] | None:  # noqa: ARG002
        """Return the suit that beats the led suit, and a sentence that names it; None if there is no such suit."""
        return None

    # --- Deals that were given up

    @property
    def can_throw_in(self) -> bool:
        """Can a deal that was given up be recorded?"""
        return False

    @staticmethod
    def throw_in(reason: str, play: Any = None) -> dict[str, Any]:
        """Return the record of a deal that was given up, as JSON, with the cards played by then, if known."""
        return {"thrown_in": True, "reason": reason} | ({"play": play} if play else {})

    # --- The same for all games

    def standing_of(self, scores: Sequence[Score], table: Table) -> Standing:
        """Return `standing`, with the dealer corrected if the table has named dealers.

        `standing` derives the dealer from the first dealer and the hands. So it is called again with the latest named
        dealer as the first dealer of the hands since then.
        """
        standing = self.standing(scores, table)
        if not table.named_dealers:
            return standing
        dealer, since = table.since_named_dealer(scores)
        return replace(standing, dealer=self.standing(since, Table(table.seats, dealer)).dealer)

    def problems_of_new(self, record: Any, table: Table) -> list[Problem]:
        """Return every problem of a record that is recorded now, or that corrects another record."""
        problems = list(self.check(record, table))
        return problems if blocks_scoring(problems) else problems + self.check_new(record, table)

    def bonuses_of(self, score: Score) -> tuple[Transfer, ...]:
        """Return the bonuses of a hand. In a game without bonuses the transfers pay the points themselves."""
        return score.transfers if self.bonus_hands else ()

    def bonuses_by_seat(self, *scores: Score) -> tuple[Fraction, ...]:
        """Return each seat's net of the bonuses for these hands."""
        return nets([bonus for score in scores for bonus in self.bonuses_of(score)], self.seats)

    @property
    def can_be_entered(self) -> bool:
        """Can a hand be entered in a form, rather than only card by card?"""
        return self.has_form or self.totals is not None

    # --- Rules and records as JSON

    @staticmethod
    def card_faces(rules: Any) -> str:
        """Return which pack lies on the table: French cards in a game without this option."""
        return str(getattr(rules, CARD_FACES, "french"))

    @classmethod
    def is_preset(cls, slug: str, rules: Any) -> bool:
        """Return whether these are the rules of the preset, with any pack on the table."""
        preset = cls.presets.get(slug)
        return preset is not None and _without_faces(preset.rules) == _without_faces(rules)

    @classmethod
    def named_presets(cls) -> list[Preset]:
        """Return the presets that are known by a name of their own, as most templates of a scorecard are."""
        return [preset for preset in cls.presets.values() if preset.own_name or cls.title_of(dict(preset.rules))]

    @classmethod
    def nearest_preset(cls, rules: Mapping[str, Any]) -> Preset:
        """Return the preset with the fewest differences; of several, one with a name of its own, else the first.

        `rules` are JSON, as stored. The pack on the table does not count.
        """

        def distance(candidate: tuple[Preset, Mapping[str, Any]]) -> tuple[int, bool]:
            preset, published = candidate
            return sum(value != rules.get(name, value) for name, value in published.items()), not preset.own_name

        return min(_published(cls), key=distance)[0]

    @classmethod
    def named_preset(cls, rules: Mapping[str, Any]) -> Preset | None:
        """Return the preset by whose title people call a game with these rules, stored as JSON; None for the game's own
        name."""
        nearest = None if cls.title_field else cls.nearest_preset(rules)
        return nearest if nearest and nearest.own_name else None

    @classmethod
    def title_of(cls, rules: Mapping[str, Any]) -> str:
        """Return the table's own name for the game, or an empty string. `rules` are JSON, as stored."""
        return str(rules.get(cls.title_field) or "") if cls.title_field else ""

    @classmethod
    def preset_titled(cls, title: str) -> Preset | None:
        """Return the preset whose rules give the game this title; None for a title of the table's own."""
        titled = (preset for preset in cls.presets.values() if cls.title_of(dict(preset.rules)) == title)
        return next(titled, None) if title else None

    @classmethod
    def read_rules(cls, data: Any) -> Reading:
        """Read rules from JSON, or return every problem. Missing options get the default preset's values.

        Stored rules of a series are read by `rules_model` instead: its defaults say how older series were played.
        """
        if isinstance(data, Mapping):
            data = {**cls.default_preset.rules.model_dump(mode="json"), **data}
        return read(cls._rules_reader, data)

    @classmethod
    def read_record(cls, data: Any) -> Reading:
        return read(cls.record, data)

    @classmethod
    def rules_schema(cls) -> dict[str, Any]:
        """Return the JSON Schema of the rules, from which the start form is built.

        `prominent` marks options that come first: "game" for what is played, True for what is played for.
        `shown_when` has the values of other options with which an option has an effect.
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


@cache
def _published(game: type[Game]) -> list[tuple[Preset, Mapping[str, Any]]]:
    """Return each preset with its rules as JSON, without the pack."""
    return [(preset, preset.rules.model_dump(mode="json", exclude={CARD_FACES})) for preset in game.presets.values()]
