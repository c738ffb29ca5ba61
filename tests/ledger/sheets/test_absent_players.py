"""Players join and leave: a player who was absent from a hand has no figures for it."""

import csv
import io

import pytest

from games.catalogue.jewel.game import Jewel
from ledger.lib.spreadsheets import BOM
from ledger.series.models import Status
from ledger.sheets.csv_file import series_csv
from tests.ledger.sheets.conftest import printed, sheet_of, words_of
from tests.ledger.sheets.tables import NAMES, Table

pytestmark = pytest.mark.thorough

PLAYED = {"ended": "played"}

# Anil declares with a bonus of 3: Bimal and Chandra pay 3 each. Then Dipak has joined with jewels of 2, which Anil and
# Bimal pay, and Chandra sits out.
BEFORE = {"players": [{"ended": "declared", "bonus": 3}, PLAYED, PLAYED]}
AFTER = {"players": [PLAYED, PLAYED, None, {"ended": "played", "jewels": 2}]}


def table(seats: int = 4) -> Table:
    return Table(NAMES[:seats], [BEFORE, AFTER], Jewel, status=Status.OPEN)


def test_absent_players_have_dashes_in_separate_columns():
    text = words_of(printed(table()), "-layout")
    assert "1 3 6 6 0 −3 −3 0 −3 −3 – – 0" in text
    assert "2 0 −2 4 0 −2 −5 – – −3 2 4 4" in text


@pytest.mark.parametrize(
    ("paper", "seats", "joined_later"),
    [("a4", 6, "– 0"), ("phone", 4, "0 –")],
    ids=["beside the total", "below the total"],
)
def test_absent_players_have_one_dash_in_a_joint_column(paper, seats, joined_later):
    sheet = sheet_of(table(seats), paper)
    assert [cell.away for cell in sheet.blocks[0].rows[0].cells[:4]] == [False, False, False, True]
    hands = words_of(printed(table(seats), paper), "-raw").partition("Hands")[2].partition("Total")[0]
    assert joined_later in hands
    assert "+0" not in hands
    assert " 0 · 0 " not in hands


def test_absent_players_have_empty_cells_in_the_csv():
    rows = csv.DictReader(io.StringIO(series_csv(table().state()).removeprefix(BOM)))
    figures = [(row["player"], row["points_won"], row["points_entered"], row["running_total"]) for row in rows]
    assert figures == [
        ("Anil", "3", "6", "6"),
        ("Bimal", "0", "-3", "-3"),
        ("Chandra", "0", "-3", "-3"),
        ("Dipak", "", "", "0"),
        ("Anil", "0", "-2", "4"),
        ("Bimal", "0", "-2", "-5"),
        ("Chandra", "", "", "-3"),
        ("Dipak", "2", "4", "4"),
    ]
