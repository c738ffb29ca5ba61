"""Our signatures against a file that minisign 0.11 has signed itself with the same key."""

import pytest

from ledger.signing.encodings import read_base64, write_base64
from ledger.signing.keys import public_keys
from ledger.signing.minisign import minisig_of, minisign_key

# `minisign -G -W`, then `minisign -S -W -t table.json`. The ids of its keys are random; ours are derived from the key.
SECRET = bytes.fromhex("6b5cc9fed0f14c09ed63af5db4b8ef15fa981986ef1c01eabef5f4c3ed2a74a2")
PUBLIC = "RWTx00YcaD3r2BEXSkFSvx9oW7VJZtN1oArPRQkY8ce6KytNya5TKAWj"
SIGNATURE = "RUTx00YcaD3r2HBaaR9tjnb1twLUyJpytTXd88RAk8vdktltIhrnB87Dv4jt9t6LCQtm1jLXB6kp6VH0pjfKNlMasrbkXvtPNwk="
COVERING = "WzS6TF6OYognKZvM+MPyK/jYfihC4nv1COLiNFfR8tHxNuaUXtqKk+Qb1yrG04/UeBHuzI2AfixbzZA0WvCUBQ=="


@pytest.fixture(autouse=True)
def _key_of_the_vector(settings, tmp_path) -> None:
    settings.DATA_DIR, settings.SIGNING_KEY = tmp_path, write_base64(SECRET)


def test_a_signature_is_that_of_minisign():
    untrusted, signature, trusted, covering, end = minisig_of([b"Kha", b"ta\n"], "table.json").split("\n")
    (key,) = public_keys()
    assert untrusted == f"untrusted comment: signed by Khata, key {key.id}"
    algorithm, named, signed = (read_base64(signature)[part] for part in (slice(2), slice(2, 10), slice(10, None)))
    assert (algorithm, named.hex(), signed) == (b"ED", key.id, read_base64(SIGNATURE)[10:])
    assert (trusted, covering, end) == ("trusted comment: table.json", COVERING, "")


def test_the_public_key_is_that_of_minisign():
    (key,) = public_keys()
    written = read_base64(minisign_key(key))
    assert (written[:2], written[2:10].hex(), written[10:]) == (b"Ed", key.id, read_base64(PUBLIC)[10:])
