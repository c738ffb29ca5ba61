"""The page of the standings, and the page that explains the rating."""

import re
from datetime import date
from decimal import Decimal
from html import unescape

import pytest
from django.utils import translation

from ledger.lib.formatting import first_day_of_year
from tests.ledger.pages import text_of
from tests.ledger.standings.test_api import LATE, play
from tests.ledger.standings.test_luck import cells_of

pytestmark = pytest.mark.django_db


def names_on(page: str) -> list[str]:
    """In the order of the table."""
    return re.findall(r'<th scope="row">.*?<bdi[^>]*>(\w+)</bdi>', page, re.DOTALL)


def test_a_circle_without_series(standings_page):
    assert "No standings yet" in standings_page()


def test_a_viewer_sees_the_table(four_play, standings_page, circle):
    played = four_play([16, 10, 10, 4], [5, 8, 18, 9])  # 11, 8, 28, -7
    page = standings_page()
    assert names_on(page) == ["Chandra", "Asha", "Bimal", "Dipak"]
    row = page.partition('<th scope="row">')[2].partition("</tr>")[0]
    cells = [text_of(cell) for cell in re.findall("<td>.*?</td>", row, re.DOTALL)]
    # series, won, beaten, average place, rating, places, money, streaks, totals, below 0, hands, best hand, ...
    assert cells[:7] == ["1", "1", "100%", "1.00", "– after three series", "1 · 0 · 0 · 0", "+72.00"]
    assert cells[7:13] == ["1", "1", "28.00", "28", "28", "0"]
    assert cells[13:] == ["2", "14.00", "18", "0", "0"]
    assert f"/series/{played.pk}/hands/2/" in row
    assert f"/api/v1/circles/{circle.pk}/standings.csv?game=jaago-chalis&amp;least=1" in page


def test_a_phone_says_of_how_many_series_a_player_won_how_many(four_play, standings_page):
    four_play([16, 10, 10, 4], [5, 8, 18, 9])
    four_play([16, 10, 10, 4])
    on_phone = standings_page().partition('class="standings__list"')[2].partition("standings__table")[0]
    won = [text_of(cell) for cell in re.findall(r'standings__won figure">.*?</span></span>', on_phone, re.DOTALL)]
    assert won == ['standings__won figure"> Won: 1 of 2'] * 2 + ['standings__won figure"> Won: 0 of 2'] * 2


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("average_place", ["Chandra", "Asha", "Bimal", "Dipak"]),
        ("-average_place", ["Dipak", "Bimal", "Asha", "Chandra"]),
        ("best_hand", ["Chandra", "Asha", "Bimal", "Dipak"]),
        ("hands_below", ["Dipak", "Asha", "Bimal", "Chandra"]),
        ("name", ["Asha", "Bimal", "Chandra", "Dipak"]),
        ("-name", ["Dipak", "Chandra", "Bimal", "Asha"]),
        ("nothing", ["Chandra", "Asha", "Bimal", "Dipak"]),
    ],
)
def test_any_column_sorts(four_play, standings_page, sort, order):
    four_play([16, 10, 10, 4], [5, 8, 18, 9])
    assert names_on(standings_page(f"?sort={sort}")) == order


