"""For points or for money: the page asks before the first series, and shows the last answer in one line later."""

import re
from decimal import Decimal
from typing import Any

import pytest

from ledger.circles.services.circles import change_circle
from ledger.series.models import Series
from ledger.series.points_only import switch_points_only
from tests.ledger.pages import markup_of, refusal_text, text_of
from tests.ledger.scoring.start.conftest import StartPage
from tests.ledger.series.conftest import start_game


def go_line(page: Any) -> str:
    """The line beside the Start button, which says what the series is played for."""
    (found,) = re.findall(r'<span [^>]*id="terms"[^>]*>(.*?)</span>', markup_of(page), re.DOTALL)
    return " ".join(found.split())


def start(start_page: StartPage, **stake: str) -> Series:
    answer = start_page.post({"key": f"key number {Series.objects.count()} of this test"} | stake)
    assert answer.status_code == 302, text_of(answer)
    return Series.objects.latest("started_at")


def test_the_first_series_asks_and_proposes_points(start_page):
    page = markup_of(start_page.get())
    bar = page[page.index('class="start__go"') :]
    assert "What do you play for?" in bar
    assert "<details" not in bar
    assert 'value="points" id="id_played_for_0" checked' in bar
    (figure,) = re.findall(r'<input[^>]*name="point_value"[^>]*>', bar)
    assert " value=" not in figure
    assert "NPR" in bar


def test_for_points_a_figure_does_not_matter(start_page):
    for figure in ("", "0.5", "lots"):
        started = start(start_page, played_for="points", point_value=figure)
        assert started.point_value == 0


@pytest.mark.parametrize("figure", ["", "0"])
def test_for_money_the_table_says_how_much(start_page, figure):
    refused = refusal_text(start_page.post({"played_for": "money", "point_value": figure}))
    assert "Please say what a point is worth" in refused
    assert not Series.objects.exists()
    assert start(start_page, played_for="money", point_value="0.5").point_value == Decimal("0.5")


@pytest.mark.parametrize("field", ["point_value", "rule_target"])
@pytest.mark.parametrize("figure", ["1.000", "1,000"])
def test_a_figure_that_can_be_read_in_two_ways_is_asked_about(start_page, field, figure):
    typed = {"played_for": "money", "point_value": "0.5"} | {field: figure}
    assert f"“{figure}” can be read in two ways. Write 1000 or 1." in refusal_text(start_page.post(typed))
    assert not Series.objects.exists()


def test_a_worth_with_three_decimals_is_shown_so_that_it_can_be_sent_again(start_page):
    assert start(start_page, played_for="money", point_value="1 1/8").point_value == Decimal("1.125")
    (shown,) = re.findall(r'<input[^>]*name="point_value"[^>]*>', markup_of(start_page.get()))
    assert ' value="1.1250"' in shown


def test_later_series_remember_the_last_answer(start_page, owner):
    start(start_page, played_for="money", point_value="0.5")
    page = start_page.get()
    assert go_line(page) == "0.5 NPR a point · to 40 · players may answer · As the J-40 team wrote it (2004)"
    assert re.search(r'name="point_value"[^>]* value="0.5"|value="0.5"[^>]* name="point_value"', markup_of(page))
    assert "start__next" not in markup_of(page), "there is a step before Start"
    start(start_page, played_for="points")
    assert (
        go_line(start_page.get()) == "For points only · to 40 · players may answer · As the J-40 team wrote it (2004)"
    )
    change_circle(circle=owner.circle, currency="USD", coin_minor=1)
    page = markup_of(start_page.get())
    assert "What do you play for?" in page
    assert "start__next" in page, "the value of a point in rupees was taken over for dollars"


def test_the_line_follows_what_is_changed_on_the_page(start_page):
    start(start_page, played_for="points")
    changed = {"played_for": "money", "point_value": "0.25", "rule_target": "60", "show": "1"}
    line = start_page.post(changed, headers={"HX-Request": "true", "HX-Target": "terms"})
    assert go_line(line) == "0.25 NPR a point · to 60 · As the J-40 team wrote it (2004), with changes"
    assert "<form" not in markup_of(line)


def test_a_circle_for_points_only_is_not_asked(start_page, owner):
    switch_points_only(me=owner, points_only=True)
    assert "What do you play for?" not in text_of(start_page.get())
    assert start(start_page, played_for="money", point_value="0.5").point_value == 0
    page = start_page.get()
    assert "What do you play for?" not in text_of(page)
    assert go_line(page) == "For points only · to 40 · players may answer · As the J-40 team wrote it (2004)"


def test_a_game_that_is_new_to_the_circle_shows_what_is_agreed_before_start(start_page):
    start(start_page, played_for="money", point_value="0.5")
    page = markup_of(start_page.of("call-break"))
    assert "start__next" in page
    assert re.search(r'name="point_value"[^>]* value="0.5"|value="0.5"[^>]* name="point_value"', page)


def test_each_game_remembers_what_it_was_played_for(start_page, scorer, players):
    start(start_page, played_for="points")
    start_game(scorer, "call-break", players, point_value="2")
    assert go_line(start_page.get()).startswith("For points only · ")
    assert go_line(start_page.of("call-break")).startswith("2 NPR a point · ")


def test_any_other_game_says_which_before_start(start_page, scorer, players):
    """The tile "Scorecard" after an evening of Hearts: it must not start Hearts by itself."""
    start_game(scorer, "scorecard", players, preset="hearts", point_value="0")
    assert "start__next" in markup_of(start_page.of("scorecard"))
    assert "start__next" not in markup_of(start_page.of("scorecard", "hearts"))
