"""The lists of addresses and fields in docs/api.md: `make api-docs` writes them, `make api-docs-check` fails if they
are old.

The lists are made from the OpenAPI document. Each list stands between two lines that Markdown does not show:
`[//]: # (list: Money)`, with the name of a tag or of a model, and `[//]: # (end of the list)`.
"""

import os
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

import django

from scripts.data_folder import ROOT

Json = dict[str, Any]
FILE = ROOT / "docs" / "api.md"
LIST = re.compile(
    r"^\[//\]: # \(list: (?P<name>[^)\n]+)\)\n.*?^\[//\]: # \(end of the list\)$", re.MULTILINE | re.DOTALL
)
WIDTH = 150
MANY = 6  # a model that has all fields of another model, with so many fields or more, names that model instead
MOST_CHOICES = 6  # the schema alone has longer lists of choices


class Lists:
    """Makes the lists in the order of the page. Each model is listed once, and each description of a field too."""

    def __init__(self, document: Json) -> None:
        self.paths: Json = document["paths"]
        self.models: Json = document["components"]["schemas"]
        self.tags = [tag["name"] for tag in document["tags"]]
        self.listed: set[str] = set()
        self.described: set[tuple[str, str]] = set()

    def of_tag(self, tag: str) -> str:
        calls = [
            (path, method, call)
            for path, methods in self.paths.items()
            for method, call in methods.items()
            if tag in call["tags"]
        ]
        addresses = "\n".join(line for path, method, call in calls for line in self.of_call(path, method, call))
        nested = [name for _path, _method, call in calls for name in references(self.body_of(call))]
        answers = [name for _path, _method, call in calls for name in references(answer_of(call)[2])]
        return f"{addresses}\n\n{self.of_models(nested + answers)}".strip()

    def of_call(self, path: str, method: str, call: Json) -> Iterator[str]:
        """The address with its query and body, the answer and the summary; below these a line for each description."""
        address = re.sub(r"{(?:circle|series)_id}", "{id}", path.removeprefix("/api/v1/")).replace("_id}", "}")
        query = {parameter["name"]: parameter for parameter in call["parameters"] if parameter["in"] == "query"}
        body = self.body_of(call)
        status, kind, schema = answer_of(call)
        parts = [f"**`{method.upper()} {address}`**"]
        if query:
            parts.append(f"`?{'&'.join(query)}`")
        if body:
            parts.append(f"`{self.fields(body)}`")
        answer = [status] if status != "200" else []
        if kind:
            answer.append(f"`{self.kind(schema) if kind == 'application/json' else kind}`")
        about = f"{' '.join([*parts, '→', *answer])}: {call['summary']}. {call.get('description', '')}"
        yield wrapped(about.strip(), "- ", "  ")
        of_query = {name: {"description": parameter.get("description")} for name, parameter in query.items()}
        yield from self.descriptions(of_query | body.get("properties", {}), "  ")

    def body_of(self, call: Json) -> Json:
        content = call.get("requestBody", {}).get("content", {})
        body = self.resolved(content["application/json"]["schema"]) if content else {}
        if "oneOf" not in body:
            return body
        first, *others = [self.resolved(schema) for schema in body["oneOf"]]  # one for each game
        shared = {
            name: schema if all(other["properties"][name] == schema for other in others) else {}
            for name, schema in first["properties"].items()
        }
        return {**first, "properties": shared}

    def of_models(self, names: Iterable[str]) -> str:
        """List these models and the models in them, except models that were listed before."""
        parts, waiting = [], list(names)
        while waiting:
            name = waiting.pop(0)
            if name in self.listed or "." in name:  # the models of the games have a dot in their names
                continue
            self.listed.add(name)
            model = self.models[name]
            waiting = references(model) + waiting
            if "properties" in model:
                head = f"**`{name}`** `{self.fields(model)}` {model.get('description', '')}"
                parts.append("\n".join([wrapped(head.strip()), "", *self.descriptions(model["properties"])]).strip())
        return "\n\n".join(parts)

    def descriptions(self, properties: Json, indent: str = "") -> Iterator[str]:
        for name, schema in properties.items():
            text = schema.get("description")
            if text and (name, text) not in self.described:
                self.described.add((name, text))
                yield wrapped(f"`{name}`: {text}", f"{indent}- ", f"{indent}  ")

    def fields(self, model: Json) -> str:
        is_sent = model.get("additionalProperties") is False  # true for a request body
        required, base = model.get("required", []), self.base_of(model)
        written = [f"all of {base}"] if base else []
        base_fields = self.models[base]["properties"] if base else {}
        for name, schema in model["properties"].items():
            if name in base_fields:
                continue
            mark = "?" * (name not in required) if is_sent else "|null" * is_nullable(schema)
            kind = self.kind(schema)
            written.append(f"{name}{mark}: {kind}" if kind else f"{name}{mark}")
        return f"{{{', '.join(written)}}}"

    def base_of(self, model: Json) -> str | None:
        """Return the name of a model that was listed before and has many fields, if this model has all of them."""
        for name in sorted(self.listed):
            shared = self.models[name].get("properties", {})
            if MANY <= len(shared) < len(model["properties"]) and shared.items() <= model["properties"].items():
                return name
        return None

    def kind(self, schema: Json) -> str:
        """Return the type in short: a model, a choice, or a list of one of these. Empty for a plain value."""
        if "$ref" in schema:
            name = name_of(schema)
            model = self.models[name]
            return "" if "." in name else name if model.get("type") == "object" else self.kind(model)
        if schema.get("type") == "array":
            return f"[{self.kind(schema['items'])}]"
        if 1 < len(schema.get("enum", [])) <= MOST_CHOICES:
            return "|".join(f'"{choice}"' for choice in schema["enum"])
        kinds = [self.kind(choice) for choice in schema.get("anyOf", [])]
        return next(filter(None, kinds), "")

    def resolved(self, schema: Json) -> Json:
        model: Json = self.models[name_of(schema)] if "$ref" in schema else schema
        return model


