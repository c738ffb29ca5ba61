"""Random ids for addresses, without letters that look like digits, and keys for forms."""

import secrets
import uuid

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
LENGTH = 12


def new_id() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


class OpaqueIdConverter:
    """`<id:…>` in a route."""

    regex = f"[{ALPHABET}]{{{LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


def new_key() -> str:
    """Return a key for one form, by which the server recognises a repeated request."""
    return str(uuid.uuid4())
