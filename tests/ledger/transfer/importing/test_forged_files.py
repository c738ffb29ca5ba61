"""Files that were invented by a person who can make the chains fit are refused."""

import json

import pytest

from tests.ledger.transfer.circle_files import as_bytes, forge
from tests.ledger.transfer.importing.conftest import IMPOSSIBLE, first_series, problems_of, put

pytestmark = pytest.mark.django_db

UNLIKE_BOOKS = "Series {series}: the books do not match its hands."


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("series.0.events.0.kind", "recorded", IMPOSSIBLE.replace("{number}", "1")),
        ("series.0.events.0.content.game", "bridge", "Series {series} is of a game that is not known here: bridge."),
        ("series.0.events.0.content.status", "finished", IMPOSSIBLE.replace("{number}", "1")),
        ("series.0.events.0.content.rules", {"target": -1}, IMPOSSIBLE.replace("{number}", "1")),
        ("series.0.events.0.content.point_value", "1E+9", IMPOSSIBLE.replace("{number}", "1")),
        ("series.0.events.0.content.point_value", "9999999.0000", IMPOSSIBLE.replace("{number}", "1")),
        ("series.0.events.0.content.currency", "QQQ", IMPOSSIBLE.replace("{number}", "1")),
        ("series.0.events.0.content.players", ["a" * 12], IMPOSSIBLE.replace("{number}", "1")),
        ("series.0.events.0.hand_number", 1, IMPOSSIBLE.replace("{number}", "1")),
        ("series.0.events.1.content", {"points_won": [1, 1, 1, 1]}, IMPOSSIBLE.replace("{number}", "2")),
        ("series.0.events.1.content", {}, IMPOSSIBLE.replace("{number}", "2")),
        ("series.0.events.1.hand_number", 2, IMPOSSIBLE.replace("{number}", "2")),
        ("series.0.events.1.kind", "started", IMPOSSIBLE.replace("{number}", "2")),
        ("series.0.events.1.kind", "reopened", IMPOSSIBLE.replace("{number}", "2")),
        ("series.0.events.1.reason", "for fun", IMPOSSIBLE.replace("{number}", "2")),
        ("series.0.events.4.reason", " ", IMPOSSIBLE.replace("{number}", "5")),
        ("series.0.events.6.content", {"why": 1}, IMPOSSIBLE.replace("{number}", "7")),
        ("series.0.events.7.content", {"with_standard": "yes"}, IMPOSSIBLE.replace("{number}", "8")),
        ("series.0.events.7.hand_number", 4, IMPOSSIBLE.replace("{number}", "8")),
        ("series.0.events.3.key", "one press", "{series}, one press is in this file twice."),
    ],
)
def test_an_impossible_history_is_refused(text, path, value, sentence):
    whole = json.loads(text)
    put("series.0.events.2.key", "one press")(whole)
    put(path, value)(whole)
    forge(whole)
    assert sentence.format(series=first_series(whole)["id"]) in problems_of(as_bytes(whole))


def test_forging_an_unchanged_file_changes_nothing(text):
    """Otherwise the other tests would prove nothing."""
    whole = json.loads(text)
    forge(whole)
    assert whole == json.loads(text)


def test_an_invented_hand_does_not_match_the_books(text):
    whole = json.loads(text)
    recorded = next(event for event in first_series(whole)["events"] if event["hand_number"] == 4)
    points = recorded["content"]["points_won"]
    points[1], points[2] = points[2], points[1]
    forge(whole)
    assert UNLIKE_BOOKS.format(series=first_series(whole)["id"]) in problems_of(as_bytes(whole))


def test_invented_books_do_not_match_the_hands(text):
    whole = json.loads(text)
    for entry in whole["entries"][:3]:
        entry["postings"] = {player: amount * 2 for player, amount in entry["postings"].items()}
    forge(whole)
    assert problems_of(as_bytes(whole)) == [UNLIKE_BOOKS.format(series=first_series(whole)["id"])]


def test_a_missing_settlement_is_refused(text):
    whole = json.loads(text)
    last = next(entry for entry in whole["entries"] if entry["currency"] == "CHF")
    whole["entries"].remove(last)
    for number, entry in enumerate(whole["entries"], start=1):
        entry["number"] = number
    forge(whole)
    assert problems_of(as_bytes(whole)) == [UNLIKE_BOOKS.format(series=whole["series"][3]["id"])]


def test_a_missing_series_is_refused(text):
    whole = json.loads(text)
    gone = whole["series"].pop(0)
    after_it = [one for one in whole["series"] if gone["id"] in one["events"][0]["content"].get("continues", ())]
    assert len(after_it) == 2
    assert problems_of(as_bytes(whole)) == [
        *(f"Series {one['id']} continues one that is not in the file." for one in after_it),
        *(f"Entry {number} is of a series that is not in this file: {gone['id']}." for number in (1, 2, 3)),
    ]


NONE_OF_THE_BOOKS = "Entry 7 is not an entry that the books can contain."


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"kind": "settlement"}, NONE_OF_THE_BOOKS),
        ({"kind": "reversal"}, NONE_OF_THE_BOOKS),
        ({"source_version": 3}, NONE_OF_THE_BOOKS),
        ({"reverses": "a" * 12}, NONE_OF_THE_BOOKS),
        ({"note": "in\x1bcash"}, "Entry 7: there are characters in its note that cannot be kept."),
        ({"currency": "QQQ"}, "There is no currency called QQQ."),
    ],
)
def test_an_impossible_payment_is_refused(text, change, sentence):
    whole = json.loads(text)
    payment = whole["entries"][6]
    assert payment["kind"] == "payment"
    payment |= change
    forge(whole)
    assert sentence in problems_of(as_bytes(whole))


def test_a_payment_of_a_series_that_is_not_in_the_file_is_refused(text):
    whole = json.loads(text)
    whole["entries"][6]["source"] = "series:" + "a" * 12
    forge(whole)
    assert problems_of(as_bytes(whole)) == [f"Entry 7 is of a series that is not in this file: {'a' * 12}."]


def test_postings_that_do_not_sum_to_zero_are_refused(text):
    whole = json.loads(text)
    payment = whole["entries"][6]
    payer = next(iter(payment["postings"]))
    payment["postings"][payer] += 100
    forge(whole)
    assert problems_of(as_bytes(whole)) == ["Entry 7: its postings do not sum to zero."]


def test_a_payment_between_unknown_players_is_refused(text):
    whole = json.loads(text)
    payment = whole["entries"][6]
    payment["postings"] = {"a" * 12: 100, "b" * 12: -100}
    forge(whole)
    assert problems_of(as_bytes(whole)) == ["Entry 7 names a player who is not in the file."]


def test_a_second_reversal_of_a_payment_is_refused(text):
    whole = json.loads(text)
    again = {**whole["entries"][8], "number": 13, "id": "a" * 12}
    assert again["kind"] == "reversal"
    whole["entries"].append(again)
    forge(whole)
    assert problems_of(as_bytes(whole)) == [f"{again['reverses']} is in this file twice."]
