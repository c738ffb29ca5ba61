"""Reads settings from environment variables. A wrong value stops the start with a sentence that names the setting."""

import logging
import os
import re
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.core.exceptions import ImproperlyConfigured

MAIL_SCHEMES = ("smtp", "smtps", "submission", "submissions", "consolemail", "filemail", "memorymail", "dummymail")
YES, NO = ("1", "true", "yes", "on", "y", "t"), ("0", "false", "no", "off", "n", "f")
RATE = re.compile(r"[1-9][0-9]*/(s|sec|second|m|min|minute|h|hour|d|day)")


def whole_number(name: str, default: int, *, least: int = 0, most: int | None = None) -> int:
    text = os.environ.get(name, "").strip()
    if not text:
        return default
    range_ = f"of {least} or more" if most is None else f"from {least} to {most}"
    if not re.fullmatch(r"-?[0-9]{1,18}", text) or int(text) < least or (most is not None and int(text) > most):
        raise ImproperlyConfigured(f"{name} must be a whole number {range_}, and {text!r} is none.")
    return int(text)


def yes_or_no(name: str) -> bool:
    """Return whether the setting is on. It is off if the variable is not set."""
    text = os.environ.get(name, "").strip().lower()
    if text and text not in (*YES, *NO):
        raise ImproperlyConfigured(f"{name} must be 1 or 0, and {text!r} is neither.")
    return text in YES


def one_of(name: str, *choices: str) -> str:
    """Return the choice. The first is the default."""
    chosen = os.environ.get(name, "") or choices[0]
    if chosen not in choices:
        raise ImproperlyConfigured(f"{name} is {', '.join(choices[:-1])} or {choices[-1]}, and not {chosen!r}.")
    return chosen


def rate(name: str, default: str) -> str:
    """Return the rate; an empty text means no limit."""
    text = os.environ.get(name, default)
    if text and not RATE.fullmatch(text):
        raise ImproperlyConfigured(f"{name} must be a number for a period, such as 600/min, and {text!r} is none.")
    return text


def time_zone(name: str, default: str) -> str:
    chosen = os.environ.get(name, "") or default
    try:
        ZoneInfo(chosen)
    except (ValueError, OSError, KeyError):
        raise ImproperlyConfigured(f"{name} must be a time zone, such as {default}, and {chosen!r} is none.") from None
    return chosen


def keys_by_name(name: str) -> dict[str, str]:
    """Return the public keys of other sites by the names of the sites, as in "scores.example.org=KEY"."""
    pairs = [pair.partition("=") for pair in os.environ.get(name, "").split(",") if pair.strip()]
    if any(not key.strip() or not sign or not value.strip() for key, sign, value in pairs):
        raise ImproperlyConfigured(f"{name} must be pairs of name=public key, with commas between them.")
    return {key.strip(): value.strip() for key, _sign, value in pairs}


def mail_address(name: str) -> str:
    """Return the address of the mail server; empty if there is no server."""
    text = os.environ.get(name, "")
    if text and urlsplit(text).scheme not in MAIL_SCHEMES:
        raise ImproperlyConfigured(f"{name} must be like smtp://user:password@host:587.")
    return text


def log_level(name: str, default: str) -> str:
    chosen = os.environ.get(name, "") or default
    if chosen not in logging.getLevelNamesMapping():
        raise ImproperlyConfigured(f"{name} is DEBUG, INFO, WARNING, ERROR or CRITICAL, and not {chosen!r}.")
    return chosen
