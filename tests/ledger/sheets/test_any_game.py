"""Sheets of every game, for two to twelve players."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import gettext

from games.catalogue.scorecard.game import Scorecard
from ledger.series import descriptions
from ledger.series.models import Status
from ledger.sheets.papers import PAPERS
from tests.ledger.sheets.conftest import pdf_text, printed, sheet_of, words_of
from tests.ledger.sheets.evenings import ALL, every_way_to_settle, jass, jewel
from tests.ledger.sheets.tables import NAMES, Table

pytestmark = pytest.mark.thorough

LONG_NAME = "Laxmi Prasad Upadhyaya Wagle the Third of Bhaktapur, also called the Quiet One"
RULE_OF_THREE = [{"points": [seat * 7 - hand for seat in range(12)]} for hand in range(8)]


@pytest.fixture(autouse=True)
def every_game_is_registered(monkeypatch) -> None:
    monkeypatch.setattr(descriptions, "BY_SLUG", {game.slug: game for game in ALL})


def scorecard(seats: int, **details: Any) -> Table:
    records = [{"points": hand["points"][:seats]} for hand in RULE_OF_THREE]
    return Table(NAMES[:seats], records, Scorecard, status=Status.OPEN, **details)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("seats", [2, 9, 3, 5, 6, 12])
def test_any_number_of_players_has_a_sheet(seats, paper):
    text = words_of(printed(scorecard(seats), paper), "-raw")
    assert all(name in text for name in NAMES[:seats])
    assert "Scorecard" in text
    assert "Who pays whom: By difference" in text


@pytest.mark.parametrize(("seats", "abreast"), [(4, [4]), (5, [3, 2]), (7, [4, 3]), (9, [3, 3, 3]), (12, [4, 4, 4])])
def test_a_large_table_is_split_evenly_on_a_phone(seats, abreast):
    sheet = sheet_of(scorecard(seats), "phone")
    for parts in (sheet.blocks, sheet.accounts, sheet.pairs):
        assert [len(part.places) for part in parts] == abreast
    shown = [place.name for block in sheet.blocks for place in block.places]
    assert shown == list(NAMES[:seats])


def test_points_won_are_left_out_when_equal_to_points_entered():
    sheet = sheet_of(scorecard(3))
    assert not sheet.shows_won
    assert sheet.blocks[0].columns == 6


def test_all_text_fits_on_the_paper():
    """Long names, large sums and odd money, with as many players as there can be."""
    names = (*NAMES[:11], LONG_NAME)
    records = [{"points": [-987_654 - seat for seat in range(12)]} for _hand in range(3)]
    table = Table(names, records, Scorecard, status=Status.OPEN, point_value="0.3333", coin_minor=100)
    for paper, width in (("a4", 595.3), ("phone", 226.8)):
        placed = pdf_text(printed(table, paper), "-bbox")
        edges = re.findall(r'<word xMin="([-0-9.]+)" yMin="[^"]*" xMax="([-0-9.]+)"', placed)
        assert len(edges) > 100
        assert all(0 <= float(left) < float(right) <= width for left, right in edges), paper


def test_every_cause_of_a_settlement_has_a_row():
    (account,) = sheet_of(scorecard(3)).accounts
    ((title, figures),) = account.rows
    assert (title, account.total_title) == ("Point difference", "Total")
    assert tuple(figures) == tuple(account.totals)
    assert sum(account.totals) == 0


def test_a_team_has_one_column_and_one_place():
    sheet = sheet_of(jass())
    (block,) = sheet.blocks
    assert [(place.label, place.name, place.total) for place in sheet.ranked] == [
        ("1", "Anil & Chandra", 200),
        ("2", "Bimal & Dipak", 114),
    ]
    assert [place.name for place in block.places] == ["Anil & Chandra", "Bimal & Dipak"]
    assert [cell.total for cell in block.rows[1].cells] == block.totals == [200, 114]
    assert sheet.leaders == (0,)
    text = words_of(printed(jass()), "-layout")
    for money in ("+25.00", "−25.00"):
        assert text.count(money) == 2
    assert "Stopped with Anil & Chandra in front: 200." in text


@pytest.mark.parametrize("table", list(every_way_to_settle()), ids=lambda table: table.game.slug)
def test_every_game_has_a_sheet_with_its_headings(table):
    sheet = sheet_of(table)
    text = words_of(printed(table), "-raw")
    titles = [title for account in sheet.accounts for title, _figures in account.rows]
    assert titles or sheet.is_wide
    assert all(title in text for title in titles)


def test_large_tables_do_not_repeat_the_account():
    (account,) = sheet_of(scorecard(9)).accounts
    assert (account.rows, account.total_title) == ([], "Point difference")


def test_a_sheet_has_the_name_of_an_own_game():
    rules = Scorecard.default_preset.rules.model_copy(update={"name": "Marriage"})
    sheet = sheet_of(scorecard(3, rules=rules))
    assert (sheet.game_name, sheet.title) == ("Marriage", "Marriage, 20 October 2004")


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (jewel(), "Bob ended the series."),
        (jass(stake="per_point"), "Bob ended the series."),
        (jass(stake="per_match"), "Bob ended the series, with standard money."),
    ],
    ids=["no standard money", "none by these rules", "standard money"],
)
def test_standard_money_is_mentioned_only_when_it_can_be_left_out(table, expected):
    assert sheet_of(table).ending == expected


@pytest.mark.parametrize(("seats", "abreast"), [(2, 2), (4, 4), (5, 5), (6, 3), (9, 5), (12, 4)])
def test_signatures_are_in_even_rows(seats, abreast):
    assert sheet_of(scorecard(seats)).signatures_abreast == abreast


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.slug)
def test_a_new_series_of_every_game_has_a_sheet(game):
    table = Table(NAMES[: max(game.allowed_seats)], [], game, status=Status.OPEN)
    assert gettext(game.name) in words_of(printed(table))


def test_the_sheet_code_names_no_game():
    files = [*Path("ledger/sheets").rglob("*.py"), *Path("templates/sheets").rglob("*.html")]
    assert len(files) > 15
    slugs = "|".join(game.slug.replace("-", ".") for game in ALL)
    named = re.compile(rf"\b({slugs})\b", re.IGNORECASE)
    assert [file.name for file in files if named.search(file.read_text())] == []
