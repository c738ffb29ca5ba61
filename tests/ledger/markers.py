"""A made-up language: English with each translated text in brackets. Text outside brackets is not translated."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path

from django.core.cache import caches
from django.test import override_settings

from scripts import messages
from tests.ground.helpers import ROOT

OPEN, CLOSE = "⟦", "⟧"
SHOWN_ATTRIBUTES = {"title", "alt", "placeholder", "label", "aria-label", "aria-description", "aria-valuetext"}
BUTTONS = {"submit", "button", "reset"}
SPOKEN_META = {"description", "og:title", "og:description", "og:site_name", "apple-mobile-web-app-title"}
SILENT = {"script", "style"}
FROM_CLDR = {("select", "currency"), ("select", "time_zone")}  # inputs whose choices are named by CLDR
SENTENCE = re.compile(rf"[A-Z{{{OPEN}].*\w \w")
LETTERS = re.compile(r"[^\W\d_]{2,}(?:['’.-]?[^\W\d_]+)*")


@contextmanager
def marked_texts(folder: Path) -> Iterator[None]:
    """Put every English text of the site's catalogue in brackets, but not those of Django and of packages."""
    catalogue = messages.read_catalogue(ROOT, messages.SOURCE_LANGUAGE)
    for message in messages.texts(catalogue):
        texts = [f"{OPEN}{text}{CLOSE}" for text in messages.forms(message)]
        message.string = tuple(texts) if message.pluralizable else texts[0]
    file = messages.po_file(folder, messages.SOURCE_LANGUAGE).with_suffix(".mo")
    file.parent.mkdir(parents=True)
    file.write_bytes(messages.compiled(catalogue))
    with override_settings(LOCALE_PATHS=[folder / "locale"]):
        forget_texts()
        yield
    forget_texts()


def forget_texts() -> None:
    for cache in caches.all():
        cache.clear()


class _Page(HTMLParser):
    """The texts of a page: its text without tags, and each attribute that is shown or spoken."""

    def __init__(self) -> None:
        super().__init__()
        self.read: list[str] = []
        self.attributes: list[str] = []
        self.silent = ""  # the element whose text is left out: a script, or an element with lang="en", such as sources

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        spoken = [value for name, value in found.items() if name in SHOWN_ATTRIBUTES]
        # A sentence in a data attribute is a text for the reader; other values are for scripts alone.
        spoken += [value for name, value in found.items() if name.startswith("data-") and SENTENCE.match(value)]
        if tag == "input" and found.get("type") in BUTTONS:
            spoken.append(found.get("value", ""))
        if tag == "meta" and (found.get("name") or found.get("property")) in SPOKEN_META:
            spoken.append(found.get("content", ""))
        self.attributes += spoken
        if tag in SILENT or (tag, found.get("name")) in FROM_CLDR or (tag != "html" and found.get("lang") == "en"):
            self.silent = self.silent or tag
        self.read.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag == self.silent:
            self.silent = ""
        self.read.append(" ")

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.read.append(data)


def outside(text: str) -> str:
    depth, left = 0, []
    for sign in text:
        depth += (sign == OPEN) - (sign == CLOSE)
        left.append(sign if depth == 0 and sign != CLOSE else " ")
    return "".join(left)


def unmarked(text: str, known: frozenset[str]) -> list[str]:
    """Return the words outside brackets, without `known`: typed names, currencies, languages."""
    left = re.sub(r"https?://\S+", " ", outside(text))
    for name in sorted(known, key=len, reverse=True):
        left = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", left)
    return LETTERS.findall(left)


def unmarked_in_page(page: str, known: frozenset[str]) -> list[str]:
    parser = _Page()
    parser.feed(page)
    return [word for text in ("".join(parser.read), *parser.attributes) for word in unmarked(text, known)]


def unmarked_in_json(text: str, known: frozenset[str], names: set[str]) -> list[str]:
    """Return the words outside brackets in the values of these names, at any depth."""

    def values(found: object) -> Iterator[str]:
        if isinstance(found, dict):
            for name, value in found.items():
                if name in names and isinstance(value, str):
                    yield value
                yield from values(value)
        elif isinstance(found, list):
            for value in found:
                yield from values(value)

    return [word for value in values(json.loads(text)) for word in unmarked(value, known)]
