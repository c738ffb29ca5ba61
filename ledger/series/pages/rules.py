"""A game's page of rules: docs/rules/<slug>.md, written for people and shown as it is.

The files lie in the repository, so their text is the house's own. It is rendered without raw HTML all the same, and
without styles, which the Content-Security-Policy would refuse. Options stand in the files by their names in the record,
as tests compare them; a reader sees them as the forms call them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

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
    _dress(tokens, _titles(BY_SLUG[slug]))
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


def _titles(game: Game) -> Mapping[str, str]:
    """What the forms call an option, its choices and the presets; a word that means two things stays as it is."""
    schema = game.rules_schema()
    kinds = schema.get("$defs", {}).values()
    named = [(name, spec["title"]) for name, spec in schema["properties"].items()]
    named += [(choice["const"], choice["title"]) for kind in kinds for choice in kind.get("oneOf", ())]
    named += [(slug, preset.title) for slug, preset in game.presets.items()]
    titles: dict[str, set[str]] = {}
    for name, title in named:
        titles.setdefault(name, set()).add(title)
    return {name: title for name, (title, *others) in titles.items() if not others}


def _dress(tokens: Sequence[Token], titles: Mapping[str, str]) -> None:
    for token in tokens:
        token.attrs.pop("style", None)
        if token.type == "table_open":
            token.attrSet("class", "prose__table")
        if token.type == "link_open":
            token.attrSet("href", _address(str(token.attrs["href"])))
        if token.type == "code_inline" and token.content in titles:
            token.type = "html_inline"
            token.content = format_html('<span class="prose__option">{}</span>', titles[token.content])
        _dress(token.children or (), titles)


def _address(href: str) -> str:
    """Other files of rules are other pages."""
    slug = href.removesuffix(".md")
    return reverse("rules", args=[slug]) if slug in BY_SLUG else href
