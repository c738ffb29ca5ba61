"""The pages of rules: docs/rules/<slug>.md, which can be read without an account.

The files name options as the code does, because tests compare the two. The pages show the titles that the forms use.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_safe
from markdown_it.token import Token

from games.game import Game
from games.registry import BY_SLUG, GAMES
from ledger.lib.markdown import TextPage, as_page, read_text

FOLDER = settings.BASE_DIR / "docs" / "rules"


@require_safe
def every_game(request: HttpRequest) -> HttpResponse:
    return render(request, "following/rules_list.html", {"games": GAMES})


@require_safe
def one_game(request: HttpRequest, slug: str) -> HttpResponse:
    game = BY_SLUG.get(slug)
    if game is None:
        raise Http404
    return render(request, "following/rules.html", {"game": game, "rules": rules_page(slug)})


@cache
def rules_page(slug: str) -> TextPage:
    """Return the rules of a game as HTML. The file is read once: a changed file shows after a restart of the site."""
    tokens = read_text(FOLDER / f"{slug}.md")  # without the file's title: the page's title is the game's name
    titles = OptionTitles.of(BY_SLUG[slug])
    column, known = 0, titles.known_in_row(())
    for token in tokens:
        if token.type in ("tr_open", "table_close"):
            column, known = 0, titles.known_in_row(())
        elif token.type == "td_open":
            column += 1
        elif token.type == "inline":
            if column == 1:  # the first column names the options of the row
                known = titles.known_in_row(part.content for part in token.children or () if part.type == "code_inline")
            _replace_names(token, titles.options if column == 1 else known)
    return as_page(tokens)


@dataclass(frozen=True)
class OptionTitles:
    """What the forms call an option, its choices and the presets."""

    options: Mapping[str, str]
    choices: Mapping[str, Mapping[str, str]]  # by option
    others: Mapping[str, str]  # of choices and presets, for other rows and texts; without words that have two titles

    @classmethod
    def of(cls, game: type[Game]) -> "OptionTitles":
        schema = game.rules_schema()
        options, choices = {}, {}
        titles: dict[str, set[str]] = {slug: {preset.title} for slug, preset in game.presets.items()}
        for name, spec in schema["properties"].items():
            kind = schema["$defs"][spec["$ref"].rpartition("/")[2]] if "$ref" in spec else spec
            options[name] = spec["title"]
            choices[name] = {choice["const"]: choice["title"] for choice in kind.get("oneOf", ())}
            for value, title in choices[name].items():
                titles.setdefault(value, set()).add(title)
        return cls(options, choices, {word: title for word, (title, *more) in titles.items() if not more})

    def known_in_row(self, options: Iterable[str]) -> Mapping[str, str]:
        """Return the titles in the row of these options. The titles of their own choices come before other titles."""
        own = {value: title for option in options for value, title in self.choices.get(option, {}).items()}
        return {**self.others, **self.options, **own}


def _replace_names(line: Token, titles: Mapping[str, str]) -> None:
    """Replace names of options by their titles, and links to other files of rules by links to their pages."""
    for part in line.children or ():
        if part.type == "link_open":
            slug = str(part.attrs["href"]).removesuffix(".md")
            if slug in BY_SLUG:
                part.attrSet("href", reverse("rules", args=[slug]))
        if part.type == "code_inline" and part.content in titles:
            part.type = "html_inline"
            part.content = format_html('<span class="prose__option">{}</span>', titles[part.content])
