"""What can be done over the API, one line each: the OpenAPI description is made of it, and the page that people read.

Keyed by view and method. A view without its line fails a test.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeAlias

from pydantic import BaseModel

from games.contract import Frozen
from ledger.api import inputs, queries, shapes

Shape: TypeAlias = Any  # a model, or a type made of models
PDF, CSV = "application/pdf", "text/csv"


@dataclass(frozen=True)
class Operation:
    tag: str
    name: str  # what a program that is generated from the description calls it
    summary: str
    gives: Shape = None
    about: str = ""
    body: type[BaseModel] | None = None
    query: type[Frozen] | None = None
    status: int = 200
    media: str = "application/json"
    also: Mapping[int, str] = field(default_factory=dict)  # other statuses, with what they mean here
    open_to_all: bool = False
    can_be_out_of_date: bool = False


GAMES, CIRCLES, SERIES, HANDS, MONEY, FILES = "Games", "Circles and players", "Series", "Hands", "Money", "Files"
TAGS: Mapping[str, str] = MappingProxyType(
    {
        GAMES: "The rulebook. Nothing of it is stored.",
        CIRCLES: "The people who play together, and the money in which they count.",
        SERIES: "Hands by one set of rules, until somebody reaches the end.",
        HANDS: "One deal each. A hand is saved once or not at all.",
        MONEY: "The books of a circle. Every entry sums to zero.",
        FILES: "A series on paper, or for another program.",
    }
)

OPERATIONS: Mapping[str, Operation] = MappingProxyType(
    {
        "Games.get": Operation(
            GAMES,
            "list_games",
            "Every game, with its presets and the JSON Schemas of its rules and records",
            list[shapes.Game],
        ),
        "Judge.post": Operation(
            GAMES,
            "judge_record",
            "Read, check and score one record",
            shapes.Judgement,
            "Stores nothing, so a token that may only read is enough. A record that cannot be read is 422; one that is "
            "impossible or unfinished is answered with its problems.",
            body=inputs.JudgeInput,
        ),
        "Circles.get": Operation(
            CIRCLES, "list_circles", "The circles that the caller belongs to", list[shapes.Circle]
        ),
        "Circles.post": Operation(
            CIRCLES,
            "make_circle",
            "Make a circle; the caller owns it",
            shapes.Circle,
            body=inputs.CircleInput,
            status=201,
        ),
        "Circle.get": Operation(CIRCLES, "get_circle", "One circle", shapes.Circle),
        "Players.get": Operation(
            CIRCLES, "list_players", "The players of a circle, those who no longer play too", list[shapes.Player]
        ),
        "Players.post": Operation(
            CIRCLES, "add_player", "Add a player (owner)", shapes.Player, body=inputs.PlayerInput, status=201
        ),
        "CircleSeries.get": Operation(
            SERIES,
            "list_series",
            "The series of a circle, page by page",
            shapes.SeriesPage,
            "What is started meanwhile never shifts a page that is being read.",
            query=queries.SeriesQuery,
        ),
        "CircleSeries.post": Operation(
            SERIES,
            "start_series",
            "Start a series (scorer)",
            shapes.Series,
            "Rules are those of the preset, or of the game's first one, with what `rules` changes in them. The series "
            "keeps them.",
            body=inputs.SeriesInput,
            status=201,
        ),
        "Series.get": Operation(SERIES, "get_series", "A series with all its hands", shapes.Series),
        "Undo.post": Operation(
            SERIES,
            "undo",
            "Withdraw the latest hand (scorer)",
            shapes.Series,
            "It is kept as a withdrawn revision.",
            body=inputs.VersionInput,
            can_be_out_of_date=True,
        ),
        "Stop.post": Operation(
            SERIES,
            "stop_series",
            "End a series early (scorer)",
            shapes.Series,
            body=inputs.StopInput,
            can_be_out_of_date=True,
        ),
        "Reopen.post": Operation(
            SERIES,
            "reopen_series",
            "Open a series again (owner)",
            shapes.Series,
            "Posts the reversal of its settlement.",
            body=inputs.ReopenInput,
            can_be_out_of_date=True,
        ),
        "Settlement.get": Operation(
            SERIES, "get_settlement", "Who owes whom how much, and for what", shapes.Settlement
        ),
        "Hands.post": Operation(
            HANDS,
            "record_hand",
            "Record a hand (scorer)",
            shapes.Series,
            "Illegal plays do not stop a hand being saved: they are listed on it. A record that is unfinished, "
            "impossible or unreadable is 422 and nothing is written.",
            body=inputs.HandInput,
            status=201,
            can_be_out_of_date=True,
        ),
        "Corrections.post": Operation(
            HANDS,
            "correct_hand",
            "Correct a hand (scorer)",
            shapes.Series,
            "The earlier revision stays readable.",
            body=inputs.CorrectionInput,
            can_be_out_of_date=True,
        ),
        "Revisions.get": Operation(
            HANDS,
            "list_revisions",
            "Every revision of a hand, oldest first, the withdrawn ones too",
            list[shapes.Revision],
        ),
        "BalancesView.get": Operation(MONEY, "get_balances", "What each player is owed, or owes", shapes.Balances),
        "SettleUp.get": Operation(
            MONEY, "get_settle_up", "The fewest transfers that clear all balances", shapes.SettleUp
        ),
        "Payments.post": Operation(
            MONEY,
            "record_payment",
            "Write down money that changed hands (scorer)",
            shapes.PostedEntry,
            body=inputs.PaymentInput,
            status=201,
        ),
        "Entries.get": Operation(
            MONEY, "list_entries", "Every posting with its cause", shapes.EntryPage, query=queries.PageQuery
        ),
        "Sheet.get": Operation(
            FILES,
            "get_sheet",
            "The score sheet as PDF",
            query=queries.SheetQuery,
            media=PDF,
            also={503: "This server cannot make PDF sheets."},
        ),
        "ExportCsv.get": Operation(FILES, "export_csv", "One row for each hand", media=CSV),
        "ExportJson.get": Operation(
            FILES,
            "export_json",
            "All that is kept of a series, with its chain of events",
            dict[str, Any],
            "In the form of a file: its fields may change with its own `format`.",
        ),
    }
)
