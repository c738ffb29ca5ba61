"""A series as CSV and JSON."""

import csv
import io
import json
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import pytest

from ledger.circles.models import Player, User
from ledger.lib.spreadsheets import BOM, decimal, harmless
from ledger.series.models import Event, Series
from ledger.series.notes import change_hand_note, change_notes
from ledger.sheets.csv_file import HEADINGS, series_csv
from ledger.sheets.json_file import series_file
from ledger.signing.files import check_seal
from tests.ledger.api.conftest import Program
from tests.ledger.series.conftest import J40, Scorer


def rows_of(bob: Scorer) -> list[dict[str, str]]:
    text = series_csv(bob.state())
    assert text.startswith(BOM + "series,hand,seat,player,")
    return list(csv.DictReader(io.StringIO(text.removeprefix(BOM))))


def test_the_csv_has_a_row_for_each_hand_and_player(bob_scores):
    bob_scores.record(*J40)
    rows = rows_of(bob_scores)
    assert [(row["hand"], row["seat"], row["player"]) for row in rows] == [
        (str(hand), str(seat), name) for hand in range(1, 5) for seat, name in enumerate("ABCD")
    ]
    second = {
        "series": bob_scores.series.pk,
        "hand": "1",
        "seat": "1",
        "player": "B",
        "points_won": "8.5",
        "points_entered": "-1.5",
        "running_total": "-1.5",
        "counts": "yes",
        "recorded_by": "Bob",
        "at": "",
        "revision": "1",
        "place": "",
        "series_note": "",
        "hand_note": "",
        "played_at": "",
        "clock_corrected": "no",
    }
    assert rows[1] | {"at": ""} == second
    assert tuple(second) == HEADINGS, "in the documented order"
    assert [row["running_total"] for row in rows[-4:]] == ["41", "18.5", "6.5", "4"]


def test_times_have_their_offset(bob_scores):
    bob_scores.record(J40[2])
    written = datetime.fromisoformat(rows_of(bob_scores)[0]["at"])
    assert written == Event.objects.get(number=2).at
    assert written.tzinfo == UTC


def test_a_correction_counts_as_a_revision(bob_scores):
    bob_scores.record(J40[2], J40[3])
    bob_scores.correct(1, J40[3], "mixed up")
    assert [row["revision"] for row in rows_of(bob_scores)[::4]] == ["2", "1"]


def test_a_hand_that_does_not_count_is_marked(bob_scores):
    bob_scores.record({"thrown_in": True, "reason": "a card lay face up"}, J40[2])
    assert [row["counts"] for row in rows_of(bob_scores)[::4]] == ["no", "yes"]


@pytest.mark.parametrize("first", ["=", "+", "-", "@", "\t", "\r", "＝", "＠"])
def test_names_that_look_like_formulas_are_escaped(bob_scores, first):
    formula = f"{first}HYPERLINK(1)"
    Player.objects.filter(name="A").update(name=formula)
    User.objects.filter(pk=bob_scores.me.user_id).update(display_name=formula)
    bob_scores.me.user.refresh_from_db()
    bob_scores.record(J40[2])
    row = rows_of(bob_scores)[0]
    assert (row["player"], row["recorded_by"]) == (f"'{formula}", f"'{formula}")
    assert row["points_entered"] == "16"


def test_place_and_notes_are_in_every_row_of_theirs(bob_scores):
    bob_scores.record(*J40[:2])
    change_notes(series=bob_scores.series, me=bob_scores.me, place="@Patan", note="+Rain,\nthen snow")
    change_hand_note(series=bob_scores.series, me=bob_scores.me, number=2, note="=Four aces")
    written = [(row["place"], row["series_note"], row["hand_note"]) for row in rows_of(bob_scores)[::4]]
    assert written == [("'@Patan", "'+Rain,\nthen snow", ""), ("'@Patan", "'+Rain,\nthen snow", "'=Four aces")]


def test_other_names_are_not_changed():
    assert [harmless(text) for text in ("A=B", "1+1", "अनिल", "'x", "")] == ["A=B", "1+1", "अनिल", "'x", ""]


@pytest.mark.parametrize(
    ("points", "written"),
    [
        (Fraction(0), "0"),
        (Fraction(-17, 2), "-8.5"),
        (Fraction(95, 3), "31.666667"),
        (Fraction(-1, 3), "-0.333333"),
        (Fraction(1_000_000_000), "1000000000"),
        (Fraction(100), "100"),
        (Fraction(-1, 10_000_000), "0"),
    ],
)
def test_figures_are_plain_decimals(points, written):
    assert decimal(points) == written


# --- JSON ------------------------------------------------------------------------------------------------------------


def test_json_contains_the_whole_series(bob_scores):
    state = bob_scores.record(*J40)
    whole: dict[str, Any] = json.loads(json.dumps(series_file(state)))
    assert (whole["format"], whole["version"]) == ("khata-series", 1)
    assert [player["name"] for player in whole["players"]] == list("ABCD")
    series, stored = whole["series"], Series.objects.get()
    assert [series["id"], series["version"], series["latest_hash"]] == [stored.pk, 5, stored.latest_hash]
    assert [event["kind"] for event in series["events"]] == ["started", *["recorded"] * 4]
    assert [event["content"] for event in series["events"][3:]] == J40[2:]  # the first two have every card
    assert [event["previous_hash"] for event in series["events"][1:]] == [
        event["hash"] for event in series["events"][:-1]
    ]


def test_json_contains_standing_and_settlement(bob_scores):
    whole = series_file(bob_scores.record(*J40))
    assert whole["hands"][1] == {
        "number": 2,
        "counts": True,
        "points_won": [14, 11.5, 8, 6.5],
        "points_entered": [14, 11.5, -2, -3.5],
        "cumulative": [9, 10, 16, -5],
    }
    assert whole["standing"] == {"cumulative": [41, 18.5, 6.5, 4], "ranking": [[0], [1], [2], [3]]}
    assert whole["settlement"]["final"]
    assert whole["settlement"]["amounts_minor"] == [4600, -400, -1850, -2350]
    assert whole["settlement"]["lines"][0] == {"from_seat": 1, "to_seat": 0, "points": 22.5, "cause": "difference"}


def test_json_of_a_stopped_series_has_its_settlement(bob_scores):
    bob_scores.record(*J40[:3])
    bob_scores.stop(with_standard=False)
    whole = series_file(bob_scores.state())
    assert {line["cause"] for line in whole["settlement"]["lines"]} == {"difference"}
    assert whole["series"]["status"] == "stopped"


def test_the_json_file_ends_in_a_seal_and_keeps_its_etag(bob_scores):
    program = Program(bob_scores.me.user)
    state, address = bob_scores.record(*J40[:2]), f"series/{bob_scores.series.pk}/export.json"
    answer = program.get(address)
    whole = json.loads(answer.content)
    assert check_seal(answer.content, whole["seal"]).is_trusted
    assert whole["seal"]["heads"] == {"series": {state.series.pk: state.series.latest_hash}}
    assert {name: whole[name] for name in whole if name != "seal"} == json.loads(json.dumps(series_file(state)))
    for file in (address, f"{address}.minisig"):
        etag = program.get(file)["ETag"]
        assert program.get(file, **{"If-None-Match": etag}).status_code == 304
    bob_scores.record(J40[2])
    assert program.get(address, **{"If-None-Match": answer["ETag"]}).status_code == 200
