"""Free text is stored as it was written. Control characters are refused, and whole numbers that no page sends too."""

import re
import sys

import pytest

from games.kit.records import STORABLE
from ledger.lib.typed import is_storable, read_whole
from tests.ledger.api.conftest import J40, alices, bobs, players, started

__all__ = ["alices", "bobs", "players", "started"]


@pytest.mark.parametrize("text", ["", "पत्ता खुल्यो ♠", "two\r\nlines\tand a tab", "👨‍👩‍👧", "\N{NO-BREAK SPACE}"])
def test_printable_text_is_accepted(text):
    assert is_storable(text)


@pytest.mark.parametrize("code", [0, 1, 8, 0x0B, 0x0C, 0x0E, 0x1B, 0x1F, 0x7F, 0x80, 0x9F, 0xD800, 0xDFFF])
def test_control_characters_are_refused(code):
    assert not is_storable(f"so{chr(code)}so")


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("12", 12), ("१२", 12), ("123", None), ("9" * 5000, None), ("", None), ("-1", None)]
)
def test_a_whole_number_has_no_more_digits_than_a_page_sends(text, number):
    assert read_whole(text, digits=2) == number


def test_the_rulebook_refuses_the_same_characters():
    """Except for lone surrogates, which pydantic refuses before it checks a pattern."""
    for code in (*range(0xD800), *range(0xE000, sys.maxunicode + 1, 17)):
        assert is_storable(chr(code)) == bool(re.search(STORABLE, chr(code))), hex(code)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("hands/1/corrections", {"record": J40[2], "reason": "wrong{} pile"}),
        ("reopen", {"reason": "to look{} again"}),
        ("hands", {"record": {"thrown_in": True, "reason": "a card lay{} open"}}),
    ],
)
@pytest.mark.parametrize("unfit", ["\0", "\x1b"])
def test_the_api_refuses_control_characters(alices, bobs, started, path, body, unfit):
    series, version = f"series/{started['id']}", 2
    bobs.post(f"{series}/hands", {"record": J40[0], "base_version": 1})
    if path == "reopen":
        bobs.post(f"{series}/stop", {"with_standard": True, "base_version": version})
        version = 3
    answer = alices.post(f"{series}/{path}", _filled(body, unfit) | {"base_version": version})
    assert answer.status_code == 422, answer.content
    assert [problem["field"] for problem in answer.json()["problems"]] == ["reason"]
    assert alices.get(series).json()["version"] == version


def _filled(body: object, unfit: str) -> dict[str, object]:
    match body:
        case dict():
            return {name: _filled(value, unfit) for name, value in body.items()}
        case str():
            return body.format(unfit)
        case _:
            return body


@pytest.mark.django_db
@pytest.mark.parametrize("unfit", ["\0", "\x1b"])
def test_control_characters_in_a_note_are_refused_by_the_api(alices, players, unfit):
    body = {"from": players[0].pk, "to": players[1].pk, "amount": "5", "note": f"in{unfit} cash"}
    answer = alices.post(f"circles/{players[0].circle_id}/payments", body)
    assert answer.status_code == 422
    assert [problem["field"] for problem in answer.json()["problems"]] == ["note"]
