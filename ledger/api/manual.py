"""The API's description as people read it: the same OpenAPI document, cut into what a page shows."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from games.contract import Game
from games.registry import GAMES
from ledger.api.openapi import PLACE, description
from ledger.api.operations import TAGS

Json = dict[str, Any]
COMMON = ("400", "401", "403", "413", "415", "429")  # said once, at the top


@dataclass(frozen=True)
class Kind:
    """A type in words: "list of Hand", where the last word may lead to its own table."""

    words: str
    model: str = ""

    @property
    def anchor(self) -> str:
        return anchor(self.model)


@dataclass(frozen=True)
class Field:
    name: str
    kinds: tuple[Kind, ...]
    about: str
    required: bool


@dataclass(frozen=True)
class Answer:
    status: str
    about: str


@dataclass(frozen=True)
class Call:
    name: str
    method: str
    path: str
    summary: str
    about: str
    asked: tuple[Field, ...]
    body: tuple[Field, ...]
    gives: tuple[Kind, ...]
    status: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class Chapter:
    title: str
    about: str
    calls: tuple[Call, ...]


@dataclass(frozen=True)
class Model:
    name: str
    title: str
    about: str
    fields: tuple[Field, ...]
    kinds: tuple[Kind, ...]  # where it is one of several models, or a plain value

    @property
    def anchor(self) -> str:
        return anchor(self.name)


@dataclass(frozen=True)
class GameModels:
    name: str
    slug: str
    presets: tuple[str, ...]
    models: tuple[Model, ...]


def anchor(model: str) -> str:
    return f"model-{model}"


@cache
def chapters() -> tuple[Chapter, ...]:
    calls: dict[str, list[Call]] = {tag: [] for tag in TAGS}
    for path, methods in description()["paths"].items():
        for method, operation in methods.items():
            calls[operation["tags"][0]].append(_call(path, method, operation))
    return tuple(Chapter(tag, about, tuple(calls[tag])) for tag, about in TAGS.items())


@cache
def models() -> tuple[Model, ...]:
    """Those of the API itself; a name with a dot is a game's, and what is sent stands with its call."""
    schemas = description()["components"]["schemas"]
    told = [name for name in sorted(schemas) if "." not in name and not name.endswith("Input")]
    # Every field of an answer is there, so that none need be called needed.
    return tuple(_model(name, {**schemas[name], "required": []}) for name in told)


@cache
def games() -> tuple[GameModels, ...]:
    schemas = description()["components"]["schemas"]
    own = {
        game.slug: [_model(name, schema) for name, schema in schemas.items() if _is_of(game, name)] for game in GAMES
    }
    return tuple(GameModels(game.name, game.slug, tuple(game.presets), tuple(own[game.slug])) for game in GAMES)


def _is_of(game: Game, name: str) -> bool:
    return name.startswith(f"{game.slug}.") and not name.endswith("SeriesInput")


def _call(path: str, method: str, operation: Json) -> Call:
    statuses = operation["responses"]
    done = next(status for status in statuses if status.startswith("2"))
    content = next(iter(statuses[done]["content"].items()))
    return Call(
        name=operation["operationId"],
        method=method.upper(),
        path=path.removeprefix("/api/v1/"),
        summary=operation["summary"],
        about=operation.get("description", "").replace("`", ""),
        asked=tuple(_parameter(each) for each in operation.get("parameters", []) if each["in"] == "query"),
        body=_body(operation),
        gives=_kinds(content[1]["schema"]) if content[0] == "application/json" else (Kind(content[0]),),
        status=done,
        answers=tuple(
            Answer(status, told["description"].replace("`", ""))
            for status, told in statuses.items()
            if status not in (done, "304", *COMMON)
        ),
    )


def _parameter(told: Json) -> Field:
    return Field(told["name"], _kinds(told["schema"]), told.get("description", "").replace("`", ""), required=False)


def _body(operation: Json) -> tuple[Field, ...]:
    if "requestBody" not in operation:
        return ()
    schema = _resolved(operation["requestBody"]["content"]["application/json"]["schema"])
    if "oneOf" not in schema:
        return tuple(_fields(schema))
    # One model for each game, with the same fields: only what may stand in them differs.
    common = {"game": (Kind("the slug of a game"),), "preset": (Kind("the slug of one of its presets"),)}
    return tuple(
        replace(each, kinds=common.get(each.name, each.kinds)) for each in _fields(_resolved(schema["oneOf"][0]))
    )


def _resolved(schema: Json) -> Json:
    if place := schema.get("$ref"):
        found: Json = description()["components"]["schemas"][place.removeprefix(PLACE)]
        return found
    return schema


def _model(name: str, schema: Json) -> Model:
    about = schema.get("description", "").replace("`", "")
    short = name.partition(".")[2] or name
    kinds = () if schema.get("properties") else _kinds(schema)
    return Model(name, short, about, tuple(_fields(schema)), kinds)


def _fields(schema: Json) -> Iterator[Field]:
    required = schema.get("required", [])
    for name, each in schema.get("properties", {}).items():
        yield Field(name, _kinds(each), _about(name, each), name in required)


def _about(name: str, schema: Json) -> str:
    """A title that only repeats the name says nothing."""
    title = schema.get("title", "")
    about = schema.get("description") or ("" if title.lower().replace(" ", "_") == name else title)
    return str(about).replace("`", "")


# --- Types in words --------------------------------------------------------------------------------------------------


def _kinds(schema: Json, before: str = "") -> tuple[Kind, ...]:
    if place := schema.get("$ref"):
        return (Kind(before, place.removeprefix(PLACE)),)
    several = schema.get("anyOf") or schema.get("oneOf")
    if several and "enum" not in schema:
        return tuple(_merged(kind for each in several for kind in _kinds(each, before)))
    if schema.get("type") == "array":
        return _kinds(schema.get("items", {}), f"{before}list of ")
    return (Kind(before + _plain(schema)),)


def _merged(kinds: Iterable[Kind]) -> Iterator[Kind]:
    """Of a record of any game there is one kind for each, which is told in a word."""
    of_games = False
    for kind in kinds:
        if "." in kind.model and kind.model.endswith((".Record", ".Rules")):
            if not of_games:
                yield Kind(f"{kind.words}{kind.model.rpartition('.')[2].lower()} of the game")
            of_games = True
        else:
            yield kind


def _plain(schema: Json) -> str:
    if "const" in schema:
        return repr(schema["const"]).replace("True", "true").replace("False", "false").replace("'", '"')
    if "enum" in schema:
        return " | ".join(f'"{each}"' if isinstance(each, str) else str(each) for each in schema["enum"])
    kind = schema.get("format") or schema.get("type", "anything")
    low = schema.get("minimum")
    high = schema.get("maximum", None if "exclusiveMaximum" not in schema else schema["exclusiveMaximum"] - 1)
    if low is not None and high is not None:
        return f"{kind}, {low} to {high}"
    return f"{kind}, at most {schema['maxLength']} characters" if "maxLength" in schema else str(kind)
