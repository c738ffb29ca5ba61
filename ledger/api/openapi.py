"""The OpenAPI 3.1 description: drf-spectacular finds the addresses, operations.py says what can be done at each, and
the models of inputs.py, shapes.py and the games say what it looks like.

It is in English whatever the reader's language: programs and their authors are told one thing.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentRegistry
from pydantic import TypeAdapter

from games.contract import Game
from games.registry import BY_SLUG, GAMES
from ledger.api import shapes
from ledger.api.operations import OPERATIONS, TAGS, Operation
from ledger.api.problems import CONTENT_TYPE

Json = dict[str, Any]
PLACE = "#/components/schemas/"
ABOUT = (
    "Ids are opaque strings. Points are JSON numbers (8.5). Money is a string in the currency's main unit with "
    'its minor digits ("-18.50"). Times are ISO 8601 with offset. Seats count from 0. '
    "More fields may be added to any answer."
)
VISIBLE = "^[!-~]{1,200}$"

MEANINGS: Mapping[int, str] = {
    400: "The body cannot be read as JSON.",
    401: "There is no token, or it is not a good one.",
    403: "The caller may look here, but not do this.",
    404: "There is nothing here, or nothing for the caller to see.",
    409: "The series has moved on; `current` is what it is now, and nothing was written.",
    413: "The body is too large.",
    415: "The body is not application/json.",
    422: "Understood, but it cannot be. Nothing was written.",
    429: "Too often. `Retry-After` says how many seconds to wait.",
}


class OperationSchema(AutoSchema):
    """One operation, from its line in operations.py."""

    def get_operation(
        self,
        path: str,
        path_regex: str,  # noqa: ARG002  (drf-spectacular passes all of them)
        path_prefix: str,  # noqa: ARG002
        method: str,
        registry: ComponentRegistry,  # noqa: ARG002
    ) -> Json | None:
        told = OPERATIONS.get(f"{type(self.view).__name__}.{method.lower()}")
        return None if told is None else _operation(told, re.findall(r"{(\w+)}", path), method)


def _operation(told: Operation, places: list[str], method: str) -> Json:
    writes = method.upper() == "POST"
    content = {
        "operationId": told.name,
        "tags": [told.tag],
        "summary": told.summary,
        "description": told.about,
        "parameters": [*map(_place, places), *_asked(told), *(_KEY if writes else _KNOWN)],
        "requestBody": _body(told.body) if told.body else None,
        "responses": _responses(told, writes=writes, found=bool(places)),
    }
    return {name: value for name, value in content.items() if value}


def _place(name: str) -> Json:
    if name == "slug":
        schema: Json = {"type": "string", "enum": list(BY_SLUG)}
    elif name == "number":
        schema = {"type": "integer", "minimum": 1}
    else:
        schema = {"type": "string", "pattern": shapes.ID_PATTERN}
    return {"name": name, "in": "path", "required": True, "schema": schema}


def _asked(told: Operation) -> Iterable[Json]:
    """What is left out is simply not there: no null, and no default that says so."""
    for name, schema in (told.query.model_json_schema()["properties"] if told.query else {}).items():
        about = {"description": schema["description"]} if "description" in schema else {}
        said = {key: each for key, each in schema.items() if key not in ("anyOf", "description") and each is not None}
        value: Json = next((each for each in schema.get("anyOf", []) if each.get("type") != "null"), {})
        yield {"name": name, "in": "query", "schema": said | value} | about


_KEY: list[Json] = [
    {
        "name": "Idempotency-Key",
        "in": "header",
        "description": "1 to 200 visible characters. The same key, caller, path and body give the first answer again.",
        "schema": {"type": "string", "pattern": VISIBLE},
    }
]
_KNOWN: list[Json] = [
    {
        "name": "If-None-Match",
        "in": "header",
        "description": "The ETag of an earlier answer; 304 if it still holds.",
        "schema": {"type": "string"},
    }
]


def _body(model: Any) -> Json:
    return {"required": True, "content": {"application/json": {"schema": {"$ref": PLACE + model.__name__}}}}


# --- Answers ---------------------------------------------------------------------------------------------------------


def _responses(told: Operation, *, writes: bool, found: bool) -> Json:
    statuses = {401, 429} if not told.open_to_all else {429}
    statuses |= {404} if found else set()
    statuses |= {400, 403, 413, 415, 422} if writes else set()
    statuses |= {422} if told.query else set()
    statuses |= {409} if told.can_be_out_of_date else set()
    answers = {str(told.status): _success(told, writes=writes)}
    if not writes and not told.open_to_all:
        answers["304"] = {"description": "What the caller has still holds.", "headers": {"ETag": _ETAG}}
    meanings = {status: MEANINGS[status] for status in statuses} | dict(told.also)
    return answers | {str(status): _refusal(status, meanings[status]) for status in sorted(meanings)}


_ETAG: Json = {"schema": {"type": "string"}, "description": "For If-None-Match."}


def _success(told: Operation, *, writes: bool) -> Json:
    schema = {"type": "string"} if told.gives is None else _schema_of(told.gives)
    headers: Json = {} if writes or told.media == "text/csv" else {"ETag": _ETAG}
    if writes:
        headers["Idempotent-Replayed"] = {
            "schema": {"type": "string", "const": "true"},
            "description": "This is the answer to an earlier request with the same key.",
        }
    return {"description": told.summary, "headers": headers, "content": {told.media: {"schema": schema}}}


def _refusal(status: int, meaning: str) -> Json:
    headers: dict[int, Json] = {
        401: {"WWW-Authenticate": {"schema": {"type": "string"}, "required": True}},
        429: {"Retry-After": {"schema": {"type": "string", "pattern": "^[0-9]+$"}, "required": True}},
    }
    model = shapes.OutOfDate if status == 409 else shapes.Problem  # noqa: PLR2004
    content = {CONTENT_TYPE: {"schema": {"$ref": PLACE + model.__name__}}}
    return {"description": meaning, "content": content} | ({"headers": headers[status]} if status in headers else {})


# --- Models ----------------------------------------------------------------------------------------------------------


def _schema_of(shape: Any) -> Json:
    """A reference to a model, or what is made of such references."""
    if isinstance(shape, type) and issubclass(shape, shapes.Shape):
        return {"$ref": PLACE + shape.__name__}
    schema = TypeAdapter(shape).json_schema(mode="serialization", ref_template=PLACE + "{model}")
    return {name: value for name, value in schema.items() if name != "$defs"}


def _components() -> Json:
    """Every model of the API, and of each game its rules and its records under its own name."""
    models: Json = {}
    for told in OPERATIONS.values():
        _collect(models, told.gives or str, "serialization")
        _collect(models, told.body or str, "validation")
    for refused in (shapes.Problem, shapes.OutOfDate):
        _collect(models, refused, "serialization")
    new_series = models["SeriesInput"]
    for game in GAMES:
        models |= _game_models(game) | {f"{game.slug}.SeriesInput": _series_of(new_series, game)}
    models["SeriesInput"] = _told_apart(new_series["title"])
    return {name: _of_any_game(model) for name, model in models.items()}


def _collect(models: Json, shape: Any, mode: Any) -> None:
    schema = TypeAdapter(shape).json_schema(mode=mode, ref_template=PLACE + "{model}")
    models |= schema.pop("$defs", {})
    if schema.get("type") == "object" and "properties" in schema:
        models[schema["title"]] = schema


def _game_models(game: Game) -> Json:
    """`jaago-chalis.Rules`, `jaago-chalis.Record` and what these are made of."""
    template = f"{PLACE}{game.slug}.{{model}}"
    rules, record = _moved(game.rules_schema(), template), _moved(game.record_schema(), template)
    parts = {**rules.pop("$defs", {}), **record.pop("$defs", {})}
    named = {f"{game.slug}.{name}": part for name, part in parts.items()}
    about = {"title": f"Record of {game.name}"}
    own = {"Rules": rules | {"title": f"Rules of {game.name}"}, "Record": record | about}
    return named | {f"{game.slug}.{name}": schema for name, schema in own.items()}


def _moved(schema: Any, template: str) -> Any:
    """The same, with its references pointing into the components."""
    if isinstance(schema, list):
        return [_moved(each, template) for each in schema]
    if not isinstance(schema, dict):
        return schema
    moved = {name: _moved(value, template) for name, value in schema.items()}
    if isinstance(place := schema.get("$ref"), str):
        moved["$ref"] = template.format(model=place.rpartition("/")[2])
    return moved


def _of_any_game(schema: Any) -> Any:
    """Where any game's rules or record may stand, those of all games are offered."""
    if isinstance(schema, list):
        return [_of_any_game(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if kind := schema.get("x-of-any-game"):
        about = {name: schema[name] for name in ("title", "description") if name in schema}
        return {"anyOf": [{"$ref": f"{PLACE}{game.slug}.{kind}"} for game in GAMES]} | about
    return {name: _of_any_game(value) for name, value in schema.items()}


def _told_apart(title: str) -> Json:
    """What is said of a new series depends on its game."""
    mapping = {game.slug: f"{PLACE}{game.slug}.SeriesInput" for game in GAMES}
    variants = [{"$ref": place} for place in mapping.values()]
    return {"title": title, "oneOf": variants, "discriminator": {"propertyName": "game", "mapping": mapping}}


def _series_of(model: Json, game: Game) -> Json:
    preset = {"anyOf": [{"type": "string", "enum": list(game.presets)}, {"type": "null"}]}
    rules = {"anyOf": [{"$ref": f"{PLACE}{game.slug}.Rules"}, {"type": "null"}]}
    own = {
        "game": {"type": "string", "const": game.slug},
        "preset": model["properties"]["preset"] | preset,
        "rules": model["properties"]["rules"] | rules,
    }
    title = {"title": f"A new series of {game.name}"}
    return model | title | {"properties": model["properties"] | own}


# --- The whole -------------------------------------------------------------------------------------------------------


def complete(result: Json, **_more: Any) -> Json:
    """drf-spectacular's last step."""
    result["info"]["description"] = ABOUT
    result["components"] = {
        "schemas": _components(),
        "securitySchemes": {
            "token": {"type": "http", "scheme": "bearer", "description": "Made on the account page."},
        },
    }
    result["security"] = [{"token": []}]
    result["tags"] = [{"name": name, "description": about} for name, about in TAGS.items()]
    return result


@cache
def description() -> Json:
    with translation.override("en"):
        made: Json = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]
    return made
