"""Schemathesis sends valid and invalid requests to every call of the description. All its checks are on.

What is sent is the same in every run: nothing is drawn by chance, and the ids are fixed. Each request finds the circle
as it was before the first. `make test-all` runs it; every day the tests of the API compare single answers.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from django.db import transaction
from django.db.models import Model
from hypothesis import HealthCheck, Phase, settings

from games.game import Game
from games.registry import GAMES
from ledger.api.openapi import description
from ledger.api.tokens import make_token
from ledger.circles.models import Circle, Player
from ledger.circles.services.circles import make_circle
from ledger.circles.services.players import add_player
from ledger.config.wsgi import application
from ledger.series.models import Series
from ledger.series.services import Submit, record_hand
from ledger.series.starting import Agreement, start_series
from ledger.sheets import printer
from tests.games.random_hands import numbers_of_players
from tests.ledger.api.conftest import open_connection
from tests.ledger.conftest import make_user

__all__ = ["open_connection"]  # a fixture

CIRCLE = "a" * 12
PLAYERS = [letter * 12 for letter in "cdefghjkm"]
SERIES_OF = {game.slug: f"{letter * 11}b" for game, letter in zip(GAMES, "cdefghjkmnpqrstuvwxyz", strict=False)}
EXAMPLES, EXAMPLES_OF_A_GAME = 8, 2
# Calls whose body holds rules or records, with the schema of the body. They are made for each game.
TAKES_RECORDS = {
    "judge_record": "JudgeInput",
    "start_series": "SeriesInput",
    "record_hand": "HandInput",
    "correct_hand": "CorrectionInput",
}

pytestmark = [pytest.mark.slow, pytest.mark.thorough, pytest.mark.django_db]
CONFIG = schemathesis.Config.from_dict(
    {
        "generation": {"deterministic": True, "database": "none", "no-shrink": True},
        "checks": {
            # A body can match the schema and be impossible: thirteen tricks of the same card, a preset of another game.
            # The rulebook says so with 422, and no JSON Schema could.
            # 428 where there is neither If-Match nor base_version: OpenAPI cannot say that one of two is required.
            "positive_data_acceptance": {"expected-statuses": ["2xx", "304", "404", "409", "422", "428"]}
        },
    }
)


def document_of(game: type[Game]) -> dict[str, Any]:
    """The description with the ids that exist, as with others every answer would be 404; with the rules and records of
    this game alone, and its own example as one more body where it has one."""
    document: Any = description()
    known = {
        "circle_id": {"enum": [CIRCLE]},
        "series_id": {"enum": [SERIES_OF[game.slug]]},
        "number": {"enum": [1, 2]},
        "slug": {"enum": [game.slug]},
    }
    examples = {name: {"value": body} for name, body in bodies_of_the_example(game).items()}
    paths: dict[str, Any] = {}
    for path, methods in document["paths"].items():
        paths[path] = {}
        for method, operation in methods.items():
            parameters = [
                each | {"schema": each["schema"] | known.get(each["name"], {})} for each in operation["parameters"]
            ]
            paths[path][method] = operation | {"parameters": parameters}
            if example := examples.get(operation["operationId"]):
                content = operation["requestBody"]["content"]["application/json"] | {"examples": {"source": example}}
                paths[path][method]["requestBody"] = {"required": True, "content": {"application/json": content}}
    models = document["components"]["schemas"]
    sent = {name: _of_one_game(models[name], game.slug) for name in TAKES_RECORDS.values()}
    return document | {"paths": paths, "components": document["components"] | {"schemas": models | sent}}


def bodies_of_the_example(game: type[Game]) -> dict[str, Any]:
    if game.example is None:
        return {}
    record, seats, version = game.example.records[0], len(game.example.players), 1 + len(before_the_test(game))
    return {
        "judge_record": {"seats": seats, "record": record},
        "start_series": {"game": game.slug, "players": PLAYERS[:seats]},
        "record_hand": {"record": record, "base_version": version},
        "correct_hand": {"record": record, "base_version": version, "reason": "The wrong line"},
    }


def before_the_test(game: type[Game]) -> list[Any]:
    """Return the hands that the series of this game has before the test."""
    return list(game.example.records[:2]) if game.example else []


def _of_one_game(part: Any, game: str) -> Any:
    """The schema without its references to other games."""
    others = tuple(f"#/components/schemas/{each.slug}." for each in GAMES if each.slug != game)
    if isinstance(part, list):
        kept = [each for each in part if not (isinstance(each, dict) and each.get("$ref", "").startswith(others))]
        return [_of_one_game(each, game) for each in kept]
    if not isinstance(part, dict):
        return part
    return {
        name: _of_one_game(value, game)
        for name, value in part.items()
        if not (isinstance(value, str) and value.startswith(others))
    }


def schema_of(game: type[Game]) -> Any:
    schema = schemathesis.openapi.from_dict(document_of(game), config=CONFIG)
    schema.app = application
    return schema


@pytest.fixture(params=GAMES, ids=lambda game: game.slug)
def calls_of_a_game(request):
    request.node._nodeid = request.node.nodeid  # schemathesis 4.32 reads this name, which pytest 9.2 no longer sets
    return schema_of(request.param)


@pytest.fixture
def calls(request):
    request.node._nodeid = request.node.nodeid
    return schema_of(GAMES[0])


# The descriptions are made when a test runs, as this takes seconds.
other_calls = schemathesis.pytest.from_fixture("calls").exclude(operation_id=list(TAKES_RECORDS))
record_calls = schemathesis.pytest.from_fixture("calls_of_a_game").include(operation_id=list(TAKES_RECORDS))


@pytest.fixture
def secret(db, open_connection, monkeypatch, settings):
    """Make a circle and a series of each game with the first hands of its example, under fixed ids. Returns a token."""
    alice = make_user("Alice")
    settings.API_RATE = ""
    monkeypatch.setattr(Circle, "save", _with_fixed_id(CIRCLE))
    me = make_circle(owner=alice, name="Friday table", currency="NPR", language="en")
    players = []
    for one, name in zip(PLAYERS, "ABCDEFGHI", strict=True):
        monkeypatch.setattr(Player, "save", _with_fixed_id(one))
        players.append(add_player(circle=me.circle, name=name))
    for game in GAMES:
        monkeypatch.setattr(Series, "save", _with_fixed_id(SERIES_OF[game.slug]))
        count = len(game.example.players) if game.example else numbers_of_players(game)[0]
        series = start_series(
            me=me, agreed=Agreement(game, players[:count], game.default_preset.rules, Decimal("0.25"))
        )
        monkeypatch.undo()
        for version, record in enumerate(before_the_test(game), start=1):
            record_hand(series=series, submit=Submit(me, version), record=record)
    monkeypatch.setattr(printer, "WAITS", 60)  # a sheet is ready at the first request, on a busy machine too
    return make_token(user=alice)[1]


def _with_fixed_id(one: str) -> Any:
    def save(self: Model, *args: Any, **kwargs: Any) -> None:
        if self._state.adding:
            self.pk = one
        Model.save(self, *args, **kwargs)

    return save


@contextmanager
def taken_back() -> Iterator[None]:
    """Take back at the end of the block what was written in it."""
    cache.clear()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def settings_for(examples: int) -> settings:
    return settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),  # they measure time, and the machine may be busy
    )


def send(case: schemathesis.Case, secret: str) -> None:
    with taken_back():
        # This transport does not decompress answers.
        case.call_and_validate(headers={"Authorization": f"Bearer {secret}", "Accept-Encoding": "identity"})


@settings_for(EXAMPLES)
@other_calls.parametrize()
def test_every_call_matches_its_description(case, secret):
    send(case, secret)


@settings_for(EXAMPLES_OF_A_GAME)
@record_calls.parametrize()
def test_the_records_of_every_game_match_their_description(case, secret):
    send(case, secret)
