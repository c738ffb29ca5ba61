"""What no view describes in the OpenAPI document: headers and refusals of the calls, and the models of the games.

The document is always in English, whatever language the reader has chosen.
"""

from typing import Any

from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema

from games.game import Game
from games.registry import GAMES
from ledger.api.formats import PROBLEM_TYPE, SchemaRenderer
from ledger.api.schemas.base import LARGEST_VERSION, MOMENT_SCHEMA, Problem
from ledger.api.schemas.series import OutOfDate
from ledger.api.schemas.series_input import MOST_HANDS_ASKED
from ledger.lib.lru import LRUCache

Json = dict[str, Any]
COMPONENTS = "#/components/schemas/"
OUT_OF_DATE = {(409, PROBLEM_TYPE): OutOfDate}  # for calls whose body says what the caller has seen of the series

MEANINGS = {
    400: "The body cannot be read as JSON.",
    401: "There is no token, or it is not valid.",
    403: "The caller may read this, but not change it.",
    404: "There is nothing here, or nothing that the caller may see.",
    406: "The answer has no format that `Accept` allows.",
    409: "The series has moved on, and `current` is the series now; or something else has to be done first, and "
    "`problems` says what. Nothing was written.",
    413: "The body is too large.",
    415: "The body is not application/json.",
    422: "The request can be read, but not carried out. Nothing was written.",
    428: "`If-Match` and `base_version` are missing.",
    429: "Too often. `Retry-After` says how many seconds to wait.",
    503: "This server cannot make PDF sheets.",
}
HEADERS_OF_REFUSALS: dict[int, Json] = {
    401: {"WWW-Authenticate": {"schema": {"type": "string"}, "required": True}},
    429: {"Retry-After": {"schema": {"type": "string", "pattern": "^[0-9]+$"}, "required": True}},
}
KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "1 to 200 visible characters. The same key, caller, path and body give the first answer again. "
    "What adds to a series keeps its key for good, whatever `base_version` is sent with it.",
    "schema": {"type": "string", "pattern": "^[!-~]{1,200}$"},
}
REPLAYED = {
    "schema": {"type": "string", "const": "true"},
    "description": "This is the answer to an earlier request with the same key.",
}
IF_NONE_MATCH = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The ETag of an earlier answer; 304 if it still holds.",
    "schema": {"type": "string"},
}
IF_MATCH = {
    "name": "If-Match",
    "in": "header",
    "description": "The version of the series that the writer has read, in quotes. Or `base_version` says it.",
    "schema": {"type": "string", "pattern": '^"[0-9]{1,9}"$'},
}
BASE_VERSION = {
    "name": "base_version",
    "in": "query",
    "description": "The version of the series that the writer has read. Or `If-Match` says it.",
    "schema": {"type": "integer", "minimum": 0, "maximum": LARGEST_VERSION},
}
PLAYED_AT = {
    "name": "played_at",
    "in": "query",
    "description": "When this was entered, by the clock of a phone without signal. An impossible time is corrected.",
    "schema": MOMENT_SCHEMA,
}
HANDS = {
    "name": "hands",
    "in": "query",
    "description": f"How many of the newest hands the answer has, up to {MOST_HANDS_ASKED}; all if left out.",
    "schema": {"type": "integer", "minimum": 1, "maximum": MOST_HANDS_ASKED},
}
BEFORE = {
    "name": "before",
    "in": "query",
    "description": "Only hands before this number.",
    "schema": {"type": "integer", "minimum": 1, "maximum": LARGEST_VERSION},
}
ETAG = {"schema": {"type": "string"}, "description": "For If-None-Match."}


