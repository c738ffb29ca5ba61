"""Other files and incomplete ones are not imported, and every problem is named."""

import json

import pytest

from ledger.transfer.import_circle import check_file
from tests.ledger.transfer.circle_files import NAMES, as_bytes
from tests.ledger.transfer.importing.conftest import changed, first_series, problems_of, put

pytestmark = pytest.mark.django_db

NOT_OURS = "This is not a file that Khata wrote."
OTHER_VERSION = "This file is of version {}, and only version 1 can be read here."
UNKEPT = "There are characters in this file that cannot be kept."
CUT_SHORT = "The file is cut short: its end is missing. Please fetch it once more."


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", NOT_OURS),
        (b"  \n", NOT_OURS),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 50, NOT_OURS),
        (b"once upon a time there was a table", NOT_OURS),
        (b"[]", NOT_OURS),
        (b'"khata-circle"', NOT_OURS),
        (b"{}", NOT_OURS),
        (b'{"format": "khata-circle", "format": "khata-circle"}', NOT_OURS),
        (b'{"format": "somebody-else", "version": 1}', NOT_OURS),
        (b'{"format": ["khata-circle"], "version": 1}', NOT_OURS),
        (b"[" * 100_000, NOT_OURS),
        (b"[" * 60 + b"]" * 60, NOT_OURS),
        (b'{"a":' * 5000 + b"1" + b"}" * 5000, NOT_OURS),
        (b'{"format": "khata-circle", "version": 1e999}', NOT_OURS),
        (b'{"format": "khata-circle", "version": NaN}', NOT_OURS),
        (b'{"format": "khata-circle", "version": ' + b"9" * 5000 + b"}", NOT_OURS),
        (b'{"format": "khata-circle", "a": "\\u0000"}', UNKEPT),
        (b'{"format": "khata-circle", "\\ud83d": 1}', UNKEPT),
        (
            b'{"format": "khata-series", "version": 1}',
            "This is the file of one series. Only the file of a whole circle can be imported.",
        ),
        (b'{"format": "khata-circle", "version": 2}', OTHER_VERSION.format(2)),
        (b'{"format": "khata-circle", "version": true}', OTHER_VERSION.format(True)),
        (b'{"format": "khata-circle"}', OTHER_VERSION.format(None)),
    ],
)
def test_other_files_are_refused(data, sentence):
    assert problems_of(data) == [sentence]


def test_a_file_that_is_cut_short_is_refused(text):
    data = text.encode()
    for end in (30, 1000, len(data) // 2, len(data) - 200, *range(len(data) - 40, len(data) - 2)):
        assert problems_of(data[:end].rstrip()) == [CUT_SHORT], data[max(0, end - 40) : end]


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("password", "x", "password: This does not belong here."),
        ("circle.id", "short", "circle.id: There are characters in this text that cannot be kept."),
        ("circle.id", 7, "circle.id: This must be text."),
        ("circle.coin_minor", 0, "circle.coin_minor: This number is too large or too small."),
        ("circle.coin_minor", True, "circle.coin_minor: This must be a whole number."),
        ("circle.created_at", "2026-01-01", "circle.created_at: This cannot be read."),
        ("circle.created_at", "2026-01-01T20:00:00+05:45", "circle.created_at: This cannot be read."),
        ("circle.created_at", "0001-01-01T00:00:00+00:00", "circle.created_at: This cannot be read."),
        ("circle.created_at", "9999-12-31T23:59:59+00:00", "circle.created_at: This cannot be read."),
        ("members.0.role", "king", "members.0.role: This is not one of the choices."),
        ("members.0.password", "x", "members.0.password: This does not belong here."),
        ("players", {}, "players: This cannot be read."),
        ("series.0.version", 2**31, "series.0.version: This number is too large or too small."),
        ("series.0.events", [], "series.0.events: This cannot be read."),
        ("series.0.events.0.kind", "imagined", "series.0.events.0.kind: This is not one of the choices."),
        ("series.0.events.1.content", "four", "series.0.events.1.content: This cannot be read."),
        ("series.0.events.0.reason", "x" * 301, "series.0.events.0.reason: This text is too long."),
        ("entries.0.note", "x" * 301, "entries.0.note: This text is too long."),
        ("entries.0.postings", {}, "entries.0.postings: This cannot be read."),
    ],
)
def test_a_wrong_field_is_named(text, path, value, sentence):
    assert problems_of(changed(json.loads(text), put(path, value))) == [sentence]


