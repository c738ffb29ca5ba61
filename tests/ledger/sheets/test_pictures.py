"""Pictures of a result: their size, and what is on the page that they are drawn from."""

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO

import pytest
from django.utils import translation
from PIL import Image

from ledger.series.models import Status
from ledger.sheets import pdf
from ledger.sheets.papers import A4, PHONE, PREVIEW, RESULT, Paper
from ledger.sheets.sheet import Sheet
from tests.ledger.sheets import evenings
from tests.ledger.sheets.conftest import words_of
from tests.ledger.sheets.tables import NAMES, NEPALI_NAMES, Table

pytestmark = pytest.mark.thorough

LONG_NAMES = ("Wilhelmina Featherstonehaugh-Smythe", "अनिल कुमार श्रेष्ठ ढकाल", "दोर्जे 🎲 तामाङ", "W" * 80)
MOST_BYTES = 200_000
GAMES: dict[str, Callable[[], Table]] = {
    "jaago-chalis": Table,
    "jass": lambda: evenings.jass(stake="per_match"),
    "putz": lambda: evenings.putz(stake="per_mark"),
    "cha": lambda: evenings.cha(stake="fixed"),
    "jewel": lambda: evenings.jewel(3),
    "scorecard": lambda: evenings.scorecard(list(range(12)), [8.5] * 12),
    "long names": lambda: Table(LONG_NAMES),
}


def sheet_of(table: Table, paper: Paper, **options: bool) -> Sheet:
    return Sheet(table.state(), table.events, table.circle, "https://khata.test/", paper, **options)


def words(table: Table, paper: Paper, **options: bool) -> str:
    """The text of the page that the picture is drawn from."""
    job = replace(pdf.sheet_job(sheet_of(table, paper, **options)), is_picture=False)
    return words_of(pdf.print_job(job), "-layout")


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["en", "ne"])
def test_every_game_has_pictures_of_the_right_size(name, language):
    table = GAMES[name]()
    for paper in (PREVIEW, RESULT):
        with translation.override(language):
            content = pdf.print_job(pdf.sheet_job(sheet_of(table, paper)))
        picture = Image.open(BytesIO(content))
        assert picture.format == "PNG"
        assert picture.width == (1200 if paper is PREVIEW else 1080)
        assert picture.height == 630 if paper is PREVIEW else 800 < picture.height < 4500
        assert len(content) < MOST_BYTES


def test_a_result_shows_who_won_who_pays_whom_and_how_it_went():
    shown = words(Table(), RESULT)
    for text in ("Friday table", "Jaago-Chalis", "20 October 2004", "Finished", "Anil won with 41.", "1 Anil 41"):
        assert text in shown
    assert "Dipak pays Anil NPR 23.50" in shown
    assert "How it went" in shown


@pytest.mark.parametrize("paper", [RESULT, A4, PHONE])
def test_without_money_the_points_stay(paper):
    shown, without = words(Table(), paper), words(Table(), paper, shows_money=False)
    assert "Anil won with 41." in without
    for text in ("pays Anil", "NPR", "23.50"):
        assert (text in shown, text in without) == (True, False)


def test_a_preview_shows_the_ranking_alone():
    shown = words(Table(), PREVIEW)
    assert "1 Anil 41 2 Bimal 18½ 3 Chandra 6½ 4 Dipak 4" in shown
    assert "pays" not in shown


def test_the_preview_of_an_open_series_says_after_which_hand():
    assert "After hand 4" in words(Table(status=Status.OPEN), PREVIEW)
    just_started = words(Table(records=[], status=Status.OPEN), PREVIEW)
    assert "So far" in just_started
    assert "Anil 0" in just_started


def test_twelve_players_stand_in_two_columns():
    table = evenings.scorecard(list(range(12)))
    columns = sheet_of(table, PREVIEW).columns
    assert [len(column) for column in columns] == [6, 6]
    shown = words(table, PREVIEW)
    assert all(name in shown for name in NAMES)
    assert [len(column) for column in sheet_of(Table(), PREVIEW).columns] == [4]


def test_a_picture_speaks_nepali():
    with translation.override("ne"):
        shown = words(Table(NEPALI_NAMES), PREVIEW)
    assert "१८½" in shown
    assert "ज्ञानेन्द्र श्रेष्ठ" in shown


def test_a_long_name_is_in_full_on_the_result():
    assert LONG_NAMES[0] in words(Table(LONG_NAMES), RESULT)


def test_place_and_notes_stay_at_the_table():
    table = Table()
    table.series.place, table.series.note = "Patan", "Rain all evening"
    sheet = replace(sheet_of(table, RESULT), hand_notes={1: "Four aces"})
    html = pdf.sheet_html(sheet)
    assert [text for text in ("Patan", "Rain", "aces") if text in html] == []


def test_the_same_series_gives_the_same_picture():
    first, second = (pdf.print_job(pdf.sheet_job(sheet_of(Table(), PREVIEW))) for _time in range(2))
    assert first == second
    other = pdf.print_job(pdf.sheet_job(sheet_of(Table(records=Table().records[:3]), PREVIEW)))
    assert other != first
