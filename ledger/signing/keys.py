"""The site's signing key (Ed25519). It is in the data folder, or in LEDGER_SIGNING_KEY, and never in the database.

A phone without signal has no key, and no `cryptography`: functions import it only to sign or to check a signature.
"""

import logging
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from ledger.signing.encodings import read_base64, write_base64
from ledger.signing.key_file import (
    PUBLIC_KEYS_FILE,
    SIGNING_KEY_FILE,
    PublicKey,
    SigningKeyError,
    ensure_signing_key,
    key_id_of,
    public_key_of,
    read_key,
    read_list,
    read_public_key,
)

logger = logging.getLogger(__name__)


def can_sign() -> bool:
    """Return whether the site can sign. If not, pages are shown without seals.

    A phone without signal has no key. The keys of a site may be unreadable.
    """
    try:
        return hasattr(settings, "SIGNING_KEY") and bool(public_keys())
    except SigningKeyError as error:
        logger.warning("%s", error)
        return False


def key_id() -> str:
    """Return the id of today's key: the first 8 bytes of the SHA-256 of its public key, as 16 hex digits."""
    return own_key().id


def public_keys() -> list[PublicKey]:
    """Return all public keys of this site, oldest first and today's key last."""
    own_key()  # makes the key if there is none
    return _all_public_keys()


def trusted_keys() -> dict[str, PublicKey]:
    """Return the keys of other sites that the operator trusts, by the operator's names for these sites."""
    origin = "LEDGER_TRUSTED_KEYS"
    return {site: PublicKey(read_public_key(text, origin)) for site, text in settings.TRUSTED_KEYS.items()}


def is_signed(data: bytes, signature: bytes, key: str) -> bool:
    """Return whether this site's key with the id `key`, today's or an earlier one, signed exactly these bytes.

    Raise SigningKeyError if the keys cannot be read.
    """
    return any(is_signed_with(known, data, signature) for known in _all_public_keys() if known.id == key)


def is_key_of_this_site(key: str) -> bool:
    """Return whether the id `key` is that of a key of this site, today's or an earlier one."""
    return any(known.id == key for known in _all_public_keys())


def is_signed_with(key: PublicKey, data: bytes, signature: bytes) -> bool:
    """Return whether the key signed the data.

    A signature whose number S was replaced by S + L (L is the order of the curve) is refused too.
    """
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(read_base64(key.public)).verify(bytes(signature), bytes(data))
    except (InvalidSignature, ValueError, TypeError):
        return False
    return True


# --- Reading keys -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OwnKey:
    """Today's key of this site, with which it signs."""

    secret: bytes = field(repr=False)
    public: bytes

    @property
    def id(self) -> str:
        return key_id_of(self.public)

    def sign(self, data: bytes) -> bytes:
        """Return the signature, 64 bytes."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self.secret).sign(data)


def own_key() -> OwnKey:
    """Return today's key. Call this once for a key's id and its signature: the key may be rotated between two calls."""
    if settings.SIGNING_KEY:
        return _read_own_key(settings.SIGNING_KEY, "LEDGER_SIGNING_KEY")
    file = settings.DATA_DIR / SIGNING_KEY_FILE
    try:
        if not file.exists():
            ensure_signing_key(settings.DATA_DIR)
        return _key_in(file, _fingerprint(file))
    except OSError as error:
        raise SigningKeyError(f"The signing key {file} cannot be read ({error.strerror}).") from error


def has_own_key() -> bool:
    """Return whether the site has a key of today, without making one."""
    return bool(settings.SIGNING_KEY) or (settings.DATA_DIR / SIGNING_KEY_FILE).exists()


def _all_public_keys() -> list[PublicKey]:
    """Return all public keys of this site, today's key last. Unlike `public_keys`, make none."""
    listed = {key.public: key for key in listed_keys()}
    if not has_own_key():
        return [*listed.values()]
    public = write_base64(own_key().public)
    todays_key = replace(listed.pop(public, PublicKey(public)), until=None)
    return [*listed.values(), todays_key]


def listed_keys() -> list[PublicKey]:
    """Return the keys in the list and in LEDGER_SIGNING_KEYS_OLD. Today's key may be missing."""
    file = settings.DATA_DIR / PUBLIC_KEYS_FILE
    old = [PublicKey(read_public_key(text, "LEDGER_SIGNING_KEYS_OLD")) for text in settings.SIGNING_KEYS_OLD]
    return [*old, *(_list_in(file, _fingerprint(file)) if file.exists() else ())]


def _fingerprint(file: Path) -> tuple[int, int, int]:
    """Return a value that changes with each change of the file, so that a rotated key is noticed without a restart."""
    stat = file.stat()
    return stat.st_ino, stat.st_mtime_ns, stat.st_size


@lru_cache(maxsize=1)
def _key_in(file: Path, _fingerprint: tuple[int, int, int]) -> OwnKey:
    return _read_own_key(file.read_bytes().decode(errors="replace"), str(file))


@lru_cache(maxsize=1)
def _list_in(file: Path, _fingerprint: tuple[int, int, int]) -> list[PublicKey]:
    return read_list(file.parent)


@lru_cache(maxsize=1)
def _read_own_key(text: str, origin: str) -> OwnKey:
    secret = read_key(text, origin)
    return OwnKey(secret, public_key_of(secret))
