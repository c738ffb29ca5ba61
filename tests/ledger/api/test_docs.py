"""The examples in docs/api.md, carried out in their order; and its limits against the code."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings

from ledger.api.idempotency import KEPT_FOR
from ledger.api.openapi import description
from ledger.lib.strict_json import MOST_DEPTH
from scripts.api_docs import with_lists
from tests.ground.helpers import ROOT
from tests.ledger.api.conftest import Program

PAGE = (ROOT / "docs" / "api.md").read_text()
EXAMPLE = re.compile(
    r"^```http\n(?P<method>GET|POST|PATCH|DELETE) (?P<path>\S+)\n(?:(?P<body>\{.*\})\n)?"
    r"→ (?P<status>\d+)\n(?:(?P<answer>.+)\n)?```$",
    re.MULTILINE,
)


class Walk:
    """Remembers the ids for the placeholders."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.ids: dict[str, str] = {}

    def filled(self, text: str) -> str:
        for name, one in self.ids.items():
            text = text.replace(f"{{{name}}}", one)
        return text

    def carry_out(self, example: re.Match[str]) -> None:
        path = self.filled(example["path"])
        if example["method"] == "POST":
            answer = self.program.post(path, self.filled(example["body"]))
        elif example["method"] == "PATCH":
            answer = self.program.patch(path, self.filled(example["body"]))
        elif example["method"] == "DELETE":
            answer = self.program.delete(path)
        else:
            answer = self.program.get(path)
        assert answer.status_code == int(example["status"]), (example[0], answer.content)
        if example["answer"] is None:
            assert answer.content == b""
            return
        found: Any = answer.json()
        if answer.status_code == 201:
            self.remember(path, found)
        assert_contains(found, json.loads(self.filled(example["answer"])), example[0])

    def remember(self, path: str, found: Any) -> None:
        kind = path.rpartition("/")[2]
        if kind == "circles":
            self.ids["circle"] = found["id"]
        if kind == "series":
            self.ids.setdefault("series", found["id"])  # most examples are about the first one
        if kind == "links":
            self.ids["link"] = found["id"]
        if kind == "players":
            self.ids[found["name"]] = found["id"]
            for name in "BCD":  # the page shows one of four
                self.ids[name] = self.program.post(path, {"name": name}).json()["id"]


def assert_contains(found: Any, part: Any, example: str) -> None:
    if isinstance(part, dict):
        assert isinstance(found, dict), example
        for name, value in part.items():
            assert name in found, (name, example)
            assert_contains(found[name], value, example)
    elif isinstance(part, list):
        assert isinstance(found, list), example
        assert len(found) == len(part), (found, example)
        for one, other in zip(found, part, strict=True):
            assert_contains(one, other, example)
    else:
        assert found == part, example


@pytest.mark.django_db
def test_every_example_on_the_page_works(alices):
    examples = list(EXAMPLE.finditer(PAGE))
    assert len(examples) == PAGE.count("```http")
    assert len(examples) >= 15
    walk = Walk(alices)
    for example in examples:
        walk.carry_out(example)


def test_the_limits_on_the_page_match_the_code():
    assert f"keep their keys for {KEPT_FOR // timedelta(days=1)} days" in PAGE
    assert f"brackets {MOST_DEPTH} deep" in PAGE
    assert f"more than {settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024} kB" in PAGE
    assert settings.API_RATE == "600/min"
    assert "600 calls a minute" in PAGE


def test_the_lists_are_those_of_the_schema():
    assert with_lists(PAGE, description()) == PAGE, "run `make api-docs`"


def test_a_field_that_is_not_listed_is_noticed():
    assert with_lists(PAGE.replace("next_cursor|null", ""), description()) == PAGE


def test_every_tag_has_a_list():
    with pytest.raises(ValueError, match="Money"):
        with_lists(PAGE.replace("(list: Money)", "(Money)"), description())
