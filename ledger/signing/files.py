"""The seal of a JSON file: its last member, which proves that the site wrote exactly this file.

    "seal": {"sha256": …, "heads": {"series": {id: hash}, "book": hash}, "signature": …, "key": …, "signed_at": …}

`sha256` covers all bytes before the opening quote of "seal". The signature covers the rest of the seal as canonical
JSON. A seal can be written in one way only, so a seal with one more space in it counts as changed.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum
from typing import Any

from ledger.signing.encodings import read_base64, write_base64
from ledger.signing.keys import is_key_of_this_site, is_signed, is_signed_with, own_key, public_keys, trusted_keys

Json = dict[str, Any]
MEMBER = "seal"
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)  # before any change
FIELDS = ("sha256", "heads", "signature", "key", "signed_at")


# --- Writing ---------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Heads:
    """The latest hash of each chain in a file. Heads may be added while the file is written."""

    series: dict[str, str] = field(default_factory=dict)
    book: str | None = None
    changed_at: datetime = LONG_AGO  # the last change of any chain

    def add_series(self, series_id: str, latest_hash: str, changed_at: datetime) -> None:
        self.series[series_id] = latest_hash
        self.changed_at = max(self.changed_at, changed_at)

    def as_json(self) -> Json:
        return {"series": self.series} | ({} if self.book is None else {"book": self.book})


def sealed(parts: Iterable[str], heads: Heads) -> Iterator[str]:
    """Yield the parts, which are a JSON object without its closing brace; then the seal and the brace."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode())
        yield part
    digest.update(b",\n  ")
    signed_at = _signing_time(heads.changed_at).isoformat(timespec="seconds")
    key = own_key()
    seal = {"sha256": digest.hexdigest(), "heads": heads.as_json(), "key": key.id, "signed_at": signed_at}
    yield ",\n  " + _end_of_file(seal | {"signature": write_base64(key.sign(_canonical(seal)))})


def _signing_time(changed_at: datetime) -> datetime:
    """Return the time that a file says it was signed at, in UTC.

    It is the latest of three: when the day began, when a chain last changed, and when today's key came into use. So a
    file stays the same for the day if nothing changes: its ETag stays valid, and a `.minisig` that is fetched later
    fits it.
    """
    day = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    key_since = public_keys()[-1].since or day
    return max(day, changed_at.astimezone(UTC).replace(microsecond=0), key_since.astimezone(UTC))


def _canonical(seal: Json) -> bytes:
    return json.dumps(seal, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def _end_of_file(seal: Json) -> str:
    """Return the file's text from the opening quote of "seal" to the last byte."""
    in_order = {name: seal[name] for name in FIELDS}
    in_order["heads"] = json.loads(json.dumps(seal["heads"], sort_keys=True))
    written = json.dumps(in_order, ensure_ascii=False, indent=2).replace("\n", "\n  ")
    return f'"{MEMBER}": {written}\n}}\n'


# --- Reading ---------------------------------------------------------------------------------------------------------


class Signed(Enum):
    BY_THIS_SITE = "by_this_site"
    BY_A_KNOWN_SITE = "by_a_known_site"  # by another site whose key the operator trusts
    BY_AN_UNKNOWN_KEY = "by_an_unknown_key"  # the owner of this key is unknown, so its signature proves nothing
    NOT = "not"  # the file has no seal
    CHANGED = "changed"  # the file or its seal is not as it was signed


@dataclass(frozen=True, slots=True)
class SealOfFile:
    """Who signed a file, if anybody."""

    signed: Signed
    key: str = ""  # the id of the key
    site: str = ""  # the operator's name for the other site whose key it is

    @property
    def is_trusted(self) -> bool:
        return self.signed in (Signed.BY_THIS_SITE, Signed.BY_A_KNOWN_SITE)


def check_seal(data: bytes, seal: Any) -> SealOfFile:
    """Return who signed the file. `data` is the whole file, and `seal` its member "seal" as parsed JSON, or None."""
    if seal is None:
        return SealOfFile(Signed.NOT)
    try:
        end = _end_of_file(seal).encode()
        fits = seal.keys() == set(FIELDS) and data.endswith(end)
        digest = hashlib.sha256(memoryview(data)[: len(data) - len(end)]).hexdigest()
        if not fits or digest != seal["sha256"]:
            return SealOfFile(Signed.CHANGED)
        signature, key = read_base64(seal["signature"]), seal["key"]
        if not re.fullmatch("[0-9a-f]{16}", key):
            return SealOfFile(Signed.CHANGED)
        content = _canonical({name: seal[name] for name in FIELDS if name != "signature"})
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return SealOfFile(Signed.CHANGED)
    return _signer_of(content, signature, key)


def _signer_of(content: bytes, signature: bytes, key: str) -> SealOfFile:
    """Return who signed `content`. `key` is the id of the key that the seal names."""
    if is_signed(content, signature, key):
        return SealOfFile(Signed.BY_THIS_SITE, key)
    if is_key_of_this_site(key):  # but it did not sign this content
        return SealOfFile(Signed.CHANGED)
    for site, known in trusted_keys().items():
        if known.id == key:
            good = is_signed_with(known, content, signature)
            return SealOfFile(Signed.BY_A_KNOWN_SITE, key, site) if good else SealOfFile(Signed.CHANGED)
    return SealOfFile(Signed.BY_AN_UNKNOWN_KEY, key)
