"""`manage.py import_hands` records all rows of a file or none, and lists every problem with its line."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from ledger.circles.services.players import rename_player
from ledger.series.models import Event
from tests.ground.helpers import ROOT

pytestmark = pytest.mark.django_db

# The four games of the J-40 document: what each won, and who won the last trick.
GAMES = [
    ("5", "8.5", "18", "8.5", "C"),
    ("14", "11.5", "8", "6.5", "C"),
    ("16", "8.5", "8.5", "7", "B"),
    ("16", "10", "2", "12", "A"),
]


def lines(separator: str = ",", games: Any = GAMES) -> str:
    return "\n".join(separator.join(row) for row in [("A", "B", "C", "D", "last_trick"), *games])


@pytest.fixture
def run(tmp_path, started, circle) -> Any:
    def imported(text: str | bytes, *options: str) -> str:
        file, out = tmp_path / "paper.csv", StringIO()
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        call_command("import_hands", str(file), "--series", started["id"], *options, stdout=out)
        return out.getvalue()

    return imported


def refused(run: Any, text: str | bytes, *options: str) -> list[str]:
    with pytest.raises(CommandError) as error:
        run(text, *options)
    *problems, last = str(error.value).splitlines()
    assert last == "Nothing was written."
    assert Event.objects.count() == 1  # the start of the series
    return problems


def test_the_four_hands_of_the_j40_document_are_imported(run, bobs, started):
    assert run(lines()) == "4 hands recorded. A 41, B 18½, C 6½, D 4. The series is finished.\n"
    settlement = bobs.get(f"series/{started['id']}/settlement").json()
    assert [row["total"] for row in settlement["by_seat"]] == [184, -16, -74, -94]
    hands = bobs.get(f"series/{started['id']}").json()["hands"]
    assert [hand["record"]["last_trick"] for hand in hands] == [2, 2, 1, 0]
    assert {hand["recorded_by"] for hand in hands} == {"Alice"}


def test_a_dry_run_prints_the_result_and_writes_nothing(run, bobs, started):
    output = run(lines(), "--dry-run")
    assert output.startswith("4 hands would be recorded; nothing was written. A 41, B 18½, C 6½, D 4.")
    series = bobs.get(f"series/{started['id']}").json()
    assert (series["version"], series["hands"], series["status"]) == (1, [], "open")


@pytest.mark.parametrize(
    "paper",
    [
        b"\xef\xbb\xbf" + lines(";").encode(),
        lines("\t").encode("utf-16"),
        lines(";").replace(".5", ",5").encode(),
        ("\r\n" + lines(";").replace("\n", "\r\n") + "\r\n\r\n").encode(),
        lines().replace("8.5", '"8,5"').replace("11.5", "11 1/2").encode(),
        lines().replace(".5", "½").encode(),
        lines().translate(str.maketrans("0123456789", "०१२३४५६७८९")).encode(),
        b"last_trick,d,C,b,A\nC,8.5,18,8.5,5\nC,6.5,8,11.5,14\nB,7,8.5,8.5,16\nA,12,2,10,16\n",
        "#,A,B,C,D\n1,5,8.5,18,8.5\n2,14,11.5,8,6.5\n,16,8.5,8.5,7\n४,16,10,2,12\n".encode(),
    ],
    ids=["mark", "utf-16", "decimal comma", "crlf", "quoted", "half", "devanagari", "any order", "numbered"],
)
def test_files_of_spreadsheets_in_many_countries_are_read(run, paper):
    assert "A 41, B 18½, C 6½, D 4. The series is finished." in run(paper)


def test_a_thrown_in_deal_is_imported(run, bobs, started):
    run("A,B,C,D,thrown in\n5,8.5,18,8.5,\n,,,,two fives of hearts\n")
    first, second = bobs.get(f"series/{started['id']}").json()["hands"]
    assert (first["counts"], second["counts"]) == (True, False)
    assert second["record"]["reason"] == "two fives of hearts"


def test_every_problem_is_listed_with_its_line(run):
    wrong = "A,B,C,D,last_trick\n5,8.5,18,8.5,C\n5,8.5,x,,E\n\n1,1,1,1,\n10,10,10,9,A\n10,10,10,10,A,more\n"
    assert refused(run, wrong) == [
        "line 3, C: “x” is not a number. Write it like 8, 8½ or 8.5.",
        "line 3, D: A number is missing here.",
        "line 3, last_trick: This is not one of the choices.",
        *(f"line 5, {name}: 1 cannot be won: the smallest trick, four black cards, is worth 2." for name in "ABCD"),
        "line 5: The four totals come to 4; that is 36 less than 40.",
        "line 6: The four totals come to 39; that is 1 less than 40.",
        "line 7: there are more cells than the first line has titles",
    ]


def test_hands_after_the_end_are_refused(run):
    assert refused(run, lines(games=[*GAMES, GAMES[0]])) == [
        "line 6: The series is over. The owner can reopen it to correct it."
    ]


@pytest.mark.parametrize(
    ("first", "problems"),
    [
        ("A,B,C", ["line 1, D: this column is missing"]),
        ("A,B,C,D,E", ["line 1, E: no player and no question of this series has this name"]),
        ("A,B,C,D,a", ["line 1, a: there are two columns for this"]),
    ],
)
def test_problems_with_column_titles_are_listed(run, first, problems):
    assert refused(run, f"{first}\n10,10,10,10\n") == problems


def test_unreadable_files_are_refused(run):
    assert refused(run, "") == ["the file: there are no hands in it"]
    assert refused(run, "A,B,C,D\n") == ["the file: there are no hands in it"]
    assert refused(run, b"A,B,C,D\n1,2,3,\xff\n") == ["line 2: this is not UTF-8; save the file as “CSV UTF-8”"]
    assert refused(run, "A,B,C,D\n2001" + "\n1" * 2001) == ["line 2002: there are more than 2000 hands"]


def test_a_gap_in_the_numbers_is_refused(run):
    paper = "hand,A,B,C,D\n1,5,8.5,18,8.5\n3,14,11.5,8,6.5\n"
    assert refused(run, paper) == ["line 3, hand: “3”, but this is hand 2"]


def test_the_same_file_is_not_imported_twice(run):
    paper = lines(games=GAMES[:1])
    run(paper)
    with pytest.raises(CommandError, match="imported into this series before"):
        run(paper)
    assert Event.objects.count() == 2


def test_the_recorder_is_the_owner_or_a_given_scorer(run, viewer, bobs, started):
    assert run(lines(games=GAMES[:1]), "--by", "bob")
    assert bobs.get(f"series/{started['id']}").json()["hands"][0]["recorded_by"] == "Bob"
    for username in ("vera", "charlie"):
        with pytest.raises(CommandError, match=f"{username} may not record hands there"):
            run(lines(), "--by", username)


def test_an_unknown_series_or_file_is_refused(tmp_path, started, players):
    with pytest.raises(CommandError, match="There is no series"):
        call_command("import_hands", "x.csv", "--series", "nothing")
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_hands", str(tmp_path / "x.csv"), "--series", started["id"])


def test_the_example_in_the_docs_can_be_imported(run, players):
    for player, name in zip(players, ("Asha", "Bela", "Chandra", "Dev"), strict=True):
        rename_player(player=player, name=name)
    example = next(part for part in (ROOT / "docs" / "import.md").read_text().split("```") if "Hand;Asha" in part)
    assert run(example).startswith("3 hands recorded. Asha 25, Bela 8½, Chandra 14½, Dev −8.")