class ApiSchema(AutoSchema):
    """Adds to each call its headers and the refusals that any call can get, so that no `@extend_schema` has to."""

    def get_auth(self) -> list[Json]:
        return []  # SECURITY in ledger/api/description.py says this once for all calls

    def map_renderers(self, attribute: str) -> list[Any]:
        return [getattr(SchemaRenderer, attribute)]  # the other renderers, such as the page for a browser, are left out

    def get_operation(self, path: str, *args: Any, **kwargs: Any) -> Json | None:
        operation: Json | None = super().get_operation(path, *args, **kwargs)
        if operation is None:
            return None
        writes, deletes, responses = self.method in ("POST", "PATCH"), self.method == "DELETE", operation["responses"]
        takes_version = deletes and "409" in responses  # revoking a link takes none
        keyed_write = writes and getattr(self.view, "takes_key", True)
        parameters = operation.setdefault("parameters", [])
        # A query parameter can be left out, but cannot be null: of "anyOf" only the schema that is not null stays.
        for parameter in parameters:
            schema = parameter["schema"]
            not_null = [option for option in schema.pop("anyOf", []) if option.get("type") != "null"]
            parameter["schema"] = {key: value for key, value in schema.items() if value is not None} | dict(*not_null)
        parameters += self.choice_of_hands(responses)
        statuses = {401, 406, 429}
        statuses |= {404} if "{" in path else set()
        statuses |= {422} if any(parameter["in"] == "query" for parameter in parameters) else set()
        if writes:
            statuses |= {400, 403, 413, 415, 422}
        if deletes:
            statuses |= {403}
        if takes_version:
            parameters += [BASE_VERSION, PLAYED_AT, KEY, IF_MATCH]
            statuses |= {422, 428}
        replayed, etag = {"Idempotent-Replayed": REPLAYED}, {"ETag": ETAG}
        without_key = {} if writes else etag
        headers = replayed if keyed_write or deletes else without_key
        for status, response in responses.items():
            response["description"] = MEANINGS.get(int(status), operation["summary"])
            if headers and status in ("200", "201"):
                response["headers"] = headers
        if not (writes or deletes):
            responses["304"] = {"description": "What the caller has still holds.", "headers": etag}
        problem = self.resolve_serializer(Problem, "response").ref  # type: ignore[arg-type]
        for status in statuses:
            responses[str(status)] = {
                "description": MEANINGS[status],
                "content": {PROBLEM_TYPE: {"schema": problem}},
                **({"headers": HEADERS_OF_REFUSALS[status]} if status in HEADERS_OF_REFUSALS else {}),
            }
        operation["responses"] = dict(sorted(responses.items()))
        if keyed_write:
            parameters += [KEY]
        elif not (writes or deletes):
            parameters += [IF_NONE_MATCH]
        return operation

    def choice_of_hands(self, responses: Json) -> list[Json]:
        """Return the parameters that choose hands, if the call answers with a series."""
        schemas = [body["schema"] for response in responses.values() for body in response.get("content", {}).values()]
        if {"$ref": f"{COMPONENTS}Series"} not in schemas:
            return []
        return [HANDS, BEFORE] if self.method == "GET" else [HANDS]


# --- The games' models -----------------------------------------------------------------------------------------------


def add_games(result: Json, **_more: Any) -> Json:
    """A postprocessing hook of drf-spectacular: adds each game's rules, records and body of a new series.

    For example `jaago-chalis.Rules`, `jaago-chalis.Record`, `jaago-chalis.SeriesInput` and models to which these refer.
    """
    models = result["components"]["schemas"]
    new_series, mapping = models["SeriesInput"], {}
    for game in GAMES:
        rules = _with_new_references(game.rules_schema(), game)
        record = _with_new_references(game.record_schema(), game)
        for name, part in {**rules.pop("$defs", {}), **record.pop("$defs", {})}.items():
            models[f"{game.slug}.{name}"] = part
        models[f"{game.slug}.Rules"] = rules | {"title": f"Rules of {game.name}"}
        models[f"{game.slug}.Record"] = record | {"title": f"Record of {game.name}"}
        of_game = {
            "game": {"type": "string", "const": game.slug},
            "preset": {"anyOf": [{"type": "string", "enum": list(game.presets)}, {"type": "null"}]},
            "rules": {"anyOf": [{"$ref": f"{COMPONENTS}{game.slug}.Rules"}, {"type": "null"}]},
        }
        fields = {name: schema | of_game.get(name, {}) for name, schema in new_series["properties"].items()}
        title = f"A new series of {game.name}"
        models[f"{game.slug}.SeriesInput"] = new_series | {"title": title, "properties": fields}
        mapping[game.slug] = f"{COMPONENTS}{game.slug}.SeriesInput"
    models["SeriesInput"] = {
        "title": new_series["title"],
        "oneOf": [{"$ref": reference} for reference in mapping.values()],
        "discriminator": {"propertyName": "game", "mapping": mapping},
    }
    result["components"]["schemas"] = {name: _of_any_game(models[name]) for name in sorted(models)}
    return result


def _with_new_references(schema: Any, game: type[Game]) -> Any:
    """Return a copy whose references lead to the document's components, and no longer to the schema's own `$defs`."""
    if isinstance(schema, list):
        return [_with_new_references(item, game) for item in schema]
    if not isinstance(schema, dict):
        return schema
    copy = {name: _with_new_references(value, game) for name, value in schema.items()}
    if isinstance(reference := schema.get("$ref"), str):
        copy["$ref"] = f"{COMPONENTS}{game.slug}.{reference.rpartition('/')[2]}"
    return copy


def _of_any_game(schema: Any) -> Any:
    """Replace a schema that has `x-of-any-game`, such as "Record", by a choice of the games' models of this name."""
    if isinstance(schema, list):
        return [_of_any_game(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if model := schema.get("x-of-any-game"):
        about = {name: schema[name] for name in ("title", "description") if name in schema}
        return {"anyOf": [{"$ref": f"{COMPONENTS}{game.slug}.{model}"} for game in GAMES]} | about
    return {name: _of_any_game(value) for name, value in schema.items()}


DESCRIPTION: LRUCache[Json] = LRUCache(1)


def description() -> Json:
    """Return the OpenAPI document. Each process makes it once: drf-spectacular cannot do so in two threads at once."""
    return DESCRIPTION.get_or_make("description", make_description)


def make_description() -> Json:
    with translation.override("en"):
        made: Json = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]
    return made
