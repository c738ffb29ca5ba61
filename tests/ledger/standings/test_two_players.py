"""Two players side by side."""

import re
from fractions import Fraction
from types import SimpleNamespace

import pytest

from games.registry import BY_SLUG
from ledger.circles.models import Player
from ledger.circles.services.circles import change_circle
from ledger.circles.services.players import leave_out
from ledger.series.models import Luck, Result
from ledger.standings.cells import Cell
from ledger.standings.columns import COLUMNS
from ledger.standings.figures import Row
from ledger.standings.luck import Mean, PlayerLuck
from ledger.standings.profile import ComparedCells
from ledger.standings.ratings import Rating
from tests.ledger.pages import text_of
from tests.ledger.standings.conftest import Page
from tests.ledger.standings.test_api import play

pytestmark = pytest.mark.django_db


@pytest.fixture
def side_by_side(standings_page) -> Page:
    """The page of two players as Vera sees it."""
    return lambda one, other, query="": standings_page(f"players/{one.pk}/and/{other.pk}/{query}")


def compared(page: str) -> dict[str, list[str]]:
    """The two cells of each row of the table, by the name of the figure."""
    table = page.partition('<table class="table player__compared">')[2].partition("</table>")[0]
    rows = {}
    for row in re.findall("<tr>.*?</tr>", table, re.DOTALL)[1:]:
        heading, *cells = (text_of(cell) for cell in re.findall("<t[hd].*?</t[hd]>", row, re.DOTALL))
        rows[heading] = cells
    return rows


def test_figures_side_by_side(side_by_side, players, three_series):
    """Asha: places 1, 2, 1½ and 42, 18, 26 points. Bimal: places 2, 1, 3 and 18, 42, 18 points."""
    rows = compared(side_by_side(players[0], players[1]))
    assert rows["Average place"] == ["better: 1.50", "2.00"]
    assert rows["Won"] == ["better: 2 of 3: 67%", "1 of 3: 33%"]
    assert rows["Money"] == ["better: +86.00 NPR", "+78.00 NPR"]
    assert rows["Most won in a row"] == ["1 1 now", "1 0 now"]
    assert rows["Evenings"] == ["2 3 series", "2 3 series"]
    assert rows["Average total"] == ["better: 14.67", "14.00"]
    assert rows["Best total"] == ["18 10 April 2026", "18 11 April 2026"]
    assert rows["Worst hand"] == ["12 11 April 2026", "12 10 April 2026"]
    assert "better" not in "".join(rows["Rating"])  # three series say too little
    dipak = compared(side_by_side(players[3], players[0]))
    assert dipak["Average place"] == ["4.00", "better: 1.50"]
    assert dipak["Hands under the entry rule"] == ["3 of 3: 100%", "better: 0 of 3: 0%"]
    assert dipak["Ended below zero"] == ["3 of 3: 100%", "better: 0 of 3: 0%"]


def test_against_each_other_and_from_series_to_series(esha, side_by_side, players, three_series, scorer):
    asha, bimal, chandra, dipak = players
    page = text_of(side_by_side(asha, bimal))
    assert "Asha finishes above Bimal in 2 of 3. Above 2 Level 0 Below 1 Points +2 " in page
    assert "Bimal finishes below Asha in 2 of 3. Above 1 Level 0 Below 2 Points −2 " in text_of(
        side_by_side(bimal, asha)
    )
    assert "11 April 2026 14 Place 1. " in page
    play(scorer, [asha, esha, chandra, dipak], [18, 12, 10, 0])
    page = text_of(side_by_side(asha, esha))
    assert "nothing is drawn" in page
    assert page.count("Did not play") == 3


