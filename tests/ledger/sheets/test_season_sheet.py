"""The sheet of a season is one page, with few players and with many."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from fractions import Fraction
from io import BytesIO

import pytest
from django.utils import translation
from pypdf import PdfReader

from ledger.circles.models import Circle, Member, Player
from ledger.circles.services.circles import change_circle
from ledger.circles.services.players import add_player
from ledger.face.chart import DrawnLine, draw_chart
from ledger.sheets.pdf import print_job
from ledger.sheets.season import season_job
from ledger.standings.models import Points, Season
from ledger.standings.seasons.table import Picture, SeasonRow, SeasonTable
from tests.ledger.pages import client_of
from tests.ledger.standings.seasons import JUNE, MAY, close, on, season
from tests.ledger.standings.test_api import play
from tests.needs import daily

pytestmark = pytest.mark.django_db


@pytest.fixture
def players(circle) -> list[Player]:
    return [add_player(circle=circle, name=name) for name in ("Asha", "Bimal", "Chandra", "Dipak")]


def sheet(member: Member, circle: Circle, season_id: str) -> PdfReader:
    client = client_of(member.user)
    address = f"/circles/{circle.pk}/seasons/{season_id}/sheet.pdf"
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/pdf"
    assert client.get(address, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    return PdfReader(BytesIO(answer.content))


@pytest.mark.parametrize("language", ["en", "ne"])
def test_four_players_and_their_champion(owner, scorer, viewer, circle, players, language):
    spring = season(owner)
    with on(5, 12):
        for _series in range(3):
            play(scorer, players, [16, 10, 10, 4])
        close(owner, spring)
    client = client_of(viewer.user)
    client.cookies.load({"django_language": language})
    answer = client.get(f"/circles/{circle.pk}/seasons/{spring.pk}/sheet.pdf")
    (page,) = PdfReader(BytesIO(answer.content)).pages
    text = page.extract_text()
    expected = {"en": ["Final table", "Champion", "4½", "Asha", "Closed by Alice"], "ne": ["Asha", "४½", "Spring"]}
    assert [words for words in expected[language] if words not in text] == []


def table_of(names: Sequence[str], circle: Circle, *, is_closed: bool) -> SeasonTable:
    """The table of a season in which no two players have the same place."""
    closed = {"closed_at": datetime(2026, 6, 30, tzinfo=UTC), "closed_by_name": "Alice"} if is_closed else {}
    many = Season(circle=circle, name="Many", game="scorecard", since=MAY, until=JUNE, points="place", **closed)
    everybody = [Player(name=name, face=number % 16) for number, name in enumerate(names)]
    rows = [
        SeasonRow(player, 1 + place, Fraction(len(names) - place), str(len(names) - place), 12, place % 5 - 2)
        for place, player in enumerate(everybody)
    ]
    chart = draw_chart([[Fraction(step * seat) for seat in range(8)] for step in range(12)], 8, None)
    lines = [DrawnLine(player.name, player.face, "") for player in everybody[:8]]
    return SeasonTable(
        season=many,
        rows=rows,
        series=12,
        currency="",
        has_movement=not is_closed,
        hides_points=False,
        several_currencies=False,
        reopened=[],
        picture=Picture(chart, lines, everybody[:8], []),
    )


def one_page(table: SeasonTable) -> bytes:
    """Print the sheet, which must have one page."""
    with translation.override("en"):
        job = season_job(table, "https://khata.example/circles/a/seasons/b/")
    made = print_job(job)
    assert len(PdfReader(BytesIO(made)).pages) == 1
    return made


@pytest.mark.parametrize("is_closed", daily([False, True]))
@pytest.mark.parametrize("count", daily([40, 13, 150]))
def test_many_players_have_one_page(count, is_closed):
    """With long names, each in its own row; of 150 players there is room for 120."""
    names = [f"Bahadur Shrestha-Maharjan {number}" for number in range(count)]
    made = one_page(table_of(names, Circle(name="Friday table"), is_closed=is_closed))
    text = " ".join(PdfReader(BytesIO(made)).pages[0].extract_text().split())
    assert ("And 30 more players." in text) == (count == 150)
    in_full = [number for number in range(count) if f"Maharjan {number}" in text]
    assert len(in_full) == count or count == 150


def test_hidden_money_is_not_on_the_sheet_of_a_viewer(owner, scorer, viewer, circle, players):
    spring = season(owner, points=Points.MONEY)
    with on(5, 12):
        for _series in range(2):
            play(scorer, players, [16, 10, 10, 4])
    change_circle(circle=circle, hides_money=True)
    assert "68.00" in sheet(scorer, circle, spring.pk).pages[0].extract_text()
    text = sheet(viewer, circle, spring.pk).pages[0].extract_text()
    assert not re.search(r"\b68\b", text)  # ids have figures too
    assert "Asha" in text


def test_outsiders_and_seasons_without_series_have_none(owner, circle, charlie, client):
    address = f"/circles/{circle.pk}/seasons/{season(owner).pk}/sheet.pdf"
    for user in (owner.user, charlie):
        client.force_login(user)
        assert client.get(address).status_code == 404
