"""The rulebook over HTTP. Nothing here is stored."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from games.contract import Game, Table, blocks_scoring
from games.kit.problems import Problem
from games.kit.sentences import say
from games.registry import BY_SLUG, GAMES
from ledger.api import inputs, outputs
from ledger.api.base import ApiView, understood
from ledger.api.idempotency import Work, safe_to_repeat
from ledger.api.problems import shown
from ledger.lib.refusals import Refused


def find_game(slug: str) -> Game:
    if slug not in BY_SLUG:
        raise Http404
    return BY_SLUG[slug]


def rules_from(game: Game, preset: str | None, changes: Mapping[str, Any] | None) -> Any:
    """A preset, or the default one, with what the caller changes in it."""
    if preset is not None and preset not in game.presets:
        raise Refused(Problem("preset", "unknown_preset", say("This game has no such preset.")))
    base = game.presets[preset] if preset else game.default_preset
    reading = game.read_rules(base.rules.model_dump(mode="json") | dict(changes or {}))
    if reading.problems:
        raise Refused(*(Problem(f"rules.{p.field}".rstrip("."), p.code, p.message) for p in reading.problems))
    return reading.value


class Games(ApiView):
    def get(self, _request: Request) -> Response:
        return Response([outputs.game(game) for game in GAMES])


class Judge(ApiView):
    """Reads, checks and scores one record."""

    writes = False

    @safe_to_repeat
    def post(self, request: Request, slug: str) -> Work:
        judged = _judged(find_game(slug), understood(inputs.JudgeInput, request))
        return lambda: Response(judged)


def _judged(game: Game, asked: inputs.JudgeInput) -> dict[str, Any]:
    rules = rules_from(game, asked.preset, asked.rules)
    table = _table(game, rules, asked.seats)
    reading = game.read_record(asked.record)
    if reading.problems:
        raise Refused(*reading.problems)
    problems = game.check(rules, reading.value, table)
    told = {"problems": [shown(problem) for problem in problems]}
    if blocks_scoring(problems):
        return _NOTHING | told
    judged = outputs.judgement(game.score(rules, reading.value, table), ())
    return judged | told | {"complete": judged["complete"] and not problems}


# What is said of a record that cannot be scored.
_NOTHING: dict[str, Any] = {
    "complete": False,
    "points_won": None,
    "points_entered": None,
    "winners": None,
    "trick_points": None,
    "last_trick_winner": None,
    "lines": [],
    "bonuses": [],
    "reasoning": [],
    "illegal_plays": [],
}


def _table(game: Game, rules: Any, seats: int) -> Table:
    if seats not in game.seats:
        raise Refused(Problem("seats", "wrong_number", say("This game is not played by {count}.", count=seats)))
    if game.fits and (problems := game.fits(rules, seats)):
        raise Refused(*problems)
    return Table(seats)
