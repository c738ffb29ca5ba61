"""The rulebook: games, and a record that is judged."""

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any

from django.utils.translation import gettext as _
from pydantic import Field, RootModel

from games import contract, game
from games.contract import Declared as ScoredDeclared
from games.contract import Frozen, Score
from games.kit import transfers
from games.kit.cards import CODES
from games.registry import BY_SLUG
from ledger.api.schemas.base import (
    Answer,
    AnyRules,
    Fault,
    Points,
    RulesInput,
    Seat,
    Seats,
    Slug,
)
from ledger.series.changes.change import Record
from ledger.series.wording import Names, in_words, option_label

JsonSchema = Annotated[dict[str, Any], Field(description="A JSON Schema.")]


class SeatCounts(Answer):
    min: int
    max: int
    allowed: list[int]


class Preset(Answer):
    slug: str
    title: str
    about: str
    rules: AnyRules


class Game(Answer):
    slug: str
    name: str
    about: str
    seats: SeatCounts
    presets: list[Preset]
    """The first is the default."""
    rules_schema: JsonSchema
    record_schema: JsonSchema

    @classmethod
    def of(cls, game: type[game.Game]) -> "Game":
        rules_schema, record_schema = _json_schemas(game.slug)
        return cls(
            slug=game.slug,
            name=_(game.name),
            about=_(game.about),
            seats=SeatCounts(
                min=min(game.allowed_seats), max=max(game.allowed_seats), allowed=list(game.allowed_seats)
            ),
            presets=[
                Preset(
                    slug=preset.slug,
                    title=_(preset.title),
                    about=_(preset.about),
                    rules=preset.rules.model_dump(mode="json"),
                )
                for preset in game.presets.values()
            ],
            rules_schema=rules_schema,
            record_schema=record_schema,
        )


class GameList(RootModel[list[Game]]):
    pass


@cache
def _json_schemas(slug: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the JSON Schemas of the rules and of the records, which are slow to make."""
    return BY_SLUG[slug].rules_schema(), BY_SLUG[slug].record_schema()


class Transfer(Answer):
    from_seat: Seat
    to_seat: Seat
    points: Points
    cause: str
    """`difference`, `standard`, `standard_doubled`, `big_hand`, `at_once`, or another cause that the game names."""

    @classmethod
    def of(cls, transfer: transfers.Transfer) -> "Transfer":
        return cls.made_of(transfer, from_seat=transfer.payer, to_seat=transfer.payee)


class IllegalPlay(Answer):
    """A card that should not have been played. It stays in the record, for the table to judge."""

    trick: int
    """Counted from 1."""
    seat: Seat
    played: str
    must: str
    could_have_played: list[str]
    shown_in: int | None
    """The trick in which a withheld card appeared, if it was not known before."""

    @classmethod
    def of(cls, play: contract.IllegalPlay) -> "IllegalPlay":
        could = [CODES[card] for card in play.could_have_played]
        return cls.made_of(play, played=CODES[play.played], could_have_played=could)


class ScoreLine(Answer):
    seat: Seat
    points: Points
    text: str


class JudgeInput(Frozen):
    seats: Seats
    record: Record
    preset: Slug | None = None
    rules: RulesInput | None = None


class Declared(Answer):
    """Who declared what, in games in which a player declares a contract."""

    seat: Seat
    partners: list[Seat]
    contract: str
    title: str
    """The players' word for the contract."""
    made: bool | None
    """True if the contract was made, false if it was lost, null if the hand has no winner."""

    @classmethod
    def of(cls, declared: ScoredDeclared | None) -> "Declared | None":
        return cls.made_of(declared, title=option_label(declared.title)) if declared else None


class Judgement(Answer):
    """For a record that cannot be scored, everything except `problems` is empty."""

    complete: bool
    points_won: list[Points] | None
    points_entered: list[Points] | None
    winners: list[Seat] | None
    """Who won each trick."""
    trick_points: list[Points] | None
    last_trick_winner: Seat | None
    lines: list[ScoreLine]
    bonuses: list[Transfer]
    declared: Declared | None
    missed: list[str]
    """What a side could have announced, in words."""
    reasoning: list[str]
    illegal_plays: list[IllegalPlay]
    warnings: list[Fault]
    """What is possible but doubtful. A hand with warnings can be saved, one with problems cannot."""
    problems: list[Fault]

    @classmethod
    def of(cls, score: Score | None, faults: Sequence[Fault], names: Names) -> "Judgement":
        if score is None:
            return cls(
                complete=False,
                points_won=None,
                points_entered=None,
                winners=None,
                trick_points=None,
                last_trick_winner=None,
                lines=[],
                bonuses=[],
                declared=None,
                missed=[],
                reasoning=[],
                illegal_plays=[],
                warnings=[],
                problems=list(faults),
            )
        return cls.made_of(
            score,
            complete=score.complete and not faults,
            lines=[ScoreLine.made_of(line, text=in_words(line.why, names)) for line in score.lines],
            bonuses=[Transfer.of(transfer) for transfer in score.transfers],
            declared=Declared.of(score.declared),
            missed=[in_words(sentence, names) for sentence in score.missed],
            reasoning=[in_words(step, names) for step in score.reasoning],
            illegal_plays=[IllegalPlay.of(play) for play in score.illegal_plays],
            warnings=[Fault.of(warning, names) for warning in score.warnings],
            problems=list(faults),
        )
