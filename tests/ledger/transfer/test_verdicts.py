"""Verdicts and waivers in the file of a circle, in that of a series, and in the audit."""

import json
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.registry import BY_SLUG
from ledger.circles.models import Circle, Verdicts
from ledger.circles.services.circles import change_circle
from ledger.circles.services.players import claim_player
from ledger.live.links import make_link
from ledger.series.models import Series
from ledger.series.services import join_series, reopen_series
from ledger.series.starting import start_series
from ledger.series.state import series_state
from ledger.sheets.json_file import series_file
from ledger.verdicts.current import verdicts_of
from ledger.verdicts.services import Speaker, waive
from tests.ledger.series.conftest import J40
from tests.ledger.transfer.circle_files import as_bytes, export, file_made_once, forge, moved
from tests.ledger.transfer.importing.conftest import problems_of
from tests.ledger.verdicts.conftest import Table

pytestmark = pytest.mark.django_db

JEWEL = {"players": [{"ended": "declared", "bonus": 3}, {"ended": "played"}]}


@pytest.fixture
def circle_with_verdicts(scorer, owner, viewer, agreed, players) -> Circle:
    """Two series: one with verdicts of every kind and a waiver, and one that a player has joined."""
    change_circle(circle=scorer.circle, verdicts=Verdicts.REQUIRED)
    claim_player(player=players[1], member=viewer)
    table = Table(scorer, start_series(me=scorer, agreed=replace(agreed, verdicts=Verdicts.OFFERED)), players)
    table.record(J40[0], J40[2], {"thrown_in": True})
    link = make_link(me=owner, series=table.series, may_agree=True)
    table.says(viewer, 1, 1, "disputed", note="मेरो ९ थियो।", key="one tap")  # number 1
    table.says(table.me, 0, 1, "agreed")
    table.says(Speaker(link=link, seat=3), 3, 1, "agreed")
    table.correct(1, J40[3])
    table.says(viewer, 1, 1, "agreed")  # number 4
    table.says(viewer, 1, 1, "none")
    table.stop()
    table.says(viewer, 1, None, "agreed")  # number 6
    reopen_series(series=table.series, submit=replace(table.submit(), me=owner), reason="A look.")
    table.stop()
    waive(me=owner, series=table.series, version=table.state().series.version, reason="Gone home.")  # number 7
    start_series(me=scorer, agreed=replace(agreed, verdicts=Verdicts.OFF))

    jewel = BY_SLUG["jewel"]
    preset = jewel.default_preset
    two = replace(agreed, game=jewel, players=players[:2], rules=preset.rules, preset=preset.slug)
    joined = Table(scorer, start_series(me=scorer, agreed=two), players)
    joined.record(JEWEL)
    joined.says(table.me, 0, 1, "agreed")
    join_series(series=joined.series, submit=joined.submit(), player=players[2])
    joined.record({"players": [*JEWEL["players"], {"ended": "played"}]})
    joined.says(table.me, 2, 2, "agreed")
    joined.correct(1, {"players": JEWEL["players"][::-1]})
    return scorer.circle


@pytest.fixture
def whole(db, request) -> dict[str, Any]:
    """The file of the circle, which is made only once, and an empty database."""
    return json.loads(file_made_once(request, "circle_with_verdicts"))


def audited() -> list[str]:
    printed = StringIO()
    with pytest.raises(CommandError):
        call_command("audit", stdout=printed)
    return printed.getvalue().splitlines()


def test_they_are_in_the_file_only_where_there_are_any(circle_with_verdicts):
    whole = json.loads(export(circle_with_verdicts))
    assert whole["circle"]["rules_of_record"] == {"verdicts": "required"}
    by_setting = {
        series["events"][0]["content"].get("rules_of_record", {}).get("verdicts"): len(series.get("verdicts", []))
        for series in whole["series"]
    }
    assert by_setting == {"offered": 7, None: 0, "required": 2}
    assert "verdicts" not in whole["series"][1]
    change_circle(circle=circle_with_verdicts, verdicts=Verdicts.OFF)
    assert "rules_of_record" not in json.loads(export(circle_with_verdicts))["circle"]


def test_a_round_trip_is_identical_to_the_byte_and_audited(circle_with_verdicts):
    before = {series.pk: verdicts_of(series_state(series)) for series in Series.objects.all()}
    text, circle = moved(circle_with_verdicts)
    assert export(circle) == text
    assert circle.verdicts == "required"
    assert {series.pk: verdicts_of(series_state(series)) for series in Series.objects.all()} == before
    call_command("audit", stdout=StringIO())


def test_the_file_of_one_series_has_them(circle_with_verdicts):
    whole = json.loads(export(circle_with_verdicts))
    for series in Series.objects.filter(circle=circle_with_verdicts):
        series.circle = circle_with_verdicts
        [part] = [part for part in whole["series"] if part["id"] == series.pk]
        verdicts = [{name: row[name] for name in row if name != "by"} for row in part.get("verdicts", [])]
        assert series_file(series_state(series))["series"].get("verdicts", []) == verdicts


# --- Files that somebody has changed ---------------------------------------------------------------------------------

FIRST, AGREED, OF_END, WAIVER = 0, 3, 5, 6