def answer_of(call: Json) -> tuple[str, str, Json]:
    """The status, the media type and the schema of a success; the last two are empty where there is no body."""
    status = min(call["responses"])
    for kind, answer in call["responses"][status].get("content", {}).items():
        return status, kind, answer["schema"]
    return status, "", {}


def name_of(schema: Json) -> str:
    return str(schema["$ref"]).rpartition("/")[2]


def references(schema: Any) -> list[str]:
    """The names of the models in the schema, in their order."""
    if isinstance(schema, list):
        return [name for part in schema for name in references(part)]
    if not isinstance(schema, dict):
        return []
    own = [name_of(schema)] if isinstance(schema.get("$ref"), str) else []
    return own + [name for part in schema.values() for name in references(part)]


def is_nullable(schema: Json) -> bool:
    return any(choice.get("type") == "null" for choice in schema.get("anyOf", []))


def wrapped(text: str, first: str = "", others: str = "") -> str:
    return textwrap.fill(
        text, WIDTH, initial_indent=first, subsequent_indent=others, break_long_words=False, break_on_hyphens=False
    )


def with_lists(page: str, document: Json) -> str:
    """Return the page with new lists. Every tag of the document has to have a list."""
    lists = Lists(document)
    names = [match["name"] for match in LIST.finditer(page)]
    if missing := [tag for tag in lists.tags if tag not in names]:
        raise ValueError(f"No list for {', '.join(missing)}")

    def new_list(match: re.Match[str]) -> str:
        name = match["name"]
        fields = lists.of_tag(name) if name in lists.tags else lists.of_models([name])
        return f"[//]: # (list: {name})\n\n{fields}\n\n[//]: # (end of the list)"

    return LIST.sub(new_list, page)


def main(command: str) -> None:
    os.environ["LEDGER_DEBUG"] = "1"  # reading the schema needs Django, but neither a key nor hosts
    os.environ["DJANGO_SETTINGS_MODULE"] = "ledger.config.settings"
    django.setup()
    from ledger.api.openapi import description  # Django has to be set up first

    page = FILE.read_text(encoding="utf-8")
    new_page = with_lists(page, description())
    if command == "write":
        FILE.write_text(new_page, encoding="utf-8")
    elif new_page != page:
        sys.exit("The lists in docs/api.md are not those of the API's schema: run `make api-docs`.")


if __name__ == "__main__":
    main(sys.argv[1])
