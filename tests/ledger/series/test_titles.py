"""The name of a game that comes from a preset is shown in the reader's language, and stored in English."""

import pytest
from django.urls import reverse
from django.utils import translation

from games.registry import BY_SLUG
from ledger.following.rules_in_words import RulesInWords
from ledger.series.descriptions import game_name, leader_text
from ledger.series.house_rules import keep_rules
from ledger.series.models import Result, Series
from ledger.series.wording import title_from_words, title_in_words
from tests.ledger.pages import address, client_of, text_of
from tests.ledger.scoring.start.conftest import filled_in
from tests.ledger.series.conftest import Scorer, start_game

SCORECARD = BY_SLUG["scorecard"]
IN_HINDI = "ट्वेंटी-नाइन"
HANDS = [{"bids": [17, None], "tricks": [18, None]}] * 6  # six bids that are made end it at 6


@pytest.fixture
def evening(scorer, players) -> Scorer:
    return start_game(scorer, "scorecard", players, preset="twenty-nine")


def test_a_series_is_called_by_the_preset_in_each_language(evening):
    assert game_name(evening.series) == "Twenty-Nine"
    with translation.override("hi"):
        assert game_name(evening.series) == IN_HINDI


def test_a_title_of_the_table_is_no_text_to_translate():
    """“Schaufel” is the suit in German, and a table may call its game Spades."""
    with translation.override("de"):
        assert title_in_words(SCORECARD, "Spades") == "Spades"
        assert title_in_words(SCORECARD, "") == ""
        assert title_in_words(BY_SLUG["skat"], "Skat") == "Skat"


def test_words_are_stored_as_the_preset_says_them():
    with translation.override("hi"):
        assert title_from_words(SCORECARD, IN_HINDI) == "Twenty-Nine"
        assert title_from_words(SCORECARD, "हमारा खेल") == "हमारा खेल"


def test_pages_and_the_sheet_have_it_in_the_readers_language(evening):
    evening.record(*HANDS)
    assert set(Result.objects.values_list("title", flat=True)) == {"Twenty-Nine"}
    phone = client_of(evening.me.user)
    phone.cookies["django_language"] = "hi"
    circle = evening.series.circle
    of_circle = [reverse(name, args=[circle.pk]) for name in ("standings", "circle_series")]
    for page in (address("page", evening.series), *of_circle):
        text = text_of(phone.get(page))
        assert IN_HINDI in text, page
        assert "Twenty-Nine" not in text, page
    with translation.override("hi"):
        lines = [line for half in RulesInWords(SCORECARD, evening.state().rules).halves for line in half]
    assert IN_HINDI in [line.value for line in lines]


def test_the_start_form_shows_and_reads_it_in_the_readers_language(scorer, players):
    phone = client_of(scorer.user)
    phone.cookies["django_language"] = "hi"
    start = reverse("start_series", args=[scorer.circle_id]) + "?game=scorecard&rules=twenty-nine"
    sent = filled_in(phone.get(start), players, "twenty-nine")
    assert sent["rule_name"] == IN_HINDI
    answer = phone.post(start, sent)
    assert answer.status_code == 302, text_of(answer)
    series = Series.objects.get()
    assert (series.preset, series.rules["name"]) == ("twenty-nine", "Twenty-Nine")


def test_rules_that_are_kept_count_with_the_preset(scorer):
    with translation.override("hi"):
        kept = keep_rules(circle=scorer.circle, game=SCORECARD, rules={}, name=IN_HINDI)
    assert (kept.name, kept.rules["name"]) == (IN_HINDI, "Twenty-Nine")


def test_a_team_leads_in_the_plural(evening):
    assert leader_text(evening.record(HANDS[0])) == "A & C lead with 1"