def changed(number: int, **values: Any) -> Callable[[dict[str, Any]], object]:
    return lambda series: series["verdicts"][number].update(values)


IMPOSSIBLE: list[tuple[int, Callable[[dict[str, Any]], object]]] = [
    (1, changed(FIRST, hand_number=4)),  # a hand that was never recorded
    (1, changed(FIRST, revision=2)),  # the revision of another record
    (1, changed(FIRST, event_hash="0" * 64)),
    (1, changed(FIRST, reason="")),
    (1, changed(FIRST, reason="points")),
    (1, changed(FIRST, note=" padded ")),
    (1, changed(FIRST, by_link=True, by_proxy=True)),
    (1, changed(FIRST, player=None)),
    (1, changed(FIRST, player="a" * 12)),
    (1, changed(FIRST, shown=[])),
    (1, changed(FIRST, verdict="")),
    (1, changed(FIRST, kind="waiver")),
    (4, changed(AGREED, reason="card")),
    (6, changed(OF_END, revision=2)),  # when the series was open
    (6, changed(OF_END, shown=[])),
    (7, changed(WAIVER, reason=" ")),
    (7, changed(WAIVER, note="Because.")),
    (7, changed(WAIVER, by_proxy=True)),
    (7, changed(WAIVER, player="a" * 12)),
    (7, changed(WAIVER, hand_number=1)),
]


def series_in(whole: dict[str, Any], setting: str) -> dict[str, Any]:
    asked = [s for s in whole["series"] if s["events"][0]["content"].get("rules_of_record") == {"verdicts": setting}]
    return asked[0]


@pytest.mark.parametrize(("number", "change"), IMPOSSIBLE)
def test_what_could_not_have_been_said_is_refused(whole, number, change):
    series = series_in(whole, "offered")
    change(series)
    forge(whole)
    assert problems_of(as_bytes(whole)) == [f"Series {series['id']}: verdict {number} could not have been given."]


def test_a_player_who_joined_later_did_not_sit_in_the_first_hand(whole):
    """Neither in the hand as it is, nor in an earlier revision of it."""
    series = series_in(whole, "required")
    for revision in (1, 2):
        of_hand = [event["hash"] for event in series["events"] if event["hand_number"] == 1]
        series["verdicts"][1] |= {"hand_number": 1, "revision": revision, "event_hash": of_hand[revision - 1]}
        forge(whole)
        assert problems_of(as_bytes(whole)) == [f"Series {series['id']}: verdict 2 could not have been given."]


def test_nobody_is_asked_in_a_series_without_verdicts(whole):
    series = series_in(whole, "required")
    del series["events"][0]["content"]["rules_of_record"]
    forge(whole)
    assert problems_of(as_bytes(whole)) == [f"Series {series['id']}: verdict 1 could not have been given."]


@pytest.mark.parametrize(
    "change",
    [
        lambda verdicts: verdicts.pop(1),
        lambda verdicts: verdicts[0].update(note="It was 8."),
        lambda verdicts: verdicts[1].update(by_name="Alice"),
        lambda verdicts: verdicts[0].update(shown={**verdicts[0]["shown"], "points_won": "9"}),
    ],
)
def test_a_broken_chain_is_refused(whole, change):
    change(series_in(whole, "offered")["verdicts"])
    (problem,) = problems_of(as_bytes(whole))
    assert "does not fit into the chain" in problem


def test_who_gave_it_and_its_key_are_looked_at(whole):
    series = series_in(whole, "offered")
    series["verdicts"][0]["by"] = "a" * 12
    series["verdicts"][1]["key"] = "one tap"
    forge(whole)
    assert problems_of(as_bytes(whole)) == [
        f"Series {series['id']} was recorded by a member who is not in the file.",
        f"{series['id']}, one tap is in this file twice.",
    ]


# --- A database that somebody has changed ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        (
            "UPDATE agreeing_verdictentry SET verdict = 'agreed', reason = '', note = '' WHERE number = 1",
            "verdict 1 was changed after it was written",
        ),
        ("UPDATE agreeing_verdictentry SET by_name = 'Alice' WHERE number = 1", "verdict 1 was changed after"),
        ("DELETE FROM agreeing_verdictentry WHERE number = 1", "verdict 2 comes where number 1 should"),
        ("DELETE FROM agreeing_verdictentry WHERE number = 7", "its chain ends at 6"),
        ("UPDATE agreeing_verdictentry SET hand_number = 9 WHERE number = 1", "verdict 1 speaks of a hand that was"),
        ("UPDATE agreeing_verdictbook SET version = 9", "the list of its verdicts is stored as being at 9"),
        ("UPDATE agreeing_verdictbook SET latest_hash = ''", "the list of its verdicts keeps another hash"),
        ("DELETE FROM agreeing_verdictbook", "the list of its verdicts is stored as being at 0"),
        ("UPDATE series_series SET verdicts = 'off'", "its setting of verdicts is stored as off"),
    ],
)
def test_the_audit_finds_what_was_changed(circle_with_verdicts, statement, sentence):
    call_command("audit", stdout=StringIO())
    with connection.cursor() as cursor:
        cursor.execute(statement)
    assert any(sentence in line for line in audited())
