"""The signing key in the data folder, and the list of all public keys that the site has had, in the same folder.

This module reads no settings: its callers pass the folder.
"""

import hashlib
import json
import os
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ledger.signing.encodings import read_base64, write_base64

SIGNING_KEY_FILE = "signing_key"  # secret: 32 bytes as base64, with which anybody can sign as this site
PUBLIC_KEYS_FILE = "signing_keys.json"  # public keys, with the days of their use; nothing in it is secret
KEY_BYTES = 32


class SigningKeyError(Exception):
    """The key, or the list, cannot be used. The message is one sentence for the operator."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    public: str  # base64
    since: datetime | None = None
    until: datetime | None = None  # None for today's key, with which the site signs
    algorithm: str = "Ed25519"

    @property
    def id(self) -> str:
        return key_id_of(read_base64(self.public))

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "algorithm": self.algorithm,
            "public": self.public,
            "from": self.since and self.since.isoformat(timespec="seconds"),
            "to": self.until and self.until.isoformat(timespec="seconds"),
        }


def key_id_of(public: bytes) -> str:
    return hashlib.sha256(public).hexdigest()[:16]


def public_key_of(secret: bytes) -> bytes:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()


def read_key(text: str, origin: str) -> bytes:
    """Return the 32 bytes of the signing key. `origin` is the file or setting that has the text, for errors."""
    try:
        secret = read_base64(text.strip())
    except ValueError as error:
        raise SigningKeyError(f"{origin} is not a signing key: it must be 32 bytes as base64.") from error
    if len(secret) != KEY_BYTES:
        raise SigningKeyError(f"{origin} is not a signing key: it has {len(secret)} bytes instead of 32.")
    return secret


def public_key_in(folder: Path) -> str:
    """Return the public key of the folder's signing key."""
    file = folder / SIGNING_KEY_FILE
    return write_base64(public_key_of(read_key(file.read_bytes().decode(errors="replace"), str(file))))


def read_public_key(text: str, origin: str) -> str:
    """Return the text if it is a public key. `origin` is the file or setting that has the text, for errors."""
    try:
        is_key = len(read_base64(text)) == KEY_BYTES
    except ValueError:
        is_key = False
    if not is_key:
        raise SigningKeyError(f"{origin} is not a list of public keys: {text[:60]!r} is not 32 bytes as base64.")
    return text


def new_secret() -> bytes:
    return secrets.token_bytes(KEY_BYTES)


def ensure_signing_key(folder: Path) -> None:
    """Make the signing key if there is none, in a file that only its owner can read. List its public key.

    Earlier keys stay in the list.
    """
    file = folder / SIGNING_KEY_FILE
    if not file.exists():
        temporary = _write_beside(file, write_base64(new_secret()) + "\n")
        try:
            os.link(temporary, file)
        except FileExistsError:
            pass  # another process has made a key meanwhile
        except OSError:  # a file system without hard links
            temporary.replace(file)
        finally:
            temporary.unlink(missing_ok=True)
    _list_todays_key(folder)


def _list_todays_key(folder: Path) -> None:
    """List the folder's key as the only one still in use. A process that was killed may not have listed its key."""
    public, now = public_key_in(folder), datetime.now(UTC).replace(microsecond=0)
    listed = {key.public: key for key in read_list(folder)}
    if [key.public for key in listed.values() if key.until is None] == [public]:
        return
    todays_key = replace(listed.pop(public, PublicKey(public, since=now)), until=None)
    write_list(folder, [*(replace(key, until=key.until or now) for key in listed.values()), todays_key])


def rotate(folder: Path) -> PublicKey:
    """Replace the key with a new one. The list is written first, so that the first signature can already be checked."""
    if (folder / SIGNING_KEY_FILE).exists():
        _list_todays_key(folder)
    secret, now = new_secret(), datetime.now(UTC).replace(microsecond=0)
    new_key = PublicKey(write_base64(public_key_of(secret)), since=now)
    write_list(folder, [*(replace(key, until=key.until or now) for key in read_list(folder)), new_key])
    _write_whole(folder / SIGNING_KEY_FILE, write_base64(secret) + "\n")
    return new_key


def require_same_or_later_key(backup: Path, folder: Path) -> None:
    """Raise SigningKeyError if the folder has a key that is neither the backup's key nor a later one."""
    if not (backup / SIGNING_KEY_FILE).is_file() or not (folder / SIGNING_KEY_FILE).exists():
        return
    known = {public_key_in(folder), *(key.public for key in read_list(folder))}
    if public_key_in(backup) not in known:
        raise SigningKeyError(
            f"{folder / SIGNING_KEY_FILE} is another signing key than the one in the backup. "
            "Move it away if nothing uses it any more."
        )


def restore_keys(backup: Path, folder: Path) -> None:
    """Copy the backup's key unless the folder has one, and join both lists. Call `require_same_or_later_key` first."""
    if (backup / SIGNING_KEY_FILE).is_file() and not (folder / SIGNING_KEY_FILE).exists():
        _write_whole(folder / SIGNING_KEY_FILE, (backup / SIGNING_KEY_FILE).read_text())
    listed = {key.public: key for each in (backup, folder) for key in read_list(each)}
    if not listed:
        return
    public = public_key_in(folder) if (folder / SIGNING_KEY_FILE).exists() else ""
    now = datetime.now(UTC).replace(microsecond=0)
    write_list(
        folder, [replace(key, until=None if key.public == public else key.until or now) for key in listed.values()]
    )


def read_list(folder: Path) -> list[PublicKey]:
    """Return the listed keys, oldest first."""
    file = folder / PUBLIC_KEYS_FILE
    try:
        return [_listed_key(row, file) for row in json.loads(file.read_bytes())["keys"]]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise SigningKeyError(f"The list of signing keys {file} cannot be read ({error.strerror}).") from error
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise SigningKeyError(f"{file} is not a list of signing keys. Put it back from a backup.") from error


def _listed_key(row: dict[str, Any], file: Path) -> PublicKey:
    """Return the key in a row of the list. `read_list` handles the errors of a row that is not well formed."""
    since, until = (row[name] and datetime.fromisoformat(row[name]) for name in ("from", "to"))
    key = PublicKey(read_public_key(row["public"], str(file)), since, until)
    if (row["id"], row["algorithm"]) != (key.id, key.algorithm):
        raise ValueError("an id that does not fit its key")
    return key


def write_list(folder: Path, keys: Iterable[PublicKey]) -> None:
    _write_whole(folder / PUBLIC_KEYS_FILE, json.dumps({"keys": [key.as_json() for key in keys]}, indent=2) + "\n")


def _write_whole(file: Path, text: str) -> None:
    """Replace the file in one step, so that no reader finds a part of it."""
    _write_beside(file, text).replace(file)


def _write_beside(file: Path, text: str) -> Path:
    """Write a temporary file in the same folder, readable by its owner alone, and sync it to the disk."""
    temporary = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    return temporary
