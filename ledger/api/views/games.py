"""The games, and the judging of a record, over HTTP. Nothing is stored but the receipt of a request with a key."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.contract import Table, blocks_scoring
from games.game import Game
from games.kit.problems import Problem
from games.kit.sentences import say
from games.registry import BY_SLUG, GAMES
from ledger.api.idempotency import StoredAnswer, Work, safe_to_repeat
from ledger.api.models import Receipt
from ledger.api.schemas.base import Fault, read_body
from ledger.api.schemas.games import Game as GameAnswer
from ledger.api.schemas.games import GameList, JudgeInput, Judgement
from ledger.face.card_names import PACKS
from ledger.lib.refusals import Refused
from ledger.series.wording import Names

TAG = "Games"


def rules_from(game: type[Game], preset: str | None, changes: Mapping[str, Any] | None) -> Any:
    """Return the rules of the preset, or of the default preset, with the caller's changes."""
    if preset is not None and preset not in game.presets:
        raise Refused(Problem("preset", "unknown_preset", say("This game has no such preset.")))
    base = game.presets[preset] if preset else game.default_preset
    reading = game.read_rules(base.rules.model_dump(mode="json") | dict(changes or {}))
    if reading.problems:
        raise Refused(
            *(Problem(f"rules.{fault.field}".rstrip("."), fault.code, fault.message) for fault in reading.problems)
        )
    return reading.value


class GamesView(APIView):
    @extend_schema(
        operation_id="list_games",
        tags=[TAG],
        summary="Every game, with its presets and the JSON Schemas of its rules and records",
        responses=GameList,
    )
    def get(self, _request: Request) -> Response:
        return Response(GameList([GameAnswer.of(game) for game in GAMES]))


class JudgeView(APIView):
    writes = False

    @extend_schema(
        operation_id="judge_record",
        tags=[TAG],
        summary="Read, check and score one record",
        description="Stores nothing, so a token that may only read is enough. A record that cannot be read is 422; one "
        "that is impossible or unfinished is answered with its problems.",
        parameters=[OpenApiParameter("slug", str, OpenApiParameter.PATH, enum=list(BY_SLUG))],
        request=JudgeInput,
        responses=Judgement,
    )
    @safe_to_repeat
    def post(self, request: Request, slug: str) -> Work:
        judgement = self._judge(request, slug)
        return lambda: StoredAnswer(judgement, status=200)

    def rebuild(self, request: Request, _receipt: Receipt) -> Judgement:
        return self._judge(request, self.kwargs["slug"])

    def _judge(self, request: Request, slug: str) -> Judgement:
        if slug not in BY_SLUG:
            raise Http404
        game_class, body = BY_SLUG[slug], read_body(JudgeInput, request)
        rules = rules_from(game_class, body.preset, body.rules)
        if body.seats not in game_class.allowed_seats:
            wrong_number = say("This game is not played by {count}.", count=body.seats)
            raise Refused(Problem("seats", "wrong_number", wrong_number))
        game = game_class(rules, body.seats)
        if problems := game.fits():
            raise Refused(*problems)
        table, reading = Table(body.seats), game.read_record(body.record)
        if reading.problems:
            raise Refused(*reading.problems)
        problems = game.problems_of_new(reading.value, table)
        score = None if blocks_scoring(problems) else game.score(reading.value, table)
        names = Names(pack=PACKS[game.card_faces(rules)])
        return Judgement.of(score, [Fault.of(problem, names) for problem in problems], names)
