"""The OpenAPI description, and the page that people read."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from unittest.mock import Mock

import jsonschema
import pytest
import yaml
from django.urls import URLPattern, get_resolver
from drf_spectacular.renderers import OpenApiYamlRenderer2
from rest_framework.exceptions import NotFound

from games.registry import GAMES
from ledger.api import openapi
from ledger.api.views import docs
from ledger.lib.ids import new_id
from ledger.lib.lru import LRUCache
from tests.ground.helpers import ROOT

pytestmark = pytest.mark.django_db
NOT_DESCRIBED = {"schema", "docs", "nothing"}


@pytest.fixture
def schema(client) -> dict[str, Any]:
    answer = client.get("/api/v1/schema")
    assert answer.headers["Content-Type"] == "application/json"
    return answer.json()


def test_the_description_is_openapi_3_1_as_json_and_yaml(client, schema):
    assert schema["openapi"] == "3.1.0"
    asked = [client.get("/api/v1/schema?format=yaml")]
    asked += [client.get("/api/v1/schema", headers={"Accept": kind}) for kind in ("application/yaml", "text/yaml")]
    for answer, kind in zip(asked, ("application/yaml", "application/yaml", "text/yaml"), strict=True):
        assert answer.headers["Content-Type"] == kind
        assert answer.content == asked[0].content
    assert yaml.load(asked[0].content, Loader=yaml.CSafeLoader) == schema
    assert client.get("/api/v1/schema?format=json", headers={"Accept": "*/*"}).json() == schema


def test_many_first_readers_get_one_description(monkeypatch):
    made: list[int] = []
    all_ask = Barrier(8)

    def make() -> dict[str, Any]:
        made.append(1)
        return {"openapi": "3.1.0"}

    def ask() -> dict[str, Any]:
        all_ask.wait(timeout=30)
        return openapi.description()

    monkeypatch.setattr(openapi, "DESCRIPTION", LRUCache(1))
    monkeypatch.setattr(openapi, "make_description", make)
    with ThreadPoolExecutor(8) as threads:
        answers = [thread.result() for thread in [threads.submit(ask) for _ in range(8)]]
    assert made == [1]
    assert all(answer is answers[0] for answer in answers)


def test_the_description_is_written_once_as_yaml(client, monkeypatch):
    first = client.get("/api/v1/schema?format=yaml").content
    monkeypatch.setattr(OpenApiYamlRenderer2, "render", None)
    assert client.get("/api/v1/schema?format=yaml").content == first


def test_a_problem_can_be_written_as_yaml(client, monkeypatch):
    monkeypatch.setattr(docs, "description", Mock(side_effect=NotFound))
    answer = client.get("/api/v1/schema?format=yaml")
    assert (answer.status_code, yaml.safe_load(answer.content)["status"]) == (404, 404)


def test_every_address_and_method_is_described(schema):
    described = {
        re.sub(r"{\w+}", "{}", path.removeprefix("/api/v1/")): set(methods) for path, methods in schema["paths"].items()
    }
    there: dict[str, set[str]] = {}
    resolvers = {str(each.pattern): each for each in get_resolver().url_patterns}
    for pattern in resolvers["api/v1/"].url_patterns:
        assert isinstance(pattern, URLPattern)
        if pattern.name not in NOT_DESCRIBED:
            view = pattern.callback.cls
            address = re.sub(r"<[\w:]+>", "{}", str(pattern.pattern))
            there[address] = {method for method in ("get", "post", "put", "patch", "delete") if hasattr(view, method)}
    assert len(there) > 20
    assert described == there


def test_every_call_has_a_unique_name_a_tag_and_a_summary(schema):
    calls = [operation for methods in schema["paths"].values() for operation in methods.values()]
    assert len({call["operationId"] for call in calls}) == len(calls)
    assert {call["tags"][0] for call in calls} == {tag["name"] for tag in schema["tags"]}
    assert all(call["summary"] for call in calls)


def test_generated_ids_match_their_description(schema):
    patterns = {
        parameter["schema"]["pattern"]
        for methods in schema["paths"].values()
        for operation in methods.values()
        for parameter in operation["parameters"]
        if parameter["name"] in ("circle_id", "series_id")
    }
    (pattern,) = patterns
    assert re.fullmatch(pattern, new_id())
    assert schema["components"]["schemas"]["Circle"]["properties"]["id"]["pattern"] == pattern


def test_every_reference_is_defined(schema):
    places = set()

    def walk(part: Any) -> None:
        if isinstance(part, dict):
            if isinstance(part.get("$ref"), str):
                places.add(part["$ref"])
            places.update((part.get("discriminator") or {}).get("mapping", {}).values())
            for inner in part.values():
                walk(inner)
        elif isinstance(part, list):
            for inner in part:
                walk(inner)

    walk(schema)
    assert len(places) > 30
    names = {place.removeprefix("#/components/schemas/") for place in places}
    assert names - set(schema["components"]["schemas"]) == set()
    assert "x-of-any-game" not in json.dumps(schema)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_each_game_has_its_rules_and_records(schema, game):
    models = schema["components"]["schemas"]
    assert set(models[f"{game.slug}.Rules"]["properties"]) == set(game.rules_model.model_fields)
    series = models[f"{game.slug}.SeriesInput"]
    assert series["properties"]["game"]["const"] == game.slug
    mapping = models["SeriesInput"]["discriminator"]["mapping"]
    assert mapping[game.slug] == f"#/components/schemas/{game.slug}.SeriesInput"
    validator = jsonschema.Draft202012Validator(
        {"$ref": f"#/components/schemas/{game.slug}.Record", "components": schema["components"]}
    )
    for record in game.example.records if game.example else ():
        validator.validate(record)
    assert not validator.is_valid({"nonsense": 1})


def test_every_operation_names_its_statuses(schema):
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            statuses = set(operation["responses"])
            assert statuses >= {"401", "429"}, path
            assert ("404" in statuses) == ("{" in path)
            if method in ("post", "patch"):
                assert statuses >= {"400", "403", "413", "415", "422"}
                takes_key = [each["name"] for each in operation.get("parameters", ())][-1:] == ["Idempotency-Key"]
                assert takes_key == (path != "/api/v1/check")
            elif method == "delete" and "409" not in statuses:
                assert statuses == {"204", "401", "403", "404", "406", "429"}
                assert "If-Match" not in [each["name"] for each in operation["parameters"]]
            elif method == "delete":
                assert statuses >= {"403", "409", "422", "428"}
                assert [each["name"] for each in operation["parameters"]][-1] == "If-Match"
            else:
                assert "304" in statuses
    hands = schema["paths"]["/api/v1/series/{series_id}/hands"]["post"]["responses"]
    assert hands["409"]["content"]["application/problem+json"]["schema"] == {"$ref": "#/components/schemas/OutOfDate"}


def test_the_page_is_the_manual(client):
    page = client.get("/api/v1/docs")
    assert page.headers["Content-Type"].startswith("text/html")
    text = page.content.decode()
    headings = re.findall("^## (.+)$", (ROOT / "docs" / "api.md").read_text(), re.MULTILINE)
    assert len(headings) > 10
    for heading in headings:
        assert re.search(f"<h2 id=[^>]+>{re.escape(heading)}</h2>", text)
    anchors = {place.split('"')[0] for place in text.split('href="#')[1:]}
    assert {anchor for anchor in anchors if f'id="{anchor}"' not in text} == set()
    assert '.md"' not in text
