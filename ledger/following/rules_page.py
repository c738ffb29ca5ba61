"""A game's page of rules: docs/rules/<slug>.md, written for people and shown as it is.

The files lie in the repository, so their text is the house's own. It is rendered without raw HTML all the same, and
without styles, which the Content-Security-Policy would refuse. Options stand in the files by their names in the record,
as tests compare them; a reader sees them as the forms call them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from games.contract import Game
from games.registry import BY_SLUG

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
FOLDER = settings.BASE_DIR / "docs" / "rules"


@dataclass(frozen=True)
class Heading:
    anchor: str
    text: str


@dataclass(frozen=True)
class RulesPage:
    body: SafeString
    headings: tuple[Heading, ...]


@cache
def rules_page(slug: str) -> RulesPage:
    """Read once; a new text comes with a new start of the site."""
    tokens = MARKDOWN.parse((FOLDER / f"{slug}.md").read_text(encoding="utf-8"))
    tokens = tokens[_after_title(tokens) :]
    headings = tuple(_headings(tokens))
    _dress(tokens, _words(BY_SLUG[slug]))
    html = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    return RulesPage(mark_safe(html), headings)  # noqa: S308  (our own text, and raw HTML is off)


def _after_title(tokens: Sequence[Token]) -> int:
    """The page has the game's name as its title already."""
    return next(index + 1 for index, token in enumerate(tokens) if token.type == "heading_close" and token.tag == "h1")


def _headings(tokens: Sequence[Token]) -> Iterator[Heading]:
    for token, inside in pairwise(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            anchor = f"part-{_slug(inside.content)}"
            token.attrSet("id", anchor)
            yield Heading(anchor, inside.content)


def _slug(text: str) -> str:
    return "-".join("".join(letter if letter.isalnum() else " " for letter in text.lower()).split())


@dataclass(frozen=True)
class Words:
    """What the forms call an option, its choices and the presets."""

    options: Mapping[str, str]
    choices: Mapping[str, Mapping[str, str]]  # by option
    others: Mapping[str, str]  # away from an option of its own; a word that means two things stays as it is

    def beside(self, options: Iterable[str]) -> Mapping[str, str]:
        """In the row that describes these options, their choices come first."""
        own = {value: title for option in options for value, title in self.choices.get(option, {}).items()}
        return {**self.others, **self.options, **own}


def _words(game: Game) -> Words:
    schema = game.rules_schema()
    options = {name: spec["title"] for name, spec in schema["properties"].items()}
    choices = {name: _choices(schema, spec) for name, spec in schema["properties"].items()}
    titles: dict[str, set[str]] = {slug: {preset.title} for slug, preset in game.presets.items()}
    for value, title in (pair for each in choices.values() for pair in each.items()):
        titles.setdefault(value, set()).add(title)
    return Words(options, choices, {word: title for word, (title, *more) in titles.items() if not more})


def _choices(schema: Mapping[str, Any], spec: Mapping[str, Any]) -> Mapping[str, str]:
    kind = schema["$defs"][spec["$ref"].rpartition("/")[2]] if "$ref" in spec else spec
    return {choice["const"]: choice["title"] for choice in kind.get("oneOf", ())}


def _dress(tokens: Sequence[Token], words: Words) -> None:
    column, titles = 0, words.beside(())
    for token in tokens:
        token.attrs.pop("style", None)
        if token.type == "table_open":
            token.attrSet("class", "prose__table")
        elif token.type in ("tr_open", "table_close"):
            column, titles = 0, words.beside(())
        elif token.type == "td_open":
            column += 1
        elif token.type == "inline":
            if column == 1:
                titles = words.beside(_named(token))
            _say(token, words.options if column == 1 else titles)


def _named(cell: Token) -> list[str]:
    return [part.content for part in cell.children or () if part.type == "code_inline"]


def _say(line: Token, titles: Mapping[str, str]) -> None:
    for part in line.children or ():
        if part.type == "link_open":
            part.attrSet("href", _address(str(part.attrs["href"])))
        if part.type == "code_inline" and part.content in titles:
            part.type = "html_inline"
            part.content = format_html('<span class="prose__option">{}</span>', titles[part.content])


def _address(href: str) -> str:
    """Other files of rules are other pages."""
    slug = href.removesuffix(".md")
    return reverse("rules", args=[slug]) if slug in BY_SLUG else href
