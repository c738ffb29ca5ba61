"""For points or for money: asked plainly before the first series, and remembered in one line before the others."""

import re
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from ledger.circles.models import Member, Player
from ledger.circles.services.circles import change_circle
from ledger.series.models import Series
from ledger.series.points_only import switch_points_only
from tests.ledger.pages import markup_of, refusal_text, text_of
from tests.ledger.scoring.start.conftest import of_game
from tests.ledger.series.conftest import start_game


def go_line(page: Any) -> str:
    """What stands beside Start."""
    (found,) = re.findall(r'<span [^>]*id="terms"[^>]*>(.*?)</span>', markup_of(page), re.DOTALL)
    return " ".join(found.split())


def start(browser: Client, address: str, typed: dict[str, Any], **stake: str) -> Series:
    key = f"key number {Series.objects.count()} of this test"
    answer = browser.post(address, typed | {"key": key} | stake)
    assert answer.status_code == 302, text_of(answer)
    return Series.objects.latest("started_at")


def test_the_first_series_asks_and_proposes_points(bobs_phone: Client, address: str) -> None:
    page = markup_of(bobs_phone.get(address))
    bar = page[page.index('class="start__go"') :]
    assert "What do you play for?" in bar
    assert "<details" not in bar
    assert 'value="points" id="id_played_for_0" checked' in bar
    (figure,) = re.findall(r'<input[^>]*name="point_value"[^>]*>', bar)
    assert " value=" not in figure
    assert "NPR" in bar


def test_for_points_a_figure_does_not_matter(bobs_phone: Client, address: str, typed: dict[str, Any]) -> None:
    for figure in ("", "0.5", "lots"):
        started = start(bobs_phone, address, typed, played_for="points", point_value=figure)
        assert started.point_value == 0


@pytest.mark.parametrize("figure", ["", "0"])
def test_for_money_the_table_says_how_much(
    bobs_phone: Client, address: str, typed: dict[str, Any], figure: str
) -> None:
    refused = refusal_text(bobs_phone.post(address, typed | {"played_for": "money", "point_value": figure}))
    assert "Please say what a point is worth" in refused
    assert not Series.objects.exists()
    assert start(bobs_phone, address, typed, played_for="money", point_value="0.5").point_value == Decimal("0.5")


def test_later_series_remember_the_last_answer(
    bobs_phone: Client, address: str, typed: dict[str, Any], owner: Member
) -> None:
    start(bobs_phone, address, typed, played_for="money", point_value="0.5")
    page = bobs_phone.get(address)
    assert go_line(page) == "0.5 NPR a point · to 40 · players may answer · As the J-40 team wrote it (2004)"
    assert re.search(r'name="point_value"[^>]* value="0.5"|value="0.5"[^>]* name="point_value"', markup_of(page))
    assert "start__next" not in markup_of(page), "Start follows at once"
    start(bobs_phone, address, typed, played_for="points")
    assert (
        go_line(bobs_phone.get(address))
        == "For points only · to 40 · players may answer · As the J-40 team wrote it (2004)"
    )
    change_circle(circle=owner.circle, currency="USD", coin_minor=1)
    page = markup_of(bobs_phone.get(address))
    assert "What do you play for?" in page
    assert "start__next" in page, "half a rupee says nothing of dollars"


def test_the_line_follows_what_is_changed_on_the_page(bobs_phone: Client, address: str, typed: dict[str, Any]) -> None:
    start(bobs_phone, address, typed, played_for="points")
    changed = typed | {"played_for": "money", "point_value": "0.25", "rule_target": "60", "show": "1"}
    line = bobs_phone.post(address, changed, headers={"HX-Request": "true", "HX-Target": "terms"})
    assert go_line(line) == "0.25 NPR a point · to 60 · As the J-40 team wrote it (2004), with changes"
    assert "<form" not in markup_of(line)


def test_a_circle_for_points_only_is_not_asked(
    bobs_phone: Client, address: str, typed: dict[str, Any], owner: Member
) -> None:
    switch_points_only(me=owner, points_only=True)
    assert "What do you play for?" not in text_of(bobs_phone.get(address))
    assert start(bobs_phone, address, typed, played_for="money", point_value="0.5").point_value == 0
    page = bobs_phone.get(address)
    assert "What do you play for?" not in text_of(page)
    assert go_line(page) == "For points only · to 40 · players may answer · As the J-40 team wrote it (2004)"


def test_a_game_that_is_new_to_the_circle_shows_what_is_agreed_before_start(
    bobs_phone: Client, address: str, typed: dict[str, Any]
) -> None:
    start(bobs_phone, address, typed, played_for="money", point_value="0.5")
    page = markup_of(bobs_phone.get(of_game("call-break", address)))
    assert "start__next" in page
    assert re.search(r'name="point_value"[^>]* value="0.5"|value="0.5"[^>]* name="point_value"', page)


def test_each_game_remembers_what_it_was_played_for(
    bobs_phone: Client, address: str, typed: dict[str, Any], scorer: Member, players: list[Player]
) -> None:
    start(bobs_phone, address, typed, played_for="points")
    start_game(scorer, "call-break", players, point_value="2")
    assert go_line(bobs_phone.get(address)).startswith("For points only · ")
    assert go_line(bobs_phone.get(of_game("call-break", address))).startswith("2 NPR a point · ")


def test_any_other_game_says_which_before_start(
    bobs_phone: Client, address: str, scorer: Member, players: list[Player]
) -> None:
    """The tile "Scorecard" after an evening of Hearts: it must not start Hearts by itself."""
    scorecard = of_game("scorecard", address)
    start_game(scorer, "scorecard", players, preset="hearts", point_value="0")
    assert "start__next" in markup_of(bobs_phone.get(scorecard))
    assert "start__next" not in markup_of(bobs_phone.get(f"{scorecard}&rules=hearts"))
