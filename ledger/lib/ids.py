"""The ids that stand in addresses: short, random, and free of letters that are mistaken for digits."""

import secrets
import uuid

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
LENGTH = 12


def new_id() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


class OpaqueIdConverter:
    """`<id:…>` in a route: anything else is no address at all."""

    regex = f"[{ALPHABET}]{{{LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


def new_key() -> str:
    """Of one form or one press of a button: a second sending is known by it."""
    return str(uuid.uuid4())
