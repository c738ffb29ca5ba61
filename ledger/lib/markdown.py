"""Documents that are shown as pages, such as docs/api.md and the rules of the games.

They are rendered without raw HTML, and without styles, which the Content-Security-Policy would refuse.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from markdown_it import MarkdownIt
from markdown_it.token import Token

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True)
class Heading:
    anchor: str
    text: str


@dataclass(frozen=True)
class TextPage:
    """The HTML of a document, and its headings of the second level."""

    body: SafeString
    headings: tuple[Heading, ...]


def read_body(file: Path) -> list[Token]:
    """Return the tokens of the text below the title of the file."""
    tokens = _MARKDOWN.parse(file.read_text(encoding="utf-8"))
    title_end = next(index for index, token in enumerate(tokens) if (token.type, token.tag) == ("heading_close", "h1"))
    return tokens[title_end + 1 :]


def read_title(file: Path) -> str:
    tokens = _MARKDOWN.parse(file.read_text(encoding="utf-8"))
    return next(inside.content for token, inside in pairwise(tokens) if token.tag == "h1")


def read_in_language(folder: Path, name: str) -> tuple[str, list[Token]]:
    """Return the language and the tokens of the text below the title of `<folder>/<language>/<name>.md`.

    The language is that of the reader if the text is translated, else English.
    """
    language = get_language() or "en"
    if not (folder / language / f"{name}.md").exists():
        language = "en"
    return language, read_body(folder / language / f"{name}.md")


def as_page(tokens: Sequence[Token]) -> TextPage:
    headings = []
    for token, inside in pairwise(tokens):
        token.attrs.pop("style", None)
        if token.type == "table_open":
            token.attrSet("class", "prose__table")
        if token.type == "heading_open" and token.tag == "h2":
            letters = "".join(letter if letter.isalnum() else " " for letter in inside.content.lower())
            heading = Heading("part-" + "-".join(letters.split()), inside.content)
            token.attrSet("id", heading.anchor)
            headings.append(heading)
    html = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    return TextPage(mark_safe(html), tuple(headings))  # noqa: S308  (our own text, and raw HTML is off)