def test_games_time_and_number_of_series(esha, four_play, standings_page, scorer, players, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("django.utils.timezone.now", lambda: LATE)
        four_play([16, 10, 10, 4])
    play(scorer, [esha, *players[1:]], [18, 12, 10, 0])
    four_play([1, 2, 3, 4], game="scorecard", name="Kitti")
    assert set(names_on(standings_page())) == {"Asha", "Bimal", "Chandra", "Dipak", "Esha"}
    assert names_on(standings_page("?game=scorecard:Kitti"))[0] == "Dipak"
    assert set(names_on(standings_page("?least=2"))) == {"Bimal", "Chandra", "Dipak"}
    assert "Esha" not in names_on(standings_page("?until=2026-04-10"))
    assert "Asha" not in names_on(standings_page("?since=2026-04-11"))
    assert "Asha" not in names_on(standings_page("?period=90"))
    for time in ("", "&period=90", "&period=days"):  # days in the query go before a period
        assert names_on(standings_page(f"?until=2020-01-01{time}")) == []
    # Values that cannot be read filter nothing.
    assert len(names_on(standings_page("?until=x&least=x&period=never&game=bridge"))) == 5


def test_who_played_little_is_left_out_at_first(esha, four_play, standings_page, scorer, players):
    """As soon as four players have three series, players with fewer are left out."""
    play(scorer, [esha, *players[1:]], [18, 12, 10, 0])
    for _series in range(2):
        four_play([18, 12, 10, 0])
        assert "Esha" in names_on(standings_page())
    four_play([18, 12, 10, 0])
    page = standings_page()
    assert names_on(page) == ["Asha", "Bimal", "Chandra", "Dipak"]
    assert "Players with fewer than 3 series are left out." in page
    assert 'href="?least=1"' in page
    page = standings_page("?least=1")
    assert "Esha" in names_on(page)
    assert "are left out" not in page


def test_the_year_of_nepali_readers_begins_in_baishakh():
    """1 Baishakh 2083 was 14 April 2026."""
    assert first_day_of_year(date(2026, 11, 22)) == date(2026, 1, 1)
    with translation.override("ne"):
        assert first_day_of_year(date(2026, 4, 13)) == date(2025, 4, 14)
        assert first_day_of_year(date(2026, 4, 14)) == date(2026, 4, 14)
        assert first_day_of_year(date(1900, 5, 1)) == date(1900, 1, 1)  # before the tables of the calendar begin


def test_the_rating_is_said_with_its_error(four_play, standings_page, veras_phone, circle):
    """In grey before the tenth series."""
    for _series in range(9):
        four_play([18, 12, 10, 0])
    rating = veras_phone.get(f"/api/v1/circles/{circle.pk}/standings").json()["rows"][0]["rating"]
    grey = f'<span class="soft">{rating["value"]}</span>'
    page = standings_page()
    assert grey in page
    assert f"± {rating['error']}" in page
    four_play([18, 12, 10, 0])
    assert '<span class="soft">1' not in standings_page().partition("<tbody>")[2]


def test_the_rating_is_explained(standings_page):
    """400 points are ten to one: 10 of 11, which is 91 of 100."""
    page = standings_page("rating/")
    assert re.findall(r"<td>(\d+)</td>", page) == ["50", "57", "64", "76", "91", "97"]


# --- All games, and chips --------------------------------------------------------------------------------------------


def chips_on(page: str) -> dict[str, str]:
    """The addresses of the chips by their labels. A chip that is chosen has a star."""
    found = re.findall(
        r'<a href="(\?[^"]*)"( aria-current="true")?><span class="chip chip--plain"><bdi>(.*?)</bdi>', page
    )
    return {f"{'*' if current else ''}{label}": unescape(href) for href, current, label in found}


def test_all_games_with_the_figures_that_they_share(four_play, standings_page, circle):
    """Jaago-Chalis twice, with Asha first and Dipak last, and Kitti the other way round."""
    four_play([16, 10, 10, 4])
    four_play([16, 10, 10, 4])
    four_play([1, 2, 3, 4], game="scorecard", name="Kitti")
    page = standings_page("?game=all")
    assert "All games" in page
    headings = [text_of(each) for each in re.findall(r'<th scope="col".*?</th>', page)]
    assert headings == ["Player", "Series", "Won", "Beaten", "Money", "In a row now", "Most in a row", "Hands"]
    rows = cells_of(page)
    assert rows["Asha"][:3] == ["3", "2", "67%"]
    assert rows["Dipak"][:3] == ["3", "1", "33%"]
    assert rows["Asha"][4:] == ["0", "2", "3"]
    assert sum(Decimal(cells[3].replace("−", "-")) for cells in rows.values()) == 0
    assert rows["Asha"][3].startswith("+")
    assert names_on(page)[0] == "Asha"
    assert names_on(standings_page("?game=all&sort=streak"))[0] == "Dipak"
    assert f"/api/v1/circles/{circle.pk}/standings.csv?game=all&amp;least=3" in page
    circle.hides_money = True
    circle.save()
    assert "Money" not in standings_page("?game=all")


def test_a_tap_on_a_chip_keeps_the_rest(four_play, standings_page):
    four_play([16, 10, 10, 4])
    assert chips_on(standings_page()) == {
        "*All the time": "?",
        "This year": "?period=year",
        "Last 90 days": "?period=90",
    }
    four_play([1, 2, 3, 4], game="scorecard", name="Kitti & Co")
    chips = chips_on(standings_page("?game=jaago-chalis&period=year&sort=money&least=2"))
    assert list(chips)[:4] == ["Kitti &amp; Co", "*Jaago-Chalis", "All games", "All the time"]
    assert chips["All games"] == "?game=all&period=year&least=2&sort=money"
    assert chips["All the time"] == "?game=jaago-chalis&least=2&sort=money"
    assert "*This year" in chips
    chips = chips_on(standings_page("?until=2020-01-01"))
    assert chips["*Chosen days"] == "?until=2020-01-01"
    assert chips["This year"] == "?period=year"
    assert sum(label.startswith("*") for label in chips) == 2
    for label, href in chips.items():
        assert f"*{label.strip('*')}" in chips_on(standings_page(href))


def test_on_a_phone_the_column_of_the_order_is_shown(four_play, standings_page):
    four_play([16, 10, 10, 4])

    def heads(query: str) -> list[str]:
        head = standings_page(query).partition("standings__figures")[2].partition("</div>")[0]
        return re.findall(r"<a [^>]+>([^<]+)</a>", head)

    assert heads("") == ["Won", "Beaten", "Rating"]
    assert heads("?sort=money") == heads("?sort=-money") == ["Won", "Beaten", "Money"]
    assert heads("?sort=won") == heads("?sort=name") == heads("?sort=places") == heads("")
    # A tap on a heading sorts by it, and marks it.
    marked = re.findall(r'<a href="\?([^"]+)" aria-current="true">', standings_page("?sort=won"))
    assert "sort=-won" in marked
