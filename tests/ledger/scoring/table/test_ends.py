"""Ending a series early, and reopening it."""

from typing import Any

import pytest
from django.test import Client

from ledger.series.models import Series, Status
from tests.ledger.pages import address, client_of, refusal_text, submit, text_of
from tests.ledger.series.conftest import J40, Scorer, start_game


@pytest.fixture
def bob_at(bob_scores, bob) -> Client:
    bob_scores.record(J40[2])
    return client_of(bob)


def send(client: Client, name: str, series: Series, **sent: str) -> Any:
    """Post the form on the page of this name."""
    return client.post(address(name, series), submit(series) | sent)


@pytest.mark.parametrize(
    ("choice", "with_standard", "sentence"),
    [
        ("with", True, "Bob ended the series, with standard money."),
        ("without", False, "Bob ended the series, without standard money."),
    ],
)
def test_stop_a_series_early(bob_scores, bob_at, choice, with_standard, sentence):
    assert "Stop the series early?" in text_of(bob_at.get(address("stop", bob_scores.series)))
    answer = send(bob_at, "stop", bob_scores.series, standard=choice)
    assert (answer.status_code, answer["Location"]) == (302, address("page", bob_scores.series))
    series = bob_scores.state().series
    assert (series.status, series.with_standard) == (Status.STOPPED, with_standard)
    shown = text_of(bob_at.get(address("page", series)))
    assert "Stopped with A in front" in shown
    assert sentence in shown
    assert "stopped early" in shown


@pytest.mark.parametrize("sent", [{}, {"standard": "perhaps"}])
def test_stop_requires_the_kind_of_settlement(bob_scores, bob_at, sent):
    assert "Please say how it is settled." in refusal_text(send(bob_at, "stop", bob_scores.series, **sent))
    assert bob_scores.state().series.is_open


def test_stop_asks_nothing_where_standard_money_makes_no_difference(scorer, players):
    at_table, phone = start_game(scorer, "scorecard", players, point_value="0"), client_of(scorer.user)
    at_table.record({"points": [1, 2, 3, 4]})
    asked = text_of(phone.get(address("stop", at_table.series)))
    assert "standard money" not in asked
    assert "Close the series" in asked  # by these rules the table says when it is over
    assert "early" not in asked
    page = text_of(phone.get(address("page", at_table.series)))
    assert "standard money" not in page
    assert "Small: what the hand entered." in page
    send(phone, "stop", at_table.series)
    assert not at_table.state().series.is_open


@pytest.mark.parametrize(
    ("point_value", "sentence"), [("1", "No payments are needed."), ("0", "Nobody gives anybody anything.")]
)
def test_stop_says_where_nothing_is_left_to_settle(scorer, players, point_value, sentence):
    """In Call Break all payments are standard money, by place."""
    at_table = start_game(scorer, "call-break", players, point_value=point_value)
    at_table.record({"calls": [3, 2, 4, 1], "tricks": [4, 2, 3, 4]})
    asked = text_of(client_of(scorer.user).get(address("stop", at_table.series)))
    assert f"Without standard money {sentence}" in asked


def test_finished_series_cannot_be_stopped(bob_scores, bob_at):
    bob_scores.record(*J40[:2], J40[3])
    assert "The series is over." in refusal_text(send(bob_at, "stop", bob_scores.series, standard="with"))


def test_owner_reopens_with_a_reason(bob_scores, bob_at, owner):
    bob_scores.record(*J40[:2], J40[3])
    alice_at = client_of(owner.user)
    assert address("reopen", bob_scores.series) in alice_at.get(address("page", bob_scores.series)).content.decode()
    assert address("reopen", bob_scores.series) not in bob_at.get(address("page", bob_scores.series)).content.decode()
    refused = {
        "": "This field is required.",
        "x" * 301: "at most 300 characters",
        "hand\0 4": "Null characters are not allowed.",
        "hand\x07 4": "There are characters in this text that cannot be kept.",
    }
    for reason, sentence in refused.items():
        assert sentence in refusal_text(send(alice_at, "reopen", bob_scores.series, reason=reason))
    assert send(alice_at, "reopen", bob_scores.series, reason="hand 4 was mixed up").status_code == 302
    assert bob_scores.state().series.is_open
    assert "Alice reopened the series." in text_of(alice_at.get(address("page", bob_scores.series)))


def test_open_series_cannot_be_reopened(bob_scores, bob_at, owner):
    answer = send(client_of(owner.user), "reopen", bob_scores.series, reason="why not")
    assert "The series is open." in refusal_text(answer)


def test_reopened_series_past_its_end_is_closed_again(bob_scores, bob_at, owner):
    bob_scores.record(*J40[:2], J40[3])
    Scorer(owner, bob_scores.series).reopen("to look again")
    page = bob_at.get(address("page", bob_scores.series))
    assert "Close the series" in text_of(page)
    assert "Record hand" not in text_of(page)
    assert "How is it settled?" not in text_of(bob_at.get(address("stop", bob_scores.series)))
    assert send(bob_at, "stop", bob_scores.series).status_code == 302
    series = bob_scores.state().series
    assert (series.status, series.with_standard) == (Status.FINISHED, True)


@pytest.mark.parametrize(("name", "sent"), [("stop", {"standard": "with"}), ("reopen", {"reason": "late"})])
def test_out_of_date_submit_changes_nothing(bob_scores, bob_at, owner, name, sent):
    late = submit(bob_scores.series) | sent
    bob_scores.record(J40[0])
    answer = refusal_text(client_of(owner.user).post(address(name, bob_scores.series), late), 409)
    assert "Bob recorded hand 2." in answer
