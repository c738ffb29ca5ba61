"""Base64 in which each value can be written in one way only. Any other way is refused."""

import base64


def write_base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def read_base64(text: str) -> bytes:
    """Read the standard alphabet with padding. Raise ValueError for anything that `write_base64` does not write."""
    data = base64.b64decode(text.encode("ascii"), validate=True)
    if write_base64(data) != text:
        raise ValueError("this base64 is not written as it should be")
    return data


def write_base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def read_base64url(text: str) -> bytes:
    """Read the alphabet of addresses. Raise ValueError for anything that `write_base64url` does not write."""
    data = base64.b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), altchars=b"-_")
    if write_base64url(data) != text:
        raise ValueError("this base64 is not written as it should be")
    return data
