"""Every game has its rules in docs/rules/, and in each language what a player needs at the table."""

import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from games.game import Game
from games.registry import BY_SLUG, GAMES

PAGES = Path(__file__).parents[2] / "docs" / "rules"
LANGUAGES = ("en", "de", "fr", "hi", "ne")

# The options of the first preset whose figures stand in the texts for the table.
FIGURES = {
    "jaago-chalis": "lowest middle highest entry_threshold target big_hand",
    "jass": "target stake_points",
    "putz": "apple_below win_at lost_at_three lost_at_five",
    "coiffeur": "match_points stake_points",
    "differenzler": "rounds second third fourth",
    "cha": "chest_cards stake_points",
    "jewel": "jewel two_jewels super_sequence marriage super_set full_hand pack mid_pack",
    "call-break": "deals least_call second third fourth fifth",
    "marriage": (
        "seen_pays unseen_pays dublee_bonus foul_pays tiplu two_tiplu three_tiplu poplu two_poplu three_poplu alter"
        " two_alter three_alter marriage marriage_dealt tunnela"
    ),
    "spades": "target floor nil blind_nil bags bag_penalty stake_points",
    "skat": "deals_each bonus_won bonus_lost",
    "doppelkopf": "hands required_solos",
    "schafkopf": "call solo extra extra_solo ramsch tout_times runners_from runners_from_wenz",
    "belote": "target capot generale surcoinche stake_points",
    "tarot": "poignee chelem",
}

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
every_language = pytest.mark.parametrize("language", LANGUAGES)


def text_for_the_table(game: type[Game], language: str) -> str:
    return (PAGES / "at-the-table" / language / f"{game.slug}.md").read_text()


def figures_in(text: str) -> Counter[int]:
    return Counter(map(int, re.findall(r"\d+", text)))  # in any digits


def figures_of(value: Any) -> list[int]:
    """Return the figures with which a value is written, without a sign. It must be whole."""
    if isinstance(value, tuple):
        return [figure for each in value for figure in figures_of(each)]
    assert Fraction(value).denominator == 1
    return [abs(int(value))]


@every_game
def test_the_rules_have_a_page(game):
    assert (PAGES / f"{game.slug}.md").exists()


@every_language
@every_game
def test_the_figures_for_the_table_are_those_of_the_first_preset(game, language):
    rules = game.default_preset.rules
    names = FIGURES.get(game.slug, "").split()
    wanted = Counter(figure for name in names for figure in figures_of(getattr(rules, name)))
    assert wanted - figures_in(text_for_the_table(game, language)) == Counter()


@every_language
@every_game
def test_a_translation_has_the_figures_of_the_english_text(game, language):
    assert figures_in(text_for_the_table(game, language)) == figures_in(text_for_the_table(game, "en"))


def test_every_game_with_figures_of_its_own_is_compared():
    assert {game.slug for game in GAMES} - set(FIGURES) == {"scorecard"}


SCHIEBER = {"en": "Schieber", "de": "Schieber", "fr": "chibre", "hi": "शीबर", "ne": "शिबर"}


@every_language
def test_the_schieber_at_the_table(language):
    schieber = BY_SLUG["jass"].presets["schieber"].rules
    text = text_for_the_table(BY_SLUG["jass"], language).partition(SCHIEBER[language])[2]
    found = figures_in(text)
    assert all(found[figure] for figure in (2500, schieber.factor_diamonds, schieber.factor_top_down, 100))
    assert schieber.target == 2500


@every_language
def test_the_factors_of_the_coiffeur_at_the_table(language):
    factors = Counter(box.factor for box in BY_SLUG["coiffeur"].default_preset.rules.boxes)
    rows = [row for row in text_for_the_table(BY_SLUG["coiffeur"], language).splitlines() if row.startswith("|")]
    assert figures_in(" ".join(rows)) == factors
