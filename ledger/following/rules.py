"""The pages of rules, one for each game. They can be read without an account.

A page has what a player needs at the table, in the reader's language (docs/rules/at-the-table/), then the options and
presets of the game, and then the full rules in English (docs/rules/<slug>.md). That file names options as the code
does: the page has the titles of the forms in place of these names.
"""

from collections.abc import Mapping
from functools import cache

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from markdown_it.token import Token

from games.game import Game
from games.registry import BY_SLUG, GAMES
from ledger.following.rules_in_words import options_in_words, presets_in_words
from ledger.lib.markdown import as_page, read_body, read_in_language

FOLDER = settings.BASE_DIR / "docs" / "rules"


@require_safe
def every_game(request: HttpRequest) -> HttpResponse:
    return render(request, "following/rules_list.html", {"games": GAMES})


@require_safe
def one_game(request: HttpRequest, slug: str) -> HttpResponse:
    game = BY_SLUG.get(slug)
    if game is None:
        raise Http404
    words = {"options": options_in_words(game), "presets": presets_in_words(game)}
    return render(request, "following/rules.html", {"game": game, **words, **rules_texts(slug, get_language() or "en")})


@cache
def rules_texts(slug: str, _language: str) -> Mapping[str, object]:
    """Return the texts of the page in the reader's language, which is an argument only for the cache.

    The files are read once: a change shows after a restart of the site.
    """
    written_in, at_the_table = read_in_language(FOLDER / "at-the-table", slug)
    in_full = read_body(FOLDER / f"{slug}.md")  # without the title: the page has the name of the game as title
    titles = titles_of(BY_SLUG[slug])
    for token in in_full:
        _replace_names(token, titles)
    return {"written_in": written_in, "at_the_table": as_page(at_the_table).body, "in_full": as_page(in_full)}


def titles_of(game: type[Game]) -> Mapping[str, str]:
    """Return the titles of the presets, of the choices of options, and of the options, each by the name in the code.

    If an option has the name of a choice or preset, its title is returned. The name of several choices or presets with
    different titles is left out.
    """
    schema = game.rules_schema()
    titles: dict[str, set[str]] = {slug: {preset.title} for slug, preset in game.presets.items()}
    for definition in schema.get("$defs", {}).values():
        for choice in definition.get("oneOf", ()):
            titles.setdefault(choice["const"], set()).add(choice["title"])
    options = {name: spec["title"] for name, spec in schema["properties"].items()}
    return {name: title for name, (title, *more) in titles.items() if not more} | options


def _replace_names(token: Token, titles: Mapping[str, str]) -> None:
    """Replace each name by its title (`titles_of`), and links to other files of rules by links to their pages."""
    for part in token.children or ():
        if part.type == "link_open":
            slug = str(part.attrs["href"]).removesuffix(".md")
            if slug in BY_SLUG:
                part.attrSet("href", reverse("rules", args=[slug]))
        if part.type == "code_inline" and part.content in titles:
            part.type = "html_inline"
            part.content = format_html('<span class="prose__option">{}</span>', titles[part.content])
