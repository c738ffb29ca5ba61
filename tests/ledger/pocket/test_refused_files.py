"""Files that no phone has saved, or that were changed since: nothing of them is recorded."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.pocket import waiting_file
from ledger.series.chain import event_hash
from tests.ledger.pages import client_of, text_of
from tests.ledger.pocket.waiting_files import File, choose, phone, site, three_hands

__all__ = ["phone", "site"]

pytestmark = pytest.mark.django_db

NOT_OURS = "This is not a file that a phone has saved, or it is damaged."


def changed(file: File, path: str, value: Any) -> File:
    *steps, last = [int(step) if step.isdecimal() else step for step in path.split(".")]
    part: Any = file
    for step in steps:
        part = part[step]
    part[last] = value
    return file


@pytest.mark.parametrize(
    "data", [b"", b"{", b"null", b"[]", b"\xff", b'{"khata": "waiting", "version": 1}', b"[" * 9999, b"PK\x03\x04"]
)
def test_anything_else_is_refused_in_a_sentence(bob, site, data):
    answer = choose(client_of(bob), data)
    assert answer.status_code == 422
    assert (NOT_OURS if data else "This file is empty.") in text_of(answer)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("khata", "circle"),
        ("version", 2),
        ("changes", []),
        ("user", {"name": ""}),
        ("changes.0.kind", "doubled"),
        ("changes.0.kind", "stopped"),
        ("changes.0", {"series": "abcdefghijkm", "kind": "place", "hand": 1, "content": "x"}),
        ("changes.0", {"series": "abcdefghijkm", "kind": "hand", "hand": None, "content": "x"}),
        ("changes.0", {"series": "abcdefghijkm", "kind": "note", "hand": None, "content": ["x"]}),
        ("changes.0.hand", None),
        ("changes.0.content", [1]),
        ("changes.0.key", None),
        ("changes.0.at", "2004-10-20T18:30:00"),
        ("changes.0.played_at", "yesterday"),
        ("changes.0.series", "x"),
        ("changes.0.number", -1),
        ("changes.0.hash", "x"),
    ],
)
def test_a_part_that_cannot_be_is_refused(phone, bob, path, value):
    answer = choose(client_of(bob), changed(phone.saved(three_hands), path, value))
    assert (answer.status_code, NOT_OURS in text_of(answer)) == (422, True)


@pytest.mark.parametrize(
    ("path", "value", "number"),
    [
        ("changes.1.content", {"points_won": [40, 0, 0, 0]}, 4),
        ("changes.1.key", "another", 4),
        ("changes.0.by_name", "Charlie", 3),
        ("changes.2.reason", "", 5),
        ("changes.0.number", 4, 4),
        ("changes.0.previous_hash", "f" * 64, 3),
        ("changes.1.clock_corrected", True, 4),
        ("changes.1.played_at", "2004-10-20T18:30:00+00:00", 4),
    ],
)
def test_what_was_changed_in_the_file_is_found(phone, bob, path, value, number, site):
    answer = choose(client_of(bob), changed(phone.saved(three_hands), path, value))
    assert answer.status_code == 422
    assert f"change {number} does not fit the one before it." in text_of(answer)
    assert site.state().series.version == 2


def test_a_change_that_is_missing_or_out_of_order_is_found(phone, bob):
    file = phone.saved(three_hands)
    for changes in (file["changes"][::2], file["changes"][::-1], file["changes"][:1] * 2):
        assert "does not fit the one before it." in text_of(choose(client_of(bob), file | {"changes": changes}))


def test_a_hand_that_cannot_be_is_refused_though_the_hashes_fit(phone, bob, site):
    file = changed(phone.saved(three_hands), "changes.2.content", {"points_won": [41, 0, 0, 0]})
    event = waiting_file.ChangePart.model_validate(file["changes"][2]).event()
    file["changes"][2]["hash"] = event_hash(event)
    text = text_of(choose(client_of(bob), file))
    assert "Nothing of this series is recorded" in text
    assert site.state().series.version == 2


@pytest.mark.parametrize(
    ("kind", "content"),
    [("joined", {"player": "x"}), ("dealer", {"seat": 9}), ("started", {}), ("reopened", {}), ("discarded", {})],
)
def test_an_invented_change_is_refused(phone, bob, kind, content, site):
    file = phone.saved(three_hands)
    file["changes"] = file["changes"][:1]
    file["changes"][0] |= {"kind": kind, "content": content, "hand": None}
    event = waiting_file.ChangePart.model_validate(file["changes"][0]).event()
    file["changes"][0]["hash"] = event_hash(event)
    assert "Nothing of this series is recorded" in text_of(choose(client_of(bob), file))
    assert site.state().series.version == 2


def test_a_file_that_is_too_large_is_refused(bob, site, settings):
    for limit in (settings.MAX_IMPORT, 1024):
        settings.MAX_IMPORT = limit
        answer = choose(client_of(bob), b" " * (waiting_file.MOST_BYTES + 1))
        assert answer.status_code == 422
        assert "This file is too large: a phone saves at most 4 MB." in text_of(answer)


def test_looking_at_a_file_locks_nothing(bob, site, phone):
    """The result is worked out in memory, so that other tables can save meanwhile."""
    file = phone.saved(three_hands)
    client = client_of(bob)
    with CaptureQueriesContext(connection) as queries:
        assert "After hand 3" in text_of(choose(client, file))
    written = [query["sql"] for query in queries if not query["sql"].startswith(("SELECT", "SAVEPOINT", "RELEASE"))]
    assert [sql for sql in written if "django_cache" not in sql and "django_session" not in sql] == []


def test_a_file_with_too_much_work_is_refused_before_it_is_done(bob, site, phone, monkeypatch):
    file = phone.saved(three_hands)
    monkeypatch.setattr(waiting_file, "MOST_WORK", 2)
    monkeypatch.setattr(waiting_file, "rebuild_series", lambda *_all: pytest.fail("the file is rebuilt"))
    assert "This file holds too many corrections to be read in on a page." in text_of(choose(client_of(bob), file))


def test_a_change_that_cannot_be_is_named(bob, site, phone):
    """Its chain is whole, but nobody withdraws a hand that way."""
    file = phone.saved(three_hands)
    file["changes"][-1] |= {"kind": "withdrawn", "hand": 3, "content": {"x": 1}}
    event = waiting_file.ChangePart.model_validate_json(json.dumps(file["changes"][-1])).event()
    file["changes"][-1]["hash"] = event_hash(event)
    assert "cannot be recorded as it stands by now." in text_of(choose(client_of(bob), file))