def test_partners_and_the_choice_of_a_game(four_play, side_by_side, players):
    asha, bimal, chandra, _dipak = players
    assert "no game yet" in text_of(side_by_side(asha, chandra))
    for points in ([10, 4], [4, 10], [10, 4]):
        four_play(points, game="scorecard", name="Kitti", teams=2)
    four_play([18, 12, 10, 0])
    page = text_of(side_by_side(asha, chandra))
    assert "With Chandra: won 2 of 3." in page
    assert "nothing is drawn" in page
    assert "Asha finishes above Bimal in 2 of 3." in text_of(side_by_side(asha, bimal))
    other = text_of(side_by_side(asha, chandra, "?game=jaago-chalis"))
    assert "With Chandra" not in other
    assert "Big hands" in other


def test_what_is_hidden_is_hidden_here_too(side_by_side, veras_phone, circle, players, three_series, stranger):
    asha, bimal, chandra, _dipak = players
    change_circle(circle=circle, hides_money=True, hides_ratings=True)
    rows = compared(side_by_side(asha, bimal))
    assert rows
    assert {"Rating", "Money"}.isdisjoint(rows)
    assert "Rating" not in text_of(side_by_side(asha, bimal))
    leave_out(player=bimal, is_left_out=True)
    below = f"/circles/{bimal.circle_id}/standings/players"
    for one, other in ((asha, bimal), (bimal, asha), (asha, asha), (asha, stranger)):
        assert veras_phone.get(f"{below}/{one.pk}/and/{other.pk}/").status_code == 404
    assert side_by_side(asha, chandra)


def test_luck_and_play_where_it_is_known_of_both(four_play, side_by_side, players):
    """In 20 hands Asha had 30 points of luck and won 10 fewer by play. Of Chandra no hand is known."""
    asha, bimal, chandra, _dipak = players
    for result in Result.objects.filter(series=four_play([18, 12, 10, 0])):
        sums = {asha.pk: (20, 30, -10), bimal.pk: (20, -20, 0), chandra.pk: (0, 0, 0)}.get(result.player_id, (0, 0, 0))
        known = dict(zip(("hands", "luck", "play"), sums, strict=True))
        Luck.objects.create(result=result, parts=1, play_squares=500, **known)
    rows = compared(side_by_side(asha, bimal))
    assert [figure.split()[0] for figure in rows["Luck"]] == ["+1.5", "−1.0"]
    assert [figure.split()[0] for figure in rows["Play"]] == ["−0.5", "0.0"]
    page = text_of(side_by_side(asha, bimal))
    assert "What luck and play mean" in page
    assert "Of these two it cannot be told yet." in page
    assert "Luck" not in compared(side_by_side(asha, chandra))


def test_what_lies_within_three_times_its_error_is_not_marked():
    """1650 ± 50 is better than 1499 ± 40, and not than 1500 ± 40; more luck is never better."""

    columns = {column.name: column for column in COLUMNS}

    def rated(value: int, error: int) -> Cell:
        return columns["rating"].cell(Row(Player(), SimpleNamespace(rating=Rating(value, error, 10))))

    assert ComparedCells(rated(1650, 50), rated(1499, 40)).one_is_better
    assert not ComparedCells(rated(1650, 50), rated(1500, 40)).one_is_better
    assert not ComparedCells(rated(1650, 40), rated(1500, 50)).one_is_better

    def lucky(name: str, play: int, hands: int) -> Cell:
        luck = PlayerLuck(hands, Mean(Fraction(play)), Mean(Fraction(play), 1.0))
        return columns[name].in_profile(BY_SLUG["jass"]).cell(Row(Player(), SimpleNamespace(), luck))

    luck, play = (ComparedCells(lucky(name, -2, 20), lucky(name, 2, 20)) for name in ("luck", "play"))
    assert (luck.one_is_better, luck.other_is_better) == (False, False)
    assert (play.one_is_better, play.other_is_better) == (False, True)
    assert not ComparedCells(lucky("play", -2, 20), lucky("play", 1, 20)).other_is_better
    assert not ComparedCells(lucky("play", -2, 19), lucky("play", 2, 20)).other_is_better
