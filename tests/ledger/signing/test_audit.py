"""What the audit finds in the signing key and its list."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from ledger.signing.audit import key_differences
from ledger.signing.key_file import PUBLIC_KEYS_FILE, SIGNING_KEY_FILE, read_list, rotate
from ledger.signing.keys import key_id


def test_keys_that_were_rotated_fit(folder, settings):
    assert list(key_differences()) == []
    assert not (folder / SIGNING_KEY_FILE).exists(), "an audit makes no key"
    key_id()
    rotate(folder)
    settings.SIGNING_KEYS_OLD = [key.public for key in read_list(folder)]  # as a restore names them
    assert list(key_differences()) == []


def change(name: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda keys: keys["keys"][-1].update({name: value})


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda keys: keys["keys"].pop(), "The public key of the signing key is not in signing_keys.json"),
        (lambda keys: keys["keys"].append(keys["keys"][0]), "is listed 2 times"),
        (change("to", "2030-01-01T00:00:00+00:00"), "and it is in use"),
        (change("to", "2001-01-01T00:00:00+00:00"), "which is before"),
        (change("id", "0" * 16), "is not a list of signing keys"),
        (change("public", 7), "is not a list of signing keys"),
        (lambda keys: keys.clear(), "is not a list of signing keys"),
    ],
)
def test_a_list_that_does_not_fit_is_found(folder, change, found):
    rotate(folder)
    rotate(folder)
    keys = json.loads((folder / PUBLIC_KEYS_FILE).read_text())
    change(keys)
    (folder / PUBLIC_KEYS_FILE).write_text(json.dumps(keys))
    assert any(found in sentence for sentence in key_differences())


def test_a_key_that_is_none_is_found(folder):
    (folder / SIGNING_KEY_FILE).write_text("cut sho")
    (sentence,) = key_differences()
    assert "is not a signing key" in sentence
