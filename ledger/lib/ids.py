"""Random ids for addresses, without letters that look like digits; keys for forms; hashes of secrets."""

import hashlib
import secrets
import uuid

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
LENGTH = 12


def new_id() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


class OpaqueIdConverter:
    """Reads `<id:…>` in a route: a random id."""

    regex = f"[{ALPHABET}]{{{LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


def new_key() -> str:
    """Return a key for one form, by which the server recognises a repeated request."""
    return str(uuid.uuid4())


def hash_secret(secret: str) -> str:
    """Return the hash that the database keeps of a random key or token.

    SHA-256 is enough for so many random bits: a slow hash is for passwords, which can be guessed.
    """
    return hashlib.sha256(secret.encode()).hexdigest()
