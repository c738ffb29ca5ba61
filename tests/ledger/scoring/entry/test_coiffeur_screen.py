"""The screen for a round of Coiffeur: from what is tapped and typed to the record, and what it asks and refuses."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from ledger.scoring.cards.forms import StartCardsForm
from ledger.scoring.entry.games.coiffeur import HandForm
from tests.ledger.pages import refusal_text
from tests.ledger.scoring.entry.conftest import save
from tests.ledger.series.conftest import Scorer, start_game

Starts = Callable[..., Scorer]
SPADES, MISERE, JOKER = "3", "7", "9"  # boxes of the list of ten


@pytest.fixture
def start(scorer, players) -> Starts:
    return partial(start_game, scorer, "coiffeur", players, first_dealer=0)


def spades(bob: Scorer, team: int = 1) -> None:
    bob.record({"team": team, "kind": "spades", "card_points": 100})


def record_of(bob: Scorer, **typed: str) -> dict[str, Any]:
    form = HandForm(bob.state(), typed)
    assert form.is_valid(), form.errors
    return form.record()


def test_a_round_is_saved(start):
    bob = start()
    assert save(bob, {"team": "1", "box_1": SPADES, "figure_0": "100"}).status_code == 302
    assert list(bob.state().play.standing.cumulative) == [0, 400, 0, 400]


def test_the_team_whose_turn_it_is_has_been_chosen(start):
    bob = start()
    assert HandForm(bob.state())["team"].value() == "1"
    spades(bob)
    assert HandForm(bob.state())["team"].value() == "0"


def test_card_by_card_it_has_been_chosen_too(start):
    bob = start()
    assert StartCardsForm(bob.state(), None)["team"].value() == 1
    spades(bob)
    assert StartCardsForm(bob.state(), None)["team"].value() == 0


def test_only_open_boxes_have_keys(start):
    bob = start()
    spades(bob)
    one, other = HandForm(bob.state()).teams
    assert [key.factor for key in one.keys] == list(range(1, 11))
    assert [key.factor for key in other.keys] == [1, 2, 3, 5, 6, 7, 8, 9, 10]
    assert not HandForm(bob.state(), {"team": "1", "box_1": SPADES, "figure_0": "80"}).is_valid()


@pytest.mark.parametrize(
    ("typed", "more"),
    [
        ({"box_0": JOKER, "played_as": "hearts"}, {"kind": "joker", "played_as": "hearts"}),
        ({"box_0": JOKER, "played_as": ""}, {"kind": "joker"}),
        ({"box_0": SPADES, "played_as": "hearts"}, {"kind": "spades"}),  # chosen for a joker, before the box changed
        ({"box_0": MISERE, "match": "on"}, {"kind": "misere"}),
        ({"box_0": SPADES, "match": "on"}, {"kind": "spades", "match": True}),
    ],
)
def test_what_is_asked_becomes_a_record(start, typed, more):
    assert record_of(start(), team="0", figure_0="157", **typed) == {"team": 0, "card_points": 157, **more}


def test_a_match_needs_no_figure(start):
    bob = start()
    assert record_of(bob, team="0", box_0=SPADES, match="on")["card_points"] == 157
    assert record_of(bob, team="0", box_0=SPADES, counter_match="on")["card_points"] == 0


def test_weis_and_stoeck_are_asked_where_they_count(start):
    bob = start(melds=True, stoeck=True)
    record = record_of(bob, team="0", box_0=SPADES, figure_0="90", melds_0="2", melds_1="1", stoeck="on")
    assert (record["melds"], record["stoeck"]) == ([20, 20, 50], True)


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ({}, {"figure_0", "box_1"}),
        ({"team": "1", "figure_0": "80"}, {"box_1"}),
        ({"team": "1", "box_1": SPADES}, {"figure_0"}),
        ({"team": "0", "box_1": SPADES, "figure_0": "80"}, {"box_0"}),
    ],
)
def test_what_is_missing_is_asked_for(start, typed, wrong):
    form = HandForm(start().state(), {"team": "1"} | typed)
    assert set(form.errors) == wrong


def test_157_points_ask_whether_it_was_a_match(start):
    bob = start()
    typed = {"team": "1", "box_1": SPADES, "figure_0": "157"}
    assert "157 points: was it a match?" in refusal_text(save(bob, typed))
    assert save(bob, typed | {"warned": "157 points: was it a match?"}).status_code == 302


def test_a_correction_has_the_hands_own_box_and_not_those_of_later_hands(start):
    bob = start()
    spades(bob)
    bob.record({"team": 0, "kind": "clubs", "card_points": 50})
    bob.record({"team": 1, "kind": "misere", "card_points": 50})
    form = HandForm(bob.state(), number=1)
    form.initial = form.initial_from(bob.state().events[0].content)
    assert [key.factor for key in form.teams[1].keys] == [1, 2, 3, 4, 5, 6, 7, 9, 10]
    assert (form["team"].value(), str(form["box_1"].value()), form["figure_0"].value()) == ("1", SPADES, "100")
