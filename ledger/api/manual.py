"""The API's description as people read it: the OpenAPI document, cut into what the page at /api/v1/docs shows."""

from functools import cache
from typing import Any

from games.registry import GAMES
from ledger.api.openapi import PLACE, description

Json = dict[str, Any]
COMMON_STATUSES = ("304", "400", "401", "403", "406", "413", "415", "429")  # explained once, at the top of the page


@cache
def manual() -> Json:
    """The context of api/docs.html."""
    document = description()
    models = document["components"]["schemas"]
    calls = [
        _call(path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    return {
        "about": document["info"]["description"],
        "chapters": [
            tag | {"calls": [call for call in calls if call["tag"] == tag["name"]]} for tag in document["tags"]
        ],
        # A name with a dot belongs to a game.
        "models": [_model(name, models[name]) for name in models if "." not in name],
        "games": [
            {
                "game": game,
                "models": [_model(name, models[name]) for name in models if name.startswith(f"{game.slug}.")],
            }
            for game in GAMES
        ],
    }


def _call(path: str, method: str, operation: Json) -> Json:
    bodies = operation.get("requestBody", {}).get("content", {})
    return {
        "name": operation["operationId"],
        "tag": operation["tags"][0],
        "method": method.upper(),
        "path": path.removeprefix("/api/v1/"),
        "summary": operation["summary"],
        "about": _plain(operation.get("description", "")),
        "query": [
            {"name": each["name"], "kinds": _kinds(each["schema"]), "about": _plain(each.get("description", ""))}
            for each in operation["parameters"]
            if each["in"] == "query"
        ],
        "body": [kind for body in bodies.values() for kind in _kinds(body["schema"])],
        "answers": [
            {
                "status": status,
                "about": "" if status < "300" else _plain(response["description"]),
                "kinds": [
                    kind
                    for media, body in response.get("content", {}).items()
                    for kind in _kinds(body["schema"], media)
                ],
            }
            for status, response in operation["responses"].items()
            if status not in COMMON_STATUSES
        ],
    }


def _model(name: str, schema: Json) -> Json:
    fields, required = schema.get("properties", {}), schema.get("required", [])
    return {
        "name": name,
        "about": _plain(schema.get("description", "")),
        "kinds": [] if fields else _kinds(schema),
        "fields": [
            {
                "name": field,
                "kinds": _kinds(each),
                "about": _plain(each.get("description", "")),
                # Every field of an answer is there; it is shown only for a body.
                "required": field in required and ("." in name or name.endswith("Input")),
            }
            for field, each in fields.items()
        ],
    }


def _plain(markdown: str) -> str:
    return markdown.replace("`", "")


def _kinds(schema: Json, media: str = "application/json", before: str = "") -> list[Json]:
    """A type in words, such as "list of Hand", where `model` has a table of its own."""
    if media not in ("application/json", "application/problem+json"):
        return [{"words": media, "model": ""}]
    if place := schema.get("$ref"):
        return [{"words": before, "model": place.removeprefix(PLACE)}]
    if "enum" not in schema and (several := schema.get("anyOf") or schema.get("oneOf")):
        kinds = [kind for each in several for kind in _kinds(each, media, before)]
        # The records of all games are one kind here: each game has a chapter of its own.
        of_games = [kind for kind in kinds if kind["model"].endswith((".Record", ".Rules", ".SeriesInput"))]
        others = [kind for kind in kinds if kind not in of_games]
        if of_games:
            name = of_games[0]["model"].partition(".")[2]
            return [{"words": f"{of_games[0]['words']}{name} of the game", "model": ""}, *others]
        return others
    if schema.get("type") == "array":
        return _kinds(schema.get("items", {}), media, f"{before}list of ")
    if "const" in schema or "enum" in schema:
        words = " | ".join(repr(each).replace("'", '"') for each in schema.get("enum", [schema.get("const")]))
    else:
        words = schema.get("format") or schema.get("type", "anything")
        if "minimum" in schema and "maximum" in schema:
            words += f", {schema['minimum']} to {schema['maximum']}"
        elif "maxLength" in schema:
            words += f", at most {schema['maxLength']} characters"
    return [{"words": before + words, "model": ""}]
