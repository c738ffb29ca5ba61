"""The JSON reader for requests and files: what it reads, and what it refuses for which reason."""

import json

import pytest

from ledger.lib.strict_json import MOST_DEPTH, CutShort, UnstorableText, read_json


@pytest.mark.parametrize(
    "value", [None, True, 0, -7, 1.5, "", "टेबल 👪", [], {}, {"a": [1, {"b": "c"}], "d": None}], ids=repr
)
@pytest.mark.parametrize("for_storage", [True, False])
def test_json_written_by_python_is_read(value, for_storage):
    assert read_json(json.dumps(value).encode(), for_storage=for_storage) == value
    assert read_json(json.dumps(value, ensure_ascii=False).encode(), for_storage=for_storage) == value


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'{"a": 1, "a": 1}', "same name appears twice"),
        (b"[NaN]", "NaN is not a number"),
        (b"[-Infinity]", "-Infinity is not a number"),
        (b"[1e999]", "number is too large"),
        (b"[-1e999]", "number is too large"),
        (b"[" * 100_000, "too many brackets"),
        (b"\xff", "invalid start byte"),
        (b"hello", "Expecting value"),
        (b"", "Expecting value"),
    ],
    ids=lambda value: value[:20].decode("latin-1") if isinstance(value, bytes) else "",
)
@pytest.mark.parametrize("for_storage", [True, False])
def test_ambiguous_json_is_refused(data, reason, for_storage):
    with pytest.raises(ValueError, match=reason if not (for_storage and b"e999" in data) else "cannot be stored"):
        read_json(data, for_storage=for_storage)


@pytest.mark.parametrize("data", [b"[1e16]", b"[1000000000000000.0]", b"[-0.0]", b"[1e-7]"])
def test_numbers_that_databases_write_differently_are_refused_for_storage(data):
    with pytest.raises(ValueError, match="cannot be stored as it is written"):
        read_json(data, for_storage=True)
    assert read_json(data) == json.loads(data)


def test_nul_is_refused_for_storage_and_lone_surrogates_always():
    assert read_json(b'["\\u0000"]') == ["\0"]
    with pytest.raises(UnstorableText):
        read_json(b'{"\\u0000": 1}', for_storage=True)
    for for_storage in (True, False):
        with pytest.raises(UnstorableText):
            read_json(b'{"a": ["\\ud83d"]}', for_storage=for_storage)


def test_the_depth_is_limited():
    assert read_json(b"[" * MOST_DEPTH + b"1" + b"]" * MOST_DEPTH)
    for opening, closing in ((b"[", b"]"), (b'{"a":', b"}")):
        with pytest.raises(ValueError, match="too many brackets"):
            read_json(opening * (MOST_DEPTH + 1) + b"1" + closing * (MOST_DEPTH + 1))


def test_the_number_of_names_in_an_object_is_limited():
    data = json.dumps([{str(number): 1 for number in range(5)}]).encode()
    assert read_json(data, most_names=5)
    with pytest.raises(ValueError, match="too many names"):
        read_json(data, most_names=4)


def test_a_document_that_ends_too_early_is_cut_short():
    data = json.dumps({"name": "टेबल", "numbers": [1, 22, 333]}, ensure_ascii=False).encode()
    for end in range(1, len(data)):
        with pytest.raises(CutShort):
            read_json(data[:end].rstrip())


@pytest.mark.parametrize("data", [b"{1: 2, 3: 4, 5: 6, 7: 8}", b'{"a": 1} and more after it', b"nonsense"])
def test_a_fault_in_the_middle_is_not_cut_short(data):
    with pytest.raises(json.JSONDecodeError):
        read_json(data)
