"""The page of each game's rules: public, in the reader's language, and within the Content-Security-Policy."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext, override

from games.game import Game
from games.registry import BY_SLUG, GAMES
from ledger.following import rules as rules_pages
from ledger.following.rules_in_words import options_in_words, presets_in_words
from ledger.lib.languages import LANGUAGES
from tests.needs import daily

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
CODES = [language.code for language in LANGUAGES]


def page_of(game: type[Game], language: str = "en") -> str:
    answer = Client(headers={"accept-language": language}).get(reverse("rules", args=[game.slug]))
    assert answer.status_code == 200
    return answer.content.decode()


def part_of(page: str, start: str, end: str) -> str:
    return page.partition(f'<h2 id="{start}">')[2].partition(f'<h2 id="{end}">')[0]


@every_game
def test_a_game_has_its_page_with_one_title(game):
    page = page_of(game)
    assert re.findall(r"<h1>([^<]+)</h1>", page) == [gettext(game.name)]
    assert 'lang="en"' in page


@pytest.mark.parametrize("language", daily(CODES, 2))
@every_game
def test_options_and_presets_are_in_the_language_of_the_reader(game, language):
    page = page_of(game, language)
    with override(language):
        presets = [gettext(text) for preset in game.presets.values() for text in (preset.title, preset.about)]
        texts = [
            gettext(spec[text])
            for spec in game.rules_schema()["properties"].values()
            for text in ("title", "description")
            if text in spec
        ]
    assert [text for text in presets if escape(text) not in part_of(page, "presets", "options")] == []
    assert [text for text in texts if escape(text) not in part_of(page, "options", "in-full")] == []


def test_defaults_and_choices_are_in_words():
    options = {option.title: option for option in options_in_words(BY_SLUG["jaago-chalis"])}
    assert options["Series ends at"].default == "40"
    assert options["Below zero pays double"].default == "yes"
    assert options["Who pays for a big hand"].default == "Ranked"
    assert options["Who pays for a big hand"].choices == ["Ranked", "Equal", "Off"]
    assert options["Series ends at"].choices == []
    extras = next(option for option in options_in_words(BY_SLUG["doppelkopf"]) if option.title == "Extra points")
    assert len(extras.choices) == 6
    assert extras.default == ", ".join(extras.choices[:4])


def test_a_preset_says_what_differs_from_the_first():
    first, second = presets_in_words(BY_SLUG["jaago-chalis"])
    assert first.changes == []
    assert second.changes == [("Who pays for a big hand", "Off"), ("Below zero pays double", "no")]


def test_the_text_for_the_table_is_in_the_language_of_the_reader(monkeypatch, tmp_path):
    for language, text in (("en", "Play."), ("de", "Spielt.")):
        folder = tmp_path / "at-the-table" / language
        folder.mkdir(parents=True)
        (folder / "cha.md").write_text(f"# CHA\n\n{text}\n")
    (tmp_path / "cha.md").write_text("# CHA\n\n## The end\n\nAt the end.\n")
    monkeypatch.setattr(rules_pages, "FOLDER", tmp_path)
    rules_pages.rules_texts.cache_clear()
    article = r'<article class="prose at-the-table"([^>]*)>\s*<p>([^<]+)</p>'
    found = {language: re.search(article, page_of(BY_SLUG["cha"], language)) for language in ("en", "de", "fr")}
    rules_pages.rules_texts.cache_clear()
    assert {language: match and match.groups() for language, match in found.items()} == {
        "en": (' lang="en"', "Play."),
        "de": (' lang="de"', "Spielt."),
        "fr": (' lang="en"', "Play."),  # there is no French text
    }


@every_game
def test_every_part_has_a_link(game):
    page = page_of(game)
    jumps = re.findall(r'href="#([^"]+)">', page.partition("<main")[2])
    assert {"presets", "options", "in-full"} < set(jumps)
    assert len(set(jumps)) == len(jumps)
    assert [jump for jump in jumps if f'<h2 id="{jump}">' not in page] == []


@every_game
def test_there_are_no_inline_styles_or_scripts(game):
    main = page_of(game).partition("<main")[2].partition("</main>")[0]
    assert re.findall(r"style=|<script|\son\w+=", main) == []


def test_an_example_stands_before_the_rules():
    page = page_of(BY_SLUG["jaago-chalis"])
    assert page.index(reverse("example", args=["jaago-chalis"])) < page.index("at-the-table")


def test_the_list_links_to_every_page():
    page = Client().get(reverse("rules_list")).content.decode()
    assert [game.slug for game in GAMES if reverse("rules", args=[game.slug]) not in page] == []


def test_another_language_says_that_the_full_rules_are_english():
    with override("ne"):
        sentence = gettext("These rules are written in English.")
    assert sentence in part_of(page_of(GAMES[0], "ne"), "in-full", "")
    assert sentence not in page_of(GAMES[0])


def test_an_unknown_game_is_404():
    assert Client().get(reverse("rules", args=["no-such-game"])).status_code == 404


def test_the_full_rules_call_options_and_presets_as_the_forms_do():
    assert '<span class="prose__option">Lowest sum of the calls</span>' in page_of(BY_SLUG["call-break"])
    assert '<span class="prose__option">Salon</span>' in page_of(BY_SLUG["jass"])


def test_a_name_with_two_titles_is_that_of_the_option():
    """In the scorecard `target` is an option, and also a value of the option `end`."""
    assert rules_pages.titles_of(BY_SLUG["scorecard"])["target"] == "Target"
    assert "none" not in rules_pages.titles_of(BY_SLUG["belote"])  # a value of several options
