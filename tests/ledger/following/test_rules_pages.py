"""The page of each game's rules: public, and within the Content-Security-Policy."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext

from games.game import Game
from games.registry import BY_SLUG, GAMES

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])


def page_of(game: type[Game]) -> str:
    answer = Client().get(reverse("rules", args=[game.slug]))
    assert answer.status_code == 200
    return answer.content.decode()


def article_of(game: type[Game]) -> str:
    return page_of(game).partition("<article")[2].partition("</article>")[0]


@every_game
def test_a_game_has_its_page_with_one_title(game: type[Game]) -> None:
    page = page_of(game)
    assert re.findall(r"<h1>([^<]+)</h1>", page) == [gettext(game.name)]
    assert 'lang="en"' in page


@every_game
def test_options_have_the_titles_of_the_form(game: type[Game]) -> None:
    article = article_of(game)
    assert "<table" in article
    for name, spec in game.rules_schema()["properties"].items():
        assert f'<span class="prose__option">{spec["title"]}</span>' in article, name


@every_game
def test_every_part_has_a_link(game: type[Game]) -> None:
    page = page_of(game)
    jumps = re.findall(r'<a href="#(part-[^"]+)">', page)
    assert jumps
    assert len(set(jumps)) == len(jumps)
    assert [jump for jump in jumps if f'<h2 id="{jump}">' not in page] == []


@every_game
def test_there_are_no_inline_styles_or_scripts(game: type[Game]) -> None:
    assert re.findall(r"style=|<script|\son\w+=", article_of(game)) == []


def test_the_list_links_to_every_page() -> None:
    page = Client().get(reverse("rules_list")).content.decode()
    assert [game.slug for game in GAMES if reverse("rules", args=[game.slug]) not in page] == []


def test_another_language_says_that_the_text_is_english() -> None:
    client = Client(headers={"accept-language": "ne"})
    assert "notice--info" in client.get(reverse("rules", args=[GAMES[0].slug])).content.decode()
    assert "notice--info" not in page_of(GAMES[0])


def test_an_unknown_game_is_404() -> None:
    assert Client().get(reverse("rules", args=["no-such-game"])).status_code == 404


def test_a_choice_has_its_own_title_in_the_row_of_its_option() -> None:
    """The scorecard's `target` is an option, and one of the ends."""
    rows = re.findall(r"<tr>(.+?)</tr>", article_of(BY_SLUG["scorecard"]), re.DOTALL)
    row = next(row for row in rows if ">When it ends<" in row)
    assert '<span class="prose__option">At a target</span>' in row
    assert ">Target<" not in row
