"""Signatures for `minisign -V` (https://jedisct1.github.io/minisign/), so that files can be checked without Khata.

A signature of the kind "ED" signs the BLAKE2b-512 hash of a file, so the file may be large. A second signature signs
the first together with the trusted comment.
"""

import hashlib
from collections.abc import Iterable

from ledger.signing.encodings import read_base64, write_base64
from ledger.signing.key_file import PublicKey
from ledger.signing.keys import own_key

ENDING = ".minisig"


def minisig_of(parts: Iterable[bytes], trusted_comment: str) -> str:
    """Return the `.minisig` of a file that consists of these parts. The comment is one line."""
    assert "\n" not in trusted_comment
    digest = hashlib.blake2b()
    for part in parts:
        digest.update(part)
    key = own_key()
    signature = key.sign(digest.digest())
    comment_signature = key.sign(signature + trusted_comment.encode())
    return (
        f"untrusted comment: signed by Khata, key {key.id}\n"
        f"{write_base64(b'ED' + bytes.fromhex(key.id) + signature)}\n"
        f"trusted comment: {trusted_comment}\n"
        f"{write_base64(comment_signature)}\n"
    )


def minisign_key(key: PublicKey) -> str:
    """Return the public key for `minisign -P` and for the second line of a `.pub` file."""
    return write_base64(b"Ed" + bytes.fromhex(key.id) + read_base64(key.public))