def test_all_missing_fields_are_named(text):
    whole = json.loads(text)
    del whole["circle"]["name"], whole["entries"], whole["players"][0]["name"]
    assert problems_of(as_bytes(whole)) == [
        "circle.name: This is missing.",
        "players.0.name: This is missing.",
        "entries: This is missing.",
    ]


UNLIKE_EVENTS = "Series {series}: the file does not match its events"
UNCHAINED = "does not fit into the chain: it or the one before it was changed or taken out."
ENTRIES_CUT_OFF = "The books in this file should end with entry {}: entries were cut off or changed."


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("circle.name", " ", "“ ” cannot be a name here."),
        ("circle.name", "two\nlines", "“two\nlines” cannot be a name here."),
        ("circle.currency", "QQQ", "There is no currency called QQQ."),
        ("circle.language", "tlh", "There is no language called tlh here."),
        ("players.0.name", "x" * 81, f"“{'x' * 40}” cannot be a name here."),
        ("players.1.name", NAMES[0], f"There are two players called {NAMES[0]}."),
        ("players.1.member", "a" * 12, f"{NAMES[1]} is linked to a member who is not in the file."),
        ("series.0.events.0.by", "a" * 12, "Series {series} was recorded by a member who is not in the file."),
        ("entries.0.by", "a" * 12, "Entry 1 was recorded by a member who is not in the file."),
        ("series.0.events.1.by_name", "Charlie", f"Series {{series}}: event 2 {UNCHAINED}"),
        ("series.0.events.2.hash", "0" * 64, f"Series {{series}}: event 3 {UNCHAINED}"),
        ("entries.1.note", "never mind", f"Entry 2 {UNCHAINED}"),
        ("book.version", 13, ENTRIES_CUT_OFF.format(13)),
        ("book.latest_hash", "0" * 64, ENTRIES_CUT_OFF.format(12)),
        ("series.0.status", "open", f"{UNLIKE_EVENTS} (status)."),
        ("series.0.rules.target", 50, f"{UNLIKE_EVENTS} (rules)."),
        ("series.0.version", 7, f"{UNLIKE_EVENTS} (version)."),
        ("series.0.point_value", "9.0000", f"{UNLIKE_EVENTS} (point_value)."),
        ("series.0.with_standard", False, f"{UNLIKE_EVENTS} (with_standard)."),
        (
            "series.0.changed_at",
            "2026-01-01T20:00:00+00:00",
            f"{UNLIKE_EVENTS} (changed_at).",
        ),
    ],
)
def test_parts_that_do_not_fit_together_are_refused(text, path, value, sentence):
    whole = json.loads(text)
    expected = sentence.format(series=first_series(whole)["id"])
    assert problems_of(changed(whole, put(path, value))) == [expected]


def test_a_player_may_have_the_name_of_one_who_has_left(text):
    whole = json.loads(text)
    assert whole["players"][3]["hidden_at"]
    check_file(changed(whole, put("players.3.name", NAMES[0])))


def test_entries_cut_off_at_the_end_are_noticed(text):
    whole = json.loads(text)
    cut = next(number for number, entry in enumerate(whole["entries"]) if entry["kind"] == "payment")
    del whole["entries"][cut:]
    whole["series"] = [one for one in whole["series"] if one["status"] != "finished" or one["currency"] == "NPR"]
    assert ENTRIES_CUT_OFF.format(12) in problems_of(as_bytes(whole))
    whole["entries"] = []
    assert ENTRIES_CUT_OFF.format(12) in problems_of(as_bytes(whole))


def test_events_cut_off_at_the_end_are_noticed(text):
    whole = json.loads(text)
    open_ = next(one for one in whole["series"] if one["status"] == "open" and one["version"] > 1)
    open_["events"].pop()
    differs = "the file does not match its events (changed_at, version, latest_hash)."
    assert problems_of(as_bytes(whole)) == [f"Series {open_['id']}: {differs}"]


@pytest.mark.parametrize("part", ["members", "players", "series", "entries"])
def test_repeated_ids_are_refused(text, part):
    whole = json.loads(text)
    whole[part].append(whole[part][0])
    assert f"{whole[part][0]['id']} is in this file twice." in problems_of(as_bytes(whole))


LETTERS = str.maketrans("01", "xy")  # no id contains 0 or 1


def test_only_the_first_problems_are_listed(text):
    whole = json.loads(text)
    for number in range(40):
        whole["members"].append({**whole["members"][0], "id": "a" * 10 + f"{number + 22}".translate(LETTERS)})
        whole["members"][-1]["name"] = f"{number}\n"
    problems = problems_of(as_bytes(whole))
    assert len(problems) == 21
    assert problems[-1] == "And 20 more faults."
